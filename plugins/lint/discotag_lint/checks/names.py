"""Spellings: whether two forms of a name are one name inflected, or one name written two ways."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Self

from pydantic import Field

from discotag.plugin import FrozenModel, TokenRef
from discotag.plugin.language import Names
from discotag_lint.check import Check, Finding

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from discotag.plugin import Context, Document, TaggedDocument, Token


LONG_END = 5
"""Letters of a common end that is a word of its own, and no ending."""
HALF = 0.5
"""How alike the rests of two spellings are after a common beginning, where they are long."""


def plain(form: str, alike: Mapping[str, str] | None = None) -> str:
    """Return a name without case, possessive, and what follows an apostrophe.

    Args:
        form: the name as written in a text.
        alike: letters that are often written as another one (Russian ё as е).
    """
    bare = form.casefold().replace("’", "'").partition("'")[0]
    for letter, other in (alike or {}).items():
        bare = bare.replace(letter, other)
    return bare


def is_inflected(one: str, other: str, ends: Collection[str]) -> bool:
    """Return whether two plain forms differ by listed endings alone."""
    from rapidfuzz.distance import Prefix

    least = min(len(one), len(other))
    return any(
        one[size:] in ends and other[size:] in ends
        for size in range(Prefix.similarity(one, other), max(1, least - LONG_END), -1)
    )


def is_derived(one: str, other: str, ends: Collection[str]) -> bool:
    """Return whether, by its letters, one plain form is a longer word made of the other.

    One holds the other (*Ukraine*, *Ostukraine*), both end alike after other words (*Nordkorea*,
    *Südkorea*), or they part ways for good after a common beginning (*Italie*, *Italiens*).
    Spellings of one name meet again, endings apart (*Campbell*, *Campell*).
    """
    from rapidfuzz.distance import Postfix, Prefix

    short, long = sorted((one, other), key=len)
    bare = {short, *(short.removesuffix(end) for end in ends if len(short) - len(end) >= LONG_END)}
    if any(form in long[1:] for form in bare) or short in long:
        return True
    shared = Prefix.similarity(one, other)
    if shared < 2:
        return Postfix.similarity(one, other) >= LONG_END
    if shared < max(3, min(len(one), len(other)) // 2):
        return False
    if (
        min(len(one), len(other)) - shared >= LONG_END
        and likeness(one[shared:], other[shared:]) < HALF
    ):
        return True  # compounds: Kanalinsel, Kanaltunnel
    stems = [{word.removesuffix(end)[shared:] for end in ends} for word in (one, other)]
    lasts = [{stem[-1] for stem in of_word if stem} for of_word in stems]
    return lasts[0].isdisjoint(lasts[1])


@lru_cache(maxsize=65536)
def likeness(one: str, other: str) -> float:
    """Compare two words as they sound in Latin letters: 0–1."""
    from anyascii import anyascii
    from rapidfuzz.fuzz import ratio

    return ratio(anyascii(one).casefold(), anyascii(other).casefold()) / 100


CODE = "DT202"
_PARTS = re.compile(r"[-–/]")
SHORTEST = 3
"""Letters of the shortest name that is compared."""
PART = 0.6
"""The share of a name's letters up to which a part of it is not a name of its own."""


class NameOptions(FrozenModel):
    """What counts as two spellings of a name.

    Args:
        source: the least likeness of a form to the source's name, 0–1.
        target: the least likeness of two spellings to each other, 0–1.
        copied: the same where the usual one is the source's own (Hannover next to Hanovre).
    """

    source: float = Field(default=0.5, ge=0, le=1)
    target: float = Field(default=0.6, ge=0, le=1)
    copied: float = Field(default=0.9, ge=0, le=1)


@dataclass(frozen=True, slots=True)
class Use:
    """A name's translation at one place.

    Args:
        place: the target word.
        form: it, as written there; of a compound with hyphens the part that is like the name.
        lemma: its dictionary form.
    """

    place: TokenRef
    form: str
    lemma: str


