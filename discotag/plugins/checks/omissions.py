"""Sentences that the translation leaves out, moves, or that the source does not have.

Both sides of a document are split into sentences and aligned as whole texts; what has no
counterpart is told. Within a segment an omission goes unseen where only words are compared: the
rest of the segment is translated.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.errors import InputError
from discotag.core.findings import Finding, Severity
from discotag.core.interfaces import Check
from discotag.core.tags import TokenRef
from discotag.language.sentences import SentenceSplitter
from discotag.plugins.aligners.lexicon.sources import find_table, table_files
from discotag.plugins.aligners.sentences.components import TextAligner
from discotag.plugins.checks.held import Held
from discotag.plugins.checks.lengths import SegmentLengths

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.document import Bead, Document, SideName
    from discotag.core.interfaces import Context
    from discotag.core.language import LanguagePack
    from discotag.core.tags import TaggedDocument
    from discotag.core.tokens import Tokens
    from discotag.plugins.aligners.sentences.components import Likeness

    Sentence = tuple[str, TokenRef]

OMITTED, ADDED, MOVED, REMARK = "DT501", "DT502", "DT503", "DT504"
COLON = ":"
LIKE = 0.8
"""Nats per word from which a sentence that stands elsewhere is the same one."""
WIDEST = 400
"""Sentences of either side up to which the others are compared with all that stand alone."""
OPENERS = " \t\"'“„‚«»‹›([{*#_>-–—:¿¡「『（【"
"""What may stand before a remark."""
COMMAS = str.maketrans("", "", ",，、")
"""Commas are left out where beginnings are compared: not all write them."""
FEW = 5
"""Up to so many sentences are told one by one, even if they are more than half of a text."""
SHOWN = 60
"""Characters of a sentence that a message shows."""


class OmissionOptions(BaseModel):
    """When a sentence without a counterpart is told.

    Args:
        skip: what such a sentence costs in the alignment, in nats; less finds more.
        least: words that it must have.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    skip: float = Field(default=2.1, gt=0)
    least: int = Field(default=4, ge=1)


class OmissionCheck(Check):
    """Finds sentences without a counterpart; nothing where the packs have no translation table."""

    def __init__(
        self, options: OmissionOptions, source: LanguagePack, target: LanguagePack
    ) -> None:
        self._options = options
        self._packs = source, target

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the check."""
        return cls(context.read_options(OmissionOptions), context.source, context.target)

    @cached_property
    def _aligner(self) -> TextAligner | None:
        source, target = self._packs
        try:
            table_files(source, target)
        except InputError:
            return None
        table, _ = find_table(source, target)
        return TextAligner(table, source, target, skip=self._options.skip)

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield a finding for each sentence that one side lacks."""
        document = tagged.document
        if self._aligner is None:
            return
        text = _Aligned(self._aligner, *(_sentences(document, *side) for side in self._sides()))
        remarks = list(self._remarks(text))
        yield from remarks
        done = {finding.place for finding in remarks}
        moved = [found for found in _moved(text) if found.place not in done]
        yield from moved
        done |= {place for found in moved for place in (found.place, *found.others)}
        yield from self._alone(document, text, done)

    def _alone(self, document: Document, text: _Aligned, done: set[TokenRef]) -> Iterator[Finding]:
        """Yield the sentences that nothing stands for, and those of which about half is lost."""
        is_linked = all(bead.is_linked for bead in text.beads)
        held = Held(text.beads, *text.texts, None if is_linked else text.likeness)
        lengths = SegmentLengths(text.source, text.target, held.ratio)
        alone = [
            (sentence, place, number)
            for number, bead in enumerate(text.beads)
            if not bead.is_linked
            for sentence, place in text.sentences(bead)
            if place not in done and self._size(document, sentence, place) >= self._options.least
            if not held.holds(sentence, number)
        ]
        total = sum(map(len, text.texts))
        if len(alone) > max(FEW, total / 2):
            (_, place, _), *_ = alone
            told = f"{len(alone)} of {total} sentences have no counterpart"
            code = OMITTED if place.side == "source" else ADDED
            yield Finding(code, f"{told}: is this a translation of that text?", place)
            return
        told_of = set()
        for sentence, place, number in alone:
            if not lengths.fits(place):
                told_of.add(place.segment)
                yield self._finding(sentence, place, held, lengths, number)
        for segment in lengths.shortened():
            if segment not in told_of:
                yield _in_part(next(one for one in text.source if one[1].segment == segment))

    def _finding(
        self, text: str, place: TokenRef, held: Held, lengths: SegmentLengths, bead: int
    ) -> Finding:
        """Return what is told of a sentence that stands alone."""
        if place.side == "source":
            if lengths.is_in_part(place):
                return _in_part((text, place))
            told = f"the translation has nothing for “{_shown(text)}”"
            if not self._packs[1].writing.spaces and held.has_room(text, bead):
                told = f"{told}, or a part of a long sentence"
                return Finding(OMITTED, told, place, severity=Severity.NOTE)
            return Finding(OMITTED, told, place)
        told = f"the source has nothing for “{_shown(text)}”"
        if not self._packs[0].writing.spaces and held.may_hold(bead):
            told = f"{told}, or a part of a long sentence"
            return Finding(ADDED, told, place, severity=Severity.NOTE)
        return Finding(ADDED, told, place)

    def _sides(self) -> tuple[tuple[SideName, LanguagePack], tuple[SideName, LanguagePack]]:
        return ("source", self._packs[0]), ("target", self._packs[1])

    def _remarks(self, text: _Aligned) -> Iterator[Finding]:
        """Yield the sentences of a model that speaks of its task, in place of translating.

        They stand for nothing, or for a sentence whose words speak against them.
        """
        known = tuple({word for pack in self._packs for word in pack.sentences.remarks})
        own = self._packs[0].sentences.remarks
        for bead in text.beads if known else ():
            is_own = any(_begins(said, own) for said, _ in text.source[slice(*bead.source)])
            for said, place in text.target[slice(*bead.target)]:
                is_before = COLON in said[:SHOWN]  # "Here is the translation: …"
                is_other = not bead.is_linked or bead.score < 0
                if not is_own and (is_before or is_other) and _begins(said, known):
                    told = f"“{_shown(said)}” is a remark of a language model, not of the text"
                    yield Finding(REMARK, told, place)

    def _size(self, document: Document, text: str, place: TokenRef) -> int:
        """Count the words of a sentence."""
        tokens = _side(document, place.side)[place.segment]
        begin = tokens.starts[place.token]
        return sum(
            begin <= start < begin + len(text) and any(map(str.isalnum, form))
            for start, form in zip(tokens.starts, tokens.forms, strict=True)
        )


