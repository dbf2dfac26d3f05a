"""Where one model uses context more than another (Fernandes et al. 2021, Table 3)."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from discotag.plugin import InputError, UnknownNameError
from discotag_cxmi.examples import places_of
from discotag_cxmi.measure.records import Average, mean_gain, read_scores
from discotag_cxmi.measure.texts import ALL, shown_lines

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from discotag.plugin import Places
    from discotag_cxmi.measure.records import SegmentRecord


@dataclass(frozen=True, slots=True)
class WordGain:
    """A word that gains from context under both models, in nats.

    Args:
        start: character offset in the target.
        end: offset after it.
        form: its text.
        first: P-CXMI under model A.
        second: under model B.
    """

    start: int
    end: int
    form: str
    first: float
    second: float

    @property
    def gain(self) -> float:
        """How much more B gains from context."""
        return self.second - self.first


@dataclass(frozen=True, slots=True)
class Sample:
    """A segment with its context, and what context is worth to both models, in nats.

    Args:
        document: id of its document.
        segment: 0-based index there.
        source: the source line.
        target: the target line.
        context: earlier (source, target) lines, oldest first.
        first: CXMI under model A.
        second: under model B.
        words: words with a value under both.
    """

    document: str
    segment: int
    source: str
    target: str
    context: tuple[tuple[str, str], ...]
    first: float
    second: float
    words: tuple[WordGain, ...]
    places: Places = ()

    @property
    def gain(self) -> float:
        """How much more B gains from context."""
        return self.second - self.first

    @property
    def best(self) -> WordGain | None:
        """The word for which B uses context most; None where no word has a value."""
        return max(self.words, key=lambda word: word.second, default=None)


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two models on the same targets.

    Args:
        size: the context size compared.
        segments: how many.
        first: mean over segments of model A's CXMI.
        second: of model B's.
        difference: of B's less A's; intervals draw documents, the same for all three.
        samples: those with the largest gain, first the largest.
        words: single words with the largest gain, each with its sample.
        notes: what the user should know.
    """

    size: str
    segments: int
    first: Average
    second: Average
    difference: Average
    samples: list[Sample]
    words: list[tuple[WordGain, Sample]]
    notes: list[str] = field(default_factory=list)


def compare(
    first: Path, second: Path, *, size: str | None = None, top: int = 10, samples: int, seed: int
) -> Comparison:
    """Compare the scores of two models.

    Args:
        first: folder or `scores.jsonl` of model A.
        second: of model B, over the same targets.
        size: context size; None = the largest that both have.
        top: how many samples and words to keep.
        samples: draws of documents for intervals.
        seed: of the draws.

    Raises:
        InputError: a file is faulty, or they are not about the same targets.
        UnknownNameError: one of them has not that size.
    """
    known = {(record.document, record.segment): record for record in read_scores(first)}
    pairs = []
    for record in read_scores(second):
        other = known.pop((record.document, record.segment), None)
        pairs.append((_same(record, other, first, second), record))
    if known:
        raise InputError(f"{second}: lacks {len(known)} of the segments of {first}")
    size = _size(size, first, second, *pairs[0])
    found = list(_samples(pairs, size))

    def mean(values: list[float]) -> Average:
        named = [(sample.document, value) for sample, value in zip(found, values, strict=True)]
        return mean_gain(named, samples=samples, seed=seed)

    words = [(word, sample) for sample in found for word in sample.words]
    notes = [] if words else ["no word is the same in both: their words came from two analyzers"]
    if others := sum(_context(one) != _context(other) for one, other in pairs):
        notes.append(
            f"{others} of {len(pairs)} segments are another target context under B than under A"
            " (gold and generated, say), so the difference is not the models' alone; B's is shown"
        )
    return Comparison(
        size=size,
        segments=len(found),
        first=mean([sample.first for sample in found]),
        second=mean([sample.second for sample in found]),
        difference=mean([sample.gain for sample in found]),
        samples=sorted(found, key=lambda sample: -sample.gain)[:top],
        words=sorted(words, key=lambda item: -item[0].gain)[:top],
        notes=notes,
    )


def _same(
    record: SegmentRecord, other: SegmentRecord | None, first: Path, second: Path
) -> SegmentRecord:
    place = f"segment {record.segment + 1} of document {record.document!r}"
    if other is None:
        raise InputError(f"{first}: lacks {place}, which {second} has")
    if other.target != record.target:
        raise InputError(
            f"{second}: the target of {place} is not that of {first}; measure both models on the"
            " same text"
        )
    return other


def _context(record: SegmentRecord) -> str:
    """Return the line that a segment is to those after it."""
    return record.target if record.context is None else record.context


def _size(
    asked: str | None, first: Path, second: Path, one: SegmentRecord, other: SegmentRecord
) -> str:
    """Choose a size that both have."""
    shared = [name for name in one.sizes if name in other.sizes]
    if asked is not None and asked not in shared:
        raise UnknownNameError("size of both", asked, shared)
    if not shared:
        raise InputError(
            f"{first} has sizes {', '.join(one.sizes)}, {second} {', '.join(other.sizes)}: none is"
            " the same"
        )
    return asked or max(shared, key=lambda name: float("inf") if name == ALL else int(name))


def _samples(pairs: Iterable[tuple[SegmentRecord, SegmentRecord]], size: str) -> Iterator[Sample]:
    """Yield each segment with its context; contexts are earlier segments of its document."""
    ordered = sorted(pairs, key=lambda pair: (pair[1].document, pair[1].segment))
    lines: list[tuple[str, str]] = []
    document = None
    for one, other in ordered:
        if other.document != document:
            lines, document = [], other.document
        count = shown_lines(size)
        spans = {(word.start, word.end): word.pcxmi.get(size) for word in one.words}
        words = []
        for word in other.words:
            before, after = spans.get((word.start, word.end)), word.pcxmi.get(size)
            if before is not None and after is not None:
                words.append(WordGain(word.start, word.end, word.form, before, after))
        yield Sample(
            other.document,
            other.segment,
            other.source,
            other.target,
            tuple(lines[-count:]),
            one.cxmi()[size],
            other.cxmi()[size],
            tuple(words),
            places_of(other.target_places),
        )
        lines.append((other.source, _context(other)))


def data_of(found: Comparison) -> dict[str, Any]:
    """Return a comparison as plain data, in nats."""

    def word(item: WordGain) -> dict[str, Any]:
        return {
            "form": item.form,
            "start": item.start,
            "end": item.end,
            "A": item.first,
            "B": item.second,
        }

    def sample(item: Sample) -> dict[str, Any]:
        return {
            "document": item.document,
            "segment": item.segment,
            **({"places": [place[:3] for place in item.places]} if item.places else {}),
            "source": item.source,
            "target": item.target,
            "context": [{"source": source, "target": target} for source, target in item.context],
            "A": item.first,
            "B": item.second,
            "best": None if item.best is None else word(item.best),
        }

    return {
        "schema": "discotag-cxmi-comparison/1",
        "unit": "nats",
        "size": found.size,
        "segments": found.segments,
        "A": found.first.describe(),
        "B": found.second.describe(),
        "difference": found.difference.describe(),
        "samples": [sample(item) for item in found.samples],
        "words": [{**word(item), "sample": sample(of)} for item, of in found.words],
        "notes": found.notes,
    }
