"""Terms against a list: do systems call them as they are told, and always alike?

Documents: `*_SET.jsonl`, an object a line with a text for each of two language codes (`en`, `zh`)
and lists of terms by mode (`proper`, `random` …: source term to a list of names). Systems:
`NAME.SET.xxyy.MODE.jsonl`, an object a line in the same order, with the translation under the code
`yy`. What stands in NAME before two underscores is left out. Layout of WMT25's terminology task,
track 2.

Texts need no lines in common: they are aligned as `discotag align sentences` does.
A term counts at each place of the source (the longest one where several overlap); it is right where
the translation of its sentences holds one of the listed names, by form alone or with inflection and
compounds. Of a document without a list (`noterm`), the terms of `--unlisted` are asked for, which
its system has not seen. Consistency: of the terms with at least two places, how many places have
the most frequent name. Intervals are drawn over documents; systems are ranked by accuracy, equally
where the interval of their difference holds 0.
"""

from __future__ import annotations

import json
import re
from collections import defaultdict
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from benchmarks.tasks.harness import Figures, Value, at, registry, text_lines, without_data
from discotag.core.document import ParallelText
from discotag.core.errors import InputError
from discotag.core.results import Comparison, Row
from discotag.files.cache import used_cache
from discotag.pipeline.config import RunConfig
from discotag.pipeline.stages import Stages
from discotag.plugins.aligners.lexicon.sources import find_table
from discotag.plugins.aligners.sentences.components import TextAligner
from discotag.plugins.aligners.sentences.documents import DocumentAligner
from discotag.plugins.aligners.sentences.search import SKIP
from discotag.runs.workers import named_scorers
from discotag.scoring.inference import interval
from discotag.scoring.resampling import drawn
from discotag_lint.planning import plan_checks

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from discotag.core.registry import Registry
    from discotag.files.cache import Store
    from discotag.scoring.table import BoundScorer

SYSTEM = re.compile(r"(?P<name>.+)\.(?P<set>[^.]+)\.(?P<pair>[a-z]{4})\.(?P<mode>\w+)\.jsonl")
REFERENCE = "reference"
DRAWS, SEED = 1000, 12345
FOUND, BY_FORM, DEMANDED, USUAL, USES = range(5)
"""Columns of the scorer `terms`."""
COLUMNS = ((FOUND, DEMANDED), (BY_FORM, DEMANDED), (USUAL, USES))
Counts = list[tuple[float, ...]]


class Doc(NamedTuple):
    """A document: text by language code, and mode → its list of terms."""

    texts: Mapping[str, str]
    terms: Mapping[str, Mapping[str, Sequence[str]]]


