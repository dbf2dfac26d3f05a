"""Discovery: find plugins by entry point, load them one at a time, and keep who failed and why.

Entry points of the group `discotag` name modules of hooks. A plugin that fails never stops the
others; it matters only to a run that needs it. Blocking happens before import. Of two plugins of
one name the one keeps it whose distribution has it in its name (`lang-de` of `discotag-lang-de`),
since that name is its owner's alone; else neither does.
"""

from __future__ import annotations

import hashlib
import os
import sys
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from functools import lru_cache
from importlib.metadata import EntryPoint, entry_points
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import pluggy

from discotag.core import hookspecs
from discotag.core.errors import ComponentError, DiscotagError, PluginError, UnknownNameError
from discotag.core.plugin_calls import error_text, plugin_call

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence

    from discotag.core.roles import Role


FILES = "DISCOTAG_PLUGIN_FILES"
"""The environment variable that names plugin files; worker processes inherit it."""


@dataclass(frozen=True)
class PluginFile:
    """A Python file that is a plugin, in place of an entry point.

    Its module is called as the file, so that declarations name their classes `FILE:CLASS`.

    Args:
        path: the file.
    """

    path: Path

    @property
    def name(self) -> str:
        """The name of the module and of the plugin."""
        return self.path.stem

    @property
    def value(self) -> str:
        """The module, as an entry point names it."""
        return self.path.stem

    def load(self) -> Any:
        """Import the file; PluginError where it cannot be a module, or another one has its name."""
        known = sys.modules.get(self.name)
        if known is not None and getattr(known, "__file__", None) == str(self.path):
            return known
        if known is not None or find_spec(self.name) is not None:
            raise PluginError(f"{self.path}: a module {self.name!r} exists; rename the file")
        spec = spec_from_file_location(self.name, self.path)
        if spec is None or spec.loader is None or not self.name.isidentifier():
            raise PluginError(f"{self.path}: not a Python file whose name is an identifier")
        module = sys.modules[self.name] = module_from_spec(spec)
        try:
            spec.loader.exec_module(module)
        except BaseException:
            del sys.modules[self.name]
            raise
        return module


def _of_file(name: str) -> OwnedPoint:
    """Return a file as a plugin of its own; its version is a digest of what it holds."""
    path = Path(name).absolute()
    try:
        version = hashlib.sha256(path.read_bytes()).hexdigest()[:8]
    except OSError as error:
        raise PluginError(f"{name}: cannot be read as a plugin ({error.strerror})") from error
    return OwnedPoint(PluginFile(path), path.name, version)


class OwnedPoint(NamedTuple):
    """An entry point, with name and version of the distribution that brings it."""

    point: EntryPoint | PluginFile
    distribution: str
    version: str

    @classmethod
    def of(cls, point: EntryPoint) -> OwnedPoint:
        """Return a point with its owner; one that belongs to no distribution is `unknown`'s."""
        metadata = point.dist.metadata if point.dist else {"Name": "unknown", "Version": "0"}
        return cls(point, metadata["Name"], metadata["Version"])


def installed_points(group: str) -> tuple[OwnedPoint, ...]:
    """Return the entry points of a group; they are read again when the import path changes."""

    def changed(place: str) -> int:
        try:
            return os.stat(place or ".").st_mtime_ns
        except OSError:
            return 0

    return _read(group, tuple((place, changed(place)) for place in sys.path))


@lru_cache(maxsize=32)
def _read(group: str, _path: tuple[tuple[str, int], ...]) -> tuple[OwnedPoint, ...]:
    return tuple(map(OwnedPoint.of, entry_points(group=group)))


GROUP = "discotag"
HOST = "discotag"
"""The distribution whose plugins are the built-ins."""
NEAR = 0.75
"""How alike the name of an unknown hook must be to that of a known one, to be a slip of the pen."""


class Status(StrEnum):
    """What became of a plugin."""

    LOADED = "loaded"
    BLOCKED = "blocked"
    FAILED = "failed"
    INCOMPATIBLE = "incompatible"


BROKEN = frozenset({Status.FAILED, Status.INCOMPATIBLE})


