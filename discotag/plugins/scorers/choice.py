"""The right choice: whether the same source word gets the same class, whatever the word.

A reference tag is followed to its source words, and from there to the hypothesis' words. So *elle*
for *la table* and *celle-ci* are equally right, and *vous savez* is right where the reference says
*votre avis*: what F over equal words misses. A term is right if it is the hypothesis' own: the
lemma that it used before for the same source word. What holds of a phenomenon, its tagger declares
(`TaggerInfo.classes`); one without classes is left out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

import numpy as np

from discotag.core.interfaces import Scorer
from discotag.core.parsing import FrozenModel
from discotag.core.results import Judgement, Row, Statistics, Verdict
from discotag.plugins.scorers.word_f import Tally

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from discotag.core.components import Classes
    from discotag.core.interfaces import Context
    from discotag.core.results import Comparison
    from discotag.core.tags import Mark, TaggedDocument

    _Uses = dict[tuple[str, str], dict[str, int]]

CORRECT, MISSING, UNJUDGED, SUPPORT = range(4)
COLUMNS = {
    Verdict.CORRECT: (CORRECT, SUPPORT),
    Verdict.WRONG: (SUPPORT,),
    Verdict.MISSING: (MISSING, SUPPORT),
    Verdict.UNJUDGED: (UNJUDGED,),
}
"""Verdict → the columns that count it."""


class ChoiceOptions(FrozenModel):
    """The scorer has no settings."""


class ChoiceScorer(Scorer):
    """Counts the reference tags whose label the hypothesis has too; several references add up."""

    def __init__(self, classes: Mapping[str, Classes]) -> None:
        """Take what the labels of each phenomenon are."""
        self._classes = classes

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer."""
        context.read_options(ChoiceOptions)
        return cls(context.classes)

    def statistics(self, comparisons: Iterable[Comparison]) -> Iterator[Statistics]:
        """Count correct, missing, unjudged and judged reference tags of each row."""
        for comparison in comparisons:
            tally = Tally(4)
            for reference in comparison.references:
                for item in judgements(reference, comparison.hypothesis, self._classes):
                    rows = (Row(item.phenomenon), Row(item.phenomenon, item.label))
                    for column in COLUMNS[item.verdict]:
                        tally.add(rows, column)
            yield Statistics(comparison.hypothesis.document.id, tally.frozen())

    def judgements(self, comparison: Comparison) -> Iterable[Judgement]:
        """Return the verdict at each tag of the only reference, in text order."""
        (reference,) = comparison.references
        return judgements(reference, comparison.hypothesis, self._classes)

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute, 0-1: accuracy over judged tags, share of them missing, share of all unjudged."""
        correct, missing, unjudged, support = (counts[..., column] for column in range(4))
        return {
            "accuracy": _share(correct, support),
            "missing": _share(missing, support),
            "unjudged": _share(unjudged, support + unjudged),
        }

    def signature(self) -> str:
        """Nothing but versions, its own and the taggers', changes its numbers."""
        return ""


def judgements(
    reference: TaggedDocument, hypothesis: TaggedDocument, classes: Mapping[str, Classes]
) -> Iterator[Judgement]:
    """Judge a hypothesis at every reference tag of a phenomenon that has classes."""
    said: dict[tuple[str, int], list[Mark]] = {}
    for mark in hypothesis.marks:
        said.setdefault((mark.phenomenon, mark.segment), []).append(mark)
    uses = _first_uses(hypothesis)
    for tag in reference.tags:
        if tag.phenomenon not in classes:
            continue
        links = hypothesis.document.links(tag.segment)
        linked = frozenset(j for i, j in links.links if i in tag.source_tokens)
        marks = said.get((tag.phenomenon, tag.segment), ())
        answers = _answers(tag, marks, linked)
        kind = classes[tag.phenomenon]
        if kind == "text":
            verdict = judge_term(tag, answers, linked, uses)
        else:
            verdict = judge(tag, marks, linked, is_of_segment=kind == "segment")
        yield Judgement(
            phenomenon=tag.phenomenon,
            label=tag.label,
            segment=tag.segment,
            token=tag.token,
            verdict=verdict,
            tokens=tuple(sorted({mark.token for mark in answers} or linked)),
        )


def _answers(tag: Mark, marks: Sequence[Mark], linked: frozenset[int]) -> list[Mark]:
    """Return the marks on a linked token, or that name a source token of the tag."""
    sources = set(tag.source_tokens)
    return [mark for mark in marks if mark.token in linked or sources & set(mark.source_tokens)]


def judge(
    tag: Mark, marks: Sequence[Mark], linked: frozenset[int], *, is_of_segment: bool
) -> Verdict:
    """Judge the hypothesis at one reference tag.

    Args:
        tag: the reference's tag.
        marks: the hypothesis' marks of the same phenomenon in the same segment, tags or not.
        linked: the hypothesis' tokens linked to the tag's source tokens.
        is_of_segment: whether the class is a segment's rather than a word's, as that of address,
            whose pronouns may be dropped.

    Returns:
        CORRECT or WRONG by the label of a mark on a linked token, or of one that names a source
        token of the tag (that of a verb group may). Where there is none, a class of
        the segment is that of its marks, if they have one. Otherwise MISSING if nothing is
        linked, WRONG if only words without a class are, UNJUDGED if the tag has no source token.
    """
    answers = {mark.label for mark in _answers(tag, marks, linked)}
    if not answers and is_of_segment:
        others = {mark.label for mark in marks}
        answers = others if len(others) == 1 else set()
    if answers:
        return Verdict.CORRECT if tag.label in answers else Verdict.WRONG
    return _without_answer(tag, linked)


def judge_term(tag: Mark, answers: Sequence[Mark], linked: frozenset[int], uses: _Uses) -> Verdict:
    """Judge the hypothesis at a repeated term of the reference.

    Args:
        tag: the reference's tag; its label is `source lemma→lemma`.
        answers: the hypothesis' marks for the same source words.
        linked: the hypothesis' tokens linked to the tag's source tokens.
        uses: phenomenon and source lemma → label → the first segment in which the hypothesis uses
            it so.

    Returns:
        CORRECT if the hypothesis uses a lemma that it used before for this source word, WRONG if it
        takes a new one, UNJUDGED if it has not translated the word before by any; without an answer
        as `judge` says.
    """
    if not answers:
        return _without_answer(tag, linked)
    term = tag.phenomenon, _source_lemma(tag)
    earlier = {label for label, first in uses.get(term, {}).items() if first < tag.segment}
    if not earlier:
        return Verdict.UNJUDGED
    said = {mark.label for mark in answers if _source_lemma(mark) == _source_lemma(tag)}
    return Verdict.CORRECT if said & earlier else Verdict.WRONG


def _without_answer(tag: Mark, linked: frozenset[int]) -> Verdict:
    if not tag.source_tokens:
        return Verdict.UNJUDGED
    return Verdict.WRONG if linked else Verdict.MISSING


def _first_uses(hypothesis: TaggedDocument) -> _Uses:
    """Return each phenomenon and source lemma → label → the first segment that has it."""
    uses: _Uses = {}
    for mark in hypothesis.marks:  # in text order
        term = mark.phenomenon, _source_lemma(mark)
        uses.setdefault(term, {}).setdefault(mark.label, mark.segment)
    return uses


def _source_lemma(mark: Mark) -> str:
    return mark.label.partition("→")[0]


def _share(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = np.full(np.shape(whole), np.nan)
    np.divide(part, whole, out=shares, where=whole > 0)
    return shares
