"""`discotag run`: tag the reference and every system, score them, write everything down."""

from __future__ import annotations

import json
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag._cli import options
from discotag._cli.outputs import writable_folder
from discotag._cli.session import open_registry, warn_of_broken_plugins
from discotag.core.errors import UsageError
from discotag.core.wording import count_noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.document import ParallelText

REPORT = "html"


def run(
    *,
    source: options.Source,
    source_language: options.SourceLanguage,
    target_language: options.TargetLanguage,
    reference: options.References = None,
    hypothesis: options.Hypotheses = None,
    docids: options.DocumentIds = None,
    phenomena: options.Phenomena = None,
    profile: options.Profile = "discotag",
    analyzer: options.Analyzers = None,
    aligner: options.Aligners = None,
    coref: options.Corefs = None,
    annotator: options.Annotators = None,
    tagger: options.Taggers = None,
    settings: options.Settings = None,
    scorers: options.Scorers = options.DEFAULT_SCORERS,
    baseline: options.Baseline = None,
    samples: options.Samples = options.SAMPLES,
    trials: options.Trials = options.TRIALS,
    seed: options.Seed = options.SEED,
    reader: options.ReaderName = "",
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            callback=writable_folder,
            help="Folder for report.html, tags/*.jsonl, scores.json, run.json …; without it nothing"
            " is written.",
        ),
    ] = None,
    report: Annotated[
        bool, typer.Option("--report/--no-report", help="Write report.html into the folder.")
    ] = True,
    jobs: options.Jobs = 1,
    executor: options.ExecutorName = options.EXECUTOR,
    time_limit: options.TimeLimit = None,
    cache: options.Cached = True,
    without: options.Without = None,
    on_error: options.Errors = options.OnError.STOP,
    strict: options.Strict = False,
    long_signature: options.LongSignature = False,
    quiet: options.Quiet = False,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Tag discourse phenomena in a reference and in systems' outputs, and score the systems.

    All texts are line-aligned. Everything runs offline with the installed language packs. Example:

    discotag run --src talk.en --ref talk.fr --docids talk.docids -s en -t fr --hyp A=a.fr --hyp
    B=b.fr --out report
    """
    from discotag._cli.language_check import LanguageMatch
    from discotag._cli.progress import shown_progress
    from discotag._files.cache import cache_file, used_cache
    from discotag._pipeline.corpus import open_reader
    from discotag._pipeline.planning import plan as make_plan
    from discotag.core.errors import SkippedWorkError
    from discotag.core.interrupts import kept

    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    settings, of_roles = options.apart(settings, "reader", "executor")
    config = options.run_config(
        source_language,
        target_language,
        phenomena=phenomena,
        profile=profile,
        analyzers=analyzer,
        aligners=aligner,
        corefs=coref,
        annotators=annotator,
        taggers=tagger,
        settings=settings,
        on_error=on_error,
        scorers=scorers,
    )
    planned = make_plan(config, registry)
    request = options.corpus_request(
        source,
        reference,
        hypothesis,
        docids,
        is_strict=strict,
        languages=(planned.source.code, planned.target.code),
    )
    opened = open_reader(registry, source, reader, of_roles.get("reader"))

    from discotag._runs.checkpoint import note_of
    from discotag._runs.executors import Job, make_executor
    from discotag._runs.run import run as run_plan
    from discotag._scoring.resampling import ResamplingOptions

    resampling = ResamplingOptions(samples, trials, seed, baseline)
    file = cache_file() if cache else None
    job = Job(
        config, tuple(without or ()), keeps_tags=out is not None, cache=file, time_limit=time_limit
    )
    workers = make_executor(
        executor, job, jobs, planned, registry, options=of_roles.get("executor")
    )
    texts = len(request.references) + len(request.hypotheses)
    looks = LanguageMatch(registry, planned.source, planned.target)
    with (
        shown_progress(
            registry.plugins.manager, is_quiet=quiet, segments=opened.size(request), texts=texts
        ),
        used_cache(file) as store,
        kept(lambda: note_of(out) if out is not None else None),
    ):
        result = run_plan(
            planned,
            registry,
            looks.watched(_translated(opened.read(request))),
            out=out,
            notes=opened.notes,
            resampling=resampling,
            report=REPORT if report and REPORT in registry.reports else None,
            executor=workers,
            store=store,
            time_limit=time_limit,
        )
    if output is options.Format.JSON:
        from discotag._runs.results import scores_data

        content = {**scores_data(result.results), **result.record.model_dump(by_alias=True)}
        typer.echo(json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False))
    else:
        from discotag._cli.results import print_result

        print_result(result.results, has_long_signature=long_signature)
    if not quiet:
        if result.resumed:
            done = count_noun(result.resumed, "document")
            typer.echo(f"{done} done before, by a run that stopped", err=True)
        if jobs > 1 and workers is None:
            typer.echo(
                "note: one worker did it: a component hands out a file line by line", err=True
            )
        for note in (*result.results.notes, *looks.notes()):
            typer.echo(f"note: {note}", err=True)
        total = result.seconds["total"]
        typer.echo(f"{result.tally.size}, {total:.1f} s", err=True)
    if result.tally.failures:
        failures = result.tally.failures
        count, first = count_noun(len(failures), "failure"), failures[0]
        raise SkippedWorkError(f"{count} skipped, their documents not scored; the first: {first}")


def _translated(texts: Iterable[ParallelText]) -> Iterator[ParallelText]:
    """Yield the documents on; a corpus that holds no translation is a UsageError."""
    for text in texts:
        if not text.references and not text.hypotheses:
            raise UsageError(
                "there is no translation; give one with --ref FILE, systems with --hyp NAME=FILE"
            )
        yield text
