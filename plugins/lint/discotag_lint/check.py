"""What a check is: its declaration, its Protocol, the findings it yields, and their validation.

Authors of checks import from here. A plugin that must work without discotag-lint imports this
module inside its hook `discotag_checks`, which is called only where discotag-lint is installed.
"""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from enum import StrEnum
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    Protocol,
    Self,
    runtime_checkable,
)

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from discotag.plugin import ComponentInfo, TokenRef
from discotag.plugin.validation import (
    check_place,
    mismatch,
    require_int,
    require_text,
    require_tuple,
    require_type,
)

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.plugin import Context, Document, SideName, TaggedDocument

Name = Annotated[str, StringConstraints(pattern=r"^[a-z][a-z0-9_-]*$")]
Code = Annotated[str, StringConstraints(pattern=r"^[A-Z]+[0-9]+$")]


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
        end: offset after the last one.
        replacement: what is written there.
    """

    start: int
    end: int
    replacement: str


@dataclass(frozen=True, slots=True)
class Finding:
    """Something in one document that a translator should review.

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
        span: begin and end (half-open, in code points of the segment) of the characters it is
            about; None = the word at `place`.
    """

    code: str
    message: str
    place: TokenRef
    others: tuple[TokenRef, ...] = ()
    severity: Severity | None = None
    fix: Fix | None = None
    suggestions: tuple[Fix, ...] = ()
    span: tuple[int, int] | None = None


@dataclass(frozen=True, slots=True)
class Observation:
    """Something that speaks for or against a text.

    Args:
        kind: what it is about, such as `address`.
        cost: what it costs; negative: what it is worth.
        message: one sentence, for people.
        places: the words it is about.
    """

    kind: str
    cost: float
    message: str
    places: tuple[TokenRef, ...] = ()


class Check(Protocol):
    """Finds faults in a translation, without a reference."""

    @classmethod
    @abstractmethod
    def create(cls, context: Context) -> Self:
        """Build the check."""
        ...

    @abstractmethod
    def check(self, tagged: TaggedDocument) -> Iterable[Finding]:
        """Yield what is wrong in one document, in any order; it must be sure rather than complete.

        It sees the marks of the phenomena it declared and the layers it needs.
        """
        ...


@runtime_checkable
class ObservingCheck(Protocol):
    """What a check may also be: it says what speaks for and against a text.

    `discotag choose` adds it to what the text's own consistency costs.
    """

    def observe(self, tagged: TaggedDocument) -> Iterable[Observation]:
        """Yield what was observed in one text; it sees what `check` sees.

        The unit of costs: another translation of a repeated word costs 1, another address 2.
        """
        ...


class CodeInfo(BaseModel):
    """One kind of finding.

    Args:
        name: what it is called, such as `address-change`.
        summary: one line: what is wrong.
        advice: what to do about it, for people who read the finding for the first time.
        severity: how bad it is.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", defer_build=True)

    name: Name
    summary: str
    advice: str
    severity: Severity = Severity.WARNING


class CheckInfo(ComponentInfo):
    """A check of a translation without a reference (`discotag lint`); languages = the target's.

    Args:
        phenomena: the phenomena whose marks it reads; it runs where the pair supports all of them.
        facts: parts of `language.toml` without which it cannot work: it runs where the target's
            pack has them.
        markup: how it sees placeholders and markup: `masked` by numbers and signs without width, as
            components that analyze texts do; `blank` = likewise, with spaces for placeholders;
            `shown` = as in the file.
        reach: segments before and after a place on which what is found there depends; None = the
            whole document. In long documents, a check with a reach sees pieces, and what it found
            in one that did not change is kept.
        codes: code → what it means; codes are unique over all checks and never change meaning.
    """

    protocol: ClassVar[type | None] = Check

    phenomena: frozenset[Name] = frozenset()
    facts: frozenset[Literal["names"]] = frozenset()
    markup: Literal["masked", "blank", "shown"] = "masked"
    reach: int | None = Field(default=None, ge=0)
    codes: dict[Code, CodeInfo]


def token_at(document: Document, side: SideName, segment: int, offset: int) -> TokenRef:
    """Return the token that holds a character of a segment, or the next one; else the last."""
    ends = (document.source if side == "source" else document.target)[segment].ends
    token = next((number for number, end in enumerate(ends) if end > offset), len(ends) - 1)
    return TokenRef(side, segment, max(token, 0))


def validate_finding(finding: Any) -> None:
    """Raise TypeError or ValueError where a finding, or a field of it, is not what it must be."""
    require_type(finding, Finding, "yielded")
    require_text(finding.code, "a finding's code")
    require_text(finding.message, "a finding's message")
    for place in (finding.place, *require_tuple(finding.others, "a finding's others")):
        check_place(place, "the place of a finding")
    if finding.severity is not None and not isinstance(finding.severity, Severity):
        raise TypeError(mismatch("a finding's severity", finding.severity, "a Severity"))
    suggestions = require_tuple(finding.suggestions, "the suggestions of a finding")
    for fix in (*([] if finding.fix is None else [finding.fix]), *suggestions):
        if not isinstance(fix, Fix):
            raise TypeError(mismatch("a finding's fix", fix, "a Fix"))
        require_int(fix.start, "the start of a fix")
        require_int(fix.end, "the end of a fix")
        require_text(fix.replacement, "the replacement of a fix")
    for place in () if finding.span is None else require_tuple(finding.span, "a finding's span"):
        require_int(place, "a place of a finding's span")


def validate_observation(observation: Any) -> None:
    """Raise TypeError or ValueError where an observation is not what it must be."""
    require_type(observation, Observation, "yielded")
    require_text(observation.kind, "an observation's kind")
    require_text(observation.message, "what an observation says")
    if not isinstance(observation.cost, (int, float)) or not math.isfinite(observation.cost):
        raise TypeError(mismatch("an observation's cost", observation.cost, "a finite number"))
    for place in require_tuple(observation.places, "an observation's places"):
        check_place(place, "a place of an observation")