class NameCheck(Check):
    """Finds names that are spelled in two ways."""

    def __init__(self, options: NameOptions, names: Names, stops: frozenset[str]) -> None:
        self._options = options
        self._ends = frozenset({"", *names.endings})
        self._alike = names.alike
        self._stops = stops

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the check with the source's stop words and the target's endings."""
        return cls(
            context.read_options(NameOptions),
            context.target.names or Names(),
            context.source.stop_words,
        )

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield a finding for each rare spelling of a name."""
        for name, uses in self._uses(tagged.document).items():
            spellings = self._spellings(uses)
            usual = max(spellings, key=len)  # of several the first
            for rare in spellings:
                forms = rare[0].form, usual[0].form
                if rare is not usual and forms[0] != name and self._is_variant(name, *forms):
                    yield _finding(name, rare, usual)

    def _uses(self, document: Document) -> dict[str, list[Use]]:
        found: dict[str, list[Use]] = {}
        names = {
            token.form
            for tokens in document.source
            for token in tokens
            if _is_name(token) and (token.upos == "PROPN" or token.index > 0)
            if token.upos != "ADJ"
        }
        for segment, tokens in enumerate(document.source):
            for token in tokens:
                if token.form in names and token.form.casefold() not in self._stops:
                    use = self._use(document, segment, token)
                    if use is not None:
                        found.setdefault(token.form, []).append(use)
        return found

    def _use(self, document: Document, segment: int, name: Token) -> Use | None:
        target = document.target[segment]
        near = [
            (likeness(self._plain(name.form), self._plain(target.forms[token])), token)
            for token in document.links(segment).targets(name.index)
            if _is_name(target[token]) and target[token].upos != "ADJ"
        ]
        best = max(near, default=(0.0, 0))
        if best[0] < self._options.source:
            return None
        word = target[best[1]]
        parts = _PARTS.split(word.form)
        part = max(
            (word.form, *parts) if "".join(parts).casefold() == name.form.casefold() else parts,
            key=lambda form: likeness(self._plain(name.form), self._plain(form)),
        )
        if self._plain(part) == self._plain(name.form) and _is_in_longer_name(name):
            return None  # South China Morning Post: copied with the name it is part of
        return Use(TokenRef("target", segment, word.index), part, word.lemma)

    def _spellings(self, uses: Sequence[Use]) -> list[list[Use]]:
        """Group the uses of a name by spelling, inflection apart."""
        groups: list[list[Use]] = []
        for use in uses:
            group = next((g for g in groups if any(self._is_same(use, o) for o in g)), None)
            if group is None:
                groups.append([use])
            else:
                group.append(use)
        return groups

    def _is_same(self, one: Use, other: Use) -> bool:
        forms = self._plain(one.form), self._plain(other.form)
        if forms[0] == forms[1] or self._plain(one.lemma) == self._plain(other.lemma):
            return True
        return is_inflected(*forms, self._ends)

    def _is_variant(self, name: str, rare: str, usual: str) -> bool:
        """Return whether two forms spell one name.

        What is unlike a mere copy may be its own name; compounds of the name as it is spell it
        alike (*Internetumsatz*, *Internetverkauf*), and parts of it are not spellings (*Hong*).
        """
        forms = self._plain(rare), self._plain(usual)
        whole = self._plain(name)
        if all(form.startswith(whole) for form in forms):
            return False
        if any(form in whole and len(form) <= PART * len(whole) for form in forms):
            return False
        least = self._options.copied if usual == name else self._options.target
        return likeness(*forms) >= least and not is_derived(*forms, self._ends)

    def _plain(self, form: str) -> str:
        return plain(form, self._alike)


def _is_in_longer_name(token: Token) -> bool:
    around = [token.index - 1, token.index + 1]
    return any(
        0 <= other < len(token.segment) and token.segment.forms[other][:1].isupper()
        for other in around
        if other != 0
    )


def _is_name(token: Token) -> bool:
    form = token.form
    return len(form) >= SHORTEST and form[0].isupper() and not form.isupper() and form[0].isalpha()


def _finding(name: str, rare: Sequence[Use], usual: Sequence[Use]) -> Finding:
    place = rare[0].place
    nearest = min(usual, key=lambda use: (abs(use.place.segment - place.segment), use.place))
    return Finding(
        code=CODE,
        message=f"{name} is “{rare[0].form}” here, “{nearest.form}” elsewhere",
        place=place,
        others=(nearest.place, *(use.place for use in rare[1:])),
    )
