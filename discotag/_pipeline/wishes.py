"""Wishes that a run has no use for: components that the user named and that nothing in it needs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.errors import UnknownNameError

if TYPE_CHECKING:
    from collections.abc import Collection, Mapping

    from discotag._pipeline.config import ComponentSpec
    from discotag.core.registry import Registry

NO_COREF = "none"
SWITCHED_OFF = "none switches it off"


def idle_corefs(
    wanted: Mapping[str, ComponentSpec], registry: Registry, asked: Collection[str]
) -> tuple[list[str], list[str]]:
    """Find coreference resolvers that were named for a side of which nothing needs coreference.

    Args:
        wanted: side → resolver; `""` is the source.
        registry: what is installed.
        asked: the sides whose coreference something in the run needs, or could use.

    Returns:
        What to tell, one line each: names that are wrong, and names that are left out.
    """
    wrong, idle = [], []
    for place, selection in sorted(wanted.items()):
        side = place or "source"
        if selection.name == NO_COREF or side in asked:
            continue
        try:
            registry.corefs.get(selection.name, cure=SWITCHED_OFF)
        except UnknownNameError as error:
            wrong.append(str(error))
            continue
        idle.append(
            f"coref {side}={selection} is left out: nothing in this run needs coreference of the "
            f"{side} side"
        )
    return wrong, idle
