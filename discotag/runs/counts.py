"""Counts: what each document holds, what a run adds up, and what its scorers counted."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING, Annotated, Literal, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.errors import InputError
from discotag.core.parsing import FrozenModel
from discotag.core.results import Row, Statistics
from discotag.core.text import count_noun
from discotag.files.json import records
from discotag.files.output import atomic_write
from discotag.files.text import LONGEST, Notes
from discotag.scoring.table import CountTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.tags import Mark, TaggedDocument
    from discotag.pipeline.stages import TaggedText
    from discotag.scoring.table import BoundScorer


Amount = Annotated[int, Field(ge=0, le=2**53)]
"""How many; at most what a float can represent exactly."""
OPEN = 100
"""More labels than this are words (lemma pairs), not classes, and are not counted one by one."""


class TextCounts(FrozenModel):
    """What one text holds of one phenomenon.

    Args:
        tags: marks whose class needs context.
        marks: all tokens that have a class.
        unresolved: tags without known evidence.
        segments: segments with at least one tag.
        labels: label → tags; None where the labels are words rather than classes.
    """

    tags: Amount
    marks: Amount
    unresolved: Amount
    segments: Amount
    labels: dict[str, Amount] | None

    @classmethod
    def of(cls, marks: Iterable[Mark]) -> Self:
        """Count the marks of one phenomenon in one document; every label by itself."""
        kept = tuple(marks)
        tags = [mark for mark in kept if mark.is_tag]
        return cls(
            tags=len(tags),
            marks=len(kept),
            unresolved=sum(mark.is_unresolved for mark in tags),
            segments=len({mark.segment for mark in tags}),
            labels=dict(Counter(mark.label for mark in tags)),
        )


NOTHING = TextCounts(tags=0, marks=0, unresolved=0, segments=0, labels={})


class DocumentTally(FrozenModel):
    """What one source document and its target texts hold.

    Args:
        document: its id.
        segments: how many.
        references: names of the references, in order.
        texts: names of the references and systems, in order.
        tokens: text → number of tokens.
        counts: text → phenomenon → what was found; a phenomenon without marks may be left out.
        source: digest of the source text.
        digest: digest of the source and reference texts.
        annotated: layer of the source (`ellipsis`) → segments in which it holds anything.
        failures: what taggers failed at (`--on-error skip`).
    """

    document: str
    segments: int
    references: tuple[str, ...]
    texts: tuple[str, ...]
    tokens: dict[str, int]
    counts: dict[str, dict[str, TextCounts]]
    source: str
    digest: str
    annotated: dict[str, int]
    failures: tuple[str, ...]

    @classmethod
    def of(cls, text: TaggedText) -> Self:
        """Count one document's texts."""
        tagged = {**text.references, **text.hypotheses}
        source = next(iter(tagged.values())).document.source
        references = [item.document.target.segments for item in text.references.values()]
        return cls(
            document=text.id,
            segments=len(source),
            references=tuple(text.references),
            texts=tuple(tagged),
            tokens={name: sum(map(len, item.document.target)) for name, item in tagged.items()},
            counts={name: dict(_counts(item)) for name, item in tagged.items()},
            source=_digest(source.segments),
            digest=_digest(source.segments, *references),
            annotated={
                layer: sum(map(bool, values)) for layer, values in source.annotations.items()
            },
            failures=text.failures,
        )


def _counts(tagged: TaggedDocument) -> Iterable[tuple[str, TextCounts]]:
    by_phenomenon: dict[str, list[Mark]] = {}
    for mark in tagged.marks:
        by_phenomenon.setdefault(mark.phenomenon, []).append(mark)
    return ((name, TextCounts.of(marks)) for name, marks in by_phenomenon.items())


