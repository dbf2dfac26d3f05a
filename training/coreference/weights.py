"""Fit the network of the English coreference, and how sure its scores may be.

    python -m training.coreference.weights DATA [--out network.npz]

DATA holds `UD_English-GUM` and `UD_English-EWT` (CoNLL-U), LitBank (`*_brat.conll`) and GAP
(`gap-development.tsv`) at any depth. Learned from: GUM train (free genres), three quarters of
LitBank, GAP development, EWT train (only whether *it* is empty) and invented texts
(`invented.toml`); and what the coreference `e5` says of plain texts (`taught.py`), which DATA holds
as well. Each pronoun is a choice among its candidates and "none". The first round
follows gold decisions, the second the model's own, so that entities look as they will at work.
The temperature is fitted on GUM dev, whose table of scores is printed.
Deterministic; ten minutes, and half an hour for the teacher.
"""

from __future__ import annotations

import argparse
from dataclasses import replace
from functools import partial
from math import log
from pathlib import Path
from typing import TYPE_CHECKING

from benchmarks.tasks.coref import measured
from benchmarks.tasks.coref_gap import read_gap
from benchmarks.tasks.coref_gold import FREE_GENRES, GoldMention, read_gum
from benchmarks.tasks.coref_litbank import read_litbank
from benchmarks.tasks.coref_probes import NOTHING
from benchmarks.tasks.coref_reliability import Judged, reliability
from benchmarks.tasks.coref_sides import analysed
from discotag_lang_en.coref import network
from discotag_lang_en.coref.network import Layer, Network, choose, written
from discotag_lang_en.coref.resolver import RuleCoref, RuleOptions
from training.coreference.choices import ANY, Choice, Source, collect
from training.coreference.fitting import Setting, fit
from training.coreference.invented import invented
from training.coreference.taught import Lesson, learned, lessons, plain_texts

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from benchmarks.tasks.coref_gold import GoldDocument
    from discotag.core.document import Side
    from discotag_lang_en.coref.mentions import Phrase
    from discotag_lang_en.coref.salience import Candidate, WeightClass

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
