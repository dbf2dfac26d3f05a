"""How good scores are: made errors, half of the documents, another reference, other engines.

`python benchmarks/validity.py errors RUN --text refA [--share 0.1] [--work FOLDER]` makes errors of
one kind in a text of a run (a reference) and scores the results against that text: pronouns of the
other gender, the other level of address, other words for terms, and, for comparison, other words
where no tag stands. The score that is meant should fall, the others should stay.

`python benchmarks/validity.py halves RUN...` tells how well two random halves of the documents
agree in the order of the systems; `references RUN...` how well two references do: Kendall's tau-b.

`engines RUN OTHER` compares a run with one of the same texts by other engines, such as another
aligner: how many tags each finds, how many stand on the same words, and tau-b between the orders of
the systems.

`people RUN...` compares the order of the systems with what people said (`people.toml`): the mean
tau-b of the sets, and how often systems in a random order agree as much or more, either way.
"""

from __future__ import annotations

import argparse
import sys
import tomllib
from collections import defaultdict
from dataclasses import dataclass
from itertools import combinations
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import numpy as np

from discotag.core.registry import open_registry
from discotag.runs.folder import open_run
from discotag.runs.rescore import rescore
from discotag.runs.slices import CountedRuns
from discotag.scoring.resampling import ResamplingOptions
from discotag.testing.program import run_program

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from discotag.core.registry import Registry
    from discotag.core.results import Results, Row
    from discotag.core.tags import Mark, TaggedDocument
    from discotag.runs.folder import RunFolder


GENDERS = {
    "de": {"er": "sie", "sie": "er", "es": "sie", "ihn": "sie", "ihm": "ihr", "ihr": "ihm"},
    "fr": {"il": "elle", "elle": "il", "ils": "elles", "elles": "ils", "le": "la", "la": "le"},
}
"""The form of another gender."""
ADDRESS = {
    "de": {
        "sie": "du", "ihnen": "dir", "ihr": "dein", "ihre": "deine", "ihren": "deinen",
        "ihrem": "deinem", "ihrer": "deiner", "du": "Sie", "dir": "Ihnen", "dich": "Sie",
        "dein": "Ihr", "deine": "Ihre", "deinen": "Ihren", "deinem": "Ihrem", "deiner": "Ihrer",
    },
    "fr": {
        "vous": "tu", "votre": "ton", "vos": "tes", "tu": "vous", "te": "vous", "toi": "vous",
        "ton": "votre", "ta": "votre", "tes": "vos",
    },
}  # fmt: skip
"""The word of the other level of address; verbs stay as they are."""
KINDS = ("pronouns", "address", "terms", "other words")
PHENOMENA = {"pronouns": "pronouns", "address": "formality", "terms": "lexical_cohesion"}
SCORERS = ("choice", "compare_mt", "consistency", "bleu", "chrf")
SEED = 1


@dataclass(frozen=True)
class Place:
    """A word that can be made wrong, and what takes its place."""

    document: int
    segment: int
    start: int
    end: int
    other: str


def errors(run: RunFolder, text: str | None, share: float, work: Path) -> None:
    """Make errors, score the texts, print how far each score falls."""
    documents = list(run.documents(run.text(text)))
    random = np.random.default_rng(SEED)
    work.mkdir(parents=True, exist_ok=True)
    written = write_texts(work, documents, {"clean": []})
    made: dict[str, list[Place]] = {}
    for kind in KINDS:
        places = list(places_of(kind, documents, run.record.target_language, random))
        size = max(map(len, made.values())) if kind == "other words" else round(share * len(places))
        chosen = random.choice(len(places), size=min(size, len(places)), replace=False)
        made[kind] = [places[index] for index in sorted(chosen.tolist())]
        print(f"{kind}: {len(made[kind])} of {len(places)} words changed")
    written |= write_texts(work, documents, made)
    record = run.record
    words = ["--hyp", f"clean={written.pop('clean')}"]
    for kind, path in written.items():
        words += ["--hyp", f"{kind}={path}"]
    done = run_program(
        "run", "--src", work / "src", "--ref", work / "ref", "--docids", work / "ids", *words,
        "-s", record.source_language, "-t", record.target_language, "--unit", "line",
        "--scorers", ",".join(SCORERS), "--no-report", "--quiet", "--out", work / "run",
    )  # fmt: skip
    if done.returncode:
        sys.exit(done.stderr)
    counted = CountedRuns.of([open_run(work / "run")], open_registry(), ResamplingOptions())
    print(table(counted.results, KINDS))


