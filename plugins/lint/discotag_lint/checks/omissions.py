"""How long the translation of each segment is, compared with what its source lets expect.

Where lines are aligned, a sentence that one side lacks leaves its segment too short or too long.
"""

from __future__ import annotations

import re
from bisect import bisect_left
from collections import Counter
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Self

from pydantic import Field
from rapidfuzz.fuzz import partial_ratio

from discotag.plugin import FrozenModel, InputError, TokenRef
from discotag.plugin.beads import TextAligner, find_table, table_files
from discotag.plugin.language import SentenceSplitter
from discotag_lint.check import Check, Finding, Severity

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import (
        Bead,
        Context,
        Document,
        LanguagePack,
        SideName,
        TaggedDocument,
        Tokens,
    )
    from discotag.plugin.beads import Likeness

    Sentence = tuple[str, TokenRef]


SHORTER, LONGER = 0.5, 1.6
"""Shares of the expected length between which a segment is a whole translation."""
HALF = 0.45
"""A segment with a smaller share of its expected length lacks about half of its source."""
WORTH_TELLING = 60
"""Characters that a translation must lack to be reported as shortened."""


class SegmentLengths:
    """The characters of the segments of two texts, white space left out.

    Args:
        source, target: the sentences, each with the place of its first token.
        ratio: characters of the translation per character of the source; None = unknown.
    """

    def __init__(
        self, source: Sequence[Sentence], target: Sequence[Sentence], ratio: float | None
    ) -> None:
        self._ratio = ratio
        self._source, self._target = (_summed(side) for side in (source, target))
        self._sentences = Counter(place.segment for _, place in source)

    def fits(self, place: TokenRef) -> bool:
        """Return whether a sentence's segment says nothing of a loss or an addition.

        Its source is one sentence, and its translation is about as long as expected: what is
        alone there is a part of the one or of the other.
        """
        if self._ratio is None or self._sentences[place.segment] != 1:
            return False
        expected = self._ratio * self._source[place.segment]
        found = self._target[place.segment]
        return found < LONGER * expected if place.side == "target" else found > SHORTER * expected

    def is_in_part(self, place: TokenRef) -> bool:
        """Return whether a source sentence is its segment, of which the translation has some."""
        return self._sentences[place.segment] == 1 and self._target[place.segment] > 0

    def shortened(self) -> Iterator[int]:
        """Yield the segments whose translation has less than half of what is expected."""
        if self._ratio is None or len(self._source) < 2:  # one segment: a whole text
            return
        for segment, size in self._source.items():
            expected, found = self._ratio * size, self._target[segment]
            if 0 < found < HALF * expected and expected - found >= WORTH_TELLING:
                yield segment


def length(text: str) -> int:
    """Return the characters of a text, white space left out."""
    return len("".join(text.split()))


def _summed(sentences: Sequence[Sentence]) -> Counter[int]:
    sizes: Counter[int] = Counter()
    for text, place in sentences:
        sizes[place.segment] += length(text)
    return sizes


ENOUGH = 5
"""Linked beads of a text from which its ratio of lengths is known."""
MOST_OF = 0.75
"""The share of a sentence's characters that a neighbour must lack to hold it."""
ENOUGH_OF = 0.4
"""The same share and the nats per word that the neighbour explains of it, together: enough, too."""
SAID = 0.4
"""Nats per word that are enough by themselves."""
CLAUSE = re.compile(r"\w[，；、,;:：]\s*\w|\w \w")
"""Where a sentence in a script without spaces may be cut in two."""
SOME_OF = 0.35
"""The share of an omission's characters for which a neighbour must have room to perhaps hold it."""
AGAIN = 60.0
"""How alike, from 0 to 100, a sentence is to one next to it that it repeats."""


