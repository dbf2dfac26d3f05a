"""The tagger `keigo`: polite です・ます against plain sentence ends, with earlier ones as evidence.

Referent honorifics (いらっしゃる, 伺う, お待ちになる) stand in `formality.toml`, which the
general tagger reads.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Self

from discotag.plugin import (
    ContextOptions,
    Mark,
    Occurrences,
    SpeakerConventions,
    Tagger,
    TokenRef,
    Trace,
    voice_names,
)
from discotag_lang_ja.styles import Styles, predicate
from discotag_lang_ja.table import KeigoTable

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugin import Context, Document, Reason

PHENOMENON = "formality"


class KeigoTagger(Tagger):
    """Marks the style of each predicate, `polite` or `plain`.

    A style is a matter of the text, not of the sentence: *Where is it? – Over there.* →
    どこですか。 – そこです。 The second line ends in です because the first does (Fernandes et al.
    2023, section 3). A mark's source tokens are those of the whole predicate, for an aligner links
    the verb of 待っています, and rarely its ます. Evidence comes from the own voice: what a
    narrator tells says nothing of a line of dialogue.
    """

    def __init__(
        self, table: KeigoTable, options: ContextOptions, manners: SpeakerConventions
    ) -> None:
        """Take the words of the styles, the context that counts, and what is said of voices."""
        self._manners = manners
        self._styles = Styles(table)
        self._options = options

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build it from the target language's table `keigo`."""
        table = context.tables["keigo"].validated(KeigoTable)
        return cls(
            table, context.read_options(ContextOptions), SpeakerConventions.of(context.target)
        )

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield a mark for every predicate that shows its style."""
        return self._marks(document, None)

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all marks, and of predicates that show no style."""
        return Trace.of(PHENOMENON, lambda why: self._marks(document, why))

    def _marks(self, document: Document, why: Trace | None) -> Iterator[Mark]:
        found = [
            (style, TokenRef("target", segment, token))
            for segment, tokens in enumerate(document.target)
            for token, style in sorted(self._styles.of(tokens, why, segment).items())
        ]
        voice = voice_names(document, self._manners)
        occurrences = Occurrences(((style, voice(place)), place) for style, place in found)
        for style, place in found:
            links = document.links(place.segment)
            words = predicate(document.target[place.segment], place.token)
            mark = Mark(
                phenomenon=PHENOMENON,
                label=style,
                segment=place.segment,
                token=place.token,
                source_tokens=tuple(sorted({i for j in words for i in links.sources(j)})),
                evidence=occurrences.nearest((style, voice(place)), place, self._options),
                needed=1,
            )
            if why is not None:
                told = f"another segment has a {style} predicate, and the style holds on"
                missing = f"no {style} predicate of this voice stands in the segments that count"
                why.context(mark, place, told, missing)
            yield mark
