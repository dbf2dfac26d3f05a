"""Who a source text speaks of, and what its words tell of each person's gender.

"The doctor came. She was tired." – Words of one person are joined: by coreference, by *is a* and
apposition ("Clausen was an artist"), by *as* ("she worked as a teacher"), by a title or a role
before a name. What tells a gender is a pronoun, a title, a kinship word or another noun for men
or women, a given name; it counts for the person it names. (Saunders and Byrne 2020 and Stanovsky
et al. 2019 mark the gender of roles by the same words.)
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal, NamedTuple

from discotag.plugin import TokenRef
from discotag_phen_gender.english import english

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.plugin import Cluster, Side, Token, Tokens
    from discotag_phen_gender.lists import Gender

Kind = Literal["pronoun", "title", "noun", "name", "plural"]
WEIGHTS: dict[Kind, float] = {"pronoun": 3, "title": 3, "noun": 3, "name": 1.5, "plural": 0.5}
"""How much a word of each kind tells; a name alone is the least sure."""
NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
LEAST_SCORE = 0.3
"""From which score of coreference a mention belongs to its cluster."""
COPULAR = frozenset({"become", "remain", "be"})
Key = tuple[int, int]
"""Segment and token of the source."""


class Evidence(NamedTuple):
    """A word that tells a person's gender."""

    place: TokenRef
    gender: Gender
    kind: Kind


@dataclass(eq=False, slots=True)
class Person:
    """One person: the words that name it, and those that tell its gender, in text order."""

    words: list[Key] = field(default_factory=list)
    evidence: list[Evidence] = field(default_factory=list)
    is_named: bool = False
    """Whether a noun or name stands for it, not pronouns alone."""

    def gender(self, *, without: int | None = None) -> Gender | None:
        """Return the gender that its words tell; None if they tell none or contradict each other.

        Args:
            without: a segment whose words do not count.
        """
        sums: dict[Gender, float] = {}
        for item in self.evidence:
            if item.place.segment != without:
                sums[item.gender] = sums.get(item.gender, 0.0) + WEIGHTS[item.kind]
        ordered = sorted(sums.items(), key=lambda pair: (-pair[1], pair[0]))
        if not ordered or (len(ordered) > 1 and ordered[1][1] * 2 >= ordered[0][1]):
            return None
        return ordered[0][0]


class People:
    """The persons of a source text.

    Args:
        side: the source, with tokens, lemmas, parts of speech, features, trees.
    """

    def __init__(self, side: Side) -> None:
        self._side = side
        self._parent: dict[Key, Key] = {}
        for cluster in side.clusters or ():
            self._join_cluster(cluster)
        for segment, tokens in enumerate(side):
            for token in tokens:
                self._join_syntax(segment, token)
        self._persons: dict[Key, Person] = {}
        for segment, tokens in enumerate(side):
            for token in tokens:
                if may_be_person(token):
                    root = self._root((segment, name_head(tokens, token.index)))
                    self._persons.setdefault(root, Person())
        for segment, tokens in enumerate(side):
            for token in tokens:
                self._note(segment, token)
        self.all = tuple(dict.fromkeys(self._persons.values()))

    def at(self, segment: int, token: int) -> Person | None:
        """Return the person that a source token names or is part of naming."""
        return self._persons.get(self._root((segment, name_head(self._side[segment], token))))

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
            (mention.segment, name_head(self._side[mention.segment], mention.head))
            for mention, score in zip(cluster.mentions, scores, strict=True)
            if score >= LEAST_SCORE
        ]
        for one, other in zip(kept, kept[1:], strict=False):
            self._join(one, other)

    def _join_syntax(self, segment: int, token: Token) -> None:
        """Join a role with whom it is said of."""
        if token.upos not in {"NOUN", "PROPN"} or not is_person_noun(token):
            return
        other = said_of(token)
        if other is not None:
            here = name_head(token.segment, token.index)
            self._join((segment, here), (segment, name_head(token.segment, other)))

    def _note(self, segment: int, token: Token) -> None:
        """Enter a word for a person, and what it tells."""
        person = self.at(segment, token.index)
        if person is None or not (token.upos in NOMINAL or tells(token)):
            return
        person.words.append((segment, token.index))
        person.is_named = person.is_named or token.upos in {"NOUN", "PROPN"}
        told = tells(token)
        if told is not None:
            person.evidence.append(Evidence(TokenRef("source", segment, token.index), *told))
        for child in token.children:
            if child.form.casefold() in {"male", "female"} and child.deprel == "amod":
                gender: Gender = "feminine" if child.form.casefold() == "female" else "masculine"
                place = TokenRef("source", segment, child.index)
                person.evidence.append(Evidence(place, gender, "noun"))


