"""Components created: the one place where a plan becomes objects that work."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeAlias

from discotag.core.components import AnnotatorInfo, CorefInfo
from discotag.core.interfaces import Annotator, Context, Coref, missing_methods
from discotag.core.validation import checked_tokens
from discotag.pipeline.layers import identity_of
from discotag.pipeline.plans import ComponentT, InfoT, PlannedComponent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from discotag.core.components import Classes
    from discotag.core.document import SideName
    from discotag.core.language import LanguagePack
    from discotag.core.plugin_calls import plugin_call
    from discotag.core.registry import Registry
    from discotag.core.tables import Table
    from discotag.core.tokens import Tokens
    from discotag.pipeline.plans import AnyPlanned, Plan


@dataclass(frozen=True)
class LoadedComponent(Generic[InfoT, ComponentT]):
    """A planned component and the object that does its work.

    Args:
        planned: its declaration, owner, place and options.
        component: what its factory made.
        parts: the components that it works on, for an aligner that joins others.
    """

    planned: PlannedComponent[InfoT, ComponentT]
    component: ComponentT
    parts: tuple[LoadedComponent[Any, Any], ...] = ()

    def call(self, document: str | None = None) -> plugin_call:
        """Return the block in which its code is called; errors name it (and the document)."""
        return self.planned.call(document)

    @property
    def digest(self) -> str | None:
        """The digest that it reports for its model or table; TypeError if it is not text."""
        with self.call():
            digest = getattr(self.component, "digest", None)
            if digest and not isinstance(digest, str):
                raise TypeError(f"its digest is {type(digest).__name__}, not a str")
        return digest or None

    def finish(self) -> None:
        """Notify it and its parts that nothing more comes, where they have a function `finish`."""
        for part in self.parts:
            part.finish()
        end: Callable[[], None] | None = getattr(self.component, "finish", None)
        if end is not None:
            with self.call():
                end()


def context_of(
    planned: AnyPlanned,
    source: LanguagePack,
    target: LanguagePack,
    *,
    tables: Mapping[str, Table] | None = None,
    classes: Mapping[str, Classes] | None = None,
    parts: tuple[Any, ...] = (),
) -> Context:
    """Return the context in which a planned component is created for a language pair."""
    return Context(
        name=planned.info.name,
        source=source,
        target=target,
        side=planned.side,
        tables=MappingProxyType(dict(tables or {})),
        argument=planned.argument,
        options=MappingProxyType(dict(planned.options)),
        classes=MappingProxyType(dict(classes or {})),
        parts=parts,
    )


def load_for_pair(
    planned: PlannedComponent[InfoT, ComponentT],
    source: LanguagePack,
    target: LanguagePack,
    *,
    tables: Mapping[str, Table] | None = None,
    classes: Mapping[str, Classes] | None = None,
) -> LoadedComponent[InfoT, ComponentT]:
    """Import a planned component and create it for a language pair, its parts first.

    Raises:
        PluginError: it, or a part, cannot be imported.
        ComponentError: it cannot be created, or lacks a method that its role has.
    """
    parts = tuple(load_for_pair(part, source, target, tables=tables) for part in planned.parts)
    made = tuple(part.component for part in parts)
    context = context_of(planned, source, target, tables=tables, classes=classes, parts=made)
    return replace(load_component(planned, context), parts=parts)


def load_component(
    planned: PlannedComponent[InfoT, ComponentT], *given: Any
) -> LoadedComponent[InfoT, ComponentT]:
    """Import a planned component and create it of what its factory's `create` takes.

    Args:
        planned: the component.
        given: a `Context`; for readers, writers and reports their options.

    Raises:
        PluginError: it cannot be imported.
        ComponentError: it cannot be created, or lacks a method that its role has.
    """
    with planned.call():
        factory = planned.info.load()
        if missing := missing_methods(planned.info.protocol, factory):
            raise TypeError(f"its class {planned.info.factory} lacks {', '.join(missing)}")
        made: ComponentT = factory.create(*given)
    return LoadedComponent(planned, made)


class SegmentAnalyzer:
    """The analyzer of one side of a plan, for texts outside a run.

    Args:
        plan: made for the layers that are wanted (`plan(…, layers=…)`).
        side: `source` or `target`.

    Raises:
        PluginError: it cannot be imported.
        ComponentError: it cannot be created.
    """

    def __init__(self, plan: Plan, side: str) -> None:
        planned = plan.analyzers[side]
        self._loaded = load_for_pair(planned, plan.source, plan.target)
        self.language = (plan.source if side == "source" else plan.target).code
        self.name = f"{planned.info.name}.{planned.info.version}"

    def __call__(self, lines: Sequence[str]) -> Sequence[Tokens]:
        """Return one `Tokens` per line; ComponentError names the analyzer if it fails."""
        with self._loaded.call():
            return checked_tokens(self._loaded.component.analyze(list(lines)), lines)


LoadedAnnotator: TypeAlias = LoadedComponent[AnnotatorInfo, Annotator]
LoadedCoref: TypeAlias = LoadedComponent[CorefInfo, Coref]


class LoadedPlan:
    """The components of a plan, created.

    Args:
        plan: what was planned.
        registry: where the tables come from.
        acting: digest of the code that takes part, in all identities (`code_digest`); empty where
            nothing is kept from run to run.

    Attributes:
        tables: the target's tables that the taggers read, by name.
        analyzers: by place: `source`, `target`, or a text's name.
        aligners: by place: a text's name, or "" for all others.
        annotators: annotators and resolvers, in the order in which they work.
        taggers: the taggers, in the plan's order.

    Raises:
        PluginError: a component cannot be imported.
        ComponentError: a component cannot be created.
        TableError: a table breaks its schema.
    """

    def __init__(self, plan: Plan, registry: Registry, acting: str = "") -> None:
        self.plan = plan
        self.acting = acting
        self.tables = self._read_tables(registry)
        self._of_annotators = self._read_side_tables(registry)
        self.analyzers = {place: self.load(item) for place, item in plan.analyzers.items()}
        self.aligners = {place: self.load(item) for place, item in plan.aligners.items()}
        self.annotators = [self.load(item) for item in plan.annotators]
        self.taggers = [self.load(item) for item in plan.taggers]

    def analyzer(self, place: str) -> LoadedComponent[Any, Any]:
        """Return the analyzer of the source, or of a target text."""
        return self.analyzers[place if place in self.analyzers else "target"]

    def aligner(self, name: str) -> LoadedComponent[Any, Any]:
        """Return the aligner of a target text."""
        return self.aligners[name if name in self.aligners else ""]

    def load(
        self, planned: PlannedComponent[InfoT, ComponentT]
    ) -> LoadedComponent[InfoT, ComponentT]:
        """Create a component of the plan, its parts first, with the tables that it may read."""
        tables = self._tables_for(planned)
        return load_for_pair(planned, self.plan.source, self.plan.target, tables=tables)

    def _tables_for(self, choice: PlannedComponent[Any, Any]) -> dict[str, Table]:
        """Return the tables that a component may read, by name."""
        if not isinstance(choice.info, AnnotatorInfo):
            return self.tables
        return {
            name: table
            for (side, name), table in self._of_annotators.items()
            if side == choice.side
        }

    def digests(self) -> dict[str, str]:
        """Return the digest of every table read, and of each component that reports its own."""
        makers: list[LoadedComponent[Any, Any]] = [*self.analyzers.values()]
        makers += [*self.aligners.values(), *self.annotators]
        named = {
            f"{loaded.planned.info.name}.{loaded.planned.place}".rstrip("."): loaded
            for loaded in makers
        }
        for whole, loaded in tuple(named.items()):
            named |= {
                f"{whole}/{number}.{part.planned.info.name}": part
                for number, part in enumerate(loaded.parts, 1)
            }
        models = {name: digest for name, loaded in named.items() if (digest := loaded.digest)}
        tables = {
            f"{table.language}/{table.phenomenon}": table.digest for table in self.tables.values()
        }
        return {**tables, **models}

    def identity_of(self, loaded: LoadedComponent[Any, Any], *below: str | None) -> str | None:
        """Return the key of a component's stored results; None if there is no safe one.

        Args:
            loaded: the component.
            below: the identities of what made the layers that it reads.
        """
        parts = (self.identity_of(part) for part in loaded.parts)
        return identity_of(loaded.planned, loaded.digest, *parts, *below, acting=self.acting)

    def identity(self) -> str | None:
        """Return what documents are tagged with, in full; None if it is not known."""
        loaded: list[LoadedComponent[Any, Any]] = [
            *self.analyzers.values(),
            *self.aligners.values(),
            *self.annotators,
            *self.taggers,
        ]
        told = [self.identity_of(each) for each in loaded]
        return None if None in told else json.dumps([told, sorted(self.digests().items())])

    def finish(self) -> None:
        """Let components that read files check that they were read to the end."""
        for analyzer in self.analyzers.values():
            analyzer.finish()
        for aligner in self.aligners.values():
            aligner.finish()

    def _read_tables(self, registry: Registry) -> dict[str, Table]:
        names = {item.info.table for item in self.plan.taggers if item.info.table}
        source, target = self.plan.source.code, self.plan.target.code
        found = {name: registry.table(target, name, source=source) for name in sorted(names)}
        return {name: table for name, table in found.items() if table is not None}

    def _read_side_tables(self, registry: Registry) -> dict[tuple[SideName | None, str], Table]:
        """Return (side, name) → the table that the annotators of a side read."""
        found: dict[tuple[SideName | None, str], Table] = {}
        for item in self.plan.annotators:
            if isinstance(item.info, AnnotatorInfo) and item.info.table:
                pack = self.plan.source if item.side == "source" else self.plan.target
                table = registry.table(pack.code, item.info.table)
                if table is not None:
                    found[item.side, item.info.table] = table
        return found
