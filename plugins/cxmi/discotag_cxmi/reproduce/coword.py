"""The experiment of the CXMI paper: CoWord dropout, context formats and seeds, all measured.

Fernandes et al. 2021, sections 3 and 4.
"""

from __future__ import annotations

import statistics
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discotag.plugin import UsageError
from discotag_cxmi.reproduce.making import SCORES, Maker
from discotag_cxmi.reproduce.muda import read_json
from discotag_cxmi.reproduce.settings import CONFIGS, CxmiConfig, context_of
from discotag_experiments.command import reproduce_command
from discotag_experiments.experiment import Experiment
from discotag_experiments.steps import Given, folder_of
from discotag_experiments.tables import UNAVAILABLE, UNDEFINED, Cell, Row, Table, number

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from pathlib import Path

    from discotag_cxmi.reproduce.making import Words
    from discotag_cxmi.reproduce.settings import Settings, Suite
    from discotag_experiments.steps import Step


CONTRAST, FIGURES, SAMPLES = "contrast.json", "cxmi.json", "samples.json"
MEASURED = "scores"
SYSTEM = "system"


@dataclass(frozen=True, slots=True)
class Variant:
    """A training: everything that distinguishes its model from others.

    Args:
        pair: language pair.
        start: name of where it starts.
        form: name of its context format.
        dropout: CoWord dropout.
        seed: of the training.
    """

    pair: str
    start: str
    form: str
    dropout: float
    seed: int

    @property
    def name(self) -> str:
        """Name of the steps' folders, below the pair's."""
        return f"{self.start}_{self.form}_p{self.dropout:g}_seed{self.seed}"


def variants(experiment: CxmiConfig) -> Iterator[Variant]:
    """Yield all trainings, in order."""
    for pair in experiment.pairs:
        for start in experiment.starts:
            for form, given in experiment.formats.items():
                for dropout in given.dropout or experiment.dropout:
                    for seed in experiment.seeds:
                        yield Variant(pair, start, form, dropout, seed)


def suites(experiment: CxmiConfig, pair: str) -> dict[str, Suite]:
    """Return the contrastive sets of a pair."""
    return {n: s for n, s in experiment.suites.items() if s.pairs is None or pair in s.pairs}


def compared(experiment: CxmiConfig) -> Iterator[tuple[Variant, Variant]]:
    """Yield the pairs of models whose samples are shown: least and most dropout, first seed."""
    for pair in experiment.pairs:
        for start in experiment.starts:
            for form, given in experiment.formats.items():
                dropouts = given.dropout or experiment.dropout
                if "cxmi" in given.measures and len(dropouts) > 1:
                    first, last = (
                        Variant(pair, start, form, dropout, experiment.seeds[0])
                        for dropout in (min(dropouts), max(dropouts))
                    )
                    yield first, last


def folder(out: Path, kind: str, variant: Variant, suite: str | None = None) -> Path:
    """Return a step's folder."""
    return folder_of(out, _step(kind, variant, suite))


def _step(kind: str, variant: Variant, suite: str | None = None) -> str:
    return "/".join(filter(None, (kind, variant.pair, suite, variant.name)))


def steps(experiment: CxmiConfig, out: Path, base: Path) -> list[Step]:
    """Return the steps: texts, and of each model its training and what is measured of it.

    Raises:
        UsageError: the configuration makes no sense; names the key.
    """
    maker = Maker(experiment, out, base)
    maker.texts()
    for variant in variants(experiment):
        form, start = experiment.formats[variant.form], experiment.starts[variant.start]
        key = f"formats.{variant.form}"
        settings: Settings = {
            **experiment.settings,
            **start.settings,
            **form.settings,
            "coword": variant.dropout,
            "seed": variant.seed,
        }
        has_context = any(high for _, high in context_of(key, settings))
        if not has_context and {"cxmi", "correlation"} & set(form.measures):
            raise UsageError(
                f"{key}.measures: cxmi and correlation need a model with context, and the settings"
                ' give none (target_context = "0:4" …)'
            )
        model = maker.train(
            variant.name,
            key,
            variant.pair,
            settings,
            start=None
            if start.start is None
            else maker.start(start.start, f"starts.{variant.start}.from", variant.pair),
            texts=(experiment.train, experiment.dev),
        )
        if "quality" in form.measures:
            made = maker.decode(variant.name, key, variant.pair, model, {"beams": experiment.beams})
            maker.score(variant.name, variant.pair, {SYSTEM: made}, baseline=None)
        if {"contrast", "correlation"} & set(form.measures):
            for name, suite in suites(experiment, variant.pair).items():
                _contrast(maker, variant, (name, suite), model, has_context=has_context)
        if "cxmi" in form.measures:
            _measure(maker, variant, model)
    for first, last in compared(experiment):
        scores = [Given(folder(out, "cxmi", one) / MEASURED, "samples") for one in (first, last)]
        words: Words = ["cxmi", "compare", *scores, "--top", str(experiment.samples)]
        name = _step("samples", last)
        maker.add(name, "samples", [*words, "--format", "json"], (SAMPLES,), SAMPLES)
    return list(maker.steps.values())


