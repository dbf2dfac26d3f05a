"""The people of a source text, and what its words show of each one's gender.

"The doctor came. She was tired." – Words of one person are joined: by coreference, by *is a* and
apposition ("Clausen was an artist"), by *as* ("she worked as a teacher"), by a title or a role
before a name. What shows a gender is a pronoun, a title, a kinship word or another noun for men
or women, a given name; it counts for the person whom it names.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import TokenRef, ud
from discotag_phen_gender.english import (
    NOMINAL,
    english,
    is_generic,
    is_listed,
    is_person_noun,
    may_be_person,
    name_head,
    said_of,
    tells,
    tells_of_several,
)
from discotag_phen_gender.names import namesakes

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator

    from discotag.plugin import Cluster, Document, Side, Token, Tokens
    from discotag_phen_gender.english import Key, Kind
    from discotag_phen_gender.lists import Gender, PersonWords
    from discotag_phen_gender.shown import Shown


WEIGHTS: dict[Kind, float] = {"pronoun": 3, "title": 3, "noun": 3, "name": 1.5, "plural": 0.5}
"""How much a word shows about the person whom it names; a name alone is the least sure."""
NEARBY: dict[Kind, float] = {"pronoun": 1, "title": 0.5, "noun": 0.2, "name": 0.3, "plural": 0.15}
"""How much a word shows about a person whom it may name; *her father* says more by its *her*."""
UNNAMED = 2.0
"""How many times more a pronoun counts without a named person."""
LEAST_SCORE = 0.3
"""From which score of coreference a mention belongs to its cluster, unless more is asked for."""


class Evidence(NamedTuple):
    """A word that shows a person's gender."""

    place: TokenRef
    gender: Gender
    kind: Kind


@dataclass(eq=False, slots=True)
class Person:
    """One person: the words that name it, and those that show its gender, in text order.

    Args:
        words: all words that refer to it.
        evidence: those that show its gender.
        is_named: whether a noun or name refers to it, not pronouns alone.
        is_sure: whether a word says that it is a person; a name may be that of a town.
    """

    words: list[Key] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    is_named: bool = False
    is_sure: bool = False

    def gender(self, *, without: int | None = None) -> Gender | None:
        """Return the gender that its words show; None if they show none or contradict each other.

        Args:
            without: a segment whose words do not count.
        """
        told = (item for item in self.evidence if item.place.segment != without)
        return leading((item.gender, WEIGHTS[item.kind]) for item in told)


