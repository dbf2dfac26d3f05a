"""Patterns: the conditions on a word that tables of language packs are written in.

A `Pattern` is tried at one token of one side of a document (`TokenContext`); it is compiled to
checks, the cheap ones first.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Annotated, Literal

from pydantic import BeforeValidator, Field

from discotag.core.errors import MissingLayerError
from discotag.core.parsing import FrozenModel
from discotag.core.tags import TokenRef

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from discotag.core.document import Document, SideName
    from discotag.core.tokens import Token, Tokens

    Check = Callable[[Tokens, int], bool]
    PlaceCheck = Callable[[Tokens, int, "TokenContext"], bool]


@dataclass(frozen=True, slots=True)
class TokenContext:
    """One token of one side of a document, and what is around it."""

    document: Document
    side: SideName
    segment: int
    token: int

    def __post_init__(self) -> None:
        """Raise TypeError for a `Token` where its index is meant: nothing would ever match."""
        if not hasattr(self.token, "__index__"):
            raise TypeError(f"token: expected an index, got {self.token!r}; write token.index")

    @property
    def tokens(self) -> Tokens:
        """All tokens of the segment on this side."""
        document = self.document
        return (document.target if self.side == "target" else document.source)[self.segment]

    @property
    def word(self) -> Token:
        """The token itself."""
        return self.tokens[self.token]

    @property
    def place(self) -> TokenRef:
        """The place, as marks and evidence name it."""
        return TokenRef(self.side, self.segment, self.token)

    def at(self, token: int) -> TokenContext:
        """Return the site of another token of the same segment."""
        return TokenContext(self.document, self.side, self.segment, token)

    def linked(self) -> tuple[TokenContext, ...]:
        """Return the sites of the tokens on the other side that are linked to this one."""
        links = self.document.links(self.segment)
        if self.side == "target":
            return tuple(
                TokenContext(self.document, "source", self.segment, i)
                for i in links.sources(self.token)
            )
        return tuple(
            TokenContext(self.document, "target", self.segment, j)
            for j in links.targets(self.token)
        )


def word_checks(pattern: Pattern) -> Iterator[Check]:
    """Yield one check per condition on the token alone, the cheap and selective ones first."""
    if pattern.upos is not None:
        yield _upos_check(frozenset(pattern.upos))
    if pattern.feats is not None:
        yield _feats_check(pattern.feats)
    if pattern.form is not None:
        yield _form_check(frozenset(word.casefold() for word in pattern.form))
    if pattern.lemma is not None:
        yield _lemma_check(frozenset(word.casefold() for word in pattern.lemma))
    exact, xpos, ending, deprel = pattern.exact, pattern.xpos, pattern.ending, pattern.deprel
    if exact is not None:
        yield lambda tokens, token: tokens.forms[token] in exact
    if xpos is not None:
        yield lambda tokens, token: tokens[token].xpos.startswith(xpos)
    if ending is not None:
        yield lambda tokens, token: tokens.forms[token].casefold().endswith(ending)
    beginning = pattern.beginning
    if beginning is not None:
        yield lambda tokens, token: tokens.forms[token].casefold().startswith(beginning)
    if deprel is not None:
        yield lambda tokens, token: _related(tokens[token].deprel, deprel)
    if pattern.morpheme is not None:
        yield _morpheme_check(tuple(_cut(part) for part in pattern.morpheme))
    if pattern.case is not None:
        is_capital = pattern.case == "capital"
        yield lambda tokens, token: tokens.forms[token][:1].isupper() == is_capital


def place_checks(pattern: Pattern) -> Iterator[PlaceCheck]:
    """Yield one check per condition on where the token is."""
    initial, linked = pattern.initial, pattern.linked
    if initial is not None:
        yield lambda tokens, token, _: _is_initial(tokens, token) == initial
    if linked is not None:
        yield lambda _, token, near: _is_linked(linked, near.at(token))
    if pattern.previous is not None:
        yield _neighbour_check(pattern.previous, -1)
    if pattern.next is not None:
        yield _neighbour_check(pattern.next, 1)
    if pattern.head is not None:
        yield _head_check(pattern.head)
    child, any_of, none_of = pattern.child, pattern.any_of, pattern.none_of
    if child is not None:
        yield lambda tokens, token, near: any(
            child.holds(tokens, index, near) for index in tokens.children(token)
        )
    if any_of:
        yield lambda tokens, token, near: any(other.holds(tokens, token, near) for other in any_of)
    if none_of:
        yield (
            lambda tokens, token, near: (
                not any(other.holds(tokens, token, near) for other in none_of)
            )
        )


def _neighbour_check(wanted: Pattern, step: int) -> PlaceCheck:
    if wanted.within == 1:

        def check(tokens: Tokens, token: int, near: TokenContext) -> bool:
            other = token + step
            return 0 <= other < len(tokens.forms) and wanted.holds(tokens, other, near)

    else:
        reach = (wanted.within + 1) * step

        def check(tokens: Tokens, token: int, near: TokenContext) -> bool:
            others = range(token + step, token + reach, step)
            size = len(tokens.forms)
            return any(0 <= other < size and wanted.holds(tokens, other, near) for other in others)

    return check


def _head_check(wanted: Pattern) -> PlaceCheck:
    def check(tokens: Tokens, token: int, near: TokenContext) -> bool:
        head = tokens[token].head
        return head >= 0 and wanted.holds(tokens, head, near)

    return check


def _is_linked(wanted: Sequence[str | Pattern], site: TokenContext) -> bool:
    return any(
        other.word.form.casefold() == want.casefold()
        if isinstance(want, str)
        else want.matches(other)
        for other in site.linked()
        for want in wanted
    )


def _upos_check(wanted: frozenset[str]) -> Check:
    def check(tokens: Tokens, token: int) -> bool:
        upos = tokens.upos
        if upos is None:
            raise MissingLayerError("pos")
        return upos[token] in wanted

    return check


def _form_check(wanted: frozenset[str]) -> Check:
    return lambda tokens, token: tokens.forms[token].casefold() in wanted


def _lemma_check(wanted: frozenset[str]) -> Check:
    def check(tokens: Tokens, token: int) -> bool:
        lemmas = tokens.lemmas
        if lemmas is None:
            raise MissingLayerError("lemmas")
        return lemmas[token].casefold() in wanted

    return check


def _feats_check(wanted: dict[str, tuple[str, ...]]) -> Check:
    conditions = tuple((name, frozenset(values)) for name, values in wanted.items())

    def check(tokens: Tokens, token: int) -> bool:
        column = tokens.feats
        if column is None:
            raise MissingLayerError("morph")
        feats = column[token]
        for name, values in conditions:
            value = feats.get(name, "")
            if value in values or ("," in value and not values.isdisjoint(value.split(","))):
                continue
            return False
        return True

    return check


def _morpheme_check(wanted: tuple[tuple[str, str], ...]) -> Check:
    def check(tokens: Tokens, token: int) -> bool:
        word = tokens[token]
        parts = zip(word.lemma.split("+"), word.xpos.split("+"), strict=False)
        return any(
            lemma in {"", part} and tag in {"", own} for part, own in parts for lemma, tag in wanted
        )

    return check


def _cut(morpheme: str) -> tuple[str, str]:
    lemma, _, tag = morpheme.partition("/")
    return lemma, tag


def _related(deprel: str, wanted: tuple[str, ...]) -> bool:
    return deprel in wanted or deprel.partition(":")[0] in wanted


def _is_initial(tokens: Tokens, token: int) -> bool:
    return not any(any(letter.isalnum() for letter in form) for form in tokens.forms[:token])


def _listed(value: object) -> object:
    return (value,) if isinstance(value, str) else value


Words = Annotated[tuple[str, ...], BeforeValidator(_listed)]
"""One string or a list of them."""


class Pattern(FrozenModel):
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
        previous: condition on the token before; with `within` in it, on one of those before.
        next: condition on the token after; with `within` in it, on one of those after.
        within: in `previous` and `next` alone: how many tokens away the token may be, at most.
        any_of: alternatives, one of which must hold.
        none_of: conditions that must all fail.
    """

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
    within: Annotated[int, Field(ge=1)] = 1
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
        """Case-folded forms of which one must be elsewhere in the segment; None if it needs none.

        Of several such conditions, the one that names the fewest words.
        """
        others = [self.previous, self.next, self.head, self.child]
        wanted = [pattern.words for pattern in others if pattern is not None]
        wanted += [pattern.company for pattern in others if pattern is not None]
        if self.any_of:
            wanted.append(company_of(self.any_of))
        return min((words for words in wanted if words is not None), key=len, default=None)

    def may_match(self, tokens: Tokens, token: int) -> bool:
        """Return whether the word itself allows it, wherever it is (see `RuleSet`)."""
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
