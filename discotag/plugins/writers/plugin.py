"""Declares the built-in writers."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.components import WriterInfo
from discotag.core.hookspecs import hookimpl

if TYPE_CHECKING:
    from collections.abc import Iterable

DISCOTAG_API = (1, 0)
ARROW = "pip install 'discotag[arrow]'"


@hookimpl
def discotag_writers() -> Iterable[WriterInfo]:
    """Declare the writers of whole analyses, of labels and of tables."""
    yield WriterInfo(
        name="jsonl",
        summary="one tagged document per line, complete enough to be scored again",
        factory="discotag.plugins.writers.marks:TagsJsonlWriter",
        suffix=".jsonl",
    )
    yield WriterInfo(
        name="muda-json",
        summary="tokens with the names of their tags, the file that MuDA's --dump-tags writes",
        factory="discotag.plugins.writers.marks:MudaJsonWriter",
        suffix=".muda.json",
    )
    yield WriterInfo(
        name="conllu",
        summary="the target's analysis in CoNLL-U, marks and their evidence in MISC",
        factory="discotag.plugins.writers.conllu:ConlluWriter",
        suffix=".conllu",
    )
    yield WriterInfo(
        name="compare-mt",
        summary="labels for compare-mt's multilabel buckets, and the tokens beside them (.tokens)",
        factory="discotag.plugins.writers.marks:CompareMtWriter",
        suffix=".labels",
    )
    yield WriterInfo(
        name="tsv",
        summary="one row per mark, for spreadsheets",
        factory="discotag.plugins.writers.marks:TsvWriter",
        suffix=".tsv",
    )
    yield WriterInfo(
        name="parquet",
        summary="one row per mark, for data frames",
        factory="discotag.plugins.writers.arrow:ParquetWriter",
        suffix=".parquet",
        install=ARROW,
    )
    yield WriterInfo(
        name="arrow",
        summary="one row per mark, as an Arrow IPC file",
        factory="discotag.plugins.writers.arrow:ArrowWriter",
        suffix=".arrow",
        install=ARROW,
    )
