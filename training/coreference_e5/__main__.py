"""Learn the ranker of the coreference `e5`.

    python -m training.coreference_e5 DATA [--work FOLDER] [--out FILE] [--alone]

DATA holds `ud/UD_English-GUM`, and in `coref/` LitBank, GAP development and the sets of other
languages in `SETS`, each split by a hash of the documents' names (three quarters are learned from).
All are free: CC0, CC BY, CC BY-SA; of GUM the free genres. Vectors are kept in the work folder.
The first fit follows gold decisions; the others also what the first would decide, so that chains
look as they will at work. What the resolver `rules` says of an English text is weighed, too; in
training it speaks of texts that it has not learned from (`opinions.py`). With `--alone` it is not
heard, and one network is fitted, for all languages. The temperature is chosen on GUM dev, by the
likelihood of the scores of clusters.
"""

from __future__ import annotations

import argparse
from math import log
from pathlib import Path
from typing import TYPE_CHECKING, Any

import numpy as np
import torch

from benchmarks.tasks.coref_formats import read_litbank
from benchmarks.tasks.coref_gold import FREE_GENRES, read_gum
from benchmarks.tasks.coref_measures import GoldIndex, reliability
from benchmarks.tasks.coref_measures import judged as judged_of
from benchmarks.tasks.coref_probes import read_gap
from benchmarks.tasks.coref_sets import read_sets, with_heads
from benchmarks.tasks.harness import registry
from discotag_e5.coref import ranker
from discotag_e5.coref.ranker import Opinion, Ranker
from discotag_e5.coref.resolver import LAYER, resolved_by
from discotag_e5.encoder import open_encoder
from discotag_lang_en.coref.resolver import RuleCoref, RuleOptions
from training.coreference.invented import invented
from training.coreference_e5.examples import Example, choices, examples, opinions
from training.coreference_e5.model import Model, arrays_of, fit

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from benchmarks.tasks.coref_gold import GoldDocument
    from benchmarks.tasks.coref_measures import Judged
    from discotag_e5.coref.chains import Chain
    from discotag_e5.encoder import Encoder
    from training.coreference_e5.examples import Decide, Scheme

SETS: dict[str, tuple[str, Scheme, int]] = {
    "de": ("de_gerdracor", "persons", 130_000),
    "nl": ("nl_openboek", "full", 130_000),
    "fr": ("fr_litbank", "persons", 130_000),
    "es": ("corefud/es_ancora.dev.conllu", "full", 130_000),
    "ru": ("corefud/ru_rucor.dev.conllu", "full", 130_000),
    "ko": ("corefud/ko_ecmt.dev.conllu", "full", 130_000),
    "ja": ("ja_wac", "full", 52_000),
}
"""Language → its set, how much of it is annotated, the characters after which no text is read."""
HEARD = 0.8
"""The share of English texts where `rules` is heard; so the ranker can do without it."""
GUM, LITBANK, GAP, INVENTED, OTHERS = 1.0, 0.5, 0.7, 0.3, 0.5
"""How much a choice of each source counts."""
TURNS, ITS = 3000, 3000
"""Invented texts: entities in turn, and about *it*."""
EPOCHS = 4
VOICES = 3
"""Networks whose mean is shipped."""
TEMPERATURES = (0.8, 1.0, 1.2, 1.4, 1.6)


def sources(data: Path, encoder: Encoder, work: Path) -> Iterator[Example]:
    """Yield what is learned from."""
    gum = [
        item for item in read_gum(data / "ud/UD_English-GUM", "train") if item.genre in FREE_GENRES
    ]
    yield from examples(gum, "full", GUM, encoder, work)
    yield from examples(read_litbank(data / "coref", "train"), "persons", LITBANK, encoder, work)
    for path in sorted(data.rglob("gap-development.tsv")):
        passages = [item.document for item in read_gap(path)]
        yield from examples(passages, "marked", GAP, encoder, work)
    made = [item.document for item in invented(TURNS, ITS)]
    yield from examples(made, "marked", INVENTED, encoder, work)
    for code, (place, scheme, most) in SETS.items():
        gold = some(data / "coref" / place, code, most)
        yield from examples(gold, scheme, OTHERS, encoder, work)


