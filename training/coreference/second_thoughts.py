"""Learn when an *it* is empty after all, from gold and from lines written for it.

    python -m training.coreference.second_thoughts DATA [--out FILE]

DATA holds `UD_English-GUM` at any depth: of its train part the genres of free licences, which the
network has learned from and which count less, and dev. Beside it the lines of `lines_it.tsv` and
the probes `dev`. Logistic regression with a prior: the network is right. A CPU minute and a half.
"""

from __future__ import annotations

import argparse
from math import exp, log
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.tasks.coref_gold import FREE_GENRES, GoldDocument, read_gum
from benchmarks.tasks.coref_measures import GoldIndex
from benchmarks.tasks.coref_probes import NOTHING, read_probes
from benchmarks.tasks.coref_sets import analysed, with_heads
from discotag_lang_en.coref import network
from discotag_lang_en.coref.mentions import phrases
from discotag_lang_en.coref.network import choose, networks
from discotag_lang_en.coref.resolver import Discourse, RuleOptions
from training.coreference.choices import Source, Watcher
from training.coreference.invented import invented

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.core.document import Side
    from discotag_lang_en.coref.mentions import Phrase
    from discotag_lang_en.coref.salience import Candidate

ROOT = Path(__file__).parents[2]
LINES = Path(__file__).with_name("lines_it.tsv")
PROBES = ROOT / "benchmarks/probes/dev.antecedents.tsv"
OWN, LEARNED = 1.0, 0.3
"""How much an *it* counts, and one of a text that the network has learned from."""
PENALTY = 1.0
"""L2 of a pattern; of the network's weight a fifth, of the bias a twentieth."""
FEWEST = 3
LEANING = 0.75
"""What is added to the bias: a noun where there is none misleads more than none where there is one.
Chosen on GUM, LitBank and probes `dev` and ParCorFull."""
TURNS, ITS, INVENTED = 4000, 5000, 0.02
"""Invented texts (as of weights.py), and how much an *it* of theirs counts."""
Row = tuple[float, tuple[str, ...], bool, float]
"""What the network says, as log-odds; features; whether it is empty; how much it counts."""


class _Listener(Watcher):
    """A watcher that notes each *it*; decides as the resolver does."""

    rows: list[Row]
    weight: float

    def __call__(
        self, pronoun: Phrase, candidates: Sequence[Candidate], none: Sequence[str]
    ) -> tuple[int | None, float]:
        """Note what is known of an *it*, then choose."""
        names, is_empty = network.shown(none), self._is_empty(pronoun)
        if candidates and names and is_empty is not None:
            totals = networks()["it"].totals([*(item.features for item in candidates), none])
            highest = max(totals[:-1])
            odds = totals[-1] - highest - log(sum(exp(one - highest) for one in totals[:-1]))
            self.rows.append((odds, names, is_empty, self.weight))
        return choose(pronoun, candidates, none)

    def _is_empty(self, pronoun: Phrase) -> bool | None:
        """Return whether no noun is meant; None where gold does not tell."""
        gold = self._gold(pronoun)
        if gold is None:
            return None if self.source.scheme == "marked" else True
        if gold.is_expletive or gold.entity == NOTHING:
            return True
        own = self.index.entities[gold.entity]
        return not any(item.is_nominal and not self.index.is_pronoun(item) for item in own)


def rows_of(source: Source, weight: float) -> Iterator[Row]:
    """Yield every *it* of analysed gold documents that has candidates."""
    for document, side in source.documents:
        index = GoldIndex(with_heads(document, side))
        listener = _Listener(index, side, source, None, follows_gold=False)
        listener.rows, listener.weight = [], weight
        discourse = Discourse(RuleOptions(), listener)
        for segment, tokens in enumerate(side):
            discourse.read(phrases(segment, tokens))
        yield from listener.rows


def fitted(rows: Sequence[Row]) -> network.Weights:
    """Return the likeliest weights; the prior is that the network is right."""
    counts: dict[str, int] = {}
    for _, found, _, _ in rows:
        for name in found:
            counts[name] = counts.get(name, 0) + 1
    names = sorted(name for name, count in counts.items() if count >= FEWEST)
    place = {name: number for number, name in enumerate(names, 2)}
    shown = np.zeros((len(rows), len(names) + 2))
    shown[:, 0] = 1
    for number, (odds, found, _, _) in enumerate(rows):
        shown[number, 1] = np.clip(odds, -network.WIDEST, network.WIDEST)
        shown[number, [place[name] for name in found if name in place]] = 1
    right = np.array([float(is_empty) for _, _, is_empty, _ in rows])
    weight = np.array([weight for *_, weight in rows])
    prior = np.zeros(shown.shape[1])
    prior[1] = 1
    penalty = np.full(shown.shape[1], PENALTY)
    penalty[:2] = PENALTY / 20, PENALTY / 5
    best = prior.copy()
    for _ in range(30):  # Newton
        share = 1 / (1 + np.exp(-shown @ best))
        slope = shown.T @ (weight * (right - share)) - penalty * (best - prior)
        bend = (shown.T * (weight * share * (1 - share))) @ shown + np.diag(penalty)
        best += np.linalg.solve(bend, slope)
    bias, opinion, *others = map(float, best)
    bias += LEANING
    return network.Weights(bias, opinion, dict(zip(names, others, strict=True)))


def written(weights: network.Weights) -> str:
    """Return the file of weights."""
    return "\n".join(
        [
            "# Weights of second_thoughts.py. Written by",
            "# `python -m training.coreference.second_thoughts`; data and licences:",
            "# training/README.md, Coreference weights.",
            f"bias = {weights.bias:.3f}",
            f"opinion = {weights.opinion:.3f}",
            "",
            "[features]",
            *(f'"{name}" = {value:.3f}' for name, value in weights.features.items()),
            "",
        ]
    )


def sources(data: Path) -> Iterator[tuple[Source, float]]:
    """Yield what is learned from, and how much an *it* of it counts."""
    for path in sorted(data.rglob("en_gum-ud-dev.conllu")):
        yield Source(_analysed(read_gum(path.parent, "dev")), "full"), OWN
        train = read_gum(path.parent, "train")
        free = (item for item in train if item.genre in FREE_GENRES)
        yield Source(_analysed(free), "full"), LEARNED
    for path in (LINES, PROBES):
        yield Source(_analysed(item.document for item in read_probes(path)), "marked"), OWN
    made = (item.document for item in invented(TURNS, ITS))
    yield Source(_analysed(made), "marked"), INVENTED


def _analysed(documents: Iterable[GoldDocument]) -> list[tuple[GoldDocument, Side]]:
    return list(analysed(list(documents), "embedded"))


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--out", type=Path, default=Path(network.__file__).with_suffix(".toml"))
    given = parser.parse_args()
    rows = [row for source, weight in sources(given.data) for row in rows_of(source, weight)]
    print(f"{len(rows)} times *it*, {sum(row[2] for row in rows)} of them empty")
    given.out.write_text(written(fitted(rows)), encoding="utf-8")


if __name__ == "__main__":
    main()
