"""The table of counts: what one scorer counted for one system, document by document.

Counts stay as sparse as they came, since labels such as lemma pairs are many; arrays are made for
the rows one asks for. Corpus scores, intervals and paired tests all come from this table.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, cast

from discotag.core.errors import UsageError
from discotag.core.interfaces import Judge
from discotag.core.plugin_calls import plugin_call
from discotag.core.results import Comparison, Row, Score
from discotag.core.text import count_noun
from discotag.core.validation import check_judgement, check_statistics

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from discotag.core.components import ScorerInfo
    from discotag.core.interfaces import Scorer
    from discotag.core.results import Judgement, Statistics


@dataclass(frozen=True, slots=True)
class BoundScorer:
    """A scorer that was created.

    Args:
        info: its declaration.
        scorer: itself.
        owner: the plugin it comes from.
        classes: the phenomena whose labels are classes, where the scorer is for these.
        is_builtin: whether the plugin comes with discotag.
    """

    info: ScorerInfo
    scorer: Scorer
    owner: str
    classes: frozenset[str] = frozenset()
    is_builtin: bool = False

    def call(self, document: str | None = None) -> plugin_call:
        """Return the block in which its code is called."""
        title = f"scorer {self.info.name}"
        return plugin_call(self.owner, title, document, keeps_errors=self.is_builtin)

    @property
    def main_measure(self) -> str:
        """Name of the scorer's main measure."""
        import numpy as np

        return next(iter(self.measures(np.zeros((1, len(self.info.columns))))))

    def counted(self, comparisons: Sequence[Comparison]) -> list[Statistics]:
        """Return what it counts in each comparison; ComponentError where that is not sound."""
        with self.call():
            stream = iter(self.scorer.statistics(map(self._seen, comparisons)))
        found = []
        for comparison in comparisons:
            document = comparison.hypothesis.document.id
            with self.call(document):
                statistics = next(stream, None)
                if statistics is None:
                    raise ValueError("gave no statistics")
                check_statistics(statistics, len(self.info.columns))
                if statistics.document != document:
                    raise ValueError(f"gave the statistics of {statistics.document!r}")
            found.append(statistics)
        with self.call():
            if next(stream, None) is not None:
                raise ValueError("gave more statistics than there are documents")
        return found

    def _seen(self, comparison: Comparison) -> Comparison:
        """Return what it may see of a comparison: the layers it declared, and the words."""
        layers = self.info.layers | {"source.tokens", "target.tokens"}
        return Comparison(
            tuple(reference.restricted(layers) for reference in comparison.references),
            comparison.hypothesis.restricted(layers),
        )

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute its measures; ComponentError where they are not what they must be."""
        with self.call():
            found = self.scorer.measures(counts)
            if not found or not all(isinstance(name, str) for name in found):
                raise TypeError("its measures bear no names")
            for name, values in found.items():
                if len(values) != len(counts):
                    told = (
                        f"gave {len(values)} values of {name} for {count_noun(len(counts), 'row')}"
                    )
                    raise ValueError(told)
        return found

    def signature(self) -> str:
        """Return what else makes its numbers reproducible; ComponentError if that is not text."""
        with self.call():
            text = self.scorer.signature()
            if not isinstance(text, str):
                raise TypeError(f"its signature is {type(text).__name__}, not a str")
        return text

    @property
    def is_judge(self) -> bool:
        """Whether it also returns its verdicts."""
        with self.call():
            return isinstance(self.scorer, Judge)

    def judgements(self, comparison: Comparison) -> tuple[Judgement, ...]:
        """Return a judge's verdicts on a document; ComponentError if not what they must be."""
        judge = cast("Judge", self.scorer)
        with self.call(comparison.hypothesis.document.id):
            found = tuple(judge.judgements(self._seen(comparison)))
            for judgement in found:
                check_judgement(judgement)
        return found

    def finish(self) -> None:
        """Notify it, if it holds something open (`finish`), that nothing more comes."""
        with self.call():
            end: Callable[[], None] | None = getattr(self.scorer, "finish", None)
            if end is not None:
                end()


