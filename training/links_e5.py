"""Tune the lower layers of the encoder for the aligner `e5`, by links that another aligner found.

    python -m training.links_e5 DATA [--languages fr,de,…] [--out FILE]

DATA is the folder that the translation tables are learned from (`training/lexicons`): free sentence
pairs alone. `joined:lexicon+e5`, with the encoder as it is, links `PAIRS` pairs of each language;
then every linked piece is to be likest to the pieces that its word is linked with, in both
directions (self-training: Dou and Neubig 2021), and a sentence to its translation.
"""

from __future__ import annotations

import argparse
from itertools import product
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import torch
from torch import Tensor, nn
from torch.nn import functional

from discotag.plugin import Tokens
from discotag.plugin.training import aligner_of_pair
from discotag_e5 import weighing
from discotag_e5.encoder import LAYER, read
from discotag_e5.tokenizer import Tokenizer
from discotag_e5.weights import open_weights
from discotag_train.lexicons.corpora import sentence_pairs, tokenizer_of
from discotag_train.lexicons.making import read_recipe, tokens_of
from training.encoder import TunedEncoder

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Alignment
    from discotag_e5.encoder import Reading

RECIPES = Path(__file__).with_name("lexicons") / "languages.toml"
LANGUAGES = "ja,ro,zh,it,pt,ru,de,ar,ko,tr,es,fr,nl"
PAIRS = 1800
"""Sentence pairs of each language."""
USUAL = range(40, 261)
"""Characters of English that a pair has if there are enough such pairs."""
WORDS = range(4, 61), range(3, 71)
"""Words of English and of the other language that a pair has."""
LOW, RANK = 2, 16
"""The lowest layers, which are not changed; the narrow side of what is added to the others."""
RATE, WARM, TOGETHER = 3e-4, 50, 24
"""The highest rate, the steps until it is reached, pairs that are seen before a step."""
SCALE = 20.0
"""Cosines are multiplied by it before they become probabilities."""
SENTENCES = 0.3
"""How much the likeness of sentences counts beside that of pieces."""
AT_ONCE = 256
FAR = -1e4


class Lesson(NamedTuple):
    """A sentence pair whose links are to be learned.

    Args:
        source: the pieces of the English sentence.
        target: of the other.
        wanted: how sure the link between each two pieces that belong to words is, (source,
            target); 0 = no link.
    """

    source: Reading
    target: Reading
    wanted: Tensor


def owned(reading: Reading) -> list[int]:
    """Return which pieces belong to words."""
    return [place for place, owners in enumerate(reading.owners) if owners]


def lessons(data: Path, language: str, tokenizer: Tokenizer) -> Iterator[Lesson]:
    """Yield the sentence pairs of a language with the links of the teacher."""
    english, foreign = read_recipe(RECIPES, "en"), read_recipe(RECIPES, language)
    cut = tokenizer_of(english), tokenizer_of(foreign)
    texts = sentence_pairs(data, foreign)
    Random(1).shuffle(texts)
    texts.sort(key=lambda pair: len(pair[0]) not in USUAL)
    pairs = list[tuple[Tokens, Tokens]]()
    for left, right in texts:
        pair = tokens_of(left, cut[0]), tokens_of(right, cut[1])
        if len(pair[0]) in WORDS[0] and len(pair[1]) in WORDS[1]:
            pairs.append(pair)
        if len(pairs) == PAIRS:
            break
    teacher = aligner_of_pair("joined:lexicon+e5", "en", language, {"e5": {"tuned": False}})
    for start in range(0, len(pairs), AT_ONCE):
        some = pairs[start : start + AT_ONCE]
        for (one, other), links in zip(some, teacher.align(some), strict=True):
            source, target = read(one, tokenizer), read(other, tokenizer)
            yield Lesson(source, target, wanted_of(source, target, links))


