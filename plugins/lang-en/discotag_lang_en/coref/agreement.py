"""Which mentions may corefer: number, gender, person, and what binding excludes."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from discotag_lang_en.coref.syntax import ARGUMENTS
from discotag_lang_en.coref.words import Kind, kinds, words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag_lang_en.coref.mentions import Phrase
    from discotag_lang_en.coref.syntax import Syntax
    from discotag_lang_en.coref.words import Gendered, Nouns, PronounClass


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
        animacy: what kind of thing it is, as far as the words show.
    """

    number: int
    gender: int
    animacy: Animacy = "unknown"

    def merged(self, other: Traits) -> Traits:
        """Return what both say together; where they contradict each other, what the first says."""
        return Traits(
            number=self.number & other.number or self.number,
            gender=self.gender & other.gender or self.gender,
            animacy=other.animacy if self.animacy == "unknown" else self.animacy,
        )

    def agrees(self, other: Traits) -> bool:
        """Return whether one referent can have both."""
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
    """Return the traits of a third-person pronoun."""
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
    is_unknown_name = animacy == "unknown" and syntax.upos[head] == "PROPN"
    number = ANY_NUMBER if is_unknown_name else _singular_number(animacy, lemma)
    return Traits(number, gender, animacy)


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


@cache
def _nouns() -> dict[str, tuple[int, Animacy]]:
    """Return gender and animacy by lemma; where lists disagree, the later one here prevails."""
    lists = words().nouns
    table: dict[str, tuple[int, Animacy]] = {
        lemma: (_GENDERS.get(kind, NEUTER), kind) for lemma, kind in kinds().items()
    }
    table |= dict.fromkeys(lists.abstract, (NEUTER, "thing"))
    table |= dict.fromkeys(lists.time, (NEUTER, "time"))
    table |= dict.fromkeys(lists.group, (NEUTER, "group"))
    table |= dict.fromkeys(lists.animal, (ANY_GENDER, "animal"))
    table |= dict.fromkeys(lists.person, (PERSON, "person"))
    gendered = {lemma: _gender(lemma, lists) for lemma in lists.masculine | lists.feminine}
    table |= {lemma: (gender, "person") for lemma, gender in gendered.items()}
    return table | {
        lemma: (gender | NEUTER, "animal")  # a cow is *she* or *it*
        for lemma, gender in gendered.items()
        if lemma in lists.animal
    }


def _gender(word: str, lists: Gendered | Nouns) -> int:
    return MASCULINE * (word in lists.masculine) | FEMININE * (word in lists.feminine)


def _of_noun(lemma: str) -> tuple[int, Animacy]:
    known = _nouns().get(lemma)
    if known is None and lemma.endswith(words().nouns.person_suffixes):
        is_masculine = lemma.endswith(("man", "boy")) and not lemma.endswith("woman")
        gender = FEMININE if lemma.endswith(("woman", "girl")) else PERSON
        known = (MASCULINE if is_masculine else gender), "person"
    if known is None and lemma.endswith(words().nouns.abstract_suffixes):
        known = NEUTER, "abstract"
    return known or (ANY_GENDER, "unknown")


def _of_name(syntax: Syntax, head: int, parts: Sequence[int]) -> tuple[int, Animacy]:
    lists = words()
    forms = [syntax.forms[part] for part in sorted((head, *parts))]
    first = next((form for form in forms if form not in lists.titles.neutral), forms[0])
    titled = 0
    for form in forms:
        titled |= _gender(form, lists.titles)
    given = _gender(first, lists.names)
    is_place = bool(lists.nouns.place.intersection(forms)) or (
        bool(lists.nouns.toponyms.intersection(forms)) and not (given and len(forms) > 1)
    )
    gender = titled or (0 if is_place else given)
    if gender:
        return gender, "person"
    if is_place or syntax.lemmas[head] in lists.nouns.time:
        return NEUTER, "group"
    if lists.titles.neutral.intersection(forms[:-1]) or any(
        syntax.upos[part] == "NOUN" and _of_noun(syntax.lemmas[part])[1] == "person"
        for part in parts
    ):
        return PERSON, "person"
    return _of_noun(syntax.lemmas[head])


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


