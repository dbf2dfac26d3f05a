"""Declares the built-in readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import ReaderInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_readers() -> Iterable[ReaderInfo]:
    """Declare `lines`, `tsv` and `jsonl`."""
    yield ReaderInfo(
        name="lines",
        summary="line-aligned text files, one segment per line, with a file of document ids",
        factory="discotag.plugins.readers.lines:LinesReader",
    )
    yield ReaderInfo(
        name="tsv",
        summary="docid TAB source TAB reference [TAB hypothesis …], as sacrebleu --echo prints",
        factory="discotag.plugins.readers.tsv:TsvReader",
        suffixes=(".tsv",),
    )
    yield ReaderInfo(
        name="jsonl",
        summary="one JSON document per line, with all its texts",
        factory="discotag.plugins.readers.jsonl:JsonlReader",
        suffixes=(".jsonl",),
    )