def _contrast(
    maker: Maker, variant: Variant, named: tuple[str, Suite], model: Given, *, has_context: bool
) -> None:
    name, suite = named
    key = f"suites.{name}"
    step = _step("contrast", variant, name)
    words: Words = ["cxmi", "contrast", "--model", model]
    words += ["--out", folder_of(maker.out, step) / CONTRAST, "--device", maker.experiment.device]
    words += ["--when-long", "shorten"]
    if not has_context:
        words += ["--source-context", "0", "--target-context", "0"]
    for part in ("documents", "context_src", "context_tgt"):
        value: str | None = getattr(suite, part)
        if value is not None:
            given = maker.given(value, f"{key}.{part}", variant.pair)
            words += [f"--{part.replace('_', '-')}", given]
    if suite.reader:
        words += ["--reader", suite.reader]
    words += [maker.given(file, f"{key}.files", variant.pair) for file in suite.files]
    maker.add(step, key, words, (CONTRAST,))


def _measure(maker: Maker, variant: Variant, model: Given) -> None:
    step = _step("cxmi", variant)
    out = folder_of(maker.out, step) / MEASURED
    words: Words = ["cxmi", "measure", "--model", model, "--out", out, "--when-long", "shorten"]
    words += ["--device", maker.experiment.device, *maker.corpus("test", variant.pair)]
    made = (f"{MEASURED}/{FIGURES}", f"{MEASURED}/scores.jsonl")
    maker.add(step, f"formats.{variant.form}", words, made)


ALPHA = 0.01
"""Of the correlation, as in the paper's Table 2."""
CONTROL = "random "
DIGITS = {100: 2, 1: 3}


def tables(experiment: CxmiConfig, out: Path) -> list[Table]:
    """Read what the steps wrote, and set the tables that the configuration asks for.

    Raises:
        InputError: a result is not there.
    """
    measures = {name for form in experiment.formats.values() for name in form.measures}
    made = []
    if "correlation" in measures:
        made.append(_correlation(experiment, out))
    if "cxmi" in measures:
        made.append(_cxmi(experiment, out))
        made += _samples(experiment, out)
    if "quality" in measures:
        made.append(_quality(experiment, out))
    if "contrast" in measures:
        made.append(_accuracy(experiment, out))
    return made


def _seeds(experiment: CxmiConfig) -> str:
    count = len(experiment.seeds)
    return (
        "One seed." if count == 1 else f"Mean of {count} seeds ± their sample standard deviation."
    )


def _mean(values: Sequence[float | None], digits: int) -> Cell:
    """Format a mean over seeds; – where one of them is undefined."""
    known = [value for value in values if value is not None]
    if len(known) < len(values) or not known:
        return Cell(UNDEFINED, more={"seeds": list(values)})
    mean = number(statistics.fmean(known), digits)
    spread = f" ±{statistics.stdev(known):.{digits}f}" if len(known) > 1 else ""
    return Cell(mean.text + spread, mean.value, more={"seeds": known})


def _kinds(experiment: CxmiConfig, *measures: str) -> Iterator[tuple[str, float]]:
    """Yield the formats that are measured so, each with its dropouts."""
    for name, form in experiment.formats.items():
        if set(measures) & set(form.measures):
            for dropout in form.dropout or experiment.dropout:
                yield name, dropout


def _of_seeds(
    experiment: CxmiConfig, pair: str, start: str, form: str, dropout: float
) -> list[Variant]:
    return [Variant(pair, start, form, dropout, seed) for seed in experiment.seeds]


def _columns(experiment: CxmiConfig, per: Callable[[str], Sequence[str]]) -> list[Any]:
    """Return (pair, start, name) of each column."""
    return [
        (pair, start, name)
        for pair in experiment.pairs
        for start in experiment.starts
        for name in per(pair)
    ]


