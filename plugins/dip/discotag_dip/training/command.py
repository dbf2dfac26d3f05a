"""`discotag dip train-ranker`: tables of weights, or any encoder of Transformers."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.plugin import options
from discotag.plugin.commands import open_registry
from discotag.plugin.files import check_file, check_folder

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


class RankerName(StrEnum):
    """The rankers."""

    PRONOUNS = "pronouns"
    COHERENCE = "coherence"


@dataclass(frozen=True)
class Neural:
    """How a neural ranker is trained."""

    encoder: Annotated[
        str | None, typer.Option(help="Neural: a folder or name of an encoder of Transformers.")
    ] = None
    epochs: Annotated[int, typer.Option(min=1, help="Neural: rounds over the pairs.")] = 1
    limit: Annotated[
        int, typer.Option("--pairs", min=0, help="Neural: pairs of each kind; 0 = all.")
    ] = 0
    device: Annotated[str, typer.Option(help="Neural: auto, cpu, cuda …")] = "auto"


@options.grouped
def train_ranker(
    ranker: Annotated[RankerName, typer.Argument(help="Which ranker.")],
    *,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The weights to write: a file; a folder if neural.")
    ],
    text: Annotated[Path | None, typer.Option(help="Running English text.")] = None,
    docids: options.DocumentIds = None,
    run: Annotated[
        list[Path] | None,
        typer.Option("--run", help="Run into English: references against outputs; repeatable."),
    ] = None,
    test: Annotated[
        list[Path] | None,
        typer.Option("--test-run", help="Run to tell the pairwise accuracy on; repeatable."),
    ] = None,
    neural: Neural,
    quiet: options.Quiet = False,
) -> None:
    """Learn from free text with made errors, or from references and systems' outputs.

    Made errors are pronouns swapped or segments shuffled. With --encoder, they come beside the
    outputs of runs, too (pronouns) or before them (coherence). Without it, pronouns are learned
    from text alone. Scores name the ranker in their setup; only those of one ranker compare.

    Example:
    discotag dip train-ranker coherence --run wmt21-ru-en --test-run wmt22-ru-en --out mine.json
    """
    from discotag.plugin import UsageError
    from discotag_dip.rankers import refuse_name

    if (text is None) == (not run):
        raise UsageError("give either --text with --docids, or --run")
    if text is not None and docids is None:
        raise UsageError("--text needs --docids: context must not cross documents")
    refuse_name(out)
    texts = None if text is None or docids is None else (text, docids)
    runs, tests = tuple(run or ()), tuple(test or ())
    found: Mapping[str, float]
    if neural.encoder is not None:
        check_folder(out)
        found = _neural(ranker, neural.encoder, neural, (texts, runs, tests), out, quiet=quiet)
    else:
        check_file(out)
        if ranker is RankerName.COHERENCE:
            found = _coherence(texts, runs, tests, out)
        elif texts is None or tests:
            raise UsageError(
                "without --encoder, pronouns are learned from free text: --text and --docids alone"
            )
        else:
            found = _pronouns(texts, out)
    if not quiet:
        told = [f"{kind}: {100 * share:.1f} %" for kind, share in found.items()]
        told = ["pairwise accuracy on --test-run", *told] if told else []
        typer.echo("\n".join([f"wrote {out}", *told]), err=True)


def _neural(
    ranker: RankerName,
    encoder: str,
    how: Neural,
    given: tuple[tuple[Path, Path] | None, Sequence[Path], Sequence[Path]],
    out: Path,
    *,
    quiet: bool,
) -> Mapping[str, float]:
    """Train a neural ranker on texts or runs, and test it on others."""
    from discotag_dip.rankers import require_neural

    require_neural()
    from discotag_dip.neural.course import Course, taught
    from discotag_dip.neural.training import Recipe

    texts, runs, tests = given
    course = Course(
        ranker.value, encoder, runs=tuple(runs), texts=texts, tests=tuple(tests),
        recipe=Recipe(epochs=how.epochs, limit=how.limit), device=how.device,
    )  # fmt: skip
    return taught(course, out, tell=lambda line: None if quiet else typer.echo(line, err=True))


def _pronouns(texts: tuple[Path, Path], out: Path) -> Mapping[str, float]:
    from discotag.plugin.files import atomic_write
    from discotag_dip.analysing import TextAnalyzer
    from discotag_dip.training import embedded

    analyzer = TextAnalyzer(open_registry(), "en")
    weights = embedded.train_pronouns(embedded.read_documents(*texts), analyzer)
    with atomic_write(out) as write:
        write(weights.model_dump_json() + "\n")
    return {}


def _coherence(
    texts: tuple[Path, Path] | None, runs: Sequence[Path], tests: Sequence[Path], out: Path
) -> dict[str, float]:
    from discotag.plugin.files import atomic_write
    from discotag_dip.analysing import TextAnalyzer
    from discotag_dip.coherence.learning import accuracy
    from discotag_dip.training import embedded

    analyzer = TextAnalyzer(open_registry(), "en")
    if texts is None:
        weights = embedded.coherence_of_runs(runs, analyzer, name=out.stem)
    else:
        pairs = embedded.order_pairs(embedded.read_documents(*texts), analyzer)
        weights = embedded.coherence_of_orders(pairs, name=out.stem)
    with atomic_write(out) as write:
        write(weights.model_dump_json() + "\n")
    shares = {
        "outputs": accuracy(weights, embedded.output_pairs(tests, analyzer)),
        "orders": accuracy(weights, embedded.reference_orders(tests, analyzer)),
    }
    return {kind: share for kind, share in shares.items() if share is not None}