@dataclass(frozen=True)
class PluginRecord:
    """One plugin as it was found.

    Args:
        name: the entry point's name (`lang-fr`).
        distribution: the installed distribution that brings it.
        version: that distribution's version.
        status: what became of it.
        reason: why it was blocked, failed or is incompatible.
        api: the DISCOTAG_API it states, as text.
        module: the module that its entry point names.
    """

    name: str
    distribution: str
    version: str
    status: Status
    reason: str | None = None
    api: str | None = None
    module: str = ""

    @property
    def is_builtin(self) -> bool:
        """Whether it comes with discotag itself."""
        return self.distribution == HOST

    def __str__(self) -> str:
        """Name plugin, distribution and version, as messages do."""
        return f"{self.name} ({self.distribution} {self.version})"


class Plugins:
    """All plugins found, and the pluggy manager that holds those that are loaded.

    Attributes:
        roles: the roles that packages add to those of the core.
    """

    def __init__(self) -> None:
        """Start with no plugin."""
        self.manager = pluggy.PluginManager(hookspecs.PROJECT)
        self.manager.add_hookspecs(hookspecs)
        self.roles: list[Role[Any]] = []
        self._records: dict[tuple[str, str], PluginRecord] = {}

    @property
    def records(self) -> tuple[PluginRecord, ...]:
        """All records, sorted by name and distribution."""
        return tuple(self._records[key] for key in sorted(self._records))

    def broken(self) -> Iterator[PluginRecord]:
        """Go over the records of plugins that are left out although nobody blocked them."""
        return (item for item in self.records if item.status in BROKEN)

    def loaded(self) -> Iterator[tuple[PluginRecord, object]]:
        """Go over the loaded plugins, sorted by name, with their modules."""
        for record in self.records:
            if record.status is Status.LOADED:
                yield record, self.manager.get_plugin(record.name)

    def add(self, record: PluginRecord, module: object | None = None) -> None:
        """Add a plugin and register its hooks; one that cannot be registered is kept as failed."""
        self._records[record.name, record.distribution] = record
        if record.status is not Status.LOADED or module is None:
            return
        try:
            with plugin_call(record.name, "plugin"):
                if (specs := getattr(module, "DISCOTAG_HOOKSPECS", None)) is not None:
                    self.manager.add_hookspecs(specs)
                    self.roles.extend(specs.ROLES)
                self.manager.register(module, name=record.name)
        except ComponentError as error:
            self.fail(record, error.reason)

    def fail(self, record: PluginRecord, reason: str) -> None:
        """Take a plugin out and keep why."""
        failed = replace(record, status=Status.FAILED, reason=reason)
        self._records[record.name, record.distribution] = failed
        if self.manager.has_plugin(record.name):
            self.manager.unregister(name=record.name)


