"""Rules for scorers beyond those of every component: measures that follow from sums."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.core.findings import Severity
from discotag.core.results import Comparison
from discotag.testing.cases import working
from discotag.testing.problems import Fault

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.testing.case import Case
    from discotag.testing.problems import Rule
    from discotag.testing.targets import Subject


def its_measures_follow_from_counts(subject: Subject) -> Iterator[Fault]:
    """Measures are arrays of one value per row, within the scale; nothing counted is undefined."""
    import numpy as np

    for item in working(subject):
        scorer = item.create()
        rows = [row for found in item.outcome.results for row in found.counts.values()]
        table = np.array([*rows, [0.0] * len(subject.info.columns)], dtype=np.float64)
        with np.errstate(all="raise"):
            try:
                measures = scorer.measures(table)
            except (FloatingPointError, ZeroDivisionError) as error:
                yield Fault(
                    f"{item.title}: {error} where nothing was counted",
                    "divide where the denominator is not 0 and give NaN elsewhere",
                )
                continue
        if not measures:
            yield Fault(f"{item.title}: gives no measure", "give at least one, the main one first")
        for name, values in measures.items():
            if np.shape(values) != (len(table),):
                yield Fault(
                    f"{item.title}: {name} has the shape {np.shape(values)}, not ({len(table)},)",
                    "compute a value for every row at once",
                )


def its_signature_is_text(subject: Subject) -> Iterator[Fault]:
    """What makes its numbers reproducible is told as text on one line; it may be empty."""
    for item in working(subject):
        text = item.create().signature()
        if not isinstance(text, str) or "\n" in text:
            yield Fault(f"{item.title}: signature() gave {text!r}", "give one line of text")


def a_text_is_no_worse_than_another_against_itself(subject: Subject) -> Iterator[Fault]:
    """The reference itself scores at least as well as a text made up by chance."""
    for item in working(subject):
        own = [Comparison(given.references, given.references[0]) for given in item.inputs]
        best, other = _main(item, own), _main(item, item.inputs)
        if best is None or other is None:
            continue
        worse = best < other if subject.info.higher_is_better else best > other
        if worse:
            yield Fault(
                f"{item.title}: the reference scores {best:.3f} against itself, a text made up by"
                f" chance {other:.3f}",
                "look at what is counted, or at higher_is_better",
                Severity.WARNING,
            )


def _main(item: Case, comparisons: Sequence[Comparison]) -> float | None:
    """Return the main measure of all documents and rows together; None where it is undefined."""
    import numpy as np

    scorer = item.create()
    rows = [counts for found in item.work(scorer, comparisons) for counts in found.counts.values()]
    if not rows:
        return None
    measures: Any = scorer.measures(np.array([np.sum(rows, axis=0)], dtype=np.float64))
    value = float(next(iter(measures.values()))[0])
    return None if np.isnan(value) else value


RULES: Sequence[Rule] = (
    its_measures_follow_from_counts,
    its_signature_is_text,
    a_text_is_no_worse_than_another_against_itself,
)