def write_texts(
    work: Path, documents: Sequence[TaggedDocument], made: Mapping[str, Sequence[Place]]
) -> dict[str, Path]:
    """Write source, reference, ids, and each text with its errors; line by line."""
    texts = [list(tagged.document.target.segments) for tagged in documents]
    _lines(work / "src", (line for item in documents for line in item.document.source.segments))
    _lines(work / "ref", (line for lines in texts for line in lines))
    _lines(work / "ids", (item.document.id for item in documents for _ in item.document.source))
    files = {}
    for number, (kind, places) in enumerate(made.items()):
        own = [list(lines) for lines in texts]
        for place in sorted(places, key=lambda item: -item.start):
            line = own[place.document][place.segment]
            own[place.document][place.segment] = (
                line[: place.start] + place.other + line[place.end :]
            )
        files[kind] = work / (f"hyp{number}" if len(made) > 1 else kind)
        _lines(files[kind], (line for lines in own for line in lines))
    return files


def _lines(path: Path, lines: Iterator[str]) -> None:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


def places_of(
    kind: str, documents: Sequence[TaggedDocument], language: str, random: np.random.Generator
) -> Iterator[Place]:
    """Yield the words that can be made wrong in a way."""
    nouns = [
        tagged.document.target[mark.segment].forms[mark.token]
        for tagged in documents
        for mark in tagged.tags
        if mark.phenomenon == "lexical_cohesion"
    ]
    for number, tagged in enumerate(documents):
        target = tagged.document.target
        for segment, token in _tokens(kind, tagged):
            tokens = target[segment]
            form = tokens.forms[token]
            if kind == "pronouns":
                other = GENDERS[language].get(form.casefold())
            elif kind == "address":
                other = ADDRESS[language].get(form.casefold())
            else:
                other = nouns[int(random.integers(len(nouns)))]
            if other is not None and other != form:
                shown = other[0].upper() + other[1:] if _is_capital(form, kind) else other
                yield Place(number, segment, tokens.starts[token], tokens.ends[token], shown)


def _is_capital(form: str, kind: str) -> bool:
    return form[:1].isupper() and kind == "pronouns"


def _tokens(kind: str, tagged: TaggedDocument) -> Iterator[tuple[int, int]]:
    """Yield segment and token of the words of a kind, each once."""
    if kind in PHENOMENA:
        marks: Iterator[Mark] = (m for m in tagged.tags if m.phenomenon == PHENOMENA[kind])
        yield from dict.fromkeys((mark.segment, mark.token) for mark in marks)
        return
    marked = {(mark.segment, mark.token) for mark in tagged.marks}
    for segment, tokens in enumerate(tagged.document.target):
        for token, form in enumerate(tokens.forms):
            if (segment, token) not in marked and form.isalpha():
                yield segment, token


def table(results: Results, kinds: Sequence[str]) -> str:
    """Return a table of how far each score falls by each kind of error, in percent of its value."""
    values = {(s.scorer, s.system, s.row): s.value for s in results.scores if s.row.label is None}
    marks = {
        (d.scorer, d.system, d.row): "*" if d.p_holm is not None and d.p_holm < 0.05 else ""
        for d in results.differences
    }
    lines = ["| score | support | clean | " + " | ".join(kinds) + " |", "|---|" + "---:|" * 6]
    support = {(s.scorer, s.row): s.support for s in results.scores if s.system == "clean"}
    for (scorer, row), size in support.items():
        clean = values.get((scorer, "clean", row))
        if row.label is not None or not clean:
            continue
        scale = results.scorers[scorer].scale
        cells = []
        for kind in kinds:
            value = values.get((scorer, kind, row))
            fall = "–" if value is None else f"{100 * (value - clean) / scale:+.1f}"
            cells.append(fall + marks.get((scorer, kind, row), ""))
        title = f"{scorer} {row.phenomenon or ''}".strip()
        shown = f"{100 * clean / scale:.1f}"
        lines.append(f"| {title} | {size} | {shown} | {' | '.join(cells)} |")
    return "\n".join(lines)


sys.path.insert(0, str(Path(__file__).parents[1]))  # also run as a file, from anywhere


SPLITS = 200
SHUFFLES = 10_000
PEOPLE = Path(__file__).with_name("people.toml")
FEW = ResamplingOptions(samples=100, trials=100)


