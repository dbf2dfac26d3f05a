"""What components lack, packages or models, how models are fetched, and a diagnosis of it all.

Nothing heavy is imported, unless the GPU is asked for.
"""

from __future__ import annotations

import platform
from dataclasses import dataclass
from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from discotag.core.discovery import HOST, Status
from discotag.core.errors import (
    ComponentError,
    DiscotagError,
    PlanError,
    PluginError,
    UnknownNameError,
    UsageError,
)
from discotag.core.requirements import Missing, NeedsModels, is_offline, require_network
from discotag.pipeline.components import context_of
from discotag.pipeline.config import ComponentSpec
from discotag.pipeline.planning import plan
from discotag.pipeline.plans import AnyPlanned, PlannedComponent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from discotag.core.components import ComponentInfo
    from discotag.core.discovery import PluginRecord
    from discotag.core.errors import Unknown
    from discotag.core.interfaces import Context
    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registration, Registry
    from discotag.pipeline.config import RunConfig
    from discotag.pipeline.plans import Plan


def needy(info: ComponentInfo) -> NeedsModels | None:
    """Return a component's factory if it may lack something: only what names a pip line is loaded.

    Raises:
        PluginError: it cannot be imported.
    """
    if info.install is None:
        return None
    factory = info.load()
    return factory if isinstance(factory, NeedsModels) else None


def packages_of(factory: NeedsModels) -> dict[str, str | None]:
    """Return the version of each distribution that a factory imports, None where there is none."""
    return {name: installed_version(name) for name in factory.packages}


def installed_version(distribution: str) -> str | None:
    """Return an installed distribution's version; None if it is not installed."""
    try:
        return version(distribution)
    except PackageNotFoundError:
        return None


def missing_of(
    choice: AnyPlanned, source: LanguagePack, target: LanguagePack
) -> tuple[Missing, ...]:
    """Say what a chosen component lacks for a language pair, each with its cure.

    A component that cannot even say it, whatever it raises, is named as the one to fix.
    """
    install = choice.info.install or ""
    try:
        factory = needy(choice.info)
        if factory is None:
            return ()
        context = context_of(choice, source, target)
        with choice.call():
            absent = [name for name, found in packages_of(factory).items() if found is None]
            if absent:
                return (Missing(f"not installed: {', '.join(absent)}", install),)
            lacks = tuple(factory.missing(context))
            if not all(isinstance(item, Missing) for item in lacks):
                raise TypeError("what is missing is not told as Missing")
        return lacks
    except ComponentError as error:  # its own fault: no package cures it
        return (Missing(str(error), ""),)
    except UsageError as error:  # says itself what to name or change
        return (Missing(str(error), ""),)
    except DiscotagError as error:
        return (Missing(str(error), install),)


ROLES = ("analyzer", "aligner", "coref", "annotator", "scorer")


def fetchers(
    registry: Registry, pack: LanguagePack, options: Mapping[str, Mapping[str, Any]] | None = None
) -> tuple[AnyPlanned, ...]:
    """List the installed components that can fetch models for a language.

    Args:
        registry: what is installed.
        pack: the language.
        options: component → its options.
    """
    given = options or {}
    return tuple(
        _choice(role, declared, None, given.get(declared.info.name))
        for role in ROLES
        for declared in registry.role(f"{role}s")
        if declared.info.serves(pack.code) and needy(declared.info) is not None
    )


def find(
    engine: str, registry: Registry, pack: LanguagePack, options: Mapping[str, Any]
) -> AnyPlanned:
    """Find what `[ROLE=]NAME[:ARGUMENT]` means; without a role, the first that has the name.

    Raises:
        UnknownNameError: no component of that name fetches models for the language.
    """
    role, equals, rest = engine.partition("=")
    if not equals or ":" in role:
        role, rest = "", engine
    if role and role not in ROLES:
        raise UnknownNameError("role", role, ROLES)
    name, argument = ComponentSpec.parse(rest)
    known = fetchers(registry, pack)
    for choice in known:
        if choice.info.name == name and role in {"", choice.role}:
            return _choice(choice.role, choice, argument, options)
    names = [choice.info.name for choice in known if role in {"", choice.role}]
    raise UnknownNameError(
        "engine", name, names, scope=f"for {pack.name}", cure=_why_not(name, registry, pack)
    )


def _why_not(name: str, registry: Registry, pack: LanguagePack) -> str:
    """Say why nothing of that name fetches models: no need, other languages or role, not there."""
    for role in ROLES:
        for declared in registry.role(f"{role}s"):
            info = declared.info
            if info.name != name:
                continue
            if needy(info) is None:
                return f"{role} {name} is installed and needs no models"
            if info.serves(pack.code):
                return f"it is {role}={name}"
            return f"{role} {name} is for: {', '.join(sorted(info.languages))}"
    return "is its package installed? `discotag doctor` tells"


def fetch(choice: AnyPlanned, pack: LanguagePack, tell: Callable[[str], None]) -> str | None:
    """Fetch what a component lacks.

    Returns:
        The options of a run that use it; None if nothing was missing.

    Raises:
        UsageError: offline.
        ComponentError: it failed, and is named.
        PluginError: its package is not installed, or something is still missing afterwards.
    """
    require_network(f"what {choice.title} needs")
    factory = needy(choice.info)
    if factory is None:
        raise PluginError(f"{choice.title} fetches no models")
    absent = [name for name, found in packages_of(factory).items() if found is None]
    if absent:
        raise PluginError(
            f"{choice.title} needs {', '.join(absent)}, which is not installed; "
            f"try: {choice.info.install}"
        )
    context = context_of(choice, pack, pack)
    if not _lacks(choice, factory, context):
        return None
    with choice.call():
        use = factory.fetch(context, tell)
    still = missing_of(choice, pack, pack)
    if still:
        raise PluginError(
            f"{choice.title}: fetched, but still missing: {'; '.join(item.what for item in still)}"
        )
    folder = choice.options.get("dir")
    own = f"--{choice.role} {choice}"
    return use or (f"{own} --set {choice.info.name}.dir={folder}" if folder else own)


def _lacks(choice: AnyPlanned, factory: NeedsModels, context: Context) -> bool:
    """Return whether something is missing; what cannot even be read is to be fetched again."""
    try:
        with choice.call():
            return bool(tuple(factory.missing(context)))
    except DiscotagError:
        return True  # a wrong option is reported by `fetch` again


def _choice(
    role: str,
    declared: Any,
    argument: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> AnyPlanned:
    return PlannedComponent(
        role, "source", declared.info, declared.owner, argument, dict(options or {}), "source"
    )


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
        lacks: what is missing besides packages; checked if no package is.
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
        gpu: whether to import torch and search for GPUs.
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
        lacks=() if planned is None else _run_lacks(planned),
        gpus=_gpus() if gpu else None,
    )


def _planned(config: RunConfig, registry: Registry) -> tuple[Plan | None, PlanError | None]:
    try:
        return plan(config, registry), None
    except PlanError as error:
        return None, error


def _run_lacks(planned: Plan) -> tuple[tuple[AnyPlanned, Missing], ...]:
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
    """Return an optional component; None for one that needs nothing but its plugin."""
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
