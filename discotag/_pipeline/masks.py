"""Masks taken off: what placeholders and markup stood for is put back before anything is shown.

A reader may mask what is no language (`ParallelText.shown`). Components see the masked text; tags,
scores and reports show the text of the file. Both are equally long, so offsets stay.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from discotag.core.document import Document, ParallelText, Side
    from discotag.core.tokens import Tokens


def unmasked(document: Document, text: ParallelText) -> Document:
    """Return a document with the texts of its files."""
    return replace(
        document,
        source=_side(document.source, text.shown.get("")),
        target=_side(document.target, text.shown.get(document.system)),
    )


def _side(side: Side, lines: tuple[str, ...] | None) -> Side:
    if lines is None:
        return side
    tokens = side.tokens
    if tokens is not None:
        tokens = tuple(map(_tokens, tokens, lines))
    return replace(side, segments=lines, tokens=tokens)


def _tokens(tokens: Tokens, line: str) -> Tokens:
    """Put the file's characters into the forms that stand for masked ones."""
    if tokens.text == line:
        return tokens
    forms = tuple(
        line[start:end] if tokens.text[start:end] == form else form
        for form, start, end in zip(tokens.forms, tokens.starts, tokens.ends, strict=True)
    )
    return replace(tokens, text=line, forms=forms)
