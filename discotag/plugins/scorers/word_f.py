"""F1 over words of a phenomenon: `compare_mt`, as in the paper, and `muda`, as in its code.

The k-th occurrence of a word in the hypothesis matches its k-th occurrence in the reference.
"""

from __future__ import annotations

import re
from collections import defaultdict
from typing import TYPE_CHECKING, Self

import numpy as np

from discotag.core.interfaces import Scorer
from discotag.core.parsing import FrozenModel
from discotag.core.results import Judgement, Row, Statistics, Verdict

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from discotag.core.interfaces import Context
    from discotag.core.results import Comparison
    from discotag.core.tags import TaggedDocument


NO_ROWS: frozenset[Row] = frozenset()


class Tally:
    """Counts per row that grow while a document is read: one list of columns for each row."""

    def __init__(self, width: int) -> None:
        """Start empty, with `width` columns."""
        self._counts: defaultdict[Row, list[float]] = defaultdict(lambda: [0.0] * width)

    def add(self, rows: Iterable[Row], column: int) -> None:
        """Count one more in a column of each row."""
        for row in rows:
            self._counts[row][column] += 1

    def frozen(self) -> dict[Row, tuple[float, ...]]:
        """Return the counts."""
        return {row: tuple(columns) for row, columns in self._counts.items()}


def matches(reference: Sequence[str], hypothesis: Sequence[str]) -> list[int | None]:
    """Give, for each hypothesis word, the index of the reference word it matches, or None.

    Example:
        >>> matches(["a", "b", "a"], ["a", "a", "a"])
        [0, 2, None]
    """
    places: defaultdict[str, list[int]] = defaultdict(list)
    for index, word in enumerate(reference):
        places[word].append(index)
    seen: defaultdict[str, int] = defaultdict(int)
    found: list[int | None] = []
    for word in hypothesis:
        candidates = places.get(word, ())
        found.append(candidates[seen[word]] if seen[word] < len(candidates) else None)
        seen[word] += 1
    return found


def rows_by_token(tagged: TaggedDocument) -> Mapping[tuple[int, int], frozenset[Row]]:
    """Return the rows to which each tagged token counts: its phenomena, and its labels of each.

    Keys are (segment, token), 0-based; only marks that are tags count. A token with two labels
    of one phenomenon counts once for the phenomenon and once for each label.
    """
    rows: defaultdict[tuple[int, int], set[Row]] = defaultdict(set)
    for tag in tagged.tags:
        rows[tag.segment, tag.token] |= {Row(tag.phenomenon), Row(tag.phenomenon, tag.label)}
    return {place: frozenset(found) for place, found in rows.items()}


MATCHED, HYPOTHESIS, SUPPORT = range(3)


def f_measures(counts: NDArray[np.float64]) -> dict[str, NDArray[np.float64]]:
    """Compute F1, precision and recall, 0-1, from counts of shape (…, 3).

    Columns: matched words, words of the hypothesis, words of the reference. All three measures are
    NaN where both totals are 0, and 0 where only one of them is.
    """
    matched, hypothesis, support = (counts[..., column] for column in range(3))
    return {
        "f1": _share(2 * matched, hypothesis + support),
        "precision": _share(matched, hypothesis, is_defined=support > 0),
        "recall": _share(matched, support, is_defined=hypothesis > 0),
    }


def _share(
    part: NDArray[np.float64],
    whole: NDArray[np.float64],
    *,
    is_defined: NDArray[np.bool_] | None = None,
) -> NDArray[np.float64]:
    """Divide; where the whole is 0 the share is 0 if `is_defined`, else NaN."""
    empty = np.full(np.shape(whole), np.nan)
    if is_defined is not None:
        empty[is_defined] = 0.0
    np.divide(part, whole, out=empty, where=whole > 0)
    return empty


ALL_WORDS = frozenset({Row()})


class CompareMtOptions(FrozenModel):
    """Settings of the scorer.

    Args:
        lowercase: whether words are compared in lower case.
    """

    lowercase: bool = False


class CompareMtScorer(Scorer):
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


_NOT_WORD = re.compile(r"\W+")


class MudaOptions(FrozenModel):
    """The scorer has no settings."""


def normalised(form: str) -> str:
    """Lower-case a word and strip what is not a word character, unless nothing would be left.

    The published code gives all punctuation the same empty form, so that a full stop matches a
    comma; here it does not.
    """
    lower = form.lower()
    return _NOT_WORD.sub("", lower) or lower


class MudaScorer(Scorer):
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
