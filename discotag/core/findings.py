"""Findings: what a check holds against a translation, each with a code and both places."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
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
