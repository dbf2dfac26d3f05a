"""What decides a run's numbers: its signature, and the environment that may act on them."""

from __future__ import annotations

import os
import platform
import re
from functools import lru_cache
from hashlib import blake2b
from importlib.metadata import distributions, version
from importlib.util import find_spec
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.core.discovery import HOST
from discotag.scoring.signature import Part, Signature

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from importlib.metadata import Distribution

    from discotag.core.discovery import Imported
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
    return f"{signature} {counted} tags:{tags} {environment_digest(registry)}"


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


SMALL = 2**16
"""Bytes up to which a file counts by its content; a larger one by its size and time of change."""
ENTRY_GROUP = re.compile(r"^\[(?:discotag\.|spacy_|thinc_)", re.MULTILINE)
"""Groups of entry points through which packages act that are no plugins of discotag."""
POINT = re.compile(r"^[^=\n]+= *(\w+)", re.MULTILINE)
REQUIREMENT = re.compile(r"^Requires-Dist: *([\w.-]+)([^\n]*)$", re.MULTILINE)


def environment_digest(registry: Registry) -> str:
    """Return a digest of all that may act on a result in this process, whatever the plan.

    It holds every plugin that was imported (name, distribution, version), the files of its
    packages and of discotag, name and version of every distribution that they require, directly or
    not, and the Python that runs them. Plugins that were blocked before import do not count.
    """
    declared = (item.info for role in registry.roles for item in registry.role(role))
    factories = {str(getattr(info, "factory", "")) for info in declared}
    return _digest(tuple(sorted(registry.plugins.imported)), frozenset(map(_top, factories)))


@lru_cache(maxsize=8)
def _digest(imported: tuple[Imported, ...], packages: frozenset[str]) -> str:
    installed: dict[str, Installed] = {}
    for item in map(Installed, distributions()):
        installed.setdefault(item.name, item)  # the first one on the path is the one imported
    roots = {_normal(name) for name in (HOST, *(plugin.distribution for plugin in imported))}
    roots |= {name for name, item in installed.items() if item.doors}
    tops = {HOST, *packages, *(_top(plugin.module) for plugin in imported)}
    for name in roots & installed.keys():
        tops |= installed[name].tops()
    digest = blake2b(digest_size=10)
    for fact in (
        f"{platform.python_implementation()} {platform.python_version()} {platform.machine()}",
        *map(repr, imported),
        *_libraries(roots, installed),
        *_files(tops - {""}),
    ):
        digest.update(f"{fact}\n".encode("utf-8", "surrogateescape"))
    return digest.hexdigest()


class Installed:
    """What a distribution's metadata say, without the cost of parsing all of them."""

    def __init__(self, distribution: Distribution) -> None:
        """Read the head of the metadata, and which entry points let the distribution act."""
        self._distribution = distribution
        text = distribution.read_text("METADATA") or distribution.read_text("PKG-INFO") or ""
        self._head = text.partition("\n\n")[0]
        self.name, self.version = _normal(self._field("Name")), self._field("Version")
        points = distribution.read_text("entry_points.txt") or ""
        self.doors = set(POINT.findall(points)) if ENTRY_GROUP.search(points) else set()

    def requirements(self, *, with_extras: bool) -> list[str]:
        """Return the names of the distributions that it requires."""
        return [
            _normal(name)
            for name, condition in REQUIREMENT.findall(self._head)
            if with_extras or "extra" not in condition
        ]

    def tops(self) -> set[str]:
        """Return its top-level packages and modules, as far as the metadata tell them."""
        record = self._distribution.read_text("RECORD") or ""
        firsts = {re.split("[/,]", line, maxsplit=1)[0] for line in record.splitlines()}
        paths = (Path(first) for first in firsts - {".."})
        return {*self.doors, *(path.stem for path in paths if path.suffix in {"", ".py"})}

    def _field(self, name: str) -> str:
        found = re.search(rf"^{name}: *([^\n]*)$", self._head, re.MULTILINE)
        return found[1].strip() if found else ""


def _libraries(roots: Iterable[str], installed: Mapping[str, Installed]) -> list[str]:
    """Return name and version of all distributions that some require, directly or not."""
    found: dict[str, str] = {}
    waiting = list(roots)
    while waiting:
        name = waiting.pop()
        if name not in found and name in installed:
            found[name] = installed[name].version
            waiting += installed[name].requirements(with_extras=name in roots)
    return [f"{name} {version}" for name, version in sorted(found.items())]


def _files(tops: Iterable[str]) -> Iterator[str]:
    """Describe the files of packages and modules, in a set order."""
    for name in sorted(tops):
        for place in _places(name):
            for path in sorted(_below(place)):
                yield f"{name} {path.removeprefix(place)} {_told(path)}"


def _places(name: str) -> list[str]:
    """Return the folders of a package, or the file that a single module or a zip file lies in."""
    try:
        spec = find_spec(name)
    except (ImportError, ValueError):  # a module made by hand has no file
        return []
    if spec is None:
        return []
    archive = getattr(spec.loader, "archive", None)
    if archive is not None:
        return [archive]
    folders = spec.submodule_search_locations
    return [spec.origin] if folders is None and spec.origin else list(folders or ())


def _below(place: str) -> Iterator[str]:
    if not os.path.isdir(place):
        if os.path.isfile(place):
            yield place
        return
    with os.scandir(place) as entries:
        for entry in entries:
            if not entry.is_dir(follow_symlinks=False):
                yield entry.path
            elif entry.name != "__pycache__":
                yield from _below(entry.path)


def _told(path: str) -> str:
    try:
        facts = os.stat(path)
        if facts.st_size > SMALL:
            return f"{facts.st_size} {facts.st_mtime_ns}"
        with open(path, "rb") as file:
            return blake2b(file.read(), digest_size=16).hexdigest()
    except OSError:  # a link to nowhere, or to a folder
        return "unreadable"


def _top(module: str) -> str:
    return module.partition(":")[0].partition(".")[0]


def _normal(name: str) -> str:
    return re.sub(r"[-_.]+", "-", name).lower()
