"""Parts of a run: its scores by domain, by document, by voice, or by distance of the evidence.

Domains and documents part the counts of every scorer. Voices and distances are properties of single
tags, so there the verdicts of those scorers are counted that judge single tags.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING

from discotag.core.components import ScorerInfo
from discotag.core.errors import InputError
from discotag.core.results import By, Comparison, Row, Statistics, Verdict
from discotag.language.voices import TEXT, SpeakerConventions, voices_of_document
from discotag.runs.counts import tables_of
from discotag.runs.reporting import documents_of
from discotag.runs.results import read_results, scorer_views
from discotag.scoring.resampling import resample
from discotag.scoring.table import BoundScorer, CountTable

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    import numpy as np
    from numpy.typing import NDArray

    from discotag.core.registry import Registry
    from discotag.core.results import DocumentView, Judgement, Results
    from discotag.core.tags import Mark, TaggedDocument
    from discotag.runs.folder import RunFolder
    from discotag.scoring.resampling import ResamplingOptions

    Property = Callable[[TaggedDocument, Mark], str]
    Verdicts = dict[str, dict[tuple[str, str], list[dict[Row, list[float]]]]]
    """Slice → (scorer, system) → counts of each document."""

NO_DOMAIN = "no domain"
UNRESOLVED, LATER, BEYOND = "not found", "later", "over 10"
DISTANCES = ((0, "same segment"), (1, "1"), (3, "2–3"), (10, "4–10"))
"""Segments back to the nearest evidence, and the name of the slice that they end."""
VOICES = (TEXT, "quotation", "speaker", "letter", "cited")
COLUMNS = ("correct", "missing", "support")


ORDER = {
    By.VOICE: VOICES,
    By.DISTANCE: (*(name for _, name in DISTANCES), BEYOND, LATER, UNRESOLVED),
}


@dataclass(frozen=True, slots=True)
class Slice:
    """A part of a run.

    Args:
        value: the domain, kind of voice, distance or document.
        tables: counts of the part, by scorer and then system.
        documents: how many have anything in it.
    """

    value: str
    tables: tuple[CountTable, ...]
    documents: int


@dataclass(frozen=True, slots=True)
class CountedRuns:
    """Runs of one pair and text, with what was counted in them.

    Args:
        runs: their folders, opened.
        results: their results, put together.
        scorers: their scorers.
        tables: the counts, by scorer and then system.
    """

    runs: tuple[RunFolder, ...]
    results: Results
    scorers: tuple[BoundScorer, ...]
    tables: tuple[CountTable, ...]

    @classmethod
    def of(
        cls, runs: Sequence[RunFolder], registry: Registry, options: ResamplingOptions
    ) -> CountedRuns:
        """Read the counts of runs; errors as `read_results`."""
        results, scorers = read_results(runs, registry, options)
        phenomena = runs[0].record.plan.supported
        counts = [run.counts for run in runs]
        tables = tables_of(counts, results.systems, scorers, phenomena=phenomena)
        return cls(tuple(runs), results, scorers, tuple(tables) if scorers else ())

    def documents(self) -> Iterator[DocumentView]:
        """Yield the tagged documents with the judges' verdicts; errors as `documents_of`."""
        return documents_of(self.runs, self.results, self.scorers)


def slices(
    counted: CountedRuns, registry: Registry, kinds: Sequence[By]
) -> dict[By, tuple[Slice, ...]]:
    """Split the counts of runs in several ways; their tags are read at most once.

    Args:
        counted: the runs.
        registry: where the languages are found.
        kinds: what parts them. The scores by voice and distance are shares of the references' tags
            that a judge calls right, of all that it judges (`accuracy`).

    Returns:
        The parts that have any count, domains and documents as in the corpus, voices and
        distances in their order.

    Raises:
        InputError: no document has a domain, or nothing was scored.
    """
    if not counted.tables:
        raise InputError("nothing was scored there", path=counted.runs[0].path)
    found: dict[By, tuple[Slice, ...]] = {}
    if By.DOMAIN in kinds:
        domains = counted.runs[0].domains()
        if not any(domains.values()):
            raise InputError(
                "no document tells its domain; give --docids with a second column when tagging",
                path=counted.runs[0].path,
            )
        found[By.DOMAIN] = tuple(_parted(counted.tables, lambda name: domains[name] or NO_DOMAIN))
    if By.DOCUMENT in kinds:
        found[By.DOCUMENT] = tuple(_parted(counted.tables, str))
    properties = {
        by: _value_of(by, counted.results, registry)
        for by in (By.VOICE, By.DISTANCE)
        if by in kinds
    }
    return found | (_judged(counted, properties) if properties else {})


def sliced_results(
    counted: CountedRuns, registry: Registry, by: By, options: ResamplingOptions
) -> Iterator[tuple[str, Results]]:
    """Yield each part with its scores, intervals and differences; errors as `slices`."""
    for part in slices(counted, registry, (by,))[by]:
        outcome = resample(part.tables, options)
        signatures = {name: view.signature for name, view in counted.results.scorers.items()}
        yield (
            part.value,
            replace(
                counted.results,
                documents=part.documents,
                scorers=scorer_views(part.tables, signatures),
                scores=outcome.scores,
                differences=outcome.differences,
                resampling=outcome.resampling,
            ),
        )


def part_of(
    by: By, target_language: str, registry: Registry
) -> Callable[[TaggedDocument, Mark], str]:
    """Return what names the part that a tag of a text is in: its document, or its voice's kind."""
    if by is By.DOCUMENT:
        return lambda tagged, _: tagged.document.id
    return partial(_voice, SpeakerConventions.of(registry.language(target_language).info))