def main() -> None:
    """Read the command line and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("what", choices=("errors", "halves", "references", "engines", "people"))
    parser.add_argument("runs", nargs="+", type=Path)
    parser.add_argument("--text", help="text in which errors are made; default: the first")
    parser.add_argument("--share", type=float, default=0.1, help="of the words that can be wrong")
    parser.add_argument("--work", type=Path, help="keep texts and run here")
    given = parser.parse_args()
    registry = open_registry()
    if given.what == "errors":
        with TemporaryDirectory() as folder:
            work = given.work or Path(folder)
            errors(open_run(given.runs[0]), given.text, given.share, work)
        return
    if given.what == "people":
        print(people([open_run(path) for path in given.runs], registry))
        return
    if given.what == "engines":
        one, other = map(open_run, given.runs)
        print(engines(one, other, registry))
        return
    of_run = halves if given.what == "halves" else references
    for path in given.runs:
        for line in of_run(open_run(path), registry):
            print(f"{path.parent.name} {line}")


def halves(run: RunFolder, registry: Registry) -> Iterator[str]:
    """Yield, for each score, the mean tau between two random halves of the documents."""
    counted = CountedRuns.of([run], registry, FEW)
    count = len(counted.tables[0].documents)
    random = np.random.default_rng(SEED)
    order = np.argsort(random.random((SPLITS, count)), axis=1)
    first = (order < count // 2).astype(float)
    for name in counted.results.scorers:
        tables = [table for table in counted.tables if table.bound.info.name == name]
        for row in [row for row in tables[0].rows if row.label is None]:
            counts = np.stack([item.array([row])[:, 0] for item in tables])
            measured = []
            for weights in (first, 1 - first):
                sums = np.einsum("nd,sdc->nsc", weights, counts)
                flat = next(
                    iter(tables[0].bound.measures(sums.reshape(-1, sums.shape[-1])).values())
                )
                measured.append(np.asarray(flat).reshape(SPLITS, len(tables)))
            yield told(run, name, row.phenomenon, _taus(*measured), "halves")


def _taus(one: np.ndarray, other: np.ndarray) -> list[float]:
    found = (tau(x, y) for x, y in zip(one, other, strict=True))
    return [value for value in found if value is not None]


def tau(one: Sequence[float], other: Sequence[float]) -> float | None:
    """Return Kendall's tau-b; None where it is undefined."""
    if len(one) < 3 or not (np.isfinite(one).all() and np.isfinite(other).all()):
        return None
    above = np.triu_indices(len(one), 1)
    first, second = (
        np.sign(np.subtract.outer(np.asarray(x), np.asarray(x)))[above] for x in (one, other)
    )
    size = float(np.sqrt(np.abs(first).sum() * np.abs(second).sum()))
    return float((first * second).sum() / size) if size else None


def told(run: RunFolder, scorer: str, phenomenon: str | None, taus: list[float], what: str) -> str:
    """Return one row: pair, scorer, phenomenon, mean tau, its spread over what was compared."""
    head = f"{run.record.plan.pair} {scorer} {phenomenon or '-'} {what}"
    if not taus:
        return f"{head}: –"
    return f"{head}: {np.mean(taus):.2f} (from {min(taus):.2f} to {max(taus):.2f}, {len(taus)})"


def references(run: RunFolder, registry: Registry) -> Iterator[str]:
    """Yield, for each score, tau between the orders that every two references give."""
    names = run.record.references
    systems = {name: run.tags(name) for name in run.record.systems}
    scorers = [name for name in ("choice", "compare_mt", "bleu", "chrf") if name in _scorers(run)]
    found = [
        rescore({name: run.tags(name)}, systems, scorers, {}, registry, resampling=FEW)
        for name in names
    ]
    values: list[dict[tuple[str, Row], list[float]]] = [
        {(s.scorer, s.row): [] for s in item.scores if s.row.label is None} for item in found
    ]
    for item, of_reference in zip(found, values, strict=True):
        for score in item.scores:
            if score.row.label is None:
                value = float("nan") if score.value is None else score.value
                of_reference[score.scorer, score.row].append(value)
    for scorer, row in values[0]:
        pairs = [
            tau(one[scorer, row], other[scorer, row])
            for one, other in combinations(values, 2)
            if (scorer, row) in other
        ]
        kept = [value for value in pairs if value is not None]
        yield told(run, scorer, row.phenomenon, kept, "references")


