"""How often an English pronoun is linked to its ambiguous French counterpart, as SCAT marks them.

Taken are the segments with exactly one marked pronoun on each side, in the embedded tokens. Run:
`python benchmarks/pronoun_links.py SCAT --table en-fr.npz`, SCAT being the folder of the corpus
(Yin et al. 2021, "Do context-aware translation models pay the right attention?").
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.alignment import words
from discotag.plugins.lexicon_aligner.aligner import LexiconAligner
from discotag.plugins.lexicon_aligner.storage import load
from training.lexicons.recipe import read_recipe
from training.lexicons.tokens import tokenizer_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from spacy.tokens import Doc

CONTEXT_MARK = re.compile(r"\s*(?:</?hon>|<hoff>)\s*")
PRONOUN = re.compile(r"(?<!\w)<p>(\w+)</p>(?!\w)")
Marked = tuple[list[str], int]


def marked(line: str, tokenizer: Callable[[str], Doc]) -> Marked | None:
    """Give a line's tokens and the place of its marked pronoun, None unless it has just one."""
    text = CONTEXT_MARK.sub(" ", line).strip()
    found = PRONOUN.search(text)
    if found is None or text.count("<p>") != 1:
        return None
    plain = text.replace("<p>", "").replace("</p>", "")
    tokens = [token for token in tokenizer(plain) if not token.is_space]
    place = next(
        index
        for index, token in enumerate(tokens)
        if token.idx <= found.start() < token.idx + len(token)
    )
    return [token.text for token in tokens], place


def pairs(folder: Path, part: str) -> Iterator[tuple[Marked, Marked]]:
    """Yield the segments with one marked pronoun on each side."""
    tokenizers = [tokenizer_of(read_recipe(code)) for code in ("en", "fr")]
    texts = [
        (folder / f"highlighted.{part}.{code}").read_text("utf-8").splitlines()
        for code in ("en", "fr")
    ]
    for lines in zip(*texts, strict=True):
        english, french = (
            marked(line, tokenizer) for line, tokenizer in zip(lines, tokenizers, strict=True)
        )
        if english is not None and french is not None:
            yield english, french


def main() -> None:
    """Align and count."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("scat", type=Path)
    parser.add_argument("--table", type=Path, required=True)
    parser.add_argument("--part", default="valid", choices=("train", "valid"))
    given = parser.parse_args()
    found = list(pairs(given.scat, given.part))
    aligner = LexiconAligner(load(given.table))
    links = aligner.align([(words(first[0]), words(second[0])) for first, second in found])
    linked = sum(
        (first[1], second[1]) in alignment.links
        for (first, second), alignment in zip(found, links, strict=True)
    )
    alone = sum(
        not alignment.targets(first[1]) for (first, _), alignment in zip(found, links, strict=True)
    )
    report = {
        "segments": len(found),
        "linked": round(100 * linked / len(found), 2),
        "pronoun_without_link": round(100 * alone / len(found), 2),
    }
    json.dump(report, sys.stdout)
    sys.stdout.write("\n")


if __name__ == "__main__":
    main()
