"""The registry: everything that the loaded plugins declare, each record with its owner.

Plugins are asked one at a time, so that every declaration has an owner; one whose answers cannot be
used is taken out. A
stranger cannot take a built-in's name, and a name that two strangers declare is nobody's until one
of them is blocked. The error for a name that is lost so names who took it.
"""

from __future__ import annotations

import os
import re
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain, islice
from pathlib import Path
from typing import TYPE_CHECKING, Any, Generic, TypeVar, overload

from pydantic import BaseModel

from discotag.core.components import TableInfo, TaggerInfo
from discotag.core.discovery import Plugins, discover, require_sound
from discotag.core.errors import ComponentError, DiscotagError, PluginError, UnknownNameError
from discotag.core.language import LanguagePack, direction, nearest
from discotag.core.plugin_calls import describe_error, plugin_call
from discotag.core.roles import ROLES, CoreRoles, Role
from discotag.core.tables import Table, read_table

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence

    from discotag.core.discovery import PluginRecord
    from discotag.core.language import Direction

Info = TypeVar("Info")
MOST = 10_000
"""Declarations of one role that a plugin may make; what more it yields is not waited for."""


@dataclass(frozen=True)
class Registration(Generic[Info]):
    """A declaration and the plugin it comes from."""

    info: Info
    owner: PluginRecord


@dataclass
class RoleRegistry(Generic[Info]):
    """All declarations of one role, by name.

    Args:
        role: singular, for messages.
        items: name → declaration.
        conflicts: name → the owners that all declare it.
        lost: name → why the plugin that declares it was taken out.
        broken: the plugins that were left out without having been asked, maybe for good reason.
    """

    role: str
    items: dict[str, Registration[Info]] = field(default_factory=dict)
    conflicts: dict[str, tuple[PluginRecord, ...]] = field(default_factory=dict)
    lost: dict[str, str] = field(default_factory=dict)
    broken: list[PluginRecord] = field(default_factory=list)

    def __iter__(self) -> Iterator[Registration[Info]]:
        """Go over the declarations, sorted by name."""
        return (self.items[name] for name in sorted(self.items))

    def __contains__(self, name: object) -> bool:
        """Return whether a name is declared and not in conflict."""
        return name in self.items

    def get(self, name: str, *, cure: str | None = None) -> Registration[Info]:
        """Return a declaration.

        Raises:
            PluginError: two plugins claim the name, or the plugin that declares it is taken out.
            UnknownNameError: no plugin declares it.
        """
        if name in self.items:
            return self.items[name]
        if why := self.why_missing(name):
            raise PluginError(f"{self.role} {name!r}: {why}")
        raise UnknownNameError(self.role, name, self.items, cure=cure)

    def why_missing(self, name: str) -> str | None:
        """Say which plugins keep a name from being used, and what to do; None where none does."""
        if name in self.lost:
            return self.lost[name]
        near = [record for record in self.broken if name in re.split(r"[-_]", record.name)]
        return _left_out(near) if near else None


def _left_out(records: Sequence[PluginRecord]) -> str:
    """Say that plugins are left out, why, and what to do."""
    reasons = "; ".join(f"plugin {item} is left out: {item.reason}" for item in records)
    names = {item.name for item in records}
    if len(records) > 1 and len(names) == 1:
        return f"{reasons}; block one with --without {records[0].distribution}, or uninstall it"
    return f"{reasons}; mend or uninstall it (discotag plugins lists all)"