class MergedSentences:
    """Whether a sentence that is alone is part of what is next to it.

    Args:
        beads: of a whole text.
        source, target: its sentences.
        likeness: what their words have to do with each other; None = lengths decide.

    Attributes:
        ratio: characters of the translation per character of the source; None = unknown.
    """

    def __init__(
        self,
        beads: Sequence[Bead],
        source: Sequence[str],
        target: Sequence[str],
        likeness: Likeness | None = None,
    ) -> None:
        self._beads = beads
        self._texts = source, target
        self._like = likeness
        self._sizes = [
            (_size(source[slice(*bead.source)]), _size(target[slice(*bead.target)]))
            for bead in beads
        ]
        linked = [size for size, bead in zip(self._sizes, beads, strict=True) if bead.is_linked]
        sums = [sum(column) for column in zip(*linked, strict=True)] or [1, 1]
        self.ratio = sums[1] / sums[0] if len(linked) >= ENOUGH else None

    def holds(self, text: str, bead: int) -> bool:
        """Return whether a linked bead next to `bead` says its sentence `text`, too.

        It does if it lacks most of the sentence's characters. An addition that repeats nothing is
        also held if its words explain it, or these and what it lacks together.
        """
        if self.ratio is None:
            return False
        alone = self._beads[bead]
        is_added = alone.source[0] == alone.source[1]
        for place in self._beside(bead):
            room = self._room(text, place, is_added=is_added)
            if room >= MOST_OF:
                return True
            if is_added and not self._is_again(text, place):
                said = self._said(place, alone)
                if said >= SAID or room + said >= ENOUGH_OF:
                    return True
        return False

    def has_room(self, text: str, bead: int) -> bool:
        """Return whether a bead next to an omission is long enough to hold some of it.

        Asked of texts without spaces, which say in one sentence what others say in two.
        """
        return any(self._room(text, place) >= SOME_OF for place in self._beside(bead))

    def _room(self, text: str, place: int, *, is_added: bool = False) -> float:
        """Return for how much of a sentence a bead has room: 1 = for all of it."""
        if self.ratio is None:
            return 0.0
        source, target = self._sizes[place]
        lacking = source - target / self.ratio
        return float(lacking * self.ratio if is_added else -lacking) / max(length(text), 1)

    def may_hold(self, bead: int) -> bool:
        """Return whether nobody can tell: sentences are few, or a neighbour has several clauses.

        Asked of additions to a source without spaces, whose sentences continue after commas.
        """
        sources = (self._texts[0][slice(*self._beads[n].source)] for n in self._beside(bead))
        has_clauses = any(CLAUSE.search(text) for texts in sources for text in texts)
        return self.ratio is None or has_clauses

    def _beside(self, bead: int) -> Iterator[int]:
        """Yield the linked beads next to one that is not."""
        for step in (-1, 1):
            place = bead + step
            while 0 <= place < len(self._beads) and not self._beads[place].is_linked:
                place += step
            if 0 <= place < len(self._beads):
                yield place

    def _said(self, place: int, added: Bead) -> float:
        """Return how well a bead's source explains the words of an addition, in nats a word."""
        if self._like is None:
            return -inf
        source = slice(*self._beads[place].source)
        return float(self._like.target[source, slice(*added.target)].max())

    def _is_again(self, text: str, place: int) -> bool:
        """Return whether an addition is nearly a sentence of a bead next to it."""
        own = self._texts[1][slice(*self._beads[place].target)]
        return any(partial_ratio(text, other) >= AGAIN for other in own)


def _size(texts: Sequence[str]) -> int:
    return sum(map(length, texts))


OMITTED, ADDED, MOVED, REMARK = "DT501", "DT502", "DT503", "DT504"
COLON = ":"
LIKE = 0.8
"""Nats per word from which a sentence that is elsewhere is the same one."""
WIDEST = 400
"""Sentences of either side up to which the others are compared with all that are alone."""
OPENERS = " \t\"'“„‚«»‹›([{*#_>-–—:¿¡「『（【"
"""What may precede a remark."""
COMMAS = str.maketrans("", "", ",，、")
"""Commas are left out where beginnings are compared: not all write them."""
FEW = 5
"""Up to so many sentences are reported one by one, even if they are more than half of a text."""
SHOWN = 60
"""Characters of a sentence that a message shows."""


