"""The signature of a planned run: everything that decides its numbers."""

from __future__ import annotations

from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.core.discovery import HOST
from discotag.scoring.signature import Part, Signature

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.registry import Registry
    from discotag.pipeline.plans import Choice, Plan


def sign(
    plan: Plan, digests: Mapping[str, str], registry: Registry, *, references: int
) -> Signature:
    """Build the signature of a run from its plan and the digests of tables and models."""
    packs = (registry.language(plan.source.code), registry.language(plan.target.code))
    owners = {*(pack.owner for pack in packs), *(choice.owner for choice in plan.choices())}
    return Signature(
        pair=plan.pair,
        profile=plan.config.profile,
        phenomena=plan.phenomena,
        parts=tuple(part_of(choice) for choice in plan.choices() if choice.role != "scorer"),
        tables=digests,
        packs={owner.distribution: owner.version for owner in owners if owner.distribution != HOST},
        version=version(HOST),
        references=references,
    )


DECIDING = frozenset({".py", ".toml", ".json", ".npz"})
"""Endings of files of a package that decide what it does."""


def setup_of(plan: Plan, digests: Mapping[str, str], registry: Registry, *, tags: bool) -> str:
    """Say everything that decides the outcome of a text: the signature, and the code at work.

    `tags` tells whether the lines of tag files belong to it.

    Code is told by the places, sizes and times of its files, so that what was computed before it
    changed is not taken for its own.
    """
    packages = {choice.info.factory.split(".", 1)[0] for choice in plan.choices()}
    signature = sign(plan, digests, registry, references=0).line()
    scorers = "|".join(str(part_of(choice)) for choice in plan.scorers)
    return f"{signature} {scorers} tags:{tags} {code_digest(frozenset({*packages, HOST}))}"


@lru_cache
def code_digest(packages: frozenset[str]) -> str:
    """Give a digest of the files of Python packages, by name, size and time of change."""
    digest = blake2b(digest_size=10)
    for name in sorted(packages):
        spec = find_spec(name)
        for place in spec.submodule_search_locations or () if spec else ():
            files = (path for path in Path(place).rglob("*.*") if path.suffix in DECIDING)
            for path in sorted(files):
                facts = path.stat()
                digest.update(f"{path} {facts.st_size} {facts.st_mtime_ns}\n".encode())
    return digest.hexdigest()


def part_of(choice: Choice) -> Part:
    """Give a chosen component as a part of the signature."""
    return Part(
        role=choice.role,
        name=choice.info.name,
        version=choice.info.version,
        place=choice.place,
        argument=choice.argument,
        options={
            name: value for name, value in choice.options.items() if name not in choice.info.neutral
        },
    )
