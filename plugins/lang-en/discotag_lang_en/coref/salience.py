"""How likely an entity is to be what a pronoun takes up: weighted features, as probabilities.

The features are those of the rule-based literature (Lappin and Leass 1994; Mitkov 1998): recency,
grammatical role, parallelism, repetition, definiteness, agreement. Their weights stand in
`weights.toml` and were fitted on a treebank by `training/coreference/weights.py`; "no antecedent"
is one more candidate, so that the score of a choice is its probability.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from math import exp
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict

from discotag.plugin import read_toml
from discotag_lang_en.coref.agreement import FEMININE, MASCULINE, NEUTER
from discotag_lang_en.coref.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag_lang_en.coref.entities import Entity
    from discotag_lang_en.coref.mentions import Phrase

WeightClass = Literal["person", "it", "they"]
CLASSES: dict[str, WeightClass] = {"he": "person", "she": "person", "it": "it", "they": "they"}
SUBJECTS = frozenset({"subject", "passive"})


FREQUENT_VERBS = frozenset(
    "do know make say get like love believe hope mean think take work be have see try want".split()  # noqa: SIM905
)
"""Verbs whose *it* is often a whole clause, or nothing."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that a pronoun may take up.

    Args:
        entity: the entity.
        mention: its latest mention before the pronoun, or the one behind it that a fronted clause
            points to.
        features: names of what speaks for or against it.
        is_ahead: whether the mention stands behind the pronoun.
    """

    entity: Entity | None
    mention: Phrase
    features: tuple[str, ...]
    is_ahead: bool = False


class Weights(BaseModel):
    """The weights of each class of pronouns by feature; what is not listed weighs nothing."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    person: dict[str, float]
    it: dict[str, float]
    they: dict[str, float]

    def of(self, name: WeightClass) -> dict[str, float]:
        """Return one class's weights."""
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
        The best candidate's index (None without candidates) and its probability in 0-1, that of
        "none" being among the rest.
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
        elif syntax.lemmas[governor] in FREQUENT_VERBS:
            names.append(f"none:verb:{syntax.lemmas[governor]}")
        if any(
            child > governor and syntax.relations[child] in {"ccomp", "csubj", "xcomp", "advcl"}
            for child in syntax.children[governor]
        ):
            names.append("none:clause")
    return tuple(names)


def features(
    pronoun: Phrase, entity: Entity, mention: Phrase, *, rank: int, recent: int
) -> tuple[str, ...]:
    """Name what speaks for or against an entity as a pronoun's antecedent.

    Args:
        pronoun: the pronoun.
        entity: the entity, as known so far.
        mention: its latest mention before the pronoun.
        rank: how many other candidates were mentioned since.
        recent: how often it was mentioned in the window.
    """
    distance = min(pronoun.segment - mention.segment, 5)
    near = min(distance, 2)
    place, own = _place(mention.role), _place(pronoun.role)
    animacy, number = entity.traits.animacy, entity.traits.number
    names = [
        f"back{distance}",
        f"rank{min(rank, 6)}",
        f"rank{min(rank, 2)}/back{near}",
        f"role:{mention.role}",
        f"{own}<{place}/back{near}",
        f"kind:{mention.mention.kind}/back{near}",
        f"known{min(len(entity.mentions), 6)}",
        f"animacy:{animacy}/{'name' if entity.nominal and entity.nominal.name else 'noun'}",
        f"number{number}",
        f"determiner:{entity.nominal.determiner if entity.nominal else 'none'}",
        *_pronominal(pronoun, entity, mention, near),
        *_structural(mention),
        f"recent{min(recent, 4)}",
    ]
    gender = entity.traits.gender
    if gender in {MASCULINE, FEMININE, NEUTER}:
        names.append("gender:known")
    elif not gender & NEUTER:
        names.append("gender:person")
    names.extend(f"{use}/{animacy}/{number}" for use in _uses(pronoun))
    if distance == 0:
        names.extend(_inside(pronoun, mention))
    return tuple(names)


def _place(role: str) -> str:
    return "subject" if role in SUBJECTS else role if role in {"object", "possessor"} else "other"


def _pronominal(pronoun: Phrase, entity: Entity, mention: Phrase, near: int) -> Iterator[str]:
    if mention.pronoun is not None:
        yield f"{'same' if mention.pronoun == pronoun.pronoun else 'another'}/back{near}"
    elif mention.lemma == "one" or mention.syntax.upos[mention.head] == "PRON":
        yield "indefinite"
    if entity.nominal is None:
        yield "no-noun"
    elif entity.nominal.name:
        yield "name"
    if _verb(pronoun) == _verb(mention) != "":
        yield "same-verb"


def _structural(mention: Phrase) -> Iterator[str]:
    if mention.is_coordination:
        yield "coordination"
    elif mention.syntax.relations[mention.head] == "conj":
        yield "conjunct"
    if mention.syntax.relations[mention.head] == "compound":
        yield "compound"
    if mention.depth:
        yield "nested"
    if mention.is_first:
        yield "first"


def _verb(phrase: Phrase) -> str:
    governor = phrase.syntax.governor(phrase.head)
    if governor < 0 or phrase.syntax.upos[governor] != "VERB":
        return ""
    return f"{phrase.syntax.lemmas[governor]}/{_place(phrase.role)}"


def _uses(pronoun: Phrase) -> Iterator[str]:
    """Name what the pronoun's place says of its referent: persons speak and act, and have."""
    governor = pronoun.syntax.governor(pronoun.head)
    if pronoun.role == "possessor":
        yield "owns"
    elif pronoun.role == "subject" and governor >= 0 and pronoun.syntax.upos[governor] == "VERB":
        lemma = pronoun.syntax.lemmas[governor]
        if lemma in words().verbs.speech:
            yield "speaks"
        elif lemma in words().verbs.acting:
            yield "acts"
        else:
            yield "does"
    elif pronoun.role == "subject":
        yield "is"
    else:
        yield "undergoes"


def _inside(pronoun: Phrase, mention: Phrase) -> Iterator[str]:
    syntax = pronoun.syntax
    place = "subject" if mention.role in SUBJECTS else "other"
    if syntax.clause(pronoun.head) == syntax.clause(mention.head):
        yield f"clause/{pronoun.role}/{place}"
    else:
        yield f"sentence/{place}"
    if mention.mention.start <= pronoun.head < mention.mention.end:
        yield "inside"
    yield f"gap{min((pronoun.head - mention.head).bit_length(), 5)}"