def _title(experiment: CxmiConfig, pair: str, start: str, name: str) -> str:
    return " ".join((pair, *((start,) if len(experiment.starts) > 1 else ()), name))


def _grid(
    experiment: CxmiConfig,
    measure: str,
    columns: Sequence[tuple[str, str, str]],
    read: Callable[[Variant, str], float | None],
    *,
    scale: float,
    digits: Callable[[str], int],
) -> tuple[Row, ...]:
    """Format a table of formats and dropouts; the best of a column is marked."""
    cells: dict[tuple[str, str, str], list[Cell]] = {}
    kinds = list(_kinds(experiment, measure))
    for column in columns:
        pair, start, name = column
        found = []
        for form, dropout in kinds:
            values = [read(v, name) for v in _of_seeds(experiment, pair, start, form, dropout)]
            scaled = [None if value is None else scale * value for value in values]
            found.append(_mean(scaled, digits(name)))
        best = max((cell.value for cell in found if cell.value is not None), default=None)
        cells[column] = [
            Cell(cell.text, cell.value, is_best=cell.value is not None and cell.value == best,
                 more=cell.more)
            for cell in found
        ]  # fmt: skip
    return tuple(
        Row((form, f"{dropout:g}"), tuple(cells[column][place] for column in columns))
        for place, (form, dropout) in enumerate(kinds)
    )


def _quality(experiment: CxmiConfig, out: Path) -> Table:
    """Tables 4 and 5: BLEU and COMET."""
    scales: dict[str, int] = {}

    def read(variant: Variant, scorer: str) -> float | None:
        data = read_json(folder(out, "score", variant) / "run" / SCORES)
        item = next(
            item
            for item in data["scores"]
            if (item["scorer"], item["phenomenon"], item["label"]) == (scorer, None, None)
        )
        scales[scorer] = item["scale"]
        value: float | None = next(iter(item["measures"].values()))
        return value

    columns = _columns(experiment, lambda _: experiment.scoring.scorers)
    rows = _grid(
        experiment, "quality", columns, read, scale=1, digits=lambda name: DIGITS[scales[name]]
    )
    return Table(
        title="Translation quality (Tables 4, 5)",
        labels=("format", "p"),
        columns=tuple(
            _title(experiment, column[0], column[1], column[2].upper()) for column in columns
        ),
        rows=rows,
        notes=(
            (
                f"{_seeds(experiment)} The model's own earlier translations are the target context."
                " p = share of the current source's words that are masked in training."
            ),
        ),
    )


def _accuracy(experiment: CxmiConfig, out: Path) -> Table:
    """Tables 6 and 7: contrastive accuracy, with as much context as in training."""

    def read(variant: Variant, suite: str) -> float | None:
        data = _judged(out, variant, suite)
        accuracy: float = data["rows"][0]["runs"][data["runs"][-1]]["accuracy"]
        return accuracy

    columns = _columns(experiment, lambda pair: list(suites(experiment, pair)))
    return Table(
        title="Contrastive accuracy, percent (Tables 6, 7)",
        labels=("format", "p"),
        columns=tuple(_title(experiment, *column) for column in columns),
        rows=_grid(experiment, "contrast", columns, read, scale=100, digits=lambda _: 2),
        notes=(
            (
                f"{_seeds(experiment)} With the most context the model was trained with; a tie is"
                " wrong."
            ),
        ),
    )


def _judged(out: Path, variant: Variant, suite: str) -> dict[str, Any]:
    return read_json(folder(out, "contrast", variant, suite) / CONTRAST)


def _correlation(experiment: CxmiConfig, out: Path) -> Table:
    """Table 2: does CXMI go with what context turns from wrong to right?"""
    names = list(experiment.suites)
    rows = []
    for pair in experiment.pairs:
        for start in experiment.starts:
            for form, dropout in _kinds(experiment, "correlation"):
                found = {
                    suite: [
                        {flips["run"]: flips for flips in _judged(out, variant, suite)["flips"]}
                        for variant in _of_seeds(experiment, pair, start, form, dropout)
                    ]
                    for suite in suites(experiment, pair)
                }
                sizes = dict.fromkeys(s for runs in found.values() for run in runs for s in run)
                for size in sizes:
                    cells = tuple(_correlated(found.get(name), size) for name in names)
                    rows.append(Row((pair, start, form, f"{dropout:g}", size), cells))
    return Table(
        title="Point-biserial correlation of CXMI with flips (Table 2)",
        labels=("pair", "start", "format", "p", "context"),
        columns=tuple(names),
        rows=tuple(rows),
        notes=(
            (
                f"{_seeds(experiment)} * = p < {ALPHA:g} with every seed. – = nothing flips, or"
                " everything; x = no such set for the pair. A flip needs the right translation to"
                " gain, so r is above 0 even for scores drawn at random (docs/contrast.md)."
            ),
        ),
    )


