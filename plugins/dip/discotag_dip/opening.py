"""The corpus that `discotag dip build` is given: a run's, or texts that are analysed now."""

from __future__ import annotations

from typing import TYPE_CHECKING

import typer

from discotag.plugin import UsageError, options
from discotag.plugin.runs import Observers, open_reader, unverified
from discotag_dip.building import LAYERS, check_task
from discotag_dip.corpus import again, of_run, of_texts

if TYPE_CHECKING:
    from pathlib import Path

    from discotag.plugin import CorpusRequest, Registry
    from discotag_dip.command import OfRun, OfTexts
    from discotag_dip.corpus import Corpus
    from discotag_dip.items import Task


def refuse_annotators(task: Task, given: list[str] | None) -> None:
    """Refuse annotators where a task reads none of their layers; UsageError."""
    if given and task != "connectives":
        raise UsageError(f"{task} reads no annotator's layer; leave out --annotator")


def open_corpus(
    registry: Registry,
    task: Task,
    tagged: OfRun,
    texts: OfTexts,
    *,
    reference: str | None,
    annotators: list[str],
) -> Corpus:
    """Open the run's corpus, or read and analyse the texts.

    Args:
        registry: what is installed.
        task: what is tested.
        tagged: a run, if one is given.
        texts: else the texts.
        reference: which reference to build from; None = the first.
        annotators: those that shall give their layer, `NAME[:ARGUMENT]`.

    Raises:
        UsageError: both or neither are given, or an option that does not fit.
        InputError: there is no sound run, or texts cannot be read.
        PlanError: nothing installed gives a layer.
    """
    if (tagged.run is None) == (texts.source is None):
        raise UsageError("give either --run, a folder of discotag run, or the texts with --src")
    if tagged.run is not None:
        if stray := texts.given():
            raise UsageError(f"--run tells all of the corpus; leave out {', '.join(stray)}")
        return _of_run(
            registry, task, tagged.run, tagged, reference=reference, annotators=annotators
        )
    if tagged.systems:
        raise UsageError("--system chooses among those of --run; leave it out")
    source, target = texts.source_language, texts.target_language
    if texts.source is None or source is None or target is None:
        raise UsageError("texts need their languages: -s and -t")
    languages = (registry.language(source).info.code, registry.language(target).info.code)
    request = options.corpus_request(
        texts.source,
        texts.reference,
        texts.hypothesis,
        texts.docids,
        is_strict=False,
        languages=languages,
    )
    return _of_texts(
        registry, task, languages, request, texts, reference=reference, annotators=annotators
    )


def tell_unverified(folder: Path, *, verify: bool) -> None:
    """Say that the files of a run were not compared with what it wrote, if they were not."""
    if not verify:
        typer.echo(f"note: {unverified(folder)}", err=True)


def _of_run(
    registry: Registry,
    task: Task,
    folder: Path,
    tagged: OfRun,
    *,
    reference: str | None,
    annotators: list[str],
) -> Corpus:
    """Return a run's corpus; analysed again for layers that files of tags do not hold."""
    tell_unverified(folder, verify=tagged.verify)
    corpus = of_run(folder, reference=reference, systems=tagged.systems or (), verify=tagged.verify)
    if task in {"lexical_consistency", "anaphora"}:
        return corpus
    return again(corpus, registry, LAYERS[task], annotators=annotators)


def _of_texts(
    registry: Registry,
    task: Task,
    languages: tuple[str, str],
    request: CorpusRequest,
    given: OfTexts,
    *,
    reference: str | None,
    annotators: list[str],
) -> Corpus:
    """Read and analyse texts."""
    check_task(task, languages[1])
    texts = open_reader(registry, request.source, given.reader).read(request)
    observers = Observers(registry.plugins.manager)
    layers = LAYERS[task]
    return of_texts(
        registry,
        languages,
        texts,
        layers,
        reference=reference,
        unit=given.unit.value,
        annotators=annotators,
        observers=observers,
    )
