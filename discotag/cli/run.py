"""`discotag run`: tag the reference and every system, score them, and save the results."""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli import groups, option_values, options
from discotag.cli.grouping import grouped
from discotag.cli.outputs import writable_folder
from discotag.cli.session import open_registry, warn_of_broken_plugins
from discotag.core.errors import SkippedWorkError, UsageError
from discotag.core.text import count_noun

if TYPE_CHECKING:
    from discotag.cli.corpus_input import CorpusInput
    from discotag.core.registry import Registry
    from discotag.runs.executors import ExecutionOptions
    from discotag.runs.run import RunResult

REPORT = "html"


@dataclass(frozen=True)
class Corpus:
    """The texts of a run: files, or a test set that sacreBLEU has on disk."""

    source: Annotated[
        Path | None,
        typer.Option("--src", help="Source text, one segment per line; - is standard input."),
    ] = None
    reference: options.References = None
    hypothesis: options.Hypotheses = None
    docids: options.DocumentIds = None
    reader: options.ReaderName = ""
    strict: options.Strict = False
    source_language: options.SourceLanguage = ""
    target_language: Annotated[
        str,
        typer.Option(
            "--target-lang",
            "-t",
            help="Target language: code or English name. With -l: a test set, as in sacreBLEU.",
        ),
    ] = ""
    language_pair: Annotated[
        str | None,
        typer.Option(
            "--language-pair",
            "-l",
            metavar="PAIR",
            help="Both languages in one, such as en-de. With -t wmt22, for instance: source,"
            " references and document ids of the test set that sacreBLEU has on disk; nothing is"
            " fetched.",
        ),
    ] = None

    def found(self) -> tuple[groups.Texts, groups.Languages]:
        """Return the texts and their languages; UsageError where they are not told."""
        if self.source is not None:
            given = groups.Languages(self.source_language, self.target_language, self.language_pair)
            return self._texts(self.source, self.reference, self.docids), given
        if self.language_pair is None or not self.target_language:
            raise UsageError("give --src, or -t TESTSET -l PAIR as in sacreBLEU")
        if self.source_language or self.docids:
            raise UsageError("-t TESTSET -l PAIR tells the texts: leave --docids and -s out")
        from discotag.cli.stored_sets import stored_set

        stored = stored_set(self.target_language, self.language_pair)
        references = [f"{name}={path}" for name, path in stored.references.items()]
        return (
            self._texts(stored.source, [*references, *(self.reference or ())], stored.docids),
            groups.Languages(*stored.pair),
        )

    def _texts(
        self, source: Path, reference: list[str] | None, docids: Path | None
    ) -> groups.Texts:
        return groups.Texts(source, reference, self.hypothesis, docids, self.reader, self.strict)


@grouped
def run(
    *,
    corpus: Corpus,
    rules: groups.Rules,
    engines: groups.Engines,
    scorers: options.Scorers = options.DEFAULT_SCORERS,
    expected: groups.Expected,
    resampling: groups.Resampling,
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
    work: groups.Work,
    without: options.Without = None,
    on_error: options.Errors = options.OnError.STOP,
    long_signature: options.LongSignature = False,
    by: options.Parts = None,
    one_line: options.OneLine = False,
    quiet: options.Quiet = False,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Tag discourse phenomena in a reference and in systems' outputs, and score the systems.

    All texts are line-aligned. Everything runs offline with the installed language packs. Example:

    discotag run --src talk.en --ref talk.fr --docids talk.docids -s en -t fr --hyp A=a.fr --hyp
    B=b.fr --out report
    """
    from discotag.cli.corpus_input import CorpusInput
    from discotag.core.process import note_on_interrupt
    from discotag.pipeline.planning import plan
    from discotag.runs.checkpoint import note_of
    from discotag.runs.run import run as run_plan

    texts, pair = corpus.found()
    if by is not None and out is None:
        raise UsageError("--by needs --out: the parts are read from the run's folder")
    registry = open_registry(tuple(without or ()))
    if not quiet:
        warn_of_broken_plugins(registry)
    planned = plan(
        groups.run_config(
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
    given = CorpusInput(
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
    count = len(given.request.references) + len(given.request.hypotheses)
    with (
        given.progress(quiet=quiet, texts=count),
        note_on_interrupt(lambda: note_of(out) if out is not None else None),
    ):
        result = run_plan(
            planned,
            registry,
            given.watched(given.read()),
            _execution(work, engines, without),
            out=out,
            notes=given.notes,
            resampling=resampling.options(),
            report=REPORT if report and REPORT in registry.reports else None,
        )
    _print(result, output, has_long_signature=long_signature, is_one_line=one_line)
    if by is not None and out is not None and output is options.Format.TEXT:
        _print_parts(out, registry, by, resampling)
    if not quiet:
        _tell(result, given, jobs=work.jobs)
    if failures := result.tally.failures:
        told = count_noun(len(failures), "failure")
        raise SkippedWorkError(
            f"{told} skipped, their documents not scored; the first: {failures[0]}"
        )


def _execution(
    work: groups.Work, engines: groups.Engines, without: list[str] | None
) -> ExecutionOptions:
    """Return how the run is carried out, as the options say."""
    from discotag.runs.executors import ExecutionOptions

    return ExecutionOptions(
        work.jobs,
        work.executor,
        option_values.options_of("executor", engines.settings),
        cache=work.cache,
        time_limit=work.time_limit,
        without=tuple(without or ()),
    )


def _print_parts(
    out: Path, registry: Registry, by: options.By, resampling: groups.Resampling
) -> None:
    """Print the scores of each part of a run that was written."""
    from discotag.cli.results import print_scores
    from discotag.runs.folder import open_run
    from discotag.runs.slices import By, CountedRuns, sliced_results

    counted = CountedRuns.of([open_run(out)], registry, resampling.options())
    for value, results in sliced_results(counted, registry, By(by.value), resampling.options()):
        typer.echo(f"\n== {by.value}: {value} ==")
        print_scores(results)


def _print(
    result: RunResult, output: options.Format, *, has_long_signature: bool, is_one_line: bool
) -> None:
    if output is options.Format.JSON:
        from discotag.runs.results import scores_data

        content = {**scores_data(result.results), **result.record.model_dump(by_alias=True)}
        typer.echo(json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False))
    elif is_one_line:
        from discotag.cli.results import print_lines

        print_lines(result.results, is_long=has_long_signature)
    else:
        from discotag.cli.results import print_result

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
