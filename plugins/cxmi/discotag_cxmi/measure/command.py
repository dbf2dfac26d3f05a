"""`discotag cxmi`: how much a model uses context; `discotag cxmi compare`: which uses it more."""

from __future__ import annotations

import json
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag.plugin import options
from discotag.plugin.commands import writable_folder

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag.plugin import Registry


class WhenLong(StrEnum):
    """What to do with an example that is longer than the model takes."""

    REFUSE = "refuse"
    SHORTEN = "shorten"


class Dtype(StrEnum):
    """Types of the model's numbers."""

    FLOAT32 = "float32"
    BFLOAT16 = "bfloat16"
    FLOAT16 = "float16"


Bits = Annotated[bool, typer.Option("--bits", help="Print bits; files always hold nats.")]
app = typer.Typer(
    add_completion=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)


@app.callback(invoke_without_command=True)
def cxmi(
    command: typer.Context,
    *,
    model: Annotated[
        str | None,
        typer.Option("--model", "-m", help="Folder of a model, or a fetched one's name."),
    ] = None,
    source: Annotated[
        Path | None, typer.Option("--src", help="Source text, one segment per line.")
    ] = None,
    target: Annotated[
        Path | None, typer.Option("--tgt", help="Its translation, which is scored.")
    ] = None,
    docids: options.DocumentIds = None,
    reader: options.ReaderName = "",
    text: Annotated[
        str | None,
        typer.Option("--text", help="Which target of a corpus that holds several (jsonl …)."),
    ] = None,
    source_language: Annotated[
        str | None, typer.Option("--source-lang", "-s", help="Source language.")
    ] = None,
    target_language: Annotated[
        str | None,
        typer.Option(
            "--target-lang",
            "-t",
            help="Target language, whose analyzer tells the words; without it words are what stands"
            " between spaces.",
        ),
    ] = None,
    analyzer: options.Analyzers = None,
    settings: options.Settings = None,
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
        typer.Option("--sizes", metavar="0,1,…,all", help="Sizes to measure; default: 0 to K."),
    ] = None,
    context: Annotated[
        str,
        typer.Option(
            "--context",
            metavar="gold|generated:FILE|random",
            help="Target context: --tgt itself, a translation of the same lines, or lines of other"
            " documents (then on both sides).",
        ),
    ] = "gold",
    control: Annotated[
        bool | None,
        typer.Option(
            "--control/--no-control",
            help="Score as much random context beside; default: where there are other documents.",
        ),
    ] = None,
    separator: Annotated[
        str | None,
        typer.Option("--separator", help="Token between lines; default: what the model tells."),
    ] = None,
    template: Annotated[
        str | None,
        typer.Option(
            "--template", help="Of a decoder-only model: text with {context} and {source}."
        ),
    ] = None,
    turn: Annotated[
        str | None,
        typer.Option("--turn", help="Of a decoder-only model: a context line, {source}, {target}."),
    ] = None,
    end: Annotated[
        str | None,
        typer.Option("--end", help="Of a decoder-only model: text that ends a target."),
    ] = None,
    source_code: Annotated[
        str | None,
        typer.Option("--source-lang-code", help="A multilingual model's code of the source."),
    ] = None,
    target_code: Annotated[
        str | None, typer.Option("--target-lang-code", help="Likewise of the target.")
    ] = None,
    source_prefix: Annotated[
        str,
        typer.Option("--source-prefix", help="Text before each source (T5's task, >>fra<<)."),
    ] = "",
    when_long: Annotated[
        WhenLong,
        typer.Option("--when-long", help="Too much context: refuse it, or shorten it from afar."),
    ] = WhenLong.REFUSE,
    device: Annotated[str, typer.Option("--device", help="auto, cpu or cuda.")] = "auto",
    dtype: Annotated[Dtype, typer.Option("--dtype", help="Numbers of the model.")] = Dtype.FLOAT32,
    batch_tokens: Annotated[
        int | None, typer.Option("--batch-tokens", help="Padded subwords of a batch.")
    ] = None,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", callback=writable_folder, help="Folder for cxmi.json and scores.jsonl."
        ),
    ] = None,
    samples: options.Samples = options.SAMPLES,
    seed: options.Seed = options.SEED,
    bits: Bits = False,
    strict: options.Strict = False,
    quiet: options.Quiet = False,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Measure how much a translation model uses context: CXMI of a corpus, P-CXMI of its words.

    The same model scores every target with and without context. Example:

    discotag cxmi --model model --src talks.en --tgt talks.fr --docids talks.docids -s en -t fr
    --target-context 3 --out cxmi

    Then discotag themes cxmi shows what the context is used for, and discotag cxmi compare A B
    where one model uses it more than another.
    """
    if command.invoked_subcommand is not None:
        return
    from discotag.plugin import CorpusRequest, UsageError, checked
    from discotag.plugin.commands import open_registry
    from discotag.plugin.runs import open_reader
    from discotag_cxmi.measure import choosing
    from discotag_cxmi.measure import text as shown
    from discotag_cxmi.measure.run import Settings, measure, summary, write_run
    from discotag_cxmi.measure.texts import GENERATED, texts_of
    from discotag_cxmi.scoring.loading import load_model
    from discotag_cxmi.scoring.options import ModelOptions

    if model is None or source is None:
        missing = "--model" if model is None else "--src"
        raise UsageError(f"{missing} is missing; discotag cxmi --help shows an example")
    kind, file = choosing.context_kind(context)
    of_reader = options.options_of("reader", settings)
    settings = options.settings_without(["reader"], settings)
    registry = open_registry()
    opened = open_reader(registry, source, reader, of_reader)
    request = CorpusRequest(
        source,
        {} if target is None else {"ref": target},
        {} if file is None else {GENERATED: file},
        docids,
        strict,
        _code(registry, source_language),
        _code(registry, target_language),
    )
    texts = texts_of(opened.read(request), name=text, is_generated=file is not None)
    tokens, words = _words(source_language, target_language, analyzer, settings)
    loaded = load_model(
        model,
        checked(
            "cxmi",
            {
                "device": device,
                "dtype": dtype.value,
                "batch_tokens": batch_tokens,
                "separator": separator,
                "template": choosing.unescaped(template),
                "turn": choosing.unescaped(turn),
                "end": choosing.unescaped(end),
                "source_code": source_code,
                "target_code": target_code,
                "source_prefix": source_prefix,
                "when_long": when_long.value,
            },
            ModelOptions,
        ),
    )
    chosen, notes = choosing.sizes_of(loaded.format, source_context, target_context, sizes)
    has_control, control_notes = choosing.control_of(texts, kind, control)
    how = Settings(chosen, kind, has_control, seed, samples)
    choosing.check_settings(how)
    about = choosing.about(loaded, how, words, (source_language, target_language))
    stream = typer.get_text_stream("stderr")
    with typer.progressbar(
        length=sum(len(item.source) for item in texts),
        file=stream,
        hidden=quiet or not stream.isatty(),
    ) as bar:

        def work(write: Callable[[str], None]) -> Any:
            done = measure(loaded, texts, how, tokens=tokens, write=write, advanced=bar.update)
            done.notes += [*opened.notes(), *notes, *control_notes]
            done.notes += choosing.notes_on(loaded, done)
            if tokens is None:
                done.notes.append(choosing.NO_ANALYZER)
            return done

        measured = work(lambda _: None) if out is None else write_run(out, work, about)
    if output is options.Format.JSON:
        data = summary(measured, about)
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False))
    else:
        shown.print_measured(measured, shown.Unit(is_bits=bits), context=kind)
        typer.echo(choosing.signature(about, measured))
    if not quiet:
        for note in measured.notes:
            typer.echo(f"note: {note}", err=True)
        if out is not None:
            typer.echo(
                f"wrote {out}: discotag themes {out} shows what context is used for", err=True
            )


def _code(registry: Registry, language: str | None) -> str | None:
    """Return a language's code for the reader; a language without a pack is named by its code."""
    from discotag.plugin import UnknownNameError

    if language is None:
        return None
    try:
        return registry.language(language).info.code
    except UnknownNameError:
        return language


