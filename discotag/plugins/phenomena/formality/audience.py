"""Whom a source segment speaks to, and whether it speaks of somebody else, too."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.core.patterns import TokenContext
from discotag.plugins.phenomena.formality.commands import is_imperative

if TYPE_CHECKING:
    from discotag.core.patterns import Pattern
    from discotag.plugins.phenomena.formality.table import FormalityTable


def is_addressed(site: TokenContext, address: tuple[Pattern, ...]) -> bool:
    """Return whether the source of a word's segment speaks to somebody: by a word, or a command."""
    source = site.document.source[site.segment]
    return any(map(is_imperative, source)) or _has(site, address)


def is_of_nobody_else(site: TokenContext, table: FormalityTable) -> bool:
    """Return whether the source of a word's segment is talk, and speaks of no third person.

    It is if it speaks to somebody, or if its speaker speaks of himself.
    """
    is_talk = is_addressed(site, table.address) or _has(site, table.speaker)
    return is_talk and not _has(site, table.others)


def _has(site: TokenContext, patterns: tuple[Pattern, ...]) -> bool:
    document, segment = site.document, site.segment
    places = (
        TokenContext(document, "source", segment, k) for k in range(len(document.source[segment]))
    )
    return any(pattern.matches(place) for place in places for pattern in patterns)
