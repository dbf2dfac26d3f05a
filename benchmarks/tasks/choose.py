"""`discotag choose` on contrastive suites as published: is the right translation chosen?

The suites:

* Voita et al. 2019: `deixis_*.json`, `lex_cohesion_*.json`, `ellipsis_*.json` (`src`, `dst`,
  `true_ind`; lines parted by `_eos`).
* ContraPro: `NAME.current.xx` beside `NAME.context.xx` or `NAME.cN.context.xx` (N lines before each
  line, `src` and `trg` or language codes), the right one of each pair first; or two files
  `xx.txt` and `yy.txt` with lines `context <SEP> sentence`, and beside them `sentence_groups.txt`
  with the first line of each group, from 0 (without it, lines with the same source are a group);
  the right one first.
* Bawden et al. 2018: JSON with `src` and `trg`: `correct` (or `semi-correct`) and `incorrect`, once
  or in a list.
* SCAT (Yin et al. 2021): `highlighted.PART.en`, `.fr` and their contexts; the wrong text has the
  marked pronoun in the other gender (*il* – *elle*, *ils* – *elles*), all else is the same.
* MT-GenEval (Currey et al. 2022), contextual: the right translation and the flipped one; of the
  context there is no translation.

Overall: items decided right, ties split evenly. Decided: one text is better than all others. The
baseline counts repeated words of the translation alone: the text with the fewest different words.

`--held-out` asks what the costs owe to the suites they were chosen on. Items are halved by a hash
of their source; from costs of 1 each, one cost after the other is set to the value of a grid that
decides most items of one half right (the mean of all suites), until nothing changes; the costs are
then measured on the other half. Beside them: all costs 1, and the costs of discotag.
"""

from __future__ import annotations

import json
import re
from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import groupby, islice
from typing import TYPE_CHECKING, Any, NamedTuple
from unittest import mock

import numpy as np

from benchmarks.tasks.harness import (
    Figures,
    Value,
    at,
    half,
    has_pack,
    json_items,
    ratio,
    registry,
    side_by_side,
    spread,
    text_lines,
    without_data,
)
from benchmarks.tasks.lint import Versions, voita_lines
from discotag.core.document import ParallelText
from discotag.core.errors import InputError
from discotag.pipeline.config import RunConfig
from discotag.pipeline.stages import Stages
from discotag_choose import consistency
from discotag_choose.api import TextObserver
from discotag_choose.consistency import ConsistencyMeasure
from discotag_lint.consistency import LEAST_MARGIN
from discotag_lint.planning import plan_checks

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from numpy.typing import NDArray

    from discotag.core.language import LanguagePack

    Suite = tuple[str, tuple[str, str], Iterator["Item"]]


SUITES = ("deixis", "lex_cohesion", "ellipsis")
SEPARATOR = re.compile(r"\s*<SEP>\s*")
CONTEXT = re.compile(r"(?P<name>.+)\.current\.(?P<code>\w+)")
BY_NAME = {"src": "en", "trg": "fr"}
"""Languages of files that name none: ContraPro's French suite as it was extracted."""


SCAT_MARKS = re.compile(r"\s*<hon>|<hoff>\s*|</hon>")
SCAT_PRONOUN = re.compile(r"<p>\s*(ils?|elles?)\s*</p>", re.IGNORECASE)
FLIPPED = {"il": "elle", "elle": "il", "ils": "elles", "elles": "ils"}


class Item(NamedTuple):
    """An item: the segments of its source, its translations, the place of the right one."""

    source: tuple[str, ...]
    translations: tuple[tuple[str, ...], ...]
    right: int


def suites(folder: Path, languages: str) -> Iterator[Suite]:
    """Yield name, languages and items of each suite below a folder."""
    source, _, target = languages.partition("-")
    for suite in SUITES:
        for path in sorted(folder.rglob(f"{suite}_*.json")):
            yield path.stem, ("en", "ru"), _voita(path)
    for path in sorted(folder.rglob("*.current.*")):
        code = path.suffix[1:]
        if code not in {"src", "en"}:
            yield from _contrapro(path, code)
    for path in sorted(folder.rglob("en.txt")):
        for other in sorted(path.parent.glob("??.txt")):
            if other != path:
                yield (
                    f"{path.parent.name} en-{other.stem}",
                    ("en", other.stem),
                    _groups(path, other),
                )
    for path in sorted(folder.rglob("*.json")):
        if not path.name.startswith(SUITES):
            found = list(_bawden(path))
            if found:
                yield path.stem, (source, target), iter(found)
    for path in sorted(folder.rglob("highlighted.*.en")):
        part = path.name.split(".")[1]
        if path.name == f"highlighted.{part}.en":
            yield f"SCAT {part}", ("en", "fr"), _scat(path.parent, part)
    yield from _geneval(folder)


