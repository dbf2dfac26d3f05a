"""`discotag profile`: how much of each phenomenon the texts of runs hold."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli import options
from discotag.cli.grouping import grouped, panel
from discotag.cli.options import writable_file
from discotag.cli.session import checked_registry, open_registry, print_json, print_notes
from discotag.core.errors import UsageError
from discotag.core.results import By as Slices
from discotag.files.output import atomic_write
from discotag.pipeline.documents import one_of
from discotag.scoring.resampling import SAMPLES, SEED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.core.registry import Registry
    from discotag.core.results import SpanStudy
    from discotag.core.tags import TaggedDocument
    from discotag.runs.profiling import TextProfile
    from discotag.studies.span.inputs import SpanInput


ABSENT = "–"


def profile(
    folders: Annotated[
        list[Path], typer.Argument(metavar="FOLDER...", help="Folders of runs (--out).")
    ],
    *,
    text: Annotated[
        str | None,
        typer.Option(
            "--text", help="Reference or system to look at; default: the first reference."
        ),
    ] = None,
    labels: options.Labels = False,
    by: Annotated[
        Slices | None,
        typer.Option(
            "--by",
            help="Count each domain (second column of --docids), document, or kind of voice (text,"
            " quotation, speaker, letter).",
        ),
    ] = None,
    verify: options.Verified = True,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Count tags by language: how many, per 1,000 words, and in how many segments.

    With elliptical source segments next to them. "–" was not searched for; a phenomenon that a
    language does not have says so. Example:

    discotag profile report-fr/ report-de/
    """
    from discotag.runs.profiling import read_parts, read_profiles, titled

    found = titled(
        read_profiles(folders, text, verify=verify)
        if by is None
        else read_parts(folders, by.value, text, registry=open_registry(), verify=verify)
    )
    for note in dict.fromkeys(note for item in found.values() for note in item.notes):
        typer.echo(f"note: {note}", err=True)
    if output is options.Format.JSON:
        data = [item.data() for item in found.values()]
        print_json(data)
        return
    _print(found)
    if labels:
        _print_labels(found)


def _print(found: Mapping[str, TextProfile]) -> None:
    from discotag.cli.tables import print_table

    phenomena = list(dict.fromkeys(name for item in found.values() for name in item.phenomena))

    def show(title: str, values: dict[str, dict[str, str]]) -> None:
        rows = [(name, *(of.get(name, ABSENT) for of in values.values())) for name in phenomena]
        print_table(("phenomenon", *values), rows, title=title, numeric=True)
        typer.echo()

    texts = found.values()
    sizes = [
        ("documents", *(item.documents for item in texts)),
        ("segments", *(item.segments for item in texts)),
        ("words", *(item.tokens for item in texts)),
        ("elliptical source segments", *(_percent(item.elliptical) for item in texts)),
    ]
    print_table(("text", *found), sizes, title="Texts", numeric=True)
    typer.echo()
    tags = {
        name: {
            key: item.states[key] if counts is None else str(counts.tags)
            for key, counts in item.phenomena.items()
        }
        for name, item in found.items()
    }
    show("Tags", tags)
    rates = {
        name: {key: _rate(item.per_thousand(key)) for key in item.phenomena}
        for name, item in found.items()
    }
    show("Tags per 1,000 words", rates)
    shares = {
        name: {key: _percent(item.share(key)) for key in item.phenomena}
        for name, item in found.items()
    }
    show("Segments with a tag", shares)


def _print_labels(found: Mapping[str, TextProfile]) -> None:
    from discotag.cli.tables import print_table

    for name, item in found.items():
        rows = [
            (phenomenon, label, count)
            for phenomenon, counts in item.phenomena.items()
            if counts is not None and counts.labels is not None
            for label, count in counts.labels.items()
        ]
        title = f"{name}: tags by label"
        print_table(("phenomenon", "label", "tags"), rows, title=title)
        typer.echo()


def _rate(value: float | None) -> str:
    return ABSENT if value is None else f"{value:.2f}"


def _percent(share: float | None) -> str:
    return ABSENT if share is None else f"{100 * share:.1f} %"


