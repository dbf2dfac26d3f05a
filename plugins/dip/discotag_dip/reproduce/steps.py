"""The steps: each corpus is run once, then a set is built and scored for every task."""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from discotag_dip.rankers import ENCODED
from discotag_experiments.experiment import filled
from discotag_experiments.steps import Given, Step, folder_of

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_dip.items import Task
    from discotag_dip.reproduce.config import CorpusSection, DipConfig

    Words = list[str | Path | Given]

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
