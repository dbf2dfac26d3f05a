"""The text that agrees best with itself, put together from candidates, with its reasons."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from rapidfuzz.distance import Indel

from discotag.plugin import ParallelText
from discotag.plugin.language import is_quoted, ud
from discotag_choose.consistency import (
    AGREEMENT,
    ANY_CHANGE,
    CHANGE,
    DOUBTFUL,
    EVIDENCE,
    LOOSE,
    UNEXPECTED,
    WordUse,
    levels_of,
    source_names,
    word_cost,
    word_uses,
)
from discotag_lint.checks.address_votes import address_evidence, without_shared
from discotag_lint.checks.agreement import pronoun_genders

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from discotag.plugin import Document, TaggedDocument
    from discotag_choose.consistency import ConsistencyMeasure
    from discotag_choose.nbest import Candidate, NBest
    from discotag_lint.check import Observation
    from discotag_lint.consistency import Consistency

    Tag = Callable[[ParallelText], Mapping[str, TaggedDocument]]
    Observe = Callable[[TaggedDocument], Consistency]


COMBINED = "combined"
SHARES = (1.0, 0.5, 0.25, 0.0)
"""How much of quality counts in the search, until the text agrees as well as each whole one."""

QUALITY = 0.5
"""What it costs to take the worst candidate of a segment, whose spread is that of the document."""


@dataclass(frozen=True)
class Combination:
    """What was chosen for a document.

    Args:
        nbest: its candidates.
        places: the chosen candidate of each segment, from 0.
        consistency: what was observed in the chosen text.
        wholes: the texts of all first candidates, all second ones …, by number from 0, where all
            segments have as many.
    """

    nbest: NBest
    places: tuple[int, ...]
    consistency: Consistency
    wholes: Mapping[str, Consistency]

    def candidates(self) -> Iterator[Candidate]:
        """Yield the chosen candidate of each segment."""
        for line, place in zip(self.nbest.lines, self.places, strict=True):
            yield line.candidates[place]

    def reasons(self, segment: int) -> list[Observation]:
        """Return the observations that are about a segment of the chosen text."""
        return [
            item
            for item in self.consistency.observations
            if any(place.segment == segment for place in item.places)
        ]

    def data(self) -> dict[str, Any]:
        """Return it as plain data."""
        return {
            "document": self.nbest.id,
            "cost": self.consistency.cost,
            "costs": {name: found.cost for name, found in self.wholes.items()},
            "segments": [
                {
                    "source": line.source,
                    "text": line.candidates[place].text,
                    "candidate": place,
                    "reasons": [
                        {"kind": item.kind, "cost": round(item.cost, 6), "told": item.message}
                        for item in self.reasons(segment)
                    ],
                }
                for segment, (line, place) in enumerate(
                    zip(self.nbest.lines, self.places, strict=True)
                )
            ],
        }


def combine(
    nbest: NBest,
    tag: Tag,
    measure: ConsistencyMeasure,
    *,
    observe: Observe | None = None,
    quality: float = QUALITY,
) -> Combination:
    """Choose a candidate for each segment of a document.

    No whole text of candidates of one rank agrees with itself better than what is chosen, and none
    that agrees as well is better by consistency and quality together. Where the search finds such a
    text only if quality counts less, it does.

    Args:
        nbest: the candidates.
        tag: tags a document's texts.
        measure: of the pair of languages, by which the search goes.
        observe: says what speaks for and against whole texts, by which a combination is compared
            with them; default: the measure.
        quality: what it costs to take the worst candidate of an average segment.
    """
    observe = observe or measure.of
    texts = tag(nbest.texts())
    observed = {name: observe(text) for name, text in texts.items()}
    options = options_of(nbest, list(texts.values()), measure, list(observed.values()), quality)
    wholes = observed if nbest.is_complete else {}
    most = min((whole.cost for whole in wholes.values()), default=inf)
    ways = [((int(name),) * len(options), whole) for name, whole in wholes.items()]
    for share in SHARES:
        places = tuple(Search(options, share).choices())
        ways.append((places, observe(_tagged(nbest, places, tag))))
        if ways[-1][1].cost <= most:
            break

    def total(chosen: tuple[int, ...], consistency: Consistency) -> float:
        lost = sum(own[place].loss for own, place in zip(options, chosen, strict=True))
        return consistency.cost + lost

    best = min((way for way in ways if way[1].cost <= most), key=lambda way: total(*way))
    return Combination(nbest, *best, wholes)


def _tagged(nbest: NBest, places: tuple[int, ...], tag: Tag) -> TaggedDocument:
    lines = zip(nbest.lines, places, strict=True)
    text = tuple(line.candidates[place].text for line, place in lines)
    source = tuple(line.source for line in nbest.lines)
    return tag(ParallelText(nbest.id, source, {}, {COMBINED: text}, nbest.places))[COMBINED]


WIDTH = 12
"""Paths that are kept."""
HORIZON = 32
"""Segments after which a choice is fixed."""
BETWEEN = frozenset({"address", "words"})
"""Kinds of observations that the search counts itself, between segments."""


class Pronoun(NamedTuple):
    """A pronoun of a candidate: the genders it has, and the source words it may refer to.

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
        document: a document in which it is.
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
        """Fix the oldest choice as in the best path; paths that differ in it are left out."""
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
        """Return what a pronoun's gender costs, given its noun's; negative: is worth."""
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
