"""The journal: outcomes of a run under way, so that a run that was killed goes on where it was.

It lies in the run's folder until the run is done, one entry per batch, whole or not at all. What is
taken from it was made from the same texts by the same plan with the same code; all else is made
again. It also keeps a second run out of the folder.
"""

from __future__ import annotations

import json
import time
from dataclasses import asdict
from typing import TYPE_CHECKING, Self

from pydantic import ValidationError

from discotag.core.errors import UsageError
from discotag.files.store import Store, StoreBusyError, key_of
from discotag.runs.outcomes import BatchOutcome

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from discotag.core.document import ParallelText

FILE = ".unfinished.sqlite"


class Journal:
    """The outcomes of a run in a folder.

    Args:
        folder: the run's folder.
        setup: everything that decides an outcome beside the texts.

    Raises:
        UsageError: another run is at work in the folder.
        DiscotagError: the file cannot be written.
    """

    def __init__(self, folder: Path, setup: str) -> None:
        self._setup = setup
        try:
            self._store = Store(folder / FILE, is_own=True)
        except StoreBusyError as error:
            raise UsageError(
                f"{folder}: another run is at work in this folder; wait for it, or choose another"
                " --out"
            ) from error

    def find(self, batch: Sequence[ParallelText]) -> BatchOutcome | None:
        """Give the outcome of a batch that was done before, or None."""
        data = self._store.get([key := self._key(batch)]).get(key)
        if data is None:
            return None
        try:
            return BatchOutcome.model_validate_json(data)
        except ValidationError:
            return None  # of another version: made again

    def keep(self, batch: Sequence[ParallelText], outcome: BatchOutcome) -> None:
        """Keep the outcome of a batch."""
        data = outcome.model_dump_json(by_alias=True).encode("utf-8", "surrogatepass")
        self._store.put({self._key(batch): data}, now=time.time())

    def close(self, *, is_done: bool) -> None:
        """Close the journal; it goes away where the run is done, or nothing was."""
        has_entries = self._store.count()[0] > 0
        self._store.close()
        if is_done or not has_entries:
            self._store.path.unlink(missing_ok=True)

    def _key(self, batch: Sequence[ParallelText]) -> bytes:
        texts = json.dumps([asdict(text) for text in batch], ensure_ascii=False, default=str)
        return key_of(self._setup, texts)

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, *_: object) -> None:
        self.close(is_done=kind is None)
