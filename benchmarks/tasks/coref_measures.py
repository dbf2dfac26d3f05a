"""Measures of coreference: pronouns, MUC, B³, CEAF-e, and how far scores can be trusted."""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.tasks.coref_gold import Span
from benchmarks.tasks.coref_pronouns import EnglishWords
from benchmarks.tasks.harness import Figures, Value, f_score, ratio

if TYPE_CHECKING:
    from collections.abc import Hashable, Iterable, Iterator, Mapping, Sequence

    from benchmarks.tasks.coref_gold import GoldDocument, GoldMention
    from benchmarks.tasks.coref_pronouns import PronounWords
    from discotag.core.document import Cluster, Mention, Side


FAR = 3


@dataclass
class PronounCounts:
    """Counts over the third-person pronouns of a corpus, by row name.

    Args:
        gold: pronouns with a coreferent noun phrase.
        resolved: pronouns that the system put into a cluster with a noun phrase, whatever the gold
            says.
        right: of those, the nearest other mention is gold-coreferent.
        right_noun: of those, the nearest noun phrase of the cluster is gold-coreferent.
        empty: empty *it*: in gold, as called by the rules, rightly so.
        outside: pronouns whose noun phrases all stand outside their segment: in gold, of the
            resolved ones, rightly so.
    """

    gold: Counter[str] = field(default_factory=Counter)
    resolved: Counter[str] = field(default_factory=Counter)
    right: Counter[str] = field(default_factory=Counter)
    right_noun: Counter[str] = field(default_factory=Counter)
    empty: Counter[str] = field(default_factory=Counter)
    outside: Counter[str] = field(default_factory=Counter)


def spans(side: Side, clusters: Iterable[Cluster]) -> list[list[Span]]:
    """Turn clusters over tokens into clusters over characters."""
    return [[_to_span(side, mention) for mention in cluster.mentions] for cluster in clusters]


def _to_span(side: Side, mention: Mention) -> Span:
    tokens = side[mention.segment]
    return Span(
        mention.segment,
        tokens.starts[mention.start],
        tokens.ends[mention.end - 1],
        tokens.starts[mention.head],
        mention.kind == "pronoun",
    )


class GoldIndex:
    """Finds a system mention's gold mention: the same span, else the same head and nearest end.

    Args:
        document: the gold.
        words: what tells pronouns; None = the English forms.
    """

    def __init__(self, document: GoldDocument, words: PronounWords | None = None) -> None:
        self.texts = document.side.segments
        self.words = words or EnglishWords(self.texts)
        self.mentions = document.mentions
        self.exact = {(item.segment, item.start, item.end): item for item in document.mentions}
        self.heads: dict[tuple[int, int | None], list[GoldMention]] = defaultdict(list)
        for item in document.mentions:
            if item.is_nominal:
                self.heads[item.segment, item.head].append(item)
        self.entities: dict[str, list[GoldMention]] = defaultdict(list)
        for item in document.mentions:
            self.entities[item.entity].append(item)

    def find(self, span: Span) -> GoldMention | None:
        """Return the gold mention, None if nothing there is annotated."""
        found = self.exact.get((span.segment, span.start, span.end))
        if found is not None:
            return found
        same = self.heads.get((span.segment, span.head), ())
        return min(same, key=lambda item: abs(item.end - span.end), default=None)

    def is_pronoun(self, item: GoldMention) -> bool:
        """Return whether a gold mention is a pronoun, or anything else but a noun phrase."""
        return self.words.is_pronoun(item)


def count_pronouns(
    index: GoldIndex,
    pronouns: Sequence[Span],
    system: Sequence[Sequence[Span]],
    counts: PronounCounts,
    nouns_of_system: Mapping[tuple[int, int], bool],
) -> None:
    """Add one document's pronouns to the counts."""
    where = {
        (span.segment, span.head, span.is_pronoun): cluster
        for cluster in system
        for span in cluster
    }
    for pronoun in pronouns:
        name = index.words.class_of(pronoun)
        gold = index.exact.get((pronoun.segment, pronoun.start, pronoun.end))
        others = _nouns(index, gold)
        rows, is_outside = ["all", *([name] if name else [])], False
        if others and gold is not None:
            place = (pronoun.segment, pronoun.start)
            before = [item for item in others if (item.segment, item.start) < place]
            distance = min((pronoun.segment - item.segment for item in before), default=-1)
            is_outside = distance != 0
            rows.append(f"back {distance if distance < FAR else '3+'}" if before else "ahead")
            counts.gold.update(rows)
            counts.outside["gold"] += is_outside
        cluster = where.get((pronoun.segment, pronoun.head, True))
        near = _nearest(cluster, pronoun) if cluster else None
        near_noun = _nearest([span for span in cluster or () if not span.is_pronoun], pronoun)
        if name == "it" and (pronoun.segment, pronoun.start) in nouns_of_system:
            is_empty = gold is None or gold.is_expletive
            called_empty = not nouns_of_system[pronoun.segment, pronoun.start]
            counts.empty["gold"] += is_empty
            counts.empty["called"] += called_empty
            counts.empty["right"] += is_empty and called_empty
        if near_noun is None or near is None:
            continue
        counts.resolved.update(rows)
        called_outside = near_noun.segment != pronoun.segment
        counts.outside["called"] += called_outside
        counts.outside["right"] += called_outside and is_outside
        if gold is not None:
            if _same(index, near, gold):
                counts.right.update(rows)
            if _same(index, near_noun, gold):
                counts.right_noun.update(rows)


def _nouns(index: GoldIndex, gold: GoldMention | None) -> list[GoldMention]:
    if gold is None or gold.is_expletive:
        return []
    return [
        item
        for item in index.entities[gold.entity]
        if item is not gold and item.is_nominal and not index.is_pronoun(item)
    ]


