"""Pronouns before that cannot be what a pronoun stands for, by the classes of both.

Where the language shows gender in pronouns alone (Chinese 她们 of women, 他们 of men or of both,
它们 of animals and things), only the table tells it, not the analysis.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugins.phenomena.pronouns.features import GENDERS, PLURAL, THING_CLASSES

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from discotag.core.tags import TokenRef
    from discotag.plugins.phenomena.pronouns.pair import Pair


def has_other_gender(
    pair: Pair, evidence: Iterable[TokenRef], labels: Mapping[TokenRef, str]
) -> bool:
    """Return whether evidence holds a target pronoun of a gender that is not the pair's.

    Several things are no people, either.

    Args:
        pair: the pronoun.
        evidence: of its antecedent.
        labels: of all pairs of the document, by the place of the target pronoun.
    """
    own = _genders(pair.label)
    found = [_genders(labels[place]) for place in evidence if place in labels]
    return bool(own) and any(other and not own & other for other in found)


def _genders(label: str) -> frozenset[str]:
    parts = frozenset(label.partition("→")[2].split("-"))
    return parts & (GENDERS.keys() | (THING_CLASSES if PLURAL in parts else frozenset()))