class People:
    """The persons of a source text.

    Args:
        side: the source, with tokens, lemmas, parts of speech, features, trees and, if there is
            any, coreference.
        least: from which score of coreference a mention belongs to its cluster, 0-1.
        lone_pronouns: whether a pronoun that coreference left alone is the only person's in sight.
    """

    def __init__(
        self, side: Side, *, least: float = LEAST_SCORE, lone_pronouns: bool = True
    ) -> None:
        self.side, self._least = side, least
        self._parent: dict[Key, Key] = {}
        self._persons: dict[Key, Person] = {}
        self._speakers = speakers(side)
        for cluster in side.clusters or ():
            self._join_cluster(cluster)
        for spoken, speaker in self._speakers.items():
            self._join(spoken, speaker)
        lone = alone(side, self._named_pronouns()) if lone_pronouns else ()
        for one, other in (*namesakes(side), *lone):
            ends = [(place[0], name_head(side[place[0]], place[1])) for place in (one, other)]
            self._join(*ends)
        for segment, tokens in enumerate(side):
            for token in tokens:
                self._join_role(segment, token)
        for segment, tokens in enumerate(side):
            for token in tokens:
                if may_be_person(token):
                    root = self._root((segment, name_head(tokens, token.index)))
                    self._persons.setdefault(root, Person())
        for segment, tokens in enumerate(side):
            for token in tokens:
                self._note(segment, token)

    def at(self, segment: int, token: int) -> Person | None:
        """Return the person that a source token names or is part of naming."""
        return self._persons.get(self._root((segment, name_head(self.side[segment], token))))

    def nearby(self, segments: Iterable[int]) -> Gender | None:
        """Return the gender that most of what some segments show points to, of whomever it is."""
        return leading(
            (
                (item.gender, NEARBY[item.kind] * (UNNAMED if self._is_unnamed(item) else 1.0))
                for item in self.gender_words(segments)
            ),
            by=1.0,
        )

    def unnamed(self, segments: Iterable[int]) -> tuple[Evidence, ...]:
        """Return the pronouns of some segments whom nobody is named for, if they agree."""
        found = tuple(item for item in self.gender_words(segments) if self._is_unnamed(item))
        return found if len({item.gender for item in found}) == 1 else ()

    def gender_words(self, segments: Iterable[int]) -> Iterator[Evidence]:
        """Yield each word of some segments that shows the gender of one person, or of several."""
        for segment in segments:
            for token in self.side[segment]:
                place = TokenRef("source", segment, token.index)
                told = tells(token)
                if told is not None:
                    yield Evidence(place, *told)
                else:
                    several = tells_of_several(token)
                    if several is not None:
                        yield Evidence(place, several, "plural")

    def _is_unnamed(self, item: Evidence) -> bool:
        person = self.at(item.place.segment, item.place.token)
        return item.kind == "pronoun" and person is not None and not person.is_named

    def _root(self, key: Key) -> Key:
        while key in self._parent:
            key = self._parent[key]
        return key

    def _join(self, one: Key, other: Key) -> None:
        first, second = sorted((self._root(one), self._root(other)))
        if first != second:
            self._parent[second] = first

    def _join_cluster(self, cluster: Cluster) -> None:
        scores = cluster.scores or (1.0,) * len(cluster.mentions)
        kept = [
            (mention.segment, name_head(self.side[mention.segment], mention.head))
            for mention, score in zip(cluster.mentions, scores, strict=True)
            if score >= self._least
            and (mention.segment, mention.head) not in self._speakers
            and not is_listed(self.side[mention.segment][mention.head])
        ]
        for one, other in pairwise(kept):
            self._join(one, other)

    def _named_pronouns(self) -> frozenset[Key]:
        """Return the words of chains that name somebody, by a noun or name."""
        chains = [[(m.segment, m.head) for m in c.mentions] for c in self.side.clusters or ()]
        return frozenset(
            key
            for chain in chains
            if any(self.side[segment][token].upos in ud.NOMINAL for segment, token in chain)
            for key in chain
        )

    def _join_role(self, segment: int, token: Token) -> None:
        """Join a role with whom it is said of."""
        if token.upos not in ud.NOMINAL or not is_person_noun(token):
            return
        other = said_of(token)
        if other is not None:
            here = name_head(token.segment, token.index)
            self._join((segment, here), (segment, name_head(token.segment, other)))

    def _note(self, segment: int, token: Token) -> None:
        """Enter a word for a person, and what it shows."""
        person, told = self.at(segment, token.index), tells(token)
        if person is None or not (token.upos in NOMINAL or told):
            return
        place = TokenRef("source", segment, token.index)
        person.words.append((segment, token.index))
        person.is_named = person.is_named or token.upos in ud.NOMINAL
        person.is_sure = person.is_sure or told is not None or is_person_noun(token)
        if told is not None:
            person.evidence.append(Evidence(place, *told))
        for child in token.children:
            told_so = {"male": "masculine", "female": "feminine"}.get(child.form.casefold())
            if told_so is not None and child.deprel == "amod":
                gender: Gender = "feminine" if told_so == "feminine" else "masculine"
                there = TokenRef("source", segment, child.index)
                person.evidence.append(Evidence(there, gender, "noun"))


