"""Results: systems' figures on a test set with intervals, the ranking, the leaderboard.

Documents are drawn with replacement, as in docs/scores.md; below ten there is no interval. A share
of all items or of none has Wilson's over documents. Systems whose figures are equal share a rank.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING, Literal, NamedTuple

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt, ValidationError

from discotag.plugin import InputError
from discotag.plugin.pages import page_policy, page_templates
from discotag.plugin.statistics import LEAST_DOCUMENTS, SAMPLES, SEED, interval, wilson
from discotag_dip.items import TASKS, Task, Verdict
from discotag_dip.testset import TITLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from pathlib import Path

    import numpy as np
    from numpy.typing import NDArray


DECIMALS = 6
"""Of what is written, so that the order of additions does not show."""


class Measure(NamedTuple):
    """How a measure follows from its items.

    Args:
        is_share: whether it is the share of items in percent; else the sum over items.
        higher_is_better: its direction.
        summary: what it says.
    """

    is_share: bool
    higher_is_better: bool
    summary: str


SUM = Measure(False, False, "Σ ρ(reference) − ρ(translation), signed (dip Eq. 1)")
MEASURES: Mapping[Task, Mapping[str, Measure]] = {
    "anaphora": {
        "score": Measure(False, False, "Σ −log p(wrong pronoun), against the right one alone"),
        "wrong": Measure(True, False, "% of items with a wrong pronoun in its place"),
        "signed": Measure(False, False, "Σ ρ(right) − ρ(wrong) in the reference's segment"),
        "segment": SUM,
    },
    "lexical_consistency": {
        "unforced": Measure(True, True, "% without another name, where the source keeps to one"),
        "nouns": Measure(True, True, "% without another noun, which may be as good"),
        "accuracy": Measure(True, True, "% of items with the word as often as the reference"),
        "another": Measure(True, True, "% with one other word throughout: consistent, too"),
    },
    "connectives": {
        "kept": Measure(True, True, "% with something that may say what the connective says"),
        "accuracy": Measure(True, True, "% with the reference's connective"),
        "any": Measure(True, True, "% with any connective"),
    },
    "coherence": {
        "failing": Measure(True, False, "% of documents below their reference, with signs of why"),
        "score": SUM,
        "worse": Measure(True, False, "% of documents below their reference"),
    },
}
"""Task → its measures, the main one first."""


class Figure(BaseModel):
    """A measure's value (None = no item has it) and 95 % interval (None = too few documents)."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    value: float | None
    interval: tuple[float, float] | None


class SystemResult(BaseModel):
    """One system's figures.

    Args:
        system: its name.
        rank: 1 = best by the main measure, then by the others.
        measures: measure → figure.
        kinds: kind of error → number of items.
        verdicts: item by item.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    system: str
    rank: int = Field(ge=1)
    measures: dict[str, Figure]
    kinds: dict[str, int]
    verdicts: tuple[Verdict, ...]


class TaskResult(BaseModel):
    """What `discotag dip score` writes.

    Args:
        schema_name: `discotag-dip-result/3`.
        task: the task.
        pair: language pair.
        testset: digest of the test set.
        items: how many.
        documents: how many.
        setup: what analysed the translations, and with which ranker.
        samples: bootstrap samples for the intervals.
        seed: their seed.
        systems: by rank.
    """

    model_config = ConfigDict(frozen=True, extra="forbid", populate_by_name=True)

    schema_name: Literal["discotag-dip-result/3"] = Field(
        default="discotag-dip-result/3", alias="schema"
    )
    task: Task
    pair: str
    testset: str
    items: NonNegativeInt
    documents: NonNegativeInt
    setup: str
    samples: int
    seed: int
    systems: tuple[SystemResult, ...]


def figures(task: Task, verdicts: Sequence[Verdict]) -> dict[str, Figure]:
    """Compute a system's measures from its verdicts."""
    import numpy as np

    places = {name: index for index, name in enumerate(dict.fromkeys(v.document for v in verdicts))}
    found = {}
    for name, measure in MEASURES[task].items():
        sums = np.zeros((len(places), 2))
        for verdict in verdicts:
            if name in verdict.values:
                sums[places[verdict.document]] += (verdict.values[name], 1)
        if not sums[:, 1].any():
            found[name] = Figure(value=None, interval=None)
            continue
        value = float(_value(sums.sum(axis=0)[None], measure)[0])
        found[name] = Figure(value=round(value, DECIMALS), interval=_interval(sums, measure))
    return found


def _value(sums: NDArray[np.float64], measure: Measure) -> NDArray[np.float64]:
    """Compute a measure of draws; a share of nothing is undefined, and left out of intervals."""
    import numpy as np

    if not measure.is_share:
        return sums[:, 0]
    shares = np.full(len(sums), np.nan)
    np.divide(100 * sums[:, 0], sums[:, 1], out=shares, where=sums[:, 1] > 0)
    return shares


def _interval(sums: NDArray[np.float64], measure: Measure) -> tuple[float, float] | None:
    import numpy as np

    documents = int((sums[:, 1] > 0).sum())
    if documents < LEAST_DOCUMENTS:
        return None
    right, items = sums.sum(axis=0)
    if measure.is_share and right in {0, items}:  # draws would all be the same
        span = wilson(documents if right else 0, documents)
        return round(100 * span.low, DECIMALS), round(100 * span.high, DECIMALS)
    random = np.random.default_rng(SEED)
    drawn = random.integers(len(sums), size=(SAMPLES, len(sums)))
    found = interval(_value(sums[drawn].sum(axis=1), measure), documents)
    return None if found is None else (round(found.low, DECIMALS), round(found.high, DECIMALS))