class Registry(CoreRoles):
    """Everything that can be used in a run; `registry.taggers` are what plugins declare as such."""

    def __init__(self, plugins: Plugins, *, roles: Collection[str] | None = None) -> None:
        """Ask every loaded plugin what it declares.

        Args:
            plugins: the plugins found.
            roles: the roles to ask for (`taggers`), None = all; a listing of commands has no use
                for the others. What a plugin does wrong in a role that is not asked for stays
                unknown.
        """
        self.plugins = plugins
        self.roles = {role.plural: role for role in (*ROLES, *plugins.roles)}
        self._asked = [
            role for role in self.roles.values() if roles is None or role.plural in roles
        ]
        self._declared: dict[str, RoleRegistry[Any]] = {
            name: RoleRegistry(role.title) for name, role in self.roles.items()
        }
        answers = [
            (record, declared)
            for record, _ in tuple(plugins.loaded())
            if (declared := self._ask(record)) is not None
        ]
        for registered in self._declared.values():
            registered.broken = list(plugins.broken())
        builtin_names = {
            (role, _key(info))
            for record, declared in answers
            if record.is_builtin
            for role, info in declared
        }
        for record, declared in answers:
            stolen = [
                f"{role.name} {_key(info)!r}"
                for role, info in declared
                if not record.is_builtin and (role, _key(info)) in builtin_names
            ]
            if stolen:
                self._leave_out(
                    record, declared, f"declares {', '.join(stolen)}, which is built in"
                )
                continue
            for role, info in declared:
                self._add(role, Registration(info, record))

    @overload
    def role(self, role: Role[Info]) -> RoleRegistry[Info]: ...
    @overload
    def role(self, role: str) -> RoleRegistry[Any]: ...
    def role(self, role: Role[Any] | str) -> RoleRegistry[Any]:
        """Return what plugins declare in a role.

        Args:
            role: the role or its plural name (`taggers`); a role whose package is not loaded has no
                declarations.

        Raises:
            UnknownNameError: there is no role of that name.
        """
        if isinstance(role, Role):
            return self._declared.get(role.plural) or RoleRegistry(role.title)
        if role not in self._declared:
            raise UnknownNameError("role", role, self._declared)
        return self._declared[role]

    def _ask(self, record: PluginRecord) -> list[tuple[Role[Any], object]] | None:
        manager = self.plugins.manager
        plugin = manager.get_plugin(record.name)
        others = manager.get_plugins() - {plugin}
        declared: list[tuple[Role[Any], object]] = []
        for role in self._asked:
            if not hasattr(plugin, role.hook):
                continue
            try:
                with plugin_call(record.name, role.hook):
                    answers = manager.subset_hook_caller(role.hook, others)()
                    for info in islice(chain.from_iterable(answers), MOST):
                        _require_sound(info, role.info)
                        declared.append((role, info))
            except ComponentError as error:
                self.plugins.fail(record, f"{role.hook} raised {error.reason}")
                return None
            except DiscotagError as error:
                self.plugins.fail(record, f"{role.hook} raised {describe_error(error)}")
                return None
        keys = Counter((role.name, _key(info)) for role, info in declared)
        twice = sorted(key for key, times in keys.items() if times > 1)
        if twice:
            self._leave_out(record, declared, f"declares {twice[0][0]} {twice[0][1]!r} twice")
            return None
        return declared

    def _leave_out(
        self, record: PluginRecord, declared: Sequence[tuple[Role[Any], object]], reason: str
    ) -> None:
        self.plugins.fail(record, reason)
        for role, info in declared:
            self._lose(role, info, f"plugin {record} is left out: it {reason}")

    def _lose(self, role: Role[Any], info: object, why: str) -> None:
        """Keep why a declaration is missing, for whoever asks for it."""
        for name in _asked_as(info):
            self.role(role).lost[name] = why

    def _add(self, role: Role[Any], declared: Registration[Any]) -> None:
        registered = self.role(role)
        key = _key(declared.info)
        if key not in registered.conflicts and key not in registered.items:
            registered.items[key] = declared
            return
        if key not in registered.conflicts:
            registered.conflicts[key] = (registered.items.pop(key).owner,)
        registered.conflicts[key] += (declared.owner,)
        owners = " and ".join(str(owner) for owner in registered.conflicts[key])
        self._lose(
            role,
            declared.info,
            f"{role.name} {key!r} is declared by {owners}; block one, as with --without "
            f"{declared.owner.name}",
        )

    def language(self, code: str) -> Registration[LanguagePack]:
        """Find a language pack by code, alias or English name, or the pack nearest to a variety.

        Raises:
            UnknownNameError: no pack has that name, and none is of a variety of the language.
            PluginError: several packs may be meant, or the one that was meant is taken out.
        """
        wanted = code.casefold().replace("_", "-")
        if wanted in self.languages:
            return self.languages.get(wanted)
        found = [declared for declared in self.languages if declared.info.is_called(code)]
        if len(found) > 1:
            packs = " and ".join(f"{item.info.code} ({item.owner})" for item in found)
            raise PluginError(f"language {code!r} may be {packs}; name it by its code")
        if found:
            return found[0]
        if self.languages.why_missing(wanted) is None:
            near = nearest(wanted, [declared.info.code for declared in self.languages])
            wanted = near or wanted
        base = wanted.split("-")[0]
        if base in self.languages:
            cure = f"there is no such variety; {base} is installed"
        else:
            cure = "a language is known once its pack is installed"
        return self.languages.get(wanted, cure=cure)

    def direction(self, code: str) -> Direction:
        """Return how a language is written, as its pack or, without one, its usual script is."""
        pack = self.languages.items.get(code)
        return pack.info.direction if pack else direction(code)

    def table(self, language: str, name: str, *, source: str | None = None) -> Table | None:
        """Read a language's table, its pack's or a plugin's.

        Args:
            language: the language's code; a variety has what plugins declare for its language.
            name: the table's name.
            source: a source language; what its pack says of its own words in this language
                (`data/into-xx`) joins the table, or replaces it where there is none.

        Raises:
            PluginError: two plugins bring it.
            TableError: a file is faulty, or two say the same thing.
        """
        found: list[tuple[Path, PluginRecord]] = []
        pack = self.languages.items.get(language)
        if pack and (path := pack.info.table_paths().get(name)):
            found.append((path, pack.owner))
        keys = [f"{language}/{name}"]
        if not found:  # a variety shares what is declared for its language
            keys.append(f"{language.partition('-')[0]}/{name}")
        key = next((key for key in keys if key in self.tables or key in self.tables.conflicts), "")
        if key:
            declared = self.tables.get(key)
            found.append((_resource_path(declared.info), declared.owner))
        if len(found) > 1:
            owners = " and ".join(str(owner) for _, owner in found)
            raise PluginError(
                f"the {language} table {name!r} is brought by {owners}; block one with --without"
            )
        origin = self.languages.items.get(source) if source is not None else None
        if origin and (path := origin.info.table_paths(into=language).get(name)):
            found.append((path, origin.owner))
        tables = [
            read_table(path, language=language, phenomenon=name, owner=str(owner))
            for path, owner in found
        ]
        if not tables:
            return None
        return tables[0] if len(tables) == 1 else tables[0].with_blocks(tables[1])

    def phenomena(self) -> tuple[str, ...]:
        """List the phenomena that some tagger marks, sorted."""
        return tuple(sorted({declared.info.phenomenon for declared in self.taggers}))


