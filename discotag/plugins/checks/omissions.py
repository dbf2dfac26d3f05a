"""Sentences that the translation leaves out, or that the source does not have.

Both sides of a document are split into sentences and aligned as whole texts; what has no
counterpart is told. Within a segment an omission goes unseen where only words are compared: the
rest of the segment is translated.
"""

from __future__ import annotations

from bisect import bisect_left
from functools import cached_property
from typing import TYPE_CHECKING, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag._analysis.sentences import SentenceSplitter
from discotag.core.errors import InputError
from discotag.core.findings import Finding
from discotag.core.roles import implements
from discotag.core.tags import TokenRef
from discotag.plugins.lexicon_aligner.finding import find_table, table_files
from discotag.plugins.sentence_aligner.aligner import SentenceAligner

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document, SideName
    from discotag.core.interfaces import Context
    from discotag.core.language import LanguagePack
    from discotag.core.tags import TaggedDocument
    from discotag.core.tokens import Tokens

OMITTED, ADDED = "DT501", "DT502"
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

    skip: float = Field(default=2.5, gt=0)
    least: int = Field(default=4, ge=1)


@implements("check")
class OmissionCheck:
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
    def _aligner(self) -> SentenceAligner | None:
        source, target = self._packs
        try:
            table_files(source, target)
        except InputError:
            return None
        table, _ = find_table(source, target)
        return SentenceAligner(table, source, target, skip=self._options.skip)

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield a finding for each sentence that one side lacks."""
        document = tagged.document
        if self._aligner is None:
            return
        source = _sentences(document, "source", self._packs[0])
        target = _sentences(document, "target", self._packs[1])
        beads = self._aligner.align([text for text, _ in source], [text for text, _ in target])
        alone = [
            (text, place)
            for bead in beads
            if not bead.is_linked
            for text, place in (*source[slice(*bead.source)], *target[slice(*bead.target)])
            if self._size(document, text, place) >= self._options.least
        ]
        total = len(source) + len(target)
        if len(alone) > max(FEW, total / 2):
            (_, place), *_ = alone
            told = f"{len(alone)} of {total} sentences have no counterpart"
            code = OMITTED if place.side == "source" else ADDED
            yield Finding(code, f"{told}: is this a translation of that text?", place)
            return
        yield from (_finding(text, place) for text, place in alone)

    def _size(self, document: Document, text: str, place: TokenRef) -> int:
        """Count the words of a sentence."""
        tokens = _side(document, place.side)[place.segment]
        begin = tokens.starts[place.token]
        return sum(
            begin <= start < begin + len(text) and any(map(str.isalnum, form))
            for start, form in zip(tokens.starts, tokens.forms, strict=True)
        )


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


def _finding(text: str, place: TokenRef) -> Finding:
    shown = text if len(text) <= SHOWN else f"{text[: SHOWN - 1].rstrip()}…"
    if place.side == "source":
        return Finding(OMITTED, f"the translation has nothing for “{shown}”", place)
    return Finding(ADDED, f"the source has nothing for “{shown}”", place)
