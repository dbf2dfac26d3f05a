"""Spans of words → mentions with heads and kinds, as the rest of discotag reads them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import Cluster, Mention

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag.plugin import MentionKind, Side, Tokens

    Span = tuple[int, int, int]

KINDS: dict[str, MentionKind] = {"PRON": "pronoun", "DET": "pronoun", "PROPN": "name"}
"""Part of speech of the head → kind of mention; possessives are determiners in many treebanks."""


def clusters(groups: Iterable[Sequence[Span]], side: Side) -> tuple[Cluster, ...]:
    """Build clusters of spans (segment, first token, token behind), sorted."""
    return tuple(Cluster(tuple(sorted(_mention(side, span) for span in group))) for group in groups)


def _mention(side: Side, span: Span) -> Mention:
    segment, start, end = span
    tokens = side[segment]
    head = _head(tokens, start, end)
    kind = KINDS.get(tokens.upos[head], "noun") if tokens.upos is not None else "noun"
    return Mention(segment, start, end, head, kind)


def _head(tokens: Tokens, start: int, end: int) -> int:
    """Find the token whose own head lies outside; the last one where there is no parse."""
    heads = tokens.heads
    if heads is None:
        return end - 1
    return next((token for token in range(start, end) if not start <= heads[token] < end), end - 1)