CLAUSAL = frozenset({"acl", "advcl", "ccomp", "csubj", "xcomp", "parataxis"})


def is_reflexive(phrase: Phrase) -> bool:
    """Return whether a pronoun ends in -self or -selves."""
    return phrase.syntax.forms[phrase.head] in words().reflexives


def is_forbidden(pronoun: Phrase, other: Phrase) -> bool:
    """Return whether syntax alone forbids a pronoun to be one with a mention of its segment."""
    return (
        _is_inside(pronoun, other)
        or _is_conjoined(pronoun, other)
        or (not is_reflexive(pronoun) and _are_coarguments(pronoun, other))
        or _is_subject_of(pronoun, other)
    )


def _is_inside(pronoun: Phrase, other: Phrase) -> bool:
    """*his dog* is not his; but *the man who lost his hat* may be."""
    mention = other.mention
    if not mention.start <= pronoun.head < mention.end:
        return False
    node, syntax = pronoun.head, pronoun.syntax
    while node != mention.head and node >= 0:
        if syntax.relations[node] in CLAUSAL:
            return False
        node = syntax.heads[node]
    return True


def _is_conjoined(pronoun: Phrase, other: Phrase) -> bool:
    syntax = pronoun.syntax
    first = syntax.coordination_head(pronoun.head)
    return (
        syntax.coordination_head(other.head) == first
        and other.head != pronoun.head
        and (pronoun.head != first or syntax.relations[other.head] == "conj")
    )


def _is_subject_of(pronoun: Phrase, other: Phrase) -> bool:
    """*Meeting Tom, he smiled*: a clause without a subject of its own borrows that of the main one.

    A possessor in it may be the subject: *Taking Tom's hat, he left*.
    """
    syntax = pronoun.syntax
    if pronoun.role not in {"subject", "passive"} or other.role == "possessor":
        return False
    verb = syntax.governor(pronoun.head)
    for node in (other.head, *syntax.ancestors(other.head)):
        if syntax.heads[node] == verb:
            is_fronted_clause = syntax.relations[node] == "advcl" and node < pronoun.head
            return is_fronted_clause and syntax.child(node, "nsubj", "csubj") is None
        if syntax.relations[node] in CLAUSAL:
            return False
    return False


def _are_coarguments(pronoun: Phrase, other: Phrase) -> bool:
    """*John saw him*, *John wants to see him*: two arguments of one verb are two persons."""
    if pronoun.role not in {"subject", "passive", "object"}:
        return False
    syntax = pronoun.syntax
    verb = syntax.governor(pronoun.head)
    if verb < 0:
        return False
    if syntax.governor(other.head) == verb and other.role in ARGUMENTS | {"oblique"}:
        return True
    return pronoun.role == "object" and syntax.subject(verb) == syntax.coordination_head(other.head)


def reflexive_antecedent(pronoun: Phrase) -> int | None:
    """Return the head of a reflexive's antecedent: its clause's subject, or a stressed noun."""
    syntax = pronoun.syntax
    head = syntax.heads[pronoun.head]
    if head < 0:
        return None
    relation = syntax.relations[pronoun.head]
    if syntax.upos[head] in {"NOUN", "PROPN", "PRON"} and (
        relation in {"appos", "advmod"} or syntax.deprels[pronoun.head] == "nmod:unmarked"
    ):
        return head
    for node in (head, *syntax.ancestors(head)):
        subject = syntax.subject(node)
        if subject is not None and subject != pronoun.head:
            return subject
    return None


def is_fronted(syntax: Syntax, token: int) -> int | None:
    """Return the subject after a fronted clause: all that a pronoun in it may point ahead to."""
    for node in (token, *syntax.ancestors(token)):
        head = syntax.heads[node]
        if head < 0:
            return None
        if syntax.relations[node] in {"advcl", "obl"} and node < head:
            subject = syntax.child(head, "nsubj")
            if subject is not None and subject > node:
                return subject
    return None
