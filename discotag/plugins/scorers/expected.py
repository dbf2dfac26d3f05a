"""Expected words: whether a translation holds the word that a test suite expects there.

Test suites such as ctxpro know for each segment one word that a right translation must hold. No
tags, links or reference are needed: only the text counts.
"""

from __future__ import annotations

import unicodedata
from functools import lru_cache
from typing import TYPE_CHECKING, Literal, Self

import numpy as np

from discotag.core.errors import UsageError
from discotag.core.interfaces import Scorer
from discotag.core.parsing import FrozenModel
from discotag.core.results import Row, Statistics
from discotag.plugins.scorers.word_f import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from numpy.typing import NDArray

    from discotag.core.document import Expected
    from discotag.core.interfaces import Context
    from discotag.core.results import Comparison

Match = Literal["words", "substring"]

CORRECT, MISSING, SUPPORT = range(3)


class ExpectedOptions(FrozenModel):
    """Settings of the scorer.

    Args:
        match: `words` = the form is there as whole words; `substring` = anywhere in the text,
            also inside a word; None = `substring` for languages written without spaces, else
            `words`.
    """

    match: Match | None = None


class ExpectedScorer(Scorer):
    """Counts the segments whose translation holds an expected form.

    `Row()` counts all; where the suite has phenomenon and label, they have rows too.
    """

    def __init__(self, match: Match, *, is_dotless: bool = False) -> None:
        """Find words; `is_dotless` says that I is the capital of ı, and İ that of i."""
        self._match = match
        self._is_dotless = is_dotless

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer for the target language."""
        writing = context.target.writing
        by_language: Match = "words" if writing.spaces else "substring"
        match = context.read_options(ExpectedOptions).match or by_language
        return cls(match, is_dotless=writing.dotless_i)

    def statistics(self, comparisons: Iterable[Comparison]) -> Iterator[Statistics]:
        """Count correct and missing translations, and segments for which something is expected.

        Raises:
            UsageError: the corpus has no expected words.
        """
        for comparison in comparisons:
            document = comparison.hypothesis.document
            tally = Tally(3)
            for line, wanted in zip(document.target.segments, _wanted(comparison), strict=True):
                if wanted is not None:
                    for column in self._columns(line, wanted):
                        tally.add(_rows(wanted), column)
            yield Statistics(document.id, tally.frozen())

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute, 0-1: accuracy, and the share of translations that are empty."""
        support = counts[..., SUPPORT]
        shares = np.full((2, *np.shape(support)), np.nan)
        for share, column in zip(shares, (CORRECT, MISSING), strict=True):
            np.divide(counts[..., column], support, out=share, where=support > 0)
        return {"accuracy": shares[0], "missing": shares[1]}

    def signature(self) -> str:
        """Return how forms are searched for."""
        return f"match:{self._match}"

    def holds(self, line: str, form: str) -> bool:
        """Return whether a line holds a form, whatever its case and its Unicode form."""
        text, sought = (_folded(item, is_dotless=self._is_dotless) for item in (line, form))
        if self._match == "words" and (words := _words(sought)).strip():
            return words in _words(text)
        return sought in text

    def _columns(self, line: str, wanted: Expected) -> tuple[int, ...]:
        if not line.strip():
            return (MISSING, SUPPORT)
        if any(self.holds(line, form) for form in wanted.forms):
            return (CORRECT, SUPPORT)
        return (SUPPORT,)


def _wanted(comparison: Comparison) -> tuple[Expected | None, ...]:
    """Return what is expected of each segment; the tags of any of the texts may define it."""
    texts = (comparison.hypothesis, *comparison.references)
    told = next((text.document.expected for text in texts if text.document.expected), ())
    size = len(comparison.hypothesis.document)
    if size and not told:
        raise UsageError(
            "expected: the corpus tells no expected words"
            f" (document {comparison.hypothesis.document.id!r}); they come with --reader ctxpro, or"
            " in the field `expected` of a JSONL corpus; tags that were written from these hold"
            " them too"
        )
    return told


def _rows(wanted: Expected) -> frozenset[Row]:
    rows = (Row(), Row(wanted.phenomenon), Row(wanted.phenomenon, wanted.label))
    return frozenset(rows)  # what is not set is None, which makes these rows one


@lru_cache(maxsize=4096)
def _folded(text: str, *, is_dotless: bool) -> str:
    """Fold case and Unicode form; characters that have no shape of their own are dropped."""
    if is_dotless:
        text = text.replace("İ", "i").replace("I", "ı")
    text = unicodedata.normalize("NFC", unicodedata.normalize("NFC", text).casefold())
    return "".join(character for character in text if unicodedata.category(character) != "Cf")


def _words(text: str) -> str:
    """Return the words between single spaces, with one at either end; all else separates words.

    Example:
        >>> _words("est-ce l'« eau »?")
        ' est ce l eau '
    """
    kept = (x if unicodedata.category(x)[0] in "LMN" else " " for x in text)
    return f" {' '.join(''.join(kept).split())} "