class OmissionOptions(FrozenModel):
    """When a sentence without a counterpart is reported.

    Args:
        skip: what such a sentence costs in the alignment, in nats; less finds more.
        least: words that it must have.
    """

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
        """Yield the sentences that nothing translates, and those of which about half is lost."""
        is_linked = all(bead.is_linked for bead in text.beads)
        merged = MergedSentences(text.beads, *text.texts, None if is_linked else text.likeness)
        lengths = SegmentLengths(text.source, text.target, merged.ratio)
        alone = [
            (sentence, place, number)
            for number, bead in enumerate(text.beads)
            if not bead.is_linked
            for sentence, place in text.sentences(bead)
            if place not in done and self._size(document, sentence, place) >= self._options.least
            if not merged.holds(sentence, number)
        ]
        total = sum(map(len, text.texts))
        if len(alone) > max(FEW, total / 2):
            (_, place, _), *_ = alone
            message = f"{len(alone)} of {total} sentences have no counterpart"
            code = OMITTED if place.side == "source" else ADDED
            yield Finding(code, f"{message}: is this a translation of that text?", place)
            return
        told_of = set()
        for sentence, place, number in alone:
            if not lengths.fits(place):
                told_of.add(place.segment)
                yield self._finding(sentence, place, merged, lengths, number)
        for segment in lengths.shortened():
            if segment not in told_of:
                yield _in_part(next(one for one in text.source if one[1].segment == segment))

    def _finding(
        self,
        text: str,
        place: TokenRef,
        merged: MergedSentences,
        lengths: SegmentLengths,
        bead: int,
    ) -> Finding:
        """Return what is reported of a sentence that is alone."""
        if place.side == "source":
            if lengths.is_in_part(place):
                return _in_part((text, place))
            message = f"the translation has nothing for “{_shown(text)}”"
            if not self._packs[1].writing.spaces and merged.has_room(text, bead):
                message = f"{message}, or a part of a long sentence"
                return Finding(OMITTED, message, place, severity=Severity.NOTE)
            return Finding(OMITTED, message, place)
        message = f"the source has nothing for “{_shown(text)}”"
        if not self._packs[0].writing.spaces and merged.may_hold(bead):
            message = f"{message}, or a part of a long sentence"
            return Finding(ADDED, message, place, severity=Severity.NOTE)
        return Finding(ADDED, message, place)

    def _sides(self) -> tuple[tuple[SideName, LanguagePack], tuple[SideName, LanguagePack]]:
        return ("source", self._packs[0]), ("target", self._packs[1])

    def _remarks(self, text: _Aligned) -> Iterator[Finding]:
        """Yield the sentences of a model that speaks of its task, in place of translating.

        They translate nothing, or a sentence whose words speak against them.
        """
        known = tuple({word for pack in self._packs for word in pack.sentences.remarks})
        own = self._packs[0].sentences.remarks
        for bead in text.beads if known else ():
            is_own = any(_begins(said, own) for said, _ in text.source[slice(*bead.source)])
            for said, place in text.target[slice(*bead.target)]:
                is_before = COLON in said[:SHOWN]  # "Here is the translation: …"
                is_other = not bead.is_linked or bead.score < 0
                if not is_own and (is_before or is_other) and _begins(said, known):
                    message = f"“{_shown(said)}” is a remark of a language model, not of the text"
                    yield Finding(REMARK, message, place)

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
    """Yield sentences that are alone on both sides and are the same, and neighbours swapped.

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
    """Return the sentences of a side, each with its first token; others are left out."""
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
    message = f"“{_shown(target[0])}” is not where “{_shown(source[0])}” is in the source"
    return Finding(MOVED, message, target[1], others=(source[1],))


def _in_part(source: Sentence) -> Finding:
    text, place = source
    message = f"the translation has about half of “{_shown(text)}”, or less"
    return Finding(OMITTED, message, place, severity=Severity.NOTE)