def ranked(task: Task, verdicts: Mapping[str, Sequence[Verdict]]) -> tuple[SystemResult, ...]:
    """Rank systems by the main measure, then by the others; equal ones share a rank."""
    found = {name: figures(task, of_system) for name, of_system in verdicts.items()}

    def key(name: str) -> tuple[float, ...]:
        return sort_key(task, found[name])

    return tuple(
        SystemResult(
            system=name,
            rank=1 + sum(key(other) < key(name) for other in found),
            measures=found[name],
            kinds=dict(
                sorted(Counter(v.kind for v in verdicts[name] if v.kind is not None).items())
            ),
            verdicts=tuple(verdicts[name]),
        )
        for name in sorted(found, key=lambda name: (key(name), name))
    )


def sort_key(task: Task, measures: Mapping[str, Figure]) -> tuple[float, ...]:
    """Return what sorts systems of a task, the best first."""
    found = []
    for name, measure in MEASURES[task].items():
        value = measures[name].value
        found.append(0.0 if value is None else -value if measure.higher_is_better else value)
    return tuple(found)


ABSENT = "–"


def table(result: TaskResult) -> str:
    """Return the ranking with all measures, intervals and kinds of error; a legend below."""
    measures = MEASURES[result.task]
    kinds = sorted({kind for system in result.systems for kind in system.kinds})
    rows = [["rank", "system", *measures, *kinds]]
    for system in result.systems:
        figures = [written(system.measures[name]) for name in measures]
        counts = [str(system.kinds.get(kind, 0)) for kind in kinds]
        rows.append([str(system.rank), system.system, *figures, *counts])
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    lines = [f"{result.task}, {result.pair}: {result.items} items, {result.documents} documents"]
    lines += [
        "  ".join(cell.ljust(width) for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    ]
    lines += [
        f"{name}: {measure.summary}; {'higher' if measure.higher_is_better else 'lower'} is better"
        for name, measure in measures.items()
    ]
    if kinds:
        lines.append("kinds of error: numbers of items, proposed by rule")
    return "\n".join(lines)


def written(figure: Figure) -> str:
    """Write a figure with its interval; – where there is none."""
    return f"{value_of(figure)} {interval_of(figure)}".rstrip()


def value_of(figure: Figure) -> str:
    """Write a figure with one decimal; – where it is undefined."""
    return ABSENT if figure.value is None else _number(figure.value)


def interval_of(figure: Figure) -> str:
    """Write a figure's interval; [–] where there is none, nothing where the figure is undefined."""
    if figure.value is None:
        return ""
    if figure.interval is None:
        return f"[{ABSENT}]"
    return f"[{', '.join(map(_number, figure.interval))}]"


def _number(value: float) -> str:
    return f"{round(value, 1) + 0.0:.1f}".replace("-", "−")  # no −0.0


@dataclass(frozen=True, slots=True)
class Place:
    """A system's place on a board."""

    rank: int
    result: SystemResult


@dataclass(frozen=True, slots=True)
class Board:
    """All systems that were scored on one test set in one way.

    Args:
        about: task, pair, test set and setup, as in any of its results.
        places: by rank; equal figures share one.
    """

    about: TaskResult
    places: tuple[Place, ...]


def read_results(folder: Path) -> tuple[TaskResult, ...]:
    """Read every result below a folder, by path; other JSON files are passed over.

    Raises:
        InputError: there is none, or one is broken.
    """
    found = []
    for path in sorted(folder.rglob("*.json")):
        data = path.read_bytes()
        if b'"discotag-dip-result/' not in data:
            continue
        try:
            found.append(TaskResult.model_validate_json(data))
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            place = ".".join(map(str, fault["loc"]))
            raise InputError(f"{place}: {fault['msg']}; score again", path=path) from error
    if not found:
        raise InputError(
            "holds no result of discotag dip score; write them there with --out", path=folder
        )
    return tuple(found)


def boards(results: Sequence[TaskResult]) -> Iterator[Board]:
    """Yield a board per test set and setup: by task, pair and number of items.

    Raises:
        InputError: two results of one board name a system alike and differ.
    """
    groups: dict[tuple[Task, str, str, str], list[TaskResult]] = {}
    for result in results:
        key = (result.task, result.pair, result.testset, result.setup)
        groups.setdefault(key, []).append(result)
    for key in sorted(groups, key=lambda key: (TASKS.index(key[0]), *key[1:])):
        systems: dict[str, SystemResult] = {}
        for result in groups[key]:
            for system in result.systems:
                other = systems.setdefault(system.system, system)
                if other.verdicts != system.verdicts:
                    raise InputError(
                        f"two results for {key[0]}, {key[1]} name a system {system.system!r} and"
                        " differ; rename one"
                    )
        yield Board(groups[key][0], tuple(_ranked(key[0], list(systems.values()))))


def _ranked(task: Task, systems: Sequence[SystemResult]) -> Iterator[Place]:
    keys = {system.system: sort_key(task, system.measures) for system in systems}
    for system in sorted(systems, key=lambda item: (keys[item.system], item.system)):
        own = keys[system.system]
        yield Place(1 + sum(key < own for key in keys.values()), system)


def page(boards: Sequence[Board]) -> str:
    """Write the page; all names are escaped, and the same results give the same bytes."""
    from markupsafe import Markup

    style = (files("discotag_dip") / "web" / "page.css").read_text(encoding="utf-8")
    templates = page_templates("discotag_dip", value_of=value_of, interval_of=interval_of)
    return templates.get_template("page.html.j2").render(
        boards=boards,
        titles=TITLES,
        measures=MEASURES,
        kinds=[
            sorted({kind for place in board.places for kind in place.result.kinds})
            for board in boards
        ],
        policy=page_policy(style),
        style=Markup(style),
    )
