"""Words of a pronoun's own segment that may decide it, where the translation names the antecedent.

Into English, say: the source shows the gender of its pronouns and nouns, the translation who and
what they are.
"""

from __future__ import annotations

from itertools import islice
from typing import TYPE_CHECKING

from discotag.core.tags import TokenRef
from discotag.core.tokens import ROOT
from discotag.language import ud
from discotag.plugins.phenomena.pronouns.agreement import PERSONAL
from discotag.plugins.phenomena.pronouns.grammar import (
    ARGUMENTS,
    GENDERS,
    NAME,
    NEUTER,
    NOMINALS,
    PLURAL,
    PRONOUN,
    SUBJECT,
    SUBJECT_NOUNS,
    deciding_subjects,
    is_name_by_source,
    is_nominal,
    is_taken_for_noun,
    subject_before,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from discotag.core.document import Document
    from discotag.core.tokens import Token, Tokens
    from discotag.plugins.phenomena.pronouns.agreement import SourceAgreement
    from discotag.plugins.phenomena.pronouns.coreference import Coreference
    from discotag.plugins.phenomena.pronouns.noun_classes import NounClasses
    from discotag.plugins.phenomena.pronouns.pairs import Pair


NAMING = frozenset({"nsubj", "obj", "iobj", "root", "nmod:poss", "conj", "dislocated", "vocative"})
"""Roles of nouns that continue to be spoken of; names of places and times have others."""
NAMED = frozenset({"nsubj", "obj", "iobj"})
"""Roles of names in the source that count whatever their translation is taken for."""


def is_named_here(
    document: Document, pair: Pair, agreement: SourceAgreement, sorts: NounClasses
) -> bool:
    """Return whether a noun or name before the pronoun in its own segment may be what it is.

    Or one that explains it ("He (Novak) left").
    """
    own = document.target[pair.place.segment][pair.place.token]
    if any(child.deprel == "appos" and child.upos in ud.NOMINAL for child in own.children):
        return True
    return any(_of_target(document, pair, agreement, sorts)) or any(
        _of_source(document, pair, agreement)
    )


def _of_target(
    document: Document, pair: Pair, agreement: SourceAgreement, sorts: NounClasses
) -> Iterator[bool]:
    segment = pair.place.segment
    target, source = document.target[segment], document.source[segment]
    own = target[pair.place.token]
    for word in islice(target, pair.place.token):
        if is_taken_for_noun(target, word) or is_name_by_source(document, segment, word.index):
            yield agreement.is_fit(word)
        relation = ud.relation(word)
        if word.upos not in ud.NOMINAL or relation == "compound":
            continue
        if word.deprel not in NAMING and relation not in NAMING:
            continue
        if _are_arguments_of_one(word, own) or not agreement.is_fit(word):
            continue
        linked = document.links(segment).sources(word.index)
        nouns = [i for i in linked if source[i].upos in ud.NOMINAL]
        is_person = sorts.of_noun(word.lemma) == "persons"
        if word.upos == NAME or (is_person and relation == SUBJECT):
            yield True
        elif nouns:
            yield any(agreement.agrees(noun, has_number=is_person) for noun in nouns)


def _of_source(document: Document, pair: Pair, agreement: SourceAgreement) -> Iterator[bool]:
    segment = pair.place.segment
    target, source = document.target[segment], document.source[segment]
    own = source[pair.source]
    for word in islice(source, pair.source):
        roles = NAMED if word.upos == NAME else {SUBJECT}
        if word.upos not in ud.NOMINAL or ud.relation(word) not in roles:
            continue
        linked = [target[j] for j in document.links(segment).targets(word.index)]
        if _are_arguments_of_one(word, own) or any(j.index > pair.place.token for j in linked):
            continue
        if any(j.upos in ud.NOMINAL and not agreement.is_fit(j) for j in linked):
            continue
        yield agreement.agrees_or_is_name(word.index)


def _are_arguments_of_one(one: Token, other: Token) -> bool:
    return one.head == other.head >= 0 and all(
        ud.relation(word) in ARGUMENTS for word in (one, other)
    )


def is_owned_here(document: Document, pair: Pair, agreement: SourceAgreement) -> bool:
    """Return whether a noun is the subject that a pronoun refers to by syntax, on either side.

    A possessive belongs to the subject of a clause around it, before it, as far as it may be such a
    person or thing ("The coach lost *his* voice").
    """
    segment, token = pair.place.segment, pair.place.token
    target, source = document.target[segment], document.source[segment]
    for j in deciding_subjects(target, token):
        if target[j].upos in ud.NOMINAL and agreement.is_fit(target[j]):
            return True
    if "Poss" not in target[token].feats:
        return False
    found = subject_before(target, token)
    if found is not None and is_nominal(target, target[found]):
        return agreement.is_fit(target[found])
    if found is not None:  # those who, each, which
        return target[found].upos == PRONOUN and "Person" not in target[found].feats
    if _is_put_first(target, token, agreement):
        return True
    found = subject_before(source, pair.source)
    is_noun = found is not None and source[found].upos in ud.NOMINAL
    return found is not None and is_noun and agreement.agrees_or_is_name(found)


def _is_put_first(target: Tokens, token: int, agreement: SourceAgreement) -> bool:
    """Return whether a noun after a comma and before the verb is what a possessive refers to.

    "At *his* wedding in the old town hall, Novak sang": a parser may not see it as the subject.
    """
    words = list(target)
    root = next((word.index for word in words if word.head == ROOT), 0)
    for word in words[token + 1 : root]:
        before = [words[i].upos for i in (word.index - 1, word.index - 2)]
        starts = before[0] == "PUNCT" or before == ["DET", "PUNCT"]
        if word.upos in ud.NOMINAL and starts and agreement.is_fit(word):
            return True
    return False


def is_person_here(
    document: Document, coreference: Coreference, pair: Pair, sorts: NounClasses
) -> bool:
    """Return whether a pronoun's segment says that it is a person, and of which gender."""
    segment = pair.place.segment
    if pair.form_class not in PERSONAL:
        return False
    source, links = document.source[segment], document.links(segment)
    own = pair.place.token
    same = (own, *coreference.pronouns_in_segment(segment, own))
    return any(
        source[i].upos == PRONOUN and source[i].feats.get("Gender") == GENDERS[pair.form_class]
        for token in same
        for i in ((pair.source,) if token == own else links.sources(token))
    ) and any(sorts.is_evident(document, TokenRef("target", segment, token)) for token in same)


def is_topic_here(
    document: Document, pair: Pair, sorts: NounClasses, opened: Collection[tuple[int, int]]
) -> bool:
    """Return whether a subject before a pronoun that the source leaves open is its topic.

    That is a name before the verb of a pronoun that the source drops, or a word of the segment that
    agrees and may be what is spoken of.

    Args:
        document: the document.
        pair: the pronoun, which the source drops, or says by a word that a noun before it mostly
            decides.
        sorts: of the target language.
        opened: segment and source token of every pair: what they refer to is open, too.
    """
    segment = pair.place.segment
    links, source = document.links(segment), document.source[segment]
    subjects = [word for word in islice(source, pair.source) if ud.relation(word) == SUBJECT]
    if pair.is_dropped:
        if pair.form_class in PERSONAL and any(word.upos == NAME for word in subjects):
            return True
    elif pair.decided_by != "known":
        return False
    elif any(w.upos in SUBJECT_NOUNS and not links.targets(w.index) for w in subjects):
        return True
    for word in _topics(document, pair):
        if word.upos != PRONOUN:
            if _may_be(word, pair.form_class, sorts):
                return True
        elif _has_class(word, pair.form_class) and not all(
            (segment, i) in opened and source[i].upos not in NOMINALS
            for i in links.sources(word.index)
        ):
            return True
    return False


def _topics(document: Document, pair: Pair) -> Iterator[Token]:
    """Yield subjects before the pronoun, and what translates those before its source.

    Where the source has a word for it, every noun before that counts.
    """
    segment, token = pair.place.segment, pair.place.token
    target, links = document.target[segment], document.links(segment)
    found = {word.index for word in islice(target, token) if ud.relation(word) == SUBJECT}
    for word in islice(document.source[segment], pair.source):
        if ud.relation(word) == SUBJECT or (word.upos in ud.NOMINAL and not pair.is_dropped):
            found |= {
                j
                for j in links.targets(word.index)
                if j < token or (target[j].upos == PRONOUN and j != token)
            }
    for j in sorted(found):
        if target[j].upos in NOMINALS:
            yield target[j]


def _has_class(word: Token, form_class: str) -> bool:
    """Return whether a pronoun has the class of another."""
    if word.feats.get("Person") != "3":
        return False
    is_plural = word.feats.get("Number") == "Plur"
    if form_class in GENDERS:
        return word.feats.get("Gender") == GENDERS[form_class] and not is_plural
    return is_plural == (form_class == PLURAL)


def _may_be(word: Token, form_class: str, sorts: NounClasses) -> bool:
    """Return whether a noun has the number of a class, and is a person or a thing as that is."""
    number = word.feats.get("Number")
    if number is not None and (number == "Plur") != (form_class == PLURAL):
        return False
    sort = sorts.of_noun(word.lemma)
    if form_class in PERSONAL:
        return word.upos == NAME or sort == "persons"
    if form_class == NEUTER:
        return word.upos != NAME and sort != "persons"
    return True
