"""Which files of a folder hold gold coreference, their languages, and their analysed sides.

A file's language is told by the nearest folder, at or below the given one, whose name is a code or
begins with one (`de_gerdracor`), else by its own name (`es_ancora.dev.conllu`), else by `--lang`.
Corpora without splits of their own have the parts `train` and `dev`: see `part_of`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from itertools import islice
from typing import TYPE_CHECKING

from benchmarks.tasks.coref_formats import (
    MARK,
    read_brat,
    read_columns,
    read_knp,
    read_koconovel,
    without_text,
)
from benchmarks.tasks.coref_gold import in_order, is_in, read_corefud
from benchmarks.tasks.harness import registry
from discotag.core.errors import InputError
from discotag.core.interfaces import Context
from discotag.files.text import Notes, lines_of
from discotag.plugins.analyzers.embedded.analyzer import EmbeddedAnalyzer

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from benchmarks.tasks.coref_gold import GoldDocument, GoldMention, Part
    from discotag.core.document import Side
    from discotag.core.registry import Registry
    from discotag.core.tokens import Tokens


def analysed(documents: Iterable[GoldDocument], analyzer: str) -> list[tuple[GoldDocument, Side]]:
    """Pair each document with its side as analysed by gold or by its pack's embedded pipeline.

    Raises:
        InputError: the gold analysis is asked for and the corpus has none.
    """
    if analyzer == "gold":
        return [(document, _with_gold(document)) for document in documents]
    engines: dict[str, EmbeddedAnalyzer] = {}
    result = []
    for document in documents:
        code = document.side.language
        if code not in engines:
            pack = registry().language(code).info
            context = Context(name="embedded", source=pack, target=pack, side="source")
            engines[code] = EmbeddedAnalyzer.create(context)
        tokens: Sequence[Tokens] = engines[code].analyze(document.side.segments)
        result.append(
            (document, replace(document.side, tokens=tuple(tokens), document=document.id))
        )
    return result


def _with_gold(document: GoldDocument) -> Side:
    if document.side.tokens is None:
        raise InputError(f"document {document.id!r} has no gold analysis: leave --analyzer gold")
    return replace(document.side, document=document.id)


def with_heads(document: GoldDocument, side: Side) -> GoldDocument:
    """Return gold mentions without a head the one that the system's parse shows."""
    mentions = []
    for item in document.mentions:
        if item.head is not None:
            mentions.append(item)
            continue
        tokens = side[item.segment]
        inside = [
            index
            for index in range(len(tokens))
            if item.start <= tokens.starts[index] and tokens.ends[index] <= item.end
        ]
        heads = tokens.heads or ()
        head = next((tokens.starts[index] for index in inside if heads[index] not in inside), None)
        mentions.append(replace(item, head=head))
    return replace(document, mentions=tuple(mentions))


def on_tokens(document: GoldDocument, side: Side) -> GoldDocument:
    """Return gold mentions widened to whole tokens of the side, with their heads.

    So a Korean noun matches its word with particles, and a clitic the verb that it is written with.
    A mention's head is the token that holds the gold head, else the one that the parse shows.
    """
    mentions = [_widened(item, side[item.segment]) for item in document.mentions]
    return with_heads(replace(document, mentions=in_order(mentions)), side)


def _widened(item: GoldMention, tokens: Tokens) -> GoldMention:
    inside = [
        index
        for index in range(len(tokens))
        if tokens.starts[index] < item.end and item.start < tokens.ends[index]
    ]
    if not inside:
        return item
    start = min(tokens.starts[index] for index in inside)
    end = max(tokens.ends[index] for index in inside)
    if item.head is None:
        return replace(item, start=start, end=end)
    held = [index for index in inside if tokens.starts[index] <= item.head < tokens.ends[index]]
    head = tokens.starts[held[0]] if held else None
    return replace(item, start=start, end=end, head=head)


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
