"""The layer `connectives` of a side, as any annotator may give it (docs/connectives.md)."""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

from discotag.plugin import UsageError

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import Registry, Side

LAYER = "connectives"
INSTALL = "pip install discotag-phen-connectives"


class Found(Protocol):
    """A listed word at one place of a segment; what is read of it."""

    @property
    def tokens(self) -> tuple[int, ...]:
        """Its token indices."""
        ...

    @property
    def form(self) -> str:
        """The listed word, lower-cased."""
        ...

    @property
    def sense(self) -> str:
        """What it means here."""
        ...

    @property
    def kind(self) -> str:
        """How it is built in: `coordinator`, `subordinator`, `adverb` or `preposition`."""
        ...

    @property
    def is_before(self) -> bool:
        """Whether what it joins its clause to stands before the segment."""
        ...

    @property
    def is_likely(self) -> bool:
        """Whether it is a connective here."""
        ...


def connectives(side: Side, segment: int) -> Sequence[Found]:
    """Return every listed word of a segment; MissingLayerError if the layer was not computed."""
    found: Sequence[Found] = side.layer(LAYER)[segment]
    return found


def require_annotator(registry: Registry) -> None:
    """Refuse to go on where nothing installed finds connectives; UsageError names the cure."""
    if not any(item.info.gives == LAYER for item in registry.annotators):
        raise UsageError(f"nothing installed finds connectives; {INSTALL}")
