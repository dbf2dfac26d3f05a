"""Consistency as a score: of the choices that a text makes more than once, how many it makes alike.

Address, translations of repeated words, and genders of pronouns count alike, each choice once; no
reference is needed. The costs by which texts are chosen are those of the same observations.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Self

import numpy as np

from discotag.plugin import Row, Scorer, Statistics
from discotag_choose.consistency import KINDS, ConsistencyMeasure
from discotag_choose.nbest import nbest_of
from discotag_choose.search import QUALITY, combine
from discotag_lint.checks.address_votes import ExpectationOptions, Expectations

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from discotag.plugin import Comparison, Context, TaggedDocument
    from discotag_choose.search import Observe, Tag
    from discotag_lint.consistency import Consistency


class ConsistencyScorer(Scorer):
    """Counts the choices of a text, and those that are made otherwise than in its rest."""

    def __init__(self, measure: ConsistencyMeasure) -> None:
        self._measure = measure

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer for a pair of languages."""
        options = context.read_options(ExpectationOptions)
        expectations = Expectations.of(options, context.source, context.target)
        return cls(ConsistencyMeasure(context.source, context.target, expectations))

    def observe(self, tagged: TaggedDocument) -> Consistency:
        """Return what speaks for and against a text."""
        return self._measure.of(tagged)

    def combine(
        self,
        rows: Sequence[Mapping[str, Any]],
        tag: Tag,
        observe: Observe,
        *,
        quality: float | None = None,
    ) -> list[dict[str, Any]]:
        """Choose a candidate for each segment, so that each document agrees with itself.

        Args:
            rows: a segment each, as lines of `discotag choose --nbest`.
            tag: tags a document's texts.
            observe: says what speaks for and against a text.
            quality: what it costs to take the worst candidate of an average segment.

        Raises:
            InputError: a row is not such a segment; its number counts from 1.
        """
        documents = nbest_of(rows)
        found = [
            combine(each, tag, self._measure, observe=observe,
                    quality=QUALITY if quality is None else quality)
            for each in documents
        ]  # fmt: skip
        return [combination.data() for combination in found]

    def statistics(self, comparisons: Iterable[Comparison]) -> Iterator[Statistics]:
        """Count each text; references are not checked."""
        for comparison in comparisons:
            choices = self.observe(comparison.hypothesis).choices
            columns = [value for kind in KINDS for value in reversed(choices[kind])]
            total = float(sum(number for number, _ in choices.values()))
            counts = {Row(): (*map(float, columns), total)} if total else {}
            yield Statistics(comparison.hypothesis.document.id, counts)

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute, 0-1: the share of choices that are made alike, of all kinds and of each."""
        others, numbers = counts[..., 0:-1:2], counts[..., 1:-1:2]
        shares = {"consistency": _share(others.sum(axis=-1), numbers.sum(axis=-1))}
        for place, kind in enumerate(KINDS):
            shares[kind] = _share(others[..., place], numbers[..., place])
        return shares

    def signature(self) -> str:
        """Return the address that is expected, if any."""
        return self._measure.expectations.description


def _share(others: NDArray[np.float64], numbers: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = np.full(np.shape(numbers), np.nan)
    np.divide(numbers - others, numbers, out=shares, where=numbers > 0)
    return shares
