"""Keys: what a word is looked up by in a translation table, so that inflected forms share an entry.

A key is described by steps joined with `+`, each `name` or `name:argument`
(`elision+snowball:french`). The form is first made comparable (`spelling.py`). A step that leaves
nothing is undone. Tables carry the description of their keys. A language pack brings steps of its
own by the entry point group `discotag.table_keys`: step name → function from word to word.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from importlib import import_module
from importlib.metadata import entry_points

import snowballstemmer

from discotag.core.errors import PluginError, UnknownNameError
from discotag.plugins.lexicon_aligner.spelling import LONGEST_WORD, normal

Key = Callable[[str], str]
ENTRY_POINTS = "discotag.table_keys"
KANJI_INITIAL = re.compile(r"([\u3400-\u9fff々]\S*?)[\u3041-\u309f]+")


def stemmer(description: str) -> Key:
    """Build the function form → key; UnknownNameError for a step that does not exist."""
    steps = tuple(_step(part) for part in description.split("+"))

    def key(form: str) -> str:
        word = normal(form)
        for step in steps:
            word = step(word) or word
        return unicodedata.normalize("NFC", word)

    return key


def pieces(key: str, known: Callable[[str], bool], shortest: int) -> tuple[str, ...]:
    """Cut an unknown key into known pieces, left to right, longest first.

    Letters between the pieces are left out.

    Args:
        key: the unknown key.
        known: tells whether a piece has an entry.
        shortest: fewest letters of a piece.
    """
    found: list[str] = []
    start = 0
    key = key[:LONGEST_WORD]
    while start + shortest <= len(key):
        for end in range(len(key), start + shortest - 1, -1):
            if known(key[start:end]):
                found.append(key[start:end])
                start = end
                break
        else:
            start += 1
    return tuple(dict.fromkeys(found))


def _step(part: str) -> Key:
    name, _, argument = part.partition(":")
    if name in _STEPS:
        return _STEPS[name](argument)
    brought = entry_points(group=ENTRY_POINTS)
    if name not in brought.names:
        raise UnknownNameError(
            "step",
            name,
            {*_STEPS, *brought.names},
            scope="of a table key",
            cure="install its language pack",
        )
    try:
        step: Key = brought[name].load()
    except Exception as error:
        raise PluginError(f"step {name!r} of a table key cannot be loaded: {error}") from error
    return step


@cache
def _snowball(language: str) -> Key:
    """Build a stemmer from its own module, for the package would give PyStemmer's if it could."""
    if language not in snowballstemmer.algorithms():
        raise UnknownNameError("Snowball stemmer", language, snowballstemmer.algorithms())
    module = import_module(f"snowballstemmer.{language}_stemmer")
    stem: Key = getattr(module, f"{language.capitalize()}Stemmer")().stemWord
    return stem


def _prefix(length: str) -> Key:
    size = int(length)
    return lambda word: word[:size]


def _plain(word: str) -> str:
    return word


def _elision(word: str) -> str:
    """Write an elided or hyphened clitic in full: `l'` → `le`, `qu'` → `que`, `-t-il` → `il`."""
    if len(word) > 1 and word.startswith("-"):
        return word.removeprefix("-t-").removeprefix("-")
    return word[:-1] + "e" if len(word) > 1 and word.endswith("'") else word


def _before_apostrophe(word: str) -> str:
    """Cut at the apostrophe that joins suffixes to a name: `ankara'da` → `ankara`."""
    return word.partition("'")[0]


def _unaccented(word: str) -> str:
    parts = unicodedata.normalize("NFD", word)
    return "".join(letter for letter in parts if not unicodedata.combining(letter))


def _kanji_stem(word: str) -> str:
    """Leave out the hiragana behind a word that begins with a kanji: `食べる` → `食`."""
    match = KANJI_INITIAL.fullmatch(word) if len(word) <= LONGEST_WORD else None
    return match[1] if match else word


_STEPS: dict[str, Callable[[str], Key]] = {
    "plain": lambda _: _plain,
    "snowball": _snowball,
    "prefix": _prefix,
    "elision": lambda _: _elision,
    "before-apostrophe": lambda _: _before_apostrophe,
    "unaccented": lambda _: _unaccented,
    "kanji-stem": lambda _: _kanji_stem,
}
