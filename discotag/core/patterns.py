"""Conditions on a token, as tables write them: words, features, links and neighbours.

A table that could only list words would call every German *sie* polite. `Pattern` is the one
language of conditions that all tables share; every field given must hold.
"""

from __future__ import annotations

from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BaseModel, BeforeValidator, ConfigDict

from discotag.core.predicates import place_checks, word_checks

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.predicates import Check, PlaceCheck
    from discotag.core.token_context import TokenContext
    from discotag.core.tokens import Tokens


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
        beginning: beginnings of the surface form, compared without case.
        ending: endings of the surface form, compared without case.
        morpheme: `lemma/tag` of a part of the word, where lemma and own tag are joined by `+`, as
            in Korean treebanks (`가+시+ㄴ다`, `VV+EP+EF`); either may be left out (`시/EP`, `/EF`).
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

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    form: Words | None = None
    exact: Words | None = None
    lemma: Words | None = None
    upos: Words | None = None
    xpos: Words | None = None
    feats: dict[str, Words] | None = None
    beginning: Words | None = None
    ending: Words | None = None
    morpheme: Words | None = None
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

    @cached_property
    def word_checks(self) -> tuple[Check, ...]:
        """What the token alone decides, made once: a pattern is tried on every token."""
        return tuple(word_checks(self))

    @cached_property
    def place_checks(self) -> tuple[PlaceCheck, ...]:
        """What neighbours, links and alternatives decide, made once."""
        return tuple(place_checks(self))

    @cached_property
    def is_local(self) -> bool:
        """Whether the token alone decides."""
        return not self.place_checks

    def matches(self, site: TokenContext) -> bool:
        """Return whether the condition holds; MissingLayerError if a layer it reads is absent."""
        return self.holds(site.tokens, site.token, site)

    def holds(self, tokens: Tokens, token: int, near: TokenContext) -> bool:
        """Return whether it holds of a token; `near` is any site of the same segment and side."""
        for check in self.word_checks:
            if not check(tokens, token):
                return False
        return self.is_local or all(check(tokens, token, near) for check in self.place_checks)

    @cached_property
    def words(self) -> frozenset[str] | None:
        """The case-folded forms that it is confined to; None if any word may fit."""
        listed = self.form if self.form is not None else self.exact
        if listed is not None:
            return frozenset(word.casefold() for word in listed)
        return words_of(self.any_of) if self.any_of else None

    @cached_property
    def company(self) -> frozenset[str] | None:
        """Case-folded forms of which one must be in the segment beside it; None if it needs none.

        Of several such conditions, the one that names the fewest words.
        """
        others = [self.previous, self.next, self.head, self.child]
        wanted = [pattern.words for pattern in others if pattern is not None]
        wanted += [pattern.company for pattern in others if pattern is not None]
        if self.any_of:
            wanted.append(company_of(self.any_of))
        return min((words for words in wanted if words is not None), key=len, default=None)

    def may_match(self, tokens: Tokens, token: int) -> bool:
        """Return whether the word itself allows it, wherever it stands (see `RuleSet`)."""
        for check in self.word_checks:
            if not check(tokens, token):
                return False
        return not self.any_of or any(other.may_match(tokens, token) for other in self.any_of)


def words_of(alternatives: Iterable[Pattern]) -> frozenset[str] | None:
    """Return the case-folded forms that alternatives are confined to; None if any word may fit."""
    words: frozenset[str] = frozenset()
    for pattern in alternatives:
        if pattern.words is None:
            return None
        words |= pattern.words
    return words


def company_of(alternatives: Iterable[Pattern]) -> frozenset[str] | None:
    """Return the company of which alternatives need some; None if one of them needs none."""
    words: frozenset[str] = frozenset()
    for pattern in alternatives:
        if pattern.company is None:
            return None
        words |= pattern.company
    return words
