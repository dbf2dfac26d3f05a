"""One pass over a corpus: every segment scored under every size, written down, added up."""

from __future__ import annotations

from dataclasses import dataclass, field
from itertools import groupby, tee
from typing import TYPE_CHECKING, Any

from discotag.plugin import InputError
from discotag.plugin.files import atomic_write, output_errors, write_json
from discotag_cxmi.examples import written
from discotag_cxmi.measure.records import DECIMALS, FILE, SegmentRecord, Totals, WordRecord, line_of
from discotag_cxmi.measure.texts import NONE, RANDOM, Control, Text, differences, variants, words_of

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag_cxmi.examples import ContextModel, Example, TargetScores
    from discotag_cxmi.measure.records import SizeFigures
    from discotag_cxmi.measure.texts import Sizes

    Spans = Sequence[tuple[int, int]]

SUMMARY = "cxmi.json"
SUMMARY_SCHEMA = "discotag-cxmi-figures/1"


@dataclass(frozen=True, slots=True)
class Settings:
    """How to measure.

    Args:
        sizes: how much context.
        context: whose target lines are context: `gold`, `generated`, or `random` lines of other
            documents.
        has_control: whether random context of the same size is scored as well.
        seed: of the random context and of the draws for intervals.
        samples: draws of documents for an interval.
    """

    sizes: Sizes
    context: str = "gold"
    has_control: bool = True
    seed: int = 12345
    samples: int = 1000


@dataclass(slots=True)
class Measured:
    """What came out.

    Args:
        figures: of each size, 0 first, then those of the control.
        totals: what they rest on.
        unknown: target subwords that the vocabulary does not have.
        left_out: segments that are too long for the model and were not scored.
        notes: what the user should know.
    """

    figures: list[SizeFigures]
    totals: Totals
    unknown: int
    left_out: int = 0
    notes: list[str] = field(default_factory=list)


def measure(
    model: ContextModel,
    texts: Sequence[Text],
    settings: Settings,
    *,
    tokens: Callable[[Sequence[str]], Sequence[Spans]] | None = None,
    write: Callable[[str], None] = lambda _: None,
    advanced: Callable[[int], None] = lambda _: None,
) -> Measured:
    """Score a corpus with and without context; every row is checked before the first is scored.

    A segment that is too long under one size may be left out under all of them; it stays context
    of those after it.

    Args:
        model: translates with and without context.
        texts: the documents; no segment has context from another one.
        settings: how to measure.
        tokens: gives the (start, end) of the words of lines; None = words between spaces.
        write: is given each segment's line of `scores.jsonl`.
        advanced: called with how many segments are done.

    Raises:
        InputError: an example is longer than the model takes, a line cannot be scored, or nothing
            is left to score.
        ComponentError: the model gave a value that is not a number.
    """
    totals, unknown = Totals(), 0
    control = _control(texts, settings)
    every = frozenset((text.id, segment) for text in texts for segment in range(len(text.source)))
    left_out = model.check(example for _, example in _named(texts, settings, control))
    if every and left_out >= every:
        raise InputError("every segment is too long for the model, so nothing is left to score")
    advanced(len(left_out))
    named = _named(texts, settings, control, left_out)
    for record in _records(model, texts, named, tokens, left_out):
        write(line_of(record))
        totals.add(record)
        unknown += model.unknown_in(record.target)
        advanced(1)
    figures = totals.figures(samples=settings.samples, seed=settings.seed)
    return Measured(figures, totals, unknown, len(left_out))


def examples_of(texts: Sequence[Text], settings: Settings) -> Iterator[Example]:
    """Yield every segment under every size."""
    return (example for _, example in _named(texts, settings, _control(texts, settings)))


def _control(texts: Sequence[Text], settings: Settings) -> Control | None:
    needs_draws = settings.context == "random" or settings.has_control
    return Control(texts, settings.seed) if needs_draws else None


