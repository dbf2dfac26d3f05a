"""The list of packages: in step with what they declare, and the hints that it gives."""

from __future__ import annotations

import tomllib
from collections import defaultdict
from pathlib import Path

import pytest

from discotag.core import packages
from discotag.core.errors import PlanError, Unknown, UnknownNameError, UsageError
from discotag.core.language import LanguagePack
from discotag.core.registry import open_registry

ROOT = Path(__file__).parents[2]
PLUGINS = ROOT / "plugins"


@pytest.fixture
def nothing_installed(monkeypatch):
    monkeypatch.setattr(packages, "is_installed", lambda _: False)


def declared():
    """Return what the installed packages of this repository declare: package → role → names."""
    found = defaultdict(lambda: defaultdict(set))
    registry = open_registry()
    for role in registry.roles.values():
        for item in registry.role(role.plural):
            info, package = item.info, found[item.owner.distribution]
            if role.plural == "taggers":
                package["phenomena"].add(info.phenomenon)
            if role.plural != "tables":
                package[role.plural].add(info.code if isinstance(info, LanguagePack) else info.name)
    return found


def test_the_list_holds_every_folder_of_plugins():
    folders = {f"discotag-{path.parent.name}" for path in PLUGINS.glob("*/pyproject.toml")}
    assert set(packages.packages()) == folders


def test_the_list_is_in_step_with_what_packages_declare():
    found = declared()
    core = found["discotag"]
    for name, package in packages.packages().items():
        if name in found:  # a library declares nothing; others may not be installed here
            names = {role: set(items) for role, items in package.adds.items()}
            own = {role: items - core[role] for role, items in found[name].items()}
            assert {role: items for role, items in own.items() if items} == names, name


def test_the_extras_of_discotag_bring_the_packages_of_the_list():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    extras = project["optional-dependencies"]
    everything = {item.partition(">")[0] for item in extras["all"]}
    assert everything == set(packages.packages())
    for name in ("lint", "choose"):
        assert extras[name][0].startswith(f"discotag-{name}>=")


def test_an_extra_of_a_package_is_one_that_it_has():
    for name, package in packages.packages().items():
        path = PLUGINS / name.removeprefix("discotag-") / "pyproject.toml"
        project = tomllib.loads(path.read_text("utf-8"))["project"]
        assert set(package.extras.values()) <= set(project.get("optional-dependencies", {})), name


@pytest.mark.usefixtures("nothing_installed")
@pytest.mark.parametrize(
    ("kind", "name", "command"),
    [
        ("analyzer", "stanza", "pip install 'discotag-neural[stanza]'"),
        ("aligner", "simalign", "pip install 'discotag-neural[simalign]'"),
        ("sentence aligner", "e5", "pip install discotag-e5"),
        ("engine", "fastcoref", "pip install 'discotag-neural[fastcoref]'"),
        ("executor", "ray", "pip install discotag-ray"),
        ("reader", "po", "pip install discotag-localization"),
        ("language", "ja", "pip install discotag-lang-ja"),
        ("language", "fi", "discotag new language fi"),
        ("phenomenon", "connectives", "pip install discotag-phen-connectives"),
        ("command", "cxmi", "pip install discotag-cxmi"),
        ("command", "cxmi.train", "pip install 'discotag-cxmi[train]'"),
    ],
)
def test_a_hint_says_what_to_install(kind, name, command):
    (hint,) = packages.hints([Unknown(kind, name)])
    assert hint.endswith(command)


@pytest.mark.parametrize("name", [("analyzer", "mine"), ("text", "stanza"), ("command", "sing")])
def test_there_is_no_hint_for_other_names(name):
    assert list(packages.hints([Unknown(*name)])) == []


def test_unknown_names_are_found_in_an_error_and_its_causes():
    first = UnknownNameError("aligner", "simalign", ["lexicon"])
    error = PlanError(["unknown"], first.unknown)
    assert list(packages.unknown_names(error)) == [("aligner", "simalign")]
    outer = UsageError("no links")
    outer.__cause__ = error
    assert list(packages.unknown_names(outer)) == [("aligner", "simalign")]
    assert list(packages.unknown_names(ValueError("unknown aligner 'simalign'"))) == []


def test_there_is_no_hint_for_a_pack_that_is_installed(monkeypatch):
    monkeypatch.setattr(packages, "is_installed", lambda name: name == "discotag-lang-fr")
    assert list(packages.hints([Unknown("language", "fr-ca")])) == []
    assert len(list(packages.hints([Unknown("language", "de-ch")]))) == 1
