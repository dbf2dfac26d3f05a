"""Tag target words that join their segment to the text before it.

"It rained. Nevertheless they played." – the second segment's *nevertheless* contrasts its clause
with the one of the first: no one can choose between *nevertheless* and *therefore* who sees the
second alone. So it is a tag, and its evidence is the head of the last segment before it that has
words. In "They played although it rained." both clauses that *although* joins are in one
segment: a mark without evidence. (Webber et al. 2019, section 3, on where arguments are;
Jwalapuram et al. 2020, section 7, on connectives in translation.)
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import (
    ROOT,
    Explanation,
    Mark,
    Ruling,
    Tagger,
    TokenRef,
    marks_of,
    reasons_of,
)
from discotag_phen_connectives.annotators import SourceConnectives
from discotag_phen_connectives.words import (
    LAYER,
    LIKELY,
    MODELLED,
    SENSES,
    described_groups,
    likely,
    words_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin import Context, Document, Reason
    from discotag_phen_connectives.words import Connective, Words

PHENOMENON = "connectives"
UNSURE = "as a connective it has confidence {item.confidence:.2f}, and {needed:.2f} are needed"
PART = Explanation("it is part of a connective, which its first word tells of", "part")
OTHER_SENSE = "its sense {item.sense} is not asked for (option senses)"


class ConnectiveOptions(BaseModel):
    """Settings of the tagger.

    Args:
        confidence: from which confidence a listed word is a connective, 0-1.
        senses: the senses that are marked; None = all.
        label: what a mark is called: its `sense`, or the `form` of the word.
        window: how many segments back the evidence may be; None = the whole document.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    confidence: float = Field(default=LIKELY, ge=0, le=1)
    senses: frozenset[str] | None = None
    label: str = Field(default="sense", pattern="^(sense|form)$")
    window: int | None = Field(default=None, ge=1)


class ConnectiveTagger(Tagger):
    """Marks the first word of each connective."""

    def __init__(
        self, options: ConnectiveOptions, source: SourceConnectives, words: Words | None = None
    ) -> None:
        """Mark by options; `words` is the target's list, for explanations."""
        self._options = options
        self._source = source
        self._words = words

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the tagger; UsageError for a wrong option or an unknown sense."""
        from discotag.plugin import UnknownNameError

        options = context.read_options(ConnectiveOptions)
        for sense in sorted(options.senses or ()):
            if sense not in SENSES:
                raise UnknownNameError("sense", sense, list(SENSES))
        words = None if context.target.code == MODELLED else words_of(context.target)
        return cls(options, SourceConnectives.create(context), words)

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for each connective; those that join to earlier text are tags."""
        return marks_of(self._decide(document))

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all marks, and of listed words that are not connectives here."""
        return reasons_of(PHENOMENON, self._decide(document))

    def _decide(self, document: Document) -> Iterator[Mark | Ruling]:
        for segment, found in enumerate(document.target.layer(LAYER)):
            for item in found:
                obstacle = self._obstacle(item)
                first, *others = (TokenRef("target", segment, token) for token in item.tokens)
                if obstacle is None:
                    mark = self._mark(document, segment, item)
                    yield mark
                    yield from _rulings(item, mark, first)
                else:
                    yield self._refusal(item, obstacle, first)
                label = self._label(item)
                for other in others:
                    yield Ruling.no(other, f"connective {label}", PART, (first,), label=label)

    def _refusal(self, item: Connective, obstacle: str, place: TokenRef) -> Ruling:
        cause = "unsure" if obstacle is UNSURE else "other-sense"
        text = obstacle.format(item=item, needed=self._options.confidence)
        if obstacle is UNSURE and item.confidence == 0 and self._words is not None:
            conditions = described_groups(self._words, item.form)
            text += f"; its list asks for: {conditions}" if conditions else ""
        label = self._label(item)
        return Ruling.no(place, f"connective {label}", Explanation(text, cause), label=label)

    def _obstacle(self, item: Connective) -> str | None:
        """Return why a listed word is not marked; None if it is."""
        if item.confidence < self._options.confidence:
            return UNSURE
        if self._options.senses is not None and item.sense not in self._options.senses:
            return OTHER_SENSE
        return None

    def _label(self, item: Connective) -> str:
        return item.sense if self._options.label == "sense" else item.form

    def _mark(self, document: Document, segment: int, item: Connective) -> Mark:
        links = document.links(segment)
        sources = sorted({source for token in item.tokens for source in links.sources(token)})
        if len(sources) > 1:  # otherwise there is nothing to choose from, and the model is slow
            found = likely(self._source.at(document.source, segment))
            known = {token for one in found for token in one.tokens}
            sources = [token for token in sources if token in known] or sources
        return Mark(
            PHENOMENON,
            self._label(item),
            segment,
            item.tokens[0],
            tuple(sources),
            self._evidence(document, segment) if item.is_before else (),
        )

    def _evidence(self, document: Document, segment: int) -> tuple[TokenRef, ...]:
        first = 0 if self._options.window is None else max(0, segment - self._options.window)
        for earlier in range(segment - 1, first - 1, -1):
            tokens = document.target[earlier]
            if any(letter.isalnum() for letter in tokens.text) and len(tokens):
                roots = [token.index for token in tokens if token.head == ROOT]
                return (TokenRef("target", earlier, roots[-1] if roots else len(tokens) - 1),)
        return ()


def _rulings(item: Connective, mark: Mark, place: TokenRef) -> Iterator[Ruling]:
    """Yield why a connective is marked, and why it is a tag or none."""
    text = f'"{item.form}" is listed, sense {item.sense}, with confidence {item.confidence:.2f}'
    yield Ruling.mark(place, f"connective {mark.label}", Explanation(text, "listed"))
    missing = Explanation("both clauses that it joins stand in the segment", "own-segment")
    if item.is_before:
        missing = Explanation(
            "what it joins to stands before the segment, but no words stand there within the"
            " window",
            "words-missing",
        )
    found = Explanation("what it joins to stands before the segment", "before")
    yield Ruling.context(mark, found, missing)