def open_registry(
    *,
    without: Collection[str] = (),
    environ: Mapping[str, str] | None = None,
    roles: Collection[str] | None = None,
) -> Registry:
    """Find all plugins and what they declare.

    Args:
        without: names of plugins to block.
        roles: the roles to ask for, None = all.
        environ: environment to read in place of `os.environ`; with `DISCOTAG_STRICT=1` a plugin
            that fails is fatal.

    Raises:
        UnknownNameError: `without` names a plugin that is not installed.
        PluginError: a plugin failed and `DISCOTAG_STRICT` is set.
    """
    environ = os.environ if environ is None else environ
    registry = Registry(discover(without=without, environ=environ), roles=roles)
    if environ.get("DISCOTAG_STRICT", "") not in {"", "0"}:
        require_sound(registry.plugins)
    return registry


def _key(info: object) -> str:
    if isinstance(info, LanguagePack):
        return info.code
    if isinstance(info, TableInfo):
        return f"{info.language}/{info.phenomenon}"
    return str(vars(info)["name"])


def _require_sound(info: object, kind: type) -> None:
    """Raise if this is not a declaration, or has what its kind does not take."""
    if not isinstance(info, kind):
        raise TypeError(f"yielded {type(info).__name__}, not {kind.__name__}")
    if isinstance(info, BaseModel):
        fields = {name: getattr(info, name) for name in type(info).model_fields}
        type(info).model_validate(fields)


def _asked_as(info: object) -> set[str]:
    """Return the names by which a user may ask for what a declaration brings."""
    names = {_key(info)}
    if isinstance(info, LanguagePack):
        names |= {info.name.casefold(), *(alias.casefold() for alias in info.aliases)}
    if isinstance(info, TaggerInfo):
        names.add(info.phenomenon)
    return names


def _resource_path(info: TableInfo) -> Path:
    from importlib.resources import files

    package, _, relative = info.resource.partition(":")
    return Path(str(files(package))) / relative
