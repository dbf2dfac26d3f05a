"""What chosen components lack, packages or models, found without importing an engine."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from discotag._pipeline.components import context_of
from discotag.core.errors import DiscotagError, UsageError
from discotag.core.requirements import Missing, NeedsModels

if TYPE_CHECKING:
    from discotag._pipeline.plans import AnyPlanned
    from discotag.core.components import ComponentInfo
    from discotag.core.language import LanguagePack


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
    """Say what a chosen component lacks for a language pair, each with its cure."""
    install = choice.info.install or ""
    try:
        factory = needy(choice.info)
        if factory is None:
            return ()
        absent = [name for name, found in packages_of(factory).items() if found is None]
        if absent:
            names = ", ".join(absent)
            return (Missing(f"not installed: {names}", install),)
        return tuple(factory.missing(context_of(choice, source, target)))
    except UsageError as error:  # says itself what to name or change
        return (Missing(str(error), ""),)
    except DiscotagError as error:
        return (Missing(str(error), install),)
