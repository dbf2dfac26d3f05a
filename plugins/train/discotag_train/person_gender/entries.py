"""Entries of the Wiktionary dictionaries: senses of English words, and words for them."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, NamedTuple
from unicodedata import normalize

from discotag.plugin import InputError

if TYPE_CHECKING:
    from pathlib import Path

FILES = {"ar": "arb"}
"""Where the dictionary's code is not ours."""
CODES = ("ar", "de", "es", "fr", "he", "it", "nl", "pt", "ro", "ru")
"""Languages whose pairs tell which senses of English words name persons."""
MORE = ("cs", "pl", "sv")
"""Languages that get lists by these senses, if their dictionary is there."""
LINE = re.compile(r"(?P<head>[^{]+?) \{(?P<pos>\w+)\}(?P<rest>.*?) :: (?P<words>.+)")
SENSE = re.compile(r"\(([^()]*(?:\([^()]*\)[^()]*)*)\)\s*$")
NOTES = re.compile(r"/[^/]*/|\[[^\]]*\]|\([^)]*\)")
WORD = re.compile(
    r"(?:[\w .]+: )?(?P<word>[^\W\d_][\w'’-]*)(?P<genders>(?: *\{[mfnc](?:-p|-s)?\})+)"
)
HARAKAT = re.compile("[\u0591-\u05bd\u05bf-\u05c7\u064b-\u0652\u0670\u0640\u0301]")
"""Marks of vowels and stress, which running text leaves out."""


class Entry(NamedTuple):
    """A sense of an English word, and its translations of one word each.

    Args:
        head: the English word.
        is_name: whether it is a proper noun.
        sense: what the dictionary says of the sense; may be empty.
        words: pairs of a word and its genders, of the letters m, f, n, c.
    """

    head: str
    is_name: bool
    sense: str
    words: tuple[tuple[str, str], ...]


def read_entries(folder: Path, code: str) -> tuple[Entry, ...]:
    """Read the nouns and names of one dictionary; InputError where it is not there."""
    path = path_of(folder, code)
    if not path.is_file():
        raise InputError("is not there: a dictionary of Wiktionary, from English", path=path)
    found = []
    for line in path.read_text(encoding="utf-8").splitlines():
        match = LINE.fullmatch(line)
        if match is None or match["pos"] not in {"n", "prop"}:
            continue
        sense = SENSE.search(match["rest"])
        words = tuple(_words(match["words"]))
        told = sense[1] if sense else ""
        found.append(Entry(match["head"].strip(), match["pos"] == "prop", told, words))
    return tuple(found)


def path_of(folder: Path, code: str) -> Path:
    """Return where a language's dictionary lies, `en-xx-enwiktionary.txt` or `en-xx.txt`."""
    short = folder / f"en-{code}.txt"
    named = folder / f"en-{FILES.get(code, code)}-enwiktionary.txt"
    return short if short.is_file() and not named.is_file() else named


def plain(word: str) -> str:
    """Return a word as running text has it: composed, without vowel points and stress."""
    return normalize("NFC", HARAKAT.sub("", word))


def _words(text: str) -> list[tuple[str, str]]:
    found = []
    for part in re.split(r"[,;]", NOTES.sub("", text)):
        match = WORD.fullmatch(part.strip())
        if match:
            found.append((plain(match["word"]), "".join(re.findall(r"\{(\w)", match["genders"]))))
    return found
