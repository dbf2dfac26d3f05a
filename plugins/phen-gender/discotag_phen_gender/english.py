"""English words and sentences: what shows a person's gender, and of whom something is said.

The words are in `data/en.toml`, `persons/en.toml` and `names.toml`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict

from discotag.plugin import read_table, ud
from discotag_phen_gender.lists import FOLDER, Gender, Words

if TYPE_CHECKING:
    from discotag.plugin import Token, Tokens


class _Strict(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class More(_Strict):
    """Words for persons that Wiktionary has no pair for, and those of its words for several."""

    more: frozenset[str]
    collective: frozenset[str]


class Determiners(_Strict):
    """Words before a noun: of nobody in particular, and of somebody new."""

    generic: frozenset[str]
    indefinite: frozenset[str]


class Verbs(_Strict):
    """Helpers of what must, may or would be, and verbs of saying."""

    modal: frozenset[str]
    saying: frozenset[str]


class Surnames(_Strict):
    """Ends of surnames that differ for men and women."""

    endings: tuple[str, ...]


class EnglishTable(_Strict):
    """`data/en.toml`."""

    sources: list[str]
    pronouns: Words
    titles: Words
    kinship: Words
    nouns: Words
    persons: More
    determiners: Determiners
    verbs: Verbs
    surnames: Surnames


class PersonTable(_Strict):
    """`data/persons/en.toml`."""

    sources: list[str]
    persons: frozenset[str]


class NameTable(_Strict):
    """`data/names.toml`."""

    sources: list[str]
    masculine: frozenset[str]
    feminine: frozenset[str]


@dataclass(frozen=True)
class EnglishWords:
    """English words by what they show, case-folded.

    Args:
        pronouns: third-person pronouns.
        titles: words before a name.
        nouns: kinship and other words that name men or women.
        persons: words that name a person of either gender.
        collective: those of them that name several at once; lemmas.
        names: given names.
        generic: determiners of nobody in particular.
        indefinite: determiners of somebody who was not spoken of before.
        modals: helpers of what must, may or would be.
        saying: verbs that introduce a quotation; lemmas.
        surname_endings: ends of surnames that show a gender.
    """

    pronouns: dict[str, Gender]
    titles: dict[str, Gender]
    nouns: dict[str, Gender]
    persons: frozenset[str]
    collective: frozenset[str]
    names: dict[str, Gender]
    generic: frozenset[str]
    indefinite: frozenset[str]
    modals: frozenset[str]
    saying: frozenset[str]
    surname_endings: tuple[str, ...]

    def noun(self, lemma: str) -> Gender | None:
        """Return the gender of whom a noun names; -man and -woman show it, too."""
        known = self.nouns.get(lemma)
        if known is None and lemma.endswith("woman"):
            return "feminine"
        return known

    def is_person(self, lemma: str) -> bool:
        """Return whether a noun names persons."""
        words = lemma, lemma.rpartition("-")[2]
        is_listed = any(word in self.persons or word in self.nouns for word in words)
        return is_listed or lemma.endswith("woman")


@cache
def english() -> EnglishWords:
    """Read the lists, once; TableError for a broken one."""
    own, persons, names = (
        read_table(FOLDER / path, language="en", phenomenon="person_gender", owner="phen-gender")
        for path in ("en.toml", "persons/en.toml", "names.toml")
    )
    table = own.validated(EnglishTable)
    given = names.validated(NameTable)
    listed = persons.validated(PersonTable).persons | table.persons.more
    return EnglishWords(
        table.pronouns.genders,
        table.titles.genders,
        table.kinship.genders | table.nouns.genders,
        frozenset(word.casefold() for word in listed),
        table.persons.collective,
        Words(masculine=given.masculine, feminine=given.feminine).genders,
        table.determiners.generic,
        table.determiners.indefinite,
        table.verbs.modal,
        table.verbs.saying,
        table.surnames.endings,
    )


Key = tuple[int, int]
"""Segment and token of the source."""
Kind = Literal["pronoun", "title", "noun", "name", "plural"]
"""How a word shows a gender; `plural`: of several persons."""
NOMINAL = frozenset({"NOUN", "PROPN", "PRON"})
NAMED = frozenset({"appos", "flat", "compound", "nmod"})
"""Relations of a name to the noun that it goes with."""
COPULAR = frozenset({"become", "remain", "be"})
LEAST_NAME = 5
"""Letters of a name whose end shows a gender."""
CERTAIN = frozenset({"this", "that", "according"})
"""Words before a noun that make it somebody certain."""
DEPTH = 4
"""How many steps up a tree are gone."""
PASSED_ON = frozenset({"conj", "xcomp", "advcl", "ccomp", "obl", "obj", "parataxis", "nmod", "acl"})
"""Relations over which a subject is that of the word above, too."""


def name_head(tokens: Tokens, token: int) -> int:
    """Return the head of the name that a token is part of; itself outside names."""
    for _ in range(len(tokens)):
        item = tokens[token]
        is_part = item.upos == "PROPN" and ud.relation(item) in {"flat", "compound"}
        if not is_part or item.head < 0 or tokens[item.head].upos != "PROPN":
            return token
        token = item.head
    return token


def is_person_noun(token: Token) -> bool:
    """Return whether an English word is a noun for persons."""
    return token.upos in {"NOUN", "PROPN", "ADJ"} and english().is_person(token.lemma.casefold())


def is_role(token: Token) -> bool:
    """Return whether a word is a role, or a role in capitals after a determiner: *the Republican*.

    Not a name that is spelled like one: *Baker left*.
    """
    is_determined = token.upos == "PROPN" and bool(_determiners(token))
    return is_person_noun(token) and (token.upos != "PROPN" or is_determined)


def may_be_person(token: Token) -> bool:
    """Return whether a source word by itself makes what it names a person: a noun, a name, he."""
    is_pronoun = token.form.casefold() in english().pronouns
    return is_pronoun or token.upos == "PROPN" or is_person_noun(token)


def tells(token: Token) -> tuple[Gender, Kind] | None:
    """Return the gender that a word shows of one person, and how; None if none."""
    words = english()
    form, lemma = token.form.casefold(), token.lemma.casefold()
    if form in words.pronouns:
        return words.pronouns[form], "pronoun"
    is_plural = token.feats.get("Number") == "Plur"
    if token.upos not in ud.NOMINAL or is_plural or _is_of_things(token):
        return None
    if form in words.titles and _is_before_name(token):
        return words.titles[form], "title"
    noun = words.noun(lemma)
    if noun is not None and ud.relation(token) not in {"compound", "flat"}:
        return noun, "noun"
    if token.upos == "PROPN" and form in words.names and _is_given(token):
        return words.names[form], "name"
    return None


def tells_of_several(token: Token) -> Gender | None:
    """Return the gender of those that a noun in the plural names: women."""
    is_plural = token.upos == "NOUN" and token.feats.get("Number") == "Plur"
    return english().noun(token.lemma.casefold()) if is_plural else None


def is_generic(token: Token) -> bool:
    """Return whether a noun is said of everybody or nobody: *any doctor*, *no doctor*."""
    return token.upos == "NOUN" and bool(_determiners(token) & english().generic)


def is_timeless(token: Token) -> bool:
    """Return whether a noun is in a general statement, so that anybody may be meant.

    *The winner must gain two thirds*, *it warns the driver*; not where a name or an owner goes with
    the noun, nor *this winner*, *according to the driver*, nor where the clause shows what somebody
    is, says or thinks.
    (Carlson 1977, Reference to Kinds in English: a present that reports no event is true of kinds.)
    """
    if not is_person_noun(token) or said_of(token) is not None:
        return False
    if any(
        child.deprel == "nmod:poss"
        or child.form.casefold() in CERTAIN
        or (child.upos == "PROPN" and ud.relation(child) in NAMED)
        for child in token.children
    ):
        return False
    verb = _clause(token)
    if is_person_noun(verb):
        return False
    helpers = [child for child in verb.children if child.upos == "AUX"]
    if any(helper.form.casefold() in english().modals for helper in helpers):
        return True
    finite = [word for word in (verb, *helpers) if word.feats.get("VerbForm") == "Fin"]
    if not finite or any(word.feats.get("Tense") != "Pres" for word in finite):
        return False
    is_perfect = any(helper.lemma == "have" for helper in helpers)
    return not is_perfect and not _reports(verb)


def is_indefinite(token: Token) -> bool:
    """Return whether a noun brings in somebody new: *a doctor*, or a bare one; no role of another.

    (Prince 1981, Toward a taxonomy of given-new information: an indefinite noun phrase is new.)
    """
    if token.upos != "NOUN" or said_of(token) is not None:
        return False
    found = _determiners(token)
    is_bare = not found and not any(
        ud.relation(child) in {"nmod", "nummod"} and child.index < token.index
        for child in token.children
    )
    return is_bare or bool(found & english().indefinite)


def surname_tells(token: Token) -> bool:
    """Return whether the end of a name shows the gender: *Strelkov*, *Strelkova*."""
    words, form = english(), token.form.casefold()
    return (
        token.upos == "PROPN" and len(form) >= LEAST_NAME and form.endswith(words.surname_endings)
    )


def _clause(token: Token) -> Token:
    """Return the verb or predicate of the clause that a word is in."""
    while token.head >= 0 and not (
        token.upos in ud.VERBAL or any(child.deprel == "cop" for child in token.children)
    ):
        token = token.segment[token.head]
    return token


def _reports(verb: Token) -> bool:
    """Return whether a clause reports what somebody says or thinks."""
    if any(child.deprel == "aux:pass" for child in verb.children):
        return False
    return ud.relation(verb) == "parataxis" or any(
        ud.relation(child) in {"ccomp", "parataxis"} for child in verb.children
    )


def _determiners(token: Token) -> set[str]:
    return {
        child.form.casefold()
        for child in token.children
        if ud.relation(child) in {"det", "nummod"}
        or child.deprel == "nmod:poss"
        or child.upos == "DET"
    }


def said_of(token: Token) -> int | None:
    """Return the word of whom a role is said, in its own segment; None if of nobody.

    "Clausen was an artist", "she became a nurse", "the artist Clausen", "Clausen, an artist",
    "he worked as a teacher".
    """
    children = token.children
    subject = next((child.index for child in children if child.deprel.startswith("nsubj")), None)
    if subject is not None and any(child.deprel == "cop" for child in children):
        return subject
    if token.head < 0:
        return None
    head, base = token.segment[token.head], ud.relation(token)
    if base == "conj":
        return said_of(head) if is_person_noun(head) else None
    if is_listed(token):
        return None
    if base == "appos" or (base in {"compound", "flat"} and head.upos == "PROPN"):
        return token.head
    is_as = any(child.form.casefold() == "as" for child in children if child.deprel != "cc")
    is_role = is_as or (base in {"xcomp", "obj"} and head.lemma in COPULAR)
    return subject_of(head) if is_role else None


def is_listed(token: Token) -> bool:
    """Return whether an apposition is one of a list: *Ann Lee, the mayor and the clerk*."""
    if ud.relation(token) != "appos":
        return False
    for other in list(token.segment)[token.index + 1 :]:
        if other.upos == "VERB":
            return False
        if (
            ud.relation(other) in {"appos", "conj"}
            and is_person_noun(other)
            and _determiners(other)
        ):
            return True
    return False


def subject_of(token: Token, depth: int = DEPTH) -> int | None:
    """Return the subject of a verb or predicate: its own, else that of what it depends on."""
    for child in token.children:
        if child.deprel.startswith("nsubj"):
            return child.index
    if token.head < 0 or depth == 0:
        return None
    base, head = ud.relation(token), token.segment[token.head]
    if base == "acl" and head.upos in NOMINAL:
        return token.head
    if token.upos == "NOUN" and base in {"obj", "obl"}:  # her career as an artist
        owner = next((c.index for c in token.children if c.deprel == "nmod:poss"), None)
        if owner is not None:
            return owner
    return subject_of(head, depth - 1) if base in PASSED_ON else None


def antecedent(token: Token) -> int:
    """Return the noun that a relative pronoun refers to; of other words themselves."""
    if token.form.casefold() not in {"who", "whom", "whose", "that"}:
        return token.index
    verb = token
    for _ in range(DEPTH):
        if verb.head < 0:
            break
        if verb.deprel.startswith("acl"):
            return verb.head
        verb = verb.segment[verb.head]
    return token.index


def _is_of_things(token: Token) -> bool:
    """Return whether a noun is said of a thing: its sister virus."""
    before = token.index - 1
    return before >= 0 and token.segment.forms[before].casefold() == "its"


def _is_before_name(token: Token) -> bool:
    behind = token.index + 1
    return behind < len(token.segment) and token.segment[behind].upos == "PROPN"


def _is_given(token: Token) -> bool:
    """Return whether a name is the first of its chain, titles left out."""
    head = name_head(token.segment, token.index)
    for other in token.segment:
        if other.upos == "PROPN" and name_head(token.segment, other.index) == head:
            if other.form.casefold() in english().titles:
                continue
            return other.index == token.index
    return False
