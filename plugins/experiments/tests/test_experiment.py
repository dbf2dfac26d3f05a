"""An experiment from its configuration to its tables."""

from __future__ import annotations

import doctest
import json
from typing import TYPE_CHECKING

import pytest

from discotag.plugin import InputError, UsageError
from discotag_experiments import experiment as module
from discotag_experiments.experiment import Experiment, Section, filled
from discotag_experiments.steps import Step, folder_of
from discotag_experiments.tables import Row, Table, number

if TYPE_CHECKING:
    from pathlib import Path


class Plan(Section):
    name: str


def steps(plan: Plan, out: Path, base: Path) -> list[Step]:
    del out, base
    return [Step(plan.name, "name", ("plugins", "--json"), ("made.json",), stdout="made.json")]


def tables(plan: Plan, out: Path) -> list[Table]:
    content = (folder_of(out, plan.name) / "made.json").read_text("utf-8")
    return [
        Table(
            "Plugins",
            ("of",),
            ("number",),
            (Row(("all",), (number(len(json.loads(content)), 0),)),),
        )
    ]


@pytest.fixture
def experiment(tmp_path: Path) -> Experiment:
    (tmp_path / "plan-small.toml").write_text('name = "one"\n', "utf-8")
    return Experiment("plan", Plan, tmp_path, steps, tables)


def test_the_docstring_holds() -> None:
    assert not doctest.testmod(module).failed


def test_a_configuration_that_comes_along_becomes_tables(
    experiment: Experiment, tmp_path: Path
) -> None:
    out, told = tmp_path / "out", []
    shapes = experiment.run(experiment.path("small"), out, tell=told.append)
    assert "| all | " in shapes["markdown"]
    assert (out / "tables.tex").read_text("utf-8") == shapes["latex"]
    assert json.loads(shapes["json"])["schema"] == "discotag-reproduce/1"
    again: list[str] = []
    assert experiment.run(experiment.path("small"), out, tell=again.append) == shapes
    assert again == ["[1/1] one: done before"]


def test_a_misspelt_key_is_told(experiment: Experiment, tmp_path: Path) -> None:
    path = tmp_path / "mine.toml"
    path.write_text('name = "one"\nnane = "two"\n', "utf-8")
    with pytest.raises(InputError, match=r"mine\.toml: nane"):
        experiment.plan(path, tmp_path / "out")


def test_an_unknown_placeholder_names_the_key_and_what_is_known(tmp_path: Path) -> None:
    assert filled("{pair}.src", "texts.src", tmp_path, {"pair": "a"}).path == tmp_path / "a.src"
    with pytest.raises(UsageError, match=r"texts\.src: '\{pear\}' has another .* than \{pair\}"):
        filled("{pear}", "texts.src", tmp_path, {"pair": "a"})
