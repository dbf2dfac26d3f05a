"""Find the target words that may fill an elided site of the source segment."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.explanations import Explanation, Ruling
from discotag.core.tags import ContextOptions, Occurrences, TokenRef
from discotag.language import ud

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator, Sequence

    from discotag.core.document import Document
    from discotag.core.tokens import Token


FITTING = {
    "vp": frozenset({"VERB"}),
    "gapping": frozenset({"VERB"}),
    "sluice": frozenset({"VERB"}),
    "np": ud.NOMINAL,
}
"""Parts of speech that can fill each kind of site."""
SENTENCE_END = frozenset({".", "!", "?", "…", "...", ";", "。", "！", "？"})
WITHIN_PHRASE = frozenset({"DET", "ADP", "ADJ", "NUM", "ADV"})
"""What may be between a quantifier and its noun: *dos de mis libros*."""
NEAREST = 3
"""Tokens from the word of an elided noun phrase to the noun that is spelled out."""
CONTENT = frozenset({"VERB", "NOUN", "PROPN", "ADJ", "NUM"})
"""Source words that a linked target word translates; a verb linked to others, such as the *do* of
"I do.", has its own word elsewhere."""


class Fillers:
    """The candidates of one segment pair."""

    def __init__(self, document: Document, segment: int) -> None:
        self._segment = segment
        self._source = document.source[segment]
        self._target = document.target[segment]
        self._sources: dict[int, list[int]] = {}
        for i, j in document.links(segment).links:
            self._sources.setdefault(j, []).append(i)

    def near(self, site: int, kind: str) -> tuple[list[int], list[Ruling]]:
        """Return the target tokens that may fill a site, the best first, and why others may not.

        A candidate fits the kind, has no link but to the site or to words that it cannot translate,
        and its target sentence is linked to the site's. Those linked to the site come first, then
        the nearest to a word that is linked to the site or its neighbours.
        """
        start, end = _sentence(self._source.forms, site)
        anchors = [j for j, sources in self._sources.items() if _crosses(sources, start, end)]
        close = [j for j in anchors if _crosses(self._sources[j], site - 2, site + 3)] or anchors
        ranked, refused = [], []
        for token in self._target:
            if token.upos not in FITTING.get(kind, frozenset()):
                continue
            obstacle = self._obstacle(token.index, site, kind, anchors)
            if obstacle is None:
                is_linked = site in self._sources.get(token.index, ())
                ranked.append((not is_linked, _distance(token.index, close), token.index))
            else:
                gap = TokenRef("source", self._segment, site)
                place = TokenRef("target", self._segment, token.index)
                refused.append(Ruling.no(place, f"site {kind}", obstacle, (gap,), label=kind))
        return [index for _, _, index in sorted(ranked)], refused

    def is_linked(self, index: int) -> bool:
        """Return whether a target token has any link."""
        return index in self._sources

    def _obstacle(self, index: int, site: int, kind: str, anchors: list[int]) -> Explanation | None:
        """Return why a token of the kind cannot fill a site; None if it may."""
        linked = self._sources.get(index, ())
        if kind == "np" and site in linked:  # *mienne* for "mine"
            return Explanation(
                "it translates the word at which something is left out", "own-site", 0, 2
            )
        if kind == "np" and not self._is_beside(index, site):
            return APART
        for i in linked:
            if i != site and self._source[i].upos in CONTENT:
                told = f'it translates a word of the source, "{self._source.forms[i]}"'
                return Explanation(told, "linked", 0, 2)
        first, last = _sentence(self._target.forms, index)
        if anchors and not any(first <= j < last for j in anchors):
            return Explanation(
                "it stands in another sentence than what is left out", "sentence", 1, 2
            )
        return None

    def _is_beside(self, index: int, site: int) -> bool:
        """Return whether a noun is in one phrase with a word that translates the site."""
        for j, sources in self._sources.items():
            first, last = sorted((j, index))
            if site in sources and 0 < last - first <= NEAREST:
                between = self._target.upos or ()
                if WITHIN_PHRASE.issuperset(between[first + 1 : last]):
                    return True
        return False


APART = Explanation(
    "it does not stand beside the word that translates what is left of the phrase", "apart", 0, 2
)


def _sentence(forms: tuple[str, ...], index: int) -> tuple[int, int]:
    """Return the sentence (half-open) that holds a token; a segment may hold several."""
    start, end = index, index + 1
    while start > 0 and forms[start - 1] not in SENTENCE_END:
        start -= 1
    while end < len(forms) and forms[end - 1] not in SENTENCE_END:
        end += 1
    return start, end


def _crosses(sources: list[int], start: int, end: int) -> bool:
    return any(start <= i < end for i in sources)


def _distance(index: int, others: list[int]) -> int:
    return min((abs(index - other) for other in others), default=0)


SHORTEST = 4
"""Letters of the shortest verb that a prefix is taken off or put on."""


class Partners:
    """Finds a verb's partners.

    Args:
        prefixes: prefixes that make a verb of one aspect the other's.
        endings: pairs of endings of infinitives that replace each other.
        pairs: pairs of lemmas.
        reflexive: endings that are taken off before, and put on again.
    """

    def __init__(
        self,
        prefixes: Sequence[str] = (),
        endings: Sequence[tuple[str, str]] = (),
        pairs: Sequence[tuple[str, str]] = (),
        reflexive: Sequence[str] = (),
    ) -> None:
        both = ((one, other) for pair in pairs for one, other in (pair, pair[::-1]))
        self._pairs: dict[str, list[str]] = {}
        for one, other in both:
            self._pairs.setdefault(one, []).append(other)
        self._prefixes = tuple(prefixes)
        self._endings = tuple(e for one, other in endings for e in ((one, other), (other, one)))
        self._reflexive = tuple(reflexive)

    def of(self, lemma: str) -> tuple[str, ...]:
        """Return lemmas that may be partners, the surest first; most of them are not words.

        Example:
            >>> Partners(prefixes=["с"], pairs=[("брать", "взять")]).of("взять")
            ('брать', 'свзять')
        """
        back = next((end for end in self._reflexive if lemma.endswith(end)), "")
        stem = lemma.removesuffix(back)
        found = [*self._pairs.get(lemma, ()), *(f"{p}{back}" for p in self._pairs.get(stem, ()))]
        found += [f"{other}{back}" for other in self._made(stem)]
        return tuple(dict.fromkeys(other for other in found if other != lemma))

    def _made(self, stem: str) -> Iterator[str]:
        for prefix in self._prefixes:
            if stem.startswith(prefix) and len(stem) - len(prefix) >= SHORTEST:
                yield stem.removeprefix(prefix)
        for one, other in self._endings:
            if stem.endswith(one) and len(stem) > len(one):
                yield stem.removesuffix(one) + other
        if len(stem) >= SHORTEST:
            yield from (prefix + stem for prefix in self._prefixes)


GROUPS = {"VERB": "verb", "NOUN": "noun", "PROPN": "noun", "PRON": "noun"}
"""Parts of speech that may fill a gap, and the memory each belongs to."""
SUPPORTING = frozenset({"AUX"})
"""A word linked to one of these translates an auxiliary (*peut* for *can*): that is not elided."""
NEAR = 1
"""How many segments back a word without link counts as the antecedent: aligners miss links."""


class Memory:
    """The earlier words of a document.

    Args:
        document: the document.
        is_word: which target tokens count.
        options: the context in which an antecedent is searched for.
        plain: whether any occurrence counts; otherwise one that translates a source word of its own
            kind, which may be elided later, or one of the segment before.
        partners: which other lemmas a verb may have had.
    """

    def __init__(
        self,
        document: Document,
        is_word: Callable[[Token], bool],
        options: ContextOptions,
        *,
        plain: bool,
        partners: Partners,
    ) -> None:
        self._partners = partners
        words = [
            (_key(token), TokenRef("target", segment, token.index), token)
            for segment, tokens in enumerate(document.target)
            for token in tokens
            if is_word(token)
        ]
        self._options = options
        self._near = options if plain else options.model_copy(update={"window": _least(options)})
        self._all = Occurrences(
            (key, place)
            for key, place, token in words
            if plain or not _translates(document, place.segment, token, SUPPORTING)
        )
        self._sure = Occurrences(
            (key, place)
            for key, place, token in words
            if not plain and _translates(document, place.segment, token, FITTING[_kind(token)])
        )

    def find(self, token: Token, place: TokenRef) -> tuple[TokenRef, ...]:
        """Return the antecedent of a word, and the later one where these count; may be empty.

        Of a verb that did not occur, its partner's: *рассказать* after *рассказывать*.
        """
        group, lemma = _key(token)
        found = self._of((group, lemma), place)
        if not found and group == GROUPS["VERB"]:
            others = (self._of((group, other), place) for other in self._partners.of(lemma))
            found = next(filter(None, others), ())
        return found

    def _of(self, key: Hashable, place: TokenRef) -> tuple[TokenRef, ...]:
        sure = self._sure.nearest(key, place, self._options)
        near = self._all.nearest(key, place, self._near)
        earlier, later = (
            on_side(sure, place) or on_side(near, place) for on_side in (_earlier, _later)
        )
        return (*earlier, *later)


def _earlier(found: Iterable[TokenRef], place: TokenRef) -> tuple[TokenRef, ...]:
    return tuple(other for other in found if other.segment <= place.segment)


def _later(found: Iterable[TokenRef], place: TokenRef) -> tuple[TokenRef, ...]:
    return tuple(other for other in found if other.segment > place.segment)


def _least(options: ContextOptions) -> int:
    return NEAR if options.window is None else min(NEAR, options.window)


def _key(token: Token) -> tuple[str, str]:
    return GROUPS[token.upos], token.base.casefold()


def _kind(token: Token) -> str:
    return "vp" if token.upos == "VERB" else "np"


def _translates(document: Document, segment: int, token: Token, classes: frozenset[str]) -> bool:
    sources = document.links(segment).sources(token.index)
    return any(document.source[segment][i].upos in classes for i in sources)
