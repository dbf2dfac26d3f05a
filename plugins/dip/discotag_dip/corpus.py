"""Analyses running text of one language, outside a run: what rankers learn from and read."""

from __future__ import annotations

from dataclasses import dataclass, replace
from itertools import chain, islice
from typing import TYPE_CHECKING, Literal

from discotag.plugin import InputError, ParallelText, Side, UnknownNameError, UsageError
from discotag.plugin.runs import (
    ComponentSpec,
    RunConfig,
    SegmentAnalyzer,
    Stages,
    in_units,
    open_run,
    plan,
    sign,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.plugin import Document, Registry
    from discotag.plugin.runs import Observers, RunFolder


LAYERS = frozenset({"tokens", "lemmas", "pos", "morph", "deps"})
BATCH = 100
"""Documents analysed at a time."""


class TextAnalyzer:
    """The default analyzer of a language, loaded once.

    Args:
        registry: what is installed.
        language: code.

    Raises:
        PlanError: the language has no analyzer with all layers.
    """

    def __init__(self, registry: Registry, language: str) -> None:
        config = RunConfig(source_language=language, target_language=language)
        planned = plan(config, registry, layers=frozenset(f"source.{name}" for name in LAYERS))
        self._analyze = SegmentAnalyzer(planned, "source")
        self.language = self._analyze.language

    def sides(self, documents: Iterable[tuple[str, Sequence[str]]]) -> Iterator[Side]:
        """Analyse documents (id and segments), some at a time, in order."""
        waiting = iter(documents)
        while batch := list(islice(waiting, BATCH)):
            segments = [segment for _, lines in batch for segment in lines]
            tokens = iter(self._analyze(segments))
            for name, lines in batch:
                yield Side(
                    self.language,
                    tuple(lines),
                    tuple(islice(tokens, len(lines))),
                    document=name,
                )


Unit = Literal["line", "sentence", "sure"]
"""What a segment is."""


@dataclass(frozen=True, slots=True)
class Bundle:
    """One source document with its reference and the systems' translations, all analysed.

    Args:
        reference: the reference's document.
        others: other references, which show what else is right.
        systems: system name → document, in the user's order.
    """

    reference: Document
    others: tuple[Document, ...]
    systems: Mapping[str, Document]


@dataclass(frozen=True)
class Corpus:
    """A corpus to build from.

    Args:
        source_language: code.
        target_language: code.
        reference: name of the reference.
        systems: names, in order.
        setup: what analysed it, in short: the signature of a run, or of the plan.
        bundles: the documents, in order; can be gone over once.
        unit: what a segment is.
        notes: says what was found and chosen, once the documents are read.
    """

    source_language: str
    target_language: str
    reference: str
    systems: tuple[str, ...]
    setup: str
    bundles: Iterator[Bundle]
    unit: Unit = "line"
    notes: Callable[[], Sequence[str]] = tuple


def of_run(
    folder: Path,
    *,
    reference: str | None = None,
    systems: Sequence[str] = (),
    verify: bool = True,
) -> Corpus:
    """Open the folder of `discotag run --out`; nothing is analysed again.

    Args:
        folder: the folder.
        reference: which reference to build from; None = the first.
        systems: whose failures to find; none = all.
        verify: whether every file must be the one that the run wrote.

    Raises:
        InputError: it holds no sound run, or one without reference or system.
        UnknownNameError: it has no such reference or system.
    """
    run = open_run(folder, verify=verify)
    record = run.record
    if not record.references or not record.systems:
        raise InputError("holds no reference or no system; run with --ref and --hyp", path=folder)
    chosen = _chosen(reference, record.references)
    for name in systems:
        if name not in record.systems:
            raise UnknownNameError("system", name, record.systems)
    behind = tuple(name for name in record.systems if not systems or name in systems)
    return Corpus(
        record.source_language,
        record.target_language,
        chosen,
        behind,
        record.short_signature,
        _of_files(run, (*record.references, *behind), chosen, behind),
        _unit_of(run),
    )


def _unit_of(run: RunFolder) -> Unit:
    """Return what a segment of a run is."""
    if run.record.units is None:
        return "line"
    return "sure" if "u:sure" in run.record.short_signature.split("|") else "sentence"


def _of_files(
    run: RunFolder, names: tuple[str, ...], reference: str, systems: tuple[str, ...]
) -> Iterator[Bundle]:
    for row in zip(*(run.documents(name) for name in names), strict=True):
        texts = {name: tagged.document for name, tagged in zip(names, row, strict=True)}
        yield _bundle(texts, reference, systems)


def of_texts(
    registry: Registry,
    languages: tuple[str, str],
    texts: Iterable[ParallelText],
    layers: frozenset[str],
    *,
    reference: str | None = None,
    unit: Literal["line", "sentence", "sure", "auto"] = "line",
    annotators: Sequence[str] = (),
    observers: Observers | None = None,
) -> Corpus:
    """Analyse a corpus with the default components of its pair.

    Args:
        registry: what is installed.
        languages: codes of source and target.
        texts: the documents, all with the same references and systems.
        layers: what the task reads (`source.tokens` …).
        reference: which reference to build from; None = the first.
        unit: what a segment is; references and systems end units together.
        annotators: those that should give their layer, `NAME[:ARGUMENT]`.
        observers: who is notified of progress.

    Raises:
        PlanError: nothing installed gives a layer, or finds units of sentences.
        InputError: the texts have no lines in common, and units are lines.
        UsageError: there is no reference, or no system.
        UnknownNameError: there is no such reference.
    """
    waiting = iter(texts)
    first = next(waiting, None)
    if first is None or not first.references or not first.hypotheses:
        raise UsageError("a test set needs a reference (--ref) and at least one system (--hyp)")
    chosen, systems = _chosen(reference, tuple(first.references)), tuple(first.hypotheses)
    config = RunConfig(
        source_language=languages[0],
        target_language=languages[1],
        unit=unit,
        annotators=tuple(map(ComponentSpec.parse, annotators)),
    )
    found = in_units(plan(config, registry, layers=layers), chain([first], waiting))
    planned = found.plan
    stages = Stages(planned, registry, observers)

    def bundles() -> Iterator[Bundle]:
        for tagged in stages.tag(found.texts):
            texts = {**tagged.references, **tagged.hypotheses}
            yield _bundle({name: item.document for name, item in texts.items()}, chosen, systems)

    digests = {**stages.components.digests(), **found.digests}
    return Corpus(
        planned.source.code,
        planned.target.code,
        chosen,
        systems,
        sign(planned, digests, registry, references=len(first.references)).line(short=True),
        bundles(),
        "line" if planned.units is None else _decided(planned.config.unit),
        found.notes,
    )


def _decided(unit: str) -> Unit:
    return "sure" if unit == "sure" else "sentence"


def again(
    corpus: Corpus,
    registry: Registry,
    layers: frozenset[str],
    *,
    annotators: Sequence[str] = (),
    observers: Observers | None = None,
) -> Corpus:
    """Analyse the texts of a corpus again, for layers that files of tags do not hold.

    Segments, and where they are, stay those of the corpus. `annotators` are those of `of_texts`.

    Raises:
        PlanError: nothing installed gives a layer.
    """

    def texts() -> Iterator[ParallelText]:
        for bundle in corpus.bundles:
            found = bundle.reference
            references = {
                text.system: text.target.segments for text in (bundle.reference, *bundle.others)
            }
            systems = {name: text.target.segments for name, text in bundle.systems.items()}
            every = (found, *bundle.others, *bundle.systems.values())
            yield ParallelText(
                found.id,
                found.source.segments,
                references,
                systems,
                domain=found.domain,
                source_places=found.source.places,
                places={text.system: text.target.places for text in every if text.target.places},
            )

    languages = (corpus.source_language, corpus.target_language)
    made = of_texts(
        registry,
        languages,
        texts(),
        layers,
        reference=corpus.reference,
        annotators=annotators,
        observers=observers,
    )
    if corpus.unit == "line":
        return made
    return replace(made, setup=f"{made.setup}|segments of {corpus.setup}", unit=corpus.unit)


def _bundle(texts: Mapping[str, Document], reference: str, systems: tuple[str, ...]) -> Bundle:
    others = tuple(text for name, text in texts.items() if name not in {reference, *systems})
    return Bundle(texts[reference], others, {name: texts[name] for name in systems})


def _chosen(reference: str | None, names: tuple[str, ...]) -> str:
    if reference is not None and reference not in names:
        raise UnknownNameError("reference", reference, names)
    return reference or names[0]
