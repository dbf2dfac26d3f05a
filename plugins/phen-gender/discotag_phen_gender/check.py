"""A person's gender that the text contradicts or changes: *the doctor … she* and *le médecin … il*.

"The doctor came in. She was tired." – « Le médecin entra. Il était fatigué. » The source shows
a woman; no word of the second segment shows one. A finding needs a person whose gender a pronoun,
a title or a noun of the source shows, and a segment in which the words for that person all show
the other gender. Nouns in the masculine are not faults where they are usual for women, too. Where
the source shows nothing, a text that changes a person's gender is found, and on request (option
`untold`) each person whose gender the text had to choose.
"""

from __future__ import annotations

from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import TokenRef, ud
from discotag_lint.check import Check, Finding, Observation, Severity
from discotag_phen_gender.certain import Doubts
from discotag_phen_gender.english import is_person_noun
from discotag_phen_gender.lists import words_for
from discotag_phen_gender.people import People, Reading
from discotag_phen_gender.shown import Shows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.plugin import Context, Document, TaggedDocument
    from discotag_phen_gender.lists import Gender, PersonWords
    from discotag_phen_gender.people import Evidence, Person
    from discotag_phen_gender.shown import Shown


CODE = "DT302"
COST = 1.0
"""What a word costs that surely disagrees with its person, and is worth that agrees."""
SURE = frozenset({"pronoun", "title", "noun"})
"""Words that show a gender surely; given names are often surnames."""
NOUN_REACH = 1
"""Segments from a noun to its evidence; further off it is often somebody else who is meant."""
BESIDE = frozenset({"det", "amod", "flat", "compound", "appos"})
"""Words that only follow their noun."""


