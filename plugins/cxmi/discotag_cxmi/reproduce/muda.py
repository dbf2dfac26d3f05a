"""The experiment of the MuDA papers: systems by language pairs, BLEU, COMET and F per tag.

Fernandes et al. 2023, section 5 and App. H; preprint, Tables 4-6.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from discotag.plugin import InputError, UnknownNameError, UsageError
from discotag_cxmi.reproduce.making import SCORES, Maker
from discotag_cxmi.reproduce.settings import CONFIGS, MudaConfig
from discotag_experiments.command import reproduce_command
from discotag_experiments.experiment import Experiment
from discotag_experiments.steps import Given, folder_of
from discotag_experiments.tables import INAPPLICABLE, UNAVAILABLE, Cell, Row, Table, number

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

    from discotag_cxmi.reproduce.making import Words
    from discotag_cxmi.reproduce.settings import Settings, System
    from discotag_experiments.steps import Step


COMPARISON = "compare.json"
RUN = "systems"


def steps(experiment: MudaConfig, out: Path, base: Path) -> list[Step]:
    """Return the steps: texts, trainings, translations, a scoring per pair, comparisons.

    Raises:
        UsageError: the configuration makes no sense; names the key.
    """
    maker = Maker(experiment, out, base)
    maker.texts()
    for pair in experiment.pairs:
        present = {name: s for name, s in experiment.systems.items() if is_in(s, pair)}
        if not present:
            raise UsageError(f"systems: none of them is there for {pair}")
        made = {name: _made(maker, name, system, pair) for name, system in present.items()}
        hypotheses = {name: given for name, given in made.items() if given is not None}
        first = next(iter(present))
        run = maker.score(RUN, pair, hypotheses, baseline=first)
        for against in others(experiment, pair, first):
            how = experiment.scoring
            words: Words = [
                "compare",
                Given(run, "scoring"),
                "--baseline",
                against,
                "--format",
                "json",
            ]
            for option in ("samples", "trials", "seed"):
                words += [f"--{option}", str(getattr(how, option))]
            maker.add(comparison(pair, against), "systems", words, (COMPARISON,), COMPARISON)
    return list(maker.steps.values())


def is_in(system: System, pair: str) -> bool:
    """Return whether a system exists for a pair."""
    return system.pairs is None or pair in system.pairs


def others(experiment: MudaConfig, pair: str, first: str) -> list[str]:
    """Return the systems besides the first with which others are compared in this pair."""
    found = (s.against for s in experiment.systems.values() if is_in(s, pair))
    return [
        name
        for name in dict.fromkeys(found)
        if name not in {None, first} and is_in(experiment.systems[name], pair)
    ]


def comparison(pair: str, name: str) -> str:
    """Name the step that compares a pair's systems with this one."""
    return f"compare/{pair}/{name}"


def _made(maker: Maker, name: str, system: System, pair: str) -> Given | None:
    """Return a system's translation; None where it is inside the test texts."""
    key = f"systems.{name}"
    if system.file is not None:
        return maker.given(system.file, f"{key}.file", pair)
    if system.model is None:
        return None
    options: Settings = {"context": system.context, "beams": system.beams}
    for side in ("source_context", "target_context"):
        if getattr(system, side) is not None:
            options[side] = getattr(system, side)
    return maker.decode(name, key, pair, maker.model(system.model, pair), options)


Place = tuple[str, str | None, str]
"""Scorer, phenomenon (None = the whole text) and system."""


def tables(experiment: MudaConfig, out: Path) -> list[Table]:
    """Read what the steps wrote, and set the table.

    Raises:
        InputError: a result is not there.
        UnknownNameError: a system is neither a file, nor a model's, nor in the test texts.
    """
    found = {pair: _Pair(experiment, out, pair) for pair in experiment.pairs}
    rows = dict.fromkeys(row for pair in found.values() for row in pair.rows)
    is_named = len({scorer for scorer, _ in rows if scorer in _tagging(found)}) > 1
    made: list[Row] = []
    for scorer, phenomenon in _ordered(list(rows), _tagging(found)):
        is_tagging = scorer in _tagging(found)
        title = (phenomenon or "all words") if is_tagging else scorer.upper()
        if is_tagging and is_named:
            title = f"{title} ({scorer})"
        made.append(Row((title,)))
        blocks = {
            pair: item.block(scorer, phenomenon, is_tagging=is_tagging)
            for pair, item in found.items()
        }
        for name in experiment.systems:
            made.append(Row((f"  {name}",), tuple(block[name] for block in blocks.values())))
        if is_tagging and phenomenon is not None:
            sizes = (item.support(scorer, phenomenon) for item in found.values())
            made.append(Row(("  (tags in the reference)",), tuple(sizes)))
    return [
        Table(
            title="BLEU, COMET and word F per tag",
            labels=("system",),
            columns=experiment.pairs,
            rows=tuple(made),
            notes=tuple(_notes(experiment, found)),
        )
    ]


def _tagging(found: dict[str, _Pair]) -> set[str]:
    return {scorer for pair in found.values() for scorer, name in pair.rows if name is not None}