def _words(
    source_language: str | None,
    target_language: str | None,
    analyzer: list[str] | None,
    settings: list[str] | None,
) -> tuple[Callable[[Sequence[str]], Any] | None, str]:
    """Return what finds words, and its name; None = between spaces."""
    from discotag.plugin import UsageError
    from discotag.plugin.commands import open_registry
    from discotag_cxmi.measure.analysing import word_finder

    if target_language is None:
        if analyzer or settings:
            raise UsageError("--analyzer and --set need --target-lang")
        return None, "whitespace"
    registry = open_registry()
    return word_finder(
        registry,
        source_language or target_language,
        target_language,
        analyzer or (),
        settings or (),
    )


@app.command("compare")
def compare(
    first: Annotated[Path, typer.Argument(metavar="A", help="Folder of discotag cxmi --out.")],
    second: Annotated[Path, typer.Argument(metavar="B", help="Another over the same targets.")],
    *,
    size: Annotated[
        str | None, typer.Option("--size", help="Context size; default: the largest of both.")
    ] = None,
    top: Annotated[int, typer.Option("--top", help="How many samples and words to show.")] = 10,
    samples: options.Samples = options.SAMPLES,
    seed: options.Seed = options.SEED,
    bits: Bits = False,
    quiet: options.Quiet = False,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Show the samples and words for which model B uses context more than model A. Example:

    discotag cxmi compare baseline/ coword/
    """
    from discotag.plugin import UsageError
    from discotag_cxmi.measure import comparing
    from discotag_cxmi.measure import text as shown

    if top < 1 or samples < 1:
        raise UsageError("--top and --samples start at 1")
    found = comparing.compare(first, second, size=size, top=top, samples=samples, seed=seed)
    if output is options.Format.JSON:
        data = comparing.data_of(found)
        typer.echo(json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False))
    else:
        shown.print_comparison(found, shown.Unit(is_bits=bits), (str(first), str(second)))
    if not quiet:
        for note in found.notes:
            typer.echo(f"note: {note}", err=True)
