"""Conditions on a token, as tables write them: words, features, links and neighbours.

A table that could only list words would call every German *sie* polite. `Pattern` is the one
language of conditions
that all tables share; every field given must hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.document import Document, SideName, Token, Tokens


@dataclass(frozen=True, slots=True)
class Site:
    """A place where a pattern is tried: one token of one side of a document."""

    document: Document
    side: SideName
    segment: int
    token: int

    @property
    def tokens(self) -> Tokens:
        """All tokens of the segment on this side."""
        document = self.document
        return (document.target if self.side == "target" else document.source)[self.segment]

    @property
    def word(self) -> Token:
        """The token itself."""
        return self.tokens[self.token]

    def at(self, token: int) -> Site:
        """Give the site of another token of the same segment."""
        return Site(self.document, self.side, self.segment, token)

    def linked(self) -> tuple[Site, ...]:
        """Give the sites of the tokens on the other side that are linked to this one."""
        links = self.document.links(self.segment)
        if self.side == "target":
            return tuple(
                Site(self.document, "source", self.segment, i) for i in links.sources(self.token)
            )
        return tuple(
            Site(self.document, "target", self.segment, j) for j in links.targets(self.token)
        )


def _listed(value: object) -> object:
    return (value,) if isinstance(value, str) else value


Words = Annotated[tuple[str, ...], BeforeValidator(_listed)]
"""One string or a list of them."""


class Pattern(BaseModel):
    """A condition on one token; every field given must hold.

    Args:
        form: surface forms, compared without case.
        exact: surface forms, compared with case.
        lemma: lemmas, compared without case.
        upos: UD parts of speech.
        xpos: beginnings of the treebank's own tag.
        feats: UD feature → value(s); the empty string means that the feature is absent.
        ending: endings of the surface form, compared without case.
        deprel: UD relations; `nsubj` also holds for `nsubj:pass`.
        case: `capital` or `lower`: the form's first letter.
        initial: whether it is the first word of the segment (quotes and dashes before it do not
            count).
        linked: conditions on a linked token of the other side, or word forms; some linked token
            must fit one of them.
        head: condition on the syntactic head.
        child: condition that some dependent must fit.
        previous: condition on the token before.
        next: condition on the token behind.
        any_of: alternatives, one of which must hold.
        none_of: conditions that must all fail.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    form: Words | None = None
    exact: Words | None = None
    lemma: Words | None = None
    upos: Words | None = None
    xpos: Words | None = None
    feats: dict[str, Words] | None = None
    ending: Words | None = None
    deprel: Words | None = None
    case: Literal["capital", "lower"] | None = None
    initial: bool | None = None
    linked: Words | tuple[Pattern, ...] | None = None
    head: Pattern | None = None
    child: Pattern | None = None
    previous: Pattern | None = None
    next: Pattern | None = None
    any_of: tuple[Pattern, ...] = ()
    none_of: tuple[Pattern, ...] = ()

    def matches(self, site: Site) -> bool:
        """Tell whether the condition holds; MissingLayerError if a layer it reads is absent."""
        word = site.word
        return (
            (self.form is None or _among(word.form, self.form))
            and (self.exact is None or word.form in self.exact)
            and (self.lemma is None or _among(word.lemma, self.lemma))
            and (self.upos is None or word.upos in self.upos)
            and (self.xpos is None or word.xpos.startswith(self.xpos))
            and (self.feats is None or _fits(word.feats, self.feats))
            and (self.ending is None or word.form.casefold().endswith(self.ending))
            and (self.deprel is None or _related(word.deprel, self.deprel))
            and (self.case is None or word.form[:1].isupper() == (self.case == "capital"))
            and (self.initial is None or _is_initial(site) == self.initial)
            and (self.linked is None or self._is_linked(site))
            and self._neighbours_match(site)
            and (not self.any_of or any(other.matches(site) for other in self.any_of))
            and not any(other.matches(site) for other in self.none_of)
        )

    def _is_linked(self, site: Site) -> bool:
        wanted = self.linked or ()
        return any(
            other.word.form.casefold() == want.casefold()
            if isinstance(want, str)
            else want.matches(other)
            for other in site.linked()
            for want in wanted
        )

    def _neighbours_match(self, site: Site) -> bool:
        size, here = len(site.tokens), site.token
        if self.previous is not None and (
            here == 0 or not self.previous.matches(site.at(here - 1))
        ):
            return False
        if self.next is not None and (here + 1 >= size or not self.next.matches(site.at(here + 1))):
            return False
        if self.head is not None:
            head = site.word.head
            if head < 0 or not self.head.matches(site.at(head)):
                return False
        return self.child is None or any(
            self.child.matches(site.at(index)) for index in site.tokens.children(here)
        )


def _among(text: str, wanted: tuple[str, ...]) -> bool:
    folded = text.casefold()
    return any(folded == want.casefold() for want in wanted)


def _fits(feats: Mapping[str, str], wanted: dict[str, tuple[str, ...]]) -> bool:
    return all(
        any(part in allowed for part in feats.get(name, "").split(","))
        for name, allowed in wanted.items()
    )


def _related(deprel: str, wanted: tuple[str, ...]) -> bool:
    return deprel in wanted or deprel.split(":", maxsplit=1)[0] in wanted


def _is_initial(site: Site) -> bool:
    return not any(
        any(letter.isalnum() for letter in site.tokens.forms[index]) for index in range(site.token)
    )
