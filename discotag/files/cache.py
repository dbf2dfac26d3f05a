"""The user's cache: one store for all runs, bounded in size, started again if it is broken."""

from __future__ import annotations

import logging
import os
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

from platformdirs import user_cache_path

from discotag.core.errors import DiscotagError
from discotag.core.interrupts import kept
from discotag.files.store import BrokenStoreError, Store

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence

logger = logging.getLogger(__name__)
Result = TypeVar("Result")
PLACE = "DISCOTAG_CACHE"
OFF = frozenset({"off", "none", "0"})
FILE = "cache.sqlite"
KEPT = "no file was written; what was computed is in the cache, where the same command finds it"
DEFAULT_SIZE = 2 * 10**9
"""Bytes of values that are kept; what was used longest ago goes first."""


def cache_file(environ: Mapping[str, str] | None = None) -> Path | None:
    """Return the file of the cache; None where `DISCOTAG_CACHE` says `off`."""
    environ = os.environ if environ is None else environ
    place = environ.get(PLACE, "")
    if place.lower() in OFF:
        return None
    return (Path(place).expanduser() if place else user_cache_path("discotag")) / FILE


@contextmanager
def used_cache(path: Path | None, *, size: int = DEFAULT_SIZE) -> Iterator[Store | None]:
    """Open the cache for a run, and keep it small behind it.

    Gives None where there is none, or where it cannot be written: a run does without, and the log
    says why.
    """
    store = None
    try:
        store = None if path is None else open_cache(path)
    except DiscotagError as error:
        logger.warning("nothing is kept for later runs: %s", error)
    try:
        with kept(lambda: KEPT if store is not None else None):
            yield store
    finally:
        if store is not None:
            try:
                if store.path.stat().st_size > size:
                    store.prune(size)
            except (DiscotagError, OSError) as error:
                logger.warning("the cache stays as large as it is: %s", error)
            store.close()


class Cache(Store):
    """A store that a run can do without: a fault is told once, then nothing more is asked of it."""

    is_given_up = False

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the values of those keys that are there, sound and can be read."""
        return self._tried(lambda: super(Cache, self).get(keys)) or {}

    def put(self, values: Mapping[bytes, bytes], *, now: float) -> None:
        """Keep values where that is possible."""
        self._tried(lambda: super(Cache, self).put(values, now=now))

    def touch(self, keys: Sequence[bytes], *, now: float, lag: float = 0.0) -> None:
        """Take note that values were used, where that is possible."""
        self._tried(lambda: super(Cache, self).touch(keys, now=now, lag=lag))

    def _tried(self, work: Callable[[], Result]) -> Result | None:
        if self.is_given_up:
            return None
        try:
            return work()
        except DiscotagError as error:
            self.is_given_up = True
            logger.warning("the cache is not used any more: %s", error)
            return None


def open_cache(path: Path) -> Cache:
    """Open the cache; a file that is broken is started again, since all in it can be made again.

    Raises:
        DiscotagError: the file cannot be written.
    """
    try:
        return Cache(path)
    except BrokenStoreError:
        for ending in ("", "-wal", "-shm"):
            with suppress(FileNotFoundError):
                path.with_name(path.name + ending).unlink()
        return Cache(path)
