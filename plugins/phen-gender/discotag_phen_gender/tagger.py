"""Tag target words that show the gender of a person whom their sentence leaves open.

"The doctor came in. She was tired." – « La médecin entra. Elle était fatiguée. » Nobody who sees
the first sentence alone can choose between *le* and *la médecin*: the *she* of the second decides.
In "Her brother is a nurse." the sentence itself shows all: *infirmier* is a mark, not a tag.
(Stanovsky et al. 2019, Evaluating Gender Bias in Machine Translation; Currey et al. 2022,
MT-GenEval, section 3.2: the gender of a role is shown by the sentence before.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, NamedTuple, Self

from pydantic import Field

from discotag.plugin import (
    ContextOptions,
    Mark,
    Occurrences,
    Ruling,
    Tagger,
    TokenRef,
    marks_of,
    reasons_of,
    ud,
)
from discotag_phen_gender.certain import Certain, Doubts
from discotag_phen_gender.lists import TABLE, words_of
from discotag_phen_gender.people import People, Reading
from discotag_phen_gender.shown import Shows

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin import Context, Document, Reason
    from discotag_phen_gender.lists import PersonWords
    from discotag_phen_gender.people import Person
    from discotag_phen_gender.shown import Shown

PHENOMENON = "person_gender"
SEVERAL = "several persons are meant, whose gender may be mixed"
NOBODY = "it is not known whose gender it shows"
ELSEWHERE = "a word for the same person tells the gender in another segment"
UNNAMED = "a pronoun nearby, whom nobody is named for, tells the gender"
CHOSEN = "the text chose a gender for the same person in another segment"
UNKNOWN_GENDER = "nothing tells the gender"
DIVIDED = "what tells the gender is not of one mind, or of the other gender"
FAR = 10
"""Segments: further back texts have often gone on to somebody else (judged tags)."""


class GenderOptions(ContextOptions):
    """Settings of the tagger, besides those of context.

    The defaults were chosen on judged tags: a tag should be right, not every open
    word a tag.

    Args:
        window: how many earlier segments count.
        following: how many later segments count; people are often named before a pronoun shows.
        unnamed: within how many segments back a pronoun without a named person may show whose
            gender it is, if all such pronouns agree; 0 = none may.
        chosen: whether another word of the translation for the same person may show.
        least: from which score of coreference a word belongs to a person.
    """

    window: int | None = Field(default=FAR, ge=0)
    following: bool | Annotated[int, Field(ge=0)] = 3
    unnamed: int = Field(default=0, ge=0)
    chosen: bool = False
    least: float = Field(default=0.5, ge=0, le=1)


class Found(NamedTuple):
    """What decides a word's gender: the reason, and its places."""

    why: str
    evidence: tuple[TokenRef, ...] = ()


