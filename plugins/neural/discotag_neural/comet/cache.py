"""What COMET leaves on disk: scores of segments in a cache, and checkpoints of models.

Scores are kept by the digest of the model and of the texts. Each row has a checksum of its key and
value; one that does not fit is made again.
"""

from __future__ import annotations

import hashlib
import json
import os
import sqlite3
import sys
from contextlib import closing
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self

from discotag.plugin import PluginError, UsageError
from discotag.plugin.files import digest_of

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag_neural.comet.scorer import Sample


FILE = "comet.sqlite"
LAYOUT = """
CREATE TABLE IF NOT EXISTS checked_scores
    (key BLOB PRIMARY KEY, score REAL, seal BLOB) WITHOUT ROWID;
CREATE TABLE IF NOT EXISTS checked_digests
    (path TEXT PRIMARY KEY, stamp TEXT, digest TEXT, seal BLOB);
"""
WAIT = 60
"""Seconds to wait for another run that writes."""
AT_ONCE = 500
"""Keys in one question to the database."""


class Cache:
    """Scores by key.

    Args:
        path: the file, made where it is missing; None = keep nothing.
    """

    def __init__(self, path: Path | None) -> None:
        self.path = path

    @classmethod
    def open(cls, setting: str | None) -> Self:
        """Open the file that a setting names: a path, `none`, or None for the user's own.

        Raises:
            UsageError: it cannot be made, or is something else; says what to do.
        """
        if setting == "none":
            return cls(None)
        cache = cls(default_folder() / FILE if setting is None else Path(setting).expanduser())
        cache._make()
        return cache

    def scores(self, keys: Sequence[bytes]) -> dict[bytes, float]:
        """Return the scores that are known."""
        found: dict[bytes, float] = {}
        for start in range(0, len(keys) if self.path else 0, AT_ONCE):
            part = keys[start : start + AT_ONCE]
            marks = ",".join("?" * len(part))
            question = f"SELECT key, score, seal FROM checked_scores WHERE key IN ({marks})"
            rows = self._rows(question, part)
            found.update({key: score for key, score, seal in rows if seal == _seal(key, score)})
        return found

    def keep(self, scores: Mapping[bytes, float]) -> None:
        """Save scores."""
        rows = [(key, score, _seal(key, score)) for key, score in scores.items()]
        self._write("INSERT OR REPLACE INTO checked_scores VALUES (?, ?, ?)", rows)

    def digest(self, path: Path) -> str | None:
        """Return a checkpoint's digest if the file is as it was when that was computed."""
        question = "SELECT stamp, digest, seal FROM checked_digests WHERE path = ?"
        rows = self._rows(question, [str(path)]) if self.path else []
        facts, now = str(path), _stamp(path)
        sound = (item[1] for item in rows if item[2] == _seal(facts, *item[:2]) and item[0] == now)
        return next(sound, None)

    def keep_digest(self, path: Path, digest: str) -> None:
        """Save a checkpoint's digest; computing it takes seconds."""
        row = (str(path), _stamp(path), digest)
        self._write(
            "INSERT OR REPLACE INTO checked_digests VALUES (?, ?, ?, ?)", [(*row, _seal(*row))]
        )

    def _make(self) -> None:
        try:
            Path(str(self.path)).parent.mkdir(parents=True, exist_ok=True)
            with closing(self._connect()) as connection:
                connection.executescript(LAYOUT)
        except (OSError, sqlite3.Error) as error:
            raise self._broken(error) from error

    def _rows(self, question: str, values: Sequence[object]) -> list[Any]:
        try:
            with closing(self._connect()) as connection:
                return connection.execute(question, values).fetchall()
        except sqlite3.Error as error:
            raise self._broken(error) from error

    def _write(self, command: str, rows: Sequence[tuple[object, ...]]) -> None:
        if self.path is None:
            return
        try:
            with closing(self._connect()) as connection, connection:
                connection.executemany(command, rows)
        except sqlite3.Error as error:
            raise self._broken(error) from error

    def _connect(self) -> sqlite3.Connection:
        return sqlite3.connect(str(self.path), timeout=WAIT)

    def _broken(self, error: Exception) -> UsageError:
        return UsageError(
            f"comet: the cache {self.path} cannot be used ({error}); name another file with --set"
            " comet.cache=FILE, or none with --set comet.cache=none"
        )


def key_of(model: str, sample: Sample) -> bytes:
    """Return the key of a sample under a model (digest and version of COMET)."""
    content = [model, sample.source, sample.hypothesis, sample.reference]
    return hashlib.sha256(json.dumps(content).encode()).digest()


def _seal(*facts: object) -> bytes:
    """Return the checksum of a row, its key included."""
    return hashlib.blake2b(repr(facts).encode(), digest_size=8).digest()


def default_folder() -> Path:
    """Return discotag's folder in the user's cache: `XDG_CACHE_HOME`, or the system's place."""
    home = Path.home()
    places = {"darwin": home / "Library" / "Caches", "win32": os.environ.get("LOCALAPPDATA")}
    place = os.environ.get("XDG_CACHE_HOME") or places.get(sys.platform) or home / ".cache"
    return Path(place) / "discotag"


def _stamp(path: Path) -> str:
    facts = path.stat()
    return f"{facts.st_size} {facts.st_mtime_ns}"


INSIDE = Path("checkpoints", "model.ckpt")
SETTINGS = "hparams.yaml"


def find_checkpoint(model: str, *, cure: str) -> Path:
    """Find a model's checkpoint without asking the network.

    Args:
        model: a checkpoint, the folder that holds `checkpoints/model.ckpt`, or a name on the hub.
        cure: the command that fetches it.

    Raises:
        PluginError: it is not here, or lacks its `hparams.yaml`.
    """
    path = Path(model).expanduser()
    if path.is_dir():
        path = path / INSIDE
    elif not path.is_file() and not path.is_absolute():
        path = _fetched(model, cure) / INSIDE
    if not path.is_file():
        raise PluginError(
            f"comet: there is no checkpoint {path}; name a checkpoint, or the folder with {INSIDE},"
            f" with --set comet.model=PATH, or fetch a model of the hub with: {cure}"
        )
    path = path.absolute()
    if not (path.parent.parent / SETTINGS).is_file():
        raise PluginError(
            f"comet: {path.parent.parent} lacks {SETTINGS}, which COMET needs beside checkpoints/"
        )
    return path


def checkpoint_digest(path: Path) -> str:
    """Return the digest of a checkpoint and its settings."""
    return digest_of((path, path.parent.parent / SETTINGS))


def _fetched(name: str, cure: str) -> Path:
    from huggingface_hub import snapshot_download
    from huggingface_hub.errors import HFValidationError, LocalEntryNotFoundError

    try:
        return Path(snapshot_download(name, local_files_only=True))
    except (HFValidationError, LocalEntryNotFoundError, OSError) as error:
        raise PluginError(
            f"comet: the model {name} was not fetched, and there is no such file; try: {cure}"
        ) from error
