"""The demo documents: one English text in four documents, its translations, and two systems each.

A language pack may bring demo documents of its own, in a folder `demo` of its package: `src.en`,
`docids.txt`, `ref.xx`, `sentence.xx`, `document.xx`.

Everything here was written for discotag (see `README.md` next to this file), so that the main job
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
    """Paths of the demo documents from English into `target`, bundled or of its pack.

    Raises:
        UnknownNameError: no demo is bundled for that target language, and no installed pack of it
            brings one.
    """
    known = [language for _, language in demo_pairs()]
    if target not in known:
        packs = _packs()
        if target in packs:
            return _files(packs[target], packs[target], target)
        known = sorted({*known, *packs})
        cure = "give your own files with `discotag run --src … --ref … --docids … --hyp NAME=FILE`"
        raise UnknownNameError("demo language", target, known, cure=cure)
    root = _root()
    return _files(root, root / f"{SOURCE_LANGUAGE}-{target}", target)


def _files(texts: Path, pair: Path, target: str) -> DemoFiles:
    return DemoFiles(
        source=texts / f"src.{SOURCE_LANGUAGE}",
        reference=pair / f"ref.{target}",
        docids=texts / "docids.txt",
        hypotheses=MappingProxyType({name: pair / f"{name}.{target}" for name in SYSTEMS}),
    )


def _packs() -> dict[str, Path]:
    """Return the folders of installed packs with demo documents, by language."""
    from discotag.core.registry import open_registry

    packs = (declared.info for declared in open_registry().languages)
    return {pack.code: pack.folder / "demo" for pack in packs if pack.has_resource("demo")}


def _root() -> Path:
    """The folder of this package; wheels are installed unpacked, so it is a real one."""
    return Path(str(files(__name__)))
