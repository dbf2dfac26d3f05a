"""Lost connectives: *However* in the source, and nothing like it in the translation.

A finding needs a source connective that is surely one and says more than *and*; no target word
linked to it; no listed word of any kind in the target segment, whatever it is used for, that is not
linked to some other source word; and none of the same sense that does not translate another
connective of the source (links of such words are often wrong). Two connectives of one sense need
one counterpart (Japanese *しかしそれでも*).
Repunctuated segments and short answers are left alone.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import TokenRef
from discotag_lint.check import Check, Finding
from discotag_phen_connectives.annotators import SourceConnectives
from discotag_phen_connectives.words import LAYER, likely

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Context, Document, TaggedDocument
    from discotag_phen_connectives.words import Connective

CODE = "DT401"
TELLING = frozenset(
    {"cause", "condition", "negative-condition", "contrast", "concession", "substitution"}
)
"""Senses without which the text says something else; others are easily left to the reader."""
OPPOSITE = frozenset({"contrast", "concession"})
"""The senses in which a coordinator says more than *and*; *and* itself may seem a cause. Languages
draw the line between the two in other places (*but*, でも)."""


class LostConnectiveOptions(BaseModel):
    """How sure the check must be.

    Args:
        confidence: the least confidence of the source connective, 0-1.
        senses: senses that a text must not lose.
        least: how many tokens the target segment must have.
        only_before: whether the source connective must join to the text before the segment.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    confidence: float = Field(default=0.9, ge=0, le=1)
    senses: frozenset[str] = TELLING
    least: int = Field(default=3, ge=1)
    only_before: bool = True


class LostConnectiveCheck(Check):
    """Finds source connectives that the translation leaves out."""

    def __init__(self, options: LostConnectiveOptions, source: SourceConnectives) -> None:
        self._options = options
        self._source = source

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the check."""
        return cls(context.read_options(LostConnectiveOptions), SourceConnectives.create(context))

    def check(self, tagged: TaggedDocument) -> Iterator[Finding]:
        """Yield at most one finding per segment; none where the source's language has no list."""
        document = tagged.document
        ours = self._source.of(document.source)
        if ours is None:
            return
        theirs = document.target.layer(LAYER)
        for segment, found in enumerate(ours):
            if len(document.target[segment]) < self._options.least:
                continue
            if any(_may_say_it(document, segment, word) for word in theirs[segment]):
                continue
            for item in likely(found, self._options.confidence):
                is_said = _is_said_alike(document, segment, item, (found, theirs[segment]))
                if not is_said and self._is_lost(document, segment, item):
                    yield _finding(document, segment, item)
                    break

    def _is_lost(self, document: Document, segment: int, item: Connective) -> bool:
        if item.sense not in self._options.senses:
            return False
        if self._options.only_before and not item.is_before:
            return False
        if item.kind == "coordinator" and item.sense not in OPPOSITE:
            return False
        links = document.links(segment)
        return not any(links.targets(token) for token in item.tokens)


def _may_say_it(document: Document, segment: int, word: Connective) -> bool:
    """Return whether a listed target word is free: not linked to any word of the source."""
    links = document.links(segment)
    return not any(links.sources(token) for token in word.tokens)


def _is_said_alike(
    document: Document,
    segment: int,
    item: Connective,
    connectives: tuple[Sequence[Connective], Sequence[Connective]],
) -> bool:
    """Return whether a connective of the same sense says it: of the target, or linked, of ours."""
    links = document.links(segment)
    ours, theirs = connectives
    senses = OPPOSITE if item.sense in OPPOSITE else {item.sense}
    alike = [other for other in ours if other is not item and other.sense in senses]
    if any(links.targets(token) for other in alike for token in other.tokens):
        return True
    own = {
        token for other in ours if other is not item and other.is_likely for token in other.tokens
    }
    return any(
        own.isdisjoint(source for token in word.tokens for source in links.sources(token))
        for word in theirs
        if word.sense in senses
    )


def _finding(document: Document, segment: int, item: Connective) -> Finding:
    source = document.source[segment]
    shown = source.text[source.starts[item.tokens[0]] : source.ends[item.tokens[-1]]]
    return Finding(
        code=CODE,
        message=f"“{shown}” ({item.sense}) of the source has no counterpart here",
        place=TokenRef("target", segment, 0),
        others=(TokenRef("source", segment, item.tokens[0]),),
    )