class PersonGenderOptions(BaseModel):
    """How sure the check must be.

    Args:
        confidence: the least score of a mention in its person's cluster, 0-1.
        link: the least confidence of the link by which a word was reached, 0-1.
        reach: segments from a word to evidence of its person's gender.
        untold: whether persons are noted whose gender nothing shows.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    confidence: float = Field(default=0.7, ge=0, le=1)
    link: float = Field(default=0.5, ge=0, le=1)
    reach: int = Field(default=5, ge=0)
    untold: bool = False


class PersonGenderCheck(Check):
    """Finds words that show another gender than the text does."""

    def __init__(self, options: PersonGenderOptions, words: PersonWords) -> None:
        """Check by options; `words` are the target language's lists."""
        self._options = options
        self._words = words

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the check; TableError for a broken table."""
        return cls(context.read_options(PersonGenderOptions), words_for(context.target))

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield the findings of a document, in text order."""
        document = tagged.document
        people = People(document.source, least=self._options.confidence, lone_pronouns=False)
        reading = Reading(document, people, self._words)
        doubts = Doubts(reading)
        groups: dict[int, tuple[Person, list[Shown]]] = {}
        for item in Shows(reading).all():
            if item.person is None or item.is_plural or not self._is_linked(document, item):
                continue
            if doubts.is_shown(item, item.person):
                groups.setdefault(id(item.person), (item.person, []))[1].append(item)
        found = [
            finding
            for person, shown in groups.values()
            for finding in self._of_person(document, person, shown)
        ]
        yield from sorted(found, key=lambda finding: (finding.place.segment, finding.place.token))

    def observe(self, tagged: TaggedDocument) -> Iterator[Observation]:
        """Yield each word that agrees, or does not, with what the source shows of its person."""
        for item in agreements(tagged.document, self._words):
            if abs(item.worth) < NEARBY:
                continue  # nobody knows whose gender it is; it may be a thing's
            word = tagged.document.target[item.place.segment][item.place.token]
            if word.upos == "PROPN":
                continue  # a name that is spelled otherwise has no other gender
            form = word.form
            sign = "is" if item.shown == item.wanted else "is not"
            told = f"“{form}” is {item.shown}, which {sign} the person's gender"
            yield Observation("gender", -COST * item.worth, told, (item.place,))

    def _is_linked(self, document: Document, item: Shown) -> bool:
        """Return whether the word, or the noun that it follows, is surely linked."""
        links = document.links(item.segment)
        scores = [
            links.score(source, target)
            for source in item.sources
            for target in links.targets(source)
        ]
        return any(score is None or score >= self._options.link for score in scores)

    def _of_person(
        self, document: Document, person: Person, shown: Sequence[Shown]
    ) -> Iterator[Finding]:
        told = person.gender()
        sure = [item for item in person.evidence if item.kind in SURE and item.gender == told]
        if told is not None and told != "neutral" and sure and self._is_certain(document, person):
            for segment in sorted({item.segment for item in shown}):
                here = [item for item in shown if item.segment == segment]
                if any(
                    self._is_near(item, here[0]) and item.gender != told for item in person.evidence
                ):
                    continue  # two persons may have been taken for one
                yield from self._contradiction(document, told, sure, here)
        elif not person.evidence and person.is_sure:
            yield from self._change(document, shown)
            if self._options.untold:
                yield _untold(document, shown[0])

    def _is_near(self, told: Evidence, item: Shown) -> bool:
        return abs(told.place.segment - item.segment) <= self._options.reach

    def _is_certain(self, document: Document, person: Person) -> bool:
        """Return whether a person is not a firm: more is known than a name and one *he*."""
        nouns = [document.source[segment][token] for segment, token in person.words]
        is_role = any(token.upos == "NOUN" and is_person_noun(token) for token in nouns)
        return is_role or len(person.evidence) > 1 or not person.is_named

    def _contradiction(
        self, document: Document, told: Gender, sure: Sequence[Evidence], here: Sequence[Shown]
    ) -> Iterator[Finding]:
        """Yield a finding where all of a segment's words for a person show the other gender."""
        wrong = [item for item in here if self._is_telling(document, item)]
        reach = NOUN_REACH if all(item.is_noun for item in wrong) else self._options.reach
        reach = min(reach, self._options.reach)
        near = [item.place for item in sure if abs(item.place.segment - here[0].segment) <= reach]
        if not near or not wrong or any(item.gender in {told, "neutral"} for item in here):
            return
        near.sort(key=lambda place: abs(place.segment - here[0].segment))
        form = document.target[wrong[0].segment].forms[wrong[0].token]
        teller = document.source[near[0].segment].forms[near[0].token]
        yield Finding(
            code=CODE,
            message=f"“{form}” is {wrong[0].gender}, “{teller}” of the source tells of a"
            f" {'woman' if told == 'feminine' else 'man'}",
            place=TokenRef("target", wrong[0].segment, wrong[0].token),
            others=tuple(near[:1]),
        )

    def _change(self, document: Document, shown: Sequence[Shown]) -> Iterator[Finding]:
        """Yield a note where a text calls a person a man in one segment, a woman in another."""
        telling = [item for item in shown if self._is_role(document, item)]
        for one, other in pairwise(telling):
            same = {item.gender for item in telling if item.segment == other.segment}
            if one.segment != other.segment and one.gender != other.gender and len(same) == 1:
                first, second = (
                    document.target[item.segment].forms[item.token] for item in (one, other)
                )
                yield Finding(
                    code=CODE,
                    message=f"“{second}” is {other.gender}, “{first}” {one.gender}",
                    place=TokenRef("target", other.segment, other.token),
                    others=(TokenRef("target", one.segment, one.token),),
                )
                return

    def _is_role(self, document: Document, item: Shown) -> bool:
        """Return whether a word is a listed noun of one gender for an English role."""
        token = document.target[item.segment][item.token]
        return (
            token.upos == "NOUN"
            and self._words.noun(token.form, token.lemma, is_person=False) == item.gender
            and self._is_telling(document, item)
            and all(is_person_noun(document.source[item.segment][place]) for place in item.sources)
        )

    def _is_telling(self, document: Document, item: Shown) -> bool:
        """Return whether a word shows its person's own gender, not that of a usual masculine."""
        token = document.target[item.segment][item.token]
        if item.gender == "neutral" or _is_name(document, item):
            return False
        if item.gender == "feminine" or not self._words.generic_masculine:
            return item.is_noun or ud.relation(token) not in BESIDE
        return not item.is_noun and ud.relation(token) not in BESIDE


def _is_name(document: Document, item: Shown) -> bool:
    """Return whether a word is a name or made of one, whatever the analyzer takes it for."""
    token = document.target[item.segment][item.token]
    source = document.source[item.segment]
    linked = [source[place].upos for place in document.links(item.segment).sources(item.token)]
    is_of_source = bool(linked) and all(upos == "PROPN" for upos in linked)
    return (item.is_noun and token.upos == "PROPN") or (is_of_source and token.form[:1].isupper())


def _untold(document: Document, item: Shown) -> Finding:
    source = document.source[item.segment].forms[item.sources[0]]
    form = document.target[item.segment].forms[item.token]
    return Finding(
        code=CODE,
        message=f"“{form}” is {item.gender}, and nothing tells the gender of “{source}”",
        place=TokenRef("target", item.segment, item.token),
        others=(TokenRef("source", item.segment, item.sources[0]),),
        severity=Severity.NOTE,
    )


TOLD, NEARBY, NOBODY, SEVERAL = 1.0, 0.5, 0.25, 0.25
"""What a word counts: its person's gender is known, it is somebody's nearby, the word's person
is not known, and the word is a plural."""
REACH = 3
"""How many segments back words of unknown persons show a gender."""


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