class _Aligned:
    """A text and its translation in sentences, aligned."""

    def __init__(
        self, aligner: TextAligner, source: Sequence[Sentence], target: Sequence[Sentence]
    ) -> None:
        self.source, self.target = source, target
        self.texts = [text for text, _ in source], [text for text, _ in target]
        self.beads = aligner.align(*self.texts)
        self._aligner = aligner

    def sentences(self, bead: Bead) -> tuple[Sentence, ...]:
        """Return the sentences of a bead, of both sides."""
        return (*self.source[slice(*bead.source)], *self.target[slice(*bead.target)])

    @cached_property
    def likeness(self) -> Likeness | None:
        """What the words of both sides have to do with each other; None for a long text."""
        is_long = max(map(len, self.texts)) > WIDEST
        return None if is_long else self._aligner.likeness(*self.texts)


def _moved(text: _Aligned) -> Iterator[Finding]:
    """Yield sentences that stand alone on both sides and are the same, and neighbours swapped.

    Each is found once.
    """
    pairs = [
        (i, j)
        for bead in text.beads
        if bead.kind == "2-2"
        for i, j in ((bead.source[0], bead.target[1] - 1), (bead.source[1] - 1, bead.target[0]))
    ]
    rows = [bead.source[0] for bead in text.beads if bead.kind == "1-0"]
    columns = [bead.target[0] for bead in text.beads if bead.kind == "0-1"]
    if not (pairs or (rows and columns)) or text.likeness is None:
        return
    like = text.likeness.both
    for (i, j), (k, m) in zip(pairs[::2], pairs[1::2], strict=True):
        if min(like[i, j], like[k, m]) >= LIKE and max(like[i, m], like[k, j]) < 0:
            yield _moved_finding(text.source[k], text.target[m])
    free = set(columns)
    for i in rows:
        j = int(like[i].argmax())
        if j in free and like[i, j] >= LIKE:
            free.discard(j)
            yield _moved_finding(text.source[i], text.target[j])


def _sentences(
    document: Document, name: SideName, pack: LanguagePack
) -> list[tuple[str, TokenRef]]:
    """Return the sentences of a side, each with its first token; those without a token are none."""
    splitter = SentenceSplitter(pack)
    found = []
    side = document.source if name == "source" else document.target
    for segment, text in enumerate(side.segments):
        starts = side[segment].starts
        for begin, end in splitter.spans(text):
            token = bisect_left(starts, begin)
            if token < len(starts) and starts[token] < end:
                found.append((text[begin:end], TokenRef(name, segment, token)))
    return found


def _side(document: Document, name: SideName) -> tuple[Tokens, ...]:
    return tuple(document.source if name == "source" else document.target)


def _begins(text: str, phrases: tuple[str, ...]) -> bool:
    plain = text.lstrip(OPENERS).casefold().replace("’", "'").translate(COMMAS)
    return plain.startswith(tuple(phrase.translate(COMMAS) for phrase in phrases))


def _shown(text: str) -> str:
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1].rstrip()}…"


def _moved_finding(source: Sentence, target: Sentence) -> Finding:
    told = f"“{_shown(target[0])}” stands elsewhere than “{_shown(source[0])}” in the source"
    return Finding(MOVED, told, target[1], others=(source[1],))


def _in_part(source: Sentence) -> Finding:
    text, place = source
    told = f"the translation has about half of “{_shown(text)}”, or less"
    return Finding(OMITTED, told, place, severity=Severity.NOTE)
