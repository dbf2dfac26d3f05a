"""Settings of the scorer, and the environment that COMET needs."""

from __future__ import annotations

import os
import shutil
import subprocess
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping

VARIABLE = "DISCOTAG_COMET_PYTHON"
DEFAULT_MODEL = "Unbabel/wmt22-comet-da"
PACKAGE = "unbabel-comet"
PINNED = f'"{PACKAGE}==2.2.7" "setuptools<81"'
MAKE = (
    f"python3.11 -m venv comet-env && comet-env/bin/pip install torch {PINNED} &&"
    f" export {VARIABLE}=$PWD/comet-env/bin/python"
)
"""COMET wants older versions of Transformers, NumPy and setuptools than everything else here."""
ASK_VERSION = f"import importlib.metadata as m; print(m.version({PACKAGE!r}))"
PATIENCE = 60
"""Seconds that Python may take to tell a version."""


class CometOptions(BaseModel):
    """Settings of the scorer.

    Args:
        python: the Python of COMET's environment; None = `DISCOTAG_COMET_PYTHON`.
        model: a name on the hub that was fetched before, a checkpoint, or its folder.
        context: how many previous segments are read too (DocCOMET, Vernikos et al. 2022): of the
            source for the source, of the reference for reference and hypothesis; 0 = none.
        batch: segments at once.
        gpus: 0 or 1; None = 1 if COMET's torch sees one. Several cannot be used through a process.
        cache: file that keeps the scores of segments; None = in the user's cache folder, `none` =
            keep none.
        timeout: seconds that COMET may take to load, and then for each document.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    python: str | None = None
    model: str = DEFAULT_MODEL
    context: int = Field(default=0, ge=0)
    batch: int = Field(default=16, ge=1)
    gpus: Literal[0, 1] | None = None
    cache: str | None = None
    timeout: float = Field(default=3600, gt=0)


def python_of(options: CometOptions, environ: Mapping[str, str] | None = None) -> str:
    """Find the Python of COMET's environment; UsageError tells how to make one."""
    environ = os.environ if environ is None else environ
    named = options.python or environ.get(VARIABLE)
    if not named:
        raise UsageError(
            "comet: COMET runs in an environment of its own, and none is named. Make it with:"
            f" {MAKE} (or name its Python with --set comet.python=PATH)"
        )
    found = shutil.which(str(Path(named).expanduser()))
    if found is None:
        raise UsageError(
            f"comet: {named} is no program that can be run; name the Python of COMET's environment"
            f" with --set comet.python=PATH or {VARIABLE}, or make one with: {MAKE}"
        )
    return found


def install_line(python: str) -> str:
    """Return the command that brings COMET into an environment."""
    return f"{python} -m pip install torch {PINNED}"


def version_of(python: str) -> str:
    """Return the version of COMET in an environment; UsageError if it has none."""
    try:
        told = subprocess.run(
            [python, "-c", ASK_VERSION],
            capture_output=True,
            check=False,
            timeout=PATIENCE,
            encoding="utf-8",
            errors="replace",
        )
    except (OSError, subprocess.TimeoutExpired) as error:
        raise UsageError(f"comet: {python} cannot be asked for COMET ({error})") from error
    if told.returncode != 0:
        lines = told.stderr.strip().splitlines() or [f"exit code {told.returncode}"]
        raise UsageError(f"comet: {python} has no COMET ({lines[-1]}); try: {install_line(python)}")
    return told.stdout.strip()
