"""How likely an entity is to be what a pronoun takes up: named features, weighted, as probabilities.

The features are those of the rule-based literature (Lappin and Leass 1994; Mitkov 1998): recency, grammatical role,
parallelism, repetition, definiteness, agreement. Their weights stand in `weights.toml` and were fitted on a treebank by
`training/coreference.py`; "no antecedent" is one more candidate, so that the score of a choice is its probability.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict

from discotag.core.tables import read_toml
from discotag_lang_en.coref.agreement import FEMININE, MASCULINE, NEUTER, PLURAL, SINGULAR

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag_lang_en.coref.entities import Entity
    from discotag_lang_en.coref.mentions import Phrase

WeightClass = Literal["person", "it", "they"]
CLASSES: dict[str, WeightClass] = {"he": "person", "she": "person", "it": "it", "they": "they"}
SUBJECTS = frozenset({"subject", "passive"})
TELLING_VERBS = frozenset(
    "do know make say get like love believe hope mean think take work be have see try want need help matter".split()  # noqa: SIM905
)


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that a pronoun may take up.

    Args:
        entity: the entity.
        mention: its latest mention before the pronoun, or the one behind it that a fronted clause points to.
        features: names of what speaks for or against it.
        is_ahead: whether the mention stands behind the pronoun.
    """

    entity: Entity | None
    mention: Phrase
    features: tuple[str, ...]
    is_ahead: bool = False


class Weights(BaseModel):
    """The weights of each class of pronouns, by feature; a feature that is not listed weighs nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    person: dict[str, float]
    it: dict[str, float]
    they: dict[str, float]

    def of(self, name: WeightClass) -> dict[str, float]:
        """Give one class's weights."""
        return {"person": self.person, "it": self.it, "they": self.they}[name]


@cache
def weights() -> Weights:
    """Read `weights.toml`, once."""
    data, _ = read_toml(Path(__file__).with_name("weights.toml"))
    return Weights.model_validate(data)


def choose(
    pronoun: Phrase, candidates: Sequence[Candidate], none: Sequence[str]
) -> tuple[int | None, float]:
    """Choose among candidates, or none of them.

    Args:
        pronoun: the pronoun.
        candidates: what agreement and syntax allow.
        none: features of the choice to leave the pronoun unresolved.

    Returns:
        The best candidate's index (None without candidates) and its probability in 0-1, that of "none" being among the rest.
    """
    if pronoun.pronoun is None or not candidates:
        return None, 0.0
    table = weights().of(CLASSES[pronoun.pronoun])
    totals = [sum(table.get(name, 0.0) for name in item.features) for item in candidates]
    best = max(range(len(totals)), key=totals.__getitem__)
    empty = sum(table.get(name, 0.0) for name in none)
    top = max(totals[best], empty)
    mass = exp(empty - top) + sum(exp(total - top) for total in totals)
    return best, exp(totals[best] - top) / mass


def none_features(pronoun: Phrase, candidates: Sequence[Candidate]) -> tuple[str, ...]:
    """Name what speaks for a pronoun without antecedent."""
    syntax = pronoun.syntax
    names = ["none", f"none:{pronoun.role}", f"none:among{min(len(candidates), 3)}"]
    governor = syntax.governor(pronoun.head)
    if governor >= 0:
        if syntax.is_predicate(governor):
            names.append(f"none:is:{syntax.upos[governor]}")
        elif syntax.lemmas[governor] in TELLING_VERBS:
            names.append(f"none:verb:{syntax.lemmas[governor]}")
        if any(
            child > governor and syntax.relations[child] in {"ccomp", "csubj", "xcomp", "advcl"}
            for child in syntax.children[governor]
        ):
            names.append("none:clause")
    return tuple(names)


def features(pronoun: Phrase, entity: Entity, mention: Phrase, *, rank: int) -> tuple[str, ...]:
    """Name what speaks for or against an entity as a pronoun's antecedent.

    Args:
        pronoun: the pronoun.
        entity: the entity, as known so far.
        mention: its latest mention before the pronoun.
        rank: how many other candidates were mentioned since.
    """
    distance = min(pronoun.segment - mention.segment, 5)
    subject = mention.role in SUBJECTS
    names = [
        f"back{distance}",
        f"rank{min(rank, 6)}",
        f"role:{mention.role}",
        f"{'subject' if subject else 'other'}/back{min(distance, 2)}",
        f"kind:{mention.mention.kind}",
        f"known{min(len(entity.mentions), 6)}",
        f"animacy:{entity.traits.animacy}",
        f"number{entity.traits.number}",
        f"determiner:{entity.nominal.determiner if entity.nominal else 'none'}",
    ]
    if subject and pronoun.role in SUBJECTS:
        names.append(f"parallel:subject/{min(distance, 2)}")
    elif mention.role == pronoun.role:
        names.append("parallel")
    if mention.pronoun is not None:
        names.append("same" if mention.pronoun == pronoun.pronoun else "other-pronoun")
    if entity.nominal is None:
        names.append("no-noun")
    elif entity.nominal.name:
        names.append("name")
    if mention.is_coordination:
        names.append("coordination")
    elif mention.syntax.relations[mention.head] == "conj":
        names.append("conjunct")
    if mention.depth:
        names.append("nested")
    if mention.is_first:
        names.append("first")
    gender = entity.traits.gender
    if gender in {MASCULINE, FEMININE, NEUTER}:
        names.append("gender:known")
    elif not gender & NEUTER:
        names.append("gender:person")
    if entity.traits.number not in {SINGULAR, PLURAL}:
        names.append("number:open")
    if distance == 0:
        names.extend(_inside(pronoun, mention))
    return tuple(names)


def _inside(pronoun: Phrase, mention: Phrase) -> list[str]:
    syntax = pronoun.syntax
    names = []
    same = syntax.clause(pronoun.head) == syntax.clause(mention.head)
    if same:
        names.append(f"clause/{pronoun.role}/{'subject' if mention.role in SUBJECTS else 'other'}")
    else:
        names.append(f"sentence/{'subject' if mention.role in SUBJECTS else 'other'}")
    if mention.mention.start <= pronoun.head < mention.mention.end:
        names.append("inside")
    return names
