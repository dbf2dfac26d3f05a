"""`discotag reproduce texts`: the invented texts of the small configurations."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from discotag.plugin import options


def texts(
    out: Annotated[Path, typer.Argument(metavar="FOLDER", help="Where to write them.")],
    *,
    pair: Annotated[str, typer.Option("--pair", help="en-fr or en-de.")] = "en-fr",
    documents: Annotated[int, typer.Option("--documents", min=1, help="To train on.")] = 600,
    seed: options.Seed = 1,
    hint: Annotated[
        float | None,
        typer.Option(
            "--hint",
            min=0.5,
            max=1,
            help="How often an adverb beside a pronoun tells its gender rightly; default: never.",
        ),
    ] = None,
) -> None:
    """Write the invented texts of the small configurations, and contrastive sets of them."""
    from discotag.plugin import UsageError
    from discotag_cxmi.reproduce.texts import SOURCE, write_texts

    source, _, target = pair.partition("-")
    if source != SOURCE:
        raise UsageError(
            f"--pair {pair!r}: the invented texts are from English; give en-fr or en-de"
        )
    write_texts(out, target, count=documents, seed=seed, hint=hint)
