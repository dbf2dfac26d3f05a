"""`discotag cxmi contrast`: contrastive evaluation, by a model or by scores from a file."""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

import typer

from discotag.plugin import count_noun, options
from discotag.plugin.commands import writable_file
from discotag_cxmi.commands import (
    MODEL,
    ContextSizes,
    Drawing,
    Journal,
    Scoring,
    Service,
    is_agreed,
    kept_values,
    opened_model,
    print_json,
    print_notes,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.figures import Figures
    from discotag_cxmi.contrast.items import Item
    from discotag_cxmi.contrast.judging import Runs
    from discotag_cxmi.examples import ContextModel


Shape = Literal["text", "json", "markdown"]


@dataclass(frozen=True)
class By:
    """What judges: a model, or scores."""

    model: Annotated[str, MODEL] = ""
    scores: Annotated[
        list[str] | None,
        typer.Option(
            metavar="[NAME=]FILE",
            help="Scores instead of a model, a line per translation; repeatable, the first is what"
            " others are compared with.",
        ),
    ] = None
    maximize: Annotated[
        bool, typer.Option("--maximize", help="In --scores, the higher score is better.")
    ] = False


@options.panel("Files of the set")
@dataclass(frozen=True)
class SetFiles:
    """The files of a set besides the set itself."""

    reader: Annotated[
        str,
        typer.Option(
            help="jsonl, contrapro, bawden, voita, eval-anaphora, mt-geneval, scat or lines;"
            " default: by what the file looks like."
        ),
    ] = ""
    target: Annotated[
        Path | None,
        typer.Option("--tgt", help="Translations, a line each (lines; contrapro: to check)."),
    ] = None
    context_source: Annotated[
        Path | None,
        typer.Option(
            "--context-src",
            help="Earlier source lines, so many for each translation (contrapro, lines).",
        ),
    ] = None
    context_target: Annotated[
        Path | None, typer.Option("--context-tgt", help="Earlier target lines, likewise.")
    ] = None
    documents: Annotated[
        Path | None, typer.Option(help="Folder of the set's documents, for context (contrapro).")
    ] = None
    per_item: Annotated[
        int | None, typer.Option(min=2, help="Translations of an item (lines); default: 2.")
    ] = None
    marker: Annotated[
        str | None,
        typer.Option(
            metavar="TEXT", help="What stands between context and segment (lines): '<SEP>'."
        ),
    ] = None
    groups: Annotated[
        Path | None,
        typer.Option(help="File with the first line of each item, from 0 (lines)."),
    ] = None


@options.panel("What texts demand")
@dataclass(frozen=True)
class Demands:
    """Whether items are labelled with what their text demands."""

    demands: Annotated[
        bool,
        typer.Option(
            "--demands", help="Tell what each text demands by itself (discotag choose) beside."
        ),
    ] = False
    source_language: Annotated[
        str | None, typer.Option("--source-lang", "-s", help="With --demands: source language.")
    ] = None
    target_language: Annotated[
        str | None, typer.Option("--target-lang", "-t", help="With --demands: target language.")
    ] = None

    def labelled(self, items: list[Item]) -> list[Item]:
        """Label items, if that is wanted; UsageError where a language is missing."""
        from discotag.plugin import UsageError
        from discotag_cxmi.contrast.items import with_demands

        if not self.demands:
            return items
        if self.source_language is None or self.target_language is None:
            raise UsageError("--demands needs --source-lang and --target-lang")
        return with_demands(items, self.source_language, self.target_language)


@options.grouped
def contrast(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE…", help="Contrastive set, or several, judged together and apart."
        ),
    ],
    *,
    by: By,
    beside: SetFiles,
    context: ContextSizes,
    how: Scoring,
    service: Service,
    demands: Demands,
    journal: Journal = None,
    save_scores: Annotated[
        Path | None,
        typer.Option(callback=writable_file, help="Write the scores as JSON Lines, for --scores."),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", callback=writable_file, help="Write the results as JSON, too."),
    ] = None,
    drawing: Drawing,
    strict: options.Strict = False,
    quiet: options.Quiet = False,
    output: Annotated[
        Shape, typer.Option("--format", "-f", help="How to print the results.")
    ] = "text",
) -> None:
    """Judge a model by pairs of translations of which only context shows the right one.

    Right is what scores above every wrong translation. Accuracy in all, by distance and by label,
    with and without context, and whether CXMI goes with what context turns. Example:

    discotag cxmi contrast contrapro.json --documents documents --model model --source-context 2
    --target-context 2
    """
    from discotag.plugin import UsageError
    from discotag.plugin.files import Notes, atomic_write, write_json
    from discotag_cxmi.contrast.figures import data, figures
    from discotag_cxmi.contrast.judging import read_scores, score_lines

    if bool(by.model) is bool(by.scores):
        raise UsageError("give --model DIR or --scores FILE, one of the two")
    resampling = drawing.options()
    notes = Notes(is_strict=strict)
    items = demands.labelled(_read(files, beside, context, notes))
    told: list[str] = []
    if by.scores:
        runs = read_scores(items, _named(by.scores), notes, maximize=by.maximize)
    else:
        judged = _judged(by.model, how, service, items, context, journal=journal, quiet=quiet)
        if judged is None:
            return
        runs, told = judged
    found = figures(runs, samples=resampling.samples, seed=resampling.seed)
    if save_scores is not None:
        with atomic_write(save_scores) as write:
            for line in score_lines(runs):
                write(line)
    if out is not None:
        write_json(out, data(found))
    _show(found, output)
    print_notes((*notes.texts(), *told), quiet=quiet)


