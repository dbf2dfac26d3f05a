"""Fit the network of the English coreference, and how sure its scores may be.

    python -m training.coreference.weights DATA [--out network.npz]

DATA holds `UD_English-GUM` and `UD_English-EWT` (CoNLL-U), LitBank (`*_brat.conll`) and GAP
(`gap-development.tsv`) at any depth. Learned from: GUM train (free genres), three quarters of
LitBank, GAP development, EWT train (only whether *it* is empty) and invented texts
(`invented.toml`); and what the coreference `e5` says of plain texts (`choices.py`), which DATA
holds as well. Each pronoun is a choice among its candidates and "none". The first round follows
gold decisions, the second the model's own, so that entities look as they will at work. The
temperature is fitted on GUM dev, whose table of scores is printed. Deterministic; ten minutes, and
half an hour for the teacher. What is shipped is the mean of several networks, narrowed: of the
weights of all their hidden units the best approximation of low rank (Eckart and Young 1936),
features counted as often as they are met.
"""

from __future__ import annotations

import argparse
from array import array
from collections import Counter
from dataclasses import dataclass, replace
from functools import partial
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

import numpy as np
from scipy.sparse import csr_matrix

from benchmarks.tasks.coref import measured
from benchmarks.tasks.coref_formats import read_litbank
from benchmarks.tasks.coref_gold import FREE_GENRES, GoldMention, read_gum
from benchmarks.tasks.coref_measures import Judged, reliability
from benchmarks.tasks.coref_probes import NOTHING, read_gap
from benchmarks.tasks.coref_sets import analysed
from discotag_lang_en.coref import network
from discotag_lang_en.coref.network import Layer, Network, choose, written
from discotag_lang_en.coref.resolver import RuleCoref, RuleOptions
from training.coreference.choices import (
    ANY,
    Choice,
    Lesson,
    Source,
    collect,
    learned,
    lessons,
    plain_texts,
)
from training.coreference.invented import invented

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from numpy.typing import NDArray

    from benchmarks.tasks.coref_gold import GoldDocument
    from discotag.core.document import Side
    from discotag_lang_en.coref.mentions import Phrase
    from discotag_lang_en.coref.salience import Candidate, WeightClass
    from training.coreference.choices import Choice

    Array = NDArray[np.float32]


LARGEST = 127
"""The largest whole number of a feature."""
USUAL = 0.999
"""The share of a column's numbers that are not cut off."""
LEAST = 1e-30
"""The least probability of a row, so that none of its group is 0."""
LEXICAL = ("fit:", "by:", "case:", "none:verb:", "none:lemma:", "none:+", "none:-", "none:has:")
"""How the features begin that hold a word."""


@dataclass(frozen=True)
class Setting:
    """How a network is fitted.

    Args:
        hidden: units.
        epochs: how often every choice is seen.
        rate: the first learning rate; it falls to a tenth.
        penalty: L2, per choice.
        dropout: the share of features left out at random.
        words: the same for features that hold a word, lest sentences be learned by heart.
        fewest: features seen fewer times are left out.
        voices: how many networks are fitted and averaged.
        rank: how many numbers each feature has in the end.
        seed: of all random numbers.
    """

    hidden: int = 16
    epochs: int = 6
    rate: float = 0.01
    penalty: float = 1e-5
    dropout: float = 0.3
    words: float = 0.7
    batch: int = 256
    fewest: int = 24
    voices: int = 3
    rank: int = 32
    seed: int = 1


class Batch(NamedTuple):
    """Some choices, their rows one after another.

    Args:
        rows: features.
        group: of each row the number of those that mean the same, -1 where it is wrong.
        shares: of each group the probability that it should have.
        first: where each choice begins.
        weights: how much each counts.
    """

    rows: csr_matrix
    group: NDArray[np.int64]
    shares: Array
    first: NDArray[np.int64]
    weights: Array


