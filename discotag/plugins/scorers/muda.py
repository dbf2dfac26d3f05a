"""Word F as the published MuDA code computes it: a match counts only if both words bear the tag."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Self

from pydantic import BaseModel, ConfigDict

from discotag.core.roles import implements
from discotag.core.scores import Statistics
from discotag.plugins.scorers.f_measure import HYPOTHESIS, MATCHED, SUPPORT, f_measures
from discotag.plugins.scorers.matching import NO_ROWS, Tally, matches, rows_by_token

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    import numpy as np
    from numpy.typing import NDArray

    from discotag.core.interfaces import Context
    from discotag.core.scores import Comparison
    from discotag.core.tags import TaggedDocument

_NOT_WORD = re.compile(r"\W+")


class MudaOptions(BaseModel):
    """The scorer has no settings."""

    model_config = ConfigDict(frozen=True, extra="forbid")


def normalised(form: str) -> str:
    """Lower-case a word and strip what is no word character, unless nothing would be left.

    The published code gives all punctuation the same empty form, so that a full stop matches a
    comma; here it does not.
    """
    lower = form.lower()
    return _NOT_WORD.sub("", lower) or lower


@implements("scorer")
class MudaScorer:
    """Scores tagged words by normalised form, segment by segment; several references add up."""

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer."""
        context.read_options(MudaOptions)
        return cls()

    def statistics(self, comparisons: Iterable[Comparison]) -> Iterator[Statistics]:
        """Count matched, hypothesis and reference tags of each row."""
        for comparison in comparisons:
            tally = Tally(3)
            for reference in comparison.references:
                _count(reference, comparison.hypothesis, tally)
            yield Statistics(comparison.hypothesis.document.id, tally.frozen())

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute F1, precision and recall, 0-1."""
        return f_measures(counts)

    def signature(self) -> str:
        """Return how words are compared."""
        return "case:lc|punctuation:stripped"


def _count(reference: TaggedDocument, hypothesis: TaggedDocument, tally: Tally) -> None:
    expected, own = rows_by_token(reference), rows_by_token(hypothesis)
    for rows in expected.values():
        tally.add(rows, SUPPORT)
    for rows in own.values():
        tally.add(rows, HYPOTHESIS)
    pairs = zip(reference.document.target, hypothesis.document.target, strict=True)
    for segment, (right, said) in enumerate(pairs):
        found = matches([normalised(w) for w in right.forms], [normalised(w) for w in said.forms])
        for token, partner in enumerate(found):
            if partner is not None:
                both = own.get((segment, token), NO_ROWS) & expected.get(
                    (segment, partner), NO_ROWS
                )
                tally.add(both, MATCHED)
