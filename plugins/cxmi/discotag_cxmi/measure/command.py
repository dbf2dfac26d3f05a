"""`discotag cxmi measure` and `compare`: how much a model uses context, and which uses more."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from discotag.plugin import options
from discotag.plugin.commands import open_registry, writable_folder
from discotag_cxmi.commands import (
    MODEL,
    Bits,
    ContextSizes,
    Drawing,
    Journal,
    Scoring,
    Service,
    bar,
    is_agreed,
    kept_values,
    opened_model,
    print_json,
    print_notes,
)
from discotag_cxmi.measure.run import Settings

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from discotag.plugin import ParallelText, Registry
    from discotag.plugin.runs import UnitCorpus
    from discotag_cxmi.examples import ContextModel
    from discotag_cxmi.measure.run import Measured
    from discotag_cxmi.measure.texts import Text


@dataclass(frozen=True)
class Texts:
    """What is measured."""

    source: Annotated[
        Path | None, typer.Option("--src", help="Source text, one segment per line.")
    ] = None
    target: Annotated[
        Path | None, typer.Option("--tgt", help="Its translation, which is scored.")
    ] = None
    docids: options.DocumentIds = None
    reader: options.ReaderName = ""
    text: Annotated[
        str | None, typer.Option(help="Which target of a corpus that holds several (jsonl …).")
    ] = None
    context: Annotated[
        str,
        typer.Option(
            metavar="gold|generated:FILE|random",
            help="Target context: --tgt itself, a translation of the same lines, or lines of other"
            " documents (then on both sides).",
        ),
    ] = "gold"
    control: Annotated[
        bool | None,
        typer.Option(
            "--control/--no-control",
            help="Score as much random context beside; default: where there are other documents.",
        ),
    ] = None
    unit: options.Units = options.Unit.LINE
    strict: options.Strict = False


@options.panel("Words")
@dataclass(frozen=True)
class Words:
    """What finds the words of the target."""

    source_language: Annotated[
        str | None, typer.Option("--source-lang", "-s", help="Source language.")
    ] = None
    target_language: Annotated[
        str | None,
        typer.Option(
            "--target-lang",
            "-t",
            help="Target language, whose analyzer tells the words; without it words are what stands"
            " between spaces.",
        ),
    ] = None
    analyzer: options.Analyzers = None
    settings: options.Settings = None

    @property
    def languages(self) -> tuple[str | None, str | None]:
        """Source and target, as they were given."""
        return self.source_language, self.target_language


@options.panel("Output")
@dataclass(frozen=True)
class Results:
    """What is written, kept and printed."""

    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            rich_help_panel="Options",
            callback=writable_folder,
            help="Folder for cxmi.json and scores.jsonl.",
        ),
    ] = None
    journal: Journal = None
    show_prompt: Annotated[
        bool,
        typer.Option("--show-prompt", help="Show what the model reads and what is scored; stop."),
    ] = False
    bits: Bits = False
    long_signature: options.LongSignature = False
    quiet: options.Quiet = False
    output: options.Output = options.Format.TEXT


@options.grouped
def cxmi(
    *,
    model: Annotated[str | None, MODEL] = None,
    corpus: Texts,
    words: Words,
    context_sizes: ContextSizes,
    how: Scoring,
    service: Service,
    drawing: Drawing,
    results: Results,
) -> None:
    """Measure how much a translation model uses context: CXMI of a corpus, P-CXMI of its words.

    The same model scores every target with and without context. Example:

    discotag cxmi measure --model model --src talks.en --tgt talks.fr --docids talks.docids -s en
    -t fr
    --target-context 3 --out cxmi

    Then discotag cxmi themes cxmi shows what the context is used for, and discotag cxmi compare A B
    where one model uses it more than another.
    """
    from discotag.plugin import UsageError
    from discotag_cxmi.measure import choosing
    from discotag_cxmi.measure.tables import show
    from discotag_cxmi.scoring.loading import prepare

    if model is None or (source := corpus.source) is None:
        missing = "--model" if model is None else "--src"
        raise UsageError(f"{missing} is missing; discotag cxmi measure --help shows an example")
    kind, file = choosing.context_kind(corpus.context)
    texts, notes, segmentation = read_texts(corpus, source, file, words)
    finder, analyzer = target_words(words)
    given = how.options("cxmi")
    ready = prepare(service.tokenizer or model, given)
    sizes, size_notes = choosing.sizes_of(ready.format, *context_sizes.texts)
    control, control_notes = choosing.control_of(texts, kind, corpus.control)
    settings = Settings(sizes, kind, control, drawing.seed, drawing.samples)
    choosing.check_settings(settings)
    if results.show_prompt:
        show(ready, texts, settings)
        return
    notes += [*size_notes, *control_notes]
    job = Job(texts, settings, finder, analyzer, words.languages, notes, segmentation)
    with opened_model(model, given, service) as loaded:
        if (measured := _measured(loaded, job, service, results)) is not None:
            _print(measured, loaded, job, results)


@dataclass(frozen=True)
class Job:
    """What is measured, and how.

    Args:
        texts: the documents.
        settings: how to measure.
        finder: finds the words of lines; None = words between spaces.
        analyzer: its name.
        languages: source and target, as they were given.
        notes: what was noted so far.
        segmentation: the unit, and the signature of what found it; None = lines.
    """

    texts: Sequence[Text]
    settings: Settings
    finder: Callable[[Sequence[str]], Any] | None
    analyzer: str
    languages: tuple[str | None, str | None]
    notes: Sequence[str]
    segmentation: Mapping[str, str] | None = None

    def about(self, model: ContextModel) -> dict[str, Any]:
        """Return what makes the numbers."""
        from discotag_cxmi.measure import choosing

        return choosing.about(
            model,
            self.settings,
            self.analyzer,
            self.languages,
            self.texts,
            segmentation=self.segmentation,
        )


def read_texts(
    corpus: Texts, source: Path, generated: Path | None, words: Words
) -> tuple[list[Text], list[str], dict[str, str] | None]:
    """Read the documents; give them with the reader's notes and what units were found by."""
    from discotag.plugin import CorpusRequest
    from discotag.plugin.runs import open_reader
    from discotag_cxmi.measure.texts import GENERATED, needed, texts_of

    registry = open_registry()
    of_reader = options.options_of("reader", words.settings)
    opened = open_reader(registry, source, corpus.reader, of_reader)
    request = CorpusRequest(
        source,
        {} if corpus.target is None else {"ref": corpus.target},
        {} if generated is None else {GENERATED: generated},
        corpus.docids,
        corpus.strict,
        _code(registry, words.source_language),
        _code(registry, words.target_language),
    )
    is_generated = generated is not None
    if corpus.unit is options.Unit.LINE:
        texts = texts_of(opened.read(request), name=corpus.text, is_generated=is_generated)
        return texts, list(opened.notes()), None
    wanted = needed(opened.read(request), name=corpus.text, is_generated=is_generated)
    units = _in_units(registry, corpus.unit, words, wanted)
    texts = texts_of(units.texts, name=corpus.text, is_generated=is_generated)
    return texts, [*opened.notes(), *units.notes()], _segmentation(units, registry)