class Pool:
    """Choices as a sparse matrix.

    Args:
        choices: what was met.
        names: the features that count.
    """

    def __init__(self, choices: Sequence[Choice], names: Sequence[str]) -> None:
        number = {name: index for index, name in enumerate(names)}
        cells = array("i")
        ends, starts = [0], [0]
        groups: list[int] = []
        shares: list[float] = []
        for choice in choices:
            begin = len(groups)
            for row in choice.rows:
                cells.extend(number[name] for name in row if name in number)
                ends.append(len(cells))
            groups.extend([-1] * len(choice.rows))
            for members, share in choice.wanted:
                for member in members:
                    groups[begin + member] = len(shares)
                shares.append(share)
            starts.append(len(groups))
        columns = np.frombuffer(cells, dtype=np.int32)
        self.rows = csr_matrix(
            (np.ones(len(columns), dtype=np.float32), columns, ends),
            shape=(len(groups), len(names)),
        )
        self.groups, self.shares = np.array(groups), np.array(shares, dtype=np.float32)
        self.starts = np.array(starts)
        self.weights = np.array([choice.weight for choice in choices], dtype=np.float32)

    def batch(self, chosen: NDArray[np.int64]) -> Batch:
        """Return some choices."""
        begins = self.starts[chosen]
        lengths = self.starts[chosen + 1] - begins
        first = np.cumsum(lengths) - lengths
        rows = np.arange(lengths.sum()) + np.repeat(begins - first, lengths)
        known, group = np.unique(self.groups[rows], return_inverse=True)
        wrong = int(known[0] < 0)
        return Batch(
            self.rows[rows], group - wrong, self.shares[known[wrong:]], first, self.weights[chosen]
        )


def known_features(choices: Sequence[Choice], fewest: int) -> list[str]:
    """Return the features that were met often enough, sorted."""
    seen: Counter[str] = Counter()
    for choice in choices:
        seen.update({name for row in choice.rows for name in row})
    return sorted(name for name, count in seen.items() if count >= fewest)


def fit(choices: Sequence[Choice], setting: Setting) -> Layer:
    """Return the network of one class of pronouns, narrowed, with temperature 1."""
    names = known_features(choices, setting.fewest)
    return fitted(Pool(choices, names), names, setting)


def fitted(pool: Pool, names: Sequence[str], setting: Setting) -> Layer:
    """Return the mean of several networks that began from other random numbers.

    Their hidden units stand side by side.
    """
    shares = np.array(
        [setting.words if name.startswith(LEXICAL) else setting.dropout for name in names],
        dtype=np.float32,
    )
    voices = [
        _fit_one(pool, shares, setting, setting.seed + turn) for turn in range(setting.voices)
    ]
    direct, inner, bias, out = zip(*voices, strict=True)
    together = [
        np.mean(direct, axis=0),
        np.concatenate(inner, axis=1),
        np.concatenate(bias),
        np.concatenate(out) / setting.voices,
    ]
    return narrowed(names, together, np.asarray(pool.rows.sum(axis=0))[0], setting.rank)