@dataclass
class RunSummary:
    """What a run has seen so far.

    Args:
        documents: how many documents.
        segments: how many segments.
        references: names of the references, in order.
        texts: names of the references and systems, in order.
        tokens: text → number of tokens.
        annotated: layer of the source (`ellipsis`) → segments in which it holds anything.
        failures: what taggers failed at (`--on-error skip`).
        source: digest of the source documents, whatever their order.
    """

    documents: int = 0
    segments: int = 0
    references: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    tokens: Counter[str] = field(default_factory=Counter)
    annotated: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    source: str = "0" * 16
    _sums: dict[tuple[str, str], TextTotals] = field(default_factory=dict)

    @property
    def size(self) -> str:
        """How much was seen, for reading."""
        return f"{count_noun(self.segments, 'segment')} in {count_noun(self.documents, 'document')}"

    def add(self, document: DocumentTally) -> None:
        """Add one document."""
        self.documents += 1
        self.segments += document.segments
        self.references, self.texts = document.references, document.texts
        self.tokens.update(document.tokens)
        self.annotated.update(document.annotated)
        self.failures.extend(document.failures)
        self.source = digest_of_all((self.source, document.source))
        for text, counts in document.counts.items():
            for phenomenon, counted in counts.items():
                self._sums.setdefault((text, phenomenon), TextTotals()).add(counted)

    def tags(self, phenomenon: str) -> int:
        """Count the tags of a phenomenon over all texts."""
        return sum(sums.tags for (_, of), sums in self._sums.items() if of == phenomenon)

    def counts(self, phenomena: Sequence[str]) -> dict[str, dict[str, TextCounts]]:
        """Return text → phenomenon → what was found."""
        return {
            name: {
                phenomenon: self._sums[name, phenomenon].counts()
                if (name, phenomenon) in self._sums
                else NOTHING
                for phenomenon in phenomena
            }
            for name in self.texts
        }


@dataclass
class TextTotals:
    """Text counts added up."""

    tags: int = 0
    marks: int = 0
    unresolved: int = 0
    segments: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    is_open: bool = False

    def add(self, counted: TextCounts) -> None:
        """Add the counts of a document, or of all that one run saw."""
        self.tags += counted.tags
        self.marks += counted.marks
        self.unresolved += counted.unresolved
        self.segments += counted.segments
        self.labels.update(counted.labels or {})
        self.is_open = self.is_open or counted.labels is None

    def counts(self) -> TextCounts:
        """Return the sums; labels are given while there are few."""
        are_few = not self.is_open and len(self.labels) <= OPEN
        return TextCounts(
            tags=self.tags,
            marks=self.marks,
            unresolved=self.unresolved,
            segments=self.segments,
            labels=dict(sorted(self.labels.items())) if are_few else None,
        )


def digest_of_all(digests: Iterable[str]) -> str:
    """Return one digest, of 16 hexadecimal digits, for several, whatever their order."""
    return f"{sum(int(digest, 16) for digest in digests) % 2**64:016x}"


