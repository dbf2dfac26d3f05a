"""Which of the words that show a person's gender are surely that person's: a tag names one of them.

Coreference is often wrong where two persons of one gender are close to each other, so a pronoun
counts only if nobody else may be meant. Each rule is the answer to tags that were judged wrong.
(Mitkov 1998, Robust pronoun resolution with limited knowledge: the candidates that are left.)
"""

from __future__ import annotations

from itertools import takewhile
from typing import TYPE_CHECKING

from discotag.plugin import ud
from discotag_phen_gender.english import (
    english,
    is_generic,
    is_indefinite,
    is_person_noun,
    is_role,
    is_timeless,
    name_head,
    said_of,
    surname_tells,
)
from discotag_phen_gender.names import full_names, is_apposed_name, is_beside, surnames
from discotag_phen_gender.people import FIRST
from discotag_phen_gender.shown import IMPERSONAL, WITH_NOUN, Belongs, is_double

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Token
    from discotag_phen_gender.english import Key
    from discotag_phen_gender.people import Evidence, People, Person, Reading
    from discotag_phen_gender.shown import Shown


RIVAL = 0.3
"""From which probability of another person a pronoun may be theirs."""
NAMED = frozenset({"name", "title"})
"""Kinds of words that are in a name."""
SPOKEN = 3
"""Segments between *I* and a pronoun of who speaks."""
BESIDE = frozenset({"compound", "flat", "amod"})
"""Relations of words that belong to another noun."""


class Certain:
    """Chooses among the words that show the genders of a source's persons."""

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
        """Return what surely shows the gender of the person whom some source words name.

        Args:
            words: the source words by which a target word was reached.
            segment: their position.
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
        """Return the pronouns that are surely a person's; none after a doubtful one."""
        found: list[Evidence] = []
        before = [item for item in told if item.place.segment < segment]
        behind = [item for item in told if item.place.segment > segment]
        for side in (before[::-1], behind):
            pronouns = (item for item in side if item.kind == "pronoun")
            found += takewhile(lambda item: self._is_only_one(item, person), pronouns)
        return found

    def _is_spoken(self, item: Evidence, segment: int) -> bool:
        """Return whether a word may show who says *I*: close by, or *I am a man*."""
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
        """Return whether a noun names somebody else whom a pronoun may refer to."""
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
    """Return whether a person may have the gender that a word shows."""
    told = {evidence.gender for evidence in other.evidence}
    return not told or item.gender in told


HERE = "a word of its own source sentence tells a gender"
FULL_NAME = "the full name, or one that may be a given name, stands in its own source sentence"
GENERIC = "everybody or nobody is meant"
EPICENE = "its gender is the same for everybody"
UNSURE = "it may be a firm, a place or a thing"

TELLING = frozenset({"male", "female", "jr", "jr.", "ms", "ms.", "mr", "mr.", "mrs", "mrs."})
"""English words that show a gender wherever they are."""
LETTERS = 2
"""Letters of the shortest name that may refer to several words: HP."""
SEVERAL_TIMES = 2
"""How many pronouns make a name that of a person; a firm is seldom *he* more than once."""