def _voita(path: Path) -> Iterator[Item]:
    for _, item in json_items(path, Versions):
        versions = tuple(tuple(voita_lines(text)) for text in item.dst)
        yield Item(tuple(voita_lines(item.src)), versions, item.true_ind)


def _contrapro(path: Path, code: str) -> Iterator[Suite]:
    """Yield the suite of a `NAME.current.xx`, with the longest context that lies beside it."""
    match = CONTEXT.fullmatch(path.name)
    if match is None:
        return
    other = "src" if code == "trg" else "en"
    current = path.with_name(f"{match['name']}.current.{other}")
    names = [f"c{size}.context" for size in range(5, 0, -1)] + ["context"]
    for name in names:
        files = [path.with_name(f"{match['name']}.{name}.{side}") for side in (other, code)]
        if current.is_file() and all(file.is_file() for file in files):
            pair = BY_NAME.get(other, other), BY_NAME.get(code, code)
            yield f"{match['name']} {name}", pair, _pairs(current, path, *files)
            return


def _pairs(current: Path, target: Path, *context: Path) -> Iterator[Item]:
    segments = [text_lines(path) for path in (current, target)]
    before = [text_lines(path) for path in context]
    size, rest = divmod(len(before[0]), len(segments[0]))
    if rest or len(segments[0]) % 2 or len(before[0]) != len(before[1]):
        told = f"{len(before[0])} lines for {len(segments[0])} in {current.name}"
        raise InputError(f"{told}; expected pairs, each with as many lines before", path=context[0])
    for first in range(0, len(segments[0]), 2):
        texts = [
            [
                (*lines[size * at : size * (at + 1)], side[at])
                for lines, side in zip(before, segments, strict=True)
            ]
            for at in (first, first + 1)
        ]
        yield Item(texts[0][0], (texts[0][1], texts[1][1]), 0)


def _groups(source: Path, target: Path) -> Iterator[Item]:
    lines = [
        [tuple(SEPARATOR.split(line)) for line in text_lines(path)] for path in (source, target)
    ]
    if len(lines[0]) != len(lines[1]):
        raise InputError(f"{len(lines[1])} lines, {len(lines[0])} in {source.name}", path=target)
    groups = source.with_name("sentence_groups.txt")
    if groups.is_file():
        starts = [int(line) for line in text_lines(groups) if line.strip()]
    else:
        runs = groupby(range(len(lines[0])), key=lambda at: lines[0][at])
        starts = [next(run) for _, run in runs]
    for begin, end in zip(starts, [*starts[1:], len(lines[0])], strict=True):
        texts = tuple(text for text in lines[1][begin:end] if len(text) == len(lines[0][begin]))
        if len(texts) > 1:
            yield Item(lines[0][begin], texts, 0)


RIGHT = ("correct", "semi-correct")
"""Keys of the right translation; a semi-correct one agrees with a context that errs elsewhere."""


def _bawden_pair(pair: Any) -> tuple[Any, Any]:
    """Return the right and the wrong translation of an item; empty where there is none."""
    texts = pair if isinstance(pair, dict) else {}
    right = next((texts[key] for key in RIGHT if texts.get(key)), ())
    return right, texts.get("incorrect") or ()


def _bawden(path: Path) -> Iterator[Item]:
    """Yield the items of a JSON in which some objects have `src` and `trg`."""
    with at(path, None, "JSON"):
        data = json.loads(path.read_text(encoding="utf-8"))
    pending: list[Any] = [data]
    while pending:
        found = pending.pop()
        if isinstance(found, dict) and "src" in found and "trg" in found:
            source, targets = found["src"], found["trg"]
            for pair in targets if isinstance(targets, list) else [targets]:
                right, wrong = _bawden_pair(pair)
                if not len(right) == len(wrong) == len(source):
                    raise InputError(
                        f"an item has {len(source)} source segments, {len(right)} right and"
                        f" {len(wrong)} wrong ones: {source}",
                        path=path,
                    )
                yield Item(tuple(source), (tuple(right), tuple(wrong)), 0)
        elif isinstance(found, dict):
            pending += list(found.values())[::-1]
        elif isinstance(found, list):
            pending += found[::-1]


