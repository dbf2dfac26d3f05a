"""Detection of elliptical English segments: ctxpro's auxiliaries, Penn Treebank trees.

ctxpro's `auxiliary` examples hold an auxiliary whose verb is elided, as its own rules found it (no
gold standard: "Do it." counts as one there): found means a site of kind `vp` in the segment. In a
tree (`.mrg`, zipped or not) a sentence is elliptical where the trace `*?*` stands, as in the MuDA
papers, whose trained classifier reached P 0.77 and R 0.73; many traces stand in comparisons ("than
they had"). The papers print no rule for ellipsis, so there is none to compare with.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING
from zipfile import BadZipFile, ZipFile

from pydantic import BaseModel, Field

from benchmarks.tasks.harness import Figures, Value, half, json_items, ratio, scores, without_data
from discotag.core.errors import InputError
from discotag.core.interfaces import Context
from discotag.core.language import LanguagePack
from discotag.plugins.analyzers.embedded.analyzer import EmbeddedAnalyzer
from discotag_lang_en.ellipsis.sites import EllipsisRules

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag.core.tokens import Tokens

Sites = tuple[tuple[int, str, float], ...]
LEAF = re.compile(r"\(([^\s()]+) ([^\s()]+)\)")
JOINED = re.compile(r" (n't|'s|'re|'ve|'ll|'d|'m|[,.?!;:%])")
BRACKETS = {"`` ": '"', " ''": '"', "$ ": "$", "-LRB- ": "(", " -RRB-": ")"}
CUTS = (0.0, 0.5, 0.6)
"""Smallest confidences of sites that count; 0.6 is the tagger's default."""
KINDS = {"vp": {"vp"}, "all kinds": {"vp", "np", "gapping", "sluice"}}


class Example(BaseModel):
    """An example of ctxpro; other fields are let through."""

    document: str = Field(alias="document id")
    source: str = Field(alias="src segment")


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--half", choices=("A", "B"), help="only ctxpro documents of this half")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Look for sites in every file below the folder."""
    figures = []
    rows = [row for path in _files(given.folder) for row in _examples(path, given.half)]
    if rows:
        title = f"ellipsis in ctxpro's examples, half {given.half or 'A and B'}"
        columns = ("file, confidence", "examples", "found", "recall")
        figures.append(Figures(title, columns, tuple(rows)))
    if trees_rows := _traces(given.folder):
        of_traces = ("sites, confidence", "traces", "said", "right", "P", "R")
        figures.append(Figures("ellipsis in treebank sentences", of_traces, tuple(trees_rows)))
    if not figures:
        raise without_data("auxiliary.*.json or .mrg trees", given.folder)
    return figures


def analysed_sites(texts: Sequence[str]) -> list[tuple[Tokens, Sites]]:
    """Return each text's tokens and sites, as the pack's detector finds them."""
    english = LanguagePack.from_package("discotag_lang_en")
    context = Context("embedded", english, english, side="source")
    rules = EllipsisRules.create(context)
    analysed = EmbeddedAnalyzer.create(context).analyze(texts)
    return [(tokens, tuple(rules.sites(tokens))) for tokens in analysed]


def _files(folder: Path) -> list[Path]:
    return [folder] if folder.is_file() else sorted(folder.rglob("auxiliary.*.json"))


def _examples(path: Path, wanted: str | None) -> Iterator[tuple[Value, ...]]:
    if path.suffix != ".json":
        return
    examples = [
        example.source
        for _, example in json_items(path, Example)
        if wanted in {None, half(example.document)}
    ]
    found = [sites for _, sites in analysed_sites(examples)]
    for cut in CUTS:
        hits = sum(any(kind == "vp" and s >= cut for _, kind, s in sites) for sites in found)
        yield f"{path.name} >= {cut}", len(examples), hits, ratio(hits, len(examples))


def _traces(folder: Path) -> list[tuple[Value, ...]]:
    items = list(sentences(folder))
    found = [sites for _, sites in analysed_sites([text for text, _ in items])]
    rows: list[tuple[Value, ...]] = []
    for name, kinds in KINDS.items() if items else ():
        for cut in CUTS:
            said = [any(k in kinds and s >= cut for _, k, s in sites) for sites in found]
            gold = [is_gold for _, is_gold in items]
            right = sum(one and other for one, other in zip(said, gold, strict=True))
            precision, recall, _ = scores(right, sum(said), sum(gold))
            rows.append((f"{name} >= {cut}", sum(gold), sum(said), right, precision, recall))
    return rows


def sentences(path: Path) -> Iterator[tuple[str, bool]]:
    """Yield each sentence of the combined trees, and whether it holds the trace."""
    for name, content in contents(path):
        for tree in trees(content, name):
            leaves = LEAF.findall(tree)
            words = [word for tag, word in leaves if tag != "-NONE-"]
            text = JOINED.sub(r"\1", " ".join(words))
            for old, new in BRACKETS.items():
                text = text.replace(old, new)
            if text:
                yield text, any(word.startswith("*?*") for _, word in leaves)


def contents(path: Path) -> Iterator[tuple[str, str]]:
    """Yield name and text of every `.mrg` file in an archive, or a folder of files or archives."""
    if path.is_dir():
        for other in sorted([*path.rglob("*.mrg"), *path.rglob("*.zip")]):
            yield from contents(other)
    elif path.suffix == ".zip":
        try:
            archive = ZipFile(path)
        except BadZipFile as error:
            raise InputError("is no zip archive; is the file complete?", path=path) from error
        with archive as files:
            for name in sorted(name for name in files.namelist() if name.endswith(".mrg")):
                yield f"{path}/{name}", files.read(name).decode("latin-1")
    elif path.suffix == ".mrg":
        yield str(path), path.read_text("latin-1")


def trees(text: str, name: str) -> Iterator[str]:
    """Split a file into its bracketed trees; InputError, naming it, where brackets do not match."""
    depth = start = 0
    for index, letter in enumerate(text):
        if letter == "(":
            start = index if depth == 0 else start
            depth += 1
        elif letter == ")":
            depth -= 1
            if depth < 0:
                line = text.count("\n", 0, index) + 1
                raise InputError("a bracket closes that was not opened", path=name, line=line)
            if depth == 0:
                yield text[start : index + 1]
    if depth:
        line = text.count("\n", 0, start) + 1
        raise InputError("the tree that begins here does not end", path=name, line=line)