def _nearest(cluster: Iterable[Span] | None, pronoun: Span) -> Span | None:
    """Return the nearest mention before the pronoun, else the first behind it."""
    others = [
        span
        for span in cluster or ()
        if (span.segment, span.head) != (pronoun.segment, pronoun.head)
    ]
    before = [
        span for span in others if (span.segment, span.head) < (pronoun.segment, pronoun.head)
    ]
    if before:
        return max(before, key=lambda span: (span.segment, span.head))
    return min(others, key=lambda span: (span.segment, span.head), default=None)


def _same(index: GoldIndex, span: Span, gold: GoldMention) -> bool:
    found = index.find(span)
    return found is not None and found.entity == gold.entity


class ClusterCounts:
    """MUC, B³ and CEAF-e over a corpus; clusters are sets of comparable mentions."""

    def __init__(self) -> None:
        self.sums: defaultdict[str, float] = defaultdict(float)

    def add(self, gold: Sequence[set[Hashable]], system: Sequence[set[Hashable]]) -> None:
        """Add one document."""
        self._muc("r", gold, system)
        self._muc("p", system, gold)
        self._bcubed("r", gold, system)
        self._bcubed("p", system, gold)
        self._ceaf(gold, system)

    def _muc(
        self, side: str, keys: Sequence[set[Hashable]], others: Sequence[set[Hashable]]
    ) -> None:
        of = {item: number for number, cluster in enumerate(others) for item in cluster}
        for cluster in keys:
            parts = {of.get(item, ("alone", item)) for item in cluster}
            self.sums[f"muc-{side}"] += len(cluster) - len(parts)
            self.sums[f"muc-{side}-all"] += len(cluster) - 1

    def _bcubed(
        self, side: str, keys: Sequence[set[Hashable]], others: Sequence[set[Hashable]]
    ) -> None:
        of = {item: number for number, cluster in enumerate(others) for item in cluster}
        for cluster in keys:
            shared = Counter(of[item] for item in cluster if item in of)
            self.sums[f"b3-{side}"] += sum(size * size for size in shared.values()) / len(cluster)
            self.sums[f"b3-{side}-all"] += len(cluster)

    def _ceaf(self, gold: Sequence[set[Hashable]], system: Sequence[set[Hashable]]) -> None:
        from scipy.optimize import linear_sum_assignment  # of no other task

        self.sums["ceaf-r-all"] += len(gold)
        self.sums["ceaf-p-all"] += len(system)
        if not gold or not system:
            return
        matrix = np.zeros((len(gold), len(system)))
        of = {item: number for number, cluster in enumerate(system) for item in cluster}
        for row, cluster in enumerate(gold):
            for column, size in Counter(of[item] for item in cluster if item in of).items():
                matrix[row, column] = 2 * size / (len(cluster) + len(system[column]))
        best = float(matrix[linear_sum_assignment(-matrix)].sum())
        self.sums["ceaf-r"] += best
        self.sums["ceaf-p"] += best

    def scores(self) -> dict[str, dict[str, float | None]]:
        """Return precision, recall and F in 0–1 of each measure, and their mean F as `CoNLL`."""
        table: dict[str, dict[str, float | None]] = {}
        for name in ("muc", "b3", "ceaf"):
            precision = ratio(self.sums[f"{name}-p"], self.sums[f"{name}-p-all"])
            recall = ratio(self.sums[f"{name}-r"], self.sums[f"{name}-r-all"])
            table[name] = {"P": precision, "R": recall, "F": f_score(precision, recall)}
        found = [table[name]["F"] for name in table]
        mean = sum(value or 0.0 for value in found) / len(found)
        table["CoNLL"] = {"P": None, "R": None, "F": mean}
        return table


BINS = 10
Judged = tuple[float, bool]
"""A pronoun's score, and whether it is right."""


def judged(index: GoldIndex, side: Side, clusters: Sequence[Cluster]) -> Iterator[Judged]:
    """Yield score and truth of the third-person pronouns that are resolved to a noun before them.

    Right: the nearest noun phrase of the cluster before the pronoun is coreferent in the gold.
    Clusters without scores yield nothing.
    """
    for cluster, places in zip(clusters, spans(side, clusters), strict=True):
        noun: Span | None = None
        for span, score in zip(places, cluster.scores or (), strict=False):
            if not span.is_pronoun:
                noun = span
            elif noun is not None and index.words.is_third(span):
                gold = index.exact.get((span.segment, span.start, span.end))
                meant = index.find(noun)
                yield score, gold is not None and meant is not None and gold.entity == meant.entity


def reliability(title: str, found: Sequence[Judged]) -> Figures | None:
    """Return the table of scores; None where there are none."""
    if not found:
        return None
    counts, right, sums = Counter[int](), Counter[int](), Counter[int]()
    for score, is_right in found:
        place = min(int(score * BINS), BINS - 1)
        counts[place] += 1
        right[place] += is_right
        sums[place] += round(score * 10_000)
    rows: list[tuple[Value, ...]] = [
        (
            f"{place / BINS:.1f}–{(place + 1) / BINS:.1f}",
            counts[place],
            ratio(sums[place] / 100, counts[place]),
            ratio(100 * right[place], counts[place]),
        )
        for place in range(BINS)
        if counts[place]
    ]
    off = sum(abs(sums[place] / 10_000 - right[place]) for place in counts)
    rows.append(("mean difference", len(found), None, ratio(100 * off, len(found))))
    columns = ("score", "pronouns", "mean score, %", "right, %")
    return Figures(f"{title}: scores", columns, tuple(rows), 1)
