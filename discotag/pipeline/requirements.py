"""What components of a plan lack, packages or models, and how models are fetched."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING, Any

from discotag.core.errors import (
    ComponentError,
    DiscotagError,
    PluginError,
    UnknownNameError,
    UsageError,
)
from discotag.core.requirements import Missing, NeedsModels, require_network
from discotag.pipeline.components import context_of
from discotag.pipeline.config import ComponentSpec
from discotag.pipeline.plans import AnyPlanned, PlannedComponent

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

    from discotag.core.components import ComponentInfo
    from discotag.core.interfaces import Context
    from discotag.core.language import LanguagePack
    from discotag.core.registry import Registry


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

    A component that cannot even say it, whatever it raises, is named as the one to mend.
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
        return True  # a wrong option is told by `fetch` again


def _choice(
    role: str,
    declared: Any,
    argument: str | None = None,
    options: Mapping[str, Any] | None = None,
) -> AnyPlanned:
    return PlannedComponent(
        role, "source", declared.info, declared.owner, argument, dict(options or {}), "source"
    )
