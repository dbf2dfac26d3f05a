"""Which marks of address can be believed: those whose form and source both speak to somebody."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from discotag.language import ud
from discotag.plugins.checks.address_words import (
    FAMILIAR,
    PRONOMINAL,
    is_addressed,
    is_reflexive,
    linked_words,
    marked_token,
)
from discotag.plugins.checks.hearer_verbs import is_second_verb

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.document import Document
    from discotag.core.tags import Mark
    from discotag.core.tokens import Token
    from discotag.plugins.checks.address_words import AddressWords

OTHERS = frozenset({"Ind", "Int", "Neg", "Rel", "Tot"})
"""Types of pronouns that may be the subject of a generic *you*: somebody … your."""
ENDS = frozenset(".?!…。？！")
"""Signs that end a sentence."""
CONTENT = frozenset({"NOUN", "PROPN", "PRON", "VERB", "ADJ", "ADV", "NUM"})


def reliable_marks(
    document: Document, marks: Sequence[Mark], words: AddressWords, *, every_sentence: bool = False
) -> list[Mark]:
    """Return the marks of a segment that can be believed.

    Pronouns can, and verbs that agree with one; of other verbs those whose form and source both
    speak to somebody, where no pronoun says otherwise. Plain forms within a sentence are grammar:
    of styles only the one that ends the segment counts, or with `every_sentence` all that end a
    sentence, and words for the hearer.
    """
    styles = [mark for mark in marks if mark.label in words.styles]
    if styles and every_sentence:
        return _prevailing([m for m in styles if _tells_style(document, m, words)], words)
    if styles:
        return styles[-1:] if _is_final(document, styles[-1]) else []
    pronouns = [mark for mark in marks if _is_pronoun(document, mark, words)]
    clear = [mark for mark in pronouns if is_clear(document, mark, words)]
    ranks = {words.rank(mark) for mark in clear or pronouns}
    is_second = any(words.is_second(marked_token(document, mark)) for mark in marks)
    if max(ranks, default=FAMILIAR) > FAMILIAR and not clear and is_second:
        ranks = {FAMILIAR}  # a verb in the second person says more than a pronoun in the third
    return [
        mark
        for mark in marks
        if words.rank(mark) in ranks or (not ranks and is_second_verb(document, mark, words))
    ]


def _is_pronoun(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a mark is a pronoun of address, or a noun that serves as one (Polish pan).

    Polite ones that look like third persons (Spanish su, Italian si) need a source that does not.
    """
    token = marked_token(document, mark)
    is_listed = token.form.casefold() in words.pronouns
    if (token.upos not in words.upos and not is_listed) or is_reflexive(token, words):
        return False
    if words.rank(mark) == FAMILIAR or (token.feats.get("Person") != "3" and not is_listed):
        return True
    linked = linked_words(document, mark)
    if token.upos == "DET" or any(other.upos in PRONOMINAL for other in linked):
        return any(words.is_second(other) for other in linked)
    return is_addressed(document, mark, words)


def is_clear(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a mark is not third person: Spanish usted is none, su and le may be one.

    Of verbs only those are believed whose source speaks to somebody.
    """
    token = marked_token(document, mark)
    if words.rank(mark) == FAMILIAR or token.feats.get("Person") != "3":
        return True
    if token.form[:1].isupper() and not _opens_sentence(token):
        return True  # German Sie
    relation = ud.relation(token)
    is_object = (
        token.feats.get("Case") in {"Acc", "Dat"}
        or relation in {"obj", "iobj", "expl"}
        or token.form.casefold() in words.objects
    )
    if token.upos in ud.VERBAL or (token.upos == "PRON" and not is_object):
        return True
    return _is_alone(document, mark, words)


def is_familiar_singular(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a mark speaks to one person, whom it knows: French *tu*, not German *ihr*."""
    token = marked_token(document, mark)
    number = token.feats.get("Number[psor]") or token.feats.get("Number")
    return words.rank(mark) == FAMILIAR and words.is_second(token) and number == "Sing"


def _is_alone(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a pronoun in the third person can mean nobody but the hearer.

    Its source says *you*, and neither side names a third person by a pronoun.
    """
    linked = linked_words(document, mark)
    return any(words.is_second(other) for other in linked) and not any(
        other.upos in PRONOMINAL
        and (other.feats.get("Person") == "3" or other.feats.get("PronType") in OTHERS)
        for other in document.source[mark.segment]
    )


def _opens_sentence(token: Token) -> bool:
    """Return whether a capital says nothing: *¿Le dijiste algo?* means him."""
    before = token.segment[token.index - 1] if token.index else None
    return before is None or (before.upos == "PUNCT" and before.form not in {",", ";"})


def _is_final(document: Document, mark: Mark) -> bool:
    """Return whether no content word stands behind a mark in its segment."""
    upos = document.target[mark.segment].upos or ()
    return CONTENT.isdisjoint(upos[mark.token + 1 :])


def _prevailing(styles: Sequence[Mark], words: AddressWords) -> list[Mark]:
    """Return the marks of the level that most have; all, where two have as many."""
    counts = Counter(words.rank(mark) for mark in styles)
    most = max(counts.values(), default=0)
    return [mark for mark in styles if counts[words.rank(mark)] == most]


def _tells_style(document: Document, mark: Mark, words: AddressWords) -> bool:
    """Return whether a mark ends a sentence, is polite, or a word for the hearer (Korean 너, 당신).

    Predicates within a sentence are plain by grammar.
    """
    target = document.target[mark.segment]
    upos = target[mark.token].upos
    if upos in {"PRON", "NOUN"}:
        return any(words.is_second(other) for other in linked_words(document, mark))
    if upos in ud.VERBAL and words.rank(mark) > FAMILIAR:
        return True
    for form, upos in zip(
        target.forms[mark.token + 1 :], (target.upos or ())[mark.token + 1 :], strict=False
    ):
        if upos == "PUNCT" and not ENDS.isdisjoint(form):
            return True
        if upos in CONTENT:
            return False
    return True
