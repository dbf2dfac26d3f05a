"""A target pronoun and the source word that it stands for."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag.plugins.phenomena.pronouns.features import KINDS, NEUTER, PLURALS

if TYPE_CHECKING:
    from discotag.core.tags import TokenRef
    from discotag.plugins.phenomena.pronouns.table import Decision


@dataclass(frozen=True, slots=True)
class Pair:
    """A target pronoun and its source.

    Args:
        label: the rule's name and the class: `it→fem`.
        place: the target pronoun.
        source: the source token, 0-based in the same segment.
        decided_by: what decides the class.
        is_dropped: whether the source has no word for it.
        is_named: whether its clause says that a noun names what it stands for.
    """

    label: str
    place: TokenRef
    source: int
    decided_by: Decision
    is_dropped: bool = False
    is_named: bool = False

    @property
    def is_kind(self) -> bool:
        """Whether it takes up what kind of thing a noun names: *another* and its like."""
        return self.label.partition("→")[0] in KINDS

    def goes_on(self, label: str) -> bool:
        """Return whether an earlier pronoun with a label may stand for the same thing, or kind."""
        (first, gender), (name, own) = (one.split("→") for one in (label, self.label))
        if self.is_kind:
            return gender.partition("-")[0] == own.partition("-")[0]
        return gender == own and (first == name or {first, name} <= PLURALS)

    @property
    def is_neuter(self) -> bool:
        """Whether its class may take up a clause, or nothing."""
        may_be_clause = self.label.partition("→")[2] == NEUTER or self.decided_by == "noun"
        return may_be_clause and not self.is_named