def _in_units(
    registry: Registry, unit: options.Unit, words: Words, texts: Iterable[ParallelText]
) -> UnitCorpus:
    """Put documents into units; UsageError where a language is unknown."""
    from discotag.plugin import UsageError
    from discotag.plugin.runs import RunConfig, in_units, plan

    source, target = words.languages
    if source is None or target is None:
        raise UsageError(f"--unit {unit.value} needs both languages: -s and -t")
    config = RunConfig(source_language=source, target_language=target, unit=unit.value)
    return in_units(plan(config, registry, layers=frozenset()), texts)


def _segmentation(units: UnitCorpus, registry: Registry) -> dict[str, str] | None:
    """Return the unit, and the signature of what found it; None = lines."""
    from discotag.plugin.runs import sign

    if units.plan.units is None:
        return None
    signature = sign(units.plan, units.digests, registry, references=1).line()
    return {"unit": units.plan.config.unit, "signature": signature}


def _measured(model: ContextModel, job: Job, service: Service, results: Results) -> Measured | None:
    """Measure with a progress bar, into a folder if one is given; None = only a plan was wanted."""
    from discotag_cxmi.measure import choosing
    from discotag_cxmi.measure.run import examples_of, measure, write_run

    texts, out = job.texts, results.out
    total = sum(len(item.source) for item in texts)
    with kept_values(model, results.journal, out):
        if not is_agreed(model, service, examples_of(texts, job.settings), quiet=results.quiet):
            return None
        with bar(total, quiet=results.quiet) as shown:

            def work(write: Callable[[str], None]) -> Measured:
                done = measure(
                    model,
                    texts,
                    job.settings,
                    tokens=job.finder,
                    write=write,
                    advanced=shown.update,
                )
                done.notes += [*job.notes, *choosing.notes_on(model, done)]
                if job.finder is None:
                    done.notes.append(choosing.NO_ANALYZER)
                return done

            if out is None:
                return work(lambda _: None)
            return write_run(out, work, job.about(model))


