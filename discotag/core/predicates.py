"""What patterns ask, as functions made once: a pattern is tried on every token."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.errors import MissingLayerError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from discotag.core.patterns import Pattern
    from discotag.core.token_context import TokenContext
    from discotag.core.tokens import Tokens

    Check = Callable[[Tokens, int], bool]
    PlaceCheck = Callable[[Tokens, int, TokenContext], bool]


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
    """Yield one check per condition on where the token stands."""
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
    def check(tokens: Tokens, token: int, near: TokenContext) -> bool:
        other = token + step
        return 0 <= other < len(tokens.forms) and wanted.holds(tokens, other, near)

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
