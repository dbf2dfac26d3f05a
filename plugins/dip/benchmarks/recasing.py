"""Gives back capitals and apostrophes to text that has lost both, as eval-anaphora's has.

A word is written as it mostly is within the lines of other text; one that is not found there, nor
the word it is formed from, is taken for a name.
"""

from __future__ import annotations

import re
from collections import Counter, defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from pathlib import Path

WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
QUOTED = frozenset("\"“'.!?:")
NEGATED = frozenset(
    "ain aren can couldn didn doesn don hadn hasn haven isn mightn mustn needn shouldn wasn weren won wouldn".split()  # noqa: E501, SIM905
)
SHORTENED = {
    "ll": frozenset({"i", "you", "he", "she", "it", "we", "they", "that", "who", "there", "what"}),
    "ve": frozenset({"i", "you", "we", "they", "who", "there", "could", "would", "should", "might", "must"}),  # noqa: E501
    "re": frozenset({"you", "we", "they", "there", "what", "who"}),
    "d": frozenset({"i", "you", "he", "she", "it", "we", "they", "that", "who", "there"}),
    "m": frozenset({"i"}),
}  # fmt: skip
"""Endings and the words that they follow with an apostrophe; *s* follows any word."""
ENDINGS = ("s", "es", "ed", "d", "ing", "er", "est", "ly", "ness", "ies")


def recaser(paths: Iterable[Path]) -> Callable[[str], str]:
    """Learn from files how words are written; text of a line ends before a tab or ` :: `.

    The first word counts only in entries of dictionaries (`headword :: …`).

    Args:
        paths: English text, or tables and dictionaries whose first column is English.
    """
    counts: dict[str, Counter[str]] = defaultdict(Counter)
    for path in paths:
        for line in path.read_text(encoding="utf-8").splitlines():
            text, entry, _ = line.partition("\t")[0].partition(" :: ")
            found = list(WORD.finditer(text))
            for word in found if entry else found[1:]:
                before = text[: word.start()].rstrip()[-1:]
                if before not in QUOTED:
                    counts[word[0].lower()][word[0]] += 1
    usual = {word: max(sorted(forms), key=forms.__getitem__) for word, forms in counts.items()}
    return lambda line: recased(line, usual)


def recased(line: str, usual: dict[str, str]) -> str:
    """Write a line of words between spaces with capitals and apostrophes.

    Args:
        line: the line.
        usual: word in lower case → as it is mostly written.
    """
    words: list[str] = []
    opens, last = True, ""
    for word in line.split():
        if words and _is_ending(word, last):
            words[-1] += f"'{word}"
        else:
            written = _written(word, usual)
            words.append(written[:1].upper() + written[1:] if opens else written)
        opens, last = word in {".", "!", "?"}, word
    return " ".join(words)


def _is_ending(word: str, last: str) -> bool:
    """Return whether a word is what an apostrophe cut from the one before."""
    if word == "t":
        return last in NEGATED
    if word == "s":
        return last.isalpha() and last != "s"
    return last in SHORTENED.get(word, frozenset())


def _written(word: str, usual: dict[str, str]) -> str:
    if word in usual:
        return usual[word]
    if word == "i" or (word.isalpha() and len(word) > 1 and not _is_formed(word, usual)):
        return word.capitalize()
    return word


def _is_formed(word: str, usual: dict[str, str]) -> bool:
    """Return whether a word is formed from one that is written in lower case."""
    for ending in ENDINGS:
        stem = word.removesuffix(ending)
        if stem != word and any(usual.get(stem + end) == stem + end for end in ("", "e", "y")):
            return True
    return word in NEGATED
