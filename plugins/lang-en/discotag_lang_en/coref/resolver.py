"""Document coreference for English, left to right: nouns by sieves, pronouns by a network."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import Cluster, Coref, Resolution
from discotag_lang_en.coref.agreement import (
    PLURAL,
    is_forbidden,
    is_fronted,
    is_reflexive,
    reflexive_antecedent,
)
from discotag_lang_en.coref.expletive import none_features
from discotag_lang_en.coref.mentions import Entities, Entity, Phrase, phrases
from discotag_lang_en.coref.network import Weighed, choose
from discotag_lang_en.coref.salience import Candidate, features, standings
from discotag_lang_en.coref.sieves import Sieves, with_speakers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from discotag.plugin import Context, Side

    Chooser = Callable[[Phrase, Sequence[Candidate], Sequence[str]], tuple[int | None, float]]

REFLEXIVE, COPULA = 0.95, 0.8


class RuleOptions(BaseModel):
    """Options of `rules`.

    Args:
        window: how many segments back a pronoun's antecedent may last have been mentioned.
        reach: how many segments back a repeated common noun may be taken up.
        threshold: a pronoun is resolved if its best antecedent has at least this probability.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    window: int = Field(default=5, ge=0)
    reach: int = Field(default=20, ge=0)
    threshold: float = Field(default=0.15, ge=0, le=1)


class RuleCoref(Coref):
    """Resolves the pronouns, names and definite nouns of English documents.

    Event anaphors (*this*, *that*, *it* for a whole clause), empty *it*, *we* and *you* are left
    alone; *I*, *me* and *my* are a chain for each speaker.

    Args:
        options: how far back it looks, and how sure it must be.
    """

    def __init__(self, options: RuleOptions) -> None:
        self.options = options

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the resolver; UsageError names a wrong option."""
        return cls(context.read_options(RuleOptions))

    def resolve(self, documents: Sequence[Side]) -> Sequence[Sequence[Cluster]]:
        """Return the clusters of each document's side, in order."""
        return tuple(self._resolved(document).clusters for document in documents)

    def weigh(self, documents: Sequence[Side]) -> Sequence[Resolution]:
        """Return clusters, and what else pronouns may refer to, of each document's side."""
        return tuple(self._resolved(document) for document in documents)

    def _resolved(self, document: Side) -> Resolution:
        weighed = Weighed()
        discourse = Discourse(self.options, weighed)
        for segment, tokens in enumerate(document):
            discourse.read(phrases(segment, tokens))
        found = with_speakers(clusters(discourse.entities.all), document)
        return Resolution(found, tuple(weighed.alternatives))


