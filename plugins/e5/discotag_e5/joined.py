"""The aligner `joined`: the links of two aligners put together (`joined:lexicon+e5`)."""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, ClassVar, Protocol, Self, runtime_checkable

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import Missing, NeedsModels, UsageError, open_registry
from discotag_e5 import rules

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from discotag.plugin import Aligner, AlignerInfo, Alignment, Context, Registration, Tokens

USUAL = "lexicon+e5"
SHOWN = 12
"""Hexadecimal digits of a digest."""


@runtime_checkable
class Doubtful(Protocol):
    """An aligner that also tells what else may be a link; `best` needs one."""

    def candidates(
        self, pairs: Sequence[tuple[Tokens, Tokens]]
    ) -> Sequence[tuple[Alignment, Alignment]]:
        """Return for each pair its links, and all that may be links."""
        ...


class JoinedOptions(BaseModel):
    """Options of the aligner.

    Args:
        rule: `union` = the links of both; `fill` = the second's, and those of the first that touch
            a word which the second leaves free; `best` = the second's, and those of the first that
            the second holds possible or of which it leaves both words free. None = `best` where the
            second tells what is possible, else `fill`.
        parts: options of the two, by their names.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    rule: rules.Rule | None = None
    parts: dict[str, dict[str, Any]] = Field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Part:
    """One of the two, as it is declared and asked for."""

    declared: Registration[AlignerInfo]
    context: Context

    @property
    def identity(self) -> tuple[object, ...]:
        """All that decides its links but its digest."""
        info, owner = self.declared.info, self.declared.owner
        decisive = {k: v for k, v in self.context.options.items() if k not in info.neutral}
        named = (info.name, info.version, owner.distribution, owner.version)
        return (*named, self.context.argument, sorted(decisive.items(), key=str))


class JoinedAligner:
    """Aligns with two aligners.

    Args:
        first: fills what the second leaves free.
        second: is trusted.
        rule: how their links are joined; None = `best` if the second can say what is possible.
        digest: of both and the rule, for the signature; empty = not to be known again.

    Raises:
        UsageError: `best` is asked for, and the second cannot say what is possible.
    """

    packages: ClassVar[tuple[str, ...]] = ()

    def __init__(
        self,
        first: Aligner,
        second: Aligner,
        *,
        rule: rules.Rule | None = None,
        digest: str = "",
    ) -> None:
        can_doubt = isinstance(second, Doubtful)
        if rule == "best" and not can_doubt:
            raise UsageError(
                "aligner joined: the rule best needs a second aligner that says what is possible, "
                "as e5 does; name it second, or take --set joined.rule=fill"
            )
        self._first, self._second = first, second
        self.rule: rules.Rule = rule or ("best" if can_doubt else "fill")
        self.digest = digest

    @classmethod
    def create(cls, context: Context) -> Self:
        """Make both of what the argument names (`joined:A+B`), `lexicon+e5` if nothing.

        Raises:
            UsageError: no two aligners are named, or one that cannot be joined.
            UnknownNameError: an aligner that is not installed.
        """
        options = context.read_options(JoinedOptions)
        parts = _parts(context, options)
        made = [part.declared.info.load().create(part.context) for part in parts]
        return cls(*made, rule=options.rule, digest=_digest(parts, made, options.rule))

    @classmethod
    def missing(cls, context: Context) -> Iterable[Missing]:
        """Say what either of the two lacks."""
        for part, factory in _needy(context):
            yield from factory.missing(part.context)

    @classmethod
    def fetch(cls, context: Context, tell: Callable[[str], None]) -> None:
        """Fetch what either of the two lacks."""
        for part, factory in _needy(context):
            factory.fetch(part.context, tell)

    def align(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Sequence[Alignment]:
        """Return one Alignment per pair, in order.

        Both having found a link, it is wrong only if both are; the confidence of what one alone
        found is its own, 0.5 if it tells none.
        """
        firsts = self._first.align(pairs)
        if self.rule == "best" and isinstance(self._second, Doubtful):
            doubted = zip(firsts, self._second.candidates(pairs), strict=True)
            return [rules.best(first, *second) for first, second in doubted]
        join = rules.union if self.rule == "union" else rules.fill
        return [
            join(first, second)
            for first, second in zip(firsts, self._second.align(pairs), strict=True)
        ]


def _parts(context: Context, options: JoinedOptions) -> list[Part]:
    named = context.argument or USUAL
    first, plus, second = named.partition("+")
    if not (first and plus and second):
        raise UsageError(f"aligner joined: {named!r} names no two aligners; write joined:{USUAL}")
    aligners = open_registry().aligners
    found = []
    for text in (first, second):
        name, colon, argument = text.partition(":")
        declared = aligners.get(name)
        if declared.info.is_sequential or declared.info.needs != {"tokens"}:
            raise UsageError(f"aligner joined: {name} cannot be joined; it reads more than tokens")
        own = replace(
            context,
            name=name,
            argument=argument if colon else None,
            options=options.parts.get(name, {}),
        )
        found.append(Part(declared, own))
    unknown = sorted(set(options.parts) - {part.context.name for part in found})
    if unknown:
        raise UsageError(
            f"aligner joined: parts has options of {unknown[0]}, which is none of them"
        )
    return found


def _needy(context: Context) -> Iterator[tuple[Part, NeedsModels]]:
    for part in _parts(context, context.read_options(JoinedOptions)):
        factory = part.declared.info.load() if part.declared.info.install else None
        if isinstance(factory, NeedsModels):
            yield part, factory


def _digest(parts: Sequence[Part], made: Sequence[Aligner], rule: str | None) -> str:
    """Return a digest of both, or nothing where one is named by an argument and tells none."""
    digests = [getattr(one, "digest", "") or "" for one in made]
    known = zip(parts, digests, strict=True)
    if not all(digest or part.context.argument is None for part, digest in known):
        return ""
    facts = [rule, *digests, *(part.identity for part in parts)]
    return hashlib.sha256(json.dumps(facts, default=str).encode()).hexdigest()[:SHOWN]
