"""Works out the figures of a set and how metrics agree; what is known is read again."""

from __future__ import annotations

import json
import math
import re
from collections import Counter
from dataclasses import dataclass
from importlib.metadata import version
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np
from pydantic import ValidationError

from discotag.plugin import Row
from discotag.plugin.files import write_json
from discotag.plugin.runs import By, CountedRuns, join, open_run, slices
from discotag.plugin.statistics import ALPHA, SAMPLES, SEED, ResamplingOptions, standings
from discotag_results.book import (
    Agreement,
    Board,
    Contradiction,
    Figure,
    Pair,
    Part,
    Report,
    ScorerFacts,
    Set,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin import Registry
    from discotag.plugin.runs import RunFolder, Slice
    from discotag.plugin.statistics import Standings
    from discotag_results.inputs import Source


METRICS = ("bleu", "chrf")
PAIRS = 40
"""Sets of more systems list no pairs."""
PARTS: dict[By, Part] = {By.DOMAIN: "domain", By.VOICE: "voice", By.DISTANCE: "distance"}
FOLDERS = re.compile(r"(?:[A-Za-z]:)?[/\\](?:[^\s:/\\]+[/\\])+")
"""Folders of files that notes name: they are nobody's business."""
FORMAT = 2
"""Raised when figures are worked out in another way."""


@dataclass(frozen=True, slots=True)
class BookOptions:
    """How a book is made.

    Args:
        samples: draws of documents for intervals and ranks.
        seed: of the draws.
        parts: by what the boards are parted.
    """

    samples: int = SAMPLES
    seed: int = SEED
    parts: tuple[By, ...] = (By.DOMAIN, By.VOICE, By.DISTANCE)


def built(
    source: Source, registry: Registry, options: BookOptions, cache: Path
) -> tuple[Set, bool]:
    """Return a set, and whether it was worked out before.

    Args:
        source: its runs.
        registry: where scorers and languages are found.
        options: how it is made.
        cache: file that keeps it; it is used as long as its key is the same.

    Raises:
        InputError: a folder is not a sound run, or the runs of a set cannot be put together.
    """
    installed = [version(name) for name in ("discotag", "discotag-results")]
    key = source.key(FORMAT, *installed, options)
    kept = _kept(cache, key)
    if kept is not None:
        return kept, True
    found = _built(source, registry, options, key)
    write_json(cache, found.model_dump(mode="json"))
    return found, False


def _kept(path: Path, key: str) -> Set | None:
    try:
        text = path.read_text("utf-8")
        if json.loads(text).get("key") != key:
            return None
        return Set.model_validate_json(text)
    except (OSError, ValueError, ValidationError, AttributeError):
        return None


def _built(source: Source, registry: Registry, options: BookOptions, key: str) -> Set:
    with TemporaryDirectory(prefix="discotag-") as place:
        runs = tuple(_whole_runs(source, registry, Path(place)))
        return _counted(source, runs, registry, options, key)


def _whole_runs(source: Source, registry: Registry, place: Path) -> Iterator[RunFolder]:
    """Yield each run of a set; shards are joined at a place."""
    for number, shards in enumerate(source.runs):
        if len(shards) == 1:
            yield open_run(shards[0])
            continue
        whole = place / str(number)
        join(shards, whole, registry, ResamplingOptions(100, 100, SEED))
        yield open_run(whole)


def _counted(
    source: Source,
    runs: Sequence[RunFolder],
    registry: Registry,
    options: BookOptions,
    key: str,
) -> Set:
    # nothing of the results' own resampling is used, so it is kept short
    counted = CountedRuns.of(runs, registry, ResamplingOptions(100, 100, options.seed))
    results, record = counted.results, runs[0].record
    ranked = {(item[0], item[1].row): item[1] for item in _whole(counted, options)}
    boards = [_board(name, item, counted) for (name, _), item in ranked.items()]
    domains = Counter(domain or "" for domain in runs[0].domains().values())
    kinds = [
        by for by in options.parts if by is not By.DOMAIN or len(domains) > 1
    ]  # one domain is the whole
    for by, parts in (slices(counted, registry, kinds) if counted.tables else {}).items():
        for part in parts:
            boards += _part(by, part, options)
    return Set(
        key=key,
        name=source.name,
        slug=source.slug,
        edition=source.edition,
        pair=source.pair,
        source_language=record.source_language,
        target_language=record.target_language,
        references=results.references,
        systems=results.systems,
        documents=results.documents,
        segments=results.segments,
        domains=dict(domains) if any(domains) else {},
        phenomena={name: dict(told) for name, told in results.phenomena.items()},
        tags=_tags(counted),
        scorers=tuple(_facts(counted)),
        signature=results.signature,
        short_signature=results.short_signature,
        boards=tuple(boards),
        agreements=tuple(agreements(ranked)),
        reports={} if source.is_sharded else _reports(runs, source.slug),
        notes=tuple(dict.fromkeys(FOLDERS.sub("", note) for note in results.notes)),
    )


def _whole(counted: CountedRuns, options: BookOptions) -> Iterator[tuple[str, Standings]]:
    for name in counted.results.scorers:
        tables = [table for table in counted.tables if table.bound.info.name == name]
        for item in standings(tables, samples=options.samples, seed=options.seed):
            yield name, item


def _part(by: By, part: Slice, options: BookOptions) -> Iterator[Board]:
    names = dict.fromkeys(table.bound.info.name for table in part.tables)
    for name in names:
        tables = [table for table in part.tables if table.bound.info.name == name]
        for item in standings(tables, samples=options.samples, seed=options.seed):
            if any(standing.value is not None for standing in item.systems):
                measure = tables[0].bound.main_measure
                yield board_of(
                    name,
                    item,
                    by=PARTS[by],
                    value=part.value,
                    documents=part.documents,
                    measure=measure,
                )


def _board(name: str, item: Standings, counted: CountedRuns) -> Board:
    board = board_of(
        name,
        item,
        by="all",
        value="",
        documents=len(counted.tables[0].documents),
        measure=counted.results.scorers[name].measure,
    )
    examples = _examples(name, item.row, counted)
    figures = tuple(
        figure.model_copy(update={"example": examples.get(figure.system)})
        for figure in board.figures
    )
    pairs = tuple(_pairs(item)) if len(item.systems) <= PAIRS else ()
    return board.model_copy(update={"figures": figures, "pairs": pairs})


def _examples(name: str, row: Row, counted: CountedRuns) -> dict[str, str]:
    """Return of each system the document in which a judge calls most tags wrong.

    A judge counts first what is right, and last all that it judges.
    """
    found = {}
    for table in counted.tables:
        if table.bound.info.name == name and table.bound.is_judge and table.documents:
            counts = table.array([row])[:, 0]
            wrong = counts[:, -1] - counts[:, 0]
            if wrong.max() > 0:
                found[table.system] = table.documents[int(wrong.argmax())]
    return found


def board_of(
    name: str, item: Standings, *, by: Part, value: str, documents: int, measure: str
) -> Board:
    """Return a board of a scorer's standings, without pairs."""
    return Board(
        scorer=name,
        phenomenon=item.row.phenomenon,
        by=by,
        part=value,
        documents=documents,
        measure=measure,
        clusters=item.clusters,
        figures=tuple(
            Figure(
                system=standing.system,
                value=standing.value,
                low=standing.interval and standing.interval.low,
                high=standing.interval and standing.interval.high,
                support=standing.support,
                documents=standing.documents,
                first=standing.ranks and standing.ranks[0],
                last=standing.ranks and standing.ranks[1],
                cluster=standing.cluster,
            )
            for standing in item.systems
        ),
        pairs=(),
    )


def _pairs(item: Standings) -> Iterator[Pair]:
    for first, second in combinations(range(len(item.systems)), 2):
        difference = finite(item.differences[first, second])
        if difference is not None:
            yield Pair(
                better=item.systems[first].system,
                worse=item.systems[second].system,
                difference=difference,
                p=finite(item.p_values[first, second]),
            )


def agreements(ranked: dict[tuple[str, Row], Standings]) -> Iterator[Agreement]:
    """Yield how each phenomenon by each scorer orders systems compared with BLEU and chrF."""
    for metric in METRICS:
        other = ranked.get((metric, Row()))
        if other is None:
            continue
        for (name, row), item in ranked.items():
            if row.phenomenon is not None:
                yield agreement(name, item, metric, other)


def _tags(counted: CountedRuns) -> dict[str, dict[str, int]]:
    return {
        text: {name: int(item["tags"]) for name, item in found.items()}
        for text, found in counted.results.counts.items()
    }


def _facts(counted: CountedRuns) -> Iterator[ScorerFacts]:
    for view in counted.results.scorers.values():
        yield ScorerFacts(
            name=view.name,
            summary=view.summary,
            measure=view.measure,
            scale=view.scale,
            higher_is_better=view.higher_is_better,
            signature=view.signature,
        )


def _reports(runs: Sequence[RunFolder], slug: str) -> dict[str, Report]:
    """Return where each system's documents are shown: the page of its run, if it has one."""
    found: dict[str, Report] = {}
    for number, run in enumerate(runs, 1):
        if (run.path / "report.html").is_file():
            page = f"documents/{slug}.html" if len(runs) == 1 else f"documents/{slug}.{number}.html"
            for system in run.record.systems:
                found[system] = Report(page=page, text=run.record.texts.index(system))
    return found


SHOWN = 10


def tau(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return Kendall's tau-b (1945), -1 to 1; None with fewer than three, or all alike.

    Example:
        >>> tau([1, 2, 3], [10, 30, 20])
        0.3333333333333333
    """
    if len(one) < 3:
        return None
    signs = [np.sign(np.subtract.outer(np.asarray(x, float), x)) for x in (one, other)]
    above = np.triu_indices(len(one), 1)
    first, second = (sign[above] for sign in signs)
    size = math.sqrt(float(np.abs(first).sum() * np.abs(second).sum()))
    return float((first * second).sum() / size) if size else None


def agreement(scorer: str, board: Standings, metric: str, other: Standings) -> Agreement:
    """Compare the order of a board with that of a metric.

    Args:
        scorer: name of the board's scorer.
        board: the systems on a phenomenon.
        metric: name of the metric.
        other: the same systems by it.
    """
    places = {item.system: place for place, item in enumerate(other.systems)}
    of_metric = np.array([places[item.system] for item in board.systems])
    values = np.array([_number(item.value) for item in board.systems])
    theirs = np.array([_number(other.systems[place].value) for place in of_metric])
    is_both = np.isfinite(values) & np.isfinite(theirs)
    differences = other.differences[np.ix_(of_metric, of_metric)]
    p_values = other.p_values[np.ix_(of_metric, of_metric)]
    against = (board.differences > 0) & (board.p_values < ALPHA) & (differences < 0)
    rows, columns = np.nonzero(against)
    order = np.lexsort((differences[rows, columns], p_values[rows, columns]))[:SHOWN]
    shown = tuple(
        Contradiction(
            better=board.systems[row].system,
            worse=board.systems[column].system,
            difference=float(board.differences[row, column]),
            p=float(board.p_values[row, column]),
            metric_difference=float(differences[row, column]),
            metric_p=finite(p_values[row, column]),
        )
        for row, column in zip(rows[order].tolist(), columns[order].tolist(), strict=True)
    )
    return Agreement(
        scorer=scorer,
        phenomenon=board.row.phenomenon,
        metric=metric,
        systems=int(is_both.sum()),
        tau=tau(values[is_both].tolist(), theirs[is_both].tolist()),
        contradictions=len(rows),
        shown=shown,
    )


def finite(value: float) -> float | None:
    """Return a number, or None where it is undefined."""
    return float(value) if math.isfinite(value) else None


def _number(value: float | None) -> float:
    return math.nan if value is None else value
