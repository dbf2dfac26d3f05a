"""A diagnosis: what is installed, what a run would use, what it lacks, and what cures it.

Nothing heavy is imported, unless the GPU is asked for.
"""

from __future__ import annotations

import platform
from dataclasses import dataclass
from importlib.metadata import version
from typing import TYPE_CHECKING, Any

from discotag.core.discovery import HOST, Status
from discotag.core.errors import DiscotagError, PlanError
from discotag.core.requirements import is_offline
from discotag.pipeline.planning import plan
from discotag.pipeline.plans import PlannedComponent
from discotag.pipeline.requirements import installed_version, missing_of, needy, packages_of

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.discovery import PluginRecord
    from discotag.core.errors import Unknown
    from discotag.core.registry import Registration, Registry
    from discotag.core.requirements import Missing
    from discotag.pipeline.config import RunConfig
    from discotag.pipeline.plans import AnyPlanned, Plan

ENGINE_ROLES = (
    "analyzers",
    "aligners",
    "sentence_aligners",
    "corefs",
    "annotators",
    "scorers",
)


@dataclass(frozen=True)
class Engine:
    """An optional component.

    Args:
        role: such as `analyzer`.
        name: its name.
        owner: the plugin it comes from.
        packages: distribution it imports → version, None where it is not installed.
        install: the pip line that brings them.
        fault: why it cannot be loaded at all.
        joins: what it joins by default, for an aligner that joins others.
        lacks: what it lacks beside packages; looked at where it imports none.
        summary: what it is, in one line.
    """

    role: str
    name: str
    owner: PluginRecord
    packages: Mapping[str, str | None]
    install: str
    fault: str | None = None
    joins: str | None = None
    lacks: tuple[Missing, ...] = ()
    summary: str = ""

    @property
    def is_ready(self) -> bool:
        """Whether all its packages are there, and what it needs in their place."""
        return self.fault is None and None not in self.packages.values() and not self.lacks


@dataclass(frozen=True)
class Diagnosis:
    """What was found.

    Args:
        system: program and system: name → version.
        packs: distributions with plugins: name → version.
        broken: plugins that are left out, with their reasons.
        engines: optional components.
        planned: the run asked for; None if none was, or it cannot be planned.
        gaps: why it cannot be planned.
        unknown: the names among them that nothing declares.
        lacks: what the run's components lack.
        gpus: names of the GPUs that torch sees; None if not asked.
    """

    system: Mapping[str, str]
    packs: Mapping[str, str]
    broken: tuple[PluginRecord, ...]
    engines: tuple[Engine, ...]
    planned: Plan | None = None
    gaps: tuple[str, ...] = ()
    unknown: tuple[Unknown, ...] = ()
    lacks: tuple[tuple[AnyPlanned, Missing], ...] = ()
    gpus: tuple[str, ...] | None = None

    @property
    def is_sound(self) -> bool:
        """Whether nothing is broken, and nothing that the run needs is missing."""
        return not (self.broken or self.gaps or self.lacks)

    def describe(self) -> dict[str, Any]:
        """Return it as plain data, as `discotag doctor --json` prints it."""
        return {
            "sound": self.is_sound,
            "system": dict(self.system),
            "packs": dict(self.packs),
            "broken": [
                {"plugin": item.name, "status": str(item.status), "reason": item.reason}
                for item in self.broken
            ],
            "engines": [
                {
                    "role": item.role,
                    "name": item.name,
                    "plugin": item.owner.name,
                    "summary": item.summary,
                    "packages": dict(item.packages),
                    "ready": item.is_ready,
                    "fault": item.fault,
                    "joins": item.joins,
                    "missing": [lack.what for lack in item.lacks],
                    "install": item.install,
                }
                for item in self.engines
            ],
            "run": None if self.planned is None else self.planned.describe(),
            "gaps": list(self.gaps),
            "missing": [
                {
                    "role": choice.role,
                    "name": choice.info.name,
                    "place": choice.where,
                    "what": item.what,
                    "cure": item.cure,
                }
                for choice, item in self.lacks
            ],
            "gpus": None if self.gpus is None else list(self.gpus),
        }


def examine(registry: Registry, config: RunConfig | None = None, *, gpu: bool = False) -> Diagnosis:
    """Examine the installation, and the run that `config` asks for.

    Args:
        registry: what is installed.
        config: a run, or None.
        gpu: whether to import torch and look for GPUs.
    """
    records = registry.plugins.records
    planned, fault = (None, None) if config is None else _planned(config, registry)
    return Diagnosis(
        system=_system(),
        packs={item.distribution: item.version for item in records if not item.is_builtin},
        broken=tuple(
            item for item in records if item.status in {Status.FAILED, Status.INCOMPATIBLE}
        ),
        engines=_engines(registry),
        planned=planned,
        gaps=() if fault is None else fault.gaps,
        unknown=() if fault is None else fault.unknown,
        lacks=() if planned is None else _lacks(planned),
        gpus=_gpus() if gpu else None,
    )


def _planned(config: RunConfig, registry: Registry) -> tuple[Plan | None, PlanError | None]:
    try:
        return plan(config, registry), None
    except PlanError as error:
        return None, error


def _lacks(planned: Plan) -> tuple[tuple[AnyPlanned, Missing], ...]:
    """Say once what each component lacks, however many places it has in the run."""
    found: dict[tuple[str, Missing], tuple[AnyPlanned, Missing]] = {}
    for choice in planned.choices():
        for item in missing_of(choice, planned.source, planned.target):
            found.setdefault((choice.title, item), (choice, item))
    return tuple(found.values())


def _system() -> dict[str, str]:
    return {
        "discotag": version(HOST),
        "python": platform.python_version(),
        "platform": platform.platform(),
        "network": "switched off" if is_offline() else "used by `discotag download` alone",
    }


def _engines(registry: Registry) -> tuple[Engine, ...]:
    found = (
        _engine(role.removesuffix("s"), declared, registry)
        for role in ENGINE_ROLES
        for declared in registry.role(role)
    )
    return tuple(engine for engine in found if engine is not None)


def _engine(role: str, declared: Registration[Any], registry: Registry) -> Engine | None:
    """Return an optional component; None for one that needs nothing beside its plugin."""
    info = declared.info
    packages: dict[str, str | None] = {}
    lacks: tuple[Missing, ...] = ()
    fault = None
    joins = (info.default_parts or "A+B") if getattr(info, "joins", False) else None
    try:
        factory = needy(info)
        if factory is not None:
            packages = packages_of(factory)
            lacks = () if packages else _lacks_of(role, declared, registry)
        elif joins is None:
            return None
    except DiscotagError as error:
        fault = str(error)
    return Engine(
        role,
        info.name,
        declared.owner,
        packages,
        info.install or "",
        fault,
        joins,
        lacks,
        info.summary,
    )


def _lacks_of(role: str, declared: Registration[Any], registry: Registry) -> tuple[Missing, ...]:
    """Say what a component that imports no packages lacks, for a language that it serves."""
    packs = [item.info for item in registry.languages if declared.info.serves(item.info.code)]
    choice: AnyPlanned = PlannedComponent(role, "", declared.info, declared.owner)
    return missing_of(choice, packs[0], packs[0]) if packs else ()


def _gpus() -> tuple[str, ...]:
    if installed_version("torch") is None:
        return ()
    import torch

    return tuple(torch.cuda.get_device_name(index) for index in range(torch.cuda.device_count()))
