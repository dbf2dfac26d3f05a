"""Checkpoint: everything a run keeps of a document, as plain data.

They cross from a worker's process to the run's, and lie on disk for a run that was killed. The
tagged documents themselves stay where they were made.
"""

from __future__ import annotations

from pydantic import BaseModel, ConfigDict

from discotag.runs.corpus_counts import DocumentTally
from discotag.runs.counts import DocumentCounts


class DocumentResult(BaseModel):
    """What came out of one document.

    Args:
        tally: what its texts hold.
        lines: text → its line of the file of tags (schema `discotag-tags/1`); empty where no files
            are wanted.
        counts: what every scorer counted for every system; None where there was nothing to score,
            or a tagger failed.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    tally: DocumentTally
    lines: dict[str, str]
    counts: DocumentCounts | None


class BatchResult(BaseModel):
    """What came out of a batch of documents, and how long each stage took on it.

    Args:
        documents: in the order of the batch.
        seconds: stage → seconds.
        segments: stage → segments it went over.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    documents: tuple[DocumentResult, ...]
    seconds: dict[str, float]
    segments: dict[str, int]
