"""Which of the words that tell a person's gender are surely that person's: a tag names one of them.

Coreference is often wrong where two persons of one gender stand close to each other, so a pronoun
counts only if nobody else may be meant. Each rule is the answer to tags that were judged wrong.
(Mitkov 1998, Robust pronoun resolution with limited knowledge: the candidates that are left.)
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from discotag.plugin import ud
from discotag_phen_gender.english import english
from discotag_phen_gender.roles import is_person_noun, is_role, name_head
from discotag_phen_gender.speakers import FIRST

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Token
    from discotag_phen_gender.people import Evidence, People, Person
    from discotag_phen_gender.roles import Key

RIVAL = 0.3
"""From which probability of another person a pronoun may be theirs."""
NAMED = frozenset({"name", "title"})
"""Kinds of words that stand in a name."""
SPOKEN = 3
"""Segments between *I* and a pronoun of who speaks."""
BESIDE = frozenset({"compound", "flat", "amod"})
"""Relations of words that belong to another noun."""


class Certain:
    """Chooses among the words that tell the genders of a source's persons."""

    def __init__(self, people: People) -> None:
        """Choose among the words of these persons."""
        self._people, self._side = people, people.side
        self._rivals: dict[Key, list[tuple[float, Sequence[Key]]]] = {}
        for cluster in people.side.alternatives:
            *before, pronoun = cluster.mentions
            share = cluster.scores[-1] if cluster.scores is not None else 1.0
            places = [(mention.segment, mention.head) for mention in before]
            self._rivals.setdefault((pronoun.segment, pronoun.head), []).append((share, places))

    def of(
        self, words: Sequence[Token], segment: int, person: Person, told: Sequence[Evidence]
    ) -> list[Evidence]:
        """Return what surely tells the gender of the person whom some source words name.

        Args:
            words: the source words by which a target word was reached.
            segment: where they stand.
            person: whom they name.
            told: what may count of the person's evidence.
        """
        names = [word for word in words if word.upos == "PROPN" and not is_role(word)]
        if names:
            own = {word.form for word in names}
            own |= {form for word in names for form in self._name(segment, word.index)}
            called = [
                item
                for item in told
                if item.kind in NAMED and own & self._name(item.place.segment, item.place.token)
            ]
            if called:
                return called
        if self._has_two_names(person) or (not names and self._has_two_offices(person)):
            return []
        pronouns = self._pronouns(segment, person, told)
        is_speaker = any(word.form.casefold() in FIRST for word in words)
        return [
            item
            for item in told
            if not (names and item.kind in NAMED)
            and not (is_speaker and not self._is_spoken(item, segment))
            and (item.kind != "pronoun" or item in pronouns)
        ]

    def _pronouns(
        self, segment: int, person: Person, told: Sequence[Evidence]
    ) -> Sequence[Evidence]:
        """Return the pronouns that are surely a person's; behind a doubtful one none is."""
        found: list[Evidence] = []
        before = [item for item in told if item.place.segment < segment]
        behind = [item for item in told if item.place.segment > segment]
        for side in (before[::-1], behind):
            pronouns = (item for item in side if item.kind == "pronoun")
            found += takewhile(lambda item: self._is_only_one(item, person), pronouns)
        return found

    def _is_spoken(self, item: Evidence, segment: int) -> bool:
        """Return whether a word may tell who says *I*: close by, or *I am a man*."""
        return item.kind == "noun" or abs(item.place.segment - segment) <= SPOKEN

    def _name(self, segment: int, token: int) -> set[str]:
        """Return the words of the name that a word is part of, without given names and titles."""
        tokens = self._side[segment]
        head = name_head(tokens, token)
        return {
            other.form
            for other in tokens
            if other.upos == "PROPN"
            and name_head(tokens, other.index) == head
            and not (is_person_noun(other) and not _is_behind_given_name(other))
            and other.form.casefold() not in english().names
            and other.form.casefold() not in english().titles
        }

    def _has_two_names(self, person: Person) -> bool:
        """Return whether a person has names with no word in common: two were taken for one."""
        groups: list[set[str]] = []
        for segment, token in person.words:
            if self._side[segment][token].upos == "PROPN":
                found = self._name(segment, token)
                if not found:
                    continue
                for group in [group for group in groups if group & found]:
                    groups.remove(group)
                    found |= group
                groups.append(found)
        return len(groups) > 1

    def _has_two_offices(self, person: Person) -> bool:
        """Return whether a person has a role in two places: *president of Chile … of Peru*."""
        found: dict[str, set[str]] = {}
        for segment, place in person.words:
            role = self._side[segment][place]
            where = _places_of(role) if is_person_noun(role) else set()
            known = found.setdefault(role.lemma.casefold(), where)
            if known and where and known.isdisjoint(where):
                return True
            known |= where
        return False

    def _is_only_one(self, item: Evidence, person: Person) -> bool:
        """Return whether a pronoun can hardly be another person's."""
        if self._is_disputed(item, person):
            return False
        return not any(self._may_be(*word, item, person) for word in self._between(item, person))

    def _is_disputed(self, item: Evidence, person: Person) -> bool:
        """Return whether coreference holds another person for likely."""
        for share, places in self._rivals.get((item.place.segment, item.place.token), ()):
            others = [self._people.at(*place) for place in places]
            if share < RIVAL or any(other is person for other in others):
                continue
            if any(other is not None and _is_like(other, item) for other in others):
                return True
        return False

    def _between(self, item: Evidence, person: Person) -> Iterator[tuple[int, Token]]:
        """Yield the nouns between the last one for a person and a pronoun."""
        place = (item.place.segment, item.place.token)
        before = [word for word in person.words if word < place and self._is_naming(word)]
        first = max(before) if before else (max(0, place[0] - SPOKEN), -1)
        for segment in range(first[0], place[0] + 1):
            for word in self._side[segment]:
                if first < (segment, word.index) < place and word.upos in ud.NOMINAL:
                    yield segment, word

    def _is_naming(self, word: Key) -> bool:
        return self._side[word[0]][word[1]].upos in ud.NOMINAL

    def _may_be(self, segment: int, word: Token, item: Evidence, person: Person) -> bool:
        """Return whether a noun names somebody else whom a pronoun may stand for."""
        other = self._people.at(segment, word.index)
        is_name = word.upos == "PROPN"
        if other is None or other is person:
            return False
        if not is_name and word.feats.get("Number") == "Plur":
            return False
        if ud.relation(word) in BESIDE:
            return False
        if word.lemma.casefold() in english().collective:
            return False
        return (other.is_sure or (is_name and _is_acting(word))) and _is_like(other, item)


def _places_of(role: Token) -> set[str]:
    """Return the names of where or whose a role is."""
    return {
        word.form
        for child in role.children
        if ud.relation(child) == "nmod" and not is_person_noun(child)
        for word in (child, *child.children)
        if word.upos == "PROPN"
    }


def _is_behind_given_name(word: Token) -> bool:
    before = word.index - 1
    return before >= 0 and word.segment.forms[before].casefold() in english().names


def _is_acting(name: Token) -> bool:
    """Return whether a name is a subject without an article, as those of persons are."""
    return name.deprel == "nsubj" and not any(
        ud.relation(child) == "det" for child in name.children
    )


def _is_like(other: Person, item: Evidence) -> bool:
    """Return whether a person may have the gender that a word tells."""
    told = {evidence.gender for evidence in other.evidence}
    return not told or item.gender in told
