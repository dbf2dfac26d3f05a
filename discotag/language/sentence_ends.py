"""Styles that predicates show at the ends of sentences: what Japanese and Korean taggers share.

A style is a matter of the text, not of the sentence: *Where is it? – Over there.* → どこですか。 –
そこです。 The second line ends in です because the first does (Fernandes et al. 2023, section 3).
Evidence comes from the own voice: a narrator's words say nothing about a line of dialogue. A
language brings what a predicate shows, and why.
"""

from __future__ import annotations

from abc import abstractmethod
from functools import partial
from typing import TYPE_CHECKING, ClassVar, Generic, Self, TypeVar

from pydantic import BaseModel

from discotag.core.explanations import Ruling, marks_of, reasons_of
from discotag.core.interfaces import Tagger
from discotag.core.tags import ContextOptions, Mark, Occurrences, TokenRef
from discotag.language.voices import SpeakerConventions, voice_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from discotag.core.document import Document
    from discotag.core.explanations import Decision, Reason
    from discotag.core.interfaces import Context
    from discotag.core.tokens import Tokens

PHENOMENON = "formality"
Schema = TypeVar("Schema", bound=BaseModel)


class StyleExplainer:
    """Collects the rulings on one segment while its styles are found."""

    def __init__(self, tokens: Tokens, segment: int) -> None:
        """Take the segment and its 0-based index."""
        self.tokens = tokens
        self.segment = segment
        self.rulings: list[Ruling] = []

    def rule(
        self, token: int, rule: str, why: str, others: Iterable[int] = (), *, is_marked: bool
    ) -> None:
        """Note what a rule says of a token, and the tokens that it went by."""
        places = tuple(self._place(index) for index in others if index < len(self.tokens))
        say = Ruling.mark if is_marked else Ruling.no
        self.rulings.append(say(self._place(token), rule, why, places))

    def _place(self, index: int) -> TokenRef:
        return TokenRef("target", self.segment, index)


class SentenceEndTagger(Tagger, Generic[Schema]):
    """Marks the style of each predicate, with earlier ones of its voice as evidence.

    A subclass names its table and says what predicates show.
    """

    TABLE: ClassVar[str]
    SCHEMA: ClassVar[type[BaseModel]]
    FOUND: ClassVar[str]
    """Why context decides a mark; `{label}` is its class."""
    MISSING: ClassVar[str]

    def __init__(
        self, table: Schema, options: ContextOptions, conventions: SpeakerConventions
    ) -> None:
        """Take the words of the styles, the context that counts, and what is said of voices."""
        self._options = options
        self._conventions = conventions
        self.use(table)

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build it from the target language's table."""
        table = context.tables[cls.TABLE].validated(cls.SCHEMA)
        conventions = SpeakerConventions.of(context.target)
        return cls(table, context.read_options(ContextOptions), conventions)  # type: ignore[arg-type]

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for every predicate that shows its style."""
        return marks_of(self._decide(document))

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all marks, and of predicates that show no style."""
        return reasons_of(PHENOMENON, self._decide(document))

    @abstractmethod
    def use(self, table: Schema) -> None:
        """Take the table."""

    @abstractmethod
    def styles(
        self, document: Document, segment: int, explainer: StyleExplainer | None = None
    ) -> Mapping[int, str]:
        """Return the class of each token that shows one; `explainer` collects the reasons."""

    @abstractmethod
    def sources(self, document: Document, place: TokenRef) -> tuple[int, ...]:
        """Return the source tokens of a predicate."""

    def _decide(self, document: Document) -> Iterator[Decision]:
        found = []
        for segment in range(len(document)):
            styles = sorted(self.styles(document, segment).items())
            found += [(label, TokenRef("target", segment, token)) for token, label in styles]
            yield partial(self._rulings, document, segment)
        voice = voice_names(document, self._conventions)
        occurrences = Occurrences(((label, voice(place)), place) for label, place in found)
        for label, place in found:
            mark = Mark(
                phenomenon=PHENOMENON,
                label=label,
                segment=place.segment,
                token=place.token,
                source_tokens=self.sources(document, place),
                evidence=occurrences.nearest((label, voice(place)), place, self._options),
                needed=1,
            )
            texts = (self.FOUND.format(label=label), self.MISSING.format(label=label))
            yield Ruling.context(mark, *texts)
            yield mark

    def _rulings(self, document: Document, segment: int) -> list[Ruling]:
        explainer = StyleExplainer(document.target[segment], segment)
        self.styles(document, segment, explainer)
        return explainer.rulings
