"""Whether a text loses a connective: the source has it, and nothing in the text can say it.

Only those count that join a segment to the text before it: inside a sentence, a comma may do (*not
this but that*), and purposes and other clauses become infinitives and participles (*so that you can
see*, *letting you see*). *And* is weak, too; *then* of time is told by the order of the sentences,
and of two that stand together (*but then*) one is enough. Where the reference's word means another
thing than the source's, it is the translator's.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import ud
from discotag_dip.connectives.layer import connectives

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Alignment, Document, Tokens
    from discotag_dip.connectives.layer import Found

LAYERS = frozenset({"source.connectives", "target.connectives", "target.morph", "alignment"})
PHRASE = 3
"""So many neighboring words that translate nothing may be a phrase for a connective."""
KINDS = frozenset({"adverb", "coordinator"})
SENSES = frozenset(
    {
        *("cause", "condition", "negative-condition", "exception"),
        *("contrast", "concession", "substitution", "conjunction"),
    }
)
"""Senses (Penn Discourse Treebank 3) whose loss a reader may notice."""
OPPOSED = frozenset({"contrast", "concession", "substitution"})
"""Senses that languages tell apart differently: *but*, *sondern*, *instead*."""
IF = ("subordinator", "condition")
THEN = "cause"


def telling(reference: Document, segment: int) -> Iterator[tuple[Found, Found]]:
    """Yield the connectives of a reference's segment that the source forces, with the source's.

    The source's has a like sense, and is linked to the reference's word or to nothing.
    A *then* that answers an *if* is none.
    """
    listed = connectives(reference.source, segment)
    has_if = any((word.kind, word.sense) == IF for word in listed)
    source = [
        word
        for word in listed
        if _is_telling(word) and word.is_before and word.sense in SENSES
        if not (has_if and word.sense == THEN) and not _is_second(word, listed)
    ]
    links = reference.links(segment)
    for word in connectives(reference.target, segment):
        linked = {index for token in word.tokens for index in links.sources(token)}
        for other in source if _is_telling(word) else ():
            is_free = not any(links.targets(index) for index in other.tokens)
            if _is_like(word, other) and (linked & set(other.tokens) or is_free):
                yield word, other
                break


def _is_like(word: Found, other: Found) -> bool:
    """Return whether two connectives mean alike."""
    return word.sense == other.sense or {word.sense, other.sense} <= OPPOSED


def _is_second(word: Found, listed: Sequence[Found]) -> bool:
    """Return whether a connective stands right behind another."""
    return any(other.tokens[-1] + 1 == word.tokens[0] and _is_telling(other) for other in listed)


def _is_telling(word: Found) -> bool:
    return word.is_likely and word.kind in KINDS and not _is_and(word)


def _is_and(word: Found) -> bool:
    return (word.kind, word.sense) == ("coordinator", "conjunction")


def is_lost(text: Document, reference: Document, segment: int, word: Found, source: Found) -> bool:
    """Return whether nothing in a text's segment can say what a connective of the source says.

    That would be a word linked to it and to nothing else, the reference's word, one of the same
    sense, a free connective, some words that translate nothing (*that is the reason why*), or a
    clause without a finite verb of its own (*making it dearer*).

    Args:
        text: the translation, aligned.
        reference: the reference.
        segment: the segment.
        word: the reference's connective.
        source: the source's.
    """
    tokens, links = text.target[segment], text.links(segment)
    theirs = reference.target[segment]
    parts = {part for form in tokens.forms for part in form.casefold().split("-")}
    is_said = word.form in parts or _is_reduced(tokens, theirs) or _has_phrase(tokens, links)
    if is_said or not tokens.text.strip():
        return False
    listed = connectives(text.target, segment)
    of_listed = {token for other in listed for token in other.tokens}
    for target in {target for index in source.tokens for target in links.targets(index)}:
        is_only = set(links.sources(target)) <= set(source.tokens)
        if target in of_listed or (is_only and tokens.forms[target].isalpha()):
            return False
    for other in listed:
        is_free = not any(links.sources(token) for token in other.tokens)
        is_like = _is_like(other, word) or _is_like(other, source)
        if other.form == word.form or (is_like and (other.is_likely or _is_and(other))):
            return False
        if is_free and other.is_likely and not _is_and(other):
            return False
    return True


def _has_phrase(tokens: Tokens, links: Alignment) -> bool:
    """Return whether some neighboring words translate nothing."""
    run = 0
    for index, form in enumerate(tokens.forms):
        run = run + 1 if form[:1].isalpha() and not links.sources(index) else 0
        if run == PHRASE:
            return True
    return False


def _is_reduced(ours: Tokens, theirs: Tokens) -> bool:
    """Return whether a text has fewer finite verbs than another, and more of the rest."""
    (our_finite, our_rest), (their_finite, their_rest) = _verbs(ours), _verbs(theirs)
    return our_finite < their_finite and our_rest > their_rest


def _verbs(tokens: Tokens) -> tuple[int, int]:
    """Count a segment's finite verbs, and the others."""
    verbs = [token for token in tokens if token.upos in ud.VERBAL]
    finite = sum(token.feats.get("VerbForm") == "Fin" for token in verbs)
    return finite, len(verbs) - finite