def _ordered(
    rows: list[tuple[str, str | None]], tagging: set[str]
) -> Iterator[tuple[str, str | None]]:
    """Yield corpus figures first, then each phenomenon under every scorer."""
    yield from ((scorer, name) for scorer, name in rows if scorer not in tagging)
    phenomena = sorted({name or "" for scorer, name in rows if scorer in tagging})
    for phenomenon in phenomena:
        for scorer, name in rows:
            if scorer in tagging and (name or "") == phenomenon:
                yield scorer, name


class _Pair:
    """The scores of one language pair."""

    def __init__(self, experiment: MudaConfig, out: Path, pair: str) -> None:
        self._experiment = experiment
        self.systems = {n: s for n, s in experiment.systems.items() if is_in(s, pair)}
        self._first = next(iter(self.systems))
        folder = folder_of(out, f"score/{pair}/{RUN}") / "run"
        data = read_json(folder / SCORES)
        self._states = data["phenomena"]
        self._scores = _of_phenomena(data["scores"])
        self.rows = list(dict.fromkeys((s, p) for s, p, _ in self._scores))
        known = {name for _, _, name in self._scores}
        for name in self.systems:
            if known and name not in known:
                raise UnknownNameError(f"system for systems.{name} in {pair}", name, known)
        own = _of_phenomena(data["differences"])
        self._differences = {(self._first, *place): item for place, item in own.items()}
        for other in others(experiment, pair, self._first):
            compared = read_json(folder_of(out, comparison(pair, other)) / COMPARISON)
            against = _of_phenomena(compared["differences"])
            self._differences |= {(other, *place): item for place, item in against.items()}
        self.has_p = any(item["p_holm"] is not None for item in own.values())
        self.has_several = len(self.systems) > 1

    def block(self, scorer: str, phenomenon: str | None, *, is_tagging: bool) -> dict[str, Cell]:
        """Return a row's cell of each system."""
        items = {name: self._scores.get((scorer, phenomenon, name)) for name in self.systems}
        values = {name: _value(item) for name, item in items.items() if item is not None}
        best = max((v for v in values.values() if v is not None), default=None)
        return {
            name: self._cell(
                name, scorer, phenomenon, items.get(name), None if is_tagging else best
            )
            for name in self._experiment.systems
        }

    def support(self, scorer: str, phenomenon: str) -> Cell:
        """Return how many tags a row rests on."""
        item = self._scores.get((scorer, phenomenon, self._first))
        return Cell(INAPPLICABLE) if item is None else number(item["support"], 0)

    def _cell(
        self,
        name: str,
        scorer: str,
        phenomenon: str | None,
        item: dict[str, Any] | None,
        best: float | None,
    ) -> Cell:
        if name not in self.systems:
            return Cell(UNAVAILABLE)
        if item is None:
            state = self._states.get(phenomenon or "", {}).get("state")
            return Cell(INAPPLICABLE, more={"state": state})
        against = self._experiment.systems[name].against or self._first
        found = self._differences.get((against, scorer, phenomenon, name))
        gain = None if found is None else found["value"]
        margin = self._experiment.scoring.margin
        gained = gain if best is None and gain is not None else 0.0
        p = None if found is None else found["p_holm"]
        value = _value(item)
        return Cell(
            text=number(value, 2 if item["scale"] == 100 else 3).text,
            value=value,
            is_best=best is not None and value == best and self.has_several,
            is_above=gained > margin,
            is_below=gained < -margin,
            is_significant=p is not None and p < self._experiment.scoring.alpha,
            more={
                "interval": item["interval"],
                "support": item["support"],
                "documents": item["documents"],
                "against": None if found is None else against,
                "difference": gain,
                "difference_interval": None if found is None else found["interval"],
                "p_holm": p,
            },
        )


def _of_phenomena(items: Iterable[dict[str, Any]]) -> dict[Place, dict[str, Any]]:
    """Return scores or differences by their place; those of single labels have no row here."""
    return {
        (item["scorer"], item["phenomenon"], item["system"]): item
        for item in items
        if item["label"] is None
    }


def _value(item: dict[str, Any]) -> float | None:
    """Return the main measure, which is the first."""
    value: float | None = next(iter(item["measures"].values()))
    return value


def _notes(experiment: MudaConfig, found: dict[str, _Pair]) -> Iterator[str]:
    how = experiment.scoring
    first = next(iter(experiment.systems))
    pairs = [
        f"{name} with {system.against}"
        for name, system in experiment.systems.items()
        if system.against not in {None, first}
    ]
    told = f", {', '.join(pairs)}" if pairs else ""
    marks = (
        f" Compared with {first}{told}: ▲ ▼ F higher or lower by more than {how.margin:g}; * p <"
        f" {how.alpha:g} (approximate randomization over documents, Holm's correction over"
        " phenomena)."
    )
    yield f"BLEU 0–100, F 0–1.{marks if len(experiment.systems) > 1 else ''}"
    yield (
        "– = neither the reference nor the system has a tag; n/a = not looked for, or the language"
        " does not have it; x = no such system."
    )
    for pair, item in found.items():
        if item.has_several and not item.has_p:
            yield f"{pair}: too few documents for p-values, so nothing can be marked with *."


def read_json(path: Path) -> dict[str, Any]:
    """Read what a step wrote; InputError where it is not there."""
    try:
        found: dict[str, Any] = json.loads(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {error}", path=path) from error
    return found


MUDA = Experiment("muda", MudaConfig, CONFIGS, steps, tables)
muda_command = reproduce_command(MUDA)
