"""Findings of checks, edits of files, and what speaks for and against a translation by itself."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Mapping

    from discotag.core.tags import TokenRef


class Severity(StrEnum):
    """How bad a finding is, by SARIF's names; ordered from bad to mild."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True, slots=True)
class Fix:
    """What would put a finding right for certain, in its own segment and side.

    Args:
        start: offset of the first character that is replaced, in code points of the segment.
        end: offset behind the last one.
        replacement: what shall stand there.
    """

    start: int
    end: int
    replacement: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in one document that a translator should look at.

    Args:
        code: the stable code of what was found, one of those the check declares (`DT101`).
        message: one sentence that names the words, without places.
        place: the word it is about.
        others: the words it does not agree with, nearest first; at least the one that a reader
            needs to see.
        severity: how bad it is; None = as the code's declaration says.
        fix: what would put it right, where that is certain; None = a person must decide.
        suggestions: what may put it right, likeliest first, for a person to choose from; forms may
            need an ending.
    """

    code: str
    message: str
    place: TokenRef
    others: tuple[TokenRef, ...] = ()
    severity: Severity | None = None
    fix: Fix | None = None
    suggestions: tuple[Fix, ...] = ()


LEAST_MARGIN = 0.05
"""Costs nearer to each other than this are no difference."""


@dataclass(frozen=True, slots=True)
class Observation:
    """Something that speaks for or against a text.

    Args:
        kind: what it is about, such as `address`.
        cost: what it costs; negative: what it is worth.
        told: for people.
        places: the words it is about.
    """

    kind: str
    cost: float
    told: str
    places: tuple[TokenRef, ...] = ()


@dataclass(frozen=True, slots=True)
class Consistency:
    """What was observed in one text.

    Args:
        observations: kind by kind, in the order of the text.
        choices: kind → how many choices were compared, and how many of them (in parts, too) are
            made otherwise than the rest of the text makes them.
    """

    observations: tuple[Observation, ...]
    choices: Mapping[str, tuple[int, float]] = field(default_factory=dict)

    @property
    def cost(self) -> float:
        """The sum of all costs: less is better; a text of which nothing can be said has 0."""
        return round(sum(item.cost for item in self.observations), 6)

    def of(self, kind: str) -> float:
        """Return the sum of one kind's costs."""
        return round(sum(item.cost for item in self.observations if item.kind == kind), 6)


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen for one document.

    Args:
        document: its id.
        texts: name of each translation → what was observed in it.
        domain: of the document, where the corpus tells it.
        voices: name of each translation → kind of voice (`text`, `quotation` …) → its part of the
            cost; empty where nobody asked for it.
    """

    document: str
    texts: Mapping[str, Consistency]
    domain: str | None = None
    voices: Mapping[str, Mapping[str, float]] = field(default_factory=dict)

    @property
    def best(self) -> tuple[str, ...]:
        """The names of the texts that agree best with themselves; several where none is better."""
        least = min(found.cost for found in self.texts.values())
        return tuple(
            name for name, found in self.texts.items() if found.cost < least + LEAST_MARGIN
        )

    @property
    def margin(self) -> float:
        """How much more the next text costs than the best; 0 where several are best."""
        costs = sorted(found.cost for found in self.texts.values())
        return 0.0 if len(costs) < 2 or len(self.best) > 1 else round(costs[1] - costs[0], 6)


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Words of a translation that are to be replaced in its file.

    Args:
        unit: what the file calls the segment (`ParallelText.units`); None = nothing.
        line: 1-based line where the segment begins (`ParallelText.lines`); None = unknown.
        text: the segment's text, as the reader gave it.
        start: offset of the first character that is replaced, in code points of `text`.
        end: offset behind the last one.
        replacement: what is written there, as people read it; the reader escapes it.
    """

    unit: str | None
    line: int | None
    text: str
    start: int
    end: int
    replacement: str

    def __post_init__(self) -> None:
        """Check that it lies in its text."""
        if not 0 <= self.start <= self.end <= len(self.text):
            raise ValueError(f"an edit of {self.start}-{self.end} lies outside {self.text!r:.60}")

    @property
    def replaced(self) -> str:
        """The words that are to go."""
        return self.text[self.start : self.end]

    @property
    def edited(self) -> str:
        """The segment's text with the edit made."""
        return self.text[: self.start] + self.replacement + self.text[self.end :]
