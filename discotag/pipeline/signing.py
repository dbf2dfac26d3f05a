"""The signature of a planned run: everything that decides its numbers."""

from __future__ import annotations

from importlib.metadata import version
from typing import TYPE_CHECKING

from discotag.core.discovery import HOST
from discotag.pipeline.cache_keys import acting_digest
from discotag.scoring.signature import Part, Signature

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from discotag.core.registry import Registry
    from discotag.pipeline.plans import AnyPlanned, Plan


def sign(
    plan: Plan, digests: Mapping[str, str], registry: Registry, *, references: int
) -> Signature:
    """Build the signature of a run from its plan and the digests of tables and models."""
    packs = (registry.language(plan.source.code), registry.language(plan.target.code))
    owners = {*(pack.owner for pack in packs), *(choice.owner for choice in plan.choices())}
    return Signature(
        pair=plan.pair,
        profile=plan.config.profile,
        unit="line" if plan.units is None else plan.config.unit,
        phenomena=plan.phenomena,
        parts=tuple(
            part_of(choice)
            for choice in plan.choices()
            if choice.role != "scorer" and not choice.part_of
        ),
        tables=digests,
        packs={owner.distribution: owner.version for owner in owners if owner.distribution != HOST},
        version=version(HOST),
        references=references,
    )


def setup_of(
    plan: Plan,
    digests: Mapping[str, str],
    registry: Registry,
    *,
    scorers: Iterable[str],
    tags: bool,
) -> str:
    """Return everything that decides the outcome of a text: the signature, and what may act on it.

    Args:
        plan: the run.
        digests: of its tables and models.
        registry: where its components were found.
        scorers: what the scorers of the plan say of themselves, in its order.
        tags: whether the lines of tag files belong to the outcome.
    """
    signature = sign(plan, digests, registry, references=0).line()
    counted = "|".join(
        f"{part_of(choice)} {told}" for choice, told in zip(plan.scorers, scorers, strict=True)
    )
    return f"{signature} {counted} tags:{tags} {acting_digest(registry)}"


def part_of(choice: AnyPlanned) -> Part:
    """Return a chosen component as a part of the signature."""
    return Part(
        role=choice.role,
        name=choice.info.name,
        version=choice.info.version,
        place=choice.place,
        argument=choice.argument,
        options={
            name: value for name, value in choice.options.items() if name not in choice.info.neutral
        },
        parts=tuple(part_of(part) for part in choice.parts),
    )
