"""Stanza documents → `Tokens`: syntactic words with offsets into the untouched line.

The words of a multi-word token (*du* = *de* + *le*) share its offsets, unless their forms make it
up letter by letter (*can't* = *ca* + *n't*): then each has its own. Several sentences of a segment
stand in one `Tokens`, each with its root.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin import ROOT, Tokens, parse_feats

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin.embedded import Readable

UNKNOWN = "X"
Span = tuple[int, int]


def to_tokens(text: str, line: Readable, parts: Sequence[tuple[int, Any]]) -> Tokens:
    """Join the analysed pieces of one segment.

    Args:
        text: the segment, untouched.
        line: what Stanza read of it.
        parts: (start in the readable text, Stanza document) per piece, in order; none for a blank
            segment.
    """
    placed: list[tuple[str, Span]] = []
    heads: list[int] = []
    words: list[Any] = []
    for offset, document in parts:
        for sentence in document.sentences:
            first = len(words)
            for token in sentence.tokens:
                placed.extend(_placed(token, text, line, offset))
            words.extend(sentence.words)
            heads.extend(first + word.head - 1 if word.head else ROOT for word in sentence.words)
    return Tokens(
        text=text,
        forms=tuple(form for form, _ in placed),
        starts=tuple(start for _, (start, _) in placed),
        ends=tuple(end for _, (_, end) in placed),
        lemmas=tuple(word.lemma or word.text for word in words),
        upos=tuple(word.upos or UNKNOWN for word in words),
        xpos=tuple(word.xpos or "_" for word in words)
        if any(word.xpos for word in words)
        else None,
        feats=tuple(parse_feats(word.feats or "_") for word in words),
        heads=tuple(heads),
        deprels=tuple(word.deprel or "dep" for word in words),
    )


def _placed(token: Any, text: str, line: Readable, offset: int) -> list[tuple[str, Span]]:
    """Return each word of a token its form and its offsets in the line."""
    words = token.words
    whole = line.span(offset + token.start_char, offset + token.end_char)
    if len(words) == 1:
        return [(text[whole[0] : whole[1]], whole)]
    placed = []
    for word in words:
        own = whole
        if word.start_char is not None:
            own = line.span(offset + word.start_char, offset + word.end_char)
        placed.append((word.text, own if text[own[0] : own[1]] == word.text else whole))
    return placed
