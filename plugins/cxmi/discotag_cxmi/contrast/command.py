"""`discotag contrast`: contrastive evaluation, by a model or by scores from a file."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.plugin import count_noun, options
from discotag.plugin.commands import writable_file

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag_cxmi.contrast.figures import Figures
    from discotag_cxmi.contrast.items import Item
    from discotag_cxmi.contrast.runs import Runs
    from discotag_cxmi.scoring.options import ModelOptions


ALL = "all"


class Shape(StrEnum):
    """How results are printed."""

    TEXT = "text"
    JSON = "json"
    MARKDOWN = "markdown"


def contrast(
    files: Annotated[
        list[Path],
        typer.Argument(
            metavar="FILE…", help="Contrastive set, or several, judged together and apart."
        ),
    ],
    *,
    model: Annotated[
        str, typer.Option("--model", "-m", help="Folder of a model, or a fetched one's name.")
    ] = "",
    scores: Annotated[
        list[str] | None,
        typer.Option(
            "--scores",
            metavar="[NAME=]FILE",
            help="Scores instead of a model, a line per translation; repeatable, the first is what"
            " others are compared with.",
        ),
    ] = None,
    maximize: Annotated[
        bool, typer.Option("--maximize", help="In --scores, the higher score is better.")
    ] = False,
    reader: Annotated[
        str,
        typer.Option(
            "--reader",
            help="jsonl, contrapro, bawden, voita, eval-anaphora, mt-geneval or lines; default: by"
            " what the file looks like.",
        ),
    ] = "",
    target: Annotated[
        Path | None,
        typer.Option("--tgt", help="Translations, a line each (lines; contrapro: to check)."),
    ] = None,
    context_source: Annotated[
        Path | None,
        typer.Option(
            "--context-src",
            help="Earlier source lines, so many for each translation (contrapro, lines).",
        ),
    ] = None,
    context_target: Annotated[
        Path | None, typer.Option("--context-tgt", help="Earlier target lines, likewise.")
    ] = None,
    documents: Annotated[
        Path | None,
        typer.Option("--documents", help="Folder of the set's documents, for context (contrapro)."),
    ] = None,
    per_item: Annotated[
        int | None,
        typer.Option("--per-item", min=2, help="Translations of an item (lines); default: 2."),
    ] = None,
    source_context: Annotated[
        str | None,
        typer.Option("--source-context", metavar="K|all", help="Most source lines of context."),
    ] = None,
    target_context: Annotated[
        str | None,
        typer.Option("--target-context", metavar="K|all", help="Most target lines of context."),
    ] = None,
    sizes: Annotated[
        str | None,
        typer.Option("--sizes", metavar="0,1,…,all", help="Sizes to judge with; default: 0 to K."),
    ] = None,
    separator: Annotated[
        str | None, typer.Option("--separator", help="Token between context lines.")
    ] = None,
    template: Annotated[
        str | None,
        typer.Option("--template", help="Decoder-only: prompt with {context} and {source}."),
    ] = None,
    turn: Annotated[
        str | None,
        typer.Option("--turn", help="Decoder-only: one context line, {source} => {target}."),
    ] = None,
    end: Annotated[
        str | None, typer.Option("--end", help="Decoder-only: text that ends a target.")
    ] = None,
    source_code: Annotated[
        str | None,
        typer.Option("--source-lang-code", help="A multilingual model's code of the source."),
    ] = None,
    target_code: Annotated[
        str | None, typer.Option("--target-lang-code", help="Likewise of the target.")
    ] = None,
    source_prefix: Annotated[
        str, typer.Option("--source-prefix", help="Text before the source, as T5 wants it.")
    ] = "",
    when_long: Annotated[
        str,
        typer.Option("--when-long", help="Too much context: refuse it, or shorten it from afar."),
    ] = "refuse",
    batch_tokens: Annotated[
        int | None, typer.Option("--batch-tokens", help="Most tokens of a batch.")
    ] = None,
    device: Annotated[str, typer.Option("--device", help="auto, cpu or cuda.")] = "auto",
    dtype: Annotated[
        str, typer.Option("--dtype", help="float32, bfloat16 or float16.")
    ] = "float32",
    save_scores: Annotated[
        Path | None,
        typer.Option(
            "--save-scores",
            callback=writable_file,
            help="Write the scores as JSON Lines, for --scores.",
        ),
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option("--out", "-o", callback=writable_file, help="Write the results as JSON, too."),
    ] = None,
    samples: options.Samples = options.SAMPLES,
    seed: options.Seed = options.SEED,
    strict: options.Strict = False,
    quiet: options.Quiet = False,
    output: Annotated[
        Shape, typer.Option("--format", "-f", help="How to print the results.")
    ] = Shape.TEXT,
) -> None:
    """Judge a model by pairs of translations of which only context tells the right one.

    Right is what scores above every wrong translation. Accuracy in all, by distance and by label,
    with and without context, and whether CXMI goes with what context turns. Example:

    discotag contrast contrapro.json --documents documents --model model --source-context 2
    --target-context 2
    """
    from discotag.plugin import UsageError, checked
    from discotag.plugin.files import Notes, atomic_write
    from discotag.plugin.statistics import ResamplingOptions
    from discotag_cxmi.contrast.figures import figures
    from discotag_cxmi.contrast.readers.opening import read_sets
    from discotag_cxmi.contrast.readers.request import SetRequest
    from discotag_cxmi.contrast.score_files import read_scores, score_lines
    from discotag_cxmi.contrast.tables import data
    from discotag_cxmi.scoring.options import ModelOptions

    if bool(model) is bool(scores):
        raise UsageError("give --model DIR or --scores FILE, one of the two")
    resampling = ResamplingOptions(samples=samples, seed=seed)
    apart = (target, context_source, context_target, documents)
    if len(files) > 1 and any(apart):
        raise UsageError("--tgt, --context-… and --documents belong to one FILE; give one")
    context = (source_context, target_context, sizes)
    notes = Notes(is_strict=strict)
    requests = [
        SetRequest(
            path, target, context_source, context_target, documents, per_item, _most(*context)
        )
        for path in files
    ]
    items = read_sets(requests, notes, reader=reader)
    told: list[str] = []
    if scores:
        runs = read_scores(items, _named(scores), notes, maximize=maximize)
    else:
        settings = {
            "device": device,
            "dtype": dtype,
            "batch_tokens": batch_tokens,
            "separator": separator,
            "template": template,
            "turn": turn,
            "end": end,
            "source_code": source_code,
            "target_code": target_code,
            "source_prefix": source_prefix,
            "when_long": when_long,
        }
        given = checked("contrast", settings, ModelOptions)
        runs, told = _judged(model, given, items, context)
    found = figures(runs, samples=resampling.samples, seed=resampling.seed)
    if save_scores is not None:
        with atomic_write(save_scores) as write:
            for line in score_lines(runs):
                write(line)
    if out is not None:
        with atomic_write(out) as write:
            write(json.dumps(data(found), ensure_ascii=False, indent=2, allow_nan=False) + "\n")
    _show(found, output)
    if not quiet:
        for note in (*notes.texts(), *told):
            typer.echo(f"note: {note}", err=True)


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
    from discotag_cxmi.contrast.readers.request import MOST

    parts = [part.strip() for text in texts if text for part in text.split(",")]
    if ALL in parts:
        return sys.maxsize
    return max([MOST, *(int(part) for part in parts if part.isascii() and part.isdigit())])


def _judged(
    model: str,
    given: ModelOptions,
    items: Sequence[Item],
    context: tuple[str | None, str | None, str | None],
) -> tuple[Runs, list[str]]:
    """Load the model, score the set, and give what the user should know."""
    from discotag_cxmi.contrast.judging import check_sources, judge, notes_on
    from discotag_cxmi.measure.choosing import sizes_of
    from discotag_cxmi.measure.contexts import Sizes
    from discotag_cxmi.scoring.loading import load_model

    check_sources(items)
    loaded = load_model(model, given)
    told: list[str] = []
    if "0" in context[:2] and set(context[:2]) <= {"0", None} and context[2] in {"0", None}:
        sizes = Sizes(("0",), 0, 0)
    else:
        sizes, told = sizes_of(loaded.format, *context)
    runs = judge(loaded, items, sizes)
    told += notes_on(items, sizes)
    texts = {candidate.target for item in items for candidate in item.candidates}
    if unknown := sum(loaded.unknown_in(text) > 0 for text in texts):
        told.append(
            f"{unknown} of {len(texts)} different translations hold subwords that the model's"
            " vocabulary does not have; two that differ in nothing else tie"
        )
    if loaded.shortened:
        examples = count_noun(loaded.shortened, "example")
        told.append(f"{examples} had context left out, so that they fit the model")
    return runs, told


def _show(found: Figures, shape: Shape) -> None:
    from discotag.plugin.commands import print_table
    from discotag_cxmi.contrast.tables import data, markdown, notes, tables

    if shape is Shape.JSON:
        typer.echo(json.dumps(data(found), ensure_ascii=False, indent=2, allow_nan=False))
        return
    if shape is Shape.MARKDOWN:
        typer.echo(markdown(found), nl=False)
        return
    for table in tables(found):
        print_table(table.header, table.rows, title=table.title)
        typer.echo()
    for note in notes(found):
        typer.echo(note)
