"""The journal: every answer that an engine gave, so that none is ever paid for twice.

It is one file beside the translation and stays when a run is done: what a later run asks in the
same words of the same engine is taken from it. It holds answers under keys that cannot be read
backwards; no key of a service comes near it.
"""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from dataclasses import asdict
from typing import TYPE_CHECKING

from pydantic import ValidationError

from discotag.core.errors import UsageError
from discotag.files.store import Store, StoreBusyError, key_of
from discotag_translate.calls import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from discotag_translate.calls import Call
    from discotag_translate.engines.engine import Engine

KIND = "discotag-translate/1"
"""Raised when calls are put into words in another way."""


class Journal:
    """Answers by call.

    Args:
        store: where they lie; None = nowhere.
        engine: who answers.
    """

    def __init__(self, store: Store | None, engine: Engine, *, is_only_read: bool = False) -> None:
        self._store, self._engine, self._is_only_read = store, engine, is_only_read
        self._identity = json.dumps(engine.identity, sort_keys=True, default=str)

    def key(self, call: Call) -> bytes:
        """Give the key of a call: engine, its options, and all that is asked."""
        asked = json.dumps(asdict(call), ensure_ascii=False, sort_keys=True)
        return key_of(KIND, self._identity, asked)

    def find(self, key: bytes) -> Answer | None:
        """Give the answer that a call got before, or None."""
        if self._store is None or (data := self._store.get([key]).get(key)) is None:
            return None
        try:
            return Answer.model_validate_json(data)
        except ValidationError:
            return None

    def keep(self, key: bytes, answer: Answer) -> None:
        """Keep an answer, on disk before anything else happens."""
        if self._store is not None and not self._is_only_read:
            data = answer.model_dump_json().encode("utf-8", "surrogatepass")
            self._store.put({key: data}, now=time.time())

    def to_look_at(self) -> Journal:
        """Give the same journal, into which nothing is put."""
        return Journal(self._store, self._engine, is_only_read=True)


@contextmanager
def opened_journal(path: Path, engine: Engine) -> Iterator[Journal]:
    """Open a journal for a run, for itself alone.

    Raises:
        UsageError: another run is at work in it.
        DiscotagError: it cannot be written, or is broken.
    """
    try:
        store = Store(path, is_own=True)
    except StoreBusyError as error:
        raise UsageError(
            f"{path}: another run is at work; wait for it, or name another --journal"
        ) from error
    with store:
        yield Journal(store, engine)


@contextmanager
def looked_into(path: Path, engine: Engine) -> Iterator[Journal]:
    """Open a journal to see what is there already; nothing is made where there is none."""
    if not path.exists():
        yield Journal(None, engine)
        return
    with opened_journal(path, engine) as journal:
        yield journal
