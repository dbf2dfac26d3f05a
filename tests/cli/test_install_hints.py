"""What is not installed is told with the distribution that holds it."""

from __future__ import annotations

from pathlib import Path

import pytest
from typer.testing import CliRunner

from discotag.cli import app as program
from discotag.cli import install_hints
from discotag.core.errors import PlanError, Unknown, UnknownNameError, UsageError
from discotag.core.registry import RoleRegistry, open_registry

PLUGINS = Path(__file__).parents[2] / "plugins"


@pytest.fixture
def nothing_installed(monkeypatch):
    monkeypatch.setattr(install_hints, "_is_installed", lambda _: False)


@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.parametrize(
    ("kind", "name", "told"),
    [
        ("analyzer", "stanza", "'./plugins/neural[stanza]'"),
        ("aligner", "simalign", "neural[simalign]"),
        ("engine", "fastcoref", "neural[fastcoref]"),
        ("executor", "ray", "./plugins/ray"),
        ("reader", "po", "./plugins/localization"),
        ("language", "ja", "./plugins/lang-ja"),
        ("language", "fi", "discotag new language fi"),
    ],
)
def test_an_unknown_name_is_told_where_it_is_to_be_had(kind, name, told):
    (hint,) = install_hints.hints([Unknown(kind, name)])
    assert told in hint


@pytest.mark.parametrize("name", [("analyzer", "mine"), ("text", "stanza")])
def test_of_other_names_nothing_is_said(name):
    assert list(install_hints.hints([Unknown(*name)])) == []


def test_names_are_found_in_errors_and_in_what_they_were_raised_from():
    first = UnknownNameError("aligner", "simalign", ["lexicon"])
    error = PlanError(["unknown"], first.unknown)
    assert list(install_hints.unknown_to(error)) == [("aligner", "simalign")]
    told = UsageError("no links")
    told.__cause__ = error
    assert list(install_hints.unknown_to(told)) == [("aligner", "simalign")]
    assert list(install_hints.unknown_to(ValueError("unknown aligner 'simalign'"))) == []


def test_a_pack_that_is_installed_is_not_to_be_installed_again(monkeypatch):
    monkeypatch.setattr(install_hints, "_is_installed", lambda name: name == "discotag-lang-fr")
    assert list(install_hints.hints([Unknown("language", "fr-ca")])) == []
    assert len(list(install_hints.hints([Unknown("language", "de-ch")]))) == 1


def test_every_hint_names_a_folder_of_the_repository():
    holders = [
        *install_hints.HOLDERS.values(),
        *(f"discotag-lang-{code}" for code in install_hints.PACKS),
    ]
    for holder in holders:
        assert (PLUGINS / holder.removeprefix("discotag-").partition("[")[0]).is_dir(), holder
    packs = {path.name.removeprefix("lang-") for path in PLUGINS.glob("lang-*")}
    assert packs == set(install_hints.PACKS)


def test_every_command_of_another_distribution_of_the_repository_has_a_hint():
    for declared in open_registry().commands:
        if (PLUGINS / declared.owner.distribution.removeprefix("discotag-")).is_dir():
            assert ("command", declared.info.name) in install_hints.HOLDERS


@pytest.mark.usefixtures("nothing_installed")
def test_a_command_that_is_elsewhere_is_told_where(monkeypatch):
    monkeypatch.setattr(program, "_plugin_commands", lambda: RoleRegistry("command"))
    done = CliRunner().invoke(program.app, ["cxmi"])
    assert done.exit_code == 2
    assert "./plugins/cxmi" in done.output


def test_a_diagnosis_tells_it_too(monkeypatch):
    monkeypatch.setitem(install_hints.HOLDERS, ("aligner", "nowhere"), "discotag-nowhere")
    done = CliRunner().invoke(program.app, "doctor -s en -t fr --aligner nowhere")
    assert done.exit_code == 1
    assert "  hint: nowhere is in discotag-nowhere: pip install" in done.output


def test_a_mistyped_command_is_told_which_is_near():
    done = CliRunner().invoke(program.app, ["chooze"])
    assert done.exit_code == 2
    assert "did you mean choose?" in done.output


def test_a_listing_asks_for_commands_alone():
    registry = open_registry(roles=("commands",))
    assert not list(registry.languages)
    assert {declared.info.name for declared in registry.commands} == {
        declared.info.name for declared in open_registry().commands
    }
