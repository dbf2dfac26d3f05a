"""The search for the candidates that make a text which agrees with itself.

A beam goes through the segments. What a path costs is what `consistency.py` counts, as far as it
follows from candidates one by one and in pairs: address by voice, words that come again, pronouns
and the nouns that coreference in the source gives them; and what the candidates themselves lose
against the best of their segment. Choices lie fixed behind a horizon, so time grows with the length
of a text, not with its square.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from rapidfuzz.distance import Indel

from discotag.language import ud
from discotag.language.voices import is_quoted
from discotag.plugins.checks.address_evidence import address_evidence, without_shared
from discotag.plugins.checks.agreement import pronoun_genders
from discotag.plugins.consistency.consistency import (
    AGREEMENT,
    ANY_CHANGE,
    CHANGE,
    DOUBTFUL,
    EVIDENCE,
    LOOSE,
    UNEXPECTED,
    WordUse,
    source_names,
    word_cost,
    word_uses,
)
from discotag.plugins.consistency.levels import levels_of

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.core.consistency import Consistency
    from discotag.core.document import Document
    from discotag.core.tags import TaggedDocument
    from discotag.plugins.consistency.consistency import ConsistencyMeasure
    from discotag.plugins.consistency.nbest import NBest

QUALITY = 0.5
"""What it costs to take the worst candidate of a segment, whose spread is that of the document."""
WIDTH = 12
"""Paths that are kept."""
HORIZON = 32
"""Segments behind which a choice is fixed."""
BETWEEN = frozenset({"address", "words"})
"""Kinds of observations that the search counts itself, between segments."""


class Pronoun(NamedTuple):
    """A pronoun of a candidate: the genders it has, and the source words it may stand for.

    The places are (segment, token) of the source, the nearest first.
    """

    genders: frozenset[str]
    antecedents: tuple[tuple[int, int], ...]


@dataclass(frozen=True)
class Option:
    """What the search must know of a candidate.

    Args:
        loss: what it loses against the best candidate of its segment.
        own: what it costs or is worth whatever the others are: another address than the one that
            was asked for, a pronoun that disagrees with a noun of its segment.
        voices: voice → how often each level of address.
        ranks: how often each level of address, whoever speaks.
        uses: words that may come again.
        pronouns: its pronouns.
        document: a document in which it stands.
    """

    loss: float
    own: float
    voices: dict[str, Counter[int]]
    ranks: Counter[int]
    uses: tuple[tuple[str, WordUse], ...]
    pronouns: tuple[Pronoun, ...]
    document: Document


@dataclass
class _Path:
    """Choices up to a segment.

    Args:
        cost: of all of them.
        choices: those that are not fixed yet.
        voices: voice → how often each level of address.
        uses: words → their last use, where its segment is not fixed yet.
    """

    cost: float = 0.0
    choices: tuple[int, ...] = ()
    voices: dict[str, Counter[int]] = field(default_factory=dict)
    uses: dict[str, WordUse] = field(default_factory=dict)


ALL = ""
"""The voice of the whole text, whoever speaks."""


class Search:
    """Searches one document.

    Args:
        options: the candidates of each segment; at least one each.
        share: how much of what candidates lose counts, 0-1; with 0 only consistency does.
    """

    def __init__(self, options: Sequence[Sequence[Option]], share: float = 1.0) -> None:
        self._options = options
        self._share = share
        self._fixed: list[int] = []
        self._uses: dict[str, WordUse] = {}

    def choices(self) -> list[int]:
        """Return the place of the chosen candidate in each segment."""
        paths = [_Path()]
        for options in self._options:
            grown = [
                self._extended(path, place, option)
                for path in paths
                for place, option in enumerate(options)
            ]
            paths = _kept(grown)
            if len(paths[0].choices) > HORIZON:
                paths = self._fix(paths)
        return [*self._fixed, *paths[0].choices]

    def _fix(self, paths: list[_Path]) -> list[_Path]:
        """Fix the oldest choice as the best path has it; paths that differ in it are left out."""
        chosen, segment = paths[0].choices[0], len(self._fixed)
        self._fixed.append(chosen)
        self._uses.update(self._options[segment][chosen].uses)
        left = [path for path in paths if path.choices[0] == chosen]
        for path in left:
            path.choices = path.choices[1:]
            path.uses = {
                word: use for word, use in path.uses.items() if use.place.segment > segment
            }
        return left

    def _extended(self, path: _Path, place: int, option: Option) -> _Path:
        voices = dict(path.voices)
        cost = path.cost + self._share * option.loss + option.own
        for voice, ranks in (*option.voices.items(), (ALL, option.ranks)):
            before = voices.get(voice, Counter())
            after = before + ranks
            weight = ANY_CHANGE if voice == ALL else CHANGE
            cost += weight * (_others(after) - _others(before))
            voices[voice] = after
        uses = dict(path.uses)
        for word, use in option.uses:
            last = uses.get(word) or self._uses.get(word)
            cost += word_cost(last, use) if last is not None else 0.0
            uses[word] = use
        choices = (*path.choices, place)
        cost += sum(self._agreement(pronoun, choices) for pronoun in option.pronouns)
        return _Path(cost, choices, voices, uses)

    def _agreement(self, pronoun: Pronoun, choices: Sequence[int]) -> float:
        """Return what the gender of a pronoun costs beside its noun's; negative: is worth."""
        fixed = len(self._fixed)
        for segment, token in pronoun.antecedents:
            place = self._fixed[segment] if segment < fixed else choices[segment - fixed]
            gender = _gender(self._options[segment][place].document, segment, token)
            if gender is not None:
                agrees = gender in pronoun.genders
                return -(AGREEMENT + EVIDENCE) if agrees else DOUBTFUL
        return 0.0


