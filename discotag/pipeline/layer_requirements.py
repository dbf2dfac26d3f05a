"""What chosen components lack, packages or models, found without importing an engine."""

from __future__ import annotations

from importlib.metadata import PackageNotFoundError, version
from typing import TYPE_CHECKING

from discotag.core.errors import ComponentError, DiscotagError, UsageError
from discotag.core.requirements import Missing, NeedsModels
from discotag.pipeline.components import context_of
from discotag.pipeline.error_boundary import call_of

if TYPE_CHECKING:
    from discotag.core.components import ComponentInfo
    from discotag.core.language import LanguagePack
    from discotag.pipeline.plans import AnyPlanned


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
        with call_of(choice):
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
