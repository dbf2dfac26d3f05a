"""The experiment of the MuDA papers: systems by language pairs, BLEU, COMET and F per tag.

Fernandes et al. 2023, section 5 and App. H; preprint, Tables 4-6.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import UsageError
from discotag_cxmi.reproduce.making import Maker
from discotag_experiments.steps import Given

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_cxmi.reproduce.kinds import MudaConfig, System
    from discotag_cxmi.reproduce.making import Words
    from discotag_cxmi.reproduce.settings import Settings
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
    """Return the systems beside the first with which others are compared in this pair."""
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
