"""A set of rules: which of them are worth trying on a word, and which to name in an explanation.

Taggers have many rules, and of most of them form, lemma and features say at once that they cannot
hold. Words come again and again, so what was found is remembered. An explanation asks for all rules
instead, since it says why one does not hold.
"""

from __future__ import annotations

from itertools import islice, repeat
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from discotag.core.errors import MissingLayerError

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterator, Mapping, Sequence

    from discotag.core.tokens import Tokens


Rule = TypeVar("Rule")
REMEMBERED = 50_000
"""Kinds of words that are kept; then the memory is emptied."""


class RuleSet(Generic[Rule]):
    """Gives the rules to try on each token.

    Args:
        rules: the rules, in the order in which they are tried.
        may_hold: says whether a rule may hold of a token; it must go by the token's own form,
            lemma, upos, xpos, features and relation alone, never by its place. Where it misses a
            layer, the rule counts as possible.
        concerned: says in the same way which tokens any rule may hold of; None = all.
        words: gives the case-folded forms that a rule is confined to, None = it may be any word;
            rules are looked up by them.
        narrowed: gives a rule without those of its alternatives that the word itself excludes, by
            what `may_hold` may go by; to be shared between words, since it is kept for each.
    """

    def __init__(
        self,
        rules: Sequence[Rule],
        may_hold: Callable[[Rule, Tokens, int], bool],
        *,
        concerned: Callable[[Tokens, int], bool] | None = None,
        words: Callable[[Rule], frozenset[str] | None] | None = None,
        narrowed: Callable[[Rule, Tokens, int], Rule] | None = None,
    ) -> None:
        self._rules = tuple(rules)
        self._may_hold = may_hold
        self._narrowed = narrowed
        self._concerned = concerned
        self._of_any: list[int] = []
        self._of_word: dict[str, list[int]] = {}
        for place, rule in enumerate(self._rules):
            listed = None if words is None else words(rule)
            if listed is None:
                self._of_any.append(place)
            for word in listed or ():
                self._of_word.setdefault(word, []).append(place)
        self._known: dict[Hashable, tuple[Rule, ...]] = {}
        self._feats: dict[int, Mapping[str, str]] = {}  # alive, so that no other takes its number

    def over(
        self, tokens: Tokens, *, is_explaining: bool = False
    ) -> Iterator[tuple[int, tuple[Rule, ...]]]:
        """Yield index and rules of every token that has any, in order.

        The rules are those that the word leaves possible; if reasons are needed, all.
        """
        if is_explaining:
            yield from self._all(tokens)
            return
        if not self._rules:
            return
        known = self._known
        for index, kind in enumerate(zip(*_columns(tokens), strict=False)):
            rules = known.get(kind)
            if rules is None:
                rules = self._sifted(tokens, index, kind)
            if rules:
                yield index, rules

    def _all(self, tokens: Tokens) -> Iterator[tuple[int, tuple[Rule, ...]]]:
        if self._rules:
            for index in range(len(tokens)):
                if self._concerned is None or self._concerned(tokens, index):
                    yield index, self._rules

    def at(self, tokens: Tokens, index: int) -> tuple[Rule, ...]:
        """Return the possible rules of one token."""
        kind = next(islice(zip(*_columns(tokens), strict=False), index, None))
        rules = self._known.get(kind)
        return self._sifted(tokens, index, kind) if rules is None else rules

    def _sifted(self, tokens: Tokens, index: int, kind: Hashable) -> tuple[Rule, ...]:
        if len(self._known) >= REMEMBERED:
            self._known.clear()
            self._feats.clear()
        left: list[Rule] = []
        if self._concerned is None or self._concerned(tokens, index):
            listed = self._of_word.get(tokens.forms[index].casefold())
            for place in sorted([*self._of_any, *listed]) if listed else self._of_any:
                left += self._left(self._rules[place], tokens, index)
        rules = self._known[kind] = tuple(left)
        if tokens.feats is not None:
            self._feats[id(tokens.feats[index])] = tokens.feats[index]
        return rules

    def _left(self, rule: Rule, tokens: Tokens, index: int) -> tuple[Rule, ...]:
        """Return what is left of a rule at a word: nothing, or the rule, or some of it."""
        try:
            if not self._may_hold(rule, tokens, index):
                return ()
            return (rule if self._narrowed is None else self._narrowed(rule, tokens, index),)
        except MissingLayerError:
            return (rule,)


def _columns(tokens: Tokens) -> tuple[Any, ...]:
    """Return what makes the kind of each word; features by identity, for equal ones are shared."""
    absent = repeat(None)
    return (
        tokens.forms,
        absent if tokens.lemmas is None else tokens.lemmas,
        absent if tokens.upos is None else tokens.upos,
        absent if tokens.xpos is None else tokens.xpos,
        absent if tokens.feats is None else map(id, tokens.feats),
        absent if tokens.deprels is None else tokens.deprels,
    )
