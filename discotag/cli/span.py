"""`discotag span`: how much context the tags of texts need."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields, replace
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli import groups, options
from discotag.cli.grouping import grouped
from discotag.cli.outputs import writable_file
from discotag.cli.session import open_registry, warn_of_broken_plugins
from discotag.cli.text_selection import one_of
from discotag.core.errors import UsageError
from discotag.files.output import atomic_write
from discotag.scoring.resampling import SAMPLES, SEED

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag.core.registry import Registry
    from discotag.core.results import SpanStudy
    from discotag.core.tags import TaggedDocument
    from discotag.studies.span.inputs import SpanInput


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
    """Show how far back, and ahead, the words stand that decide tags.

    The share of tags that so many segments of context resolve, and the least window that resolves
    most of them, by phenomenon, label, domain and text. Later segments count where the texts were
    tagged so (--set pronouns.following=5). Examples:

    discotag span report-de/ report-ja/ --format svg --out span.svg

    discotag span --src talk.en --tgt talk.fr --docids talk.docids -s en -t fr
    """
    from discotag.runs import slices
    from discotag.runs.slices import part_of
    from discotag.scoring.resampling import ResamplingOptions
    from discotag.studies.span.study import SpanOptions, span_study
    from discotag.studies.span.windows import WindowOptions

    windows = WindowOptions(shown.reach)
    if shown.share is not None:
        windows = WindowOptions(shown.reach, tuple(part / 100 for part in shown.share))
    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
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
            part_of=part_of(slices.By(by.value), targets.pop(), registry),
            parted_by=by.value,
        )
    study = span_study(inputs, chosen)
    _give(study, registry, output, out)
    if not quiet:
        for note in study.notes:
            typer.echo(f"note: {note}", err=True)


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
        groups.Rules(tagging.phenomena),
        groups.Engines(unit=tagging.unit, settings=tagging.settings),
    )
    config = groups.run_config(
        tagging.source_language,
        tagging.target_language,
        rules,
        engines,
        scorers="",
        apart=("reader",),
    )
    planned = plan(config, registry)
    corpus = CorpusInput(
        registry,
        planned,
        source=source,
        references=[tagging.target] if tagging.target else None,
        docids=tagging.docids,
        reader=tagging.reader,
        settings=tagging.settings,
    )
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
        _print(study)
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


def _print(study: SpanStudy) -> None:
    from discotag.cli.render import print_table
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