class Doubts:
    """Doubts about the words of one document."""

    def __init__(self, reading: Reading) -> None:
        """Doubt the words of a document that was read."""
        self._reading = reading
        self._belongs = Belongs(reading)
        self._surnames = surnames(reading.people.side)

    def of(self, item: Shown, person: Person) -> str | None:
        """Return why no other segment is asked for a word's gender; None where one is."""
        if self._is_for_everybody(item):
            return EPICENE
        if self._is_told_here(item):
            return HERE
        reached = self._reading.reached(item)
        if self._has_full_name(item) or any(map(self._may_be_given_name, reached)):
            return FULL_NAME
        is_named = any(told.kind in {"name", "title"} for told in person.evidence)
        if any(is_generic(token) for token in reached):
            return GENERIC
        if not is_named and any(is_timeless(token) for token in reached):
            return GENERIC
        return None if self.is_sure(item, person) else UNSURE

    def is_shown(self, item: Shown, person: Person) -> bool:
        """Return whether a word surely shows a person's own gender, as DT302 asks for."""
        is_noun = item.is_noun or item.gender == "neutral"
        if not is_noun and self._is_for_everybody(item):
            return False
        is_name = any(token.upos == "PROPN" for token in self._reading.reached(item))
        is_known = any(told.kind in {"name", "title"} for told in person.evidence)
        return (is_known or not is_name) and self.is_sure(item, person)

    def is_sure(self, item: Shown, person: Person) -> bool:
        """Return whether a word surely shows the gender of a person, not that of a thing."""
        return self._is_person(item, person) and self._belongs.agrees(item)

    def is_new(self, item: Shown) -> bool:
        """Return whether a word's person is brought in here, so that nothing before shows it."""
        return any(is_indefinite(token) for token in self._reading.reached(item))

    def _is_for_everybody(self, item: Shown) -> bool:
        token = self._reading.document.target[item.segment][item.token]
        if item.gender == "neutral":
            return not is_double(token)
        is_masculine = item.gender == "masculine"
        if token.upos == "NOUN":
            return is_masculine and self._reading.words.is_for_everybody(token.lemma)
        if is_masculine and ud.relation(token) in WITH_NOUN:
            noun = token.segment[token.head]
            if noun.upos == "NOUN" and self._reading.words.is_for_everybody(noun.lemma):
                return True  # мой врач
        if token.upos == "PROPN":
            return self._reading.words.names is None
        if token.upos == "ADJ" and self._reading.words.is_common(token.form, item.gender):
            return True
        return ud.relation(token) == "amod" and self._is_weak(token)

    def _is_weak(self, adjective: Token) -> bool:
        """Return whether an adjective has an ending that is the same for every gender."""
        if adjective.form.endswith(self._reading.words.weak_endings):
            return True
        noun = adjective.segment[adjective.head] if adjective.head >= 0 else None
        return self._reading.words.is_weak_after_article and any(
            ud.relation(child) == "det"
            and (child.feats.get("Definite") == "Def" or child.feats.get("PronType") == "Dem")
            for child in (noun.children if noun is not None else ())
        )

    def _is_told_here(self, item: Shown) -> bool:
        tokens = self._reading.people.side[item.segment]
        if any(form.casefold() in TELLING for form in tokens.forms):
            return True
        if any(surname_tells(token) for token in self._reading.reached(item)):
            return True
        return any(
            told.gender == item.gender
            and (told.kind != "plural" or tokens[told.place.token].deprel == "nmod:poss")
            for told in self._reading.people.gender_words([item.segment])
        )

    def _may_be_given_name(self, token: Token) -> bool:
        """Return whether a word is a name that the text does not show to be a surname."""
        return token.upos == "PROPN" and not is_role(token) and token.form not in self._surnames

    def _has_full_name(self, item: Shown) -> bool:
        """Return whether a name of several words says who it is: *the nurse, Kinga Göncz*."""
        tokens = self._reading.people.side[item.segment]
        names = set(full_names(tokens))
        for place in item.sources:
            near = {place, tokens[place].head, said_of(tokens[place])}
            near |= {child.index for child in tokens[place].children}
            heads = {name_head(tokens, i) for i in near if i is not None and i >= 0}
            if heads & {name_head(tokens, name) for name in names}:
                return True
            if any(is_beside(tokens, name, place) for name in names):
                return True
            if is_apposed_name(tokens[place]):
                return True
        return False

    def _is_person(self, item: Shown, person: Person) -> bool:
        """Return whether the word that was reached is one for a person, not for a firm or town."""
        reached = self._reading.reached(item)
        if any(token.form.casefold() in IMPERSONAL for token in reached):
            return False
        if any(token.upos == "PROPN" and not is_role(token) for token in reached):
            if any(_is_of_firm(token) for token in reached):
                return False
            kinds = [told.kind for told in person.evidence]
            return "name" in kinds or "title" in kinds or kinds.count("pronoun") >= SEVERAL_TIMES
        return all(token.upos == "PRON" or is_person_noun(token) for token in reached)


def _is_of_firm(name: Token) -> bool:
    """Return whether a name is written as those of firms are, not of persons: IBM, Re/Max."""
    form = name.form
    is_short_for_more = len(form) >= LETTERS and form.isupper()
    return is_short_for_more or not all(sign.isalpha() or sign in "-'’." for sign in form)
