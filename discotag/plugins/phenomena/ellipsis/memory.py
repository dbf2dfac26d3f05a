"""Where in a document the words that may be elided later occurred."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.evidence import ContextOptions, Occurrences
from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.ellipsis.fillers import FITTING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable

    from discotag.core.document import Document
    from discotag.core.tokens import Token
    from discotag.plugins.phenomena.ellipsis.partners import Partners

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
        options: the context in which an antecedent is looked for.
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
