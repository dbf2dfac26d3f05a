"""What all scoring models have: options, rows, the journal of values scored before."""

from __future__ import annotations

import json
import time
from abc import ABC, abstractmethod
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, Generic, Literal, Protocol, TypeVar

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import UsageError, note_on_interrupt
from discotag.plugin.files import Store, StoreBusyError, key_of
from discotag_cxmi.scoring.batching import (
    TooLongError,
    check_finite,
    in_pools,
    left_out_of,
    target_scores,
)

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from numpy.typing import NDArray

    from discotag_cxmi.examples import ContextFormat, Example, TargetScores
    from discotag_cxmi.scoring.tokenizing import LineTokenizer, Subwords


OWN = "own"
"""The tokenizer's own chat template."""


class ModelOptions(BaseModel):
    """Options of a model; what is None is taken from the model's `context.json` or its settings.

    Args:
        device: `auto` (a GPU if there is one), `cpu`, `cuda`, `cuda:1` …
        dtype: type of the weights; log-probabilities are always taken in float32.
        batch_tokens: padded subwords of a batch; None = what suits the device.
        separator: token between context lines.
        template: of a decoder-only model: holds `{context}` and `{source}`; see `ContextFormat`.
        turn: of a decoder-only model: one context line.
        end: of a decoder-only model: what ends a target; None = its end-of-text token.
        chat_template: of a chat model: `own`, or Jinja.
        chat_params: further names that the chat template knows.
        system: of a chat model: the system prompt.
        source_code: the model's own code of the source language (`eng_Latn`, `en_XX`, `en`).
        target_code: likewise of the target language.
        source_prefix: text before the whole source (`translate English to French:`, `>>fra<<`).
        when_long: what to do with an example that is longer than the model takes: refuse it, leave
            out the context lines farthest away, or leave out the segment.
        threads: of torch on a CPU; None = its own choice.
        processes: copies of the model, each in a process; several GPUs are taken in turn.
        device_map: how accelerate spreads the weights (`auto`, `balanced` …); None = one device.
        quantize: load the weights in 8 or 4 bits, with bitsandbytes.
        adapter: folder of a PEFT adapter (LoRA …) to put on the weights.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    device: str = "auto"
    dtype: Literal["float32", "float16", "bfloat16"] = "float32"
    batch_tokens: int | None = Field(default=None, ge=1)
    separator: str | None = None
    template: str | None = None
    turn: str | None = None
    end: str | None = None
    chat_template: str | None = None
    chat_params: dict[str, bool | int | float | str] = Field(default_factory=dict)
    system: str | None = None
    source_code: str | None = None
    target_code: str | None = None
    source_prefix: str = ""
    when_long: Literal["refuse", "shorten", "leave-out"] = "refuse"
    threads: int | None = Field(default=None, ge=1)
    processes: int = Field(default=1, ge=1)
    device_map: str | None = None
    quantize: Literal["8bit", "4bit"] | None = None
    adapter: str | None = None

    def weights(self) -> dict[str, object]:
        """Return the options that change what the weights compute."""
        return self.model_dump(include={"dtype", "quantize", "device_map"})


class ScoredRow(Protocol):
    """One example as ids.

    Attributes:
        key: all that its values depend on, given the model.
        target: the target's subwords.
    """

    @property
    def key(self) -> Hashable: ...  # noqa: D102 - see above

    @property
    def target(self) -> Subwords: ...  # noqa: D102 - see above


Row = TypeVar("Row", bound=ScoredRow)


class RowBuilder(Protocol[Row]):
    """Builds the rows of a model's examples.

    Attributes:
        target_lines: the subwords of target lines.
        shortened: how many examples had context left out.
        notes: what the user should know of the prompts.
    """

    target_lines: LineTokenizer
    shortened: int
    notes: Sequence[str]

    def rows(self, examples: Sequence[Example]) -> list[Row]:
        """Build the rows of examples, in order; see `row`."""
        ...

    def row(self, example: Example) -> Row:
        """Build one example's row.

        Raises:
            TooLongError: the example is longer than the model takes (and may not be shortened, or
                its lines alone are).
            InputError: the tokenizer changes a line; names document and segment.
            UsageError: context and format do not fit each other.
        """
        ...

    def shown(self, example: Example) -> Sequence[tuple[str, Sequence[tuple[int, bool]]]]:
        """Return an example's rows by name: ids, each with whether it is scored."""
        ...