def _scat(folder: Path, part: str) -> Iterator[Item]:
    """Yield the items whose French pronoun has another gender to take."""
    names = [
        f"highlighted.{part}{kind}.{code}" for code in ("en", "fr") for kind in (".context", "")
    ]
    for _, lines in side_by_side(*(folder / name for name in names)):
        french = SCAT_PRONOUN.search(lines[3])
        if french is not None:
            word = french[1]
            other = FLIPPED[word.casefold()]
            wrong = other.capitalize() if word[0].isupper() else other
            flipped = lines[3][: french.start(1)] + wrong + lines[3][french.end(1) :]
            before, source, context, right, text = (
                " ".join(SCAT_MARKS.sub(" ", line).replace("<p>", "").replace("</p>", "").split())
                for line in (*lines, flipped)
            )
            yield Item((before, source), ((context, right), (context, text)), 0)


def _geneval(folder: Path) -> Iterator[Suite]:
    if not any(folder.rglob("geneval-*")):
        return
    try:
        from discotag_phen_gender.geneval import contextual
    except ModuleNotFoundError as error:
        raise InputError("MT-GenEval is read by discotag-phen-gender", path=folder) from error

    for part in contextual(folder):
        if has_pack(part.code):
            texts = zip(part.sources, part.original, part.flipped, strict=True)
            items = (
                Item(source, tuple((*[""] * (len(source) - 1), text) for text in texts), 0)
                for source, *texts in texts
            )
            yield f"MT-GenEval {part.split} en-{part.code}", ("en", part.code), items


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--number", type=int, help="at most so many items a file, spread over all")
    parser.add_argument("--skip", type=int, default=0, help="leave out so many items before")
    parser.add_argument("--held-out", action="store_true", help="choose costs on the other half")
    parser.add_argument("--languages", default="en-fr", help="of suites that do not name their own")
    parser.add_argument("--errors", action="store_true", help="print what is not decided right")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Choose among the translations of every item of the folder's suites."""
    rows: list[tuple[Value, ...]] = []
    parts: dict[str, list[_Case]] = {}
    for name, pair, items in suites(given.folder, given.languages):
        chosen = spread(islice(items, given.skip, None), given.number)
        if given.lang in {None, *pair} and given.held_out:
            parts[name] = list(_cases(pair, chosen))
        elif given.lang in {None, *pair}:
            rows.append((name, *_measured(pair, chosen, errors=given.errors)))
    if parts:
        return [_held_out(parts)]
    if not rows:
        raise without_data(
            "deixis_*.json, *.current.*, xx.txt with <SEP>, src/trg JSON, highlighted.*.en or"
            " geneval-context-*",
            given.folder,
        )
    columns = ("suite", "items", "overall", "decided", "right when decided", "baseline")
    return [Figures("choose", columns, tuple(rows))]


def _measured(
    pair: tuple[str, str], items: Iterable[Item], *, errors: bool
) -> tuple[int, float | None, float | None, float | None, float | None]:
    """Return items, share right with ties split, share decided, right of these, the baseline."""
    known = registry()
    config = RunConfig(source_language=pair[0], target_language=pair[1], scorers=())
    planned = plan_checks(config, known)
    measure = ConsistencyMeasure(planned.source, planned.target)
    observer = TextObserver(Stages(planned, known), measure.of)
    by_size: dict[int, list[Item]] = defaultdict(list)
    for item in items:
        by_size[len(item.translations)].append(item)
    counts: Counter[str] = Counter()
    overall = baseline = 0.0
    for group in by_size.values():
        for item, choice in zip(group, observer.choices(_texts(group)), strict=True):
            best = [int(name) for name in choice.best]
            overall += (item.right in best) / len(best)
            baseline += _fewest(item, planned.target)
            counts["items"] += 1
            counts["decided"] += len(best) == 1
            counts["right"] += best == [item.right]
            if errors and best != [item.right]:
                _print_error(item, {name: found.cost for name, found in choice.texts.items()})
    total = counts["items"]
    return (
        total,
        ratio(overall, total),
        ratio(counts["decided"], total),
        ratio(counts["right"], counts["decided"]),
        ratio(baseline, total),
    )


