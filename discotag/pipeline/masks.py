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

FILLING = "\u2060"
"""What fills a mask up to the length of what it stands for: a character without width."""


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
    forms, ends = list(tokens.forms), list(tokens.ends)
    for place, (form, start, end) in enumerate(
        zip(tokens.forms, tokens.starts, tokens.ends, strict=True)
    ):
        masked = tokens.text[start:end]
        if masked == form and masked != line[start:end]:
            ends[place] = _end(tokens.text, line, end)
            forms[place] = line[start : ends[place]]
    return replace(tokens, text=line, forms=tuple(forms), ends=tuple(ends))


def _end(masked: str, line: str, end: int) -> int:
    """Return where a mask ends whose filling no token covers."""
    while end < len(line) and masked[end] == FILLING != line[end]:
        end += 1
    return end
