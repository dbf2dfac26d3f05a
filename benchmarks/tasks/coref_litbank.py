"""LitBank: the first pages of English novels (`*_brat.conll`), in CoNLL-2012 columns.

LitBank annotates persons, places, facilities, vehicles and organizations, so an *it* that stands
for anything else has no mention there.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.tasks.coref_columns import read_columns
from benchmarks.tasks.coref_gold import Part, is_in

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from benchmarks.tasks.coref_gold import GoldDocument


def read_litbank(folder: Path, part: Part = "all") -> Iterator[GoldDocument]:
    """Yield the documents of `*_brat.conll` below a folder, one segment per sentence."""
    for path in sorted(folder.rglob("*_brat.conll")):
        yield from (item for item in read_columns(path, "en", "novel") if is_in(part, item.id))