def some(path: Path, code: str, most: int) -> Iterator[GoldDocument]:
    """Yield texts of a set until they have so many characters together."""
    size = 0
    for document in read_sets(path, registry(), lang=code, part="train"):
        yield document
        size += sum(map(len, document.side.segments))
        if size > most:
            return


def follows(found: Ranker) -> Decide:
    """Return what decides as a ranker does."""
    seen: dict[int, ranker.Seen] = {}

    def decide(example: Example, place: int, candidates: Sequence[tuple[Chain, int]]) -> int | None:
        if id(example) not in seen:
            seen.clear()
            seen[id(example)] = found.seen(example.found, example.vectors, example.opinion)
        shares = found.shares(seen[id(example)], place, candidates)
        best = int(shares.argmax())
        return best if best < len(candidates) else None

    return decide


def fitted(texts: Sequence[Example], seed: int = 0) -> Model:
    """Return a model that was fitted to the choices of texts."""
    first = next(choice for example in texts for choice in example.choices)
    torch.manual_seed(seed)
    model = Model(texts[0].vectors.shape[1], texts[0].shown.shape[1], first.shown.shape[1])
    fit(model, texts, EPOCHS, seed)
    return model


def hear(texts: Sequence[Example]) -> None:
    """Ask `rules` for its opinion of English training texts."""
    english = [text for text in texts if text.side.language == "en"]
    random, found = np.random.default_rng(7), opinions(english)
    for text in english:
        if random.random() < HEARD:
            text.opinion = Opinion(text.found, found[text.gold.id])


def temperature(
    models: Sequence[Model], data: Path, encoder: Encoder, work: Path, *, is_heard: bool
) -> tuple[float, str]:
    """Return the temperature whose scores of clusters are likeliest on GUM dev, and their table.

    Decisions do not depend on it, only how sure they are.
    """
    gold = read_gum(data / "ud/UD_English-GUM", "dev")
    texts = list(examples(gold, "full", GUM, encoder, work))
    rules = RuleCoref(RuleOptions())
    for text in texts if is_heard else ():
        text.opinion = Opinion(text.found, rules.weigh([text.side])[0])
    found: list[tuple[float, float, str]] = []
    for value in TEMPERATURES:
        judged: list[Judged] = []
        warm = Ranker(arrays_of(models, value))
        for example in texts:
            resolved = resolved_by(warm, example.found, example.vectors, opinion=example.opinion)
            index = GoldIndex(with_heads(example.gold, example.side))
            judged += judged_of(index, example.side, resolved)
        losses = [log(max(score if is_right else 1 - score, 0.001)) for score, is_right in judged]
        table = reliability(f"temperature {value}", judged)
        found.append((-sum(losses) / max(len(losses), 1), value, table.text() if table else ""))
    _, value, told = min(found)
    return value, told


def main() -> None:
    """Learn, calibrate and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--work", type=Path, default=Path("training/work/coreference_e5"))
    parser.add_argument("--out", type=Path)
    parser.add_argument("--alone", action="store_true")
    given = parser.parse_args()
    name = "ranker.npz" if given.alone else "ranker_heard.npz"
    out = given.out or Path(ranker.__file__).with_name(name)
    given.work.mkdir(parents=True, exist_ok=True)
    torch.set_num_threads(1)
    encoder = open_encoder(layer=LAYER)
    texts = list(sources(given.data, encoder, given.work))
    if not given.alone:
        hear(texts)
    for example in texts:
        example.choices = list(choices(example))
    print(f"{len(texts)} texts, {sum(len(example.choices) for example in texts)} choices")
    decide = follows(Ranker(arrays_of([fitted(texts)])))
    for example in texts:
        if example.scheme != "marked":
            example.choices += choices(example, decide)
    models = [fitted(texts, seed) for seed in range(1 if given.alone else VOICES)]
    value, told = temperature(models, given.data, encoder, given.work, is_heard=not given.alone)
    arrays: dict[str, Any] = dict(arrays_of(models, value))
    np.savez_compressed(out, **arrays)
    print(told)


if __name__ == "__main__":
    main()
