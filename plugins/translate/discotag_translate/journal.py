"""The journal: every answer that an engine gave, so that none is ever paid for twice.

It is one file beside the translation and stays when a run is done: what a later run asks in the
same words of the same engine is taken from it. It holds answers under keys that cannot be read
backwards; no key of a service comes near it.
"""

from __future__ import annotations

import json
import time
from contextlib import contextmanager
from dataclasses import asdict, replace
from typing import TYPE_CHECKING

from pydantic import ValidationError

from discotag.plugin import UsageError, note_on_interrupt
from discotag.plugin.files import Store, StoreBusyError, key_of
from discotag_translate.calls import Answer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from discotag_translate.calls import Call
    from discotag_translate.engines.engine import Engine

KIND = "discotag-translate/1"
"""Raised when calls are put into words in another way."""


class Journal:
    """Answers by text, and all that was asked with it.

    Args:
        store: where they lie; None = nowhere.
        engine: who answers.
    """

    def __init__(self, store: Store | None, engine: Engine, *, is_only_read: bool = False) -> None:
        self._store, self._engine, self._is_only_read = store, engine, is_only_read
        self._identity = json.dumps(engine.identity, sort_keys=True, default=str)

    def find(self, call: Call) -> dict[str, Answer]:
        """Return the texts of a call that were answered before, each with its answer."""
        if self._store is None:
            return {}
        keys = {self._key(call, text): text for text in call.texts}
        found = self._store.get(list(keys))
        answers = {keys[key]: _read(data) for key, data in found.items()}
        return {text: answer for text, answer in answers.items() if answer is not None}

    def keep(self, call: Call, answer: Answer) -> None:
        """Keep an answer, text by text, on disk before anything else happens.

        Of several texts whose answer was cut nobody knows which it was: they are asked for again.
        """
        if self._store is None or self._is_only_read or (answer.cut and len(call.texts) > 1):
            return
        values = {
            self._key(call, text): answer.model_copy(update={"texts": (given,)})
            for text, given in zip(call.texts, answer.texts, strict=True)
        }
        data = {
            key: value.model_dump_json().encode("utf-8", "surrogatepass")
            for key, value in values.items()
        }
        self._store.put(data, now=time.time())

    def _key(self, call: Call, text: str) -> bytes:
        """Return the key of a text: engine, its options, and all that goes with the text."""
        alone = asdict(replace(call, texts=(text,)))
        return key_of(KIND, self._identity, json.dumps(alone, ensure_ascii=False, sort_keys=True))

    def to_look_at(self) -> Journal:
        """Return the same journal, into which nothing is put."""
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
    note = f"kept in {path}: the answers so far; the same command goes on and asks for none again"
    with store, note_on_interrupt(lambda: note if store.count()[0] else None):
        yield Journal(store, engine)


@contextmanager
def looked_into(path: Path, engine: Engine) -> Iterator[Journal]:
    """Open a journal to see what is there already; nothing is made where there is none."""
    if not path.exists():
        yield Journal(None, engine)
        return
    with opened_journal(path, engine) as journal:
        yield journal


def _read(data: bytes) -> Answer | None:
    """Read an answer; None for one of another version."""
    try:
        return Answer.model_validate_json(data)
    except ValidationError:
        return None