class _Told:
    """The places where a document shows each person's gender."""

    def __init__(
        self, reading: Reading, shown: list[Shown], options: GenderOptions, doubts: Doubts
    ) -> None:
        self._reading, self._people = reading, reading.people
        self._options, self._doubts = options, doubts
        self._certain = Certain(reading.people)
        self._target = Occurrences(
            (id(item.person), TokenRef("target", item.segment, item.token))
            for item in shown
            if item.person is not None
        )

    def of(self, item: Shown, person: Person) -> Found:
        """Return what decides a word's gender."""
        closed = self._doubts.of(item, person)
        if closed is not None:
            return Found(closed)
        here, key = TokenRef("target", item.segment, item.token), id(person)
        if person.evidence and not self._is_agreed(item, person):
            return Found(DIVIDED)
        evidence = self._nearest(item, person)
        if evidence:
            return Found(ELSEWHERE, evidence)
        if not person.evidence:
            evidence = self._unnamed(item.segment)
            if evidence:
                return Found(UNNAMED, evidence)
        evidence = self._target.nearest(key, here, self._options) if self._options.chosen else ()
        return Found(CHOSEN, evidence) if evidence else Found(UNKNOWN_GENDER)

    def _nearest(self, item: Shown, person: Person) -> tuple[TokenRef, ...]:
        """Return the nearest word that surely shows a person's gender in another segment."""
        here, is_new = TokenRef("source", item.segment, 0), self._doubts.is_new(item)
        near = [
            told
            for told in person.evidence
            if self._is_near(item, told.place)
            and (
                told.place.segment > item.segment
                or not (is_new or self._is_early(told.place, person))
            )
        ]
        words = self._reading.reached(item)
        certain = self._certain.of(words, item.segment, person, near)
        found = Occurrences((id(person), told.place) for told in certain).nearest(
            id(person), here, self._options
        )
        return found[:1] if len(found) < 2 else (_nearer(here, *found),)

    def _is_early(self, place: TokenRef, person: Person) -> bool:
        """Return whether a pronoun is before all words that could have named its person.

        A pronoun of an earlier sentence refers to somebody who was named by then.
        """
        side, key = self._people.side, (place.segment, place.token)
        if side[place.segment][place.token].upos != "PRON":
            return False
        named = (word for word in person.words if side[word[0]][word[1]].upos in ud.NOMINAL)
        return all(word > key for word in named)

    def _is_agreed(self, item: Shown, person: Person) -> bool:
        """Return whether all that is known of a person near a word is what the word shows.

        Where it is not, the person was taken for another one, or the text is wrong: DT302 says so.
        """
        told = {word.gender for word in person.evidence if self._is_near(item, word.place)}
        return item.gender == "neutral" or told == {item.gender}

    def _is_near(self, item: Shown, place: TokenRef) -> bool:
        """Return whether a place is in the segments that count, a word's own among them."""
        back, following = item.segment - place.segment, self._options.following
        is_ahead = following is True or -back <= following
        return (self._options.window is None or back <= self._options.window) and is_ahead

    def _unnamed(self, segment: int) -> tuple[TokenRef, ...]:
        reach = self._options.unnamed
        if self._options.window is not None:
            reach = min(reach, self._options.window)
        first = max(0, segment - reach)
        found = self._people.unnamed(range(first, segment + 1))
        if not found or found[-1].place.segment == segment:
            return ()
        return (found[-1].place,)


class GenderTagger(Tagger):
    """Marks words that show a person's gender."""

    def __init__(self, options: GenderOptions, words: PersonWords) -> None:
        """Mark by options; `words` are the target language's lists."""
        self._options = options
        self._words = words

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the tagger; UsageError for a wrong option, TableError for a broken table."""
        return cls(context.read_options(GenderOptions), words_of(context.tables[TABLE]))

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for each word that shows a person's gender; those left open are tags."""
        return marks_of(self._decide(document))

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all marks, and of words that show nobody's gender."""
        return reasons_of(PHENOMENON, self._decide(document))

    def _decide(self, document: Document) -> Iterator[Mark | Ruling]:
        people = People(document.source, least=self._options.least)
        reading = Reading(document, people, self._words)
        shown = list(Shows(reading).all())
        counted = [
            item
            for item in shown
            if item.person is not None and item.person.is_sure and not item.is_plural
        ]
        doubts = Doubts(reading)
        told = _Told(reading, counted, self._options, doubts)
        for item in counted:
            if item.person is not None:
                found = told.of(item, item.person)
                mark = Mark(
                    PHENOMENON,
                    item.gender,
                    item.segment,
                    item.token,
                    item.sources,
                    found.evidence,
                    needed=1,
                )
                yield from _rulings(item, mark, found)
                yield mark
        for item in shown:
            if item.is_noun and item not in counted:
                place = TokenRef("target", item.segment, item.token)
                reason = SEVERAL if item.is_plural else NOBODY
                yield Ruling.no(place, f"gender {item.gender}", reason, label=item.gender)


def _nearer(here: TokenRef, one: TokenRef, other: TokenRef) -> TokenRef:
    """Return the nearer of two places; of two as near the earlier."""
    return min(one, other, key=lambda place: abs(place.segment - here.segment))


def _rulings(item: Shown, mark: Mark, found: Found) -> Iterator[Ruling]:
    place = TokenRef("target", item.segment, item.token)
    how = "it names a person" if item.is_noun else "it agrees with a word for a person"
    yield Ruling.mark(
        place,
        f"gender {item.gender}",
        how,
        tuple(TokenRef("source", item.segment, source) for source in item.sources),
    )
    yield Ruling.context(mark, found.why, found.why)
