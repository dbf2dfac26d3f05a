"""`discotag dip`: build test sets, score systems, show a leaderboard, train rankers."""

from __future__ import annotations

import json
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from discotag.plugin import options
from discotag.plugin.commands import open_registry, shown_progress, writable_file, writable_folder
from discotag.plugin.files import check_file, check_folder
from discotag.plugin.runs import Observers
from discotag_dip.items import Task

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence


dip = typer.Typer(
    no_args_is_help=True,
    rich_markup_mode=None,
    add_completion=False,
    help="Build test sets of what systems fail at in discourse; score systems on them.",
)


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


@options.panel("A corpus to be analyzed")
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
    from discotag_dip.building import build_hardest, check_task, open_corpus, refuse_annotators
    from discotag_dip.connectives import require_annotator
    from discotag_dip.rankers import coherence_ranker

    registry = open_registry()
    if task is TaskName.CONNECTIVES:
        require_annotator(registry)
    refuse_annotators(TASK_OF[task], annotator)
    if ranker is not None and task is not TaskName.COHERENCE:
        raise UsageError(f"{task.value} is built without a ranker; leave out --ranker")
    _tell_unverified(tagged.run, verify=tagged.verify)
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


def _tell_unverified(folder: Path | None, *, verify: bool) -> None:
    """Say that the files of a run were not compared with what it wrote, if they were not."""
    from discotag.plugin.runs import unverified

    if folder is not None and not verify:
        typer.echo(f"note: {unverified(folder)}", err=True)


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
    from discotag_dip.building import refuse_annotators
    from discotag_dip.results import table
    from discotag_dip.scoring import of_files, score_run
    from discotag_dip.scoring import score as scored
    from discotag_dip.testset import read_testset

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
            _tell_unverified(run, verify=verify)
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
    from discotag_dip.results import boards, page, read_results

    path = out or folder / "index.html"
    check_file(path)
    found = list(boards(read_results(folder)))
    with atomic_write(path) as write:
        write(page(found))
    if not quiet:
        typer.echo(f"wrote {path}: {len(found)} tables", err=True)


class RankerName(StrEnum):
    """The rankers."""

    PRONOUNS = "pronouns"
    COHERENCE = "coherence"


@options.panel("Neural rankers")
@dataclass(frozen=True)
class Neural:
    """How a neural ranker is trained."""

    encoder: Annotated[
        str | None, typer.Option(help="Neural: a folder or name of an encoder of Transformers.")
    ] = None
    epochs: Annotated[int, typer.Option(min=1, help="Neural: rounds over the pairs.")] = 1
    limit: Annotated[
        int, typer.Option("--pairs", min=0, help="Neural: pairs of each kind; 0 = all.")
    ] = 0
    device: Annotated[str, typer.Option(help="Neural: auto, cpu, cuda …")] = "auto"


@dip.command("train-ranker", short_help="Train a ranker of pronouns or of coherence.")
@options.grouped
def train_ranker(
    ranker: Annotated[RankerName, typer.Argument(help="Which ranker.")],
    *,
    out: Annotated[
        Path, typer.Option("--out", "-o", help="The weights to write: a file; a folder if neural.")
    ],
    text: Annotated[Path | None, typer.Option(help="Running English text.")] = None,
    docids: options.DocumentIds = None,
    run: Annotated[
        list[Path] | None,
        typer.Option("--run", help="Run into English: references against outputs; repeatable."),
    ] = None,
    test: Annotated[
        list[Path] | None,
        typer.Option("--test-run", help="Run to tell the pairwise accuracy on; repeatable."),
    ] = None,
    neural: Neural,
    quiet: options.Quiet = False,
) -> None:
    """Learn from free text with made errors, or from references and systems' outputs.

    Made errors are pronouns swapped or segments shuffled. With --encoder, they are added to the
    outputs of runs, too (pronouns) or before them (coherence). Without it, pronouns are learned
    from text alone. Scores name the ranker in their setup; only those of one ranker compare.

    Example:
    discotag dip train-ranker coherence --run wmt21-ru-en --test-run wmt22-ru-en --out mine.json
    """
    from discotag.plugin import UsageError
    from discotag_dip.rankers import refuse_name

    if (text is None) == (not run):
        raise UsageError("give either --text with --docids, or --run")
    if text is not None and docids is None:
        raise UsageError("--text needs --docids: context must not cross documents")
    refuse_name(out)
    texts = None if text is None or docids is None else (text, docids)
    runs, tests = tuple(run or ()), tuple(test or ())
    found: Mapping[str, float]
    if neural.encoder is not None:
        check_folder(out)
        found = _neural(ranker, neural.encoder, neural, (texts, runs, tests), out, quiet=quiet)
    else:
        check_file(out)
        if ranker is RankerName.COHERENCE:
            found = _coherence(texts, runs, tests, out)
        elif texts is None or tests:
            raise UsageError(
                "without --encoder, pronouns are learned from free text: --text and --docids alone"
            )
        else:
            found = _pronouns(texts, out)
    if not quiet:
        told = [f"{kind}: {100 * share:.1f} %" for kind, share in found.items()]
        told = ["pairwise accuracy on --test-run", *told] if told else []
        typer.echo("\n".join([f"wrote {out}", *told]), err=True)


def _neural(
    ranker: RankerName,
    encoder: str,
    how: Neural,
    given: tuple[tuple[Path, Path] | None, Sequence[Path], Sequence[Path]],
    out: Path,
    *,
    quiet: bool,
) -> Mapping[str, float]:
    """Train a neural ranker on texts or runs, and test it on others."""
    from discotag_dip.rankers import require_neural

    require_neural()
    from discotag_dip.neural.training import Course, Recipe, taught

    texts, runs, tests = given
    course = Course(
        ranker.value, encoder, runs=tuple(runs), texts=texts, tests=tuple(tests),
        recipe=Recipe(epochs=how.epochs, limit=how.limit), device=how.device,
    )  # fmt: skip
    return taught(course, out, tell=lambda line: None if quiet else typer.echo(line, err=True))


def _pronouns(texts: tuple[Path, Path], out: Path) -> Mapping[str, float]:
    from discotag.plugin.files import atomic_write
    from discotag_dip import training
    from discotag_dip.corpus import TextAnalyzer

    analyzer = TextAnalyzer(open_registry(), "en")
    weights = training.train_pronouns(training.read_documents(*texts), analyzer)
    with atomic_write(out) as write:
        write(weights.model_dump_json() + "\n")
    return {}


def _coherence(
    texts: tuple[Path, Path] | None, runs: Sequence[Path], tests: Sequence[Path], out: Path
) -> dict[str, float]:
    from discotag.plugin.files import atomic_write
    from discotag_dip import training
    from discotag_dip.coherence.ranker import accuracy
    from discotag_dip.corpus import TextAnalyzer

    analyzer = TextAnalyzer(open_registry(), "en")
    if texts is None:
        weights = training.coherence_of_runs(runs, analyzer, name=out.stem)
    else:
        pairs = training.order_pairs(training.read_documents(*texts), analyzer)
        weights = training.coherence_of_orders(pairs, name=out.stem)
    with atomic_write(out) as write:
        write(weights.model_dump_json() + "\n")
    shares = {
        "outputs": accuracy(weights, training.output_pairs(tests, analyzer)),
        "orders": accuracy(weights, training.reference_orders(tests, analyzer)),
    }
    return {kind: share for kind, share in shares.items() if share is not None}
