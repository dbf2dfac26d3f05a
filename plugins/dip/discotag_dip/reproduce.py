"""The experiment `discotag reproduce dip`: its configuration, steps and tables."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import TYPE_CHECKING, Self

from pydantic import Field, ValidationError, model_validator

from discotag.plugin import InputError
from discotag_dip.items import TASKS, Task
from discotag_dip.rankers import ENCODED
from discotag_dip.results import MEASURES, TaskResult, written
from discotag_dip.testset import TITLES, read_testset
from discotag_experiments.command import reproduce_command
from discotag_experiments.experiment import (
    Experiment,
    Section,
    check_files,
    check_known,
    check_unique,
    filled,
)
from discotag_experiments.steps import Given, Step, folder_of
from discotag_experiments.tables import UNAVAILABLE, Cell, Row, Table, number

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from discotag_dip.items import Task
    from discotag_dip.results import Figure, SystemResult
    from discotag_dip.testset import Manifest

    Words = list[str | Path | Given]


class CorpusSection(Section):
    """A corpus; paths start at the configuration's folder.

    They may hold `{corpus}`, `{source}` and `{target}`.

    Args:
        source: language of the source.
        target: language of the translations.
        src: source text, or the file that holds all.
        docids: document ids.
        reader: of discotag; "" = by the file's name.
        references: name → file, the first is what sets are built from; none where `src` holds them.
        systems: name → file; none where `src` holds them.
        behind: systems whose failures make the sets; None = all.
        tasks: which tasks; None = those of the experiment.
    """

    source: str
    target: str
    src: str
    docids: str | None = None
    reader: str = ""
    references: dict[str, str] = Field(default_factory=dict)
    systems: dict[str, str] = Field(default_factory=dict)
    behind: tuple[str, ...] | None = None
    tasks: tuple[Task, ...] | None = None

    @model_validator(mode="after")
    def _check_names(self) -> Self:
        check_files(self.references | self.systems)
        for name in self.behind or ():
            if self.systems:
                check_known("behind", "systems", name, self.systems)
        return self


class DipConfig(Section):
    """Rankings of systems by task and corpus (dip, Tables 4-7).

    Args:
        tasks: which tasks.
        corpora: name → corpus.
        rankers: `pronouns`, `coherence` → weights of `discotag dip train-ranker`; else those that
            are shipped.
    """

    tasks: tuple[Task, ...] = Field(default=TASKS, min_length=1)
    corpora: dict[str, CorpusSection] = Field(min_length=1)
    rankers: dict[str, str] = Field(default_factory=dict)

    @model_validator(mode="after")
    def _check_names(self) -> Self:
        check_files(self.corpora)
        check_unique(self.tasks, "task")
        for name in self.rankers:
            check_known("rankers", "rankers", name, ("pronouns", "coherence"))
        return self

    def tasks_of(self, name: str) -> tuple[Task, ...]:
        """The tasks of a corpus."""
        return self.corpora[name].tasks or self.tasks


RESULT = "result.json"
RANKERS = {"anaphora": "pronouns", "coherence": "coherence"}


def steps(config: DipConfig, out: Path, base: Path) -> list[Step]:
    """Return the steps.

    Args:
        config: the configuration.
        out: the experiment's folder.
        base: the configuration's folder.

    Raises:
        UsageError: a path holds an unknown placeholder; names the key.
    """
    made: list[Step] = []
    for name, corpus in config.corpora.items():
        tasks = config.tasks_of(name)
        run = Given(folder_of(out, f"run/{name}") / "run", f"corpora.{name}")
        made.append(_run(name, corpus, run.path, base, tasks))
        for task in tasks:
            made += _of_task(config, name, task, run, out=out, base=base)
    return made


def set_folder(out: Path, corpus: str, task: Task) -> Path:
    """Return the folder of a test set."""
    return folder_of(out, f"build/{corpus}/{task}") / "set"


def result_file(out: Path, corpus: str, task: Task) -> Path:
    """Return the file of a task's result."""
    return folder_of(out, f"score/{corpus}/{task}") / RESULT


def _run(name: str, corpus: CorpusSection, run: Path, base: Path, tasks: tuple[Task, ...]) -> Step:
    names = {"corpus": name, "source": corpus.source, "target": corpus.target}

    def given(text: str, key: str) -> Given:
        return filled(text, f"corpora.{name}.{key}", base, names)

    words: Words = ["run", "--src", given(corpus.src, "src")]
    if corpus.docids is not None:
        words += ["--docids", given(corpus.docids, "docids")]
    if corpus.reader:
        words += ["--reader", corpus.reader]
    for option, key, files in (
        ("--ref", "references", corpus.references),
        ("--hyp", "systems", corpus.systems),
    ):
        for text, path in files.items():
            words += [option, replace(given(path, f"{key}.{text}"), before=f"{text}=")]
    phenomena = ["lexical_cohesion", *(["pronouns"] if "anaphora" in tasks else [])]
    words += ["-s", corpus.source, "-t", corpus.target, "-p", ",".join(phenomena)]
    words += ["--scorers", "bleu", "--samples", "100", "--trials", "100", "--no-report"]
    words += ["--out", run]
    return Step(f"run/{name}", f"corpora.{name}", tuple(words), ("run/run.json",))


