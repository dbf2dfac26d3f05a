"""Planning with checks: those that a pair supports, with the taggers and layers that they read."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, TypeAlias

from discotag.plugin.runs import plan
from discotag.plugin.support import State, profile, support
from discotag.plugin.tagging import PlannedComponent, Readers
from discotag_lint.check import Check, CheckInfo
from discotag_lint.hookspecs import CHECKS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import LanguagePack, Registration, Registry
    from discotag.plugin.runs import Plan, RunConfig

PlannedCheck: TypeAlias = PlannedComponent[CheckInfo, Check]


def known_codes(registry: Registry) -> dict[str, str]:
    """Return every declared code with its check; the first of two checks keeps a code."""
    known: dict[str, str] = {}
    for declared in registry.role(CHECKS):
        for code in declared.info.codes:
            known.setdefault(code, declared.info.name)
    return known


def checks_of(planned: Plan) -> tuple[PlannedCheck, ...]:
    """Return the checks of a plan."""
    return planned.readers


def plan_checks(
    config: RunConfig, registry: Registry, checks: Sequence[str] | Literal["*"] = "*"
) -> Plan:
    """Choose checks and whatever they read.

    Args:
        config: the languages and components; where it names no phenomena, they are those that the
            checks read.
        registry: what is installed.
        checks: names, or `"*"` for all that the pair supports.

    Raises:
        UnknownNameError: no check has such a name.
        PlanError: a check that is named, or all of them, cannot work on the pair.
    """
    every = checks == "*"
    pair = tuple(
        registry.language(code).info for code in (config.source_language, config.target_language)
    )
    names = [item.info.name for item in registry.role(CHECKS)] if every else checks
    chosen: list[Registration[CheckInfo]] = []
    notes, gaps = [], []
    for name in dict.fromkeys(names):
        declared = registry.role(CHECKS).get(name)
        if lack := _lack(declared.info, registry, pair, config.profile):
            if every:
                notes.append(f"check {name} is left out: {lack}")
            else:
                gaps.append(f"check {name!r}: {lack}")
        else:
            chosen.append(declared)
    if not chosen and not gaps:
        codes = "-".join(pack.code for pack in pair)
        gaps.append(f"nothing to check for {codes}: {'; '.join(notes)}")
    read: frozenset[str] = frozenset().union(*(item.info.phenomena for item in chosen))
    readers = Readers(CHECKS.name, tuple(chosen), read, tuple(notes), tuple(gaps))
    return plan(config, registry, readers=readers)


def _lack(
    check: CheckInfo, registry: Registry, pair: tuple[LanguagePack, ...], profile_name: str
) -> str | None:
    """Return what a check lacks in a pair: its language, or a phenomenon that it reads."""
    source, target = pair
    if not check.serves(target.code):
        return f"it does not serve {target.name}"
    if absent := sorted(fact for fact in check.facts if getattr(target, fact) is None):
        return f"it does not serve {target.name}, whose pack has no [{absent[0]}]"
    known = set(registry.phenomena())
    lacks = [f"nothing installed marks {name}" for name in sorted(check.phenomena - known)]
    for name in sorted(check.phenomena & known):
        item = support(name, registry, source, target, profile(profile_name))
        if item.state is not State.SUPPORTED:
            lacks.append(f"{name}: {item.state}: {item.reason}")
    return "; ".join(lacks) or None
