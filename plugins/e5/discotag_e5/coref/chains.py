"""Mentions of one thing, as they are found while a text is read; late nouns may still join one."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import exp
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag_e5.coref.mentions import Phrase

    Members = list[tuple[int, Phrase, float]]


LATELY = 5
"""Segments that count as just before."""
PRONOUNS = 8
"""How many segments back a pronoun looks."""
MOST = 30
"""Chains that a pronoun chooses among."""
NOUNS, NOUN_SEGMENTS = 10, 3
"""The same of a noun that no chain has said: most of them, and how far back."""
REACH = 100
"""How many segments back the same word is taken up."""


@dataclass(slots=True)
class Chain:
    """What is known of one thing.

    Args:
        mentions: in text order.
        places: their numbers among all mentions of the text.
        scores: how sure each is.
        noun: the last that is not a pronoun.
        noun_place: its number, -1 without one.
        genders: of all mentions.
        numbers: of all mentions.
        pronouns: lemmas of the pronouns.
        pronoun_forms: their forms.
        lemmas: of the heads of nouns and names.
        names: words of names.
        words: of all nouns and names.
        texts: nouns and names in full.
        modifiers: those of each noun, by lemma.
        sorts: of all mentions.
    """

    mentions: list[Phrase] = field(default_factory=list)
    places: list[int] = field(default_factory=list)
    scores: list[float] = field(default_factory=list)
    noun: Phrase | None = None
    noun_place: int = -1
    genders: frozenset[str] = frozenset()
    numbers: frozenset[str] = frozenset()
    pronouns: set[str] = field(default_factory=set)
    pronoun_forms: set[str] = field(default_factory=set)
    lemmas: set[str] = field(default_factory=set)
    names: set[str] = field(default_factory=set)
    words: set[str] = field(default_factory=set)
    texts: set[tuple[str, ...]] = field(default_factory=set)
    modifiers: dict[str, set[frozenset[str]]] = field(default_factory=dict)
    sorts: set[str] = field(default_factory=set)

    def add(self, phrase: Phrase, place: int, score: float) -> None:
        """Add the next mention."""
        self.mentions.append(phrase)
        self.places.append(place)
        self.scores.append(score)
        self.sorts.add(phrase.sort)
        if phrase.gender:
            self.genders |= {phrase.gender}
        if phrase.number:
            self.numbers |= {phrase.number}
        if phrase.is_pronoun:
            self.pronouns.add(phrase.lemma)
            self.pronoun_forms.add(phrase.form)
            return
        self.noun, self.noun_place = phrase, place
        self.lemmas.add(phrase.lemma)
        self.words.update(phrase.words)
        self.texts.add(phrase.words)
        self.modifiers.setdefault(phrase.lemma, set()).add(phrase.modifiers)
        if phrase.sort == "name":
            self.names.update(phrase.words)

    def says(self, words: set[str]) -> bool:
        """Return whether a noun's lemma or a word of a name is among words."""
        return not (self.lemmas.isdisjoint(words) and self.names.isdisjoint(words))

    def lately(self, segment: int) -> int:
        """Return how many mentions there are in the last segments before one, and in it."""
        count = 0
        for phrase in reversed(self.mentions):
            if segment - phrase.mention.segment > LATELY:
                break
            count += 1
        return count


class Chains:
    """The chains of one text, the one that was spoken of last at the end."""

    def __init__(self) -> None:
        self.all: list[Chain] = []
        self._recent: dict[int, Chain] = {}

    def start(self, phrase: Phrase, place: int) -> Chain:
        """Begin a chain."""
        chain = Chain()
        self.all.append(chain)
        self.join(phrase, place, chain, 1.0)
        return chain

    def join(self, phrase: Phrase, place: int, chain: Chain, score: float) -> None:
        """Add a mention to a chain."""
        chain.add(phrase, place, score)
        self._recent.pop(id(chain), None)
        self._recent[id(chain)] = chain

    def candidates(self, phrase: Phrase) -> list[tuple[Chain, int]]:
        """Return the chains that a mention may belong to, the latest first.

        Each with the number of chains that were spoken of later.
        """
        found, segment = list[tuple[Chain, int]](), phrase.mention.segment
        words = set(phrase.words) if phrase.sort == "name" else {phrase.lemma}
        for nearer, chain in enumerate(reversed(self._recent.values())):
            distance = segment - chain.mentions[-1].mention.segment
            if distance > (PRONOUNS if phrase.is_pronoun else REACH):
                break
            if phrase.is_pronoun:
                if nearer >= MOST:
                    break
            elif not chain.says(words) and (nearer >= NOUNS or distance > NOUN_SEGMENTS):
                continue
            if distance or not _overlaps(phrase, chain.mentions):
                found.append((chain, nearer))
        return found


def _overlaps(phrase: Phrase, mentions: Sequence[Phrase]) -> bool:
    """Return whether a mention holds a part of a phrase, or the phrase a part of it."""
    own = phrase.mention
    for other in reversed(mentions):
        if other.mention.segment != own.segment:
            return False
        if other.mention.start < own.end and own.start < other.mention.end:
            return True
    return False


SORTS = frozenset({"noun", "name", "group"})
"""Sorts of mentions that wait."""
LENIENCE = 0.7
"""How much the log-odds of "nothing before" fall for them, in nats.

On GUM dev CoNLL is 58.1 with 0, 59.1 with 0.5, 60.1 with 1.0 and 60.4 with 1.4; on LitBank dev,
which annotates some sorts of things alone, 51.6, 51.6, 50.8 and 49.9.
"""


class Late(NamedTuple):
    """A noun that began a chain, but may belong to one before.

    Args:
        place: its number among all mentions of the text.
        own: the chain that it began.
        target: the likeliest chain before it.
        score: the probability of that chain, 0-1.
    """

    place: int
    own: Chain
    target: Chain
    score: float


def may_wait(phrase: Phrase, score: float, nothing: float) -> bool:
    """Return whether a mention without a chain may still join the likeliest one.

    Args:
        phrase: the mention.
        score: the probability of the likeliest chain, 0-1.
        nothing: that of "nothing before".
    """
    return phrase.sort in SORTS and score * exp(LENIENCE) > nothing


def joined(chains: Iterable[Chain], waiting: Sequence[Late]) -> list[Members]:
    """Return the mentions of each chain, with number and score, after late nouns were joined.

    Args:
        chains: all chains of the text.
        waiting: in text order.
    """
    members = {
        id(chain): list(zip(chain.places, chain.mentions, chain.scores, strict=True))
        for chain in chains
    }
    now = {key: key for key in members}
    for late in waiting:
        into, gone = _last(now, id(late.target)), _last(now, id(late.own))
        first, second = members[into], members[gone]
        both = sorted((*first, *second), key=lambda item: item[0])
        if into == gone or not _keeps(first, second, both):
            continue
        members[into] = [
            (place, phrase, late.score if place == late.place else score)
            for place, phrase, score in both
        ]
        del members[gone]
        now[gone] = into
    return list(members.values())


def _last(now: dict[int, int], key: int) -> int:
    while now[key] != key:
        key = now[key]
    return key


def _keeps(first: Members, second: Members, both: Members) -> bool:
    """Return whether each pronoun has a noun before it, and the same one as before."""
    old = _nouns(first) | _nouns(second)
    return None not in old.values() and _nouns(both) == old


def _nouns(members: Members) -> dict[int, int | None]:
    """Return for each pronoun the number of the nearest noun before it."""
    found, noun = dict[int, int | None](), None
    for place, phrase, _ in members:
        if phrase.is_pronoun:
            found[place] = noun
        else:
            noun = place
    return found
