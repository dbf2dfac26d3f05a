"""What is not installed is told with the distribution that holds it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from discotag.cli import app as program
from discotag.cli import elsewhere
from discotag.core.registry import open_registry

PLUGINS = Path(__file__).parents[2] / "plugins"


@pytest.fixture
def nothing_installed(monkeypatch):
    monkeypatch.setattr(elsewhere, "_is_installed", lambda _: False)


@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.parametrize(
    ("message", "told"),
    [
        ("unknown analyzer 'stanza'; known: embedded", "'./plugins/neural[stanza]'"),
        ("this run cannot be planned:\n  - unknown aligner 'simalign'", "neural[simalign]"),
        ("unknown executor 'ray'; known: processes", "./plugins/ray"),
        ("unknown language 'ja'; known: en", "./plugins/lang-ja"),
        ("unknown language 'sv'; known: en", "discotag new language sv"),
    ],
    ids=["analyzer", "plan", "executor", "pack", "own"],
)
def test_an_unknown_name_is_told_where_it_is_to_be_had(message, told):
    (hint,) = elsewhere.hints(message)
    assert told in hint


@pytest.mark.parametrize("message", ["unknown analyzer 'mine'; known: embedded", "no such file"])
def test_of_other_names_nothing_is_said(message):
    assert list(elsewhere.hints(message)) == []


def test_a_pack_that_is_installed_is_not_to_be_installed_again(monkeypatch):
    monkeypatch.setattr(elsewhere, "_is_installed", lambda name: name == "discotag-lang-fr")
    assert list(elsewhere.hints("unknown language 'fr-ca'; did you mean 'fr'?")) == []
    assert len(list(elsewhere.hints("unknown language 'de-ch'"))) == 1


def test_every_hint_names_a_folder_of_the_repository():
    holders = [*elsewhere.HOLDERS.values(), *(f"discotag-lang-{code}" for code in elsewhere.PACKS)]
    for holder in holders:
        assert (PLUGINS / holder.removeprefix("discotag-").partition("[")[0]).is_dir(), holder
    packs = {path.name.removeprefix("lang-") for path in PLUGINS.glob("lang-*")}
    assert packs == set(elsewhere.PACKS)


def test_every_command_of_another_distribution_of_the_repository_has_a_hint():
    for declared in open_registry().commands:
        if (PLUGINS / declared.owner.distribution.removeprefix("discotag-")).is_dir():
            assert ("command", declared.info.name) in elsewhere.HOLDERS


@pytest.mark.usefixtures("nothing_installed")
def test_a_command_that_is_elsewhere_is_told_where(monkeypatch):
    monkeypatch.setattr(program, "_plugin_commands", dict)
    done = CliRunner().invoke(program.app, ["cxmi"])
    assert done.exit_code == 2
    assert "./plugins/cxmi" in done.output
