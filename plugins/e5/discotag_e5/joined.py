"""The aligner `joined`: the links of two aligners put together (`joined:lexicon+e5`).

The two are planned and created as every component is, and come in `Context.parts`.
Four rules join them: `union`, `fill`, `best` and `learned`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, Protocol, Self, runtime_checkable

from pydantic import BaseModel, ConfigDict

from discotag.plugin import Aligner, Alignment, UsageError
from discotag_e5 import weighing
from discotag_e5.methods import Curve

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag.plugin import Context, Tokens
    from discotag_e5.weighing import Evidence

    Link = tuple[int, int]
    Scored = dict[Link, float]


TABLE = "lexicon"
"""The aligner with which the weights of the rule `learned` were learned."""


@runtime_checkable
class Doubtful(Protocol):
    """An aligner that also reports what else may be a link; `best` needs one."""

    def candidates(
        self, pairs: Sequence[tuple[Tokens, Tokens]]
    ) -> Sequence[tuple[Alignment, Alignment]]:
        """Return for each pair its links, and all that may be links."""
        ...


@runtime_checkable
class Evident(Protocol):
    """An aligner that says something of every two words; `learned` needs one."""

    def evidence(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Iterable[Evidence | None]:
        """Return for each pair what it says; None for a pair that is too long for that."""
        ...


@runtime_checkable
class Weighing(Protocol):
    """An aligner that weighs its own evidence, and can leave that to whom joins it with more."""

    def unweighed(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Sequence[Alignment]:
        """Return for each pair its links before they are weighed."""
        ...


class JoinedOptions(BaseModel):
    """Options of the aligner; those of the two are set by their own names.

    Args:
        rule: `union` = the links of both; `fill` = the second's, and those of the first that touch
            a word which the second leaves free; `best` = the second's, and those of the first that
            the second holds possible or of which it leaves both words free; `learned` = what is
            likely by what both say, weighed as gold taught it. None = `learned` for lexicon+e5,
            `best` where the second reports what is possible, else `fill`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    rule: Rule | None = None


class JoinedAligner(Aligner):
    """Aligns with two aligners.

    Args:
        first: fills what the second leaves free.
        second: is trusted.
        rule: how their links are joined; None = `best` if the second can say what is possible.

    Raises:
        UsageError: `best` or `learned` is asked for, and the second cannot say what they need.
    """

    def __init__(self, first: Aligner, second: Aligner, *, rule: Rule | None = None) -> None:
        can_doubt = isinstance(second, Doubtful)
        can_tell = {"best": can_doubt, "learned": isinstance(second, Evident)}
        if rule is not None and not can_tell.get(rule, True):
            raise UsageError(
                f"aligner joined: the rule {rule} needs a second aligner that says what is "
                "possible, as e5 does; name it second, or take --set joined.rule=fill"
            )
        self._first, self._second = first, second
        self.rule: Rule = rule or ("best" if can_doubt else "fill")

    @classmethod
    def create(cls, context: Context) -> Self:
        """Take the two aligners that the argument names (`joined:A+B`), in that order.

        Raises:
            UsageError: there are not two, or an option is wrong.
        """
        options = context.read_options(JoinedOptions)
        if len(context.parts) != 2:
            raise UsageError(
                f"aligner {context.name} joins two aligners and got {len(context.parts)}: name "
                "two, as in joined:lexicon+e5"
            )
        first, second = context.parts
        is_known = isinstance(second, Evident) and (context.argument or "").startswith(f"{TABLE}+")
        return cls(first, second, rule=options.rule or ("learned" if is_known else None))

    def align(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Sequence[Alignment]:
        """Return one Alignment per pair, in order.

        A link's confidence is the share of such links that are right, by the confidences of both,
        or of the one that found it (0.5 if it has none).
        """
        first = self._first
        firsts = first.unweighed(pairs) if isinstance(first, Weighing) else first.align(pairs)
        if self.rule == "learned" and isinstance(self._second, Evident):
            told = zip(pairs, firsts, self._second.evidence(pairs), strict=True)
            return [
                self._unweighed(pair, first)
                if second is None
                else weighing.weigh(first, second, weighing.shipped())
                for pair, first, second in told
            ]
        if self.rule == "best" and isinstance(self._second, Doubtful):
            doubted = zip(firsts, self._second.candidates(pairs), strict=True)
            return [best(first, *second) for first, second in doubted]
        join = union if self.rule == "union" else fill
        return [
            join(first, second)
            for first, second in zip(firsts, self._second.align(pairs), strict=True)
        ]

    def _unweighed(self, pair: tuple[Tokens, Tokens], first: Alignment) -> Alignment:
        """Return the links of a pair that is too long to weigh all its words."""
        if isinstance(self._second, Doubtful):
            ((second, possible),) = self._second.candidates([pair])
            return best(first, second, possible)
        return fill(first, *self._second.align([pair]))


Rule = Literal["union", "fill", "best", "learned"]
BARE = 0.5
"""Confidence of a link whose aligner has none."""
RIGHT = Curve(-0.38, 0.9)
"""From 1 - (1 - a)(1 - b) to the share of links that are right, fitted to lexicon+e5 (README)."""


def union(first: Alignment, second: Alignment) -> Alignment:
    """Return all links of both."""
    return _with_scores({*first.links, *second.links}, first, second)


def fill(first: Alignment, second: Alignment) -> Alignment:
    """Return the second's links, and those of the first of which a word at least is free in it."""
    sources, targets = _words(second.links)
    more = {(i, j) for i, j in first.links if i not in sources or j not in targets}
    return _with_scores({*second.links, *more}, first, second)


def best(first: Alignment, second: Alignment, possible: Alignment) -> Alignment:
    """Return what the second links, or holds possible and the first links; then what both left out.

    Args:
        first: links of the first.
        second: links of the second.
        possible: all that the second holds possible.
    """
    agreed = {*second.links, *({*first.links} & {*possible.links})}
    sources, targets = _words(agreed)
    more = {(i, j) for i, j in first.links if i not in sources and j not in targets}
    return _with_scores(agreed | more, first, second)


def _words(links: Iterable[Link]) -> tuple[set[int], set[int]]:
    both = list(links)
    return {i for i, _ in both}, {j for _, j in both}


def _with_scores(links: set[Link], first: Alignment, second: Alignment) -> Alignment:
    """Return links with confidences: a link is wrong only if both aligners that found it are.

    A curve maps this to how often it is true.
    """
    one, other = _scored(first), _scored(second)
    ordered = sorted(links)
    either = (1 - (1 - one.get(link, 0.0)) * (1 - other.get(link, 0.0)) for link in ordered)
    return Alignment(tuple(ordered), tuple(map(RIGHT.of, either)))


def _scored(alignment: Alignment) -> Scored:
    scores = alignment.scores or (BARE,) * len(alignment.links)
    return dict(zip(alignment.links, scores, strict=True))