def _read(
    files: Sequence[Path], beside: SetFiles, context: ContextSizes, notes: Notes
) -> list[Item]:
    from discotag.plugin import UsageError
    from discotag_cxmi.contrast.opening import SetRequest, read_sets

    apart = (beside.target, beside.context_source, beside.context_target, beside.documents)
    if len(files) > 1 and any((*apart, beside.groups)):
        raise UsageError(
            "--tgt, --context-…, --documents and --groups belong to one FILE; give one"
        )
    alike = (beside.per_item, beside.marker, beside.groups, _most(*context.texts))
    requests = [SetRequest(path, *apart, *alike) for path in files]
    return read_sets(requests, notes, reader=beside.reader)


def _named(values: Sequence[str]) -> dict[str, Path]:
    """Read `[NAME=]FILE`; a file without a name has its own, without ending."""
    from discotag.plugin import UsageError

    files: dict[str, Path] = {}
    for value in values:
        name, equals, file = value.partition("=")
        path = Path(file if equals else value)
        name = name if equals else path.name.split(".")[0]
        if not name or not str(path):
            raise UsageError(f"--scores {value!r} is not NAME=FILE")
        if name in files:
            raise UsageError(f"--scores: two runs are named {name!r}; name them NAME=FILE")
        files[name] = path
    return files


def _most(*texts: str | None) -> int:
    """Return how many earlier lines are worth reading from documents."""
    from discotag_cxmi.contrast.opening import MOST
    from discotag_cxmi.measure.texts import ALL

    parts = [part.strip() for text in texts if text for part in text.split(",")]
    if ALL in parts:
        return sys.maxsize
    return max([MOST, *(int(part) for part in parts if part.isascii() and part.isdigit())])


def _judged(
    model: str,
    how: Scoring,
    service: Service,
    items: Sequence[Item],
    context: ContextSizes,
    *,
    journal: Path | None,
    quiet: bool,
) -> tuple[Runs, list[str]] | None:
    """Score the set, and return the scores with notes; None = only a plan was wanted."""
    from discotag_cxmi.contrast.judging import check_sources, examples_of, judge, notes_on
    from discotag_cxmi.measure.choosing import sizes_of
    from discotag_cxmi.measure.texts import Sizes

    check_sources(items)
    told: list[str] = []
    with opened_model(model, how.options("contrast"), service) as loaded:
        *sides, sizes_given = context.texts
        if "0" in sides and set(sides) <= {"0", None} and sizes_given in {"0", None}:
            sizes = Sizes(("0",), 0, 0)
        else:
            sizes, told = sizes_of(loaded.format, *context.texts)
        with kept_values(loaded, journal, None):
            if not is_agreed(loaded, service, examples_of(items, sizes), quiet=quiet):
                return None
            runs = judge(loaded, items, sizes)
    told += [*loaded.notes, *notes_on(items, sizes), *_met(loaded, items, runs)]
    return runs, told


def _met(model: ContextModel, items: Sequence[Item], runs: Runs) -> Iterator[str]:
    """Yield notes on what the scoring met."""
    if left_out := len(items) - len(runs.items):
        yield f"{left_out} of {len(items)} items are too long for the model and were left out"
    texts = {candidate.target for item in items for candidate in item.candidates}
    if unknown := sum(model.unknown_in(text) > 0 for text in texts):
        yield (
            f"{unknown} of {len(texts)} different translations hold subwords that the model's"
            " vocabulary does not have; two that differ in nothing else tie"
        )
    if model.shortened:
        examples = count_noun(model.shortened, "example")
        yield f"{examples} had context left out, so that they fit the model"


def _show(found: Figures, shape: Shape) -> None:
    from discotag.plugin.commands import print_table
    from discotag_cxmi.contrast.figures import data, markdown, notes, tables

    if shape == "json":
        print_json(data(found))
        return
    if shape == "markdown":
        typer.echo(markdown(found), nl=False)
        return
    for table in tables(found):
        print_table(table.header, table.rows, title=table.title)
        typer.echo()
    for note in notes(found):
        typer.echo(note)