def _parted(tables: Sequence[CountTable], value_of: Callable[[str], str]) -> Iterator[Slice]:
    """Split tables by document."""
    groups: dict[str, list[int]] = {}
    for index, name in enumerate(tables[0].documents):
        groups.setdefault(value_of(name), []).append(index)
    for value, members in groups.items():
        parts = tuple(
            replace(
                table,
                documents=tuple(table.documents[index] for index in members),
                counts=tuple(table.counts[index] for index in members),
            )
            for table in tables
        )
        yield Slice(value, parts, len(members))


def _value_of(by: By, results: Results, registry: Registry) -> Property:
    if by is By.DISTANCE:
        return _distance
    conventions = SpeakerConventions.of(registry.language(results.target_language).info)
    return partial(_voice, conventions)


def _distance(_: TaggedDocument, mark: Mark) -> str:
    distance = mark.distance
    if distance is None:
        return UNRESOLVED
    if distance < 0:
        return LATER
    return next((name for last, name in DISTANCES if distance <= last), BEYOND)


def _voice(conventions: SpeakerConventions, tagged: TaggedDocument, mark: Mark) -> str:
    target = tagged.document.target
    voices = voices_of_document(tagged.document, conventions)
    return voices.at(mark.segment, target[mark.segment].starts[mark.token]).partition(" ")[0]


def _judged(counted: CountedRuns, properties: Mapping[By, Property]) -> dict[By, tuple[Slice, ...]]:
    """Count the verdicts on every reference's tags by properties of the tags."""
    judges = [bound for bound in counted.scorers if bound.is_judge]
    verdicts: dict[By, Verdicts] = {by: {} for by in properties}
    names: list[str] = []
    scored = {name for table in counted.tables[:1] for name in table.documents}
    for view in counted.documents():
        if view.id not in scored:
            continue
        names.append(view.id)
        for by, key, value, row, verdict in _verdicts(view, counted.results, judges, properties):
            of_system = verdicts[by].setdefault(value, {}).setdefault(key, [])
            while len(of_system) < len(names):
                of_system.append(defaultdict(_zeros))
            _count(of_system[-1], row, verdict)
    return {
        by: tuple(
            _slice(value, of_kind[value], tuple(names), counted.results, judges)
            for value in ORDER[by]
            if value in of_kind
        )
        for by, of_kind in verdicts.items()
    }


def _verdicts(
    view: DocumentView,
    results: Results,
    judges: Sequence[BoundScorer],
    properties: Mapping[By, Property],
) -> Iterator[tuple[By, tuple[str, str], str, Row, Verdict]]:
    for place, name in enumerate(results.references):
        reference = view.texts[name]
        values = {
            (mark.phenomenon, mark.label, mark.segment, mark.token): [
                (by, value_of(reference, mark)) for by, value_of in properties.items()
            ]
            for mark in reference.tags
        }
        for bound, system in ((bound, system) for bound in judges for system in results.systems):
            key = (bound.info.name, system)
            found: Iterable[Judgement] = (
                bound.judgements(Comparison((reference,), view.texts[system]))
                if place
                else view.judgements[key]
            )
            for item in found:
                if item.verdict is not Verdict.UNJUDGED:
                    tag = (item.phenomenon, item.label, item.segment, item.token)
                    for by, value in values.get(tag, ()):
                        yield by, key, value, Row(item.phenomenon), item.verdict


def _zeros() -> list[float]:
    return [0.0] * len(COLUMNS)


def _count(counts: dict[Row, list[float]], row: Row, verdict: Verdict) -> None:
    columns = counts[row]
    columns[0] += verdict is Verdict.CORRECT
    columns[1] += verdict is Verdict.MISSING
    columns[2] += 1


def _slice(
    value: str,
    verdicts: Mapping[tuple[str, str], Sequence[Mapping[Row, Sequence[float]]]],
    names: tuple[str, ...],
    results: Results,
    judges: Sequence[BoundScorer],
) -> Slice:
    tables = []
    phenomena = tuple(results.phenomena)
    for bound in judges:
        share = _share_of(bound)
        for system in results.systems:
            counts = verdicts.get((bound.info.name, system), ())
            statistics = [
                Statistics(
                    name,
                    {row: tuple(columns) for row, columns in counts[index].items()}
                    if index < len(counts)
                    else {},
                )
                for index, name in enumerate(names)
            ]
            tables.append(CountTable.of(share, system, statistics, phenomena=phenomena))
    found = {
        index
        for table in tables
        for index, counted in enumerate(table.counts)
        if any(any(columns) for columns in counted.values())
    }
    return Slice(value, tuple(tables), len(found))


def _share_of(bound: BoundScorer) -> BoundScorer:
    info = ScorerInfo(
        name=bound.info.name,
        summary=f"share of the references' tags that {bound.info.name} calls right",
        factory="discotag.runs.slices:ShareScorer",
        phenomena=bound.info.phenomena,
        version=bound.info.version,
        columns=COLUMNS,
    )
    return BoundScorer(info, ShareScorer(), bound.owner, bound.classes, is_builtin=True)


class ShareScorer:
    """Reports the share of judged tags that are right; nothing is counted with it."""

    @classmethod
    def create(cls, context: object) -> ShareScorer:
        """Build it."""
        del context
        return cls()

    def statistics(self, comparisons: Iterable[Comparison]) -> Iterator[Statistics]:
        """Count nothing."""
        del comparisons
        return iter(())

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Return, 0-1: accuracy over judged tags, and the share of them that are missing."""
        import numpy as np

        correct, missing, support = (counts[..., column] for column in range(3))
        whole = np.where(support > 0, support, np.nan)
        return {"accuracy": correct / whole, "missing": missing / whole}

    def signature(self) -> str:
        """Nothing changes its numbers."""
        return ""
