"""Tellers: whom the words around quotations name as the one who speaks.

*"Don't fall for it," a third wrote* brings in somebody new; *he added* goes on with whom we know.
The source tells it: there names are written as one knows them, and articles show who is new.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from discotag.language import ud

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.document import Document
    from discotag.core.tokens import Token, Tokens
    from discotag.language.quotations import Span

NAME = "PROPN"
SUBJECT = "nsubj"
OF_A_NAME = frozenset({"flat", "compound", "appos", "name"})
"""Relations within a name and its title: *spokeswoman Dana Whitfield*."""
DETERMINERS = frozenset({"det", "nummod"})


class Teller(NamedTuple):
    """Who speaks in the quotations of a segment, as its other words tell.

    Args:
        names: parts of names of the subjects, in lower case.
        is_new: whether a subject is somebody who was not told of before: *a third*, *another*.
        is_known: whether a subject is a pronoun for somebody who was: *he*, *she*.
    """

    names: frozenset[str] = frozenset()
    is_new: bool = False
    is_known: bool = False


NOBODY = Teller()
"""A segment whose words beside its quotations tell of nobody."""


def tellers(document: Document, quoted: Sequence[Sequence[Span]]) -> tuple[Teller, ...]:
    """Return who speaks in each segment of a document's source.

    Args:
        document: its source needs parts of speech and a parse; without them nobody is told.
        quoted: the quoted parts of the source's segments.
    """
    return tuple(
        _teller(tokens, spans) for tokens, spans in zip(document.source, quoted, strict=True)
    )


def _teller(tokens: Tokens, spans: Sequence[Span]) -> Teller:
    if tokens.upos is None or tokens.deprels is None:
        return NOBODY
    subjects = list(_subjects(tokens, spans))
    return Teller(
        frozenset(name for subject in subjects for name in _names(subject)),
        any(_is_new(subject) for subject in subjects),
        any(_is_known(subject) for subject in subjects),
    )


def _subjects(tokens: Tokens, spans: Sequence[Span]) -> Iterator[Token]:
    """Yield the subjects outside the quotations."""
    for token in tokens:
        if ud.relation(token) == SUBJECT:
            start = tokens.starts[token.index]
            if not any(span.start <= start < span.end for span in spans):
                yield token


def _names(subject: Token) -> Iterator[str]:
    """Yield the names that a subject is made of."""
    if subject.upos == NAME:
        yield subject.form.casefold()
    for child in subject.children:
        if ud.relation(child) in OF_A_NAME:
            yield from _names(child)


def _is_new(subject: Token) -> bool:
    """Return whether a subject is indefinite: *another*, *a third*, *one reader*."""
    words = [subject, *(c for c in subject.children if ud.relation(c) in DETERMINERS)]
    return any(
        word.feats.get("Definite") == "Ind"
        or word.feats.get("PronType") == "Ind"
        or (word is not subject and word.feats.get("NumType") == "Card")
        for word in words
    )


def _is_known(subject: Token) -> bool:
    return subject.upos == "PRON" and subject.feats.get("PronType") == "Prs"
