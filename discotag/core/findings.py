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
class Finding:
    """Something in one document that a translator should look at.

    Args:
        code: the stable code of what was found, one of those the check declares (`DT101`).
        message: one sentence that names the words, without places.
        place: the word it is about.
        others: the words it does not agree with, nearest first; at least the one that a reader
            needs to see.
        severity: how bad it is; None = as the code's declaration says.
    """

    code: str
    message: str
    place: TokenRef
    others: tuple[TokenRef, ...] = ()
    severity: Severity | None = None