def _kept(paths: list[_Path]) -> list[_Path]:
    """Return the cheapest paths, and the cheapest with each level of address; best first."""
    ordered = sorted(paths, key=lambda path: path.cost)
    kept = ordered[:WIDTH]
    levels = {_level(path) for path in kept}
    for path in ordered[WIDTH:]:
        if _level(path) not in levels:
            levels.add(_level(path))
            kept.append(path)
    return kept


def _level(path: _Path) -> int | None:
    """Return the level that a path's text mostly has."""
    counts = path.voices.get(ALL, Counter())
    return max(counts, key=lambda rank: (counts[rank], -rank), default=None)


def _others(counts: Counter[int]) -> int:
    return counts.total() - max(counts.values(), default=0)


def _gender(document: Document, segment: int, token: int) -> str | None:
    """Return the gender of the noun that a source word is linked to."""
    for j in document.links(segment).targets(token):
        word = document.target[segment][j]
        if word.upos in ud.NOMINAL and "Gender" in word.feats:
            return word.feats["Gender"]
    return None


def options_of(
    nbest: NBest,
    tagged: Sequence[TaggedDocument],
    measure: ConsistencyMeasure,
    observed: Sequence[Consistency],
    quality: float = QUALITY,
) -> list[list[Option]]:
    """Return what the search must know of a document's candidates.

    Args:
        nbest: the candidates.
        tagged: the texts of first candidates, second ones, and so on (`NBest.texts`), tagged.
        measure: of the pair of languages.
        observed: what speaks for and against each of these texts.
        quality: what the worst candidate of an average segment costs.
    """
    losses = _losses(nbest, quality)
    antecedents = dict(_antecedents(tagged[0].document))
    texts = [
        _Features(each, measure, antecedents, within)
        for each, within in zip(tagged, observed, strict=True)
    ]
    return [
        [
            texts[place].option(segment, losses[segment][place])
            for place in range(len(line.candidates))
        ]
        for segment, line in enumerate(nbest.lines)
    ]


