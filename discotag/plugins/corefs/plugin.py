"""Declares the coreference resolver `file`."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import CorefInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterator


DISCOTAG_API = (1, 0)


@hookimpl
def discotag_corefs() -> Iterator[CorefInfo]:
    """Declare the resolver."""
    yield CorefInfo(
        name="file",
        summary="Your own coreference: clusters per document, in JSON Lines (file:CLUSTERS.jsonl).",
        factory="discotag.plugins.corefs.file:FileCoref",
        needs=frozenset({"tokens", "pos?", "deps?"}),
        is_by_line=True,
    )
