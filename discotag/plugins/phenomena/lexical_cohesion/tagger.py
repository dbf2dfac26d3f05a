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

from collections import defaultdict
from functools import partial
from itertools import repeat
from statistics import fmean
from typing import TYPE_CHECKING, ClassVar, Self

from discotag.core.explanations import Explanation, Ruling, marks_of, reasons_of
from discotag.core.interfaces import Tagger
from discotag.core.tags import Mark, Occurrences, TokenRef
from discotag.plugins.phenomena.lexical_cohesion.pairs import (
    Doubts,
    Pair,
    Whole,
    WholeWords,
    joined,
)
from discotag.plugins.phenomena.lexical_cohesion.words import (
    CohesionOptions,
    ContentWords,
    is_in_name,
    is_name,
    name_key,
    pack_stops,
    spacy_stops,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from discotag.core.document import Alignment, Document
    from discotag.core.explanations import Decision, Reason
    from discotag.core.interfaces import Context
    from discotag.plugins.phenomena.lexical_cohesion.pairs import KeyedTokens
    from discotag.plugins.phenomena.lexical_cohesion.words import StopWords

    _Segment = tuple[KeyedTokens, KeyedTokens, tuple[tuple[int, int], ...]]

WEAK = "its links are weak"
PLACE = 2 / 3
"""Share of the least mean confidence that the link of the place itself must have."""
DOUBTFUL = "doubtful-pair"
UNLINKED = "no source word is linked to it"
PART_OF_NAME = "it stands in a name here"
CAUSES = {
    "no content word": "word-class",
    "is a stop word": "stop-word",
    "has no letter": "letterless",
    "see the phenomenon names": "name",
    "neither a name nor copied": "plain-word",
    PART_OF_NAME: "name",
}
"""How an obstacle ends → its cause."""


class LexicalCohesionTagger(Tagger):
    """Marks linked content words; those whose pair occurred `threshold` times before are tags."""

    phenomenon: ClassVar[str] = "lexical_cohesion"
    """What its marks are called."""
    is_strict: ClassVar[bool] = True
    """Whether a doubtful pair is not a tag."""

    def __init__(
        self,
        options: CohesionOptions,
        source: StopWords,
        target: StopWords,
        suffixes: tuple[tuple[str, ...], tuple[str, ...]] = ((), ()),
    ) -> None:
        self._options = options
        self._suffixes = suffixes
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
        suffixes = context.source.writing.suffixes, context.target.writing.suffixes
        return cls(options, source, target, suffixes)

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for each pair of linked content words."""
        return marks_of(self._decide(document))

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all marks, and of linked words that do not count."""
        return reasons_of(self.phenomenon, self._decide(document))

    def _decide(self, document: Document) -> Iterator[Decision]:
        pairs: list[Pair] = []
        for one in self._pairs(document):
            if isinstance(one, Pair):
                pairs.append(one)
            else:
                yield one
        earlier = Occurrences(self._counted(pairs))
        threshold = self._options.threshold
        sure = self._sureness(document, pairs)
        for key, place, sources, torn in pairs:
            doubt = torn or sure(key, place, sources)
            mark = Mark(
                phenomenon=self.phenomenon,
                label="→".join(key),
                segment=place.segment,
                token=place.token,
                source_tokens=sources,
                evidence=()
                if doubt
                else earlier.nearest(key, place, self._options, count=threshold),
                needed=threshold,
            )
            yield partial(self._explained, mark, key, earlier, doubt)
            yield mark

    def _explained(
        self, mark: Mark, key: tuple[str, str], earlier: Occurrences, doubt: str
    ) -> Iterator[Ruling]:
        """Yield why a pair is a mark, and why it is a tag or none."""
        place = TokenRef("target", mark.segment, mark.token)
        linked = tuple(TokenRef("source", place.segment, index) for index in mark.source_tokens)
        yield Ruling.mark(place, "pair", f"both words of {mark.label} are content words", linked)
        threshold = self._options.threshold
        found = self._found(earlier, key, place)
        text = f"{found} other links of the pair count as context, {threshold} make a habit"
        missing = Explanation(text, "below-habit" if found else "first-time")
        if doubt:
            missing = Explanation(doubt, DOUBTFUL)
        yield Ruling.context(mark, Explanation(text, "habit"), missing)

    def _sureness(
        self, document: Document, pairs: Sequence[Pair]
    ) -> Callable[[tuple[str, str], TokenRef, tuple[int, ...]], str]:
        """Return what says whether the links of a pair are too weak, here or in the whole text."""
        least = self._options.sure if self.is_strict and self._options.compounds == "joined" else 0

        def at(place: TokenRef, sources: tuple[int, ...]) -> float:
            alignment = document.links(place.segment)
            scores = zip(alignment.links, alignment.scores or repeat(1.0), strict=False)
            found = (score for (i, j), score in scores if j == place.token and i in sources)
            return max(found, default=1.0)

        habits: dict[tuple[str, str], list[float]] = defaultdict(list)
        for key, place, sources, _ in pairs if least else ():
            habits[key].append(at(place, sources))

        def of(key: tuple[str, str], place: TokenRef, sources: tuple[int, ...]) -> str:
            if not least:
                return ""
            is_weak = at(place, sources) < PLACE * least or fmean(habits[key]) < least
            return WEAK if is_weak else ""

        return of

    def _counted(self, pairs: Iterable[Pair]) -> Iterator[tuple[tuple[str, str], TokenRef]]:
        """Yield what counts as an occurrence: a target word, or each link by its source word."""
        for key, place, sources, _ in pairs:
            if self._options.links == "all":
                yield key, place
            else:
                yield from ((key, TokenRef("source", place.segment, index)) for index in sources)

    def _found(self, earlier: Occurrences, key: tuple[str, str], place: TokenRef) -> int:
        """Count the links that count as context, up to the threshold."""
        counts = range(self._options.threshold, 0, -1)
        nearest = (earlier.nearest(key, place, self._options, count=count) for count in counts)
        return max((len(places) for places in nearest), default=0)

    def _pairs(self, document: Document) -> Iterator[Pair | Callable[[], Iterator[Ruling]]]:
        """Yield the pairs of a document in order, and why other words are in none."""
        sides = [
            (
                (source, self._source.keys(source)),
                (target, self._target.keys(target)),
                tuple(self._links(document.links(segment))),
            )
            for segment, (source, target) in enumerate(
                zip(document.source, document.target, strict=True)
            )
        ]
        names = self._names(sides)
        wholes = self._wholes(document) if self._options.compounds == "joined" else None
        for segment, side in enumerate(sides):
            source, target, links = side
            content, refused = [], []
            for i, j in links:
                fault = self._fault(source, i, target, j, names)
                if fault:
                    refused.append((i, j, fault))
                else:
                    content.append((i, j))
            yield partial(self._refusals, document, segment, links, refused)
            whole = wholes(segment, side) if wholes else None
            yield from joined(segment, content, source, target, whole=whole)

    def _wholes(self, document: Document) -> Callable[[int, _Segment], Whole]:
        """Return what recognizes, segment by segment, whole words of both sides."""
        source = WholeWords(document.source, self._source.stops, self._suffixes[0])
        target = WholeWords(document.target, self._target.stops, self._suffixes[1])

        def of(segment: int, side: _Segment) -> Whole:
            said: dict[int, set[int]] = defaultdict(set)
            saying: dict[int, set[int]] = defaultdict(set)
            for i, j in document.links(segment).links:
                said[i].add(j)
                saying[j].add(i)
            left, right, links = side
            doubts = Doubts((left, right), (source, target), links, (said, saying))
            return Whole(
                lambda words: source.grown(left[0], words, said),
                lambda words: target.grown(right[0], words, saying),
                doubts.of if self.is_strict else lambda _, __: "",
            )

        return of

    def _names(self, sides: Sequence[_Segment]) -> frozenset[tuple[str, str]]:
        """Return the pairs that are names at half of their places or more.

        A name at the start of a line is often tagged as another class, and so is another word now
        and then. A name whose one word counts for no content word is known by its form.
        """
        if self._options.names == "together":
            return frozenset()
        votes: dict[tuple[str, str], int] = defaultdict(int)
        for (source, left), (target, right), links in sides:
            for i, j in links:
                is_one = is_name(source, i, target, j)
                if is_one:
                    left[i] = left[i] or name_key(source, i)
                    right[j] = right[j] or name_key(target, j)
                if left[i] and right[j]:
                    votes[left[i], right[j]] += 1 if is_one else -1
        return frozenset(key for key, balance in votes.items() if balance >= 0)

    def _fault(
        self,
        source: KeyedTokens,
        i: int,
        target: KeyedTokens,
        j: int,
        names: frozenset[tuple[str, str]],
    ) -> str:
        """Return why a linked pair does not count; "" if it does."""
        key = source[1][i], target[1][j]
        if not all(key):
            told = self._target.obstacle(target[0][j]) or self._source.obstacle(source[0][i])
            return told or "no content word"
        if key in names:
            return "a name or a copied word, see the phenomenon names"
        is_apart = self._options.names == "apart"
        return PART_OF_NAME if is_apart and is_in_name(source[0], i) else ""

    def _refusals(
        self,
        document: Document,
        segment: int,
        links: Sequence[tuple[int, int]],
        refused: Sequence[tuple[int, int, str]],
    ) -> Iterator[Ruling]:
        """Yield why linked words of a segment do not count, and words of a class that does."""
        forms = document.source[segment].forms
        for i, j, fault in refused:
            why = Explanation(f'linked to "{forms[i]}": {fault}', _cause(fault))
            place = TokenRef("target", segment, j)
            yield Ruling.no(place, "content words", why, (TokenRef("source", segment, i),))
        linked = {j for _, j in links}
        for token in document.target[segment]:
            if token.index in linked:
                continue
            obstacle = self._target.obstacle(token)
            place = TokenRef("target", segment, token.index)
            if obstacle is None:
                yield Ruling.no(place, "link", Explanation(UNLINKED, "unlinked", 1, 2))
            elif token.upos in self._options.classes:
                why = Explanation(f"{UNLINKED}, and {obstacle}", _cause(obstacle))
                yield Ruling.no(place, "content words", why)

    def _links(self, alignment: Alignment) -> Iterable[tuple[int, int]]:
        return alignment.links if self._options.links == "all" else alignment.last_links.items()


class NamesTagger(LexicalCohesionTagger):
    """Marks linked names and copied words in the same way."""

    phenomenon: ClassVar[str] = "names"
    is_strict: ClassVar[bool] = False

    def _fault(
        self,
        source: KeyedTokens,
        i: int,
        target: KeyedTokens,
        j: int,
        names: frozenset[tuple[str, str]],
    ) -> str:
        """Return why a linked pair is not a pair of names; "" if it is one."""
        return "" if (source[1][i], target[1][j]) in names else "neither a name nor copied"


def _cause(fault: str) -> str:
    return next((cause for ending, cause in CAUSES.items() if fault.endswith(ending)), "")
