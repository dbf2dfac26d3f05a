"""Components, created: the one place where a planned component becomes an object that works."""

from __future__ import annotations

from dataclasses import dataclass, replace
from types import MappingProxyType
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from discotag.core.interfaces import Context, missing_methods
from discotag.pipeline.error_boundary import checked_tokens, guarded
from discotag.pipeline.plans import ComponentT, InfoT, PlannedComponent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from discotag.core.components import Classes
    from discotag.core.language import LanguagePack
    from discotag.core.tables import Table
    from discotag.core.tokens import Tokens
    from discotag.pipeline.plans import AnyPlanned, Plan

Result = TypeVar("Result")


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

    def call(self, work: Callable[[ComponentT], Result], document: str | None = None) -> Result:
        """Let it work; whatever it raises becomes an error that names it (and the document)."""
        return guarded(self.planned, lambda: work(self.component), document)

    @property
    def digest(self) -> str | None:
        """The digest that it tells of its model or table; TypeError if that is no text."""
        digest = self.call(lambda component: getattr(component, "digest", None))
        if digest and not isinstance(digest, str):
            self.call(lambda _: _reject_digest(digest))
        return digest or None

    def finish(self) -> None:
        """Notify it and its parts that nothing more comes, where they have a function `finish`."""
        for part in self.parts:
            part.finish()
        end: Callable[[], None] | None = getattr(self.component, "finish", None)
        if end is not None:
            guarded(self.planned, end)


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

    def create() -> ComponentT:
        factory = planned.info.load()
        if missing := missing_methods(planned.info.protocol, factory):
            raise TypeError(f"its class {planned.info.factory} lacks {', '.join(missing)}")
        made: ComponentT = factory.create(*given)
        return made

    return LoadedComponent(planned, guarded(planned, create))


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
        return self._loaded.call(
            lambda analyzer: checked_tokens(analyzer.analyze(list(lines)), lines)
        )


def _reject_digest(digest: object) -> None:
    raise TypeError(f"its digest is {type(digest).__name__}, not a str")