class Format(StrEnum):
    """How the study is given."""

    TEXT = "text"
    JSON = "json"
    SVG = "svg"
    MARKDOWN = "markdown"
    LATEX = "latex"


class By(StrEnum):
    """By what the study is parted."""

    DOMAIN = "domain"
    DOCUMENT = "document"
    VOICE = "voice"


@panel("A translation to tag here and now")
@dataclass(frozen=True)
class Tagging:
    """A translation that is tagged here and now; the options of `discotag tag`."""

    source: Annotated[
        Path | None,
        typer.Option("--src", help="Source text, to tag a translation here and now."),
    ] = None
    target: Annotated[
        str | None, typer.Option("--tgt", metavar="FILE", help="Its translation.")
    ] = None
    source_language: Annotated[
        str | None, typer.Option("--source-lang", "-s", help="Source language of --src.")
    ] = None
    target_language: Annotated[
        str | None, typer.Option("--target-lang", "-t", help="Target language of --tgt.")
    ] = None
    docids: options.DocumentIds = None
    phenomena: options.Phenomena = None
    unit: options.Units = options.Unit.AUTO
    settings: options.Settings = None
    reader: options.ReaderName = ""


@dataclass(frozen=True)
class Shown:
    """What the study shows."""

    labels: options.Labels = False
    domains: Annotated[
        bool, typer.Option("--domains", help="Show every domain; the same as --by domain.")
    ] = False
    by: Annotated[
        By | None,
        typer.Option(
            "--by", help="Show every domain, as --docids told them, document, or kind of voice."
        ),
    ] = None
    reach: Annotated[
        int, typer.Option("--reach", help="Try up to so many segments on a side, then all.")
    ] = 10
    share: Annotated[
        list[float] | None,
        typer.Option(
            "--share",
            help="Recommend the least window that resolves so many percent of the tags;"
            " repeatable; default: 90 and 95.",
        ),
    ] = None


@grouped
def span(
    paths: Annotated[
        list[Path] | None,
        typer.Argument(
            metavar="[PATH...]",
            help="Folders of runs (--out) and files of tags; several stand side by side.",
        ),
    ] = None,
    *,
    text: Annotated[
        str | None,
        typer.Option(
            "--text",
            help="Reference or system to look at; default: the first of each path; needed where"
            " --src holds several.",
        ),
    ] = None,
    tagging: Tagging,
    shown: Shown,
    samples: options.Samples = SAMPLES,
    seed: options.Seed = SEED,
    verify: options.Verified = True,
    without: options.Without = None,
    quiet: options.Quiet = False,
    output: Annotated[
        Format, typer.Option("--format", "-f", help="How to give the study.")
    ] = Format.TEXT,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", callback=writable_file, help="File to write; default: standard output."
        ),
    ] = None,
) -> None:
    """Show how far back, and ahead, the words are that decide tags.

    The share of tags that so many segments of context resolve, and the least window that resolves
    most of them, by phenomenon, label, domain and text. Later segments count where the texts were
    tagged so (--set pronouns.following=5). Examples:

    discotag span report-de/ report-ja/ --format svg --out span.svg

    discotag span --src talk.en --tgt talk.fr --docids talk.docids -s en -t fr
    """
    from discotag.runs.slices import part_of
    from discotag.scoring.resampling import ResamplingOptions
    from discotag.studies.span.study import SpanOptions, span_study
    from discotag.studies.span.windows import WindowOptions

    windows = WindowOptions(shown.reach)
    if shown.share is not None:
        windows = WindowOptions(shown.reach, tuple(part / 100 for part in shown.share))
    registry = checked_registry(without, quiet=quiet)
    inputs = _inputs(paths or [], text, tagging, registry, verify=verify, quiet=quiet)
    by = By.DOMAIN if shown.domains and shown.by is None else shown.by
    chosen = SpanOptions(
        shown.labels,
        by is not None,
        windows=windows,
        resampling=ResamplingOptions(samples, seed=seed),
    )
    if by is not None and by is not By.DOMAIN:
        targets = {item.pair.rpartition("-")[2] for item in inputs}
        if len(targets) > 1 and by is By.VOICE:
            raise UsageError("--by voice needs texts of one target language")
        chosen = replace(
            chosen,
            part_of=part_of(Slices(by.value), targets.pop(), registry),
            parted_by=by.value,
        )
    study = span_study(inputs, chosen)
    _give(study, registry, output, out)
    print_notes(study.notes, quiet=quiet)