@dataclass
class Group:
    """Systems that translated the same documents with lists of one mode.

    Args:
        counts: system → a row of counts per document, all in one order.
    """

    counts: dict[str, Counts] = field(default_factory=lambda: defaultdict(list))


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--read-as", default="", help="varieties of codes, such as zh=zh-tw")
    parser.add_argument("--unlisted", default="proper", help="the list asked for in mode noterm")
    parser.add_argument("--system", action="append", help="only this system; repeatable")
    parser.add_argument("--mode", action="append", help="only this mode; repeatable")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Measure every system of a folder, pair by pair and mode by mode."""
    with TemporaryDirectory() as folder, used_cache(Path(folder, "layers")) as store:
        return _measured(given, store)  # a source is analysed once for all systems


def _measured(given: argparse.Namespace, store: Store | None) -> list[Figures]:
    varieties = dict(item.split("=", 1) for item in given.read_as.split(",") if item)
    files = [(path, found) for path in sorted(given.folder.rglob("*.jsonl"))
             if (found := SYSTEM.fullmatch(path.name))]  # fmt: skip
    groups: dict[tuple[str, str], Group] = defaultdict(Group)
    seen: set[tuple[str, str, str]] = set()
    for path, found in files:
        source, target = found["pair"][:2], found["pair"][2:]
        name = found["name"].rpartition("__")[2]
        if given.lang not in {None, source, target} or name not in (given.system or [name]):
            continue
        mode = found["mode"]
        if mode not in (given.mode or [mode]):
            continue
        documents = _documents(given.folder, found["set"], source, target)
        listed = mode if any(doc.terms.get(mode) for doc in documents) else given.unlisted
        scorer = _Scored(source, target, varieties, store)
        group = groups[found["pair"], mode]
        outputs = _outputs(path, documents, source, target)
        group.counts[name] += scorer.counts(documents, outputs, listed)
        key = found["pair"], mode, found["set"]
        if key not in seen:
            seen.add(key)
            texts = [doc.texts[target] for doc in documents]
            group.counts[REFERENCE] += scorer.counts(documents, texts, listed)
    if not groups:
        raise without_data("NAME.SET.xxyy.MODE.jsonl beside *_SET.jsonl", given.folder)
    return [_figures(pair, mode, groups[pair, mode]) for pair, mode in sorted(groups)]


@cache
def _documents(folder: Path, name: str, source: str, target: str) -> tuple[Doc, ...]:
    """Read the documents of a set."""
    paths = [path for path in sorted(folder.rglob(f"*_{name}.jsonl"))
             if not SYSTEM.fullmatch(path.name)]  # fmt: skip
    if len(paths) != 1:
        told = " and ".join(map(str, paths)) or "none"
        raise InputError(f"one file *_{name}.jsonl with documents is wanted; found {told}",
                         path=folder)  # fmt: skip
    return tuple(_doc(paths[0], line, item, source, target) for line, item in _objects(paths[0]))


def _objects(path: Path) -> Iterator[tuple[int, dict[str, Any]]]:
    for number, line in enumerate(text_lines(path), 1):
        if line.strip():
            with at(path, number, "a JSON object"):
                item = json.loads(line)
                if not isinstance(item, dict):
                    raise TypeError(line)
            yield number, item


def _doc(path: Path, line: int, item: dict[str, Any], source: str, target: str) -> Doc:
    texts = {}
    for code in (source, target):
        if not isinstance(item.get(code), str):
            raise InputError(f"holds no text under {code!r}", path=path, line=line)
        texts[code] = item[code]
    terms = {}
    for mode, listed in item.items():
        if isinstance(listed, dict):
            with at(path, line, f"under {mode!r} terms with lists of names"):
                terms[mode] = {
                    term: [str(name) for name in ([names] if isinstance(names, str) else names)]
                    for term, names in listed.items()
                }
    return Doc(texts, terms)


def _outputs(path: Path, documents: Sequence[Doc], source: str, target: str) -> list[str]:
    """Return a system's translations; InputError where they are of other documents."""
    found = list(_objects(path))
    if len(found) != len(documents):
        raise InputError(f"holds {len(found)} documents; the set has {len(documents)}", path=path)
    texts = []
    for (line, item), doc in zip(found, documents, strict=True):
        own = item.get(source)
        if isinstance(own, str) and own.split() != doc.texts[source].split():
            raise InputError("holds another source text than the set", path=path, line=line)
        if not isinstance(item.get(target), str):
            raise InputError(f"holds no text under {target!r}", path=path, line=line)
        texts.append(item[target])
    return texts


class _Scored:
    """Aligns and scores documents of one pair of languages."""

    def __init__(
        self, source: str, target: str, varieties: Mapping[str, str], store: Store | None
    ) -> None:
        self._codes, self._store = (source, target), store
        self._pair = varieties.get(source, source), varieties.get(target, target)

    def counts(self, documents: Sequence[Doc], outputs: Sequence[str], mode: str) -> Counts:
        """Return the counts of each document."""
        _, stages, aligner = _tools(*self._pair, self._store)
        texts = []
        for number, (doc, output) in enumerate(zip(documents, outputs, strict=True)):
            aligned = aligner.align(str(number), doc.texts[self._codes[0]], output)
            pairs = [aligned.texts(bead) for bead in aligned.beads] or [("", "")]
            sides = tuple(zip(*pairs, strict=True))
            texts.append(ParallelText(str(number), sides[0], {}, {"system": sides[1]}))
        found: Counts = []
        for doc, text in zip(documents, stages.tag(texts), strict=True):
            bound = _scorer(
                *self._pair, self._store, json.dumps(doc.terms.get(mode, {}), ensure_ascii=False)
            )
            [statistics] = bound.counted([Comparison((), text.hypotheses["system"])])
            found.append(statistics.counts.get(Row(), (0.0,) * len(bound.info.columns)))
        return found


