"""Scorers created: those of a plan, and those that counted in a run done before."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.core.errors import UsageError
from discotag.pipeline.components import load_for_pair
from discotag.pipeline.language_support import classes_of
from discotag.pipeline.plans import PlannedComponent
from discotag.scoring.table import BoundScorer

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag.core.components import Classes
    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registry
    from discotag.pipeline.plans import Plan, PlannedScorer
    from discotag.runs.record import RunRecord


def planned_scorers(plan: Plan) -> tuple[BoundScorer, ...]:
    """Create the scorers of a plan."""
    return tuple(
        _bound(choice, (plan.source, plan.target), plan.classes) for choice in plan.scorers
    )


def named_scorers(
    names: Sequence[str],
    options: Mapping[str, Mapping[str, Any]],
    registry: Registry,
    languages: tuple[str, str],
) -> tuple[BoundScorer, ...]:
    """Create scorers by name for a source and a target language, both by code."""
    source, target = (registry.language(code).info for code in languages)
    classes = classes_of(registry)
    bound = []
    for name in dict.fromkeys(names):
        declared = registry.scorers.get(name)
        choice: PlannedScorer = PlannedComponent(
            "scorer", "", declared.info, declared.owner, options=options.get(name, {})
        )
        bound.append(_bound(choice, (source, target), classes))
    return tuple(bound)


def recorded_scorers(record: RunRecord, registry: Registry) -> tuple[BoundScorer, ...]:
    """Create the scorers of a run done before.

    Raises:
        UsageError: a scorer is installed in another version than the one that counted.
    """
    for item in record.plan.scorers:
        installed = registry.scorers.get(item.name).info.version
        if installed != item.version:
            raise UsageError(
                f"the run was scored by {item.name} version {item.version}, installed is version"
                f" {installed}; run discotag run or discotag score again"
            )
    return named_scorers(
        [item.name for item in record.plan.scorers],
        {item.name: item.options for item in record.plan.scorers},
        registry,
        (record.source_language, record.target_language),
    )


def _bound(
    choice: PlannedScorer,
    pair: tuple[LanguagePack, LanguagePack],
    classes: Mapping[str, Classes],
) -> BoundScorer:
    loaded = load_for_pair(choice, *pair, classes=classes)
    owner = choice.owner
    return BoundScorer(
        choice.info, loaded.component, owner.name, frozenset(classes), owner.is_builtin
    )