class Discourse:
    """What has been read of one document.

    Args:
        options: as of the resolver.
        chooser: how to choose among a pronoun's candidates; training looks on through it.
    """

    def __init__(self, options: RuleOptions, chooser: Chooser = choose) -> None:
        self.entities = Entities()
        self._options = options
        self._choose = chooser
        self._sieves = Sieves(self.entities, reach=options.reach)
        self._recent: list[Phrase] = []
        self._awaited: dict[tuple[int, int], tuple[Entity, float]] = {}

    def read(self, mentions: Sequence[Phrase]) -> None:
        """Place the mentions of the next segment."""
        self.open(mentions)
        for phrase in mentions:
            self.place(phrase, mentions)

    def open(self, mentions: Sequence[Phrase]) -> None:
        """Begin a segment with these mentions; those too far back are forgotten."""
        if not mentions:
            return
        mentions[0].is_first = True
        oldest = mentions[0].segment - self._options.window
        self._recent = [phrase for phrase in self._recent if phrase.segment >= oldest]

    def place(self, phrase: Phrase, mentions: Sequence[Phrase]) -> None:
        """Place the next mention of the segment that was begun with these mentions."""
        if phrase.pronoun is None:
            self._place_noun(phrase)
        elif phrase.pronoun == "demonstrative":
            self.entities.start(phrase)
        else:
            self._place_pronoun(phrase, mentions)
        self._recent.append(phrase)

    def candidates(self, pronoun: Phrase, mentions: Sequence[Phrase]) -> tuple[Candidate, ...]:
        """Return what a third-person pronoun may take up, the most recent first; places nothing."""
        return (*self._candidates(pronoun), *self._ahead(pronoun, mentions))

    def _place_noun(self, phrase: Phrase) -> None:
        found = (
            self._awaited.pop((phrase.segment, phrase.head), None)
            if not phrase.is_coordination
            else None
        )
        found = found or self._sieves.find(phrase) or self._copula(phrase)
        if found is None:
            entity = self.entities.start(phrase)
        else:
            entity, score = found
            self.entities.join(phrase, entity, score=score)
        self._sieves.record(phrase, entity)

    def _copula(self, phrase: Phrase) -> tuple[Entity, float] | None:
        """*This is my brother*: a demonstrative subject is what the predicate names."""
        syntax = phrase.syntax
        if phrase.role != "predicate" or phrase.is_coordination:
            return None
        subject = syntax.child(phrase.head, "nsubj")
        if subject is None or syntax.forms[subject] not in {"this", "that", "these", "those"}:
            return None
        if phrase.determiner not in {"definite", "possessive"} and not phrase.name:
            return None
        entity = self.entities.at(phrase.segment, subject)
        return None if entity is None else (entity, COPULA)

    def _place_pronoun(self, pronoun: Phrase, mentions: Sequence[Phrase]) -> None:
        if is_reflexive(pronoun):
            head = reflexive_antecedent(pronoun)
            entity = None if head is None else self.entities.at(pronoun.segment, head)
            if entity is not None and entity.traits.agrees(pronoun.traits):
                self.entities.join(pronoun, entity, score=REFLEXIVE)
                return
        candidates = self.candidates(pronoun, mentions)
        best, score = self._choose(pronoun, candidates, none_features(pronoun, candidates))
        if best is None or score < self._options.threshold:
            self.entities.start(pronoun)
            return
        chosen = candidates[best]
        if chosen.entity is not None:
            self.entities.join(pronoun, chosen.entity, score=score * chosen.entity.trust)
        else:
            entity = self.entities.start(pronoun)
            self._awaited[chosen.mention.segment, chosen.mention.head] = entity, score

    def _candidates(self, pronoun: Phrase) -> Iterable[Candidate]:
        """Yield the entities that agreement and syntax allow, the most recent first."""
        latest: dict[int, tuple[Entity, Phrase]] = {}
        banned: set[int] = set()
        times: Counter[int] = Counter()
        for mention in reversed(self._recent):
            entity = self.entities.of(mention)
            if entity is None:
                continue
            if mention.segment == pronoun.segment and is_forbidden(pronoun, mention):
                banned.add(id(entity))
            latest.setdefault(id(entity), (entity, mention))
            times[id(entity)] += 1
        found = [
            (entity, mention, times[key])
            for key, (entity, mention) in latest.items()
            if key not in banned
            and is_compatible(pronoun, entity)
            and not (pronoun.pronoun == "it" and is_likened(entity))
        ]
        for standing in standings(found):
            yield Candidate(standing.entity, standing.mention, features(pronoun, standing))

    def _ahead(self, pronoun: Phrase, mentions: Sequence[Phrase]) -> Iterable[Candidate]:
        subject = is_fronted(pronoun.syntax, pronoun.head)
        for mention in mentions:
            if (
                mention.head == subject
                and mention.pronoun is None
                and not mention.is_coordination
                and mention.traits.agrees(pronoun.traits)
                and mention.mention.start > pronoun.head
            ):
                yield Candidate(
                    None, mention, ("ahead", f"animacy:{mention.traits.animacy}"), is_ahead=True
                )


def is_compatible(pronoun: Phrase, entity: Entity) -> bool:
    """Return whether a pronoun may take up an entity, by number, gender and animacy."""
    if entity.nominal is None and any(
        phrase.pronoun == "demonstrative" for phrase, _ in entity.mentions
    ):
        return False
    traits, wanted = entity.traits, pronoun.traits
    if not traits.agrees(wanted):
        return False
    if pronoun.pronoun in {"he", "she"}:
        return traits.animacy in {"person", "animal", "unknown"} and traits.number != PLURAL
    return pronoun.pronoun != "they" or bool(traits.number & PLURAL)


def is_likened(entity: Entity) -> bool:
    """Return whether an entity is only what something is compared with: *it cried like a cat*."""
    if len(entity.mentions) > 1 or entity.nominal is None:
        return False
    noun = entity.nominal
    case = noun.syntax.child(noun.head, "case")
    return (
        noun.determiner == "indefinite"
        and case is not None
        and noun.syntax.lemmas[case] in {"like", "as", "than"}
    )


def clusters(entities: Iterable[Entity]) -> tuple[Cluster, ...]:
    """Return the entities with at least two mentions as clusters, in text order."""
    found = []
    for entity in entities:
        ordered = sorted({phrase.mention: score for phrase, score in entity.mentions}.items())
        if len(ordered) > 1:
            scores = (1.0, *(round(score, 4) for _, score in ordered[1:]))
            found.append(Cluster(tuple(mention for mention, _ in ordered), scores))
    return tuple(sorted(found, key=lambda cluster: cluster.mentions))