@cache
def _tools(
    source: str, target: str, store: Store | None
) -> tuple[Registry, Stages, DocumentAligner]:
    known = registry()
    config = RunConfig(source_language=source, target_language=target, scorers=())
    planned = plan_checks(config, known, ("glossary",))
    table, _ = find_table(planned.source, planned.target)
    find = TextAligner(table, planned.source, planned.target, skip=SKIP).align
    aligner = DocumentAligner(find, planned.source, planned.target)
    return known, Stages(planned, known, store=store), aligner


@cache
def _scorer(source: str, target: str, store: Store | None, listed: str) -> BoundScorer:
    """Return the scorer of a list of terms, given as JSON."""
    entries = [
        {"source": term, "target": name}
        for term, names in json.loads(listed).items()
        for name in names
        if term.strip() and name.strip()
    ]
    entries = entries or [{"source": "\0", "target": "\0"}]  # no list is not "any term"
    options = {"terms": {"entries": entries}}
    [bound] = named_scorers(["terms"], options, _tools(source, target, store)[0], (source, target))
    return bound


def _figures(pair: str, mode: str, group: Group) -> Figures:
    tables = {name: np.array(rows) for name, rows in group.counts.items()}
    most = max(map(len, tables.values()))
    ranked = sorted(
        (name for name in tables if len(tables[name]) == most and name != REFERENCE),
        key=lambda name: -_measure(tables[name].sum(axis=0)[None], FOUND, DEMANDED)[0],
    )
    rows: list[tuple[Value, ...]] = []
    for name in (*ranked, *sorted(set(tables) - set(ranked))):
        shown = [_with_interval(tables[name], *columns) for columns in COLUMNS]
        rank = _rank(name, ranked, tables) if name in ranked else None
        total = tables[name].sum(axis=0)
        rows.append((name, rank, len(tables[name]), int(total[DEMANDED]), *shown))
    title = f"{pair[:2]}-{pair[2:]}, {mode}"
    columns = ("system", "rank", "documents", "terms", "accuracy", "by form", "consistency")
    return Figures(title, columns, tuple(rows))


def _measure(sums: NDArray[np.float64], part: int, whole: int) -> NDArray[np.float64]:
    """Return shares, (draws, columns) → (draws,); NaN where there is nothing to divide by."""
    shares = np.full(len(sums), np.nan)
    np.divide(sums[:, part], sums[:, whole], out=shares, where=sums[:, whole] > 0)
    return shares


def _draws(documents: int) -> NDArray[np.float64]:
    """Return how often each document is drawn: (draws, documents); the same for all systems."""
    return drawn(np.random.default_rng(SEED), DRAWS, documents)


def _with_interval(table: NDArray[np.float64], part: int, whole: int) -> str:
    value = _measure(table.sum(axis=0)[None], part, whole)[0]
    found = interval(_measure(_draws(len(table)) @ table, part, whole), len(table))
    if found is None:
        return "–"
    return f"{value:.3f} [{found.low:.3f}, {found.high:.3f}]"


def _rank(name: str, systems: Sequence[str], tables: Mapping[str, NDArray[np.float64]]) -> int:
    """Return 1 + the number of systems that are better, by intervals of the difference."""
    draws = _draws(len(tables[name]))
    own = _measure(draws @ tables[name], FOUND, DEMANDED)
    better = 0
    for other in systems:
        found = interval(_measure(draws @ tables[other], FOUND, DEMANDED) - own, len(draws[0]))
        better += found is not None and found.low > 0
    return 1 + better
