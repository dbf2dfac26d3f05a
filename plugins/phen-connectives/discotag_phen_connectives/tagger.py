"""Tag target words that join their segment to the text before it.

"It rained. Nevertheless they played." – the second segment's *nevertheless* contrasts its clause
with the one of the first: no one can choose between *nevertheless* and *therefore* who sees the
second alone. So it is a tag, and its evidence is the head of the last segment before it that has
words. In "They played although it rained." both clauses that *although* joins stand in one
segment: a mark without evidence. (Webber et al. 2019, section 3, on where arguments stand;
Jwalapuram et al. 2020, section 7, on connectives in translation.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.tags import Mark, Place
from discotag.core.tokens import ROOT
from discotag_phen_connectives.annotators import SourceConnectives
from discotag_phen_connectives.connective import LAYER, LIKELY, SENSES, likely

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.interfaces import Context
    from discotag_phen_connectives.connective import Connective

PHENOMENON = "connectives"


class ConnectiveOptions(BaseModel):
    """Settings of the tagger.

    Args:
        confidence: from which confidence a listed word is a connective, 0-1.
        senses: the senses that are marked; None = all.
        label: what a mark is called: its `sense`, or the `form` of the word.
        window: how many segments back the evidence may stand; None = the whole document.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    confidence: float = Field(default=LIKELY, ge=0, le=1)
    senses: frozenset[str] | None = None
    label: str = Field(default="sense", pattern="^(sense|form)$")
    window: int | None = Field(default=None, ge=1)


class ConnectiveTagger:
    """Marks the first word of each connective."""

    def __init__(self, options: ConnectiveOptions, source: SourceConnectives) -> None:
        self._options = options
        self._source = source

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the tagger; UsageError for a wrong option or an unknown sense."""
        from discotag.core.errors import UnknownNameError

        options = context.read_options(ConnectiveOptions)
        for sense in sorted(options.senses or ()):
            if sense not in SENSES:
                raise UnknownNameError("sense", sense, list(SENSES))
        return cls(options, SourceConnectives.create(context))

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for each connective; those that join to earlier text are tags."""
        layer = document.target.layer(LAYER)
        ours = self._source.of(document.source)
        known = [
            {token for item in likely(found) for token in item.tokens}
            for found in ours or [()] * len(document)
        ]
        for segment, found in enumerate(layer):
            for item in likely(found, self._options.confidence):
                if self._options.senses is None or item.sense in self._options.senses:
                    yield self._mark(document, segment, item, known[segment])

    def _mark(self, document: Document, segment: int, item: Connective, known: set[int]) -> Mark:
        links = document.links(segment)
        sources = sorted({source for token in item.tokens for source in links.sources(token)})
        return Mark(
            PHENOMENON,
            item.sense if self._options.label == "sense" else item.form,
            segment,
            item.tokens[0],
            tuple([token for token in sources if token in known] or sources),
            self._evidence(document, segment) if item.is_before else (),
        )

    def _evidence(self, document: Document, segment: int) -> tuple[Place, ...]:
        first = 0 if self._options.window is None else max(0, segment - self._options.window)
        for earlier in range(segment - 1, first - 1, -1):
            tokens = document.target[earlier]
            if any(letter.isalnum() for letter in tokens.text) and len(tokens):
                roots = [token.index for token in tokens if token.head == ROOT]
                return (Place("target", earlier, roots[-1] if roots else len(tokens) - 1),)
        return ()