def _named(
    texts: Sequence[Text],
    settings: Settings,
    control: Control | None,
    left_out: frozenset[tuple[str, int]] = frozenset(),
) -> Iterator[tuple[str, Example]]:
    """Yield each segment that is not left out under each size, by the size's name."""
    is_random = settings.context == "random"
    for text in texts:
        for segment in range(len(text.source)):
            if (text.id, segment) not in left_out:
                yield from variants(text, segment, settings.sizes, control, is_random=is_random)


def _records(
    model: ContextModel,
    texts: Sequence[Text],
    named: Iterable[tuple[str, Example]],
    tokens: Callable[[Sequence[str]], Sequence[Spans]] | None,
    left_out: frozenset[tuple[str, int]],
) -> Iterator[SegmentRecord]:
    """Score named examples, which come segment by segment, and yield a record of each segment."""
    first, second = tee(named)
    scored = zip(first, model.score(example for _, example in second), strict=True)
    by_segment = groupby(scored, key=lambda pair: (pair[0][1].document, pair[0][1].segment))
    for text in texts:
        spans = tokens(text.target) if tokens is not None else [()] * len(text.target)
        for segment, of_segment in enumerate(spans):
            if (text.id, segment) not in left_out:
                _, pairs = next(by_segment)
                found = {name: scores for (name, _), scores in pairs}
                yield _record(text, segment, of_segment, found)


def _record(
    text: Text, segment: int, tokens: Spans, scores: dict[str, TargetScores]
) -> SegmentRecord:
    target, context = text.target[segment], text.context[segment]
    places = list(zip(scores[NONE].starts, scores[NONE].ends, strict=True))
    logprobs = {
        name: tuple(round(value, DECIMALS) for value in item.logprobs)
        for name, item in scores.items()
    }
    words = []
    for word in words_of(target, tokens, places):
        sums = {
            name: sum(values[index] for index in word.subwords)
            for name, values in logprobs.items()
            if not name.startswith(RANDOM)
        }
        gains = {name: round(gain, DECIMALS) for name, gain in differences(sums).items()}
        words.append(
            WordRecord(
                start=word.start,
                end=word.end,
                form=target[word.start : word.end],
                subwords=word.subwords,
                pcxmi=gains if word.subwords else {},
            )
        )
    return SegmentRecord(
        document=text.id,
        segment=segment,
        source=text.source[segment],
        target=target,
        context=None if context == target else context,
        subwords=tuple(places),
        logprobs=logprobs,
        eos={name: round(item.eos, DECIMALS) for name, item in scores.items()},
        words=tuple(words),
        source_places=written(text.source_places, segment),
        target_places=written(text.target_places, segment),
    )


def write_run(
    out: Path, work: Callable[[Callable[[str], None]], Measured], about: dict[str, Any]
) -> Measured:
    """Do the measuring and write `scores.jsonl` and `cxmi.json` into a folder, whole or not at all.

    Args:
        out: the folder; made where it is missing.
        work: does it, given what writes a line.
        about: what made the numbers, for `cxmi.json`.

    Raises:
        OutputError: the folder cannot be made or written to.
    """
    with output_errors(out):
        out.mkdir(parents=True, exist_ok=True)
    with atomic_write(out / FILE) as write:
        measured = work(write)
    write_json(out / SUMMARY, summary(measured, about))
    return measured


def summary(measured: Measured, about: dict[str, Any]) -> dict[str, Any]:
    """Return the content of `cxmi.json`; all values are in nats."""
    return {
        "schema": SUMMARY_SCHEMA,
        **about,
        "unit": "nats",
        "documents": measured.totals.documents,
        "segments": measured.totals.segments,
        "subwords": measured.totals.subwords,
        "unknown": measured.unknown,
        "left_out": measured.left_out,
        "rows": [
            {
                "size": item.size.removeprefix(RANDOM),
                "control": item.size.startswith(RANDOM),
                "cross_entropy": item.cross_entropy,
                **{name: average.describe() for name, average in item.averages.items()},
            }
            for item in measured.figures
        ],
        "notes": measured.notes,
    }
