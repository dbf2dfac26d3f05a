"""The user's cache: a bounded SQLite store, safe for several processes; begun again if broken."""

from __future__ import annotations

import hashlib
import logging
import os
import sqlite3
import zlib
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import TYPE_CHECKING, Self, TypeVar

from platformdirs import user_cache_path

from discotag.core.errors import DiscotagError, OutputError
from discotag.core.process import note_on_interrupt

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence


LAYOUT = 1
"""Raised when the tables of the file change; a file of another layout is started again."""
PATIENCE = 30.0
"""Seconds to wait for another process that writes."""
AT_ONCE = 500
"""Keys asked for in one question; SQLite takes 999 in its smallest configuration."""
BUSY = frozenset({sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED})
CHECK = 8
"""Bytes of the checksum of a value and its key."""


class StoreBusyError(DiscotagError):
    """A file that another process keeps to itself."""


class BrokenStoreError(DiscotagError):
    """A file that is not a store, or a damaged one."""


class Store:
    """Values by key.

    Args:
        path: the file; made where it is missing, its folder too.
        is_own: keep it to this process until it is closed.

    Raises:
        StoreBusyError: another process has it to itself.
        OutputError: the file cannot be opened or written.
        BrokenStoreError: it is not a store, or is damaged.
    """

    def __init__(self, path: Path, *, is_own: bool = False) -> None:
        self.path = path
        with self._blamed():
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file = sqlite3.connect(
                path, timeout=0 if is_own else PATIENCE, isolation_level=None
            )
        try:
            with self._blamed():
                self._prepare(is_own=is_own)
        except BaseException:
            self._file.close()
            raise

    def _prepare(self, *, is_own: bool) -> None:
        if is_own:
            self._file.execute("PRAGMA locking_mode = EXCLUSIVE")
            self._file.execute("BEGIN EXCLUSIVE")
            self._file.execute("COMMIT")
        else:
            self._file.execute("PRAGMA journal_mode = WAL")
        self._file.execute("PRAGMA synchronous = NORMAL")
        (layout,) = self._file.execute("PRAGMA user_version").fetchone()
        with self._change():
            if layout != LAYOUT:
                self._file.execute("DROP TABLE IF EXISTS entries")
            self._file.execute(
                "CREATE TABLE IF NOT EXISTS entries"
                " (key BLOB PRIMARY KEY, value BLOB NOT NULL, used REAL NOT NULL) WITHOUT ROWID"
            )
            self._file.execute("CREATE INDEX IF NOT EXISTS by_use ON entries (used)")
            self._file.execute(f"PRAGMA user_version = {LAYOUT}")

    def get(self, keys: Sequence[bytes]) -> dict[bytes, bytes]:
        """Return the values of those keys that are there and sound."""
        found: dict[bytes, bytes] = {}
        for begin in range(0, len(keys), AT_ONCE):
            asked = keys[begin : begin + AT_ONCE]
            marks = ",".join("?" * len(asked))
            with self._blamed():
                rows = self._file.execute(
                    f"SELECT key, CAST(value AS BLOB) FROM entries WHERE key IN ({marks})", asked
                ).fetchall()
            for key, packed in rows:
                value = _unpacked(key, packed)
                if value is not None:
                    found[key] = value
        return found

    def put(self, values: Mapping[bytes, bytes], *, now: float) -> None:
        """Keep values, all or none of them; `now` (seconds) is when they were last used."""
        rows = [(key, _packed(key, value), now) for key, value in values.items()]
        with self._change():
            self._file.executemany("INSERT OR REPLACE INTO entries VALUES (?, ?, ?)", rows)

    def touch(self, keys: Sequence[bytes], *, now: float, lag: float = 0.0) -> None:
        """Take note that values were used, of those that nobody used in the last `lag` seconds."""
        with self._change():
            self._file.executemany(
                "UPDATE entries SET used = ? WHERE key = ? AND (used < ? OR ? = 0)",
                [(now, key, now - lag, lag) for key in keys],
            )

    def count(self) -> tuple[int, int]:
        """Return the number of values and their bytes, compressed."""
        with self._blamed():
            entries, size = self._file.execute(
                "SELECT COUNT(*), COALESCE(SUM(LENGTH(value)), 0) FROM entries"
            ).fetchone()
        return entries, size

    def prune(self, size: int) -> int:
        """Take out what was used longest ago until at most so many bytes are left; give how many.

        The file itself shrinks, too.
        """
        with self._change():
            removed = self._file.execute(
                "DELETE FROM entries WHERE key IN (SELECT key FROM (SELECT key,"
                " SUM(LENGTH(value)) OVER (ORDER BY used DESC, key) AS total FROM entries)"
                " WHERE total > ?)",
                (size,),
            ).rowcount
        if removed:
            with self._blamed():
                self._file.execute("VACUUM")
        return removed

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @contextmanager
    def _change(self) -> Iterator[None]:
        with self._blamed():
            self._file.execute("BEGIN IMMEDIATE")
            try:
                yield
                self._file.execute("COMMIT")
            except BaseException:
                if self._file.in_transaction:
                    self._file.execute("ROLLBACK")
                raise

    @contextmanager
    def _blamed(self) -> Iterator[None]:
        try:
            yield
        except sqlite3.OperationalError as error:
            if getattr(error, "sqlite_errorcode", None) in BUSY:
                raise StoreBusyError(f"{self.path}: another process is at work in it") from error
            raise OutputError(f"cannot be used ({error})", path=self.path) from error
        except sqlite3.DatabaseError as error:
            raise BrokenStoreError(
                f"{self.path}: is broken ({error}); remove the file, it is made again"
            ) from error
        except OSError as error:
            raise OutputError(f"cannot be made ({error.strerror})", path=self.path) from error


def key_of(*parts: str) -> bytes:
    """Return the key of what follows from some texts: 20 bytes, unique to each list."""
    digest = hashlib.blake2b(digest_size=20)
    for part in parts:
        data = part.encode("utf-8", "surrogatepass")
        digest.update(len(data).to_bytes(8))
        digest.update(data)
    return digest.digest()


def _packed(key: bytes, value: bytes) -> bytes:
    return _check(key, value) + zlib.compress(value, 1)


def _unpacked(key: bytes, packed: object) -> bytes | None:
    """Return a value, or None where it is not what was put in under that key."""
    if not isinstance(packed, bytes):
        return None
    try:
        value = zlib.decompress(packed[CHECK:])
    except zlib.error:
        return None
    return value if _check(key, value) == packed[:CHECK] else None


def _check(key: bytes, value: bytes) -> bytes:
    digest = hashlib.blake2b(len(key).to_bytes(8), digest_size=CHECK)
    digest.update(key)
    digest.update(value)
    return digest.digest()


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
    """Open the cache for a run, and keep it small after it.

    Gives None where there is none, or where it cannot be written: a run does without, and the log
    says why.
    """
    store = None
    try:
        store = None if path is None else open_cache(path)
    except DiscotagError as error:
        logger.warning("nothing is kept for later runs: %s", error)
    try:
        with note_on_interrupt(lambda: KEPT if store is not None else None):
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
    """A store that a run can do without: a fault is reported once, then it is unused."""

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
