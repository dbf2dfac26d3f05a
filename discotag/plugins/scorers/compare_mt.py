"""Word F as compare-mt computes it: a matched hypothesis word takes the reference word's tags."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from pydantic import BaseModel, ConfigDict

from discotag.core.roles import implements
from discotag.core.scores import Judgement, Row, Statistics, Verdict
from discotag.plugins.scorers.f_measure import HYPOTHESIS, MATCHED, SUPPORT, f_measures
from discotag.plugins.scorers.matching import NO_ROWS, Tally, matches, rows_by_token

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from discotag.core.interfaces import Context
    from discotag.core.scores import Comparison
    from discotag.core.tags import TaggedDocument

ALL_WORDS = frozenset({Row()})


class CompareMtOptions(BaseModel):
    """Settings of the scorer.

    Args:
        lowercase: whether words are compared in lower case.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    lowercase: bool = False


@implements("scorer")
class CompareMtScorer:
    """Scores tagged words by surface form, segment by segment.

    The k-th occurrence of a word in the hypothesis matches its k-th occurrence in the reference. A
    matched word counts for the tags of the reference word, an unmatched one for its own; so the
    hypothesis' tags matter only where its word is not the reference's. `Row()` counts all words.
    Several references are compared one by one and their counts added.
    """

    def __init__(self, options: CompareMtOptions) -> None:
        """Keep the options."""
        self._options = options

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer."""
        return cls(context.read_options(CompareMtOptions))

    def statistics(self, comparisons: Iterable[Comparison]) -> Iterator[Statistics]:
        """Count matched, hypothesis and reference words of each row."""
        for comparison in comparisons:
            tally = Tally(3)
            for reference in comparison.references:
                self._count(reference, comparison.hypothesis, tally)
            yield Statistics(comparison.hypothesis.document.id, tally.frozen())

    def judgements(self, comparison: Comparison) -> Iterable[Judgement]:
        """Return of each tag of the only reference whether its word is matched."""
        (reference,) = comparison.references
        said = comparison.hypothesis.document.target
        partners = [
            {
                partner: token
                for token, partner in enumerate(
                    matches(self._keys(right.forms), self._keys(words.forms))
                )
                if partner is not None
            }
            for right, words in zip(reference.document.target, said, strict=True)
        ]
        for tag in reference.tags:
            token = partners[tag.segment].get(tag.token)
            yield Judgement(
                phenomenon=tag.phenomenon,
                label=tag.label,
                segment=tag.segment,
                token=tag.token,
                verdict=Verdict.MISSING if token is None else Verdict.CORRECT,
                tokens=() if token is None else (token,),
            )

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute F1, precision and recall, 0-1."""
        return f_measures(counts)

    def signature(self) -> str:
        """Return how words are compared."""
        return f"case:{'lc' if self._options.lowercase else 'mixed'}"

    def _count(self, reference: TaggedDocument, hypothesis: TaggedDocument, tally: Tally) -> None:
        expected, own = rows_by_token(reference), rows_by_token(hypothesis)
        pairs = zip(reference.document.target, hypothesis.document.target, strict=True)
        for segment, (right, said) in enumerate(pairs):
            for token in range(len(right)):
                tally.add(ALL_WORDS | expected.get((segment, token), NO_ROWS), SUPPORT)
            for token, partner in enumerate(
                matches(self._keys(right.forms), self._keys(said.forms))
            ):
                if partner is None:
                    tally.add(ALL_WORDS | own.get((segment, token), NO_ROWS), HYPOTHESIS)
                    continue
                rows = ALL_WORDS | expected.get((segment, partner), NO_ROWS)
                tally.add(rows, HYPOTHESIS)
                tally.add(rows, MATCHED)

    def _keys(self, forms: tuple[str, ...]) -> tuple[str, ...]:
        return tuple(form.lower() for form in forms) if self._options.lowercase else forms
