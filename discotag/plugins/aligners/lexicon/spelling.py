"""Spellings: how forms of two scripts are made comparable, for equality and for likeness.

A spelling is NFKC, lower case, with one kind of each quotation mark, stop, comma and dash. A
romanised form is its Latin letters; Japanese words in kanji are read aloud first, because names
are what likeness is for (足利 → ashikaga).
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from typing import Any

from anyascii import anyascii

from discotag.core.errors import PluginError, UnknownNameError

Romaniser = Callable[[str], str]
COMPARED_LETTERS = 4
"""Shortest romanised form that is compared by similarity."""
LONGEST_WORD = 60
"""Longer forms are no words; nothing beyond equality is sought in them."""
ALIKE = {
    "'": "’ʼ‘`´",
    '"': "«»“”„「」『』",
    ".": "。",
    ",": "、،",
    "-": "–—‐‑",
}
MARK = re.compile(f"[{''.join(ALIKE.values())}]")
MARKS = str.maketrans({mark: plain for plain, marks in ALIKE.items() for mark in marks})
KANJI = re.compile(r"[\u3400-\u9fff々]")
LONG_VOWELS = re.compile(r"(?<=o)[uo]|(?<=u)u|[-']")


def normal(form: str) -> str:
    """Return the compared spelling of a form."""
    plain = form.translate(MARKS) if MARK.search(form) else form
    return (plain if plain.isascii() else unicodedata.normalize("NFKC", plain)).lower()


def romaniser(name: str) -> Romaniser:
    """Build the function form → Latin letters, empty if they are too few or too many to compare.

    Args:
        name: `letters` (letter by letter) or `sudachi` (Japanese, read by SudachiPy).

    Raises:
        UnknownNameError: there is no such romaniser.
        PluginError: SudachiPy is not installed.
    """
    if name not in _ROMANISERS:
        raise UnknownNameError("romaniser", name, _ROMANISERS)
    latin = _ROMANISERS[name]()

    def romanise(form: str) -> str:
        if len(form) > LONGEST_WORD:
            return ""
        letters = latin(normal(form))
        return letters if len(letters) >= COMPARED_LETTERS else ""

    return romanise


def _letters() -> Romaniser:
    return lambda word: (word if word.isascii() else anyascii(word)).lower()


def _sudachi() -> Romaniser:
    try:
        from sudachipy import Dictionary, SplitMode
    except ImportError as error:
        raise PluginError(
            "the Japanese translation table reads kanji with SudachiPy, which is not installed; "
            "try: pip install sudachipy sudachidict_core"
        ) from error
    dictionary: Any = Dictionary()
    make = getattr(dictionary, "tokenizer", dictionary.create)
    tokenizer = make(mode=SplitMode.A)

    def read(word: str) -> str:
        if KANJI.search(word):
            word = "".join(part.reading_form() for part in tokenizer.tokenize(word))
        return word if word.isascii() else LONG_VOWELS.sub("", anyascii(word).lower())

    return read


_ROMANISERS: dict[str, Callable[[], Romaniser]] = {"letters": _letters, "sudachi": _sudachi}
