"""What decides a run's numbers: its signature, and the code that takes part in it."""

from __future__ import annotations

import json
import os
import platform
import re
import sys
from contextlib import suppress
from hashlib import blake2b
from importlib.metadata import PackageNotFoundError, distribution, version
from typing import TYPE_CHECKING

from discotag.core.discovery import HOST
from discotag.scoring.signature import Part, Signature

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from discotag.core.discovery import PluginRecord
    from discotag.core.registry import Registry
    from discotag.pipeline.plans import AnyPlanned, Plan


def sign(
    plan: Plan, digests: Mapping[str, str], registry: Registry, *, references: int
) -> Signature:
    """Build the signature of a run from its plan and the digests of tables and models."""
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
        packs={
            owner.distribution: owner.version
            for owner in owners_of(plan, registry)
            if owner.distribution != HOST
        },
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
    """Return everything that decides the outcome of a text: the signature, scorers and code.

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
    return f"{signature} {counted} tags:{tags} {code_digest(plan, registry)}"


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


def owners_of(plan: Plan, registry: Registry) -> set[PluginRecord]:
    """Return the plugins that take part in a run: those of its languages and of its components."""
    packs = (registry.language(plan.source.code), registry.language(plan.target.code))
    return {*(pack.owner for pack in packs), *(choice.owner for choice in plan.choices())}


REQUIREMENT = re.compile(r"^Requires-Dist: *([\w.-]+)([^\n]*)$", re.MULTILINE)


def code_digest(plan: Plan, registry: Registry) -> str:
    """Return a digest of the code that takes part in a run: what is kept is found under it.

    It holds the Python, the files of discotag and of each plugin that takes part (names, sizes and
    times of change), and the versions of all distributions that these require, directly or not.
    """
    owners = owners_of(plan, registry)
    tops = {HOST, *(module.partition(".")[0] for owner in owners if (module := owner.module))}
    facts = [
        f"{platform.python_implementation()} {platform.python_version()} {platform.machine()}",
        *_versions({HOST, *(owner.distribution for owner in owners)}),
        *(fact for top in sorted(tops) for fact in _files(top)),
    ]
    return blake2b(json.dumps(facts).encode(), digest_size=10).hexdigest()


def _versions(distributions: set[str]) -> list[str]:
    """Return name and version of distributions and of all that they require."""
    found: dict[str, str] = {}
    waiting = [(name, True) for name in distributions]
    while waiting:
        name, with_extras = waiting.pop()
        name = re.sub(r"[-_.]+", "-", name).lower()
        if name in found:
            continue
        try:
            metadata = distribution(name).read_text("METADATA") or ""
        except PackageNotFoundError:  # of another platform, or of an extra
            metadata = ""
        head = metadata.partition("\n\n")[0]
        stated = re.search(r"^Version: *(.*)$", head, re.MULTILINE)
        found[name] = stated[1] if stated else ""
        waiting += [
            (other, False)
            for other, condition in REQUIREMENT.findall(head)
            if with_extras or "extra" not in condition
        ]
    return [f"{name} {number}" for name, number in sorted(found.items())]


def _files(top: str) -> Iterator[str]:
    """Describe the files of a package, or of a module that is a file, in a set order."""
    module = sys.modules.get(top)
    for place in getattr(module, "__path__", None) or [getattr(module, "__file__", None) or ""]:
        below = os.walk(place) if os.path.isdir(place) else [("", [], [place])]
        for folder, folders, names in below:
            folders[:] = sorted(name for name in folders if name != "__pycache__")
            for name in sorted(names):
                path = os.path.join(folder, name)
                with suppress(OSError):  # a link to nowhere
                    facts = os.stat(path)
                    yield f"{path.removeprefix(place)} {facts.st_size} {facts.st_mtime_ns}"
