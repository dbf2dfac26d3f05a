"""What a reader of a contrastive set is asked for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from pathlib import Path


MOST = 20
"""Earlier lines that are read from documents unless more are asked for."""


@dataclass(frozen=True, slots=True)
class SetRequest:
    """The files of a contrastive set.

    Args:
        path: the set, or the file of its source lines.
        target: file of the translations, for sets that keep them apart.
        context_source: earlier source lines, so many for each translation, for sets that keep them
            apart.
        context_target: earlier target lines, likewise.
        documents: folder with the documents that the set was taken from.
        per_item: translations of an item, for sets that are lines alone.
        marker: stands between the segments of a line, for sets that are lines alone.
        groups: file with the first line of each item, from 0, likewise.
        most: how many earlier lines are taken from documents.
    """

    path: Path
    target: Path | None = None
    context_source: Path | None = None
    context_target: Path | None = None
    documents: Path | None = None
    per_item: int | None = None
    marker: str | None = None
    groups: Path | None = None
    most: int = MOST
