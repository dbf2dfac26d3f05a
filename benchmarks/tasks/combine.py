"""The combination of systems: does it agree with itself better than each, and is it as good?

Folders hold `src.L`, `sys.NAME.L`, `ref.A.L` and `docids.txt` (`id TAB domain`). The candidates of
a segment are the named systems' (the first three by name unless `--systems` names others).
Consistency is the share that the scorer `consistency` gives, cost what `discotag choose` counts per
100 segments (less is better), chrF sacreBLEU's against the first reference. `--quality` is that of
`discotag choose`.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

import numpy as np

from benchmarks.tasks.harness import Figures, Value, registry, side_by_side, spread, without_data
from discotag.core.document import ParallelText
from discotag.core.results import Comparison, Row
from discotag.pipeline.config import RunConfig
from discotag.pipeline.stages import Stages
from discotag.runs.workers import named_scorers
from discotag_choose.consistency import ConsistencyMeasure
from discotag_choose.nbest import Candidate, Line, NBest
from discotag_choose.search import COMBINED, QUALITY, combine
from discotag_lint.planning import plan_checks

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.tags import TaggedDocument

SYSTEMS = 3


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--systems", default="", help="names, with commas between")
    parser.add_argument("--quality", type=float, default=QUALITY, help="as of discotag choose")
    parser.add_argument("--documents", type=int, help="at most so many, from the first")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Combine the systems of every folder."""
    found = []
    for path in sorted(given.folder.rglob("docids.txt")):
        folder = path.parent
        [source] = [file.suffix[1:] for file in folder.glob("src.*")]
        [target] = {file.suffix[1:] for file in folder.glob("ref.*")}
        if given.lang in {None, source, target}:
            found.append(_figures(folder, source, target, given))
    if not found:
        raise without_data("docids.txt beside src.L, ref.A.L and sys.NAME.L", given.folder)
    return found


def _figures(folder: Path, source: str, target: str, given: argparse.Namespace) -> Figures:
    systems = sorted(file.name.split(".", 1)[1].rpartition(".")[0] for file in folder.glob("sys.*"))
    names = given.systems.split(",") if given.systems else systems[:SYSTEMS]
    reference = sorted(folder.glob(f"ref.*.{target}"))[0]
    files = [folder / f"sys.{name}.{target}" for name in names]
    known = registry()
    config = RunConfig(source_language=source, target_language=target, scorers=())
    planned = plan_checks(config, known)
    stages = Stages(planned, known)
    judge = ConsistencyMeasure(planned.source, planned.target)

    def tag(text: ParallelText) -> Mapping[str, TaggedDocument]:
        [tagged] = stages.tag_batch([text])
        return tagged.hypotheses

    lines: dict[str, list[str]] = {name: [] for name in (*names, COMBINED, "")}
    documents = _documents([folder / "docids.txt", folder / f"src.{source}", reference, *files])
    costs = dict.fromkeys((*names, COMBINED), 0.0)
    bound = named_scorers(["consistency"], {}, known, (source, target))[0]
    sums = {name: np.zeros(len(bound.info.columns)) for name in costs}
    for number, rows in enumerate(spread(documents, given.documents)):
        segments = tuple(
            Line(source=row[1], candidates=tuple(Candidate(text=text) for text in row[3:]))
            for row in rows
        )
        nbest = NBest(str(number), segments, tuple(range(1, len(rows) + 1)))
        chosen = combine(nbest, tag, judge, quality=given.quality)
        texts = {name: [row[3 + place] for row in rows] for place, name in enumerate(names)}
        texts[COMBINED] = [candidate.text for candidate in chosen.candidates()]
        lines[""] += [row[2] for row in rows]
        tagged = tag(ParallelText(nbest.id, tuple(row[1] for row in rows), {},
                                  {name: tuple(text) for name, text in texts.items()}))  # fmt: skip
        for name, text in texts.items():
            lines[name] += text
            costs[name] += judge.of(tagged[name]).cost
            [statistics] = bound.counted([Comparison((), tagged[name])])
            sums[name] += np.array(statistics.counts.get(Row(), sums[name] * 0))
    shares = bound.measures(np.array([sums[name] for name in costs]))["consistency"]
    figures: list[tuple[Value, ...]] = [
        (name, float(share), 100 * costs[name] / len(lines[name]), _chrf(lines[name], lines[""]))
        for name, share in zip(costs, shares, strict=True)
    ]
    title = f"{source}-{target}, {len(lines[''])} segments"
    return Figures(title, ("text", "consistency", "cost", "chrF"), tuple(figures), 4)


def _chrf(text: Sequence[str], reference: Sequence[str]) -> float:
    from sacrebleu.metrics.chrf import CHRF

    return float(CHRF().corpus_score(text, [reference]).score)


def _documents(files: Sequence[Path]) -> Iterator[list[tuple[str, ...]]]:
    """Yield the lines of each document: its id, source, reference, systems."""
    rows = (texts for _, texts in side_by_side(*files))
    for _, group in groupby(rows, key=lambda row: row[0].partition("\t")[0]):
        yield list(group)
