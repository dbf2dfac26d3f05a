"""Snowball's stemmers, faster: endings are looked up, not searched letter by letter.

The algorithms are the package's own, and so are all stems: only its search for the longest of some
endings (`find_among`, where most time went) is another, and passes over all letters of a word that
would change none are left out.
"""

from __future__ import annotations

import re
from importlib import import_module
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence


PASSES = {
    "german": {
        "prelude": re.compile("[aeiouyäöü][uy][aeiouyäöü]|[aou]e|qu|ß"),
        "postlude": re.compile("[UYäöü]"),
    },
    "english": {"prelude": re.compile("['y]")},
}
"""Algorithm → a pass of it → what a word must hold for the pass to change anything."""


class _Endings(NamedTuple):
    """Some strings of which the longest is looked for.

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
        """Make them ready; `edge` is the index of the letter that is looked at first."""
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
            """Move behind the longest string from here on; return its result, or 0."""
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
