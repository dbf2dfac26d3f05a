"""Verbs without a pronoun that speak to somebody: both their form and their source do."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.language import ud
from discotag.plugins.checks.address_words import (
    FAMILIAR,
    PLACES,
    is_addressed,
    is_reflexive,
    linked_words,
    marked_token,
)

if TYPE_CHECKING:
    from discotag.core.document import Document
    from discotag.core.tags import Mark
    from discotag.core.tokens import Token
    from discotag.plugins.checks.address_words import AddressWords

NO_VERBS = frozenset({"NOUN", "PROPN", "INTJ"})


def is_second_verb(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a verb's form and its source both speak to somebody.

    Polite forms may be third persons; then the source verb itself must have such a subject.
    """
    token = marked_token(document, mark)
    linked = linked_words(document, mark)
    is_familiar = words.rank(mark) == FAMILIAR
    is_third = token.feats.get("Person") == "3"
    is_of_second = any(_is_of_second(other, words) for other in linked)
    if is_familiar and not is_third and is_of_second:
        return True  # whatever the analysis takes it for
    is_second = token.feats.get("Person") == "2"  # also of an infinitive: contares, ritenerti
    if token.upos not in ud.VERBAL or not (is_second or _is_finite(token)):
        return False
    if linked and not is_of_second and all(other.upos in NO_VERBS for other in linked):
        return False  # a noun that looks like a verb: Spanish prueba, a test
    if is_second or token.feats.get("Mood") == "Imp":
        return is_addressed(document, mark, words)
    return not is_familiar and is_third and _is_of_polite_hearer(document, mark, words)


def _is_of_polite_hearer(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a verb in the third person is what the hearer of the source does."""
    token = marked_token(document, mark)
    verbs = (
        linked_words(document, mark)
        or _of_helped(document, mark)
        or _unlinked_verbs(document, mark)
    )
    before = token.segment[mark.token - 1] if mark.token else None
    is_impersonal = before is not None and before.upos == "PRON" and is_reflexive(before, words)
    if is_impersonal and not any(verb.feats.get("Mood") == "Imp" for verb in verbs):
        return False
    is_of_somebody = any(
        child.deprel == "nsubj" and child.upos == "PRON" and child.feats.get("PronType") == "Ind"
        for child in token.children
    )  # uno dovrebbe
    return not is_of_somebody and any(
        _has_second_subject(verb, words) or (verb.upos in NO_VERBS and _is_of_second(verb, words))
        for verb in verbs
    )


def _of_helped(document: Document, mark: Mark) -> list[Token]:
    """Return the source words of the verb that an auxiliary without any helps (*¿Ha visto …?*)."""
    token = marked_token(document, mark)
    if token.upos != "AUX" or token.head < 0:
        return []
    links = document.links(mark.segment).links
    return [document.source[mark.segment][i] for i, j in links if j == token.head]


def _unlinked_verbs(document: Document, mark: Mark) -> list[Token]:
    """Return the source verbs that no link tells of, which an unlinked verb may translate."""
    links = document.links(mark.segment)
    return [
        token
        for token in document.source[mark.segment]
        if token.upos == "VERB" and not links.targets(token.index)
    ]


def _is_finite(token: Token) -> bool:
    return token.feats.get("VerbForm", "Fin") == "Fin"


def _is_of_second(word: Token, words: AddressWords) -> bool:
    """Return whether a source word is something the hearer does or has: *your thoughts*."""
    return word.feats.get("Mood") != "Imp" and any(
        child.deprel.startswith(("nsubj", "nmod:poss")) and words.is_second(child)
        for child in word.children
    )


def _has_second_subject(verb: Token, words: AddressWords) -> bool:
    if verb.feats.get("Person") == "3" and verb.feats.get("Number") != "Plur":
        return False  # *What counts is that you are here*
    if words.is_second(verb) and verb.upos == "PRON":
        return ud.relation(verb) not in PLACES  # ¿Sabía …? – Did you know …?
    heads = [verb, *([verb.segment[verb.head]] if verb.upos == "AUX" and verb.head >= 0 else [])]
    return verb.feats.get("Mood") == "Imp" or any(
        child.deprel.startswith("nsubj") and words.is_second(child)
        for head in heads
        for child in head.children
    )
