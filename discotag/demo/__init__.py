"""The demo documents: one English text in four documents, its translations, and two systems each.

Everything here was written for discotag (see `README.md` beside this file), so that the main job
runs, and can be shown, without a network and without anybody's corpus.
"""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from types import MappingProxyType
from typing import TYPE_CHECKING

from discotag.core.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Mapping

__all__ = ["SYSTEMS", "DemoFiles", "demo_files", "demo_pairs"]
SOURCE_LANGUAGE = "en"
SYSTEMS = ("sentence", "document")


@dataclass(frozen=True, slots=True)
class DemoFiles:
    """The line-aligned UTF-8 files of one language pair.

    Args:
        source: the English text, one segment per line.
        reference: its translation.
        docids: the document of each line; documents are contiguous.
        hypotheses: system name to its output, the baseline (`sentence`) first.
    """

    source: Path
    reference: Path
    docids: Path
    hypotheses: Mapping[str, Path]


def demo_pairs() -> tuple[tuple[str, str], ...]:
    """The bundled pairs as (source language, target language), sorted."""
    names = (folder.name for folder in _root().iterdir() if folder.is_dir())
    prefix = f"{SOURCE_LANGUAGE}-"
    return tuple(
        sorted((SOURCE_LANGUAGE, name[len(prefix) :]) for name in names if name.startswith(prefix))
    )


def demo_files(target: str) -> DemoFiles:
    """Paths of the demo documents from English into `target`.

    Raises:
        UnknownNameError: no demo is bundled for that target language.
    """
    known = [language for _, language in demo_pairs()]
    if target not in known:
        cure = "give your own files with `discotag run --src … --ref … --docids … --hyp NAME=FILE`"
        raise UnknownNameError("demo language", target, known, cure=cure)
    root = _root()
    pair = root / f"{SOURCE_LANGUAGE}-{target}"
    return DemoFiles(
        source=root / f"src.{SOURCE_LANGUAGE}",
        reference=pair / f"ref.{target}",
        docids=root / "docids.txt",
        hypotheses=MappingProxyType({name: pair / f"{name}.{target}" for name in SYSTEMS}),
    )


def _root() -> Path:
    """The folder of this package; wheels are installed unpacked, so it is a real one."""
    return Path(str(files(__name__)))
