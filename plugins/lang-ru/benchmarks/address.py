"""Russian address against two test corpora without gold marks: film subtitles and deixis.

`ctxpro` (Wicks & Post 2023) names the pronoun of address that a rule found in a subtitle: counted
is the class that it is given. Voita et al. 2019 give four lines in a right and a wrong version,
which differ in the address of some words: counted is in which of the two fewer words go against
the others. Run: `python plugins/lang-ru/benchmarks/address.py ctxpro|deixis FILE.json …
[--half B]`. Half A is for reading errors; the English text decides.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from hashlib import sha256
from pathlib import Path
from typing import Any

from discotag_dev.packs import PackTagger

Item = dict[str, Any]
OPTIONS = {"formality": {"verbs": "all"}}
DETACHED = re.compile(r" (?=[.,!?;:…]|'(?:s|m|re|ll|ve|d)\b)| ?(n) (?='t\b)")


def half(english: str) -> str:
    """Return the half, A or B, that a text belongs to."""
    return "AB"[sha256(english.encode()).digest()[0] % 2]


def ctxpro(items: list[Item], tagger: PackTagger) -> Counter[str]:
    """Count the classes that the named pronouns are given."""
    found: Counter[str] = Counter()
    for item in items:
        marks = tagger.marks([item["src segment"]], [item["ref segment"]], "formality")
        classes = {name.split()[1].lower(): name.split()[2] for name, _ in marks}
        pronoun = item["expected"].lower()
        found[
            f"{'ты' if pronoun.startswith('т') else 'вы'} {classes.get(pronoun, 'unmarked')}"
        ] += 1
    return found


def deixis(items: list[Item], tagger: PackTagger) -> Counter[str]:
    """Count the texts whose right version has fewer words that go against the others."""
    found: Counter[str] = Counter()
    for item in items:
        against = []
        for version in item["dst"]:
            marks = tagger.marks(lines(item["src"]), lines(version), "formality")
            classes = Counter(name.split()[2] for name, _ in marks)
            against.append(min(classes["t"], classes["v"]))
        right = against.pop(item["true_ind"])
        found["right one uniform"] += right == 0
        found["told" if right < against[0] else "tied" if right == against[0] else "reversed"] += 1
    return found


def lines(text: str) -> list[str]:
    """Cut a tokenized text at `_eos` and join words and marks."""
    return [DETACHED.sub(r"\1", line.strip()) for line in text.split("_eos")]


def main() -> None:
    """Read the files, tag and print the counts."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n", maxsplit=1)[0])
    parser.add_argument("kind", choices=("ctxpro", "deixis"))
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--half", choices=("A", "B"), default="B")
    given = parser.parse_args()
    key = "src segment" if given.kind == "ctxpro" else "src"
    items = [
        item
        for path in given.files
        for item in json.loads(path.read_text("utf-8"))
        if half(item[key]) == given.half
    ]
    tagger = PackTagger("ru", ("formality",), OPTIONS)
    count = ctxpro if given.kind == "ctxpro" else deixis
    sys.stdout.write(f"{len(items)} texts\n")
    for name, number in sorted(count(items, tagger).items()):
        sys.stdout.write(f"{name:20} {number:6}\n")


if __name__ == "__main__":
    main()
