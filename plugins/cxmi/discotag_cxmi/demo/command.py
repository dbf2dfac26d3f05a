"""`discotag reproduce demo`: the whole method, offline, on a laptop."""

from __future__ import annotations

import os
import sys
import time
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.plugin import options
from discotag.plugin.commands import writable_folder
from discotag_cxmi.commands import print_json

if TYPE_CHECKING:
    from collections.abc import Callable

    from discotag_cxmi.demo.learning import Learned, Split
    from discotag_cxmi.themes.figures import Themes

DOCUMENTS, SEED = 2000, 1
LEAST, TOP = 5, 5
"""How often a form has to occur, and how many rows of each table are shown."""


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
    from discotag.plugin import UsageError
    from discotag.plugin.files import atomic_write
    from discotag_cxmi.demo.learning import Split, judge, train_on
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
    """Return what there is now, and how to go on."""
    return (
        f"\n{seconds:.0f} s. Open {out}/themes.html in a browser: every word, and what context adds"
        f" to it.\nThe model is in {out / 'model'}, its texts are in {out / 'texts'}."
        f"\ndiscotag cxmi contrast {contrasts} --model {out / 'model'} lets it choose between"
        " ra and ro.\nWith a model and texts of your own: discotag cxmi measure --help"
    )


def _write(split: Split, folder: Path, tell: Callable[[str], None]) -> Path:
    """Write the texts, and return the file of the contrastive set."""
    from discotag_cxmi.demo.texts import write_contrasts, write_documents

    for stem, part in (("train", split.train), ("dev", split.dev), ("test", split.test)):
        write_documents(part, folder, stem)
    contrasts = folder / "test.contrast.jsonl"
    write_contrasts(split.test, contrasts)
    tell(f"wrote {folder}: {len(split.train)} documents to train on, such as")
    for segment in split.train[0].segments[:2]:
        tell(f"  {segment.source:24} → {segment.target}")
    return contrasts


def _print(learned: Learned, found: Themes, output: options.Format) -> None:
    from discotag_cxmi.measure.run import summary
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
