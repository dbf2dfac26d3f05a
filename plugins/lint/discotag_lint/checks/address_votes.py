"""Votes: which level of address each segment of a voice speaks for."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from fnmatch import fnmatchcase
from itertools import chain
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, Self

import numpy as np

from discotag.plugin import (
    FrozenModel,
    InputError,
    Row,
    Scorer,
    SpeakerConventions,
    Statistics,
    UsageError,
)
from discotag.plugin.files import Notes, lines_of
from discotag.plugin.language import TEXT, is_quoted, voices_of, voices_of_document
from discotag_lint.checks.address_marks import (
    FAMILIAR as LOWEST,
)
from discotag_lint.checks.address_marks import (
    PRONOMINAL,
    AddressWords,
    is_clear,
    is_familiar_singular,
    linked_words,
    reliable_marks,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from discotag.plugin import Comparison, Context, Document, LanguagePack, Mark, TaggedDocument


PHENOMENON = "formality"


@dataclass(frozen=True, slots=True)
class Vote:
    """What one segment says in one voice.

    Args:
        segment: the segment.
        marks: rank of a level → its marks, in text order.
        clear: the ranks of marks that cannot be a third person.
        numbers: what the source itself says of the people spoken to, where its language shows it.
    """

    segment: int
    marks: dict[int, list[Mark]] = field(default_factory=dict)
    clear: set[int] = field(default_factory=set)
    numbers: set[tuple[str, str]] = field(default_factory=set)


def address_evidence(
    tagged: TaggedDocument, words: AddressWords, *, every_sentence: bool = False
) -> dict[str, list[Vote]]:
    """Return the votes of each voice, in text order.

    Args:
        tagged: the document.
        words: of the pair of languages.
        every_sentence: whether of styles not only the one that ends a segment counts.
    """
    document = tagged.document
    voices = voices_of_document(document, words.conventions)
    found: dict[str, dict[int, Vote]] = {}
    by_segment: dict[int, list[Mark]] = {}
    for mark in tagged.marks:
        is_told = mark.phenomenon == PHENOMENON and mark.label in words.ranks
        if is_told and _is_word(document, mark):
            by_segment.setdefault(mark.segment, []).append(mark)
    for mark in chain.from_iterable(
        _of_one_hearer(document, segment, marks, words, every_sentence=every_sentence)
        for segment, marks in by_segment.items()
    ):
        rank = words.rank(mark)
        voice = voices.at(mark.segment, document.target[mark.segment].starts[mark.token])
        if voice == TEXT and _is_quoted_in_source(document, mark.segment, words):
            continue  # the translation has lost the marks
        vote = found.setdefault(voice, {}).setdefault(mark.segment, Vote(mark.segment))
        vote.marks.setdefault(rank, []).append(mark)
        if is_clear(document, mark, words):
            vote.clear.add(rank)
        vote.numbers.update(_numbers(document, mark))
    return {voice: list(of_voice.values()) for voice, of_voice in found.items()}


def _is_quoted_in_source(document: Document, segment: int, words: AddressWords) -> bool:
    """Return whether a whole segment of the source, marks apart, is said by somebody else."""
    voices = voices_of(document.source.segments, words.conventions)
    last = len(document.source.segments[segment]) - 1
    return last >= 0 and all(is_quoted(voices.at(segment, place)) for place in (0, last))


def _is_word(document: Document, mark: Mark) -> bool:
    """Return whether a marked token has letters: an analysis may take a number for a verb."""
    return any(map(str.isalpha, document.target[mark.segment].forms[mark.token]))


def _of_one_hearer(
    document: Document,
    segment: int,
    marks: Sequence[Mark],
    words: AddressWords,
    *,
    every_sentence: bool,
) -> list[Mark]:
    """Return the marks of a segment that can be believed; of several hearers only singulars."""
    telling = [mark for mark in marks if not words.says_nothing(document, mark)]
    found = reliable_marks(document, telling, words, every_sentence=every_sentence)
    if words.several_people(document, segment):
        return [mark for mark in found if is_familiar_singular(document, mark, words)]
    return found


def without_shared(votes: Sequence[Vote], document: Document, words: AddressWords) -> list[Vote]:
    """Return votes without what a level that occurs in them shares with others (dumneata … te)."""
    present = {rank for vote in votes for rank in vote.marks}
    sharing = [rank for rank in sorted(present) if words.levels[rank].shared is not None]
    if not sharing:
        return list(votes)
    found = []
    for vote in votes:
        marks = {
            rank: [m for m in own if not any(words.is_shared(document, m, r) for r in sharing)]
            for rank, own in vote.marks.items()
        }
        left = {rank: own for rank, own in marks.items() if own}
        if left:
            found.append(replace(vote, marks=left, clear=vote.clear & left.keys()))
    return found


def without_open_ends(votes: Sequence[Vote], document: Document, words: AddressWords) -> list[Vote]:
    """Return votes without plain ends that are not a change of style (questions to oneself)."""
    found = []
    for vote in votes:
        own = vote.marks.get(LOWEST, [])
        if own and all(words.is_open_end(document, mark) for mark in own):
            ranks = vote.marks.keys() - {LOWEST}
            found += of_levels([vote], ranks)
        else:
            found.append(vote)
    return found


def of_levels(votes: Sequence[Vote], ranks: Collection[int]) -> list[Vote]:
    """Return what votes say of some levels alone."""
    return [
        replace(
            vote,
            marks={rank: own for rank, own in vote.marks.items() if rank in ranks},
            clear=vote.clear & set(ranks),
        )
        for vote in votes
        if not vote.marks.keys().isdisjoint(ranks)
    ]


def _numbers(document: Document, mark: Mark) -> set[tuple[str, str]]:
    """Return number and politeness of the second persons that a mark is linked to."""
    return {
        (token.feats.get("Number", ""), token.feats.get("Polite", token.feats["Person"]))
        for token in linked_words(document, mark)
        if "Person" in token.feats and token.upos in PRONOMINAL
    }


FAMILIAR = frozenset({"informal", "familiar", "t", "plain"})
POLITE = frozenset({"formal", "polite", "v"})
"""What people call the lowest and the highest level, besides the pack's own names and labels."""
NOTHING = frozenset({"", "-", "any"})
"""What a file says of documents for which nothing is expected."""