def _of_task(
    config: DipConfig, name: str, task: Task, run: Given, *, out: Path, base: Path
) -> tuple[Step, Step]:
    key = f"corpora.{name}"
    folder, result = set_folder(out, name, task), result_file(out, name, task)
    ranker: Words = []
    if (kind := RANKERS.get(task)) in config.rankers:
        given = config.rankers[kind]
        is_name = given == str(ENCODED)
        path = given if is_name else filled(given, f"rankers.{kind}", base, {})
        ranker = ["--ranker", path]
    build: Words = ["dip", "build", task, "--run", run, "--out", folder, "-q"]
    for system in config.corpora[name].behind or ():
        build += ["--system", system]
    if task == "coherence":
        build += ranker
    score: Words = ["dip", "score", Given(folder, key), "--run", run, "--out", result, "-q"]
    return (
        Step(f"build/{name}/{task}", key, tuple(build), ("set/manifest.json",)),
        Step(f"score/{name}/{task}", key, (*score, *ranker), (RESULT,)),
    )


BEHIND = "†"
"""Marks systems whose failures make the set they are judged on."""


def tables(config: DipConfig, out: Path) -> list[Table]:
    """Read what the steps wrote, and set the tables.

    Raises:
        InputError: a result is not there.
    """
    tasks = [
        task for task in TASKS if any(task in config.tasks_of(name) for name in config.corpora)
    ]
    manifests = {
        (name, task): read_testset(set_folder(out, name, task)).manifest
        for name in config.corpora
        for task in config.tasks_of(name)
    }
    ranked = [_ranking(task, config, manifests, out) for task in tasks]
    return [_sizes(config, tasks, manifests), *ranked]


def _sizes(
    config: DipConfig, tasks: list[Task], manifests: Mapping[tuple[str, Task], Manifest]
) -> Table:
    rows = []
    for name in config.corpora:
        found = [manifests.get((name, task)) for task in tasks]
        corpus = next(manifest.corpus for manifest in found if manifest is not None)
        cells = [
            Cell(UNAVAILABLE)
            if manifest is None
            else number(manifest.items, 0, documents=manifest.documents)
            for manifest in found
        ]
        rows.append(Row((name,), (number(corpus["documents"], 0), *cells)))
    return Table(
        title="Items of the test sets",
        labels=("corpus",),
        columns=("documents", *tasks),
        rows=tuple(rows),
        notes=("Documents: of the corpus. x = the task was not asked for.",),
    )


def _ranking(
    task: Task, config: DipConfig, manifests: Mapping[tuple[str, Task], Manifest], out: Path
) -> Table:
    results = {
        name: _read(result_file(out, name, task))
        for name in config.corpora
        if task in config.tasks_of(name)
    }
    kinds = sorted(
        {kind for result in results.values() for system in result.systems for kind in system.kinds}
    )
    rows = []
    for name, result in results.items():
        behind = manifests[name, task].systems
        rows.append(Row((f"{name}, {result.items} items",)))
        for system in result.systems:
            label = f"{system.system}{BEHIND if system.system in behind else ''}"
            cells = _cells(task, system, kinds, is_several=len(result.systems) > 1)
            rows.append(Row((str(system.rank), label), tuple(cells)))
    return Table(
        title=TITLES[task],
        labels=("rank", "system"),
        columns=(*MEASURES[task], *(f"{kind} %" for kind in kinds)),
        rows=tuple(rows),
        notes=tuple(_notes(task)),
    )


def _cells(
    task: Task, system: SystemResult, kinds: list[str], *, is_several: bool
) -> Iterator[Cell]:
    """Yield a system's figures, then the shares of its errors."""
    first = next(iter(MEASURES[task]))
    for name in MEASURES[task]:
        yield _figure(
            system.measures[name], is_best=name == first and system.rank == 1 and is_several
        )
    total = sum(system.kinds.values())
    for kind in kinds:
        share = 100 * system.kinds.get(kind, 0) / total if total else None
        yield number(share, 0, items=system.kinds.get(kind, 0))


def _figure(figure: Figure, *, is_best: bool) -> Cell:
    return Cell(written(figure), figure.value, is_best=is_best, more={"interval": figure.interval})


def _notes(task: Task) -> Iterator[str]:
    for name, measure in MEASURES[task].items():
        way = "higher" if measure.higher_is_better else "lower"
        yield f"{name}: {measure.summary}; {way} is better."
    yield (
        f"[95 % over documents]. Kinds of error: % of those proposed by rule. {BEHIND} = its"
        " failures are among those that the set was built from; – = undefined."
    )


def _read(path: Path) -> TaskResult:
    try:
        return TaskResult.model_validate_json(path.read_bytes())
    except (OSError, ValidationError) as error:
        raise InputError(f"holds no result: {error}", path=path) from error


DIP = Experiment("dip", DipConfig, Path(__file__).parent / "configs", steps, tables)
dip_command = reproduce_command(DIP)