def wanted_of(source: Reading, target: Reading, links: Alignment) -> Tensor:
    """Return how sure the link between each two pieces is: that between their words, else 0."""
    rows, columns = owned(source), owned(target)
    wanted = torch.zeros(len(rows), len(columns))
    scores = dict(zip(links.links, links.scores or (1.0,) * len(links.links), strict=True))
    for row, place in enumerate(rows):
        for column, other_place in enumerate(columns):
            words = product(source.owners[place], target.owners[other_place])
            wanted[row, column] = max(scores.get(link, 0.0) for link in words)
    return wanted


def tune(texts: Sequence[Lesson], encoder: TunedEncoder) -> None:
    """Learn the links, each pair seen once; prints how far it is."""
    optimizer = torch.optim.AdamW(encoder.parameters(), lr=RATE, weight_decay=0)
    order = np.random.default_rng(0).permutation(len(texts))
    steps, lost = len(texts) // TOGETHER, 0.0
    for step in range(steps):
        some = [texts[place] for place in order[step * TOGETHER : (step + 1) * TOGETHER]]
        found = _loss(encoder, some)
        optimizer.zero_grad()
        found.backward()  # type: ignore[no-untyped-call]
        nn.utils.clip_grad_norm_(encoder.parameters(), 1.0)
        for group in optimizer.param_groups:
            group["lr"] = RATE * (1 - step / steps) * min(1.0, step / WARM + 0.02)
        optimizer.step()
        lost += found.item()
        if step % 100 == 99:
            print(f"{step + 1} of {steps}: {lost / 100:.4f}", flush=True)
            lost = 0.0


def _loss(encoder: TunedEncoder, some: Sequence[Lesson]) -> Tensor:
    states = encoder([one.source.ids for one in some] + [one.target.ids for one in some])
    sources, targets = states[: len(some)], states[len(some) :]
    of_pairs = [
        _of_pair(source[owned(one.source)], target[owned(one.target)], one.wanted)
        for source, target, one in zip(sources, targets, some, strict=True)
        if one.wanted.any()
    ]
    means = [
        functional.normalize(torch.stack([one.mean(0) for one in side]), dim=1)
        for side in (sources, targets)
    ]
    likeness, own = means[0] @ means[1].T * SCALE, torch.arange(len(some))
    of_sentences = functional.cross_entropy(likeness, own) + functional.cross_entropy(
        likeness.T, own
    )
    return torch.stack(of_pairs).mean() + SENTENCES * of_sentences / 2


def _of_pair(source: Tensor, target: Tensor, wanted: Tensor) -> Tensor:
    """Return minus the logarithm of the probability of linked pieces, the mean of both sides."""
    likeness = functional.normalize(source, dim=1) @ functional.normalize(target, dim=1).T * SCALE
    total = torch.zeros(())
    for axis in (1, 0):
        shares = likeness.log_softmax(axis).masked_fill(wanted == 0, FAR).logsumexp(axis)
        weight = wanted.amax(axis)
        total = total - (shares * weight).sum() / weight.sum()
    return total / 2


def main() -> None:
    """Learn and write."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--languages", default=LANGUAGES)
    parser.add_argument("--out", type=Path, default=Path(weighing.__file__).with_name("links.npz"))
    given = parser.parse_args()
    torch.set_num_threads(1)
    torch.manual_seed(0)
    weights = open_weights()
    tokenizer = Tokenizer(weights.vocabulary)
    texts = [
        one for code in given.languages.split(",") for one in lessons(given.data, code, tokenizer)
    ]
    print(f"{len(texts)} sentence pairs")
    pieces = (side.ids for one in texts for side in (one.source, one.target))
    encoder = TunedEncoder(weights, pieces, depth=LAYER, low=LOW, rank=RANK)
    tune(texts, encoder)
    changes: dict[str, Any] = dict(encoder.changes())
    np.savez_compressed(given.out, **changes)


if __name__ == "__main__":
    main()
