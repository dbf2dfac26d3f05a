"""`discotag run`: tag the reference and every system, score them, and save the results."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag._cli import option_values, options
from discotag._cli.groups import grouped
from discotag._cli.outputs import writable_folder
from discotag._cli.session import open_registry, warn_of_broken_plugins
from discotag.core.errors import SkippedWorkError
from discotag.core.wording import count_noun

if TYPE_CHECKING:
    from discotag._api.execution import Execution
    from discotag._cli.corpus_input import CorpusInput
    from discotag._runs.run import RunResult

REPORT = "html"


@grouped
def run(
    *,
    texts: options.Texts,
    pair: options.Languages,
    rules: options.Rules,
    engines: options.Engines,
    scorers: options.Scorers = options.DEFAULT_SCORERS,
    expected: options.Expected,
    resampling: options.Resampling,
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
    work: options.Work,
    without: options.Without = None,
    on_error: options.Errors = options.OnError.STOP,
    long_signature: options.LongSignature = False,
    quiet: options.Quiet = False,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Tag discourse phenomena in a reference and in systems' outputs, and score the systems.

    All texts are line-aligned. Everything runs offline with the installed language packs. Example:

    discotag run --src talk.en --ref talk.fr --docids talk.docids -s en -t fr --hyp A=a.fr --hyp
    B=b.fr --out report
    """
    from discotag._api.execution import carry_out
    from discotag._cli.corpus_input import CorpusInput
    from discotag._pipeline.planning import plan
    from discotag._runs.checkpoint import note_of
    from discotag.core.interrupts import kept

    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    planned = plan(
        options.run_config(
            pair.source_language,
            pair.target_language,
            rules,
            replace(engines, settings=[*(engines.settings or ()), *expected.settings("address")]),
            on_error=on_error,
            scorers=f"{scorers},address" if expected else scorers,
            apart=("reader", "executor"),
        ),
        registry,
    )
    corpus = CorpusInput(
        registry,
        planned,
        source=texts.source,
        references=texts.reference,
        hypotheses=texts.hypothesis,
        docids=texts.docids,
        reader=texts.reader,
        settings=engines.settings,
        strict=texts.strict,
    )
    count = len(corpus.request.references) + len(corpus.request.hypotheses)
    with (
        corpus.progress(quiet=quiet, texts=count),
        kept(lambda: note_of(out) if out is not None else None),
    ):
        result = carry_out(
            planned,
            registry,
            corpus.watched(corpus.read()),
            _execution(work, engines, without),
            out=out,
            notes=corpus.notes,
            resampling=resampling.options(),
            report=REPORT if report and REPORT in registry.reports else None,
        )
    _print(result, output, has_long_signature=long_signature)
    if not quiet:
        _tell(result, corpus, jobs=work.jobs)
    if failures := result.tally.failures:
        told = count_noun(len(failures), "failure")
        raise SkippedWorkError(
            f"{told} skipped, their documents not scored; the first: {failures[0]}"
        )


def _execution(
    work: options.Work, engines: options.Engines, without: list[str] | None
) -> Execution:
    """Return how the run is carried out, as the options say."""
    from discotag._api.execution import Execution

    return Execution(
        work.jobs,
        work.executor,
        option_values.options_of("executor", engines.settings),
        cache=work.cache,
        time_limit=work.time_limit,
        without=tuple(without or ()),
    )


def _print(result: RunResult, output: options.Format, *, has_long_signature: bool) -> None:
    if output is options.Format.JSON:
        from discotag._runs.results import scores_data

        content = {**scores_data(result.results), **result.record.model_dump(by_alias=True)}
        typer.echo(json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False))
    else:
        from discotag._cli.results import print_result

        print_result(result.results, has_long_signature=has_long_signature)


def _tell(result: RunResult, corpus: CorpusInput, *, jobs: int) -> None:
    """Print to standard error how the run went."""
    if result.resumed:
        done = count_noun(result.resumed, "document")
        typer.echo(f"{done} done before, by a run that stopped", err=True)
    if jobs > 1 and result.plan.is_sequential:
        typer.echo("note: one worker did it: a component hands out a file line by line", err=True)
    corpus.tell(*result.results.notes)
    typer.echo(f"{result.tally.size}, {result.seconds['total']:.1f} s", err=True)