def _inputs(
    paths: Sequence[Path],
    text: str | None,
    tagging: Tagging,
    registry: Registry,
    *,
    verify: bool,
    quiet: bool,
) -> Sequence[SpanInput]:
    from discotag.studies.span.inputs import span_inputs

    if tagging.source is None:
        given = [getattr(tagging, item.name) for item in fields(tagging)]
        if not paths:
            raise UsageError("give folders of runs or files of tags, or a text with --src")
        if any(item not in (None, "", options.Unit.AUTO) for item in given):
            raise UsageError("options of tagging need a text: give --src, or leave them out")
        return span_inputs(paths, registry, text, verify=verify)
    if paths:
        raise UsageError("--src stands alone: leave folders and files of tags out")
    return [_tagged(tagging.source, text, tagging, registry, quiet=quiet)]


def _tagged(
    source: Path, text: str | None, tagging: Tagging, registry: Registry, *, quiet: bool
) -> SpanInput:
    from discotag.cli.corpus_input import CorpusInput
    from discotag.pipeline.planning import plan
    from discotag.studies.span.inputs import span_input_of

    if tagging.source_language is None or tagging.target_language is None:
        raise UsageError("--src needs --source-lang and --target-lang")
    rules, engines = (
        options.Rules(tagging.phenomena),
        options.Engines(unit=tagging.unit, settings=tagging.settings),
    )
    config = options.run_config(
        tagging.source_language,
        tagging.target_language,
        rules,
        engines,
        scorers="",
        apart=("reader",),
    )
    planned = plan(config, registry)
    references = [tagging.target] if tagging.target else None
    texts = options.Texts(source, references, None, tagging.docids, tagging.reader)
    corpus = CorpusInput(registry, planned, texts, tagging.settings)
    given = span_input_of(planned, registry, one_of(corpus.read(), text))

    def documents() -> Iterator[TaggedDocument]:
        with corpus.progress(quiet=quiet):
            yield from given.documents
        if not quiet:
            for note in (*planned.notes, *corpus.notes()):
                typer.echo(f"note: {note}", err=True)

    return replace(given, documents=documents())


def _give(study: SpanStudy, registry: Registry, output: Format, out: Path | None) -> None:
    if output is Format.TEXT and out is None:
        _print_span(study)
        return
    pieces = _pieces(study, registry, output)
    if out is None or str(out) == "-":
        for piece in pieces:
            typer.echo(piece, nl=False)
        return
    with atomic_write(out) as write:
        for piece in pieces:
            write(piece)


def _pieces(study: SpanStudy, registry: Registry, output: Format) -> Iterable[str]:
    from discotag.runs.reporting import open_report
    from discotag.studies.span.inputs import span_data
    from discotag.studies.span.study import results_of

    if output is Format.TEXT:
        raise UsageError("--out needs --format json, svg, markdown or latex")
    if output is Format.JSON:
        return [json.dumps(span_data(study), ensure_ascii=False, indent=1, allow_nan=False) + "\n"]
    return open_report(registry, output.value).render(results_of(study), ())


def _print_span(study: SpanStudy) -> None:
    from discotag.cli.tables import print_table
    from discotag.core.text import count_noun
    from discotag.rendering.summaries import span_explanation, span_not_looked_for, span_tables

    for text in study.texts:
        typer.echo(
            f"{text.name}: {count_noun(text.documents, 'document')},"
            f" {count_noun(text.segments, 'segment')}, the longest document {text.longest}"
        )
    for table in span_tables(study):
        typer.echo()
        print_table(table.header, table.rows, title=table.title, names=table.names, numeric=True)
    typer.echo()
    for line in span_not_looked_for(study):
        typer.echo(line)
    typer.echo(span_explanation(study))
    for text in study.texts:
        if text.signature:
            typer.echo(f"signature of {text.name}: {text.short_signature or text.signature}")
