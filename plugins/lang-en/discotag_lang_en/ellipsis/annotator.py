"""The annotator `ellipsis-rules`: for each segment its sites (token, kind, confidence)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from discotag.plugin import Annotator
from discotag_lang_en.ellipsis.clause import Clause
from discotag_lang_en.ellipsis.nouns import noun_sites
from discotag_lang_en.ellipsis.remnants import gap_sites, sluice_sites
from discotag_lang_en.ellipsis.verbs import verb_sites
from discotag_lang_en.ellipsis.words import EllipsisWords, read_words

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import Context, Side, Tokens

TokenContext = tuple[int, str, float]
"""The token beside which something is missing, kind (vp, np, gapping, sluice), confidence 0–1."""


class EllipsisRules(Annotator):
    """Finds elliptical sites in English segments."""

    def __init__(self, words: EllipsisWords) -> None:
        self._words = words

    @classmethod
    def create(cls, context: Context) -> Self:  # noqa: ARG003 - the rules have no settings
        """Build the annotator with the pack's words."""
        return cls(read_words())

    def annotate(self, documents: Sequence[Side]) -> Sequence[Sequence[tuple[TokenContext, ...]]]:
        """Return the sites of each segment, sorted, at most one per token."""
        return [[self.sites(tokens) for tokens in document] for document in documents]

    def sites(self, tokens: Tokens) -> tuple[TokenContext, ...]:
        """Return the sites of one segment."""
        clause, words = Clause.of(tokens), self._words
        found: dict[int, TokenContext] = {}
        for kind, sites in (
            ("vp", verb_sites(clause, words.verbs)),
            ("sluice", sluice_sites(clause, words.remnants)),
            ("gapping", gap_sites(clause, words.remnants)),
            ("np", noun_sites(clause, words.nouns)),
        ):
            for token, confidence in sites:
                found.setdefault(token, (token, kind, confidence))
        return tuple(found[token] for token in sorted(found))
