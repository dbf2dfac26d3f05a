"""What was scored before a run stopped: values by the ids of their rows, so that none is lost.

A key holds all that decides a value: the model's files, how it is run, and the rows. So the file
may serve several commands, and nothing in it grows old.
"""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from discotag.plugin import UsageError, note_on_interrupt
from discotag.plugin.files import Store, StoreBusyError, key_of

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

KIND = "discotag-cxmi-values/1"
"""Raised when rows or values mean something else."""
FILE = "scores.journal"


class Journal:
    """Values by what decides them.

    Args:
        store: where they lie.
    """

    def __init__(self, store: Store) -> None:
        self._store = store

    def key(self, identity: Mapping[str, Any], rows: object) -> bytes:
        """Return the key of rows under a model."""
        return key_of(KIND, json.dumps(identity, sort_keys=True, default=str), repr(rows))

    def holds(self, key: bytes) -> bool:
        """Return whether there are values under a key."""
        return bool(self._store.get([key]))

    def find(self, key: bytes, sizes: Sequence[int]) -> list[NDArray[Any]] | None:
        """Return the values of rows that hold so many each; None where they are not there."""
        import numpy as np

        data = self._store.get([key]).get(key)
        if data is None or len(data) != 4 * sum(sizes):
            return None
        values = np.frombuffer(data, dtype="<f4")
        return list(np.split(values, np.cumsum(sizes)[:-1]))

    def keep(self, key: bytes, values: Sequence[NDArray[Any]]) -> None:
        """Keep values (float32), on disk before anything else happens."""
        import numpy as np

        data = np.concatenate(values).astype("<f4", casting="same_kind").tobytes()
        self._store.put({key: data}, now=time.time())


@contextmanager
def opened_journal(path: Path | None) -> Iterator[Journal | None]:
    """Open a journal for a run, for itself alone; None = there is none.

    Raises:
        UsageError: another run is at work in it.
        DiscotagError: it cannot be written, or is broken.
    """
    if path is None:
        yield None
        return
    try:
        store = Store(path, is_own=True)
    except StoreBusyError as error:
        raise UsageError(
            f"{path}: another run is at work; wait for it, or name another --journal"
        ) from error
    note = f"kept in {path}: what was scored so far; the same command goes on from there"
    with store, note_on_interrupt(lambda: note if store.count()[0] else None):
        yield Journal(store)
