"""Precision and recall of the English ellipsis rules on Penn Treebank trees, sentence by sentence.

    python benchmarks/ellipsis_treebank.py DISCOTAG_DATA/ellipsis/penn-treebank-sample.zip

A sentence is elliptical where its tree holds the trace `*?*`, as in the MuDA papers, whose trained
classifier reached P 0.77 and R 0.73 on text of the same kind. Many such traces stand in comparisons
("than they had"), and some plain ellipses ("once we do") have none. The text is put together from
the leaves without the treebank's own spaces.
"""

from __future__ import annotations

import argparse
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING
from zipfile import ZipFile

from discotag.core.interfaces import Context
from discotag.core.language import LanguagePack
from discotag.plugins.embedded.analyzer import EmbeddedAnalyzer
from discotag_lang_en.ellipsis.annotator import EllipsisRules

if TYPE_CHECKING:
    from collections.abc import Iterator

LEAF = re.compile(r"\(([^\s()]+) ([^\s()]+)\)")
JOINED = re.compile(r" (n't|'s|'re|'ve|'ll|'d|'m|[,.?!;:%])")
BRACKETS = {"`` ": '"', " ''": '"', "$ ": "$", "-LRB- ": "(", " -RRB-": ")"}
CUTS = (0.0, 0.5, 0.6)
KINDS = {"vp": {"vp"}, "all kinds": {"vp", "np", "gapping", "sluice"}}


def sentences(path: Path) -> Iterator[tuple[str, bool]]:
    """Give each sentence of the combined trees, and whether it holds the trace."""
    for content in contents(path):
        for tree in trees(content):
            leaves = LEAF.findall(tree)
            words = [word for tag, word in leaves if tag != "-NONE-"]
            text = JOINED.sub(r"\1", " ".join(words))
            for old, new in BRACKETS.items():
                text = text.replace(old, new)
            if text:
                yield text, any(word.startswith("*?*") for _, word in leaves)


def contents(path: Path) -> Iterator[str]:
    """Give the text of every `.mrg` file in an archive, or in a folder of files or archives."""
    if path.is_dir():
        for other in sorted([*path.rglob("*.mrg"), *path.rglob("*.zip")]):
            yield from contents(other)
    elif path.suffix == ".zip":
        with ZipFile(path) as files:
            for name in sorted(name for name in files.namelist() if name.endswith(".mrg")):
                yield files.read(name).decode("latin-1")
    else:
        yield path.read_text("latin-1")


def trees(text: str) -> Iterator[str]:
    """Split a file into its bracketed trees."""
    depth = start = 0
    for index, letter in enumerate(text):
        if letter == "(":
            start = index if depth == 0 else start
            depth += 1
        elif letter == ")":
            depth -= 1
            if depth == 0:
                yield text[start : index + 1]


def main() -> None:
    """Read the archive, print precision and recall per kind and confidence."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument(
        "path", type=Path, help="a zip archive of .mrg files, or a folder of either"
    )
    items = list(sentences(parser.parse_args().path))
    if not items:
        parser.error("no tree is found there")
    english = LanguagePack.from_package("discotag_lang_en")
    context = Context("embedded", english, english, side="source")
    rules = EllipsisRules.create(context)
    analysed = EmbeddedAnalyzer.create(context).analyze([text for text, _ in items])
    found = [(rules.sites(tokens), gold) for tokens, (_, gold) in zip(analysed, items, strict=True)]
    for name, kinds in KINDS.items():
        for cut in CUTS:
            hits = [(any(k in kinds and s >= cut for _, k, s in sites), g) for sites, g in found]
            right = sum(hit and gold for hit, gold in hits)
            said, gold_size = sum(hit for hit, _ in hits), sum(gold for _, gold in hits)
            sys.stdout.write(
                f"{name}, confidence >= {cut}: P {right}/{said} = {right / max(1, said):.3f},"
                f" R {right}/{gold_size} = {right / max(1, gold_size):.3f}, {len(hits)} sentences\n"
            )


if __name__ == "__main__":
    main()
