"""Learn as what the packs' pipelines read dashes, quotation marks and dots that are new to them.

    python -m training.marks DATA [--languages pt,de,…] [--write]

A treebank of newspapers may have `-` and `"` alone; then *—* before a speech, “ and … are unknown
words to the parser, and mostly names. Each mark is put to sentences of the treebank that have none
(`SENTENCES` of the part `dev`, else of `test`, read for their text alone): before them, around
them, at their end. The share of words that keep part of speech, head and relation shows which
marks of a kind are known. One that loses `LEAST` points more than the best one is read as that,
unless it stands in the treebanks of the language `KNOWN` times: the parser has learned it. Prints
the share of words kept with each mark, before and after; `--write` stores the choice as `marks` in
the pipeline's `meta.json`.
"""

from __future__ import annotations

import argparse
import json
import re
from collections import Counter
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING

from discotag.plugins.analyzers.embedded.affixes import MARKS
from discotag.plugins.analyzers.embedded.analyzer import load
from discotag.plugins.analyzers.embedded.conversion import analyze_with
from discotag.plugins.analyzers.embedded.inference import read_as

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from spacy.language import Language

    from discotag.core.tokens import Tokens

PLUGINS = Path(__file__).parents[1] / "plugins"
SENTENCES, LENGTHS = 150, range(20, 160)
"""How many sentences are read, and how many characters they have."""
LEAST = 1.5
"""Points that a mark must lose against the best of its kind to be read as that."""
KNOWN = 20
"""Times that a mark must stand in treebanks to be known. Without this the Korean pipeline, which
knows the plain mark well, loses 2.8 points of LAS on GSD test."""
WORSE = 0.5
"""Points that a kind may lose by the choice; else its marks stay as they are."""
DASHES = ("-", "–", "—", "―")
QUOTES = ('""', "''", "«»", "“”", "„“", "„”", "»«", "‘’", "「」", "『』")
"""Opening and closing marks; plain ones come first, for either may stand for both."""
DOTS = (".", "…")
HAS_MARKS = re.compile("[\"“”„«»「」『』—–―…‘’]| [-'] |^[-']")

Word = tuple[str, int, str]
"""What a word must keep: its part of speech, where its head begins, its relation."""


def sentences(data: Path, language: str) -> list[str]:
    """Return texts of a language's treebank that hold no marks."""
    for part in ("dev", "test"):
        found = [
            line.removeprefix("# text = ").strip()
            for path in sorted(data.rglob(f"{language}_*-ud-{part}*.conllu"))
            for line in path.read_text(encoding="utf-8").splitlines()
            if line.startswith("# text = ")
        ]
        good = [text for text in found if len(text) in LENGTHS and not HAS_MARKS.search(text)]
        if good:
            Random(3).shuffle(good)
            return good[:SENTENCES]
    return []


def known_marks(data: Path, language: str) -> set[str]:
    """Return the marks that a language's treebanks hold as words of their own."""
    counts: Counter[str] = Counter()
    for path in sorted(data.rglob(f"{language}_*-ud-*.conllu")):
        for line in path.read_text(encoding="utf-8").splitlines():
            _, _, rest = line.partition("\t")
            form = rest.partition("\t")[0]
            if len(form) == 1:
                counts[form] += 1
    every = set("".join((*DASHES, *QUOTES, *DOTS)))
    return {mark for mark in every if counts[mark] >= KNOWN}


def words(tokens: Tokens, shift: int) -> dict[tuple[int, str], Word]:
    """Return what a text's words have, by their place less `shift` and their form."""
    found: dict[tuple[int, str], Word] = {}
    for word in tokens:
        if any(letter.isalnum() for letter in word.form):
            head = tokens.starts[word.head] - shift if word.head >= 0 else -1
            found[tokens.starts[word.index] - shift, word.form] = (word.upos, head, word.deprel)
    return found


