"""Discovery: find plugins by entry point, load them one at a time, and keep who failed and why.

Entry points of the group `discotag` name modules of hooks. A plugin that fails never stops the
others; it matters only to
a run that needs it. Blocking happens before import.
"""

from __future__ import annotations

import inspect
import os
import sys
from dataclasses import dataclass, replace
from difflib import get_close_matches
from enum import StrEnum
from importlib.metadata import EntryPoint, entry_points
from typing import TYPE_CHECKING, NamedTuple

import pluggy

from discotag.core import hookspecs
from discotag.core.errors import PluginError, UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Iterator, Mapping

GROUP = "discotag"
HOST = "discotag"
"""The distribution whose plugins are the built-ins."""


class Status(StrEnum):
    """What became of a plugin."""

    LOADED = "loaded"
    BLOCKED = "blocked"
    FAILED = "failed"
    INCOMPATIBLE = "incompatible"


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
    """

    name: str
    distribution: str
    version: str
    status: Status
    reason: str | None = None
    api: str | None = None

    @property
    def is_builtin(self) -> bool:
        """Whether it comes with discotag itself."""
        return self.distribution == HOST

    def __str__(self) -> str:
        """Name plugin, distribution and version, as messages do."""
        return f"{self.name} ({self.distribution} {self.version})"


class Imported(NamedTuple):
    """A plugin whose code ran in this process, whatever became of it: it may have acted."""

    name: str
    distribution: str
    version: str
    module: str


class Plugins:
    """All plugins found, and the pluggy manager that holds those that are loaded.

    Attributes:
        imported: the plugins whose code ran in this process; a blocked one, too, if something else
            had imported it before.
    """

    def __init__(self) -> None:
        """Start with no plugin."""
        self.manager = pluggy.PluginManager(hookspecs.PROJECT)
        self.manager.add_hookspecs(hookspecs)
        self._records: dict[str, PluginRecord] = {}
        self.imported: list[Imported] = []

    @property
    def records(self) -> tuple[PluginRecord, ...]:
        """All records, sorted by name."""
        return tuple(self._records[name] for name in sorted(self._records))

    def loaded(self) -> Iterator[tuple[PluginRecord, object]]:
        """Go over the loaded plugins, sorted by name, with their modules."""
        for record in self.records:
            if record.status is Status.LOADED:
                yield record, self.manager.get_plugin(record.name)

    def add(self, record: PluginRecord, module: object | None = None) -> None:
        """Add a plugin and register its hooks; one that cannot be registered is kept as failed."""
        known = self._records.get(record.name)
        if known is not None:
            if known.status is Status.LOADED and not known.is_builtin:
                self.fail(known.name, f"its name is also that of a plugin of {record.distribution}")
            return
        self._records[record.name] = record
        if record.status is not Status.LOADED or module is None:
            return
        try:
            self.manager.register(module, name=record.name)
        except Exception as error:  # whatever a stranger's plugin raises is kept
            self.fail(record.name, _describe(error))

    def fail(self, name: str, reason: str) -> None:
        """Take a plugin out and keep why."""
        self._records[name] = replace(self._records[name], status=Status.FAILED, reason=reason)
        if self.manager.has_plugin(name):
            self.manager.unregister(name=name)


def discover(
    *,
    without: Collection[str] = (),
    found: Iterable[EntryPoint] | None = None,
    environ: Mapping[str, str] | None = None,
) -> Plugins:
    """Find and load plugins, each on its own.

    Args:
        without: names of plugins to block, besides those in `DISCOTAG_DISABLE_PLUGINS`.
        found: entry points to use in place of the installed ones.
        environ: environment to read in place of `os.environ`. `DISCOTAG_PLUGINS`: only these
            plugins of other distributions (empty = none); `DISCOTAG_DISABLE_PLUGINS`: not these.

    Raises:
        UnknownNameError: `without` names a plugin that is not installed.
    """
    environ = os.environ if environ is None else environ
    points = sorted(
        entry_points(group=GROUP) if found is None else found,
        key=lambda point: (_distribution(point)[0] != HOST, point.name, _distribution(point)),
    )
    names = {point.name for point in points}
    for name in without:
        if name not in names:
            raise UnknownNameError("plugin", name, names)
    disabled = {*without, *_split(environ.get("DISCOTAG_DISABLE_PLUGINS", ""))}
    only = _split(environ["DISCOTAG_PLUGINS"]) if "DISCOTAG_PLUGINS" in environ else None
    plugins = Plugins()
    for point in points:
        distribution, version = _distribution(point)
        is_left_out = only is not None and distribution != HOST and point.name not in only
        if point.name in disabled or is_left_out:
            reason = "disabled" if point.name in disabled else "not in DISCOTAG_PLUGINS"
            record = PluginRecord(point.name, distribution, version, Status.BLOCKED, reason)
            plugins.add(record)
        else:
            plugins.add(*_load(point, distribution, version))
        module = point.value.partition(":")[0]
        if not (point.name in disabled or is_left_out) or module in sys.modules:
            plugins.imported.append(Imported(point.name, distribution, version, module))
    return plugins


def require_sound(plugins: Plugins) -> None:
    """Raise PluginError naming every plugin that failed or is incompatible."""
    broken = [
        f"{record}: {record.status}: {record.reason}"
        for record in plugins.records
        if record.status in {Status.FAILED, Status.INCOMPATIBLE}
    ]
    if broken:
        raise PluginError("DISCOTAG_STRICT is set and plugins are broken: " + "; ".join(broken))


def _load(point: EntryPoint, distribution: str, version: str) -> tuple[PluginRecord, object | None]:
    def record(status: Status, reason: str | None, api: str | None = None) -> PluginRecord:
        return PluginRecord(point.name, distribution, version, status, reason, api)

    try:
        module = point.load()
    except Exception as error:  # any failure of a stranger's import is kept
        return record(Status.FAILED, f"cannot be imported: {_describe(error)}"), None
    api = getattr(module, "DISCOTAG_API", None)
    fault = _api_fault(api)
    if fault:
        return record(Status.INCOMPATIBLE, fault, str(api)), None
    typo = _unknown_hook(module)
    if typo:
        return record(Status.FAILED, typo, str(api)), None
    return record(Status.LOADED, None, ".".join(str(part) for part in api or ())), module


def _api_fault(api: object) -> str | None:
    host = ".".join(str(part) for part in hookspecs.API_VERSION)
    if api is None:
        return f"states no DISCOTAG_API; write DISCOTAG_API = {hookspecs.API_VERSION}"
    match api:
        case (int(major), int(minor)):
            if major != hookspecs.API_VERSION[0] or minor > hookspecs.API_VERSION[1]:
                return f"is written for API {major}.{minor}, this discotag has {host}"
            return None
        case _:
            wanted = hookspecs.API_VERSION
            return f"states DISCOTAG_API = {api!r}, which is not a pair such as {wanted}"


def _unknown_hook(module: object) -> str | None:
    known = [name for name, _ in inspect.getmembers(hookspecs) if name.startswith("discotag_")]
    for name, member in inspect.getmembers(module):
        if name.startswith("discotag_") and hasattr(member, "discotag_impl") and name not in known:
            close = get_close_matches(name, known, n=1)
            hint = f"; did you mean {close[0]}?" if close else ""
            return f"implements an unknown hook {name}{hint}"
    return None


def _distribution(point: EntryPoint) -> tuple[str, str]:
    return (point.dist.name, point.dist.version) if point.dist else ("unknown", "0")


def _split(names: str) -> set[str]:
    return {name.strip() for name in names.split(",") if name.strip()}


def _describe(error: BaseException) -> str:
    return f"{type(error).__name__}: {error}"
