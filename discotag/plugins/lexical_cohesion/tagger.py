"""Tag content words whose pair of lemmas was linked often enough in earlier segments.

A text that has called a thing by one name keeps to it. After "The mayor spoke." – « Le maire
parla. » and two more such links, the *maire* of "The mayor left." – « Le maire partit. » is tagged
(Fernandes et al. 2023, section 3.3): *bourgmestre* would be right in its sentence and wrong in the
text. Every linked content word is a mark, so that a system's own word is known where the reference
has a tag. Numbers are left out: they have one translation.
"""

from __future__ import annotations

from collections import defaultdict
from typing import TYPE_CHECKING, Literal, Self

from pydantic import Field

from discotag.core.evidence import ContextOptions, Occurrences
from discotag.core.tags import Mark, Place

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.document import Alignment, Document
    from discotag.core.interfaces import Context
    from discotag.core.tokens import Token

PHENOMENON = "lexical_cohesion"
CONTENT = ("ADJ", "ADV", "NOUN", "PROPN", "VERB")


class CohesionOptions(ContextOptions):
    """Settings of the tagger.

    Args:
        threshold: how many earlier links of the pair make it a habit of the text.
        unit: `lemma` (casefolded), or `form` with its case, as the published MuDA code has it.
        classes: UPOS classes of content words; empty = all but punctuation and stop words.
        links: `all`, or `last`: each source token's last target token, as MuDA's code has it.
    """

    threshold: int = Field(default=3, ge=1)
    unit: Literal["lemma", "form"] = "lemma"
    classes: tuple[str, ...] = CONTENT
    links: Literal["all", "last"] = "all"


class LexicalCohesionTagger:
    """Marks linked content words; those whose pair occurred `threshold` times before are tags."""

    def __init__(
        self, options: CohesionOptions, source_stops: frozenset[str], target_stops: frozenset[str]
    ) -> None:
        self._options = options
        self._source_stops = source_stops
        self._target_stops = target_stops

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the tagger with both packs' stop words."""
        return cls(
            context.read_options(CohesionOptions),
            context.source.stop_words,
            context.target.stop_words,
        )

    def mark(self, document: Document) -> Iterable[Mark]:
        """Yield a mark for each pair of linked content words."""
        pairs = list(self._pairs(document))
        earlier = Occurrences((key, place) for key, place, _ in pairs)
        for key, place, sources in pairs:
            yield Mark(
                phenomenon=PHENOMENON,
                label="→".join(key),
                segment=place.segment,
                token=place.token,
                source_tokens=sources,
                evidence=earlier.nearest(key, place, self._options, count=self._options.threshold),
                needed=self._options.threshold,
            )

    def _pairs(
        self, document: Document
    ) -> Iterator[tuple[tuple[str, str], Place, tuple[int, ...]]]:
        for segment, (source, target) in enumerate(
            zip(document.source, document.target, strict=True)
        ):
            found: dict[tuple[int, tuple[str, str]], list[int]] = defaultdict(list)
            for i, j in self._links(document.links(segment)):
                left, right = source[i], target[j]
                if self._is_content(left, self._source_stops) and self._is_content(
                    right, self._target_stops
                ):
                    found[j, (self._key(left), self._key(right))].append(i)
            for (token, key), sources in sorted(found.items()):
                yield key, Place("target", segment, token), tuple(sources)

    def _links(self, alignment: Alignment) -> Iterable[tuple[int, int]]:
        return alignment.links if self._options.links == "all" else dict(alignment.links).items()

    def _key(self, token: Token) -> str:
        return token.form if self._options.unit == "form" else token.base.casefold()

    def _is_content(self, token: Token, stops: frozenset[str]) -> bool:
        if (
            token.upos not in self._options.classes
            if self._options.classes
            else token.upos == "PUNCT"
        ):
            return False
        if not any(letter.isalpha() for letter in token.form):
            return False
        return token.form.casefold() not in stops and token.base.casefold() not in stops
