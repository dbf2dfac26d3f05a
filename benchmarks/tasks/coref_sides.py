"""Gold documents and their analysed sides: gold mentions laid on the tokens of the analysis."""

from __future__ import annotations

from dataclasses import replace
from functools import cache
from typing import TYPE_CHECKING

from benchmarks.tasks.coref_gold import in_order
from discotag.core.discovery import discover
from discotag.core.errors import InputError
from discotag.core.interfaces import Context
from discotag.core.registry import Registry
from discotag.plugins.analyzers.embedded.analyzer import EmbeddedAnalyzer

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks.tasks.coref_gold import GoldDocument, GoldMention
    from discotag.core.document import Side
    from discotag.core.tokens import Tokens


@cache
def registry() -> Registry:
    """Return what the installed plugins declare; asked for once."""
    return Registry(discover())


def analysed(documents: Iterable[GoldDocument], analyzer: str) -> list[tuple[GoldDocument, Side]]:
    """Pair each document with its side as analysed by gold or by its pack's embedded pipeline.

    Raises:
        InputError: the gold analysis is asked for and the corpus has none.
    """
    if analyzer == "gold":
        return [(document, _with_gold(document)) for document in documents]
    engines: dict[str, EmbeddedAnalyzer] = {}
    result = []
    for document in documents:
        code = document.side.language
        if code not in engines:
            pack = registry().language(code).info
            context = Context(name="embedded", source=pack, target=pack, side="source")
            engines[code] = EmbeddedAnalyzer.create(context)
        tokens: Sequence[Tokens] = engines[code].analyze(document.side.segments)
        result.append(
            (document, replace(document.side, tokens=tuple(tokens), document=document.id))
        )
    return result


def _with_gold(document: GoldDocument) -> Side:
    if document.side.tokens is None:
        raise InputError(f"document {document.id!r} has no gold analysis: leave --analyzer gold")
    return replace(document.side, document=document.id)


def with_heads(document: GoldDocument, side: Side) -> GoldDocument:
    """Return gold mentions without a head the one that the system's parse shows."""
    mentions = []
    for item in document.mentions:
        if item.head is not None:
            mentions.append(item)
            continue
        tokens = side[item.segment]
        inside = [
            index
            for index in range(len(tokens))
            if item.start <= tokens.starts[index] and tokens.ends[index] <= item.end
        ]
        heads = tokens.heads or ()
        head = next((tokens.starts[index] for index in inside if heads[index] not in inside), None)
        mentions.append(replace(item, head=head))
    return replace(document, mentions=tuple(mentions))


def on_tokens(document: GoldDocument, side: Side) -> GoldDocument:
    """Return gold mentions widened to whole tokens of the side, with their heads.

    So a Korean noun matches its word with particles, and a clitic the verb that it is written with.
    A mention's head is the token that holds the gold head, else the one that the parse shows.
    """
    mentions = [_widened(item, side[item.segment]) for item in document.mentions]
    return with_heads(replace(document, mentions=in_order(mentions)), side)


def _widened(item: GoldMention, tokens: Tokens) -> GoldMention:
    inside = [
        index
        for index in range(len(tokens))
        if tokens.starts[index] < item.end and item.start < tokens.ends[index]
    ]
    if not inside:
        return item
    start = min(tokens.starts[index] for index in inside)
    end = max(tokens.ends[index] for index in inside)
    if item.head is None:
        return replace(item, start=start, end=end)
    held = [index for index in inside if tokens.starts[index] <= item.head < tokens.ends[index]]
    head = tokens.starts[held[0]] if held else None
    return replace(item, start=start, end=end, head=head)
