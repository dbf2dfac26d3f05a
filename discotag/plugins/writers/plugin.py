"""Declares the built-in writers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import WriterInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_writers() -> Iterable[WriterInfo]:
    """Declare `jsonl` and `muda-json`."""
    yield WriterInfo(
        name="jsonl",
        summary="one tagged document per line, complete enough to be scored again",
        factory="discotag.plugins.writers.tags_jsonl:TagsJsonlWriter",
        suffix=".jsonl",
    )
    yield WriterInfo(
        name="muda-json",
        summary="tokens with the names of their tags, the file that MuDA's --dump-tags writes",
        factory="discotag.plugins.writers.muda_json:MudaJsonWriter",
        suffix=".muda.json",
    )
