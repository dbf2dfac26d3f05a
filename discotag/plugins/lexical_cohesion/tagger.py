"""Tag content words whose pair of lemmas was linked often enough in earlier segments.

A text that has called a thing by one name keeps to it. After "The mayor spoke." – « Le maire
parla. » and two more such links, the *maire* of "The mayor left." – « Le maire partit. » is tagged
(Fernandes et al. 2023, section 3.3): *bourgmestre* would be right in its sentence and wrong in the
text. Every linked content word is a mark, so that a system's own word is known where the reference
has a tag. Numbers are left out: they have one translation.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import repeat
from typing import TYPE_CHECKING, Literal, Self

from pydantic import Field

from discotag.core.evidence import ContextOptions, Occurrences
from discotag.core.explanations import Trace
from discotag.core.roles import implements
from discotag.core.rule_index import REMEMBERED
from discotag.core.tags import Mark, TokenRef
from discotag.core.tokens import present
from discotag.plugins.published import SpacyWords

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

    from discotag.core.document import Alignment, Document
    from discotag.core.explanations import Reason
    from discotag.core.interfaces import Context
    from discotag.core.tokens import Token, Tokens

    StopWords = Callable[[Token], str | None]
    _Pair = tuple[tuple[str, str], TokenRef, tuple[int, ...]]

PHENOMENON = "lexical_cohesion"
UNLINKED = "no source word is linked to it"
CONTENT = ("ADJ", "ADV", "NOUN", "PROPN", "VERB")


class CohesionOptions(ContextOptions):
    """Settings of the tagger.

    Args:
        threshold: how many earlier links of the pair make it a habit of the text.
        unit: `lemma` (casefolded), or `form` with its case, as the published MuDA code has it.
        classes: UPOS classes of content words; empty = all but punctuation and stop words.
        stops: where stop words come from: the `pack`'s list, by form or lemma, and words without a
            letter; or `spacy`, as the published MuDA code has it: by form alone, and what spaCy
            takes for punctuation.
        links: `all`, or `last`: each source token's last target token, as MuDA's code has it. Each
            link counts then, so that evidence is the source words.
    """

    threshold: int = Field(default=3, ge=1)
    unit: Literal["lemma", "form"] = "lemma"
    classes: tuple[str, ...] = CONTENT
    stops: Literal["pack", "spacy"] = "pack"
    links: Literal["all", "last"] = "all"


@implements("tagger")
class LexicalCohesionTagger:
    """Marks linked content words; those whose pair occurred `threshold` times before are tags."""

    def __init__(self, options: CohesionOptions, source: StopWords, target: StopWords) -> None:
        self._options = options
        self._source = _Words(options, source)
        self._target = _Words(options, target)

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the tagger with the stop words of both languages."""
        options = context.read_options(CohesionOptions)
        source, target = (
            _spacy_stops(pack.code) if options.stops == "spacy" else _pack_stops(pack.stop_words)
            for pack in (context.source, context.target)
        )
        return cls(options, source, target)

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for each pair of linked content words."""
        return self._marks(document, None)

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all marks, and of linked words that do not count."""
        return Trace.of(PHENOMENON, lambda why: self._marks(document, why))

    def _marks(self, document: Document, why: Trace | None) -> Iterator[Mark]:
        pairs = list(self._pairs(document, why))
        earlier = Occurrences(self._counted(pairs))
        threshold = self._options.threshold
        for key, place, sources in pairs:
            mark = Mark(
                phenomenon=PHENOMENON,
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

    def _counted(self, pairs: Iterable[_Pair]) -> Iterator[tuple[tuple[str, str], TokenRef]]:
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

    def _pairs(self, document: Document, why: Trace | None) -> Iterator[_Pair]:
        for segment, (source, target) in enumerate(
            zip(document.source, document.target, strict=True)
        ):
            found: dict[tuple[int, tuple[str, str]], list[int]] = defaultdict(list)
            linked: set[int] = set()
            left, right = self._source.keys(source), self._target.keys(target)
            for i, j in self._links(document.links(segment)):
                linked.add(j)
                if (source_key := left[i]) and (target_key := right[j]):
                    found[j, (source_key, target_key)].append(i)
                elif why is not None:
                    fault = self._target.obstacle(target[j]) or self._source.obstacle(source[i])
                    other = TokenRef("source", segment, i)
                    told = f'linked to "{source[i].form}": {fault}'
                    why.no(TokenRef("target", segment, j), "content words", told, (other,))
            if why is not None:
                self._tell_unlinked(why, segment, [t for t in target if t.index not in linked])
            for (token, key), sources in sorted(found.items()):
                yield key, TokenRef("target", segment, token), tuple(sources)

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


class _Words:
    """The content words of one side; what was found of a word is remembered.

    Args:
        options: of the tagger.
        stops: tells why a word of a class that counts is left out all the same.
    """

    def __init__(self, options: CohesionOptions, stops: StopWords) -> None:
        self._options = options
        self._stops = stops
        self._known: dict[tuple[str, str, str, str], str] = {}

    def keys(self, tokens: Tokens) -> list[str]:
        """Return what counts as the same word, token by token; "" for what is no content word."""
        if len(self._known) >= REMEMBERED:
            self._known.clear()
        kinds = zip(
            tokens.forms,
            present(tokens.lemmas, "lemmas"),
            present(tokens.upos, "pos"),
            repeat("") if tokens.xpos is None else tokens.xpos,
            strict=False,
        )
        keys = map(self._known.get, kinds)
        return [self._met(tokens[index]) if key is None else key for index, key in enumerate(keys)]

    def _met(self, token: Token) -> str:
        """Return a word's key, and remember it."""
        key = "" if self.obstacle(token) else self._key(token)
        xpos = "" if token.segment.xpos is None else token.xpos
        self._known[token.form, token.lemma, token.upos, xpos] = key
        return key

    def _key(self, token: Token) -> str:
        return token.form if self._options.unit == "form" else token.base.casefold()

    def obstacle(self, token: Token) -> str | None:
        """Return why a word is not a content word; None if it is one."""
        classes = self._options.classes
        if classes and token.upos not in classes:
            return _of_class(token)
        return self._stops(token)


def _pack_stops(listed: frozenset[str]) -> StopWords:
    """Leave out punctuation, words without a letter, and a pack's stop words."""

    def obstacle(token: Token) -> str | None:
        if token.upos == "PUNCT":
            return _of_class(token)
        if not any(letter.isalpha() for letter in token.form):
            return f'"{token.form}" has no letter'
        if not listed.isdisjoint({token.form.casefold(), token.base.casefold()}):
            return f'"{token.form}" is a stop word'
        return None

    return obstacle


def _spacy_stops(language: str) -> StopWords:
    """Leave out what spaCy takes for a stop word or punctuation."""
    words = SpacyWords(language)
    return lambda token: words.obstacle(token.form)


def _of_class(token: Token) -> str:
    return f'"{token.form}" is {token.upos}, no content word'
