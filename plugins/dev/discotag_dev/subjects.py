"""Subjects: the things of a plugin that are put to the test, each with its declaration."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discotag.plugin import Context, UnknownNameError
from discotag.plugin.development import load_for_pair
from discotag.plugin.runs import ComponentSpec, RunConfig, plan
from discotag.plugin.support import State, classes_of, missing_annotation, serves, with_tagger

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from discotag.plugin import LanguagePack, Registry, SideName, Table
    from discotag.plugin.development import PluginRecord


PLUGIN = "plugin"
PIVOT = "en"
"""The source language that components are tried from, where they take it."""

Pair = tuple["LanguagePack", "LanguagePack"]


@dataclass(frozen=True, eq=False)
class Subject:
    """One plugin, or one thing that it declares.

    Args:
        role: `plugin`, or the singular of a hook (`language`, `tagger`, `aligner` …).
        name: its name.
        owner: the plugin.
        registry: everything installed.
        info: its declaration; the plugin's module for a plugin.
    """

    role: str
    name: str
    owner: PluginRecord
    registry: Registry
    info: Any

    @property
    def title(self) -> str:
        """Role and name."""
        return f"{self.role} {self.name}"

    @property
    def package(self) -> str:
        """The importable package that it is in."""
        if self.role == PLUGIN:
            return str(self.info.__name__).partition(".")[0]
        home = getattr(self.info, "package", None) or self.info.factory
        return str(home).partition(".")[0]


def subjects_of(name: str, registry: Registry) -> tuple[Subject, ...]:
    """Return a plugin and everything that it declares; UnknownNameError for an unknown plugin."""
    ordered = sorted(registry.plugins.records, key=lambda record: record.status == "loaded")
    records = {record.name: record for record in ordered}  # of two of one name, the one in force
    if name not in records:
        raise UnknownNameError("plugin", name, records)
    owner = records[name]
    module = registry.plugins.manager.get_plugin(name)
    found = [Subject(PLUGIN, name, owner, registry, module)]
    for role in registry.roles:
        for declared in registry.role(role):
            if declared.owner.name == name:
                info = declared.info
                own = getattr(info, "code", None) or getattr(info, "name", None)
                own = own or f"{info.language}/{info.phenomenon}"
                found.append(Subject(role.removesuffix("s"), own, owner, registry, info))
    return tuple(found)


def pairs_of(subject: Subject) -> Iterator[Pair]:
    """Yield the language pairs that a tagger, aligner, scorer or check can be tried on.

    From English where it goes, and into every language that has the tables and annotators.
    """
    packs = {declared.info.code: declared.info for declared in subject.registry.languages}
    sources = getattr(subject.info, "source_languages", "*")
    codes = sorted(packs, key=lambda code: (code != PIVOT, code))
    source = next((code for code in codes if sources == "*" or code in sources), None)
    for code in sorted(packs):
        if source is None or code == source or not subject.info.serves(code):
            continue
        if subject.role == "tagger":
            found = with_tagger(subject, subject.registry, packs[source], packs[code])  # type: ignore[arg-type] # all it reads is `info`
            if found.state is not State.SUPPORTED:
                continue
        elif missing_annotation(subject.info, subject.registry, packs[source], packs[code]):
            continue
        yield packs[source], packs[code]


def packs_of(subject: Subject) -> tuple[LanguagePack, ...]:
    """Return the languages that an analyzer, coref or annotator serves, those it is for first."""
    packs = [declared.info for declared in subject.registry.languages]
    able = [pack for pack in packs if serves(subject.info, subject.registry, pack)]
    if subject.info.resource:
        able = [pack for pack in able if pack.has_resource(subject.info.resource)]
    able.sort(key=lambda pack: (subject.name not in pack.defaults.values(), pack.code))
    return tuple(able)


def created(subject: Subject, pair: Pair, side: SideName | None = None) -> Any:
    """Create a component for a language pair as a run without options would.

    Raises:
        DiscotagError: it cannot be loaded or created.
    """
    source, target = pair
    pack = source if side == "source" else target
    if getattr(subject.info, "joins", False):
        return _joined(subject, pair)
    context = Context(
        name=subject.info.name,
        source=source,
        target=target,
        side=side,
        tables=_tables(subject, pair, side),
        options=pack.settings.get(subject.info.name, {}),
        classes=classes_of(subject.registry),
    )
    return subject.info.load().create(context)


def _joined(subject: Subject, pair: Pair) -> Any:
    """Create an aligner that joins others, with those that it joins where none are named."""
    spec = ComponentSpec(subject.name)
    codes = [pack.code for pack in pair]
    config = RunConfig(source_language=codes[0], target_language=codes[1], aligners={"": spec})
    planned = plan(config, subject.registry, layers=frozenset({"alignment"}))
    return load_for_pair(planned.aligners[""], *pair).component


def _tables(subject: Subject, pair: Pair, side: SideName | None) -> Mapping[str, Table]:
    name = getattr(subject.info, "table", None)
    if name is None:
        return {}
    source, target = pair
    if side is not None:
        table = subject.registry.table((source if side == "source" else target).code, name)
    else:
        table = subject.registry.table(target.code, name, source=source.code)
    return {} if table is None else {name: table}
