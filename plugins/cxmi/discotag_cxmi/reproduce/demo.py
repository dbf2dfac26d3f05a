"""`discotag reproduce demo`: the whole method where the truth is known, offline, on a laptop.

A model is trained on invented documents, and CXMI has to find the word that needs context: what is
measured is a fact of the grammar.
"""

from __future__ import annotations

import os
import sys
import time
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag.plugin import UsageError, options
from discotag.plugin.commands import writable_folder
from discotag.plugin.files import atomic_write
from discotag_cxmi.commands import print_json
from discotag_cxmi.measure.choosing import about
from discotag_cxmi.measure.records import SegmentRecord, mean_gain
from discotag_cxmi.measure.run import Settings, measure, summary, write_run
from discotag_cxmi.measure.texts import RANDOM, Sizes, Text
from discotag_cxmi.reproduce.invented import (
    documents,
    is_dependent,
    write_contrasts,
    write_documents,
)
from discotag_cxmi.training.corpus import TextPair
from discotag_cxmi.training.recipe import read_recipe

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag_cxmi.measure.records import Average
    from discotag_cxmi.measure.run import Measured
    from discotag_cxmi.reproduce.invented import InventedDocument
    from discotag_cxmi.themes.figures import Themes


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
DOCUMENTS, SEED = 2000, 1
LEAST, TOP = 5, 5
"""How often a form has to occur, and how many rows of each table are shown."""


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


def demo(
    *,
    out: Annotated[
        Path,
        typer.Option(
            "--out",
            "-o",
            callback=writable_folder,
            help="Folder for texts, model and measurements.",
        ),
    ] = Path("reproduce-demo"),
    seed: Annotated[int, typer.Option(help="Of texts and training.")] = SEED,
    opens: Annotated[
        bool | None,
        typer.Option(
            "--open/--no-open",
            help="Open the page at the end; default: on a terminal of a graphical desktop.",
        ),
    ] = None,
    quiet: options.Quiet = False,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Train a small model on two invented languages, and see what it uses context for.

    In the target language, the right pronoun (ra or ro) depends on the segment before. So CXMI has
    to be above 0, nearly all of it on ra and ro, and context from another document has to do harm.
    Takes one to three minutes on a CPU; nothing is downloaded.
    """
    from discotag_cxmi.themes.results import page, read_themes

    def tell(line: str) -> None:
        if not quiet:
            typer.echo(line, err=True)

    start = time.monotonic()
    model, measurements = out / "model", out / "cxmi"
    if (measurements / "cxmi.json").exists():
        raise UsageError(f"{out} holds a demo already; name another folder with --out")
    split = Split.of(DOCUMENTS, seed=seed)
    contrasts = _write(split, out / "texts", tell)
    if not (model / "model.safetensors").exists() or (model / "checkpoints").exists():
        train_on(split, model, seed=seed, tell=tell)
    learned = judge(model, split.test, out=measurements)
    found = read_themes(
        measurements, least=LEAST, top=TOP, samples=options.SAMPLES, seed=options.SEED
    )
    with atomic_write(out / "themes.html") as write:
        write("".join(page(found, (None, None))))
    _print(learned, found, output)
    if output is options.Format.JSON:
        return
    tell(_ended(out, contrasts, time.monotonic() - start))
    if opens or (opens is None and not quiet and _has_desktop()):
        typer.launch(str(out / "themes.html"))


def _ended(out: Path, contrasts: Path, seconds: float) -> str:
    """Return what there is now, and how to continue."""
    return (
        f"\n{seconds:.0f} s. Open {out}/themes.html in a browser: every word, and what context adds"
        f" to it.\nThe model is in {out / 'model'}, its texts are in {out / 'texts'}."
        f"\ndiscotag cxmi contrast {contrasts} --model {out / 'model'} lets it choose between"
        " ra and ro.\nWith a model and texts of your own: discotag cxmi measure --help"
    )


def _write(split: Split, folder: Path, tell: Callable[[str], None]) -> Path:
    """Write the texts, and return the file of the contrastive set."""
    for stem, part in (("train", split.train), ("dev", split.dev), ("test", split.test)):
        write_documents(part, folder, stem)
    contrasts = folder / "test.contrast.jsonl"
    write_contrasts(split.test, contrasts)
    tell(f"wrote {folder}: {len(split.train)} documents to train on, such as")
    for segment in split.train[0].segments[:2]:
        tell(f"  {segment.source:24} → {segment.target}")
    return contrasts


def _print(learned: Learned, found: Themes, output: options.Format) -> None:
    from discotag_cxmi.measure.tables import Unit, print_measured
    from discotag_cxmi.themes.results import print_themes

    if output is options.Format.JSON:
        words = {
            "share_of_dependent_words": learned.share,
            "pcxmi_dependent_words": learned.on_word.value,
            "pcxmi_other_words": learned.elsewhere.value,
        }
        print_json({**summary(learned.measured, {}), "words": words})
        return
    unit = Unit(is_bits=False)
    print_measured(learned.measured, unit, context="gold")
    typer.echo()
    print_themes(found, unit, top=TOP)
    share = "–" if learned.share is None else f"{100 * learned.share:.1f} %"
    typer.echo(
        f"P-CXMI per word: ra and ro {unit.average(learned.on_word)}, all others"
        f" {unit.average(learned.elsewhere)} nats; ra and ro carry {share} of it."
    )


def _has_desktop() -> bool:
    """Return whether a person sits at a terminal from which a browser can be opened."""
    windows = sys.platform in {"darwin", "win32"} or bool(
        os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY")
    )
    return windows and sys.stdout.isatty()
