"""Scores on disk: `scores.jsonl`, one segment per line (schema `discotag-cxmi/1`).

Both log-probability rows of every subword are kept, in nats, so that every figure can be computed
again; docs/cxmi.md describes the fields.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Any, Literal, Self

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, model_validator

from discotag.plugin import InputError
from discotag.plugin.files import Notes, records
from discotag_cxmi.measure.texts import NONE, RANDOM, differences
from discotag_cxmi.resampling import Sums

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from discotag.plugin import Interval


SCHEMA: Literal["discotag-cxmi/1"] = "discotag-cxmi/1"
FILE = "scores.jsonl"
DECIMALS = 6
"""Decimals kept of a log-probability, on disk and in every figure."""
SPLITTING = {character: f"\\u{ord(character):04x}" for character in "\x85\u2028\u2029"}

Offset = Annotated[int, Field(ge=0)]
Where = tuple[Offset, Annotated[int, Field(ge=1)], Annotated[int, Field(ge=1)]]


class WordRecord(BaseModel):
    """A word of the target.

    Args:
        start: character offset in the target.
        end: offset after it.
        form: its text.
        subwords: indices of its subwords; none where the tokenizer gave it none.
        pcxmi: size → P-CXMI, the sum over its subwords; empty where there are none.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    start: Offset
    end: Offset
    form: str
    subwords: tuple[Offset, ...]
    pcxmi: dict[str, FiniteFloat]


class SegmentRecord(BaseModel):
    """A segment and its scores.

    Args:
        document: id of its document.
        segment: 0-based index there.
        source: the source line.
        target: the target line, which was scored.
        context: the target line that is context of later segments, where it is not `target`.
        subwords: (start, end) of each subword in the target.
        logprobs: size → log-probability of each subword; sizes are `0`, `1` … `all`, and `random-1`
            … for the control.
        eos: size → that of the end.
        words: the target's words.
        source_places: where the source is in its file, part by part: start in the segment,
            line and column; None = segments are lines.
        target_places: likewise of the target.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_: Literal["discotag-cxmi/1"] = Field(default=SCHEMA, alias="schema")
    document: str
    segment: Offset
    source: str
    target: str
    context: str | None = None
    subwords: tuple[tuple[Offset, Offset], ...]
    logprobs: dict[str, tuple[FiniteFloat, ...]]
    eos: dict[str, FiniteFloat]
    words: tuple[WordRecord, ...]
    source_places: tuple[Where, ...] | None = None
    target_places: tuple[Where, ...] | None = None

    @model_validator(mode="after")
    def _agree(self) -> Self:
        if NONE not in self.logprobs or set(self.eos) != set(self.logprobs):
            raise ValueError("logprobs and eos need the same sizes, 0 among them")
        for size, values in self.logprobs.items():
            if len(values) != len(self.subwords):
                raise ValueError(
                    f"logprobs.{size}: {len(values)} values for {len(self.subwords)} subwords"
                )
        places = sorted(index for word in self.words for index in word.subwords)
        if places != list(range(len(self.subwords))):
            raise ValueError("words: every subword must belong to one word")
        if any(word.end > len(self.target) or word.start >= word.end for word in self.words):
            raise ValueError("words: an offset lies outside the target")
        return self

    @property
    def sizes(self) -> tuple[str, ...]:
        """The sizes above 0, without the control's."""
        return tuple(name for name in self.logprobs if name != NONE and not name.startswith(RANDOM))

    def totals(self) -> dict[str, float]:
        """Return the line's log-probability under each size, its end included."""
        return {name: sum(values) + self.eos[name] for name, values in self.logprobs.items()}

    def cxmi(self) -> dict[str, float]:
        """Return what each size adds to no context, in nats, the control's too."""
        return differences(self.totals())


