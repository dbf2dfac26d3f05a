"""Words as tables know them: comparable spellings, stems, and keys that inflected forms share.

A pack names the steps of its keys (`snowball:french`, `elision` …); other distributions add steps
by entry point. Snowball stemmers are made faster here: endings are looked up, not searched.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable
from functools import cache
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

import snowballstemmer
from anyascii import anyascii

from discotag.core.discovery import installed_points
from discotag.core.errors import ComponentError, PluginError, UnknownNameError
from discotag.core.plugin_calls import OverTimeError, plugin_call
from discotag.core.plugin_calls import describe_error as told_of

if TYPE_CHECKING:
    from collections.abc import Sequence


Romaniser = Callable[[str], str]
COMPARED_LETTERS = 4
"""Shortest romanised form that is compared by similarity."""
LONGEST_WORD = 60
"""Longer forms are not words; nothing beyond equality is sought in them."""
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


PASSES = {
    "german": {
        "prelude": re.compile("[aeiouyäöü][uy][aeiouyäöü]|[aou]e|qu|ß"),
        "postlude": re.compile("[UYäöü]"),
    },
    "english": {"prelude": re.compile("['y]")},
}
"""Algorithm → a pass of it → what a word must hold for the pass to change anything."""


class _Endings(NamedTuple):
    """Some strings of which the longest is found.

    Args:
        sizes: letter at the edge → sizes of the strings with that letter there, longest first,
            that of an empty one included.
        others: sizes for any other letter: that of an empty string, if there is one.
        found: the strings.
    """

    sizes: dict[str, tuple[int, ...]]
    others: tuple[int, ...]
    found: dict[str, Any]

    @classmethod
    def of(cls, among: Sequence[Any], edge: int) -> _Endings:
        """Make them ready; `edge` is the index of the letter that is checked first."""
        found = {one.s: one for one in among}
        others = (0,) if "" in found else ()
        sizes: dict[str, set[int]] = {}
        for string in filter(None, found):
            sizes.setdefault(string[edge], set(others)).add(len(string))
        ordered = {letter: tuple(sorted(own, reverse=True)) for letter, own in sizes.items()}
        return cls(ordered, others, found)


def quick_stemmer(language: str) -> Callable[[str], str]:
    """Return the function word → stem of a Snowball algorithm; not safe for threads.

    `language` is the algorithm's name: `german`.
    """
    module = import_module(f"snowballstemmer.{language}_stemmer")
    original: Any = getattr(module, f"{language.capitalize()}Stemmer")
    quicker = _quicker(original)
    for name, sites in PASSES.get(language, {}).items():
        method = f"_{original.__name__}__r_{name}"
        setattr(quicker, method, _where(sites, getattr(original, method)))
    stem: Callable[[str], str] = quicker().stemWord
    return stem


def _where(sites: re.Pattern[str], method: Callable[[Any], bool]) -> Callable[[Any], bool]:
    """Return a pass that is made only where the word holds what it changes."""

    def made(stemmer: Any) -> bool:
        return sites.search(stemmer.current) is None or method(stemmer)

    return made


def _quicker(original: Any) -> Any:
    forwards: dict[int, _Endings] = {}
    backwards: dict[int, _Endings] = {}

    class Quick(original):  # type: ignore[misc] # of a package without types
        """The algorithm with another search for endings."""

        cursor: int

        def find_among(self, among: Sequence[Any]) -> Any:
            """Move past the longest string from here on; return its result, or 0."""
            endings = forwards.get(id(among)) or forwards.setdefault(
                id(among), _Endings.of(among, 0)
            )
            begin, limit, text = self.cursor, self.limit, self.current
            letter = text[begin] if begin < limit else ""
            for size in endings.sizes.get(letter, endings.others):
                if begin + size <= limit:
                    one = endings.found.get(text[begin : begin + size])
                    if one is not None:
                        self.cursor = begin + size
                        if one.method is None:
                            return one.result
                        if one.method(self):
                            self.cursor = begin + size
                            return one.result
            return 0

        def find_among_b(self, among: Sequence[Any]) -> Any:
            """Move before the longest string that ends here; return its result, or 0."""
            endings = backwards.get(id(among)) or backwards.setdefault(
                id(among), _Endings.of(among, -1)
            )
            end, limit, text = self.cursor, self.limit_backward, self.current
            letter = text[end - 1] if end > limit else ""
            for size in endings.sizes.get(letter, endings.others):
                if end - size >= limit:
                    one = endings.found.get(text[end - size : end])
                    if one is not None:
                        self.cursor = end - size
                        if one.method is None:
                            return one.result
                        if one.method(self):
                            self.cursor = end - size
                            return one.result
            return 0

    return Quick


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
        known: says whether a piece has an entry.
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
    named = [found for found in brought if found.point.name == name]
    if not named:
        raise UnknownNameError(
            "step",
            name,
            {*_STEPS, *(found.point.name for found in brought)},
            scope="of a table key",
            cure="install its language pack",
        )
    owners = [found.distribution for found in named]
    if len(owners) > 1:
        told = " and ".join(sorted(owners))
        raise PluginError(f"step {name!r} of a table key is brought by {told}; uninstall one")
    title = f"step {name} of a table key"
    try:
        with plugin_call(owners[0], title):
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
    """Leave out the hiragana after a word that begins with a kanji: `食べる` → `食`."""
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
