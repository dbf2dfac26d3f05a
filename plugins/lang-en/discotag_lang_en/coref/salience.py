"""What speaks for an entity as a pronoun's antecedent: the features that the network weighs.

They are those of the literature (Lappin and Leass 1994; Mitkov 1998) – recency, grammatical role,
parallelism, repetition, definiteness, agreement – and what chains of pronouns need besides: how
long ago an entity was last named by a noun, and how many rivals have been named since.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from discotag_lang_en.coref.agreement import FEMININE, MASCULINE, NEUTER
from discotag_lang_en.coref.words import words

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag_lang_en.coref.mentions import Entity, Phrase

WeightClass = Literal["person", "it", "they"]
CLASSES: dict[str, WeightClass] = {"he": "person", "she": "person", "it": "it", "they": "they"}
SUBJECTS = frozenset({"subject", "passive"})
OPENING = 2
"""Segments that open a document; what they name is often its topic."""


@dataclass(frozen=True, slots=True)
class Candidate:
    """An entity that a pronoun may take up.

    Args:
        entity: the entity.
        mention: its latest mention before the pronoun, or the one after it that a fronted clause
            points to.
        features: names of what speaks for or against it.
        is_ahead: whether the mention is after the pronoun.
    """

    entity: Entity | None
    mention: Phrase
    features: tuple[str, ...]
    is_ahead: bool = False


@dataclass(frozen=True, slots=True)
class Standing:
    """An entity among its rivals.

    Args:
        entity: the entity, as known so far.
        mention: its latest mention before the pronoun.
        recent: how often it was mentioned in the window.
        rank: how many rivals were mentioned since.
        newer: how many rivals were named by a noun since its latest mention.
        renamed: how many rivals were named by a noun since its own latest noun.
        busier: how many rivals were mentioned more often in the whole document.
        among: how many candidates there are: few in short simple texts, many in long ones.
    """

    entity: Entity
    mention: Phrase
    recent: int
    rank: int
    newer: int
    renamed: int
    busier: int
    among: int


def standings(found: Sequence[tuple[Entity, Phrase, int]]) -> Iterator[Standing]:
    """Yield how entities relate to each other.

    Args:
        found: entity, latest mention and number of mentions, the most recent first.
    """
    named = sorted(_position(entity.nominal) for entity, _, _ in found if entity.nominal)
    counts = sorted(len(entity.mentions) for entity, _, _ in found)
    total = len(named)
    for rank, (entity, mention, recent) in enumerate(found):
        noun = _position(entity.nominal) if entity.nominal is not None else (-1, -1)
        yield Standing(
            entity=entity,
            mention=mention,
            recent=recent,
            rank=rank,
            newer=total - bisect_right(named, _position(mention)),
            renamed=total - bisect_right(named, noun),
            busier=len(counts) - bisect_right(counts, len(entity.mentions)),
            among=len(counts),
        )


def _position(phrase: Phrase) -> tuple[int, int]:
    return phrase.mention.segment, phrase.mention.head


def features(pronoun: Phrase, standing: Standing) -> tuple[str, ...]:
    """Name what speaks for or against an entity as a pronoun's antecedent."""
    entity, mention = standing.entity, standing.mention
    back = min(pronoun.segment - mention.segment, 5)
    near = min(back, 2)
    animacy, number = entity.traits.animacy, entity.traits.number
    names = [
        f"back{back}",
        f"rank{min(standing.rank, 6)}",
        f"rank{min(standing.rank, 2)}/back{near}",
        f"known{len(entity.mentions).bit_length()}",
        f"busier{min(standing.busier, 4)}",
        f"busier{min(standing.busier, 2)}/{mention.pronoun or 'noun'}/back{near}",
        f"animacy:{animacy}/{'name' if entity.nominal and entity.nominal.name else 'noun'}",
        f"number{number}",
        f"recent{min(standing.recent, 4)}",
        *_grammatical(pronoun, mention, near),
        *_named(pronoun, standing, near),
        *_amid(standing, near),
        *_pronominal(pronoun, entity, mention, near),
        *_told(mention),
        *_fitting(pronoun, entity),
    ]
    gender = entity.traits.gender
    if gender in {MASCULINE, FEMININE, NEUTER}:
        names.append("gender:known")
    elif not gender & NEUTER:
        names.append("gender:person")
    if back == 0:
        names.extend(_inside(pronoun, mention))
    return tuple(names)


