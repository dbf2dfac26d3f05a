"""What COMET reads of a document: each segment, with previous ones where context is wanted."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

Texts = tuple[str, ...]
"""Previous segments, then the segment itself."""


@dataclass(frozen=True, slots=True)
class Sample:
    """One segment.

    Args:
        source: of the source text.
        hypothesis: the translation, behind previous segments of the *reference*: what a system
            wrote before shall not decide what its next sentence is worth.
        reference: of the reference.
    """

    source: Texts
    hypothesis: Texts
    reference: Texts

    def describe(self) -> dict[str, list[str]]:
        """Return it as COMET's process reads it."""
        return {
            "src": list(self.source),
            "mt": list(self.hypothesis),
            "ref": list(self.reference),
        }


def samples(
    source: Sequence[str], hypothesis: Sequence[str], reference: Sequence[str], context: int
) -> list[Sample]:
    """Return the samples of one document, in order.

    Args:
        source: its segments.
        hypothesis: as many translations.
        reference: as many reference translations.
        context: how many previous segments of the document are read too.
    """
    found = []
    for index in range(len(source)):
        first = max(0, index - context)
        before = tuple(reference[first:index])
        found.append(
            Sample(
                (*source[first:index], source[index]),
                (*before, hypothesis[index]),
                (*before, reference[index]),
            )
        )
    return found
