"""The right choice: whether the same source word gets the same class, whatever the word.

A reference tag is followed to its source words, and from there to the hypothesis' words. So *elle*
for *la table* and *celle-ci* are equally right, and *vous savez* is right where the reference says
*votre avis*: what F over equal words misses.
"""

from __future__ import annotations

from enum import Enum
from typing import TYPE_CHECKING, Self

import numpy as np
from pydantic import BaseModel, ConfigDict

from discotag.core.scores import Row, Statistics
from discotag.plugins.scorers.matching import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from discotag.core.interfaces import Context
    from discotag.core.scores import Comparison
    from discotag.core.tags import Mark, TaggedDocument

PHENOMENA = frozenset({"formality", "pronouns", "verb_form"})
ADDRESS = "formality"
"""The phenomenon whose class is a segment's rather than a word's: its pronouns may be dropped."""

CORRECT, MISSING, UNJUDGED, SUPPORT = range(4)


class Verdict(Enum):
    """What the hypothesis did at a reference tag, by the columns that count it."""

    CORRECT = (CORRECT, SUPPORT)
    WRONG = (SUPPORT,)
    MISSING = (MISSING, SUPPORT)
    UNJUDGED = (UNJUDGED,)


class ChoiceOptions(BaseModel):
    """The scorer has no settings."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class ChoiceScorer:
    """Counts the reference tags whose label the hypothesis has too; several references add up."""

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer."""
        context.read_options(ChoiceOptions)
        return cls()

    def statistics(self, comparisons: Iterable[Comparison]) -> Iterator[Statistics]:
        """Count correct, missing, unjudged and judged reference tags of each row."""
        for comparison in comparisons:
            tally = Tally(4)
            for reference in comparison.references:
                _count(reference, comparison.hypothesis, tally)
            yield Statistics(comparison.hypothesis.document.id, tally.frozen())

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute, 0-1: accuracy over judged tags, share of them missing, share of all unjudged."""
        correct, missing, unjudged, support = (counts[..., column] for column in range(4))
        return {
            "accuracy": _share(correct, support),
            "missing": _share(missing, support),
            "unjudged": _share(unjudged, support + unjudged),
        }

    def signature(self) -> str:
        """Nothing but its version changes its numbers."""
        return ""


def _count(reference: TaggedDocument, hypothesis: TaggedDocument, tally: Tally) -> None:
    said: dict[tuple[str, int], list[Mark]] = {}
    for mark in hypothesis.marks:
        said.setdefault((mark.phenomenon, mark.segment), []).append(mark)
    for tag in reference.tags:
        if tag.phenomenon not in PHENOMENA:
            continue
        marks = said.get((tag.phenomenon, tag.segment), ())
        verdict = judge(tag, marks, _linked(tag, hypothesis))
        for column in verdict.value:
            tally.add((Row(tag.phenomenon), Row(tag.phenomenon, tag.label)), column)


def _linked(tag: Mark, hypothesis: TaggedDocument) -> frozenset[int]:
    links = hypothesis.document.links(tag.segment)
    return frozenset(target for source, target in links.links if source in tag.source_tokens)


def judge(tag: Mark, marks: Sequence[Mark], linked: frozenset[int]) -> Verdict:
    """Judge the hypothesis at one reference tag.

    Args:
        tag: the reference's tag.
        marks: the hypothesis' marks of the same phenomenon in the same segment, tags or not.
        linked: the hypothesis' tokens linked to the tag's source tokens.

    Returns:
        CORRECT or WRONG by the label of a mark on a linked token, or of one that names a source
        token of the tag (that of a verb group may). Where there is none, formality goes by the
        address of the segment, if all its marks have one class. Otherwise MISSING if nothing is
        linked, WRONG if only words without a class are, UNJUDGED if the tag has no source token.
    """
    answers = {
        mark.label
        for mark in marks
        if mark.token in linked or set(mark.source_tokens) & set(tag.source_tokens)
    }
    if not answers and tag.phenomenon == ADDRESS:
        address = {mark.label for mark in marks}
        answers = address if len(address) == 1 else set()
    if answers:
        return Verdict.CORRECT if tag.label in answers else Verdict.WRONG
    if not tag.source_tokens:
        return Verdict.UNJUDGED
    return Verdict.WRONG if linked else Verdict.MISSING


def _share(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = np.full(np.shape(whole), np.nan)
    np.divide(part, whole, out=shares, where=whole > 0)
    return shares