class _Features:
    """What the segments of one text say."""

    def __init__(
        self,
        tagged: TaggedDocument,
        measure: ConsistencyMeasure,
        antecedents: dict[tuple[int, int], tuple[tuple[int, int], ...]],
        observed: Consistency,
    ) -> None:
        document = tagged.document
        self._own = _within_segments(observed)
        self._document = document
        self._names = source_names(document)
        self._ranks: dict[int, Counter[int]] = {}
        self._pronouns: dict[int, list[Pronoun]] = {}
        for place, rank in levels_of(tagged, measure.words):
            self._ranks.setdefault(place.segment, Counter())[rank] += 1
        for mark in tagged.marks:
            if mark.phenomenon == "pronouns":
                found = [p for t in mark.source_tokens for p in antecedents.get(
                    (mark.segment, t), ())]  # fmt: skip
                genders = frozenset(pronoun_genders(mark, document))
                if found and genders:
                    own = self._pronouns.setdefault(mark.segment, [])
                    own.append(Pronoun(genders, tuple(found)))
        self._voices: dict[int, dict[str, Counter[int]]] = {}
        for item in measure.expectations.judged(tagged):
            self._own[item.vote.segment] += UNEXPECTED * len(item.others)
        if measure.expectations.rank(document) is not None:
            self._ranks = {}
            return
        for voice, votes in address_evidence(tagged, measure.words).items():
            if not is_quoted(voice):
                for vote in without_shared(votes, document, measure.words):
                    own_voices = self._voices.setdefault(vote.segment, {})
                    own_voices[voice] = Counter(list(vote.marks))

    def option(self, segment: int, loss: float) -> Option:
        return Option(
            loss,
            self._own[segment],
            self._voices.get(segment, {}),
            self._ranks.get(segment, Counter()),
            tuple(word_uses(self._document, segment, self._names)),
            tuple(self._pronouns.get(segment, ())),
            self._document,
        )


def _within_segments(observed: Consistency) -> defaultdict[int, float]:
    """Return what is said of each segment that no other one has part in."""
    found: defaultdict[int, float] = defaultdict(float)
    for item in observed.observations:
        segments = {place.segment for place in item.places}
        if len(segments) == 1 and item.kind not in BETWEEN:
            found[segments.pop()] += item.cost
    return found


def _antecedents(
    document: Document,
) -> Iterator[tuple[tuple[int, int], tuple[tuple[int, int], ...]]]:
    """Yield each pronoun of the source with the nouns of earlier segments, the nearest first."""
    for cluster in document.source.clusters or ():
        scores = cluster.scores or (1.0,) * len(cluster.mentions)
        nouns: list[tuple[int, int]] = []
        for mention, score in zip(cluster.mentions, scores, strict=True):
            if mention.kind != "pronoun":
                nouns.append((mention.segment, mention.head))
            elif score >= LOOSE.confidence:
                near = tuple(
                    place
                    for place in reversed(nouns[-LOOSE.reach :])
                    if 0 < mention.segment - place[0] <= LOOSE.reach
                )
                if near:
                    yield (mention.segment, mention.head), near


def _losses(nbest: NBest, quality: float) -> list[list[float]]:
    """Return what each candidate costs against the best of its segment.

    Without scores the best is what is most like the others (their consensus); of equal ones it is
    the first.
    """
    scores = [
        [
            candidate.score
            if candidate.score is not None
            else _likeness(candidate.text, (other.text for other in line.candidates))
            for candidate in line.candidates
        ]
        for line in nbest.lines
    ]
    spreads = [max(own) - min(own) for own in scores if max(own) > min(own)]
    unit = sum(spreads) / len(spreads) if spreads else 1.0
    return [
        [quality * (max(own) - score) / unit + place * 1e-6 for place, score in enumerate(own)]
        for own in scores
    ]


def _likeness(text: str, others: Iterable[str]) -> float:
    """Return how like a text is to all candidates of its segment, on average: 0–1."""
    found = [float(Indel.normalized_similarity(text, other)) for other in others]
    return sum(found) / len(found)
