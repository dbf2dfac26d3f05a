"""`discotag run`: tag the reference and every system, score them, and save the results."""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.cli import options
from discotag.cli.grouping import grouped
from discotag.cli.options import writable_folder
from discotag.cli.session import checked_registry, print_json
from discotag.core.errors import SkippedWorkError, UsageError
from discotag.core.results import By
from discotag.core.text import count_noun

if TYPE_CHECKING:
    from discotag.cli.corpus_input import CorpusInput
    from discotag.core.registry import Registry
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

    def found(self) -> tuple[options.Texts, options.Languages]:
        """Return the texts and their languages; UsageError where they are not given."""
        if self.source is not None:
            given = options.Languages(
                self.source_language, self.target_language, self.language_pair
            )
            return self._texts(self.source, self.reference, self.docids), given
        if self.language_pair is None or not self.target_language:
            raise UsageError("give --src, or -t TESTSET -l PAIR as in sacreBLEU")
        if self.source_language or self.docids:
            raise UsageError("-t TESTSET -l PAIR already sets the texts; remove --docids and -s")
        from discotag.cli.corpus_input import stored_set

        stored = stored_set(self.target_language, self.language_pair)
        references = [f"{name}={path}" for name, path in stored.references.items()]
        return (
            self._texts(stored.source, [*references, *(self.reference or ())], stored.docids),
            options.Languages(*stored.pair),
        )

    def _texts(
        self, source: Path, reference: list[str] | None, docids: Path | None
    ) -> options.Texts:
        return options.Texts(source, reference, self.hypothesis, docids, self.reader, self.strict)


@grouped
def run(
    *,
    corpus: Corpus,
    rules: options.Rules,
    engines: options.Engines,
    scorers: options.Scorers = options.SCORERS,
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
    report: options.Page = True,
    work: options.Work,
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
    registry = checked_registry(without, quiet=quiet)
    planned = plan(
        options.run_config(
            pair.source_language,
            pair.target_language,
            rules,
            engines.with_settings(expected.settings("address")),
            on_error=on_error,
            scorers=f"{scorers},address" if expected else scorers,
            apart=("reader", "executor"),
        ),
        registry,
    )
    given = CorpusInput(registry, planned, texts, engines.settings)
    count = len(given.request.references) + len(given.request.hypotheses)
    with (
        given.progress(quiet=quiet, texts=count),
        note_on_interrupt(lambda: note_of(out) if out is not None else None),
    ):
        result = run_plan(
            planned,
            registry,
            given.watched(given.read()),
            work.execution(engines.settings, without),
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
        skipped = count_noun(len(failures), "failure")
        raise SkippedWorkError(
            f"{skipped} skipped, their documents not scored; the first: {failures[0]}"
        )


def _print_parts(out: Path, registry: Registry, by: By, resampling: options.Resampling) -> None:
    """Print the scores of each part of a run that was written."""
    from discotag.cli.tables import print_scores
    from discotag.runs.folder import open_run
    from discotag.runs.slices import CountedRuns, sliced_results

    counted = CountedRuns.of([open_run(out)], registry, resampling.options())
    for value, results in sliced_results(counted, registry, by, resampling.options()):
        typer.echo(f"\n== {by.value}: {value} ==")
        print_scores(results)


def _print(
    result: RunResult, output: options.Format, *, has_long_signature: bool, is_one_line: bool
) -> None:
    if output is options.Format.JSON:
        from discotag.runs.results import scores_data

        content = {**scores_data(result.results), **result.record.model_dump(by_alias=True)}
        print_json(content)
    elif is_one_line:
        from discotag.cli.tables import print_lines

        print_lines(result.results, is_long=has_long_signature)
    else:
        from discotag.cli.tables import print_result

        print_result(result.results, has_long_signature=has_long_signature)


def _tell(result: RunResult, corpus: CorpusInput, *, jobs: int) -> None:
    """Print to standard error how the run went."""
    if result.resumed:
        done = count_noun(result.resumed, "document")
        typer.echo(f"{done} done before, by a run that stopped", err=True)
    if jobs > 1 and result.plan.is_sequential:
        typer.echo("note: one worker did it: a component hands out a file line by line", err=True)
    corpus.print_notes(*result.results.notes)
    typer.echo(f"{result.tally.size}, {result.seconds['total']:.1f} s", err=True)


def demo(
    target: Annotated[
        str, typer.Argument(help="Target language of a bundled pair: fr, ja, de …")
    ] = "fr",
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out",
            "-o",
            callback=writable_folder,
            help="Folder to write; default: demo-report-en-TARGET.",
        ),
    ] = None,
    quiet: options.Quiet = False,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Run the whole job on four short documents, their translation and two systems' mistakes.

    The documents were written for this purpose and come with discotag; nothing is downloaded.
    """
    from discotag.demo import demo_files

    files = demo_files(target)
    folder = out if out is not None else Path(f"demo-report-en-{target}")
    run(
        source=files.source,
        reference=[str(files.reference)],
        docids=files.docids,
        source_language="en",
        target_language=target,
        hypothesis=[f"{name}={path}" for name, path in files.hypotheses.items()],
        out=folder,
        quiet=quiet,
        output=output,
    )
    if not quiet and output is options.Format.TEXT:
        typer.echo(
            f"\nOpen {folder}/report.html in a browser: every tag in its text, with the word that"
            f" decides it.\nThe documents, and a README with each system's mistakes by kind, are in"
            f" {files.source.parent}/.\nNext: discotag run --help"
        )