def discover(
    *,
    without: Collection[str] = (),
    found: Iterable[EntryPoint] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Plugins:
    """Find and load plugins, each on its own.

    Args:
        without: plugins to block, besides those in `DISCOTAG_DISABLE_PLUGINS`, by their names or
            by their distributions'.
        found: entry points to use in place of the installed ones.
        environ: environment to read in place of `os.environ`. `DISCOTAG_PLUGINS`: only these
            plugins of other distributions (empty = none); `DISCOTAG_DISABLE_PLUGINS`: not these;
            `DISCOTAG_PLUGIN_FILES`: Python files that are plugins without a package.

    Raises:
        UnknownNameError: `without` names a plugin that is not installed.
    """
    environ = os.environ if environ is None else environ
    points = sorted(
        (
            *(installed_points(GROUP) if found is None else map(OwnedPoint.of, found)),
            *map(_of_file, filter(None, environ.get(FILES, "").split(os.pathsep))),
        ),
        key=lambda item: (
            item.distribution != HOST,
            item.point.name,
            item.distribution,
            item.version,
        ),
    )
    # a plugin is blocked by its name or by its package's, but ours not all at once
    names = [{item.point.name, item.distribution} - {HOST} for item in points]
    known = {name for of_point in names for name in of_point}
    for name in without:
        if name not in known:
            raise UnknownNameError("plugin", name, known)
    disabled = {*without, *_split(environ.get("DISCOTAG_DISABLE_PLUGINS", ""))}
    only = _split(environ["DISCOTAG_PLUGINS"]) if "DISCOTAG_PLUGINS" in environ else None
    plugins = Plugins()
    wanted: dict[str, list[tuple[PluginRecord, EntryPoint | PluginFile]]] = {}
    for (point, distribution, version), own in zip(points, names, strict=True):
        module = point.value.partition(":")[0]
        record = PluginRecord(point.name, distribution, version, Status.LOADED, module=module)
        if disabled & own:
            plugins.add(replace(record, status=Status.BLOCKED, reason="disabled"))
        elif only is not None and distribution != HOST and not only & own:
            reason = "not in DISCOTAG_PLUGINS"
            plugins.add(replace(record, status=Status.BLOCKED, reason=reason))
        else:
            wanted.setdefault(point.name, []).append((record, point))
    for name, claims in wanted.items():
        owner = _rightful(name, [record for record, _ in claims])
        for record, point in claims:
            if record is owner:
                plugins.add(*_load(record, point))
                continue
            others = [owner] if owner else [other for other, _ in claims if other is not record]
            brought = " and ".join(f"{other.distribution} {other.version}" for other in others)
            reason = f"its name is also that of a plugin of {brought}"
            plugins.add(replace(record, status=Status.FAILED, reason=reason))
    return plugins


def _split(names: str) -> set[str]:
    return {name.strip() for name in names.split(",") if name.strip()}


def _rightful(name: str, claims: Sequence[PluginRecord]) -> PluginRecord | None:
    """Return the plugin that keeps a name: the only one, ours, or the one whose package has it.

    A distribution that brings two plugins of one name has neither.
    """
    if len(claims) == 1:
        return claims[0]
    for wanted in (HOST, f"{HOST}-{name}", name):
        bearing = [record for record in claims if record.distribution.lower() == wanted]
        if bearing:
            return bearing[0] if len(bearing) == 1 else None
    return None


def require_sound(plugins: Plugins) -> None:
    """Raise PluginError naming every plugin that failed or is incompatible."""
    broken = [f"{record}: {record.status}: {record.reason}" for record in plugins.broken()]
    if broken:
        raise PluginError("DISCOTAG_STRICT is set and plugins are broken: " + "; ".join(broken))


def _load(
    record: PluginRecord, point: EntryPoint | PluginFile
) -> tuple[PluginRecord, object | None]:
    """Import a plugin and check what it declares; return it with its module, None if unfit."""
    try:
        with plugin_call(record.name, "plugin"):
            module = point.load()
    except DiscotagError as error:
        told = error.reason if isinstance(error, ComponentError) else error_text(error)
        reason = f"cannot be imported: {told}"
        return replace(record, status=Status.FAILED, reason=reason), None
    try:
        with plugin_call(record.name, "plugin"):
            api = getattr(module, "DISCOTAG_API", None)
            stated = ".".join(map(str, api)) if isinstance(api, tuple) else str(api)
            fault, typo = _api_fault(api), _faulty_hook(module)
    except ComponentError as error:
        reason = f"cannot be read: {error.reason}"
        return replace(record, status=Status.FAILED, reason=reason), None
    record = replace(record, api=stated)
    if fault:
        return replace(record, status=Status.INCOMPATIBLE, reason=fault), None
    if typo:
        return replace(record, status=Status.FAILED, reason=typo), None
    return record, module


def _api_fault(api: object) -> str | None:
    ours = hookspecs.API_VERSION
    match api:
        case None:
            return f"states no DISCOTAG_API; write DISCOTAG_API = {ours}"
        case (int(major), int(minor)):
            if major != ours[0] or minor > ours[1]:
                host = ".".join(map(str, ours))
                return f"is written for API {major}.{minor}, this discotag has {host}"
            return None
    return f"states DISCOTAG_API = {api!r}, which is not a pair such as {ours}"


def _faulty_hook(module: object) -> str | None:
    """Say which hook a plugin misspells or forgets to mark.

    An unknown hook may be one of a package that is not installed, and is not a fault.
    """
    known = [
        name.removeprefix("discotag_") for name in vars(hookspecs) if name.startswith("discotag_")
    ]
    for hook in dir(module):
        name = hook.removeprefix("discotag_")
        if name == hook or not callable(function := getattr(module, hook)):
            continue
        if not hasattr(function, "discotag_impl"):
            if name in known:
                return f"defines {hook} without the decorator @hookimpl, so it is never called"
            continue
        if name in known:
            continue
        if close := get_close_matches(name, known, n=1, cutoff=NEAR):
            return f"implements an unknown hook {hook}; did you mean discotag_{close[0]}?"
    return None