COSTS = (
    *("CHANGE", "ANY_CHANGE", "NAME", "WORD", "DISAGREEMENT", "DOUBTFUL", "AGREEMENT"),
    *("EVIDENCE", "NEARBY"),
)
"""The costs of `consistency.py`; what a text costs is linear in them."""
GRID = (0.0, 0.25, 0.5, 1.0, 1.5, 2.0, 3.0)
ROUNDS = 5


@dataclass(frozen=True)
class _Case:
    """An item: its half, what each text would cost for each cost alone, and the rest it costs."""

    half: str
    costs: NDArray[np.float64]
    rest: NDArray[np.float64]
    right: int

    def score(self, values: NDArray[np.float64]) -> float:
        """Return 1 if the right text is chosen, less where others cost as little."""
        found = self.costs @ values + self.rest
        best = np.flatnonzero(found < found.min() + LEAST_MARGIN)
        return float(self.right in best) / len(best)


def _cases(pair: tuple[str, str], items: Iterable[Item]) -> Iterator[_Case]:
    known = registry()
    config = RunConfig(source_language=pair[0], target_language=pair[1], scorers=())
    planned = plan_checks(config, known)
    observer = TextObserver(
        stages := Stages(planned, known),
        ConsistencyMeasure(planned.source, planned.target).of,
    )
    by_size: dict[int, list[Item]] = defaultdict(list)
    for item in items:
        by_size[len(item.translations)].append(item)
    for group in by_size.values():
        for item, text in zip(group, stages.tag(_texts(group)), strict=True):
            columns = []
            for alone in (*COSTS, None):
                with mock.patch.multiple(
                    consistency, **dict[str, Any]((name, float(name == alone)) for name in COSTS)
                ):
                    compared = observer.compared(text.hypotheses)
                    columns.append([found.cost for found in compared.values()])
            table = np.array(columns).T
            yield _Case(
                half(" ".join(item.source)), table[:, :-1] - table[:, -1:], table[:, -1], item.right
            )


def _held_out(parts: dict[str, list[_Case]]) -> Figures:
    ones = np.ones(len(COSTS))
    own = np.array([getattr(consistency, name) for name in COSTS])
    rows: list[tuple[Value, ...]] = []
    for tuned, kept in ("AB", "BA"):
        values = _tuned(
            [[case for case in cases if case.half == tuned] for cases in parts.values()]
        )
        told = ", ".join(f"{name} {value:g}" for name, value in zip(COSTS, values, strict=True))
        for name, cases in parts.items():
            held = [case for case in cases if case.half == kept]
            scores = [_mean(held, each) for each in (ones, values, own)]
            rows.append((f"{name}, half {kept}", len(held), *scores, told))
    columns = ("suite", "items", "all 1", "chosen on the other half", "costs of discotag", "chosen")
    return Figures("choose, costs held out", columns, tuple(rows))


def _tuned(parts: list[list[_Case]]) -> NDArray[np.float64]:
    """Return the costs that decide most right, the mean over suites; the first of equal ones."""
    values = np.ones(len(COSTS))
    best = float(np.mean([_mean(cases, values) for cases in parts]))
    for _ in range(ROUNDS):
        before = best
        for place in range(len(COSTS)):
            for value in GRID:
                tried = values.copy()
                tried[place] = value
                found = float(np.mean([_mean(cases, tried) for cases in parts]))
                if found > best + 1e-9:
                    best, values = found, tried
        if best == before:
            break
    return values


def _mean(cases: list[_Case], values: NDArray[np.float64]) -> float:
    return float(np.mean([case.score(values) for case in cases])) if cases else float("nan")


def _texts(items: Iterable[Item]) -> Iterator[ParallelText]:
    for number, item in enumerate(items):
        yield ParallelText(
            id=str(number),
            source=item.source,
            references={},
            hypotheses={str(place): text for place, text in enumerate(item.translations)},
            lines=tuple(range(1, len(item.source) + 1)),
        )


def _fewest(item: Item, pack: LanguagePack) -> float:
    """Return 1 if the right text has the fewest different words, less where others have as few."""
    texts = ["\n".join(text).casefold() for text in item.translations]
    sizes = [len(set(text.split() if pack.writing.spaces else text)) for text in texts]
    fewest = [place for place, size in enumerate(sizes) if size == min(sizes)]
    return (item.right in fewest) / len(fewest)


def _print_error(item: Item, costs: dict[str, float]) -> None:
    print(" | ".join(item.source))
    for place, text in enumerate(item.translations):
        sign = "+" if place == item.right else "-"
        print(f"  {sign} {costs[str(place)]:.2f} {' | '.join(text)}")