class Scorer(ABC, Generic[Row]):
    """Scores targets from rows; see `ContextModel`.

    Args:
        rows: builds them.
        format: how the model takes context.
        options: how to run it.
        name: for messages.
        digest: fingerprint of its files.
    """

    pool: int
    """Lines, context counted, that are worked on together."""

    def __init__(
        self,
        rows: RowBuilder[Row],
        format: ContextFormat,
        options: ModelOptions,
        *,
        name: str,
        digest: str,
    ) -> None:
        self.rows, self.format, self.options = rows, format, options
        self.name, self.digest = name, digest
        self.journal: Journal | None = None

    @property
    def shortened(self) -> int:
        """How many examples had context left out since the model was loaded."""
        return self.rows.shortened

    @property
    def notes(self) -> Sequence[str]:
        """What the user should know of how the model is asked."""
        return self.rows.notes

    @property
    @abstractmethod
    def identity(self) -> dict[str, Any]:
        """All that decides a value besides a row's ids."""

    def unknown_in(self, line: str) -> int:
        """Count the subwords of a target line that the vocabulary does not have."""
        return self.rows.target_lines.unknown_in(line)

    def check(self, examples: Iterable[Example]) -> frozenset[tuple[str, int]]:
        """Build every row and score none; see `ContextModel`."""
        before = self.rows.shortened
        long: list[tuple[Example, TooLongError]] = []
        for example in examples:
            try:
                self.rows.row(example)
            except TooLongError as error:
                long.append((example, error))
        self.rows.shortened = before
        return left_out_of(long, may_leave_out=self.options.when_long == "leave-out")

    def score(self, examples: Iterable[Example]) -> Iterator[TargetScores]:
        """Score targets; see `ContextModel`."""
        return in_pools(examples, self._score_pool, self.name, lines=self.pool)

    def _score_pool(self, pool: Sequence[Example]) -> Iterator[TargetScores]:
        """Score some targets, each different row once, or take the values from the journal."""
        rows = self.rows.rows(pool)
        numbers: dict[Hashable, int] = {}
        places = [numbers.setdefault(row.key, len(numbers)) for row in rows]
        firsts = {place: row for row, place in reversed(list(zip(rows, places, strict=True)))}
        distinct = [firsts[place] for place in range(len(firsts))]
        found = self._kept(distinct)
        for example, row, place in zip(pool, rows, places, strict=True):
            check_finite(found[place], example, self.name)
            yield target_scores(row.target, found[place])

    def _kept(self, rows: Sequence[Row]) -> Sequence[NDArray[Any]]:
        """Return the values of a pool's rows; a pool that is done is kept as a whole.

        The same rows make the same batches, so what is computed after a stop is what would have
        been computed without it, to the bit.
        """
        if self.journal is None:
            return self._computed(rows)
        sizes = [len(row.target.ids) + 1 for row in rows]
        key = self.journal.key(self.identity, [row.key for row in rows])
        kept = self.journal.find(key, sizes)
        if kept is not None:
            return kept
        values = self._computed(rows)
        self.journal.keep(key, values)
        return values

    def _computed(self, rows: Sequence[Row]) -> Sequence[NDArray[Any]]:
        """Return the values of rows, by whatever computes them."""
        return self._values(rows)

    @abstractmethod
    def _values(self, rows: Sequence[Row]) -> Sequence[NDArray[Any]]:
        """Return each row's log-probabilities in nats: its target's subwords, then the end."""


KIND = "discotag-cxmi-values/1"
"""Raised when rows or values mean something else."""
FILE = "scores.journal"


class Journal:
    """Values by what decides them.

    Args:
        store: where they are.
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