class ExpectationOptions(FrozenModel):
    """What address is expected.

    What a file says of its own document (`Document.address`) goes before `expect`, and a line of
    `expect_file` before both.

    Args:
        expect: the address that every text should have: `formal` (`polite`, `V`), `informal`
            (`familiar`, `plain`, `T`), or a level or label of the target's pack; `any` = what the
            documents say; "" = none.
        expect_file: TSV of documents: id or pattern (`letters-*`), address (`any` = nothing is
            expected); the first line that fits counts, and `expect` for the others.
    """

    expect: str = ""
    expect_file: str = ""


@dataclass(frozen=True)
class Expectations:
    """The level of address that each document should have.

    Args:
        words: of the pair of languages.
        default: rank of the level, 0 for the most familiar; None = any.
        language: the target language's name, for messages.
        is_asked: whether something is expected, were it only what documents say.
        documents: patterns of document ids with ranks, the first that fits counts.
    """

    words: AddressWords
    default: int | None = None
    documents: tuple[tuple[str, int | None], ...] = ()
    language: str = "the target language"
    is_asked: bool = False

    @classmethod
    def of(
        cls, options: ExpectationOptions, source: LanguagePack, target: LanguagePack
    ) -> Expectations:
        """Read what options say.

        Raises:
            UsageError: the language has no such level.
            InputError: a line of the file is faulty.
        """
        words = AddressWords(source.address, target.address, SpeakerConventions.of(target))
        default = (
            expected_rank(options.expect, words, target.name) if _asks(options.expect) else None
        )
        documents = tuple(_documents(options.expect_file, words, target.name))
        is_asked = bool(options.expect or options.expect_file)
        return cls(words, default, documents, target.name, is_asked)

    def __bool__(self) -> bool:
        """Return whether anything is expected of any document."""
        return self.default is not None or bool(self.documents) or self.is_asked

    @property
    def description(self) -> str:
        """What is expected, as text for signatures: ranks of levels by document."""
        named = (f"{pattern}:{rank}" for pattern, rank in self.documents)
        return "|".join((f"expect:{self.default}", *named)) if self else ""

    def rank(self, document: Document) -> int | None:
        """Return the rank of the level that a document should have; None = any.

        Raises:
            UsageError: the document asks for a level that the language does not have.
        """
        for pattern, rank in self.documents:
            if fnmatchcase(document.id, pattern):
                return rank
        if document.address:
            return self._own_rank(document)
        return self.default

    def _own_rank(self, document: Document) -> int | None:
        if not _asks(document.address):
            return None
        try:
            return expected_rank(document.address, self.words, self.language)
        except UsageError as error:
            raise UsageError(f"document {document.id!r}: {error}") from error

    def judged(self, tagged: TaggedDocument) -> Iterator[Judged]:
        """Yield every segment in which a voice of the text addresses somebody.

        Quotations may have another address. Nothing where nothing is expected of the document.
        """
        expected = self.rank(tagged.document)
        if expected is None:
            return
        evidence = address_evidence(tagged, self.words, every_sentence=True)
        for voice, of_voice in evidence.items():
            if not is_quoted(voice):
                for vote in without_shared(of_voice, tagged.document, self.words):
                    yield Judged(vote, expected, self._others(vote, expected, tagged.document))

    def _others(self, vote: Vote, expected: int, document: Document) -> dict[int, list[Mark]]:
        """Return the levels found in place of the expected one, with their marks.

        In a segment that has the expected level as well, only words that surely address the reader
        of the source count; styles (Japanese, Korean) may be mixed there.
        """
        if expected not in vote.marks:
            return vote.marks
        found = {
            rank: [mark for mark in marks if self._is_sure(mark, document)]
            for rank, marks in vote.marks.items()
            if rank != expected and rank in vote.clear
        }
        return {rank: marks for rank, marks in found.items() if marks}

    def _is_sure(self, mark: Mark, document: Document) -> bool:
        return mark.label not in self.words.styles and any(
            self.words.is_second(word) for word in linked_words(document, mark)
        )


