"""Marks and tags: words that bear a class, and those among them that only context decides.

A mark is a token that bears a class (this *vous* is V). A tag is a mark whose class needs context:
it carries evidence.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.document import Document, SideName


class TokenRef(NamedTuple):
    """One token of a document: side, segment index, token index, all 0-based."""

    side: SideName
    segment: int
    token: int


@dataclass(frozen=True, slots=True)
class Mark:
    """A target token that bears a class for one phenomenon.

    Args:
        phenomenon: the phenomenon's name, such as `formality`.
        label: the class, such as `t`, `v` or `it→fem`.
        segment: 0-based segment index.
        token: 0-based token index in the target segment.
        source_tokens: indices of the source tokens it is linked to, in its own segment.
        evidence: the nearest places that suffice to decide the class; empty where no context is
            needed or known.
        is_unresolved: whether context decides although the evidence was not found (a pronoun
            without a known antecedent).
        needed: how many of the evidence's places suffice, whichever they are; None = all of them.
            Fewer than all only where following segments were searched, too: then earlier and later
            places stand side by side.
    """

    phenomenon: str
    label: str
    segment: int
    token: int
    source_tokens: tuple[int, ...] = ()
    evidence: tuple[TokenRef, ...] = ()
    is_unresolved: bool = False
    needed: int | None = None

    def __post_init__(self) -> None:
        """Check the number of places needed; all of them is the same as None."""
        if self.needed is not None and self.needed < 1:
            raise ValueError(f"{self.needed} places of evidence are needed: at least 1")
        if self.needed is not None and self.needed >= len(self.evidence):
            object.__setattr__(self, "needed", None)

    @property
    def is_tag(self) -> bool:
        """Whether the class needs context."""
        return bool(self.evidence) or self.is_unresolved

    @property
    def distance(self) -> int | None:
        """Segments back to the nearest evidence (negative: ahead); None without evidence."""
        return min((self.segment - place.segment for place in self.evidence), key=abs, default=None)

    @property
    def span(self) -> int | None:
        """Segments back (negative: ahead) to the furthest evidence needed: the smallest window."""
        distances = sorted((self.segment - place.segment for place in self.evidence), key=abs)
        return distances[(self.needed or len(distances)) - 1] if distances else None


@dataclass(frozen=True, slots=True)
class TaggedDocument:
    """A document with its marks, in text order.

    Args:
        document: the document; a scorer finds in it the layers it declared.
        marks: sorted by segment, token, phenomenon and label.
        failures: one message per tagger that failed on this document (`--on-error skip`).
        phenomena: what was looked for, so that "none found" is told from "not looked for"; None =
            unknown.
    """

    document: Document
    marks: tuple[Mark, ...]
    failures: tuple[str, ...] = ()
    phenomena: tuple[str, ...] | None = None

    def __post_init__(self) -> None:
        """Check that every mark and its evidence point into the document, and sort."""
        ordered = tuple(
            sorted(self.marks, key=lambda m: (m.segment, m.token, m.phenomenon, m.label))
        )
        object.__setattr__(self, "marks", ordered)
        sizes = {
            "source": [len(tokens) for tokens in self.document.source],
            "target": [len(tokens) for tokens in self.document.target],
        }
        for mark in self.marks:
            if self.phenomena is not None and mark.phenomenon not in self.phenomena:
                raise ValueError(f"a mark of {mark.phenomenon!r}, which was not looked for")
            here = mark.segment
            linked = (("source", here, token) for token in mark.source_tokens)
            for side, segment, token in (("target", here, mark.token), *mark.evidence, *linked):
                if not 0 <= segment < len(sizes[side]) or not 0 <= token < sizes[side][segment]:
                    raise ValueError(
                        f"{mark.phenomenon} mark {mark.label!r} points to {side} token {token}"
                        f" of segment {segment}, which does not exist"
                    )

    def restricted(self, layers: Iterable[str]) -> TaggedDocument:
        """Return a copy whose document has only the layers named; marks are the same."""
        seen = object.__new__(TaggedDocument)  # they were checked when this one was made
        for name, value in (
            ("document", self.document.restricted(layers)),
            ("marks", self.marks),
            ("failures", self.failures),
            ("phenomena", self.phenomena),
        ):
            object.__setattr__(seen, name, value)
        return seen

    @property
    def tags(self) -> tuple[Mark, ...]:
        """The marks whose class needs context."""
        return tuple(mark for mark in self.marks if mark.is_tag)

    def marks_by_token(self, phenomenon: str | None = None) -> dict[tuple[int, int], list[Mark]]:
        """Group the marks (of one phenomenon, or all) by (segment, token)."""
        grouped: dict[tuple[int, int], list[Mark]] = {}
        for mark in self.marks:
            if phenomenon is None or mark.phenomenon == phenomenon:
                grouped.setdefault((mark.segment, mark.token), []).append(mark)
        return grouped