def _digest(*texts: Sequence[str]) -> str:
    """Return 16 hexadecimal digits for texts, each a sequence of segments."""
    data = json.dumps(texts, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()[:16]


FILE = "counts.jsonl.gz"
SCHEMA: Literal["discotag-counts/1"] = "discotag-counts/1"

MOST_SHARED = 200_000
"""Rows or numbers that are kept to be shared; then all are dropped."""
Counted = tuple[str | None, str | None, tuple[float, ...]]
"""Phenomenon, label, and a number per column of the scorer."""


class DocumentCounts(BaseModel):
    """One line: the counts of one document.

    Args:
        schema_name: `discotag-counts/1`.
        document: its id.
        digest: of its source and reference texts, so that systems of two runs are put together
            only where they translate the same.
        counts: system → scorer → rows.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", allow_inf_nan=False)

    schema_name: Literal["discotag-counts/1"] = Field(default=SCHEMA, alias="schema")
    document: str
    digest: str
    counts: dict[str, dict[str, tuple[Counted, ...]]]


def counts_of(
    tally: DocumentTally,
    scorers: Sequence[BoundScorer],
    statistics: Mapping[str, Sequence[Statistics]],
) -> DocumentCounts:
    """Collect what scorers counted in one document.

    Args:
        tally: the document's own.
        scorers: the scorers.
        statistics: system → what each scorer counted, in their order.
    """
    return DocumentCounts(
        document=tally.document,
        digest=tally.digest,
        counts={
            system: {
                bound.info.name: tuple(
                    (row.phenomenon, row.label, found.counts[row])
                    for row in sorted(found.counts, key=_place)
                )
                for bound, found in zip(scorers, of_scorers, strict=True)
            }
            for system, of_scorers in statistics.items()
        },
    )


class Shared:
    """Makes equal rows of many documents one object: most are a label with a few small numbers."""

    def __init__(self) -> None:
        self._rows: dict[Counted, Counted] = {}
        self._numbers: dict[float, float] = {}

    def __call__(self, item: DocumentCounts) -> DocumentCounts:
        """Return the counts of a document, made of what was seen before where that is equal."""
        if len(self._rows) > MOST_SHARED:
            self._rows.clear()
        counts = {
            system: {scorer: tuple(map(self._row, rows)) for scorer, rows in of_scorers.items()}
            for system, of_scorers in item.counts.items()
        }
        return item.model_copy(update={"counts": counts})

    def _row(self, row: Counted) -> Counted:
        phenomenon, label, columns = row
        if phenomenon is not None:
            return self._rows.setdefault(row, row)
        if len(self._numbers) > MOST_SHARED:
            self._numbers.clear()
        return phenomenon, label, tuple(self._numbers.setdefault(n, n) for n in columns)


def write_counts(path: Path, documents: Iterable[DocumentCounts]) -> None:
    """Write the counts of a run's documents, in the order of the corpus."""
    with atomic_write(path) as write:
        for item in documents:
            counts = {
                system: {
                    scorer: [
                        [phenomenon, label, [_short(value) for value in columns]]
                        for phenomenon, label, columns in rows
                    ]
                    for scorer, rows in of_scorers.items()
                }
                for system, of_scorers in item.counts.items()
            }
            line = item.model_dump(by_alias=True) | {"counts": counts}
            write(json.dumps(line, ensure_ascii=False, separators=(",", ":")) + "\n")


def _place(row: Row) -> tuple[str, str]:
    """Sort rows: the same counts give the same bytes."""
    return row.phenomenon or "", row.label or ""


def _short(value: float) -> float:
    """Write whole numbers without a fraction."""
    return int(value) if value == int(value) else value


def read_counts(path: Path) -> tuple[DocumentCounts, ...]:
    """Read the counts of a run; InputError names file, line and field of a fault."""
    shared = Shared()
    return tuple(
        shared(record) for _, record in records(path, DocumentCounts, Notes(), longest=LONGEST)
    )


def check_rows(
    path: Path,
    documents: Sequence[DocumentCounts],
    scorers: Sequence[BoundScorer],
    phenomena: Sequence[str],
) -> None:
    """Raise InputError where counts that were read are not what the run's scorers count.

    Args:
        path: where they were read.
        documents: the counts.
        scorers: the scorers that counted.
        phenomena: those the run was about.
    """
    columns = {bound.info.name: len(bound.info.columns) for bound in scorers}
    known = {None, *phenomena}
    for number, item in enumerate(documents, 1):
        for system, of_scorers in item.counts.items():
            fault = None if set(of_scorers) == set(columns) else "does not hold the run's scorers"
            for scorer, rows in of_scorers.items():
                keys = [(phenomenon, label) for phenomenon, label, _ in rows]
                if any(len(counted) != columns.get(scorer) for *_, counted in rows):
                    fault = f"{scorer} has another number of columns"
                elif len(set(keys)) < len(keys):
                    fault = f"{scorer} has a row twice"
                elif not {phenomenon for phenomenon, _ in keys} <= known:
                    fault = f"{scorer} has a phenomenon that the run was not about"
            if fault:
                told = f"counts.{system}: {fault}; run discotag run again"
                raise InputError(told, path=path, line=number)


def tables_of(
    runs: Sequence[Sequence[DocumentCounts]],
    systems: Sequence[str],
    scorers: Sequence[BoundScorer],
    *,
    phenomena: Sequence[str],
) -> Iterator[CountTable]:
    """Yield count tables again, scorer by scorer.

    Args:
        runs: the counts of one or several runs over the same documents.
        systems: names, in the order wanted, each in one of the runs.
        scorers: the scorers that counted.
        phenomena: those the runs were about.
    """
    of_system = {system: run for run in runs for document in run[:1] for system in document.counts}
    rows = cache(Row)
    for bound in scorers:
        for system in systems:
            statistics = [
                _statistics(item, system, bound, rows) for item in of_system.get(system, ())
            ]
            yield CountTable.of(bound, system, statistics, phenomena=phenomena)


def _statistics(
    item: DocumentCounts,
    system: str,
    bound: BoundScorer,
    rows: Callable[[str | None, str | None], Row],
) -> Statistics:
    counts = {
        rows(phenomenon, label): columns
        for phenomenon, label, columns in item.counts.get(system, {}).get(bound.info.name, ())
    }
    return Statistics(item.document, counts)