def _grammatical(pronoun: Phrase, mention: Phrase, near: int) -> Iterator[str]:
    place, own = _place(mention.role), _place(pronoun.role)
    yield f"role:{mention.role}"
    yield f"{own}<{place}/back{near}"
    yield f"kind:{mention.mention.kind}/back{near}"
    yield f"first-{int(mention.is_first)}/{int(pronoun.is_first)}/back{near}"


def _named(pronoun: Phrase, standing: Standing, near: int) -> Iterator[str]:
    """Yield when an entity was last named by a noun, and what has been named since."""
    noun, newer, renamed = standing.entity.nominal, standing.newer, standing.renamed
    yield f"newer{min(newer, 4)}/back{near}"
    yield f"renamed{min(renamed, 4)}"
    yield f"renamed{min(renamed, 2)}/{standing.mention.pronoun or 'noun'}/back{near}"
    if noun is None:
        yield "noun:none"
        return
    since = min(pronoun.segment - noun.segment, 6)
    yield f"noun{since}"
    yield f"noun{min(since, 3)}/renamed{min(renamed, 3)}"
    yield f"noun:{noun.role}/{min(since, 2)}"
    yield f"determiner:{noun.determiner}"
    yield f"determiner:{noun.determiner}/{min(since, 2)}/{min(renamed, 1)}"
    if noun.depth:
        yield f"noun:nested/{min(since, 1)}"
    yield f"{_told(noun)[0]}/{min(since, 2)}/{min(renamed, 1)}"
    if standing.entity.mentions[0][0].segment < OPENING <= pronoun.segment:
        yield "opening"
    if len(standing.entity.mentions) == 1:
        yield f"new:{noun.determiner}/back{near}"
        yield f"new:{noun.role}/back{near}/{min(renamed, 1)}"


def _amid(standing: Standing, near: int) -> Iterator[str]:
    """Yield how crowded the text is, which shows how much recency means."""
    among = min(standing.among.bit_length(), 5)
    long = min(len(standing.mention.syntax.forms).bit_length(), 6)
    yield f"among{among}"
    yield f"among{among}/renamed{min(standing.renamed, 2)}/back{near}"
    yield f"among{among}/rank{min(standing.rank, 2)}"
    yield f"among{among}/busier{min(standing.busier, 2)}"
    yield f"long{long}/{_place(standing.mention.role)}/back{near}"


def _fitting(pronoun: Phrase, entity: Entity) -> Iterator[str]:
    """Yield what the pronoun's verb or predicate says of its referent."""
    animacy, number = entity.traits.animacy, entity.traits.number
    for use in _uses(pronoun):
        yield f"{use}/{animacy}/{number}"
    syntax = pronoun.syntax
    governor = syntax.governor(pronoun.head)
    if governor >= 0:
        yield f"fit:{syntax.lemmas[governor]}/{_place(pronoun.role)}/{animacy}"


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


def _told(mention: Phrase) -> tuple[str, ...]:
    """Return what a mention shows by itself; found once for all pronouns after it."""
    if mention.told is None:
        mention.told = tuple(_structural(mention))
    return mention.told


def _structural(mention: Phrase) -> Iterator[str]:
    syntax, head = mention.syntax, mention.head
    level = "main" if syntax.heads[syntax.clause(head)] < 0 else "sub"
    yield f"noun:{level}:{_place(mention.role)}"
    yield f"relation:{syntax.deprels[head]}"
    case = syntax.child(head, "case")
    if case is not None:
        yield f"case:{syntax.lemmas[case]}"
    governor = syntax.governor(head)
    if governor >= 0 and mention.pronoun is None:
        yield f"by:{syntax.lemmas[governor]}/{_place(mention.role)}"
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