def _fit_one(pool: Pool, shares: Array, setting: Setting, seed: int) -> list[Array]:
    random, width = np.random.default_rng(seed), len(shares)
    drawn = (
        np.zeros(width),
        random.normal(0, 0.1, (width, setting.hidden)),
        np.full(setting.hidden, 0.1),
        random.normal(0, 0.3, setting.hidden),
    )
    parts: list[Array] = [part.astype(np.float32) for part in drawn]
    moments = [(np.zeros_like(part), np.zeros_like(part)) for part in parts]
    count = len(pool.weights)
    step, total = 0, setting.epochs * -(-count // setting.batch)
    for _ in range(setting.epochs):
        order = random.permutation(count)
        for begin in range(0, count, setting.batch):
            step += 1
            batch = pool.batch(order[begin : begin + setting.batch])
            rows, gone = batch.rows, shares[batch.rows.indices]
            kept = random.random(gone.shape, dtype=np.float32) >= gone
            rows.data = kept / (1 - gone)
            slopes = _slopes(parts, batch)
            rate = setting.rate * (1 - 0.9 * step / total)
            less = np.float32(setting.penalty * len(batch.weights))
            for place, slope in enumerate(slopes):
                _adam(parts[place], slope - less * parts[place], moments[place], rate, step)
    return parts


def _adam(part: Array, slope: Array, moments: tuple[Array, Array], rate: float, step: int) -> None:
    mean, variance = moments
    mean += np.float32(0.1) * (slope - mean)
    variance += np.float32(0.001) * (slope * slope - variance)
    corrected = np.sqrt(variance / np.float32(1 - 0.999**step)) + np.float32(1e-8)
    part += np.float32(rate / (1 - 0.9**step)) * mean / corrected


def _slopes(parts: Sequence[Array], batch: Batch) -> list[Array]:
    """Return the slopes of the likelihood of the groups, each as much as it should have."""
    direct, inner, bias, out = parts
    rows, first = batch.rows, batch.first
    item = np.repeat(np.arange(len(first)), np.diff([*first, rows.shape[0]]))
    sums = rows @ inner + bias
    hidden = np.maximum(sums, 0)
    totals = rows @ direct + hidden @ out
    found = _softmax(totals, first, item)
    wanted = _wanted(found, batch)
    mass = np.bincount(item, weights=wanted)
    error = (wanted - found * mass[item]) * batch.weights[item]
    back = np.outer(error, out) * (sums > 0)
    return [rows.T @ error, rows.T @ back, back.sum(axis=0), hidden.T @ error]


def _wanted(found: Array, batch: Batch) -> Array:
    """Return what each row should have: of its group's share as much as it has of the group."""
    own = np.maximum(found, LEAST)
    is_in, group = batch.group >= 0, np.maximum(batch.group, 0)
    sums = np.bincount(group, weights=own * is_in, minlength=len(batch.shares))
    wanted: Array = np.where(is_in, own / sums[group] * batch.shares[group], 0.0)
    return wanted


def _softmax(totals: Array, first: NDArray[np.int64], item: NDArray[np.int64]) -> Array:
    powers = np.exp(totals - np.maximum.reduceat(totals, first)[item])
    return np.asarray(powers / np.add.reduceat(powers, first)[item])


def narrowed(names: Sequence[str], parts: Sequence[Array], counts: Array, rank: int) -> Layer:
    """Return weights of low rank in whole numbers, less the features that weigh nothing.

    Args:
        names: the features.
        parts: their direct weights, their weights to hidden units, a row each; `bias`, `out`.
        counts: how often each was met.
        rank: the rank.
    """
    direct, inner, bias, out = parts
    size = np.maximum(
        np.abs(out), LEAST
    )  # a unit may be as large as it weighs: max(0, x) is linear
    weights = np.column_stack([direct, inner * size]).astype(np.float64)
    often = np.sqrt(counts + 1.0)[:, None]
    left, sizes, right = np.linalg.svd(weights * often, full_matrices=False)
    codes = left[:, :rank] * sizes[:rank] / often
    steps = np.maximum(np.quantile(np.abs(codes), USUAL, axis=0), LEAST) / LARGEST
    whole = np.clip(np.rint(codes / steps), -LARGEST, LARGEST).astype(int)
    return Layer(
        features={
            name: tuple(row) for name, row in zip(names, whole.tolist(), strict=True) if any(row)
        },
        mixing=tuple(map(tuple, (steps[:, None] * right[:rank]).tolist())),
        bias=tuple((bias * size).tolist()),
        out=tuple(np.sign(out).tolist()),
        temperature=1.0,
    )


NAMES: tuple[WeightClass, ...] = ("person", "it", "they")
GUM, LITBANK, GAP, EWT, INVENTED, TAUGHT = 2.0, 0.5, 1.4, 1.0, 1.0, 1.0
"""How much a choice of each source counts."""
TEMPERATURES = tuple(round(0.7 + 0.1 * step, 1) for step in range(10))
VOICES = 6
"""Networks of the last fit, whose mean is shipped: one fit and the next differ by a point of F."""
RANKS: dict[str, int] = {"person": 64, "it": 32, "they": 32}
"""How many numbers a feature has."""
TURNS, ITS = 4000, 5000
"""Invented texts: entities in turn, and about *it*."""


def train_sources(data: Path) -> list[Source]:
    """Read and analyse everything that is learned from."""
    gum = [item for item in _gum(data, "train") if item.genre in FREE_GENRES]
    gap = [
        item.document
        for path in sorted(data.rglob("gap-development.tsv"))
        for item in read_gap(path)
    ]
    made = [item.document for item in invented(TURNS, ITS)]
    ewt = [
        with_its(document)
        for path in sorted(data.rglob("en_ewt-ud-train.conllu"))
        for document in read_gum(path.parent, "train")
    ]
    embedded = partial(analysed, analyzer="embedded")
    return [
        Source(embedded(gum), "full", GUM),
        Source(embedded(read_litbank(data, "train")), "persons", LITBANK),
        Source(embedded(gap), "marked", GAP),
        Source(embedded(ewt), "marked", EWT),
        Source(embedded(made), "marked", INVENTED),
    ]


def _gum(data: Path, split: str) -> Iterable[GoldDocument]:
    for path in sorted(data.rglob(f"en_gum-ud-{split}.conllu")):
        yield from read_gum(path.parent, split)


def with_its(document: GoldDocument) -> GoldDocument:
    """Mark each *it* of a treebank as empty, or as standing for something, by its relation."""
    mentions = [
        GoldMention(
            segment,
            token.start,
            token.end,
            NOTHING if token.deprel.startswith("expl") else ANY,
            head=token.start,
        )
        for segment, tokens in enumerate(document.side)
        for token in tokens
        if token.form.casefold() == "it"
    ]
    return replace(document, mentions=tuple(mentions))


def use(layers: dict[WeightClass, Layer]) -> None:
    """Let the resolver choose by these networks from now on."""
    fresh = {name: Network(layer) for name, layer in layers.items()}
    network.networks = lambda: fresh  # type: ignore[assignment]


def trained(
    sources: Sequence[Source],
    options: RuleOptions,
    setting: Setting,
    taught: Sequence[Lesson] = (),
) -> dict[WeightClass, Layer]:
    """Fit on choices that follow gold and teacher, then also on those that follow the model."""
    pool = collect(sources, options, None, follows_gold=True)
    by_teacher = learned(taught, options, _nearest, follows=True)
    use({name: fit(pool[name] + by_teacher[name], setting) for name in NAMES})
    more = collect(sources, options, choose, follows_gold=False)
    by_pupil = learned(taught, options, choose, follows=False)
    both: dict[WeightClass, list[Choice]] = {
        name: pool[name] + by_teacher[name] + more[name] + by_pupil[name] for name in NAMES
    }
    print({name: len(choices) for name, choices in both.items()})
    return {
        name: fit(both[name], replace(setting, voices=VOICES, rank=RANKS[name])) for name in NAMES
    }


def _nearest(
    _pronoun: Phrase, candidates: Sequence[Candidate], _none: Sequence[str]
) -> tuple[int | None, float]:
    return (0, 1.0) if candidates else (None, 0.0)


def calibrated(
    layers: dict[WeightClass, Layer], documents: Sequence[tuple[GoldDocument, Side]]
) -> tuple[dict[WeightClass, Layer], list[Judged]]:
    """Return the networks with the temperature whose scores are best, and what was judged then.

    The scores are those of clusters, so that chains count as they will at work; the best have the
    highest likelihood.
    """
    resolver = RuleCoref(RuleOptions())
    found: list[tuple[float, dict[WeightClass, Layer], list[Judged]]] = []
    for value in TEMPERATURES:
        warm = {name: replace(layer, temperature=value) for name, layer in layers.items()}
        use(warm)
        data = measured(documents, lambda side: resolver.resolve([side])[0])
        losses = [
            log(max(score if is_right else 1 - score, 0.001)) for score, is_right in data["judged"]
        ]
        found.append((-sum(losses) / max(len(losses), 1), warm, data["judged"]))
    _, best, judged = min(found, key=lambda item: item[0])
    return best, judged


def main() -> None:
    """Fit, calibrate, write, and print the table of scores."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=Path(network.__file__).with_name("network.npz"))
    arguments = parser.parse_args()
    taught = list(lessons(plain_texts(arguments.data), TAUGHT))
    layers = trained(train_sources(arguments.data), RuleOptions(), Setting(), taught)
    layers, judged = calibrated(layers, analysed(_gum(arguments.data, "dev"), "embedded"))
    arguments.out.write_bytes(written(layers))
    table = reliability("GUM dev", judged)
    print(table.text() if table else "no scores")


if __name__ == "__main__":
    main()