@dataclass(frozen=True, slots=True)
class CountTable:
    """The counts of one scorer for one system.

    Args:
        bound: the scorer.
        system: the system's name.
        documents: one name per document, in corpus order.
        counts: for each document, row → one number per column.
        rows: every row, in reading order: the whole text, then each phenomenon with its labels.
    """

    bound: BoundScorer
    system: str
    documents: tuple[str, ...]
    counts: tuple[Mapping[Row, tuple[float, ...]], ...]
    rows: tuple[Row, ...]

    @classmethod
    def of(
        cls,
        bound: BoundScorer,
        system: str,
        statistics: Iterable[Statistics],
        *,
        phenomena: Sequence[str] | None = None,
    ) -> CountTable:
        """Collect the statistics of a system's documents.

        Args:
            bound: the scorer that gave them.
            system: the system's name.
            statistics: one per document, in corpus order.
            phenomena: those the run is about, in the order wanted: each that the scorer applies to
                has a row even if nothing was counted, and others have none. None = whatever was
                counted, sorted.
        """
        kept = tuple(statistics)
        found = {row for statistic in kept for row in statistic.counts}
        return cls(
            bound,
            system,
            tuple(statistic.document for statistic in kept),
            tuple(statistic.counts for statistic in kept),
            _ordered(
                found | _expected(bound, phenomena or ()),
                phenomena,
                is_whole=bound.info.phenomena is None,
            ),
        )

    def array(self, rows: Sequence[Row] | None = None) -> NDArray[np.float64]:
        """Return the counts of some rows (default all); shape (documents, rows, columns)."""
        import numpy as np

        wanted = self.rows if rows is None else tuple(rows)
        array = np.zeros((len(self.documents), len(wanted), len(self.bound.info.columns)))
        for index, counts in enumerate(self.counts):
            for position, row in enumerate(wanted):
                if row in counts:
                    array[index, position] = counts[row]
        return array

    def totals(self) -> NDArray[np.float64]:
        """Sum over documents, whatever their order; shape (rows, columns)."""
        import numpy as np

        parts: dict[Row, list[tuple[float, ...]]] = {}
        for counts in self.counts:
            for row, columns in counts.items():
                parts.setdefault(row, []).append(columns)
        empty = [(0.0,) * len(self.bound.info.columns)]
        sums = [
            [math.fsum(column) for column in zip(*parts.get(row, empty), strict=True)]
            for row in self.rows
        ]
        return np.array(sums, dtype=np.float64).reshape(len(self.rows), len(empty[0]))

    def scores(self) -> tuple[Score, ...]:
        """Compute every row's measures over the corpus; a measure that is undefined is None."""
        totals = self.totals()
        measures = {
            name: [float(value) if math.isfinite(value) else None for value in values]
            for name, values in self.bound.measures(totals).items()
        }
        return tuple(
            Score(
                scorer=self.bound.info.name,
                system=self.system,
                row=row,
                measures={name: values[index] for name, values in measures.items()},
                support=round(float(totals[index, -1])),
            )
            for index, row in enumerate(self.rows)
        )


def _expected(bound: BoundScorer, phenomena: Sequence[str]) -> set[Row]:
    scored = bound.info.phenomena
    if scored is None:
        return {Row()}
    if scored == "*":
        return {Row(name) for name in phenomena}
    able = bound.classes if scored == "classes" else scored
    return {Row(name) for name in phenomena if name in able}


def _ordered(
    rows: Iterable[Row], phenomena: Sequence[str] | None, *, is_whole: bool
) -> tuple[Row, ...]:
    """Sort: the whole text, then phenomena as the run names them, each before its labels.

    Rows of other phenomena are left out, unless the scorer scores whole texts (`is_whole`): then
    they are the corpus's own.
    """
    places = {name: place for place, name in enumerate(phenomena or ())}
    kept = [
        row
        for row in rows
        if is_whole or phenomena is None or row.phenomenon is None or row.phenomenon in places
    ]
    return tuple(
        sorted(
            kept,
            key=lambda row: (
                row.phenomenon is not None,
                places.get(row.phenomenon or "", len(places)),
                row.phenomenon or "",
                row.label is not None,
                row.label or "",
            ),
        )
    )


PIECE = 64
"""Comparisons that all scorers count before the next ones are read."""


def score(
    comparisons: Iterable[Comparison],
    scorers: Sequence[BoundScorer],
    *,
    phenomena: Sequence[str] | None = None,
) -> tuple[CountTable, ...]:
    """Count a stream of comparisons with every scorer.

    The comparisons may be of several systems, mixed in any way (all systems of a document, then the
    next document); they are let go piece by piece, so memory grows with the counts alone.

    Args:
        comparisons: documents of any number of systems; `hypothesis.document.system` names the
            system.
        scorers: the scorers.
        phenomena: the phenomena the run is about, in the order wanted; None = whatever was counted.

    Returns:
        One table per scorer and system: scorers as given, systems in the order in which they first
        came.

    Raises:
        UsageError: a comparison without a reference, where a scorer needs one.
        ComponentError: a scorer that failed or gave nonsense.
    """
    found: dict[str, list[tuple[Statistics, ...]]] = {}
    stream = iter(comparisons)
    try:
        while piece := list(islice(stream, PIECE)):
            for comparison, statistics in zip(piece, counted(piece, scorers), strict=True):
                found.setdefault(comparison.hypothesis.document.system, []).append(statistics)
    finally:
        for bound in scorers:
            bound.finish()
    return tuple(
        CountTable.of(bound, system, [kept[index] for kept in found[system]], phenomena=phenomena)
        for index, bound in enumerate(scorers)
        for system in found
    )


def counted(
    comparisons: Sequence[Comparison], scorers: Sequence[BoundScorer]
) -> list[tuple[Statistics, ...]]:
    """Return of each comparison what every scorer counted, in the order of the scorers.

    Raises:
        UsageError: a comparison without a reference, where a scorer needs one.
        ComponentError: a scorer that failed or gave nonsense.
    """
    needing = [bound.info.name for bound in scorers if bound.info.needs_reference]
    for comparison in comparisons if needing else ():
        if not comparison.references:
            document = comparison.hypothesis.document.id
            raise UsageError(
                f"document {document!r} has no reference to score against; give --ref, or --scorers"
                f" without {', '.join(needing)}"
            )
    return list(zip(*(bound.counted(comparisons) for bound in scorers), strict=True))
