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

import snowballstemmer

from discotag.core.entry_points import installed_points
from discotag.core.errors import ComponentError, PluginError, UnknownNameError
from discotag.core.plugin_calls import calling
from discotag.core.plugin_calls import told as told_of
from discotag.core.timeouts import OverTimeError
from discotag.plugins.aligners.lexicon.spelling import LONGEST_WORD, normal
from discotag.plugins.aligners.lexicon.stemmers import quick_stemmer

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
    brought = installed_points(ENTRY_POINTS)
    named = [found for found in brought if found.name == name]
    if not named:
        raise UnknownNameError(
            "step",
            name,
            {*_STEPS, *(found.name for found in brought)},
            scope="of a table key",
            cure="install its language pack",
        )
    owners = [found.distribution for found in named]
    if len(owners) > 1:
        told = " and ".join(sorted(owners))
        raise PluginError(f"step {name!r} of a table key is brought by {told}; uninstall one")
    title = f"step {name} of a table key"
    try:
        with calling(owners[0], title, is_making=True):
            step: Key = named[0].point.load()
    except ComponentError as error:
        raise PluginError(str(error)) from error

    def word_to_word(word: str) -> str:
        try:
            found = step(word)
        except (KeyboardInterrupt, OverTimeError):
            raise
        except BaseException as error:
            raise ComponentError(owners[0], title, f"{word!r:.40}: {told_of(error)}") from error
        if not isinstance(found, str):
            raise ComponentError(owners[0], title, f"gave {type(found).__name__}, not str")
        return found

    return word_to_word


@cache
def _snowball(language: str) -> Key:
    """Build a stemmer from its own module, for the package would give PyStemmer's if it could."""
    if language not in snowballstemmer.algorithms():
        raise UnknownNameError("Snowball stemmer", language, snowballstemmer.algorithms())
    return quick_stemmer(language)


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