class Judged(NamedTuple):
    """What a segment says in one voice.

    Args:
        vote: its words of address.
        expected: the rank that is expected there.
        others: the ranks found in place of the expected one, with their marks.
    """

    vote: Vote
    expected: int
    others: dict[int, list[Mark]]


def expected_rank(name: str, words: AddressWords, language: str) -> int:
    """Return the level that is meant by a name, 0 for the most familiar.

    Raises:
        UsageError: the language has no such level.
    """
    wanted = name.casefold()
    if wanted in FAMILIAR:
        return 0
    if wanted in POLITE:
        return len(words.levels) - 1
    for rank, level in enumerate(words.levels):
        if wanted in {level.name.casefold(), *(label.casefold() for label in level.labels)}:
            return rank
    known = ", ".join(level.name for level in words.levels)
    raise UsageError(
        f"expected address {name!r}: {language} has no such level; it has: {known}"
        " (or say formal or informal)"
    )


def _documents(file: str, words: AddressWords, language: str) -> Iterator[tuple[str, int | None]]:
    path = Path(file)
    for number, line in enumerate(lines_of(path, Notes()) if file else (), 1):
        cells = [cell.strip() for cell in line.split("\t")]
        if not any(cells) or line.startswith("#"):
            continue
        if len(cells) != 2 or not cells[0]:
            message = (
                "expected a document's id or a pattern, a tab, and an address (formal, informal)"
            )
            raise InputError(message, path=path, line=number)
        try:
            rank = expected_rank(cells[1], words, language) if _asks(cells[1]) else None
        except UsageError as error:
            raise InputError(str(error), path=path, line=number) from error
        yield cells[0], rank


def _asks(address: str) -> bool:
    return address.casefold() not in NOTHING


class ComplianceScorer(Scorer):
    """Counts segments with words of address, and those that have the expected one."""

    def __init__(self, expectations: Expectations) -> None:
        self._expectations = expectations

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer; UsageError if nothing is expected."""
        options = context.read_options(ExpectationOptions)
        expectations = Expectations.of(options, context.source, context.target)
        if not expectations:
            raise UsageError("the scorer address needs --expect or --expect-file")
        return cls(expectations)

    def statistics(self, comparisons: Iterable[Comparison]) -> Iterator[Statistics]:
        """Count each text; references are not checked."""
        for comparison in comparisons:
            judged = list(self._expectations.judged(comparison.hypothesis))
            right = sum(not item.others for item in judged)
            counts = {Row(): (float(right), float(len(judged)))} if judged else {}
            yield Statistics(comparison.hypothesis.document.id, counts)

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute, 0-1, the share of segments with the expected address."""
        shares = np.full(np.shape(counts[..., 1]), np.nan)
        np.divide(counts[..., 0], counts[..., 1], out=shares, where=counts[..., 1] > 0)
        return {"compliance": shares}

    def signature(self) -> str:
        """Return what is expected: ranks of levels, 0 for the most familiar."""
        return self._expectations.description
