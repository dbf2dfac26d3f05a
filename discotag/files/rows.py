"""Marks as rows of a table: what the writers of tables share."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.tags import TaggedDocument

COLUMNS = (
    "document",
    "domain",
    "system",
    "role",
    "phenomenon",
    "label",
    "segment",
    "token",
    "form",
    "start",
    "end",
    "source_tokens",
    "evidence",
    "is_tag",
    "is_unresolved",
    "distance",
    "span",
)
"""In this order; their meaning is that of a mark in docs/formats.md."""


def rows(tagged: TaggedDocument) -> Iterator[dict[str, Any]]:
    """Yield one row per mark, in text order; a value that is undefined is None."""
    document = tagged.document
    for mark in tagged.marks:
        token = document.target[mark.segment][mark.token]
        values = (
            document.id,
            document.domain,
            document.system,
            document.role,
            mark.phenomenon,
            mark.label,
            mark.segment,
            mark.token,
            token.form,
            token.start,
            token.end,
            [int(index) for index in mark.source_tokens],
            [place._asdict() for place in mark.evidence],
            mark.is_tag,
            mark.is_unresolved,
            mark.distance,
            mark.span,
        )
        yield dict(zip(COLUMNS, values, strict=True))