def engines(one: RunFolder, other: RunFolder, registry: Registry) -> str:
    """Return a table of how two runs of the same texts order the systems, score by score.

    Tags are those of the first reference; tags on the same words stand for the same phenomenon at
    the same word.
    """
    values = [values_of(run, registry) for run in (one, other)]
    places = [places_in_run(run) for run in (one, other)]
    lines = ["| score | tags | others | on the same words | tau |", "|---|" + "---:|" * 4]
    for scorer, row in values[0]:
        if (scorer, row) not in values[1]:
            continue
        orders = [[found[scorer, row][name] for name in one.record.systems] for found in values]
        cells = ["–"] * 3
        if row.phenomenon is not None:
            first, second = (found[row.phenomenon] for found in places)
            cells = [str(len(first)), str(len(second)), str(len(first & second))]
        title = f"{scorer} {row.phenomenon or ''}".strip()
        lines.append(f"| {title} | {' | '.join(cells)} | {_told(tau(*orders))} |")
    return "\n".join(lines)


def values_of(run: RunFolder, registry: Registry) -> dict[tuple[str, Row], dict[str, float]]:
    """Return the value of each score over all classes, by system; NaN where it is undefined."""
    values: dict[tuple[str, Row], dict[str, float]] = defaultdict(dict)
    for score in CountedRuns.of([run], registry, FEW).results.scores:
        if score.row.label is None:
            value = float("nan") if score.value is None else score.value
            values[score.scorer, score.row][score.system] = value
    return values


def places_in_run(run: RunFolder) -> dict[str, set[tuple[str, int, int]]]:
    """Return the words of the first reference that have a tag, by phenomenon."""
    places: dict[str, set[tuple[str, int, int]]] = defaultdict(set)
    for tagged in run.documents(run.text(run.record.references[0])):
        for mark in tagged.tags:
            places[mark.phenomenon].add((tagged.document.id, mark.segment, mark.token))
    return places


def people(runs: Sequence[RunFolder], registry: Registry) -> str:
    """Return a table of how well each score agrees with people in the order of the systems.

    Raises:
        KeyError: nobody judged the systems of a run's pair.
    """
    judged = tomllib.loads(PEOPLE.read_text("utf-8"))
    found: dict[str, dict[str, tuple[list[float], list[float]]]] = defaultdict(dict)
    for run in runs:
        told = judged[run.record.plan.pair]
        names = [name for name in run.record.systems if name in told]
        for (scorer, row), of_system in values_of(run, registry).items():
            if all(np.isfinite(of_system.get(name, np.nan)) for name in names):
                title = f"{scorer} {row.phenomenon or ''}".strip()
                measured = [of_system[name] for name in names], [told[name] for name in names]
                found[title][run.record.plan.pair] = measured
    pairs = list(dict.fromkeys(run.record.plan.pair for run in runs))
    head = f"| score | {' | '.join(pairs)} | mean | p |"
    lines = [head, "|---|" + "---:|" * (len(pairs) + 2)]
    for title, sets in found.items():
        cells = [_told(tau(*sets[pair]) if pair in sets else None) for pair in pairs]
        mean, p = agreement(list(sets.values()))
        shown = "–" if p is None else f"{p:.2f}"
        lines.append(f"| {title} | {' | '.join(cells)} | {_told(mean)} | {shown} |")
    return "\n".join(lines)


def agreement(
    sets: Sequence[tuple[Sequence[float], Sequence[float]]],
) -> tuple[float | None, float | None]:
    """Return the mean tau-b of several sets, and how often random orders give as much."""
    kept = [pair for pair in sets if tau(*pair) is not None]
    if not kept:
        return None, None
    random = np.random.default_rng(SEED)
    mean = float(np.mean([tau(*pair) for pair in kept]))
    drawn = np.zeros(SHUFFLES)
    for one, other in kept:
        above = np.triu_indices(len(one), 1)
        signs = np.sign(np.subtract.outer(np.asarray(one), np.asarray(one)))[above]
        orders = np.argsort(random.random((SHUFFLES, len(other))), axis=1)
        mixed = np.asarray(other)[orders]
        others = np.sign(mixed[:, above[0]] - mixed[:, above[1]])
        size = np.sqrt(np.abs(signs).sum() * np.abs(others).sum(axis=1))
        drawn += (others @ signs) / size / len(kept)
    return mean, float((np.abs(drawn) >= abs(mean) - 1e-9).mean())


def _told(value: float | None) -> str:
    return "–" if value is None else f"{value:.2f}".replace("-", "−")


def _scorers(run: RunFolder) -> set[str]:
    return {item.name for item in run.record.plan.scorers}


if __name__ == "__main__":
    main()