def _print(measured: Measured, model: ContextModel, job: Job, results: Results) -> None:
    """Print figures, signature and notes."""
    from discotag_cxmi.measure import tables as shown
    from discotag_cxmi.measure.run import summary

    about = job.about(model)
    if results.output is options.Format.JSON:
        print_json(summary(measured, about))
    else:
        unit = shown.Unit(is_bits=results.bits)
        shown.print_measured(measured, unit, context=job.settings.context)
        name = "signature" if results.long_signature else "short_signature"
        typer.echo(f"signature: {about[name]}")
    print_notes(measured.notes, quiet=results.quiet)
    if results.out is not None and not results.quiet:
        told = f"wrote {results.out}; discotag cxmi themes {results.out} shows what context does"
        typer.echo(told, err=True)


def _code(registry: Registry, language: str | None) -> str | None:
    """Return a language's code for the reader; a language without a pack is named by its code."""
    from discotag.plugin import UnknownNameError

    if language is None:
        return None
    try:
        return registry.language(language).info.code
    except UnknownNameError:
        return language


def target_words(words: Words) -> tuple[Callable[[Sequence[str]], Any] | None, str]:
    """Return what finds words, and its name; None = between spaces."""
    from discotag.plugin import UsageError
    from discotag_cxmi.measure.texts import word_finder

    settings = options.settings_without(["reader"], words.settings)
    if words.target_language is None:
        if words.analyzer or settings:
            raise UsageError("--analyzer and --set need --target-lang")
        return None, "whitespace"
    source = words.source_language or words.target_language
    return word_finder(
        open_registry(), source, words.target_language, words.analyzer or (), settings
    )


@options.grouped
def compare(
    first: Annotated[
        Path, typer.Argument(metavar="A", help="Folder of discotag cxmi measure --out.")
    ],
    second: Annotated[Path, typer.Argument(metavar="B", help="Another over the same targets.")],
    *,
    size: Annotated[
        str | None, typer.Option("--size", help="Context size; default: the largest of both.")
    ] = None,
    top: Annotated[int, typer.Option("--top", help="How many samples and words to show.")] = 10,
    drawing: Drawing,
    bits: Bits = False,
    quiet: options.Quiet = False,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Show the samples and words for which model B uses context more than model A. Example:

    discotag cxmi compare baseline/ coword/
    """
    from discotag.plugin import UsageError
    from discotag_cxmi.measure import comparing
    from discotag_cxmi.measure import tables as shown

    if top < 1 or drawing.samples < 1:
        raise UsageError("--top and --samples start at 1")
    found = comparing.compare(
        first, second, size=size, top=top, samples=drawing.samples, seed=drawing.seed
    )
    if output is options.Format.JSON:
        print_json(comparing.data_of(found))
    else:
        shown.print_comparison(found, shown.Unit(is_bits=bits), (str(first), str(second)))
    print_notes(found.notes, quiet=quiet)
