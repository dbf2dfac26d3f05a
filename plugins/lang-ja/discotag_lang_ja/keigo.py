"""The tagger `keigo`: polite です・ます against plain sentence ends, with earlier ones as evidence.

Referent honorifics (いらっしゃる, 伺う, お待ちになる) are in `formality.toml`, which the general
tagger reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin.language import SentenceEndTagger
from discotag_lang_ja.styles import Styles, predicate
from discotag_lang_ja.table import KeigoTable

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.plugin import Document, TokenRef
    from discotag.plugin.language import StyleExplainer


class KeigoTagger(SentenceEndTagger[KeigoTable]):
    """Marks the style of each predicate, `polite` or `plain`."""

    TABLE = "keigo"
    SCHEMA = KeigoTable
    FOUND = "another segment has a {label} predicate, and the style holds on"
    MISSING = "no {label} predicate of this voice stands in the segments that count"

    def use(self, table: KeigoTable) -> None:
        """Take the words of the styles."""
        self._styles = Styles(table)

    def styles(
        self, document: Document, segment: int, explainer: StyleExplainer | None = None
    ) -> Mapping[int, str]:
        """Return the style of each predicate by the token that shows it."""
        return self._styles.of(document.target[segment], explainer)

    def sources(self, document: Document, place: TokenRef) -> tuple[int, ...]:
        """Return the source tokens of the whole predicate.

        An aligner links the verb of 待っています, and rarely its ます.
        """
        links = document.links(place.segment)
        words = predicate(document.target[place.segment], place.token)
        return tuple(sorted({source for word in words for source in links.sources(word)}))
