"""Train on invented documents, and see whether CXMI finds the word that needs context.

The whole method where the truth is known: what is measured is a fact of the grammar.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discotag_cxmi.demo.texts import documents, is_dependent
from discotag_cxmi.measure.choosing import about
from discotag_cxmi.measure.records import SegmentRecord, mean_gain
from discotag_cxmi.measure.run import Settings, measure, write_run
from discotag_cxmi.measure.texts import RANDOM, Sizes, Text
from discotag_cxmi.training.corpus import TextPair
from discotag_cxmi.training.recipe import read_recipe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from pathlib import Path

    from discotag_cxmi.demo.texts import InventedDocument
    from discotag_cxmi.measure.records import Average
    from discotag_cxmi.measure.run import Measured

SIZE = "1"
RECIPE: dict[str, Any] = {
    "arch": "tiny",
    "tokenizer_kind": "bpe",
    "vocabulary": 200,
    "source_context": "0:1",
    "target_context": "0:1",
    "batch_tokens": 2000,
    "max_steps": 500,
    "evaluate_every": 100,
    "patience": 100,
    "warmup": 200,
    "learning_rate": 2e-3,
    "label_smoothing": 0.0,
    "max_length": 64,
    "device": "cpu",
}
"""Enough for a model of 250 thousand parameters to learn both languages on a laptop's CPU."""
DEVELOPMENT, TEST = 30, 100
"""How many documents are held out."""


@dataclass(frozen=True, slots=True)
class Split:
    """Invented documents for training, development and test, none of them shared."""

    train: tuple[InventedDocument, ...]
    dev: tuple[InventedDocument, ...]
    test: tuple[InventedDocument, ...]

    @classmethod
    def of(cls, count: int, *, seed: int, hint: float | None = None) -> Split:
        """Draw a split with so many training documents; the rest as of `documents`."""
        drawn = documents(count + DEVELOPMENT + TEST, seed=seed, hint=hint)
        return cls(drawn[:count], drawn[count : count + DEVELOPMENT], drawn[-TEST:])


@dataclass(frozen=True, slots=True)
class Learned:
    """What a model learnt, by its scores on the test documents.

    Args:
        measured: CXMI of the corpus by size, random control too.
        share: the dependent words' share of all P-CXMI, both signs counted as they are (it can be
            above 1); None where the sum is not positive.
        on_word: mean P-CXMI of the words that need context (nats).
        elsewhere: mean P-CXMI of all other words.
    """

    measured: Measured
    share: float | None
    on_word: Average
    elsewhere: Average

    def figure(self, size: str) -> Average:
        """Return CXMI (nats per segment) of a size."""
        row = next(item for item in self.measured.figures if item.size == size)
        return row.averages["segment_mean"]

    @property
    def cxmi(self) -> Average:
        """CXMI with the previous segment."""
        return self.figure(SIZE)

    @property
    def control(self) -> Average:
        """CXMI with a segment of another document."""
        return self.figure(f"{RANDOM}{SIZE}")


def train_on(
    split: Split, out: Path, *, tell: Callable[[str], None] = lambda _: None, **settings: Any
) -> None:
    """Train a tiny model into a folder; `settings` go before `RECIPE`."""
    from discotag_cxmi.training.checkpoints import finish
    from discotag_cxmi.training.train import train

    train(
        read_recipe({**RECIPE, **settings}, None, None),
        [TextPair(item.name, item.source, item.target) for item in split.train],
        [TextPair(item.name, item.source, item.target) for item in split.dev],
        out,
        tell=tell,
    )
    finish(out)


def judge(folder: Path, given: Sequence[InventedDocument], *, out: Path | None = None) -> Learned:
    """Measure how a trained model uses the previous segment.

    Args:
        folder: the model's.
        given: documents it was not trained on.
        out: folder to write `scores.jsonl` and `cxmi.json` into, as `discotag cxmi measure` does.
    """
    from discotag_cxmi.scoring.loading import load_model
    from discotag_cxmi.scoring.scorer import ModelOptions

    model = load_model(str(folder), ModelOptions(device="cpu"))
    texts = [Text(item.name, item.source, item.target, item.target) for item in given]
    limits = (model.format.source_sizes or (0, 1), model.format.target_sizes or (0, 1))
    settings = Settings(Sizes.of(SIZE, limits[0][1], limits[1][1]))
    records: list[SegmentRecord] = []

    def work(write: Callable[[str], None]) -> Measured:
        def keep(line: str) -> None:
            records.append(SegmentRecord.model_validate_json(line))
            write(line)

        return measure(model, texts, settings, write=keep)

    if out is None:
        measured = work(lambda _: None)
    else:
        measured = write_run(out, work, about(model, settings, "spaces", (None, None), texts))
    gains = {
        is_word: [
            (record.document, word.pcxmi[SIZE])
            for record in records
            for word in record.words
            if is_dependent(word.form) is is_word
        ]
        for is_word in (True, False)
    }
    inside, outside = (sum(gain for _, gain in gains[is_word]) for is_word in (True, False))
    drawing = {"samples": settings.samples, "seed": settings.seed}
    return Learned(
        measured,
        inside / (inside + outside) if inside + outside > 0 else None,
        mean_gain(gains[True], **drawing),
        mean_gain(gains[False], **drawing),
    )
