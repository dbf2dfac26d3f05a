"""Whether a noun of a pronoun's segment may be what it stands for, by number, gender and sort.

Where the target is the resolved side. Names have no gender here, for that of the analysis is
guessed by their endings.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.core.tokens import ROOT
from discotag.language import ud
from discotag.plugins.phenomena.pronouns.grammar import (
    GENDERS,
    NAME,
    NEUTER,
    NOMINALS,
    PLURAL,
    PRONOUN,
    SUBJECT,
    SUBJECT_NOUNS,
    agreeing,
    conflict,
    deciding_subjects,
    is_described,
    is_linked_name,
    is_odd_name,
)
from discotag.plugins.phenomena.pronouns.grammar import is_nominal_nominals as is_nominal

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from discotag.core.document import Document
    from discotag.core.tokens import Token, Tokens
    from discotag.plugins.phenomena.pronouns.coreference import Chains
    from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses
    from discotag.plugins.phenomena.pronouns.pairs import Pair


PERSONAL = frozenset({"masc", "fem"})
COORDINATED = "conj"


def may_be(document: Document, pair: Pair, token: int) -> bool:
    """Return whether a source noun agrees, or is a name; a word that is copied is one, too."""
    segment = pair.place.segment
    source, target = document.source[segment], document.target[segment]
    word = source[token]
    if word.upos == NAME or (word.form in target.forms and word.form[:1].isupper()):
        return pair.label.partition("→")[2] != PLURAL
    return agrees(document, pair, word)


def agrees(document: Document, pair: Pair, noun: Token, *, has_number: bool = False) -> bool:
    """Return whether a source noun has the gender and number of the pronoun, as far as it tells.

    Args:
        document: the document.
        pair: the pronoun.
        noun: of the source.
        has_number: whether its translation has the number already (German *seinen Therapeuten*).
    """
    segment, label = pair.place.segment, pair.label.partition("→")[2]
    source = document.source[segment]
    own = source[pair.source]
    wanted = agreeing(source, pair.source) if own.upos == PRONOUN else {}
    if label in PERSONAL:
        wanted["Gender"] = frozenset({GENDERS[label]})
    wanted["Number"] = frozenset({"Plur" if label == PLURAL else "Sing"})
    if has_number:
        del wanted["Number"]
    return not conflict(wanted, agreeing(source, noun.index))


def is_fit(tokens: Tokens, word: Token, pair: Pair, sorts: NounClasses) -> bool:
    """Return whether a target noun has the number of a class and may be such a person or thing."""
    label = pair.label.partition("→")[2]
    is_plural = word.feats.get("Number") == "Plur" or any(
        ud.base(tokens[child].deprel) == COORDINATED for child in tokens.children(word.index)
    )
    sort = sorts.of_noun(word.lemma)
    if label == PLURAL:
        return is_plural or sort is None
    if label == NEUTER:
        return sort != "persons" and (word.upos == NAME or not is_plural)
    has_plural_form = is_plural and word.upos != NAME
    is_several = any(ud.base(tokens[i].deprel) == COORDINATED for i in tokens.children(word.index))
    return sort != "things" and not has_plural_form and not is_several


NAMING = frozenset({"nsubj", "obj", "iobj", "root", "nmod:poss", "conj", "dislocated", "vocative"})
"""Roles of nouns that go on to be spoken of; names of places and times have others."""
ARGUMENTS = frozenset({"nsubj", "obj", "iobj", "obl"})
"""As in principle B of Chomsky, Lectures on Government and Binding, 1981."""
NAMED = frozenset({"nsubj", "obj", "iobj"})
"""Roles of names in the source that count whatever their translation is taken for."""


def is_named_here(document: Document, pair: Pair, sorts: NounClasses) -> bool:
    """Return whether a noun or name before the pronoun in its own segment may be what it is.

    Or one that explains it ("He (Novak) left").
    """
    target = document.target[pair.place.segment]
    children = target.children(pair.place.token)
    if any(target[j].deprel == "appos" and target[j].upos in ud.NOMINAL for j in children):
        return True
    return any(_of_target(document, pair, sorts)) or any(_of_source(document, pair, sorts))


def is_name_before(document: Document, pair: Pair) -> bool:
    """Return whether the source has a name as a subject before the verb of a dropped pronoun."""
    source = document.source[pair.place.segment]
    is_person = pair.label.partition("→")[2] in PERSONAL
    return is_person and any(
        word.upos == NAME and ud.relation(word) == SUBJECT for word in islice(source, pair.source)
    )


def _of_target(document: Document, pair: Pair, sorts: NounClasses) -> Iterator[bool]:
    segment = pair.place.segment
    target, source = document.target[segment], document.source[segment]
    links = document.links(segment)
    own = target[pair.place.token]
    for word in islice(target, pair.place.token):
        if is_odd_name(target, word) or is_described(target, word):
            yield is_fit(target, word, pair, sorts)
        if is_linked_name(document, segment, word.index):
            yield is_fit(target, word, pair, sorts)
        if word.upos not in ud.NOMINAL or ud.relation(word) == "compound":
            continue
        if not (word.deprel in NAMING or ud.relation(word) in NAMING):
            continue
        if _are_arguments_of_one(word, own) or not is_fit(target, word, pair, sorts):
            continue
        nouns = [source[i] for i in links.sources(word.index) if source[i].upos in ud.NOMINAL]
        is_person = sorts.of_noun(word.lemma) == "persons"
        if word.upos == NAME or (is_person and ud.relation(word) == SUBJECT):
            yield True
        elif nouns:
            yield any(agrees(document, pair, noun, has_number=is_person) for noun in nouns)


def _of_source(document: Document, pair: Pair, sorts: NounClasses) -> Iterator[bool]:
    segment = pair.place.segment
    target, source = document.target[segment], document.source[segment]
    links = document.links(segment)
    own = source[pair.source]
    for word in islice(source, pair.source):
        roles = NAMED if word.upos == NAME else {SUBJECT}
        if word.upos not in ud.NOMINAL or ud.relation(word) not in roles:
            continue
        linked = [target[j] for j in links.targets(word.index)]
        if _are_arguments_of_one(word, own) or any(j.index > pair.place.token for j in linked):
            continue
        if any(j.upos in ud.NOMINAL and not is_fit(target, j, pair, sorts) for j in linked):
            continue
        yield may_be(document, pair, word.index)


def _are_arguments_of_one(one: Token, other: Token) -> bool:
    return one.head == other.head >= 0 and all(
        ud.relation(word) in ARGUMENTS for word in (one, other)
    )


def is_owned_here(document: Document, pair: Pair, sorts: NounClasses) -> bool:
    """Return whether a noun is the subject that a pronoun stands for by syntax, on either side.

    A possessive belongs to the subject of a clause around it, before it, as far as it may be such a
    person or thing ("The coach lost *his* voice"); what else a subject decides, `clauses` tells.
    """
    segment, place = pair.place.segment, pair.place
    target, source = document.target[segment], document.source[segment]
    if any(
        target[j].upos in ud.NOMINAL and is_fit(target, target[j], pair, sorts)
        for j in deciding_subjects(target, place.token)
    ):
        return True
    if "Poss" not in target[place.token].feats:
        return False
    found = _subject_above(target, place.token)
    if found is not None and is_nominal(target, target[found]):
        return is_fit(target, target[found], pair, sorts)
    if found is not None:  # those who, each, which
        return target[found].upos == PRONOUN and "Person" not in target[found].feats
    if _is_put_first(target, pair, sorts):
        return True
    found = _subject_above(source, pair.source)
    return found is not None and source[found].upos in ud.NOMINAL and may_be(document, pair, found)


def _is_put_first(target: Tokens, pair: Pair, sorts: NounClasses) -> bool:
    """Return whether a noun behind a comma and before the verb is what a possessive stands for.

    "At *his* wedding in the old town hall, Novak sang": a parser may not see it as the subject.
    """
    words = list(target)
    root = next((word.index for word in words if word.head == ROOT), 0)
    for word in words[pair.place.token + 1 : root]:
        behind = [words[i].upos for i in (word.index - 1, word.index - 2)]
        starts = behind[0] == "PUNCT" or behind == ["DET", "PUNCT"]
        if word.upos in ud.NOMINAL and starts and is_fit(target, word, pair, sorts):
            return True
    return False


def _subject_above(tokens: Tokens, token: int) -> int | None:
    """Return the nearest subject before a word, of a clause that it is in."""
    heads = tokens.heads or ()
    seen = {token}
    above = heads[token]
    while above >= 0 and above not in seen:
        for child in tokens.children(above):
            if ud.base(tokens[child].deprel) == SUBJECT and child < token and child not in seen:
                return child
        seen.add(above)
        above = heads[above]
    return None


def is_person_here(document: Document, known: Chains, pair: Pair, sorts: NounClasses) -> bool:
    """Return whether a pronoun's segment says that it is a person, and of which gender.

    Args:
        document: the document.
        known: its chains, of the target side.
        pair: the pronoun and its source.
        sorts: of the target language.
    """
    label, segment = pair.label.partition("→")[2], pair.place.segment
    if label not in PERSONAL:
        return False
    source, links = document.source[segment], document.links(segment)
    told = {
        token: any(
            source[i].upos == PRONOUN and source[i].feats.get("Gender") == GENDERS[label]
            for i in ((pair.source,) if token == pair.place.token else links.sources(token))
        )
        for token in (pair.place.token, *known.pronouns_beside(segment, pair.place.token))
    }
    return any(told.values()) and any(
        sorts.is_evident(document, TokenRef("target", segment, token)) for token in told
    )


def is_named_before(
    document: Document, pair: Pair, sorts: NounClasses, opened: Collection[tuple[int, int]]
) -> bool:
    """Return whether a word of its segment that agrees and may be its topic stands before it.

    Args:
        document: the document.
        pair: the pronoun, which the source does not say, or by a word that a noun before it mostly
            decides.
        sorts: of the target language.
        opened: segment and source token of every pair: what they stand for is open, too.
    """
    label = pair.label.partition("→")[2]
    links, segment = document.links(pair.place.segment), pair.place.segment
    source = document.source[segment]
    if not pair.is_dropped and any(
        ud.relation(word) == SUBJECT
        and word.upos in SUBJECT_NOUNS
        and not links.targets(word.index)
        for word in islice(source, pair.source)
    ):
        return True
    for word in _subjects(document, pair):
        is_open = all(
            (segment, i) in opened and source[i].upos not in NOMINALS
            for i in links.sources(word.index)
        )
        if word.upos == PRONOUN:
            if not is_open and _is_same(word, label):
                return True
        elif _may_be(word, label, sorts):
            return True
    return False


def _subjects(document: Document, pair: Pair) -> Iterator[Token]:
    """Yield subjects before the pronoun, and what translates those before its source.

    Where the source has a word for it, every noun before that counts.
    """
    segment = pair.place.segment
    target, links = document.target[segment], document.links(segment)
    found = {
        word.index
        for word in target
        if ud.relation(word) == SUBJECT and word.index < pair.place.token
    }
    found |= {
        j
        for word in document.source[segment]
        if word.index < pair.source
        and (ud.relation(word) == SUBJECT or (word.upos in ud.NOMINAL and not pair.is_dropped))
        for j in links.targets(word.index)
        if j < pair.place.token or (target[j].upos == PRONOUN and j != pair.place.token)
    }
    for j in sorted(found):
        if target[j].upos in ud.NOMINAL or target[j].upos == PRONOUN:
            yield target[j]


def _is_same(word: Token, label: str) -> bool:
    """Return whether a pronoun has the class of another."""
    if word.feats.get("Person") != "3":
        return False
    is_plural = word.feats.get("Number") == "Plur"
    if label in GENDERS:
        return word.feats.get("Gender") == GENDERS[label] and not is_plural
    return is_plural == (label == PLURAL)


def _may_be(word: Token, label: str, sorts: NounClasses) -> bool:
    """Return whether a noun has the number of a class, and is a person or a thing as that is."""
    number = word.feats.get("Number")
    if number is not None and (number == "Plur") != (label == PLURAL):
        return False
    sort = sorts.of_noun(word.lemma)
    if label in PERSONAL:
        return word.upos == NAME or sort == "persons"
    if label == NEUTER:
        return word.upos != NAME and sort != "persons"
    return True