def leading(told: Iterable[tuple[Gender, float]], *, by: float = 2.0) -> Gender | None:
    """Return the gender with more than `by` times the weight of each other; None if none has."""
    sums: dict[Gender, float] = {}
    for gender, weight in told:
        sums[gender] = sums.get(gender, 0.0) + weight
    ordered = sorted(sums.items(), key=lambda pair: (-pair[1], pair[0]))
    if not ordered or (len(ordered) > 1 and ordered[1][1] * by >= ordered[0][1]):
        return None
    return ordered[0][0]


FIRST = frozenset({"i", "me", "my", "myself", "mine"})
SAME, OPEN, CLOSE = '"', "“„«", "”»"
"""Quotation marks: the same on both sides, opening, closing; “ also closes what „ opened."""
LONGEST = 8
"""Segments of the longest quotation or turn that is followed; more is a mark that was lost."""
CONVERSATION = 2
"""Turns of the shortest conversation."""
LABEL = 5
"""Words of the longest name before a turn."""


class _Span(NamedTuple):
    """A quotation over several segments: its marks' places."""

    first: Key
    last: Key


def speakers(side: Side) -> dict[Key, Key]:
    """Return the speaker's word for each *I* whose speaker the text names for sure."""
    found: dict[Key, Key] = {}
    for span in _open_quotations(side):
        speaker = _said_before(side, span.first) or _said_behind(side, span.last)
        if speaker is not None:
            found |= dict.fromkeys(_first_persons(side, span.first, span.last), speaker)
    labels = [(segment, _label(tokens)) for segment, tokens in enumerate(side)]
    turns = [(segment, name) for segment, name in labels if name is not None]
    others = [segment for segment, tokens in enumerate(side) if _colon(tokens)]
    if len(turns) < CONVERSATION:
        return found
    for segment, (name, colon) in turns:
        until = next((other for other in others if other > segment), len(side))
        last = (min(until, segment + LONGEST), 0)
        words = _first_persons(side, (segment, colon), last)
        found |= dict.fromkeys(words, (segment, name))
    return found


def _first_persons(side: Side, first: Key, last: Key) -> Iterator[Key]:
    """Yield the *I* and *my* between two places."""
    for segment in range(first[0], min(last[0] + 1, len(side))):
        for token in side[segment]:
            place = (segment, token.index)
            if first < place < last and token.form.casefold() in FIRST:
                yield place


def _open_quotations(side: Side) -> Iterator[_Span]:
    """Yield the quotations that begin in one segment and end in a later one."""
    begun: Key | None = None
    for segment, tokens in enumerate(side):
        if begun is not None and segment - begun[0] > LONGEST:
            begun = None
        for token in tokens:
            place = (segment, token.index)
            if begun is None and (token.form == SAME or token.form in OPEN):
                begun = place
            elif begun is not None and (token.form == SAME or token.form in CLOSE + "“"):
                if begun[0] != segment:
                    yield _Span(begun, place)
                begun = None


def _said_before(side: Side, mark: Key) -> Key | None:
    """Return the speaker of a verb of saying right before a mark: *Anna said: "*."""
    tokens, place = side[mark[0]], mark[1] - 1
    while place >= 0 and tokens[place].form in {",", ":", "that"}:
        place -= 1
    return _speaker(mark[0], tokens, place) if place >= 0 else None


def _said_behind(side: Side, mark: Key) -> Key | None:
    """Return the speaker of a verb of saying right after a mark: *" said Anna*, *" Anna said*."""
    tokens = side[mark[0]]
    verbs = range(mark[1] + 1, len(tokens))
    verb = next((i for i in verbs if tokens[i].upos in {"VERB", "PUNCT", "AUX"}), None)
    while verb is not None and verb < len(tokens) and tokens[verb].form == ",":
        verb = verb + 1
    return _speaker(mark[0], tokens, verb) if verb is not None and verb < len(tokens) else None


