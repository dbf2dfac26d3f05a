"""The aligner `joined`: the links of two aligners put together (`joined:lexicon+e5`).

The two are planned and created as every component is, and come in `Context.parts`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol, Self, runtime_checkable

from pydantic import BaseModel, ConfigDict

from discotag.plugin import Aligner, UsageError
from discotag_e5 import rules, weighing

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag.plugin import Alignment, Context, Tokens
    from discotag_e5.evidence import Evidence

TABLE = "lexicon"
"""The aligner beside which the weights of the rule `learned` were learned."""


@runtime_checkable
class Doubtful(Protocol):
    """An aligner that also tells what else may be a link; `best` needs one."""

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
            `best` where the second tells what is possible, else `fill`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    rule: rules.Rule | None = None


class JoinedAligner(Aligner):
    """Aligns with two aligners.

    Args:
        first: fills what the second leaves free.
        second: is trusted.
        rule: how their links are joined; None = `best` if the second can say what is possible.

    Raises:
        UsageError: `best` or `learned` is asked for, and the second cannot say what they need.
    """

    def __init__(self, first: Aligner, second: Aligner, *, rule: rules.Rule | None = None) -> None:
        can_doubt = isinstance(second, Doubtful)
        can_tell = {"best": can_doubt, "learned": isinstance(second, Evident)}
        if rule is not None and not can_tell.get(rule, True):
            raise UsageError(
                f"aligner joined: the rule {rule} needs a second aligner that says what is "
                "possible, as e5 does; name it second, or take --set joined.rule=fill"
            )
        self._first, self._second = first, second
        self.rule: rules.Rule = rule or ("best" if can_doubt else "fill")

    @classmethod
    def create(cls, context: Context) -> Self:
        """Take the two aligners that the argument names (`joined:A+B`), in that order.

        Raises:
            UsageError: there are no two, or an option is wrong.
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
        or of the one that found it (0.5 if it tells none).
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
            return [rules.best(first, *second) for first, second in doubted]
        join = rules.union if self.rule == "union" else rules.fill
        return [
            join(first, second)
            for first, second in zip(firsts, self._second.align(pairs), strict=True)
        ]

    def _unweighed(self, pair: tuple[Tokens, Tokens], first: Alignment) -> Alignment:
        """Return the links of a pair that is too long to weigh all its words."""
        if isinstance(self._second, Doubtful):
            ((second, possible),) = self._second.candidates([pair])
            return rules.best(first, second, possible)
        return rules.fill(first, *self._second.align([pair]))
