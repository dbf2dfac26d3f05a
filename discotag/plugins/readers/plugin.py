"""Declares the built-in readers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import ReaderInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)
XLIFF = (".xlf", ".xliff", ".sdlxliff", ".mqxliff", ".mxliff")


@hookimpl
def discotag_readers() -> Iterable[ReaderInfo]:
    """Declare the readers of plain files, of test sets and of translation tools."""
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
    yield ReaderInfo(
        name="documents",
        summary="whole texts without common lines: folders, JSON Lines, subtitles, plain text",
        factory="discotag.plugins.readers.documents:DocumentsReader",
        suffixes=(".srt", ".vtt"),
    )
    yield ReaderInfo(
        name="wmt-xml",
        summary="WMT's XML, with documents, references and systems",
        factory="discotag.plugins.readers.wmt_xml:WmtXmlReader",
        suffixes=(".xml",),
    )
    yield ReaderInfo(
        name="mt-metrics-eval",
        summary="a test set's folder of the WMT metrics task, such as mt-metrics-eval-v2/wmt23",
        factory="discotag.plugins.readers.metrics_folder:MetricsFolderReader",
    )
    yield ReaderInfo(
        name="ctxpro",
        summary="ctxpro's JSON lists: examples that need context, with their expected words",
        factory="discotag.plugins.readers.ctxpro:CtxproReader",
        citation="Wicks and Post 2023",
    )
    yield from _translation_tools()
    yield ReaderInfo(
        name="arrow",
        summary="Parquet and Arrow files, and folders saved by Hugging Face datasets; local only",
        factory="discotag.plugins.readers.arrow:ArrowReader",
        suffixes=(".parquet", ".arrow"),
        install="pip install 'discotag[arrow]'",
    )


def _translation_tools() -> Iterable[ReaderInfo]:
    """Yield the readers of files that translation tools exchange."""
    yield ReaderInfo(
        name="tmx",
        summary="a translation memory (TMX); a unit is a segment",
        factory="discotag.plugins.readers.tmx:TmxReader",
        suffixes=(".tmx",),
        searched=(".tmx",),
    )
    yield ReaderInfo(
        name="xliff",
        summary="XLIFF 1.2 and 2, of translation tools, too; each file element is a document",
        factory="discotag.plugins.readers.xliff:XliffReader",
        suffixes=XLIFF,
        searched=XLIFF,
        has_states=True,
    )
