"""Write the Italian pack's word list: headwords of Wiktionary with gender or part of speech.

`python -m training.pipelines.italian_words it-en-enwiktionary.txt --out words.txt`

A line is a word and letters: `m`, `f` nouns, `a` adjectives, `d` adverbs, `v` infinitives
(without *-si*), `x` what is no open class, `p` names.
"""

from __future__ import annotations

import argparse
import re
from collections import defaultdict
from pathlib import Path

ENTRY = re.compile(r"^(?P<word>[^\W\d_]+) \{(?P<kind>[a-z]+)[^}]*\} :: (?P<text>.*)")
KINDS = {
    "m": "m",
    "f": "f",
    "mf": "mf",
    "fm": "mf",
    "mp": "m",
    "fp": "f",
    "adj": "a",
    "adv": "d",
    "pron": "x",
    "prep": "x",
    "conj": "x",
    "art": "x",
    "contraction": "x",
    "num": "x",
    "interj": "i",
    "prop": "p",
    "v": "v",
    "vt": "v",
    "vi": "v",
    "vit": "v",
    "vr": "v",
}
LEFT_OUT = re.compile(r"(?i)obsolete|archaic|apocopic form|plural of|\bform of\b(?! the)")
FEMININE_IN_O = frozenset({
    "auto", "dinamo", "foto", "libido", "mano", "metro", "moto", "radio", "biro", "virago", "eco",
})  # fmt: skip


def words(lines: list[str]) -> dict[str, str]:
    """Return the words of a dictionary with their letters, sorted."""
    found: dict[str, set[str]] = defaultdict(set)
    for line in lines:
        entry = ENTRY.match(line)
        if entry is None or entry["kind"] not in KINDS or LEFT_OUT.search(entry["text"]):
            continue
        word, letters = entry["word"], KINDS[entry["kind"]]
        if letters == "p":
            found[word.lower()].add("p")
        elif letters == "v":
            infinitive = re.sub("rsi$", "re", word)
            if infinitive.endswith("re"):
                found[infinitive].add("v")
        elif word.islower():
            found[word].update(letters)
    for word, kinds in found.items():
        if word.endswith("o") and "f" in kinds and word not in FEMININE_IN_O:
            kinds.discard("f")  # the list confuses amico with amica
            kinds.add("m")
    return {word: "".join(sorted(kinds)) for word, kinds in sorted(found.items())}


def main() -> None:
    """Read the arguments and write the list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("dictionary", type=Path)
    parser.add_argument("--out", type=Path, required=True)
    given = parser.parse_args()
    found = words(given.dictionary.read_text("utf-8").splitlines())
    given.out.write_text("".join(f"{word} {found[word]}\n" for word in found), "utf-8")


if __name__ == "__main__":
    main()
