"""Which files of a folder hold gold coreference, and in which language.

A file's language is told by the nearest folder, at or below the given one, whose name is a code or
begins with one (`de_gerdracor`), else by its own name (`es_ancora.dev.conllu`), else by `--lang`.
Corpora without splits of their own have the parts `train` and `dev`: see `part_of`.
"""

from __future__ import annotations

import re
from itertools import islice
from typing import TYPE_CHECKING

from benchmarks.tasks.coref_brat import read_brat
from benchmarks.tasks.coref_columns import read_columns
from benchmarks.tasks.coref_gold import is_in, read_corefud
from benchmarks.tasks.coref_knp import read_knp
from benchmarks.tasks.coref_koconovel import MARK, read_koconovel, without_text
from discotag.core.errors import InputError
from discotag.files.text import Notes, lines_of

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from benchmarks.tasks.coref_gold import GoldDocument, Part
    from discotag.core.registry import Registry

CODE = re.compile(r"([a-z]{2,3})(?=[_.-]|$)")
HEADER = 50
"""Lines of a CoNLL-U file in which `# global.Entity` stands, if anywhere."""
PATTERNS = ("*.conllu", "*.conll", "*.ann", "*.knp", "*.jsonl")


def found_files(folder: Path, pattern: str) -> list[Path]:
    """Return the files of a pattern below a folder, sorted; the folder itself may be one."""
    return [folder] if folder.match(pattern) else sorted(folder.rglob(pattern))


def gold_files(folder: Path) -> Iterator[Path]:
    """Yield the files with coreference, those of GUM and the English LitBank apart."""
    for pattern in PATTERNS:
        for path in found_files(folder, pattern):
            is_own = path.match("*gum-ud-*") or path.match("*_brat.conll")
            if not is_own and _has_coreference(path):
                yield path


def _has_coreference(path: Path) -> bool:
    if path.suffix == ".knp":
        return True
    if path.suffix == ".ann":
        return path.with_suffix(".txt").exists()
    first = list(islice(lines_of(path, Notes()), HEADER))
    if path.suffix == ".conllu":
        return any(line.startswith("# global.Entity") for line in first)
    mark = MARK if path.suffix == ".jsonl" else "#begin document"
    return any(mark in line for line in first[:1])


def language_of(path: Path, folder: Path, registry: Registry, given: str | None) -> str:
    """Return the code of the language that a file is in; `given` where no name tells it.

    Raises:
        InputError: neither names nor `--lang` tell it.
    """
    root = folder if folder.is_dir() else folder.parent
    names = [part.name for part in path.resolve().parents if part.is_relative_to(root.resolve())]
    for name in (*names, path.name):
        found = CODE.match(name)
        if found and found[1] in registry.languages:
            return found[1]
    if given is None:
        raise InputError("tell its language: --lang xx, or a folder named xx_NAME", path=path)
    return given


def read_sets(
    folder: Path, registry: Registry, *, lang: str | None = None, part: Part = "all"
) -> Iterator[GoldDocument]:
    """Yield the documents of every corpus but GUM, ParCorFull and LitBank.

    Args:
        folder: where to look, at any depth; or one file.
        registry: knows the installed languages.
        lang: only this language, which is also that of files whose name tells none.
        part: which part of every corpus, by the hash of a document's name (a story's, where a file
            holds parts of stories).

    Raises:
        InputError: a file is damaged, or its language is not known.
    """
    only = registry.language(lang).info.code if lang else None
    for path in gold_files(folder):
        code = language_of(path, folder, registry, only)
        if only not in {None, code}:
            continue
        for document in _read(path, code, registry):
            name = document.id.partition("_")[0] if path.suffix == ".jsonl" else document.id
            if is_in(part, name):
                yield document


def left_out(folder: Path, registry: Registry, lang: str | None = None) -> dict[str, int]:
    """Return the files that lack texts, with the number of documents left out for it."""
    only = registry.language(lang).info.code if lang else None
    counts = {
        path.name: len(without_text(path))
        for path in gold_files(folder)
        if path.suffix == ".jsonl" and only in {None, language_of(path, folder, registry, only)}
    }
    return {name: number for name, number in counts.items() if number}


def _read(path: Path, code: str, registry: Registry) -> Iterator[GoldDocument]:
    pack = registry.language(code).info
    if path.suffix == ".conllu":
        yield from read_corefud(path, code)
    elif path.suffix == ".conll":
        yield from read_columns(path, code)
    elif path.suffix == ".ann":
        yield read_brat(path, pack)
    elif path.suffix == ".knp":
        yield read_knp(path, code)
    else:
        yield from read_koconovel(path, pack)
