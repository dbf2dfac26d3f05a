"""Address in the sentences of a grammar: what the tagger marks against the treebank's persons.

UD Turkish-GB holds the examples of a grammar with English translations (`# en`). A word bears an
address where its person is the second, or its possessor's is and the English has *you* or *your*:
`v` if it begins with *siz*, holds *-nIz* or is a plural, else `t` (its
own number is often missing).
Run: `python plugins/lang-tr/benchmarks/address.py tr_gb-ud-test.conllu --half B [--errors]`.
"""

from __future__ import annotations

import argparse
import re
from collections import Counter
from pathlib import Path

from discotag_dev.packs import PackTagger

YOU = re.compile(r"\byou", re.IGNORECASE)
V = re.compile(r"^siz|n[ıiuü]z")
Line = tuple[str, str, Counter[tuple[str, ...]]]


def read(path: Path) -> list[Line]:
    """Return English, Turkish, and the words that bear an address with their classes."""
    lines = []
    for block in path.read_text(encoding="utf-8").split("\n\n"):
        comments = dict(
            line[2:].split(" = ", 1)
            for line in block.splitlines()
            if line[:2] == "# " and " = " in line
        )
        if "en" in comments:
            lines.append((comments["en"], comments["text"], _gold(block, comments["en"])))
    return lines


def _gold(block: str, english: str) -> Counter[tuple[str, ...]]:
    """Return form and class of each surface word with a second person."""
    found: Counter[tuple[str, ...]] = Counter()
    whole, until = "", 0
    seen: set[tuple[str, int]] = set()
    for line in block.splitlines():
        row = line.split("\t")
        if line[:1] == "#" or "." in row[0]:
            continue
        first, dash, last = row[0].partition("-")
        if dash:
            whole, until = row[1], int(last)
            continue
        form = whole if int(first) <= until else row[1]
        feats = dict(pair.split("=", 1) for pair in row[5].split("|") if "=" in pair)
        owned = feats.get("Person[psor]") == "2" and YOU.search(english)
        is_plural = V.search(form.lower()) or feats.get("Number") == "Plur"
        label = ("v" if is_plural else "t") if feats.get("Person") == "2" or owned else ""
        place = (form, until if int(first) <= until else int(first))
        if label and place not in seen:
            seen.add(place)
            found[form, label] += 1
    return found


def main() -> None:
    """Print precision, recall and F1 of each class."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument("file", type=Path)
    parser.add_argument("--half", choices=("A", "B"), help="every other sentence")
    parser.add_argument("--errors", action="store_true", help="print what is wrong")
    options = parser.parse_args()
    lines = read(options.file)
    if options.half:
        lines = lines["AB".index(options.half) :: 2]
    tagger = PackTagger("tr", ("formality",), {"formality": {"verbs": "all"}})
    counts: Counter[tuple[str, str]] = Counter()
    for english, turkish, gold in lines:
        marks = tagger.marks([english], [turkish], "formality")
        found = Counter(tuple(name.split(" ")[1:]) for name, _ in marks)
        for kind, words in (
            ("right", gold & found),
            ("extra", found - gold),
            ("missed", gold - found),
        ):
            for (form, label), count in words.items():
                counts[label, kind] += count
                if options.errors and kind != "right":
                    print(kind, label, form, "|", turkish, "|", english, sep="\t")
    for label in ("t", "v"):
        right, extra, missed = (counts[label, kind] for kind in ("right", "extra", "missed"))
        precision, recall = right / max(1, right + extra), right / max(1, right + missed)
        f1 = 2 * right / max(1, 2 * right + extra + missed)
        print(label, right + missed, f"P {precision:.3f} R {recall:.3f} F1 {f1:.3f}")


if __name__ == "__main__":
    main()
