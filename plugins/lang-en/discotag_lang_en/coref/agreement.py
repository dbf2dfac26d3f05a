"""Number, gender and animacy: what a phrase tells of its referent, and whether two of them can be one."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from discotag_lang_en.coref.words import Kind, kinds, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag_lang_en.coref.syntax import Syntax
    from discotag_lang_en.coref.words import PronounClass

SINGULAR, PLURAL = 1, 2
ANY_NUMBER = SINGULAR | PLURAL
MASCULINE, FEMININE, NEUTER = 1, 2, 4
PERSON = MASCULINE | FEMININE
ANY_GENDER = PERSON | NEUTER
Animacy = Kind | Literal["thing", "unknown"]


@dataclass(frozen=True, slots=True)
class Traits:
    """What is known of a referent; each bit set says that this value is possible.

    Args:
        number: bits SINGULAR, PLURAL.
        gender: bits MASCULINE, FEMININE, NEUTER (a thing).
        animacy: what kind of thing it is, as far as the words tell.
    """

    number: int
    gender: int
    animacy: Animacy = "unknown"

    def merged(self, other: Traits) -> Traits:
        """Give what both say together; where they contradict each other, what the first says."""
        return Traits(
            number=self.number & other.number or self.number,
            gender=self.gender & other.gender or self.gender,
            animacy=other.animacy if self.animacy == "unknown" else self.animacy,
        )

    def agrees(self, other: Traits) -> bool:
        """Tell whether one referent can have both."""
        return bool(self.number & other.number and self.gender & other.gender)


_PRONOUNS: dict[PronounClass, Traits] = {
    "he": Traits(SINGULAR, MASCULINE, "person"),
    "she": Traits(SINGULAR, FEMININE, "person"),
    "it": Traits(SINGULAR, NEUTER),
    "they": Traits(ANY_NUMBER, ANY_GENDER),
    "demonstrative": Traits(SINGULAR, ANY_GENDER),
}


_GENDERS: dict[Kind, int] = {"person": PERSON, "animal": ANY_GENDER}


def pronoun_traits(pronoun: PronounClass, form: str) -> Traits:
    """Give the traits of a third-person pronoun."""
    if form in {"these", "those"}:
        return Traits(PLURAL, ANY_GENDER)
    return _PRONOUNS[pronoun]


def noun_traits(syntax: Syntax, head: int, parts: Sequence[int]) -> Traits:
    """Read number, gender and animacy off a noun phrase: its head, its title or name, its verb.

    Args:
        syntax: the segment's tree.
        head: the phrase's head.
        parts: the head's adjectives, numerals and parts of a compound or name.
    """
    lemma = syntax.lemmas[head]
    plural = _is_plural(syntax, head)
    if syntax.upos[head] == "PROPN":
        gender, animacy = _of_name(syntax, head, parts)
    elif syntax.upos[head] == "PRON":
        is_person = syntax.forms[head] in words().indefinite_persons
        gender, animacy = (PERSON, "person") if is_person else (NEUTER, "thing")
    else:
        gender, animacy = _of_noun(lemma)
    if animacy == "unknown" and _is_spoken_of_as_person(syntax, head):
        gender, animacy = PERSON, "person"
    if plural:
        return Traits(PLURAL, ANY_GENDER, animacy)
    return Traits(_singular_number(animacy, lemma), gender, animacy)


def _singular_number(animacy: Animacy, lemma: str) -> int:
    if lemma in words().nouns.person_plural and lemma not in words().nouns.group:
        return PLURAL
    return ANY_NUMBER if animacy in {"person", "group"} else SINGULAR


def _is_plural(syntax: Syntax, head: int) -> bool:
    if syntax.feats[head].get("Number") in {"Plur", "Ptan"}:
        return True
    if syntax.upos[head] == "NUM":
        return syntax.forms[head] not in {"one", "1"}
    return syntax.forms[head] in {"many", "few", "several", "both", "others", "these", "those"}


def _of_noun(lemma: str) -> tuple[int, Animacy]:
    nouns = words().nouns
    masculine, feminine = lemma in nouns.masculine, lemma in nouns.feminine
    if masculine or feminine:
        return (MASCULINE * masculine) | (FEMININE * feminine), "person"
    if lemma in nouns.person:
        return PERSON, "person"
    if lemma in nouns.animal:
        return ANY_GENDER, "animal"
    if lemma in nouns.group:
        return NEUTER, "group"
    if lemma.endswith(nouns.person_suffixes):
        if lemma.endswith(("woman", "girl")):
            return FEMININE, "person"
        return (MASCULINE if lemma.endswith(("man", "boy")) else PERSON), "person"
    if lemma in nouns.time:
        return NEUTER, "time"
    if lemma in nouns.abstract:
        return NEUTER, "thing"
    kind = kinds().get(lemma)
    if kind is not None:
        return _GENDERS.get(kind, NEUTER), kind
    if lemma.endswith(nouns.abstract_suffixes):
        return NEUTER, "abstract"
    return ANY_GENDER, "unknown"


def _of_name(syntax: Syntax, head: int, parts: Sequence[int]) -> tuple[int, Animacy]:
    lists = words()
    forms = [syntax.forms[part] for part in sorted((head, *parts))]
    gender = 0
    for form in forms:
        gender |= MASCULINE * (form in lists.titles.masculine) | FEMININE * (
            form in lists.titles.feminine
        )
    if gender:
        return gender, "person"
    if lists.nouns.place.intersection(forms) or syntax.lemmas[head] in lists.nouns.time:
        return NEUTER, "group"
    first = next((form for form in forms if form not in lists.titles.neutral), forms[0])
    masculine, feminine = first in lists.names.masculine, first in lists.names.feminine
    if masculine or feminine:
        return (MASCULINE * masculine) | (FEMININE * feminine), "person"
    if lists.titles.neutral.intersection(forms[:-1]):
        return PERSON, "person"
    gender, animacy = _of_noun(syntax.lemmas[head])
    if animacy != "unknown":
        return gender, animacy
    if any(
        syntax.upos[part] == "NOUN" and syntax.lemmas[part] in lists.nouns.person for part in parts
    ):
        return PERSON, "person"
    return ANY_GENDER, "unknown"


def _is_spoken_of_as_person(syntax: Syntax, head: int) -> bool:
    governor = syntax.governor(head)
    if (
        governor >= 0
        and syntax.role(head) == "subject"
        and syntax.upos[governor] == "VERB"
        and syntax.lemmas[governor] in words().verbs.speech
    ):
        return True
    return any(
        syntax.relations[child] == "acl"
        and any(syntax.forms[word] in {"who", "whom"} for word in syntax.children[child])
        for child in syntax.children[head]
    )
