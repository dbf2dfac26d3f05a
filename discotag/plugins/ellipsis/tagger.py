"""Tag target words that say what the source leaves out.

After "I have heard it. She hasn't." a French text goes on « Je l'ai entendu. Elle ne l'a pas
entendu. »: *entendu* has no word in the source, its verb stands in the segment before, and it is
tagged with that *entendu* as its evidence (Fernandes et al. 2023, section 3.3). The plain rule –
an elliptical segment, a verb, noun or pronoun without link, a lemma that occurred before – is
right one to three times in four, because aligners miss links. So the tagger looks at each elided
site for the one word that fills it: of the part of speech that fits, beside words that are linked
to the site's neighbours, and near an earlier word that translates a source word. There a verb
such as *avoir* may fill a gap too ("Oui, il en a."), but only one that the aligner took for *do*
or the like; the plain rule leaves all stop words out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self

from pydantic import Field

from discotag.core.evidence import ContextOptions
from discotag.core.tags import Mark, Place
from discotag.plugins.ellipsis.fillers import Fillers
from discotag.plugins.ellipsis.memory import GROUPS, Memory

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.document import Document
    from discotag.core.interfaces import Context
    from discotag.core.tokens import Token

PHENOMENON = "ellipsis"


class EllipsisOptions(ContextOptions):
    """Settings of the tagger.

    Args:
        match: `site`: one word for each elided site; `segment`: the plain rule for all words of
            an elliptical segment.
        confidence: the smallest confidence of a site that counts, 0–1.
        per_site: how many words may fill one site.
        reach: how many segments back a site's antecedent may stand; None = the whole document, as
            always for the plain rule.
        pro_verbs: lemmas that translate an auxiliary and fill no site (*faire* for *do*); a pack's
            `[settings.ellipsis]` gives those of its language.
        links: `all`, or `last`: each source token's last target token, as the published MuDA code
            has it.
        min_length: the smallest number of letters of a word.
    """

    match: Literal["site", "segment"] = "site"
    confidence: float = Field(default=0.6, ge=0, le=1)
    per_site: int = Field(default=1, ge=1)
    reach: int | None = Field(default=5, ge=0)
    pro_verbs: frozenset[str] = frozenset()
    links: Literal["all", "last"] = "all"
    min_length: int = Field(default=1, ge=1)

    @property
    def within_reach(self) -> ContextOptions:
        """The context in which antecedents are looked for."""
        return self.within(self.reach if self.match == "site" else None)


class EllipsisTagger:
    """Tags words that fill an elided site; there are no marks without evidence."""

    def __init__(self, options: EllipsisOptions, stop_words: frozenset[str] = frozenset()) -> None:
        self._options = options
        self._stop_words = stop_words

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the tagger with the target pack's stop words."""
        return cls(context.read_options(EllipsisOptions), context.target.stop_words)

    def mark(self, document: Document) -> Iterable[Mark]:
        """Yield the tags of one document."""
        plain = self._options.match == "segment"
        found = {
            segment: [site for site in sites if site[2] >= self._options.confidence]
            for segment, sites in enumerate(document.source.layer("ellipsis"))
        }
        if not any(found.values()):
            return
        earlier = Memory(document, self._is_word, self._options.within_reach, plain=plain)
        find = self._everywhere if plain else self._at_sites
        for segment, sites in found.items():
            if sites:
                yield from find(document, segment, sites, earlier)

    def _everywhere(
        self,
        document: Document,
        segment: int,
        sites: list[tuple[int, str, float]],
        earlier: Memory,
    ) -> Iterator[Mark]:
        links = document.links(segment).links
        linked = set(
            dict(links).values() if self._options.links == "last" else (j for _, j in links)
        )
        kind = max(sites, key=lambda site: site[2])[1]
        for token in document.target[segment]:
            if token.index not in linked and self._is_word(token):
                yield from self._tag(token, segment, kind, earlier)

    def _at_sites(
        self,
        document: Document,
        segment: int,
        sites: list[tuple[int, str, float]],
        earlier: Memory,
    ) -> Iterator[Mark]:
        fillers = Fillers(document, segment)
        taken: set[int] = set()
        for site, kind, _ in sites:
            found = [
                mark
                for index in fillers.near(site, kind)
                if index not in taken and self._may_fill(document.target[segment][index], fillers)
                for mark in self._tag(document.target[segment][index], segment, kind, earlier)
            ]
            found.sort(key=_is_decided_later)
            for mark in found[: self._options.per_site]:
                taken.add(mark.token)
                yield mark

    def _may_fill(self, token: Token, fillers: Fillers) -> bool:
        is_doubtful = self._is_stop(token) and not fillers.is_linked(token.index)
        return not is_doubtful and token.base.casefold() not in self._options.pro_verbs

    def _tag(self, token: Token, segment: int, kind: str, earlier: Memory) -> Iterator[Mark]:
        place = Place("target", segment, token.index)
        evidence = earlier.find(token, place)
        if evidence:
            yield Mark(PHENOMENON, kind, segment, token.index, (), evidence, needed=1)

    def _is_word(self, token: Token) -> bool:
        letters = sum(letter.isalnum() for letter in token.form)
        is_dropped = self._options.match == "segment" and self._is_stop(token)
        return token.upos in GROUPS and letters >= self._options.min_length and not is_dropped

    def _is_stop(self, token: Token) -> bool:
        return not self._stop_words.isdisjoint({token.form.casefold(), token.base.casefold()})


def _is_decided_later(mark: Mark) -> bool:
    """Tell whether only later segments hold evidence: such a word gives way to another."""
    return all(place.segment > mark.segment for place in mark.evidence)
