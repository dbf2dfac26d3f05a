"""How well the words of a text agree with the genders of the persons in its source.

Each word that shows a gender counts: for the text where it is that of its person, against it where
it is the other. A word counts less where nobody knows whose gender it is, or the source tells the
person's only by what it tells nearby. Translations of one source are compared by the sum; what
they share cancels out. No reference is needed. What a word counts was chosen on half of the
development part of MT-GenEval (docs/phenomena/person-gender.md).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import TokenRef
from discotag_phen_gender.people import People
from discotag_phen_gender.reading import Reading
from discotag_phen_gender.shown import Shows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.plugin import Document
    from discotag_phen_gender.lists import Gender, PersonWords
    from discotag_phen_gender.shown import Shown

TOLD, NEARBY, NOBODY, SEVERAL = 1.0, 0.5, 0.25, 0.25
"""What a word counts: its person's gender is told, it is told of somebody nearby, the word's person
is not known, and the word is a plural."""
REACH = 3
"""How many segments back words of unknown persons tell a gender."""


class Agreement(NamedTuple):
    """A word that agrees, or does not.

    Args:
        place: the word.
        shown: the gender that it shows.
        wanted: that of the person, as far as it is known.
        worth: what it counts; below 0 = it disagrees.
    """

    place: TokenRef
    shown: Gender
    wanted: Gender
    worth: float


def agreements(document: Document, words: PersonWords) -> Iterator[Agreement]:
    """Yield the words of a text that agree or disagree with their persons, in text order.

    Args:
        document: with tokens, lemmas, parts of speech, features and trees on both sides, links,
            and coreference in the source.
        words: the target language's lists.
    """
    people = People(document.source)
    for item in Shows(Reading(document, people, words)).all():
        if item.gender == "neutral":
            continue
        wanted, worth = _wanted(item, people)
        if item.is_plural:
            worth = min(worth, SEVERAL)
        if wanted is not None and wanted != "neutral":
            place = TokenRef("target", item.segment, item.token)
            yield Agreement(place, item.gender, wanted, worth if item.gender == wanted else -worth)


def total(found: Iterable[Agreement]) -> float:
    """Return the sum of what words count; 0 for a text that shows nothing."""
    return round(sum(item.worth for item in found), 6)


def _wanted(item: Shown, people: People) -> tuple[Gender | None, float]:
    told = item.person.gender() if item.person is not None else None
    if told is not None:
        return told, TOLD
    nearby = people.nearby(range(max(0, item.segment - REACH), item.segment + 1))
    return nearby, NEARBY if item.person is not None else NOBODY
