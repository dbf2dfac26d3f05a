"""Recall of the English ellipsis rules on ctxpro's auxiliary examples.

    python benchmarks/ellipsis.py DISCOTAG_DATA/ctxpro/auxiliary.opensubtitles.en-fr.*.json

Each example is a source segment that holds an auxiliary whose verb is elided, as ctxpro's own
rules found it. Found means: a site of kind `vp` in the segment; found there, that it stands at
that auxiliary. Half A (documents of odd order) is for tuning, half B for reporting. ctxpro's
rules are no gold standard: "Do it." counts as an example there.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discotag.core.interfaces import Context
from discotag.core.language import LanguagePack
from discotag.plugins.embedded.analyzer import EmbeddedAnalyzer
from discotag_lang_en.ellipsis.annotator import EllipsisRules

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

CUTS = (0.0, 0.6)
"""Smallest confidences of sites that count: all, and the tagger's default."""


def halves(examples: Iterable[dict[str, Any]]) -> tuple[list[dict[str, Any]], list[dict[str, Any]]]:
    """Split the examples by document, so that no document is in both halves."""
    by_document: dict[str, list[dict[str, Any]]] = {}
    for example in examples:
        by_document.setdefault(example["document id"], []).append(example)
    documents = [by_document[name] for name in sorted(by_document)]
    return list(chain(*documents[0::2])), list(chain(*documents[1::2]))


def measure(
    examples: Sequence[dict[str, Any]],
    analyzer: EmbeddedAnalyzer,
    rules: EllipsisRules,
    *,
    show: int,
) -> list[str]:
    """Give lines of figures, and `show` examples that were missed."""
    segments = analyzer.analyze([example["src segment"] for example in examples])
    found, there, missed = dict.fromkeys(CUTS, 0), dict.fromkeys(CUTS, 0), []
    for example, tokens in zip(examples, segments, strict=True):
        sites = [site for site in rules.sites(tokens) if site[1] == "vp"]
        for cut in CUTS:
            kept = [tokens.forms[token].lower() for token, _, score in sites if score >= cut]
            found[cut] += bool(kept)
            there[cut] += example["src verb"].lower() in kept
        if not sites:
            missed.append(f"  missed: {example['src segment']}")
    size = len(examples)
    lines = [
        f"confidence >= {cut}: found {found[cut]}/{size} = {found[cut] / size:.3f},"
        f" there {there[cut] / size:.3f}"
        for cut in CUTS
    ]
    random.Random(12345).shuffle(missed)
    return lines + missed[:show]


def main() -> None:
    """Read the files, print recall per file and half."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("paths", nargs="+", type=Path, help="ctxpro files, or folders of them")
    parser.add_argument("--show", type=int, default=0, help="missed examples of half A to print")
    arguments = parser.parse_args()
    english = LanguagePack.from_package("discotag_lang_en")
    context = Context("embedded", english, english, side="source")
    analyzer, rules = EmbeddedAnalyzer.create(context), EllipsisRules.create(context)
    files = [
        file
        for path in arguments.paths
        for file in (sorted(path.glob("auxiliary.*.json")) if path.is_dir() else [path])
    ]
    if not files:
        parser.error("no auxiliary.*.json in the folders named")
    for file in files:
        for name, half in zip("AB", halves(json.loads(file.read_text("utf-8"))), strict=True):
            show = arguments.show if name == "A" else 0
            for line in measure(half, analyzer, rules, show=show):
                sys.stdout.write(f"{file.name} {name}: {line}\n")


if __name__ == "__main__":
    main()
