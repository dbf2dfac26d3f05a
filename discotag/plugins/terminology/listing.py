"""The list of a text's terms: what each is called, how often, and where it is called otherwise."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugins.terminology.uses import same_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag.plugins.terminology.uses import Use

LEAST = 2
"""How often a term must occur to be listed."""


class Spot(NamedTuple):
    """A place: text, document, segment from 0."""

    text: str
    document: str
    segment: int

    def __str__(self) -> str:
        return f"{self.document}:{self.segment}"


@dataclass(frozen=True, slots=True)
class Variant:
    """One name of a term.

    Args:
        name: as it stands most often.
        places: where, in the order of the texts.
    """

    name: str
    places: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the source and its names.

    Args:
        source: as it stands most often.
        is_name: whether it is mostly a name.
        variants: from the most frequent name to the rarest; maybe none.
        unlinked: places where no word is linked to it.
    """

    source: str
    is_name: bool
    variants: tuple[Variant, ...]
    unlinked: tuple[Spot, ...]

    @property
    def count(self) -> int:
        """How often it occurs."""
        return len(self.unlinked) + sum(len(variant.places) for variant in self.variants)


class TermList:
    """Collects the uses of terms in as many documents and texts as there are."""

    def __init__(self) -> None:
        self._uses: dict[str, list[tuple[Use, Spot]]] = {}

    def add(self, text: str, document: str, uses: Iterable[Use]) -> None:
        """Take in the terms of one document of a text."""
        for use in uses:
            spot = Spot(text, document, use.segment)
            self._uses.setdefault(use.key, []).append((use, spot))

    def terms(self, least: int = LEAST, text: str | None = None) -> tuple[Term, ...]:
        """Return the terms that occur so often, of one text or of all, most frequent first."""
        found = []
        for uses in self._uses.values():
            own = [(use, spot) for use, spot in uses if text in {None, spot.text}]
            if len(own) >= least:
                found.append(_term(own))
        return tuple(sorted(found, key=lambda term: (-term.count, term.source.casefold())))


def _term(uses: list[tuple[Use, Spot]]) -> Term:
    groups = grouped_names([use for use, _ in uses])
    spots: dict[str, list[tuple[Use, Spot]]] = {}
    for use, spot in uses:
        if use.name_key:
            spots.setdefault(groups[use.name_key], []).append((use, spot))
    variants = [
        Variant(_usual(use.name for use, _ in own), tuple(spot for _, spot in own))
        for own in spots.values()
    ]
    return Term(
        _usual(use.form for use, _ in uses),
        2 * sum(use.is_name for use, _ in uses) > len(uses),
        tuple(sorted(variants, key=lambda variant: -len(variant.places))),
        tuple(spot for use, spot in uses if not use.name_key),
    )


def grouped_names(uses: Sequence[Use]) -> dict[str, str]:
    """Return each key of a term's names with the most frequent one that is the same name."""
    counts = Counter(use.name_key for use in uses if use.name_key)
    forms = {use.name_key: use.name for use in reversed(uses)}
    heads: dict[str, str] = {}
    for key, _ in counts.most_common():
        heads[key] = next(
            (
                head
                for head in dict.fromkeys(heads.values())
                if same_name(head, key) or same_name(forms[head], forms[key])
            ),
            key,
        )
    return heads


def _usual(forms: Iterable[str]) -> str:
    """Return the most frequent form; of several the shortest, then the first."""
    counts = Counter(forms)
    most = max(counts.values())
    return min((form for form, count in counts.items() if count == most), key=len)
