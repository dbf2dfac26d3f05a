"""Changes of address: a text that says *vous* to its reader says *tu* in one place.

"Did you sleep? … Your coffee is ready." – « As-tu dormi ? … Votre café est prêt. » Compared are
the marks of one voice (`voices.py`); one change is one finding, at the side that is in the
minority. Left alone are plurals that the source tells, changes that the source makes as well, and
verbs whose source speaks to nobody.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.findings import Finding, Severity
from discotag.core.roles import implements
from discotag.core.tags import Mark, TokenRef
from discotag.core.wording import count_noun
from discotag.plugins.checks.address_evidence import Vote, address_evidence
from discotag.plugins.checks.reliable_marks import CLASSES, STYLES, AddressWords, T, V

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.core.interfaces import Context
    from discotag.core.tags import TaggedDocument

CODE = "DT101"
NAMES = {T: "familiar or plain", V: "polite"}


class AddressOptions(BaseModel):
    """When a change is a fault.

    Args:
        reach: segments without any address behind which a new passage begins.
        clear: the largest share of the rarer class at which each of its places is told; above it,
            the text has no clear habit, and only its first change is told.
        most: rare places that are told one by one, where they are more than a fifth.
        block: segments of each class from which two clean halves are two addressees (a note).
        style: the same as `clear` in languages whose every predicate is plain or polite
            (Japanese, Korean), where nothing else is told, and that as a note: they are mixed
            more freely.
        least: segments with a style below which a passage has no habit there.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    reach: int = Field(default=30, ge=1)
    clear: float = Field(default=0.4, ge=0, le=0.5)
    most: int = Field(default=3, ge=1)
    block: int = Field(default=3, ge=1)
    style: float = Field(default=0.2, ge=0, le=0.5)
    least: int = Field(default=6, ge=2)


@implements("check")
class AddressCheck:
    """Finds changes of address."""

    def __init__(self, options: AddressOptions, words: AddressWords, *, source_tells: bool) -> None:
        """Compare what the source says of its addressees as well, where its language tells."""
        self._options = options
        self._words = words
        self._source_tells = source_tells

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the check."""
        politeness = context.source.properties.get("politeness")
        return cls(
            context.read_options(AddressOptions),
            AddressWords.read(context.source.code),
            source_tells=politeness is not None and politeness.value != "none",
        )

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield one finding for each change."""
        for of_voice in address_evidence(tagged, self._words).values():
            for passage in self._passages(of_voice):
                yield from self._changes(passage, tagged)

    def _passages(self, of_voice: Sequence[Vote]) -> Iterator[list[Vote]]:
        passage: list[Vote] = []
        for vote in of_voice:
            if passage and vote.segment - passage[-1].segment > self._options.reach:
                yield passage
                passage = []
            passage.append(vote)
        if passage:
            yield passage

    def _changes(self, passage: Sequence[Vote], tagged: TaggedDocument) -> Iterator[Finding]:
        counts = {side: sum(side in vote.marks for vote in passage) for side in (T, V)}
        if not all(counts.values()):
            return
        first = next(iter(passage[0].marks))
        words = {side: sum(len(vote.marks.get(side, ())) for vote in passage) for side in (T, V)}
        order = (V, T) if first == T else (T, V)
        rare = min(order, key=lambda side: (counts[side], words[side]))
        runs = list(_runs(passage, rare))
        usual = [vote for vote in passage if rare not in vote.marks or len(vote.marks) > 1]
        runs = [run for run in runs if _is_sure(run, rare)]
        if self._source_tells:
            runs = [run for run in runs if not _is_of_source(run, usual)]
        if not runs:
            return
        size = counts[T] + counts[V]
        share = counts[rare] / size
        is_style = runs[0][0].marks[rare][0].label in STYLES
        if is_style and (share > self._options.style or size < self._options.least):
            return
        severity = Severity.NOTE if is_style else None
        if share <= self._options.clear and (len(runs) <= self._options.most or share <= 0.2):
            for run in runs:
                yield _finding([run[0].marks[rare][0]], usual, tagged, severity=severity)
            return
        is_turn = len(runs) == 1 and min(counts.values()) >= self._options.block
        firsts = [run[0].marks[rare][0] for run in runs]
        yield _finding(firsts, usual, tagged, severity=Severity.NOTE if is_turn else None)


def _runs(passage: Sequence[Vote], side: str) -> Iterator[list[Vote]]:
    """Yield the runs of neighbours in which a class occurs."""
    run: list[Vote] = []
    for vote in passage:
        if side in vote.marks:
            run.append(vote)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _is_sure(run: Sequence[Vote], side: str) -> bool:
    """Return whether a run holds a clear mark, or two that might be third persons."""
    return any(side in vote.clear for vote in run) or sum(len(v.marks[side]) for v in run) > 1


def _is_of_source(run: Sequence[Vote], usual: Sequence[Vote]) -> bool:
    """Return whether the source, too, speaks to somebody else (du … ihr, du … Sie)."""
    here = set().union(*(vote.numbers for vote in run))
    there = set().union(*(vote.numbers for vote in usual))
    return bool(here and there) and here.isdisjoint(there)


def _finding(
    marks: Sequence[Mark],
    usual: Iterable[Vote],
    tagged: TaggedDocument,
    *,
    severity: Severity | None = None,
) -> Finding:
    mark = marks[0]
    others = sorted(
        (
            other
            for vote in usual
            for same in vote.marks.values()
            for other in same
            if _class(other) != _class(mark)
        ),
        key=lambda other: (abs(other.segment - mark.segment), other.segment, other.token),
    )
    words = [tagged.document.target[each.segment].forms[each.token] for each in (mark, others[0])]
    kinds = [NAMES[_class(each)] for each in (mark, others[0])]
    more = len(marks) - 1
    told = f" (and {count_noun(more, 'more change')})" if more else ""
    return Finding(
        code=CODE,
        message=f"“{words[0]}” is {kinds[0]}, “{words[1]}” {kinds[1]}{told}",
        place=TokenRef("target", mark.segment, mark.token),
        others=tuple(
            dict.fromkeys(
                TokenRef("target", other.segment, other.token) for other in (others[0], *marks[1:])
            )
        ),
        severity=severity,
    )


def _class(mark: Mark) -> str:
    return CLASSES[mark.label]
