"""Tag target words that say what the source leaves out.

After "I have heard it. She hasn't." a French text continues « Je l'ai entendu. Elle ne l'a pas
entendu. »: *entendu* has no word in the source, its verb is in the segment before, and it is
tagged with that *entendu* as its evidence (Fernandes et al. 2023, section 3.3). The plain rule –
an elliptical segment, a verb, noun or pronoun without link, a lemma that occurred before – is
right one to three times in four, because aligners miss links. So the tagger checks each elided
site, for the one word that fills it: of the part of speech that fits, next to words that are linked
to the site's neighbours, and near an earlier word that translates a source word. There a verb
such as *avoir* may fill a gap too ("Oui, il en a."), but only one that the aligner took for *do*
or the like; the plain rule leaves all stop words out.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Self

from pydantic import Field

from discotag.core.explanations import Explanation, Ruling, marks_of, reasons_of
from discotag.core.interfaces import Tagger
from discotag.core.tags import ContextOptions, Mark, TokenRef
from discotag.plugins.phenomena.ellipsis.candidates import GROUPS, Fillers, Memory, Partners

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.document import Document
    from discotag.core.explanations import Decision, Reason
    from discotag.core.interfaces import Context
    from discotag.core.tokens import Token

PHENOMENON = "ellipsis"
PRO_VERB = "pro_verb"
"""The label of verbs that replace what is left out, besides the kinds of sites."""


SiteFound = tuple[int, str, float]
"""A value of the layer `ellipsis`: token, kind, confidence 0–1."""


class EllipsisOptions(ContextOptions):
    """Settings of the tagger.

    Args:
        match: `site`: one word for each elided site; `segment`: the plain rule for all words of
            an elliptical segment.
        confidence: the smallest confidence of a site that counts, 0–1.
        per_site: how many words may fill one site.
        reach: how many segments back a site's antecedent may be; None = the whole document, as
            always for the plain rule.
        pro_verbs: lemmas that translate an auxiliary and fill no site (*faire* for *do*), marked
            `pro_verb` where nothing else does; a pack's `[settings.ellipsis]` gives those of its
            language.
        prefixes: prefixes that only change a verb's aspect: the antecedent may lack them, or have
            one more. The pack gives them, as it does `endings`, `pairs` and `reflexive`.
        endings: pairs of endings of infinitives that replace each other in the two aspects.
        pairs: pairs of lemmas that are partners in aspect.
        reflexive: endings of reflexive infinitives, left aside in comparing.
        links: `all`, or `last`: each source token's last target token, as the published MuDA code
            has it.
        min_length: the smallest number of letters of a word.
    """

    match: Literal["site", "segment"] = "site"
    confidence: float = Field(default=0.6, ge=0, le=1)
    per_site: int = Field(default=1, ge=1)
    reach: int | None = Field(default=5, ge=0)
    pro_verbs: frozenset[str] = frozenset()
    prefixes: tuple[str, ...] = ()
    endings: tuple[tuple[str, str], ...] = ()
    pairs: tuple[tuple[str, str], ...] = ()
    reflexive: tuple[str, ...] = ()
    links: Literal["all", "last"] = "all"
    min_length: int = Field(default=1, ge=1)

    @property
    def within_reach(self) -> ContextOptions:
        """The context in which antecedents are searched for."""
        return self.within(self.reach if self.match == "site" else None)


class EllipsisTagger(Tagger):
    """Tags words that fill an elided site; marks without evidence are pro-verbs alone."""

    def __init__(self, options: EllipsisOptions, stop_words: frozenset[str] = frozenset()) -> None:
        self._options = options
        self._stop_words = stop_words
        self._partners = Partners(
            options.prefixes, options.endings, options.pairs, options.reflexive
        )

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the tagger with the target pack's stop words."""
        return cls(context.read_options(EllipsisOptions), context.target.stop_words)

    def mark(self, document: Document) -> Iterator[Mark]:
        """Yield the tags of one document."""
        return marks_of(self._decide(document))

    def reasons(self, document: Document) -> tuple[Reason, ...]:
        """Return the reasons of all tags, of words that fill no site.

        Of sites left unfilled.
        """
        return reasons_of(PHENOMENON, self._decide(document))

    def _decide(self, document: Document) -> Iterator[Decision]:
        plain = self._options.match == "segment"
        found: dict[int, list[SiteFound]] = {}
        for segment, sites in enumerate(document.source.layer("ellipsis")):
            for site in sites:
                if site[2] >= self._options.confidence:
                    found.setdefault(segment, []).append(site)
                else:
                    yield self._unsure(segment, site)
        if not found:
            return
        earlier = Memory(
            document,
            self._is_word,
            self._options.within_reach,
            plain=plain,
            partners=Partners() if plain else self._partners,
        )
        decide = self._everywhere if plain else self._at_sites
        for segment, sites in found.items():
            yield from decide(document, segment, sites, earlier)

    def _unsure(self, segment: int, site: SiteFound) -> Ruling:
        token, kind, confidence = site
        text = (
            f"something may be left out here, with confidence {confidence:.2f} of"
            f" the {self._options.confidence:.2f} that are needed"
        )
        place = TokenRef("source", segment, token)
        return Ruling.no(place, f"site {kind}", Explanation(text, "unsure"), label=kind)

    def _everywhere(
        self, document: Document, segment: int, sites: list[SiteFound], earlier: Memory
    ) -> Iterator[Decision]:
        links = document.links(segment)
        linked = set(
            links.last_links.values()
            if self._options.links == "last"
            else (j for _, j in links.links)
        )
        kind = max(sites, key=lambda site: site[2])[1]
        for token in document.target[segment]:
            if not self._is_word(token):
                continue
            if token.index in linked:
                place = TokenRef("target", segment, token.index)
                yield Ruling.no(
                    place, "link", Explanation("a source word is linked to it", "linked")
                )
                continue
            one = self._tag(token, segment, kind, earlier)
            yield one
            if isinstance(one, Mark):
                yield _tagged(one)

    def _at_sites(
        self, document: Document, segment: int, sites: list[SiteFound], earlier: Memory
    ) -> Iterator[Decision]:
        fillers = Fillers(document, segment)
        taken: set[int] = set()
        kept = self._options.per_site
        for site, kind, _ in sites:
            near, refused = fillers.near(site, kind)
            yield from refused
            found: list[Mark] = []
            for token in (document.target[segment][index] for index in near if index not in taken):
                obstacle = self._obstacle(token, segment, fillers)
                one = obstacle or self._tag(token, segment, kind, earlier)
                if isinstance(one, Mark):
                    found.append(one)
                else:
                    yield one
            found.sort(key=_is_decided_later)
            for mark in found[:kept]:
                taken.add(mark.token)
                yield mark
                yield _tagged(mark)
            if not found:
                yield from self._pro_verb(document, segment, near)
            yield from _of_site(
                TokenRef("source", segment, site), kind, found[kept:], is_filled=bool(found)
            )

    def _pro_verb(self, document: Document, segment: int, near: list[int]) -> Iterator[Mark]:
        """Yield a mark of the verb that replaces what is left out: *je le fais*.

        It is not a tag, for the auxiliary of the source says as much.
        """
        for index in near:
            if document.target[segment][index].base.casefold() in self._options.pro_verbs:
                linked = document.links(segment).sources(index)
                yield Mark(PHENOMENON, PRO_VERB, segment, index, linked)
                return

    def _obstacle(self, token: Token, segment: int, fillers: Fillers) -> Ruling | None:
        """Return why a word that fits a site fills none; None if it may."""
        why = None
        if self._is_stop(token) and not fillers.is_linked(token.index):
            why = Explanation(f'"{token.form}" is a stop word without any link', "stop-word", 1, 2)
        elif token.base.casefold() in self._options.pro_verbs:
            text = f'"{token.base}" translates an auxiliary and fills no gap'
            why = Explanation(text, "stands-in", 1, 2)
        return why and Ruling.no(TokenRef("target", segment, token.index), "candidate", why)

    def _tag(self, token: Token, segment: int, kind: str, earlier: Memory) -> Mark | Ruling:
        """Return the tag of a word that occurred before, or that it did not."""
        place = TokenRef("target", segment, token.index)
        evidence = earlier.find(token, place)
        if evidence:
            return Mark(PHENOMENON, kind, segment, token.index, (), evidence, needed=1)
        text = f'"{token.base}" translates no source word in the segments within reach'
        return Ruling.no(place, "context", Explanation(text, "partner-missing", 2, 3), label=kind)

    def _is_word(self, token: Token) -> bool:
        if token.upos not in GROUPS:
            return False
        form = token.form
        letters = len(form) if form.isalnum() else sum(letter.isalnum() for letter in form)
        is_dropped = self._options.match == "segment" and self._is_stop(token)
        return letters >= self._options.min_length and not is_dropped

    def _is_stop(self, token: Token) -> bool:
        return not self._stop_words.isdisjoint({token.form.casefold(), token.base.casefold()})


def _is_decided_later(mark: Mark) -> bool:
    """Return whether only later segments hold evidence: such a word gives way to another."""
    return all(place.segment > mark.segment for place in mark.evidence)


def _of_site(gap: TokenRef, kind: str, others: list[Mark], *, is_filled: bool) -> Iterator[Ruling]:
    """Yield that nothing fills a site, and words that gave way to another."""
    if not is_filled:
        why = Explanation(
            "something is left out here, but no target word says it", "unfilled", 1, 2
        )
        yield Ruling.no(gap, f"site {kind}", why, label=kind)
    for mark in others:
        why = Explanation("another word fills the site better", "better-word", 3, 4)
        place = TokenRef("target", mark.segment, mark.token)
        yield Ruling.no(place, f"site {kind}", why, (gap,), label=kind)


def _tagged(mark: Mark) -> Ruling:
    text = "the source leaves a word out here, and the word stands in another segment"
    place = TokenRef("target", mark.segment, mark.token)
    return Ruling.tag(place, f"site {mark.label}", Explanation(text, "left-out"), mark.evidence)
