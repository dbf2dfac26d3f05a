"""Finished batches, kept on disk: those of a run under way, and those of earlier runs.

The journal is in a run's folder until the run is done, so that a killed run continues
where it was; it also keeps a second run out of the folder. The cache is the user's own. What is
taken from either was made from the same texts by the same plan with the same code; all else is made
again.
"""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING

from pydantic import ValidationError

from discotag.core.errors import UsageError
from discotag.core.process import note_on_interrupt
from discotag.core.text import count_noun
from discotag.files.cache import Store, StoreBusyError, key_of
from discotag.files.output import within
from discotag.runs.workers import BatchResult

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag.core.document import ParallelText

FILE = ".unfinished.sqlite"


class Checkpoint:
    """Finished batches in a store, one entry per batch, whole or not at all.

    Args:
        store: where they are stored.
        setup: everything that decides an outcome besides the texts.
    """

    def __init__(self, store: Store, setup: str) -> None:
        self._store, self._setup = store, setup
        self._segments = self._batches = 0

    def find(self, batch: Sequence[ParallelText]) -> BatchResult | None:
        """Return the outcome of a batch that was done before, or None."""
        data = self._store.get([key := self._key(batch)]).get(key)
        if data is None:
            return None
        try:
            outcome = BatchResult.model_validate_json(data)
        except ValidationError:
            return None  # of another version: made again
        self._store.touch([key], now=time.time())
        self._count(batch)
        return outcome

    def keep(self, batch: Sequence[ParallelText], outcome: BatchResult) -> None:
        """Keep the outcome of a batch."""
        data = outcome.model_dump_json(by_alias=True).encode("utf-8", "surrogatepass")
        self._store.put({self._key(batch): data}, now=time.time())
        self._count(batch)

    def told(self) -> str:
        """Say how much is kept: what was found or kept here, and whether there is more."""
        done = count_noun(self._segments, "segment")
        has_more = self._store.count()[0] > self._batches
        return f"{done} and what was done before" if has_more else done

    def _count(self, batch: Sequence[ParallelText]) -> None:
        self._batches += 1
        self._segments += sum(len(text.source) for text in batch)

    def _key(self, batch: Sequence[ParallelText]) -> bytes:
        texts = json.dumps([asdict(text) for text in batch], ensure_ascii=False, default=str)
        return key_of("outcome", self._setup, texts)


def note_of(folder: Path, done: str = "what was done before") -> str | None:
    """Say what a run that is stopped leaves in its folder; None = nothing."""
    if not (folder / FILE).exists():
        return None
    return f"kept in {folder}: {done}; the same command goes on from there"


@contextmanager
def checkpoint(folder: Path, setup: str) -> Iterator[Checkpoint]:
    """Open the journal of a run in its folder; it goes away when the run is done, or did nothing.

    Raises:
        UsageError: another run is at work in the folder.
        DiscotagError: the file cannot be written, or a link leads out of the folder.
    """
    try:
        store = Store(within(folder, FILE), is_own=True)
    except StoreBusyError as error:
        raise UsageError(
            f"{folder}: another run is at work in this folder; wait for it, or choose another --out"
        ) from error
    is_done = False
    outcomes = Checkpoint(store, setup)
    try:
        with note_on_interrupt(
            lambda: note_of(folder, outcomes.told()) if store.count()[0] else None
        ):
            yield outcomes
        is_done = True
    finally:
        is_needed = not is_done and store.count()[0] > 0
        store.close()
        if not is_needed:
            store.path.unlink(missing_ok=True)