def _correlated(runs: list[dict[str, Any]] | None, size: str) -> Cell:
    if runs is None:
        return Cell(UNAVAILABLE)
    found = [run.get(size, {"correlation": None, "p": None}) for run in runs]
    cell = _mean([flips["correlation"] for flips in found], 3)
    is_sure = all(flips["p"] is not None and flips["p"] < ALPHA for flips in found)
    more = {**(cell.more or {}), "p": [flips["p"] for flips in found]}
    return Cell(cell.text, cell.value, is_significant=is_sure, more=more)


def _cxmi(experiment: CxmiConfig, out: Path) -> Table:
    """Figures 2 and 3: CXMI by context size, format and dropout."""
    rows = []
    columns: dict[str, None] = {}
    read: list[tuple[tuple[str, ...], list[dict[str, Any]]]] = []
    for pair in experiment.pairs:
        for start in experiment.starts:
            for form, dropout in _kinds(experiment, "cxmi"):
                found = []
                for variant in _of_seeds(experiment, pair, start, form, dropout):
                    path = folder(out, "cxmi", variant) / MEASURED / FIGURES
                    figures = {
                        f"{CONTROL if row['control'] else ''}{row['size']}": row["segment_mean"]
                        for row in read_json(path)["rows"]
                        if row["size"] != "0"
                    }
                    columns |= dict.fromkeys(figures)
                    found.append(figures)
                read.append(((pair, start, form, f"{dropout:g}"), found))
    ordered = sorted(columns, key=lambda name: name.startswith(CONTROL))
    for labels, found in read:
        cells = []
        for name in ordered:
            values = [figures.get(name) for figures in found]
            if None in values:
                cells.append(Cell(UNAVAILABLE))
                continue
            cell = _mean([value["value"] for value in values if value], 4)
            intervals = [value["interval"] for value in values if value]
            shown = cell.text
            if len(values) == 1 and intervals[0] is not None:
                low, high = (number(end, 4).text for end in intervals[0])
                shown = f"{shown} [{low}, {high}]"
            more = {**(cell.more or {}), "intervals": intervals}
            cells.append(Cell(shown, cell.value, more=more))
        rows.append(Row(labels, tuple(cells)))
    return Table(
        title="CXMI by lines of context, nats per segment (Figures 2, 3)",
        labels=("pair", "start", "format", "p"),
        columns=tuple(ordered),
        rows=tuple(rows),
        notes=(
            (
                f"{_seeds(experiment)} Random: as much context of other documents. x = not measured"
                " with that size."
            ),
        ),
    )


def _samples(experiment: CxmiConfig, out: Path) -> Iterator[Table]:
    """Table 3: where dropout made a model use context more."""
    for first, last in compared(experiment):
        found = read_json(folder(out, "samples", last) / SAMPLES)
        rows = []
        for sample in found["samples"]:
            context = sample["context"]
            best = sample["best"]
            rows.append(
                Row(
                    (
                        " / ".join(line["source"] for line in context) or "(none)",
                        sample["source"],
                        " / ".join(line["target"] for line in context) or "(none)",
                        sample["target"],
                        "–" if best is None else best["form"],
                    ),
                    (number(sample["B"] - sample["A"], 2, A=sample["A"], B=sample["B"]),),
                )
            )
        where = " ".join((last.pair, last.start, last.form))
        yield Table(
            title=f"Samples that use context more with p = {last.dropout:g} than with"
            f" {first.dropout:g}: {where} (Table 3)",
            labels=("source context", "source", "target context", "target", "most on"),
            columns=("Δ CXMI",),
            rows=tuple(rows),
            notes=(f"Nats; {found['size']} lines of context at most, seed {last.seed}.",),
        )


CXMI = Experiment("cxmi", CxmiConfig, CONFIGS, steps, tables)
cxmi_command = reproduce_command(CXMI)