def line_of(record: SegmentRecord) -> str:
    """Write a record as a line."""
    data: dict[str, Any] = record.model_dump(by_alias=True, exclude_none=True)
    text = json.dumps(data, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
    for character, escape in SPLITTING.items():
        text = text.replace(character, escape)
    return text + "\n"


def read_scores(path: Path) -> Iterator[SegmentRecord]:
    """Yield the segments of a `scores.jsonl` (or of the folder that holds one), in order.

    Raises:
        InputError: there is none, a line breaks the schema, a segment appears twice, or the
            sizes are not the same everywhere; names file and line.
    """
    path = path / FILE if path.is_dir() else path
    seen: set[tuple[str, int]] = set()
    sizes: set[str] | None = None
    for number, record in records(path, SegmentRecord, Notes()):
        place = (record.document, record.segment)
        if place in seen:
            raise InputError(
                f"segment {record.segment} of document {record.document!r} stands there twice",
                path=path,
                line=number,
            )
        seen.add(place)
        sizes = sizes or set(record.logprobs)
        if set(record.logprobs) != sizes:
            raise InputError(
                f"has sizes {', '.join(record.logprobs)}, the first line"
                f" {', '.join(sorted(sizes))}",
                path=path,
                line=number,
            )
        yield record


AVERAGES = ("segment_mean", "token_mean", "mean_of_token_means")
ENTROPY = "cross_entropy"


@dataclass(frozen=True, slots=True)
class Average:
    """A value in nats; its interval is None where it rests on fewer than 10 documents."""

    value: float
    interval: Interval | None

    def describe(self) -> dict[str, Any]:
        """Return it as plain data."""
        span = self.interval
        return {"value": self.value, "interval": None if span is None else [span.low, span.high]}


@dataclass(frozen=True, slots=True)
class SizeFigures:
    """The figures of one size.

    Args:
        size: its name.
        averages: name (`AVERAGES`) → CXMI.
        cross_entropy: mean over segments of −log q(target | source, context), in nats.
    """

    size: str
    averages: dict[str, Average]
    cross_entropy: float


class Totals:
    """Adds segments up by document; memory grows with documents, not with segments."""

    def __init__(self) -> None:
        self.segments = self.subwords = 0
        self._sizes: dict[str, None] = {}
        self._sums: Sums[tuple[str, str]] = Sums()

    def add(self, record: SegmentRecord) -> None:
        """Count one segment."""
        tokens = len(record.subwords) + 1
        self.segments += 1
        self.subwords += len(record.subwords)
        gains = record.cxmi()
        for size, total in record.totals().items():
            gain = gains.get(size, 0.0)
            self._sizes[size] = None
            for name, value, count in (
                ("segment_mean", gain, 1),
                ("token_mean", gain, tokens),
                ("mean_of_token_means", gain / tokens, 1),
                (ENTROPY, -total, 1),
            ):
                self._sums.add(record.document, (size, name), value, count)

    @property
    def documents(self) -> int:
        """How many documents there are."""
        return self._sums.documents

    def figures(self, *, samples: int, seed: int) -> list[SizeFigures]:
        """Return the figures of each size, 0 included, whose gains are 0.

        Args:
            samples: draws of documents.
            seed: of the draws; all sizes share them.
        """
        rows = [(size, name) for size in self._sizes for name in AVERAGES]
        intervals = self._sums.intervals(rows, samples=samples, seed=seed)
        spans = dict(zip(rows, intervals, strict=True))

        def mean(size: str, name: str) -> float:
            return self._sums.mean((size, name)) or 0.0

        return [
            SizeFigures(
                size,
                {name: Average(mean(size, name), spans[size, name]) for name in AVERAGES},
                mean(size, ENTROPY),
            )
            for size in self._sizes
        ]


def mean_gain(gains: Iterable[tuple[str, float]], *, samples: int, seed: int) -> Average:
    """Return the mean of at least one (document, value) pair, with its interval over documents."""
    sums: Sums[str] = Sums()
    for document, value in gains:
        sums.add(document, "", value)
    [interval] = sums.intervals([""], samples=samples, seed=seed)
    return Average(sums.mean("") or 0.0, interval)