def marked(text: str, marks: str) -> tuple[str, int]:
    """Return a text with marks, and how many characters stand before it now."""
    if marks in DASHES:
        return f"{marks} {text}", 2
    if marks in DOTS:
        return text.rstrip(".。") + marks, 0
    return f"{marks[0]}{text}{marks[1]}", 1


def kept(nlp: Language, texts: Sequence[str], marks: str) -> float:
    """Return the share of words, in %, that keep what they have when marks are added."""
    made = [marked(text, marks) for text in texts]
    before, after = analyze_with(nlp, texts), analyze_with(nlp, [text for text, _ in made])
    total = same = 0
    for one, other, (_, shift) in zip(before, after, made, strict=True):
        found = words(other, shift)
        own = words(one, 0)
        total += len(own)
        same += sum(found.get(place) == word for place, word in own.items())
    return 100 * same / total


def choice(shares: Mapping[str, float], kept_as_is: Collection[str] = ()) -> dict[str, str]:
    """Return as what each mark is to be read, by the shares of words that marks let be.

    Args:
        shares: words kept with each mark, in %.
        kept_as_is: marks that are known, whatever they let be.
    """
    found: dict[str, str] = {}
    for kind in (DASHES, QUOTES, DOTS):
        best = max(kind, key=lambda marks: (shares[marks], -kind.index(marks)))
        plain = [marks for marks in kind if len(set(marks)) == 1]
        if shares[plain[0]] >= shares[best] - LEAST:
            best = plain[0]
        for marks in kind:
            if shares[marks] < shares[best] - LEAST:
                for mark, known in zip(marks, best, strict=True):
                    if mark not in best and mark not in kept_as_is:
                        found.setdefault(mark, known)
    return found


def learn(
    path: Path, texts: Sequence[str], kept_as_is: Collection[str]
) -> tuple[dict[str, str], str]:
    """Return the choice for a pipeline, and a table of what it does."""
    nlp = read_as(load(path), {})
    all_marks = (*DASHES, *QUOTES, *DOTS)
    before = {marks: kept(nlp, texts, marks) for marks in all_marks}
    found = choice(before, kept_as_is)
    nlp = read_as(load(path), found)
    after = {marks: kept(nlp, texts, marks) for marks in all_marks}
    worse = {mark for marks in all_marks if after[marks] < before[marks] - WORSE for mark in marks}
    if worse:
        found = {mark: known for mark, known in found.items() if mark not in worse}
        nlp = read_as(load(path), found)
        after = {marks: kept(nlp, texts, marks) for marks in all_marks}
    rows = (f"{marks} {before[marks]:.1f} {after[marks]:.1f}" for marks in all_marks)
    return found, " | ".join(rows)


def store(path: Path, marks: Mapping[str, str]) -> None:
    """Write the choice into a pipeline's meta."""
    file = path / "meta.json"
    meta = json.loads(file.read_text(encoding="utf-8"))
    meta[MARKS] = dict(sorted(marks.items()))
    file.write_text(json.dumps(meta, ensure_ascii=False, indent=1), encoding="utf-8")


def pipelines(languages: str | None) -> Iterator[tuple[str, Path]]:
    """Yield the packs' languages and pipelines."""
    for path in sorted(PLUGINS.glob("lang-*/discotag_lang_*/pipeline")):
        code = path.parent.name.rpartition("_")[2]
        if languages is None or code in languages.split(","):
            yield code, path


def main() -> None:
    """Choose, print, and store if asked to."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("data", type=Path, help="the folder with treebanks")
    parser.add_argument("--languages", help="codes, comma-separated; default: all packs")
    parser.add_argument("--write", action="store_true", help="store the choice in meta.json")
    given = parser.parse_args()
    for code, path in pipelines(given.languages):
        texts = sentences(given.data, code)
        if not texts:
            print(f"{code}  no {code}_*-ud-dev or -test file with texts below {given.data}")
            continue
        marks, told = learn(path, texts, known_marks(given.data, code))
        print(code, len(texts), told, marks, sep="  ", flush=True)
        if given.write:
            store(path, marks)


if __name__ == "__main__":
    main()
