"""The program in this process: a command as a user gives it, without the second that a start takes.

What holds for a process and not for a command (signals, the locale, a closed stream, what is
imported) wants a process of its own.
"""

from __future__ import annotations

import importlib
import io
import os
import sys
import traceback
import warnings
from contextlib import contextmanager, redirect_stderr, redirect_stdout
from pathlib import Path
from subprocess import CompletedProcess
from typing import TYPE_CHECKING
from unittest import mock

from discotag.core import plugin_calls

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from discotag.core.registry import Registry

__all__ = ["run_program"]


def run_program(
    *arguments: object, site: Path | None = None, stdin: bytes = b"", **environ: str
) -> CompletedProcess[str]:
    """Run a command and return what it printed and its exit code, as a finished process.

    Args:
        arguments: the command line, without `discotag`.
        site: a folder with packages that are installed for this command alone.
        stdin: what standard input holds.
        environ: variables of the environment, besides those there are.

    Example:
        >>> run_program("lint", "--list-checks").returncode
        0
    """
    from discotag.cli.app import main

    command = ["discotag", *map(str, arguments)]
    out, err = _Stream(), _Stream()
    given = io.TextIOWrapper(io.BufferedReader(io.BytesIO(stdin)), encoding="utf-8")
    code: object = 0
    with (
        mock.patch.dict(os.environ, environ),
        mock.patch.object(sys, "argv", command),
        mock.patch.object(sys, "stdin", given),
        mock.patch.object(plugin_calls, "_calls", []),
        warnings.catch_warnings(),
        redirect_stdout(out),
        redirect_stderr(err),
        _installed(site),
        _own_registry(is_kept=site is None),
    ):
        try:
            main()
        except SystemExit as end:
            code = end.code
        except Exception:
            traceback.print_exc()
            code = 1
    status = code if isinstance(code, int) else 0 if code is None else 1
    return CompletedProcess(command, status, out.text(), err.text())


class _Stream(io.TextIOWrapper):
    """A standard stream that keeps what is written to it."""

    def __init__(self) -> None:
        super().__init__(io.BytesIO(), encoding="utf-8", errors="backslashreplace", newline="")
        self._bytes: io.BytesIO = self.buffer  # type: ignore[assignment]

    def text(self) -> str:
        """Return all that was written."""
        self.flush()
        return self._bytes.getvalue().decode()


@contextmanager
def _installed(site: Path | None) -> Iterator[None]:
    """Put a folder on the import path, and forget afterwards what was imported from it."""
    if site is None:
        yield
        return
    before = list(sys.path)
    sys.path.insert(0, str(site))
    importlib.invalidate_caches()
    try:
        yield
    finally:
        sys.path[:] = before
        for name, module in list(sys.modules.items()):
            file = getattr(module, "__file__", None)
            if file is not None and Path(file).is_relative_to(site):
                del sys.modules[name]


@contextmanager
def _own_registry(*, is_kept: bool) -> Iterator[None]:
    """Search for plugins again, as a new process does: path and environment may be others.

    Args:
        is_kept: whether what was found once serves as long as path and environment are the same.
    """
    from discotag.cli.session import listed_commands, open_registry
    from discotag.core import registry
    from discotag.core.discovery import GROUP, installed_points

    make = registry.open_registry

    def kept(*, without: Collection[str] = (), roles: Collection[str] = ()) -> Registry:
        del roles  # a registry of all roles serves who asks for some
        points = installed_points(GROUP)
        switches = frozenset(item for item in os.environ.items() if item[0].startswith("DISCOTAG_"))
        key = (make, tuple(without), points, switches)
        if key not in _found:
            _found.clear()
            _found[key] = make(without=without)
        return _found[key]

    open_registry.cache_clear()
    listed_commands.cache_clear()
    try:
        with mock.patch.object(registry, "open_registry", kept if is_kept else make):
            yield
    finally:
        open_registry.cache_clear()
        listed_commands.cache_clear()


_found: dict[object, Registry] = {}
"""The registry that was found last, by all that it follows from."""
