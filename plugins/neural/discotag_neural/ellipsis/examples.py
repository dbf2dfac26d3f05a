"""Examples: sentences and what is elided in them, as training and evaluation take them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

NONE = "none"
ANY = "ellipsis"
KINDS = ("vp", "np", "gapping", "sluice")
LABELS = (NONE, ANY, *KINDS)
"""Every label that a model may give: nothing, something, or what is elided."""


class Level(StrEnum):
    """What gets a label: each token, so that sites are known, or the segment as a whole."""

    TOKEN = "token"
    SEGMENT = "segment"


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence.

    Args:
        text: as people write it.
        group: the file or document it comes from; groups are never divided between training and
            evaluation.
        label: of the whole: `none`, `ellipsis`, or a kind.
        words: its tokens; empty if only the text is known.
        labels: one for each word, `none` or a kind; empty if only `label` is known.
    """

    text: str
    group: str
    label: str
    words: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check that labels fit the words."""
        if self.labels and len(self.labels) != len(self.words):
            raise ValueError(f"{len(self.labels)} labels for {len(self.words)} tokens")

    @property
    def is_elliptical(self) -> bool:
        """Whether something is elided."""
        return self.label != NONE

    def golds(self, level: Level) -> tuple[str, ...]:
        """Return the labels that a model of a level shall find."""
        return (self.label,) if level is Level.SEGMENT else self.labels


def label_set(examples: Iterable[Example], level: Level) -> tuple[str, ...]:
    """Return the labels that stand in the examples, in a fixed order, `none` always."""
    seen = {NONE, *_all(examples, level)}
    return tuple(label for label in LABELS if label in seen)


def _all(examples: Iterable[Example], level: Level) -> Iterator[str]:
    for example in examples:
        yield from example.golds(level)
