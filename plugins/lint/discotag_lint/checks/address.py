"""Changes of address: a text that says *vous* to its reader says *tu* in one place.

The target's pack says which levels of address there are, which labels are of which level, and which
words show it (`[address]` of `language.toml`).

"Did you sleep? … Your coffee is ready." – « As-tu dormi ? … Votre café est prêt. » Compared are
the marks of one voice (`speakers.py`); one change is one finding, at the side that is in the
minority. Left alone are plurals that the source shows, changes that the source makes as well, and
verbs whose source speaks to nobody.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Self

from pydantic import Field

from discotag.plugin import Mark, TokenRef, count_noun
from discotag.plugin.language import is_speaker
from discotag_lint.check import Check, Finding, Severity
from discotag_lint.checks.address_votes import (
    PHENOMENON,
    ExpectationOptions,
    Expectations,
    Vote,
    address_evidence,
    of_levels,
    without_open_ends,
    without_shared,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.plugin import Context, Document, TaggedDocument


CODE = "DT101"
NO_LEVEL = "DT102"
UNEXPECTED = "DT103"


ASKING = frozenset("?？؟")
ASKED = 0.5
"""The share of segments with questions above which the usual address is that of one who asks."""


class AddressOptions(ExpectationOptions):
    """When a change is a fault.

    Args:
        reach: segments without any address after which a new passage begins.
        clear: the largest share of the rarer class at which each of its places is reported; above
            it, the text has no clear habit, and only its first change is reported.
        most: rare places that are reported one by one, where they are more than a fifth.
        block: segments of each class from which two clean halves are two addressees (a note).
        style: the same as `clear` in languages whose every predicate is plain or polite
            (Japanese, Korean), where nothing else is reported, and that as a note: they are mixed
            more freely.
        least: segments with a style below which a passage has no habit there.
        expect: as `ExpectationOptions` has it; "" = whatever a text mostly has. Then every other
            address outside of quotations is reported, and no change.
    """

    reach: int = Field(default=30, ge=1)
    clear: float = Field(default=0.4, ge=0, le=0.5)
    most: int = Field(default=3, ge=1)
    block: int = Field(default=3, ge=1)
    style: float = Field(default=0.2, ge=0, le=0.5)
    least: int = Field(default=6, ge=2)


class AddressCheck(Check):
    """Finds changes of address."""

    def __init__(
        self,
        options: AddressOptions,
        expectations: Expectations,
        language: str,
        *,
        source_tells: bool,
    ) -> None:
        """Compare what the source says of its addressees as well, where its language shows them."""
        self._options = options
        self._expectations = expectations
        self._words = expectations.words
        self.digest = expectations.description if expectations.documents else ""
        self._language = language
        self._source_tells = source_tells

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the check; UsageError if the language has no such address as is expected.

        Raises:
            InputError: a line of the file of expectations is faulty.
        """
        politeness = context.source.properties.get("politeness")
        options = context.read_options(AddressOptions)
        return cls(
            options,
            Expectations.of(options, context.source, context.target),
            context.target.name,
            source_tells=politeness is not None and politeness.value != "none",
        )

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield one finding for each change, and one for each label that has no level."""
        yield from self._without_level(tagged)
        if self._expectations.rank(tagged.document) is not None:
            yield from self._unexpected(tagged)
            return
        by_voice = address_evidence(tagged, self._words)
        is_talk = sum(map(is_speaker, by_voice)) > 1
        for of_voice in by_voice.values():
            for passage in self._passages(of_voice):
                votes = without_shared(passage, tagged.document, self._words)
                votes = without_open_ends(votes, tagged.document, self._words)
                for rare, usual in _contrasts(votes):
                    both = of_levels(votes, (rare, usual))
                    yield from self._changes(both, rare, tagged, is_talk=is_talk)

    def _without_level(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield a note at the first mark of each label of which the pack says nothing."""
        known = {*self._words.ranks, *self._words.no_level}
        unknown = (m for m in tagged.marks if m.phenomenon == PHENOMENON and m.label not in known)
        first = {mark.label: mark for mark in sorted(unknown, key=_place, reverse=True)}
        for label, mark in sorted(first.items()):
            word = tagged.document.target[mark.segment].forms[mark.token]
            yield Finding(
                code=NO_LEVEL,
                message=f"“{word}” is of the class {label}, to which the {self._language} pack"
                " assigns no level of address; such words are not compared",
                place=TokenRef("target", mark.segment, mark.token),
            )

    def _unexpected(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield a finding for each segment in which a voice of the text has another address."""
        for item in self._expectations.judged(tagged):
            for rank, marks in item.others.items():
                yield self._unexpected_finding(tagged, marks, rank, item.expected)

    def _unexpected_finding(
        self, tagged: TaggedDocument, marks: Sequence[Mark], rank: int, expected: int
    ) -> Finding:
        first, *others = marks
        word = tagged.document.target[first.segment].forms[first.token]
        levels = self._words.levels
        return Finding(
            code=UNEXPECTED,
            message=f"“{word}” is {levels[rank].name}; the text shall be {levels[expected].name}",
            place=TokenRef("target", *_place(first)),
            others=tuple(TokenRef("target", *_place(mark)) for mark in others),
        )

    def _passages(self, of_voice: Sequence[Vote]) -> Iterator[list[Vote]]:
        passage: list[Vote] = []
        for vote in of_voice:
            if passage and vote.segment - passage[-1].segment > self._options.reach:
                yield passage
                passage = []
            passage.append(vote)
        if passage:
            yield passage

    def _changes(
        self, passage: Sequence[Vote], rare: int, tagged: TaggedDocument, *, is_talk: bool
    ) -> Iterator[Finding]:
        """Yield the findings of a passage in which two levels occur.

        Where several speakers are named, or one asks and another answers, the hearer changes with
        them: findings are notes.
        """
        runs = list(_runs(passage, rare))
        usual = [vote for vote in passage if rare not in vote.marks or len(vote.marks) > 1]
        runs = [run for run in runs if _is_sure(run, rare)]
        if self._source_tells:
            runs = [run for run in runs if not _is_of_source(run, usual)]
        if not runs:
            return
        counts = _segments(passage)
        size = sum(counts.values())
        share = counts[rare] / size
        if not tagged.document.is_app:  # questions of an app are answered by no text of it
            is_talk = is_talk or _is_asked(runs, usual, tagged.document)
        is_style = runs[0][0].marks[rare][0].label in self._words.styles
        if is_style and (share > self._options.style or size < self._options.least):
            return
        severity = Severity.NOTE if is_style or is_talk else None
        if share <= self._options.clear and (len(runs) <= self._options.most or share <= 0.2):
            for run in runs:
                first, *same = (mark for vote in run for mark in vote.marks[rare])
                yield self._finding([first], usual, tagged, severity=severity, same=same)
            return
        is_turn = len(runs) == 1 and min(counts.values()) >= self._options.block
        firsts = [run[0].marks[rare][0] for run in runs]
        yield self._finding(firsts, usual, tagged, severity=Severity.NOTE if is_turn else severity)

    def _finding(
        self,
        marks: Sequence[Mark],
        usual: Iterable[Vote],
        tagged: TaggedDocument,
        *,
        severity: Severity | None = None,
        same: Sequence[Mark] = (),
    ) -> Finding:
        """Return a finding at the first of some changes; `same` are the other words of its run."""
        mark = marks[0]
        others = sorted(
            (
                other
                for vote in usual
                for same in vote.marks.values()
                for other in same
                if self._words.rank(other) != self._words.rank(mark)
            ),
            key=lambda other: (abs(other.segment - mark.segment), *_place(other)),
        )
        both = (mark, others[0])
        words = [tagged.document.target[each.segment].forms[each.token] for each in both]
        kinds = [self._words.levels[self._words.rank(each)].name for each in both]
        more = len(marks) - 1
        more_changes = f" (and {count_noun(more, 'more change')})" if more else ""
        return Finding(
            code=CODE,
            message=f"“{words[0]}” is {kinds[0]}, “{words[1]}” {kinds[1]}{more_changes}",
            place=TokenRef("target", mark.segment, mark.token),
            others=tuple(
                dict.fromkeys(
                    TokenRef("target", other.segment, other.token)
                    for other in (others[0], *marks[1:], *same)
                )
            ),
            severity=severity,
        )


def _place(mark: Mark) -> tuple[int, int]:
    return mark.segment, mark.token


def _segments(passage: Sequence[Vote]) -> Counter[int]:
    """Count the segments in which each level occurs; the one that is met first comes first."""
    return Counter(rank for vote in passage for rank in vote.marks)


def _contrasts(passage: Sequence[Vote]) -> Iterator[tuple[int, int]]:
    """Yield each rarer level of a passage with the usual one.

    Of two that are as frequent the first is the usual one.
    """
    words: Counter[int] = Counter()
    for vote in passage:
        words.update({rank: len(marks) for rank, marks in vote.marks.items()})
    counts = _segments(passage)
    usual = max(counts, key=lambda rank: (counts[rank], words[rank]), default=None)
    if usual is not None:
        yield from ((rank, usual) for rank in counts if rank != usual)


def _runs(passage: Sequence[Vote], rank: int) -> Iterator[list[Vote]]:
    """Yield the runs of neighbours in which a level occurs."""
    run: list[Vote] = []
    for vote in passage:
        if rank in vote.marks:
            run.append(vote)
        elif run:
            yield run
            run = []
    if run:
        yield run


def _is_sure(run: Sequence[Vote], rank: int) -> bool:
    """Return whether a run holds a clear mark, or two that might be third persons."""
    return any(rank in vote.clear for vote in run) or sum(len(v.marks[rank]) for v in run) > 1


def _is_asked(runs: Sequence[Sequence[Vote]], usual: Sequence[Vote], document: Document) -> bool:
    """Return whether one level is that of questions and the other that of answers (interviews).

    What answers say to anybody (Spanish *cuando creces*) is not said to the one who asked.
    """
    rare = [vote for run in runs for vote in run]
    asked = [
        sum(_asks(document.source.segments[vote.segment]) for vote in votes)
        for votes in (rare, usual)
    ]
    return asked[0] == 0 and asked[1] > max(1, ASKED * len(usual))


def _asks(text: str) -> bool:
    return not ASKING.isdisjoint(text)


def _is_of_source(run: Sequence[Vote], usual: Sequence[Vote]) -> bool:
    """Return whether the source, too, speaks to somebody else (du … ihr, du … Sie)."""
    here = set().union(*(vote.numbers for vote in run))
    there = set().union(*(vote.numbers for vote in usual))
    return bool(here and there) and here.isdisjoint(there)
