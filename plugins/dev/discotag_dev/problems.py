"""Problems: what a plugin does that it must not, and what its author should do about it."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from discotag_dev.subjects import Subject

    Rule = Callable[[Subject], Iterator["Fault"]]


class Severity(StrEnum):
    """How bad a fault is, from bad to mild."""

    ERROR = "error"
    WARNING = "warning"
    NOTE = "note"


@dataclass(frozen=True)
class Fault:
    """What a rule found.

    Args:
        message: what is wrong, with file or place.
        cure: what to do.
        severity: error = numbers may be wrong or a run may stop; warning = the plugin works and
            lacks something; note = something could not be tried.
    """

    message: str
    cure: str
    severity: Severity = Severity.ERROR


@dataclass(frozen=True)
class Problem:
    """A fault with the thing and the rule that it is about.

    Args:
        subject: role and name, such as `tagger questions`.
        rule: the rule in words, such as `its results are the same again`.
        fault: what was found.
    """

    subject: str
    rule: str
    fault: Fault

    @property
    def severity(self) -> Severity:
        """How bad it is."""
        return self.fault.severity

    def describe(self) -> dict[str, str]:
        """Return it as plain data."""
        found = {"subject": self.subject, "rule": self.rule, **asdict(self.fault)}
        return {name: str(value) for name, value in found.items()}

    def __str__(self) -> str:
        return f"{self.severity}: {self.subject}: {self.fault.message}\n  {self.fault.cure}"


def title_of(rule: Rule) -> str:
    """Return a rule's name in words.

    Example:
        >>> def its_results_are_the_same_again(subject): ...
        >>> title_of(its_results_are_the_same_again)
        'its results are the same again'
    """
    return rule.__name__.replace("_", " ")