def name_head(tokens: Tokens, token: int) -> int:
    """Return the head of the name that a token is part of; itself outside names."""
    for _ in range(len(tokens)):
        item = tokens[token]
        base = item.deprel.partition(":")[0]
        if item.upos != "PROPN" or base not in {"flat", "compound"} or item.head < 0:
            return token
        if tokens[item.head].upos not in {"PROPN", "NOUN"}:
            return token
        if base == "compound" and tokens[item.head].upos == "NOUN":
            return token
        token = item.head
    return token


def may_be_person(token: Token) -> bool:
    """Return whether a source word by itself makes what it names a person: a noun, a name, he."""
    form = token.form.casefold()
    return form in english().pronouns or token.upos == "PROPN" or is_person_noun(token)


def is_person_noun(token: Token) -> bool:
    """Return whether an English noun names persons."""
    words = english()
    lemma = token.lemma.casefold()
    return token.upos in {"NOUN", "PROPN", "ADJ"} and words.is_person(lemma)


def tells(token: Token) -> tuple[Gender, Kind] | None:
    """Return the gender that a word tells of one person, and how; None if none."""
    words = english()
    form, lemma = token.form.casefold(), token.lemma.casefold()
    if form in words.pronouns:
        return words.pronouns[form], "pronoun"
    if token.upos not in {"NOUN", "PROPN"} or token.feats.get("Number") == "Plur":
        return None
    if form in words.titles and _is_before_name(token):
        return words.titles[form], "title"
    noun = words.noun(lemma)
    if noun is not None and token.deprel.partition(":")[0] not in {"compound", "flat"}:
        return noun, "noun"
    if token.upos == "PROPN" and form in words.names and _is_given(token):
        return words.names[form], "name"
    return None


def said_of(token: Token) -> int | None:
    """Return the word of whom a role is said, in its own segment; None if of nobody.

    "Clausen was an artist", "she became a nurse", "the artist Clausen", "Clausen, an artist",
    "he worked as a teacher".
    """
    base = token.deprel.partition(":")[0]
    children = token.children
    subject = next((child.index for child in children if child.deprel.startswith("nsubj")), None)
    if subject is not None and any(child.deprel == "cop" for child in children):
        return subject
    if token.head < 0:
        return None
    head = token.segment[token.head]
    if base == "conj":
        return said_of(head) if is_person_noun(head) else None
    if base == "appos" or (base in {"compound", "flat"} and head.upos == "PROPN"):
        return token.head
    is_as = any(child.form.casefold() == "as" for child in children if child.deprel != "cc")
    is_role = is_as or (base in {"xcomp", "obj"} and head.lemma in COPULAR)
    if is_role and base in {"obl", "advcl", "advmod", "xcomp", "nmod", "obj", "dep"}:
        return subject_of(head)
    return None


def subject_of(token: Token, depth: int = 4) -> int | None:
    """Return the subject of a verb or predicate: its own, else that of what it depends on."""
    for child in token.children:
        if child.deprel.startswith(("nsubj", "csubj")):
            return child.index
    if token.head < 0 or depth == 0:
        return None
    head = token.segment[token.head]
    base = token.deprel.partition(":")[0]
    if base == "acl" and head.upos in NOMINAL:
        return token.head
    if token.upos == "NOUN" and base in {"obj", "obl"}:  # her career as an artist
        owner = next((c.index for c in token.children if c.deprel == "nmod:poss"), None)
        return owner if owner is not None else subject_of(head, depth - 1)
    if base in {"conj", "xcomp", "advcl", "ccomp", "obl", "obj", "parataxis", "nmod"}:
        return subject_of(head, depth - 1)
    return None


def _is_before_name(token: Token) -> bool:
    behind = token.index + 1
    return behind < len(token.segment) and token.segment[behind].upos == "PROPN"


def _is_given(token: Token) -> bool:
    """Return whether a name is the first of its chain."""
    head = name_head(token.segment, token.index)
    chain = [
        other.index
        for other in token.segment
        if other.upos == "PROPN" and name_head(token.segment, other.index) == head
    ]
    titles = english().titles
    named = [place for place in chain if token.segment[place].form.casefold() not in titles]
    return bool(named) and named[0] == token.index


def gender_words(side: Side, segments: Iterable[int]) -> Iterator[Evidence]:
    """Yield every word of some segments that tells somebody's gender, whoever that is.

    Of nouns those in the plural, too: among women, a student is mostly one.
    """
    for segment in segments:
        for token in side[segment]:
            told = tells(token)
            if told is None and token.upos == "NOUN" and token.feats.get("Number") == "Plur":
                noun = english().noun(token.lemma.casefold())
                told = (noun, "plural") if noun is not None else None
            if told is not None:
                yield Evidence(TokenRef("source", segment, token.index), *told)
