"""Tag content words whose pair of lemmas was linked often enough in earlier segments.

A text that has called a thing by one name keeps to it. After "The mayor spoke." – « Le maire
parla. » and two more such links, the *maire* of "The mayor left." – « Le maire partit. » is tagged
(Fernandes et al. 2023, section 3.3): *bourgmestre* would be right in its sentence and wrong in the
text. Every linked content word is a mark, so that a system's own word is known where the reference
has a tag. Numbers are left out: they have one translation.

Names and words that are copied letter for letter hardly need context. They are a phenomenon of
their own, `names`, which a second tagger marks in the same way.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Self

from discotag.core.evidence import Occurrences
from discotag.core.explanations import Trace
from discotag.core.roles import implements
from discotag.core.tags import Mark, TokenRef
from discotag.plugins.lexical_cohesion.options import CohesionOptions
from discotag.plugins.lexical_cohesion.pairs import Pair, joined
from discotag.plugins.lexical_cohesion.words import ContentWords, is_name, pack_stops, spacy_stops

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.document import Alignment, Document
    from discotag.core.explanations import Reason
    from discotag.core.interfaces import Context
    from discotag.core.tokens import Token
    from discotag.plugins.lexical_cohesion.pairs import KeyedTokens
    from discotag.plugins.lexical_cohesion.words import StopWords

UNLINKED = "no source word is linked to it"


@implements("tagger")
class LexicalCohesionTagger:
    """Marks linked content words; those whose pair occurred `threshold` times before are tags."""

    phenomenon: ClassVar[str] = "lexical_cohesion"
    """What its marks are called."""

    def __init__(self, options: CohesionOptions, source: StopWords, target: StopWords) -> None:
        self._options = options
        self._source = ContentWords(options, source)
        self._target = ContentWords(options, target)

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the tagger with the stop words of both languages."""
        options = context.read_options(CohesionOptions)
        source, target = (
            spacy_stops(pack.code) if options.stops == "spacy" else pack_stops(pack.stop_words)
            for pack in (context.source, context.target)
        )
        return cls(options, source, target)

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for each pair of linked content words."""
        return self._marks(document, None)

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all marks, and of linked words that do not count."""
        return Trace.of(self.phenomenon, lambda why: self._marks(document, why))

    def _marks(self, document: Document, why: Trace | None) -> Iterator[Mark]:
        pairs = [
            pair for segment in range(len(document)) for pair in self._pairs(document, segment, why)
        ]
        earlier = Occurrences(self._counted(pairs))
        threshold = self._options.threshold
        for key, place, sources in pairs:
            mark = Mark(
                phenomenon=self.phenomenon,
                label="→".join(key),
                segment=place.segment,
                token=place.token,
                source_tokens=sources,
                evidence=earlier.nearest(key, place, self._options, count=threshold),
                needed=threshold,
            )
            if why is not None:
                linked = [TokenRef("source", place.segment, index) for index in sources]
                why.mark(place, "pair", f"both words of {mark.label} are content words", linked)
                found = self._found(earlier, key, place)
                told = f"{found} other links of the pair count as context, {threshold} make a habit"
                why.context(mark, place, told, told)
            yield mark

    def _counted(self, pairs: Iterable[Pair]) -> Iterator[tuple[tuple[str, str], TokenRef]]:
        """Yield what counts as an occurrence: a target word, or each link by its source word."""
        for key, place, sources in pairs:
            if self._options.links == "all":
                yield key, place
            else:
                yield from ((key, TokenRef("source", place.segment, index)) for index in sources)

    def _found(self, earlier: Occurrences, key: tuple[str, str], place: TokenRef) -> int:
        """Count the links that count as context, up to the threshold."""
        counts = range(self._options.threshold, 0, -1)
        nearest = (earlier.nearest(key, place, self._options, count=count) for count in counts)
        return max((len(places) for places in nearest), default=0)

    def _pairs(self, document: Document, segment: int, why: Trace | None) -> Iterable[Pair]:
        """Return the pairs of a segment in the order of the translation."""
        source, target = document.source[segment], document.target[segment]
        left, right = (source, self._source.keys(source)), (target, self._target.keys(target))
        content: list[tuple[int, int]] = []
        linked: set[int] = set()
        for i, j in self._links(document.links(segment)):
            linked.add(j)
            fault = self._fault(left, i, right, j)
            if not fault:
                content.append((i, j))
            elif why is not None:
                other = TokenRef("source", segment, i)
                told = f'linked to "{source.forms[i]}": {fault}'
                why.no(TokenRef("target", segment, j), "content words", told, (other,))
        if why is not None:
            self._tell_unlinked(why, segment, [t for t in target if t.index not in linked])
        are_joined = self._options.compounds == "joined"
        return joined(segment, content, left, right, are_joined=are_joined)

    def _fault(self, source: KeyedTokens, i: int, target: KeyedTokens, j: int) -> str:
        """Return why a linked pair does not count; "" if it does."""
        (left, left_keys), (right, right_keys) = source, target
        if not (left_keys[i] and right_keys[j]):
            told = self._target.obstacle(right[j]) or self._source.obstacle(left[i])
            return told or "no content words"
        if self._options.names == "apart" and is_name(left, i, right, j):
            return "a name or a copied word, which the phenomenon names has"
        return ""

    def _tell_unlinked(self, why: Trace, segment: int, tokens: Iterable[Token]) -> None:
        """Explain words without a link, if they are of a class that counts."""
        for token in tokens:
            fault = self._target.obstacle(token)
            place = TokenRef("target", segment, token.index)
            if fault is None:
                why.no(place, "link", UNLINKED)
            elif token.upos in self._options.classes:
                why.no(place, "content words", f"{UNLINKED}, and {fault}")

    def _links(self, alignment: Alignment) -> Iterable[tuple[int, int]]:
        return alignment.links if self._options.links == "all" else alignment.last_links.items()


@implements("tagger")
class NamesTagger(LexicalCohesionTagger):
    """Marks linked names and copied words in the same way."""

    phenomenon: ClassVar[str] = "names"

    def _fault(self, source: KeyedTokens, i: int, target: KeyedTokens, j: int) -> str:
        """Return why a linked pair is no pair of names; "" if it is one.

        The class of one of the two words may be wrong (a name at the start of a line is often
        tagged INTJ or PRON): then its form counts, if it has a capital.
        """
        if not is_name(source[0], i, target[0], j):
            return "neither a name nor copied"
        for (tokens, keys), index in ((source, i), (target, j)):
            if not keys[index]:
                form = tokens.forms[index]
                if not form[0].isupper():
                    return f'"{form}" is no name'
                keys[index] = form.casefold()
        return ""