def _speaker(segment: int, tokens: Tokens, verb: int) -> Key | None:
    """Return the subject of a verb of saying, if it is a person's word."""
    if tokens[verb].lemma.casefold() not in english().saying:
        return None
    for child in tokens[verb].children:
        if child.deprel.startswith("nsubj") and _may_speak(child):
            return segment, name_head(tokens, child.index)
    return None


def _may_speak(token: Token) -> bool:
    is_one = token.feats.get("Number") != "Plur"
    is_pronoun = token.form.casefold() in english().pronouns
    return is_one and (is_pronoun or token.upos == "PROPN" or is_person_noun(token))


def _colon(tokens: Tokens) -> int | None:
    """Return the colon after what may say whose turn a line is; `Me:` names nobody known."""
    return next((i for i, form in enumerate(tokens.forms[: LABEL + 1]) if form == ":"), None)


def _label(tokens: Tokens) -> tuple[int, int] | None:
    """Return the name that a line begins with, and the colon after it: *Ms Smith: …*."""
    colon = _colon(tokens)
    if not colon:
        return None
    words = list(tokens)[:colon]
    is_name = all(word.form.istitle() and word.upos in {"PROPN", "X", "NOUN"} for word in words)
    name = next((word for word in reversed(words) if word.upos == "PROPN"), None)
    return (name_head(tokens, name.index), colon) if is_name and name is not None else None


OTHERS = frozenset({"who", "someone", "somebody", "everyone", "everybody", "nobody", "one"})
"""Words that bring in somebody else."""
ARGUMENTS = ("nsubj", "obj")


def alone(side: Side, known: Collection[Key]) -> Iterator[tuple[Key, Key]]:
    """Yield a role and the pronoun of the next segment that must be its person.

    Args:
        side: the source, analysed.
        known: pronouns whose person is known.
    """
    for segment in range(len(side) - 1):
        role, told = _only_person(side[segment]), _first_pronoun(side[segment + 1])
        if role is not None and told is not None and (segment + 1, told) not in known:
            yield (segment, role), (segment + 1, told)


def _only_person(tokens: Tokens) -> int | None:
    """Return the one word for a person in a segment; None if there are more, or a name."""
    found: list[Token] = []
    for token in tokens:
        if token.upos == "PROPN" or tells(token) or token.form.casefold() in OTHERS:
            return None
        if is_person_noun(token) and token.upos == "NOUN":
            found.append(token)
    if len(found) != 1 or not _is_somebody(found[0]):
        return None
    return found[0].index


def _is_somebody(noun: Token) -> bool:
    """Return whether a noun names one certain person who does or undergoes something."""
    is_one = noun.feats.get("Number") != "Plur" and not is_generic(noun)
    return is_one and noun.deprel.startswith(ARGUMENTS) and said_of(noun) is None


def _first_pronoun(tokens: Tokens) -> int | None:
    """Return the first pronoun of a gender, a subject before which nobody is named."""
    genders = {
        english().pronouns[form.casefold()]
        for form in tokens.forms
        if form.casefold() in english().pronouns
    }
    if len(genders) != 1:
        return None
    for token in tokens:
        if token.form.casefold() in english().pronouns:
            return token.index if token.deprel.startswith("nsubj") else None
        if token.upos == "PROPN" or is_person_noun(token) or token.form.casefold() in OTHERS:
            return None
    return None


@dataclass(frozen=True, slots=True)
class Reading:
    """One document, read for the gender of persons; `Shows`, `Doubts` and `Belongs` ask it.

    Args:
        document: with tokens, trees, features on both sides, and links.
        people: the persons of its source.
        words: the target language's lists.
    """

    document: Document
    people: People
    words: PersonWords

    def linked(self, segment: int, token: int) -> list[Token]:
        """Return the source words that a word of the target is linked to, in text order."""
        source = self.document.source[segment]
        return [source[place] for place in self.document.links(segment).sources(token)]

    def reached(self, item: Shown) -> list[Token]:
        """Return the source words of the person that a word was reached by."""
        source = self.document.source[item.segment]
        return [source[place] for place in item.sources]
