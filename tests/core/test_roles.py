"""A component is held to the Protocol of its role: by mypy, when it is defined, when it is made."""

from __future__ import annotations

import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

from discotag.core.discovery import PluginRecord, Status
from discotag.core.errors import ComponentError, UnknownNameError
from discotag.core.hookspecs import hookspec
from discotag.core.interfaces import missing_methods
from discotag.core.roles import ROLES, Role
from discotag.pipeline.components import load_component
from discotag.pipeline.plans import PlannedComponent
from discotag.plugin import ExecutorInfo, ScorerInfo, TaggerInfo

if TYPE_CHECKING:
    from collections.abc import Iterable

ROOT = Path(__file__).parents[2]
TAGGER = """
from __future__ import annotations

from typing import TYPE_CHECKING, Self

from discotag.plugin import Context, Document, Mark, Tagger

if TYPE_CHECKING:
    from collections.abc import Iterable


class ShoutingTagger(Tagger):
    @classmethod
    def create(cls, context: Context) -> Self:
        return cls()

    {method}


ShoutingTagger()
"""
MARK = 'def mark(self, document: Document) -> Iterable[Mark]: return [Mark("loud", "x", 0, 0)]'
WRONG = {
    "no method of that name": "def marks(self, document: Document) -> Iterable[Mark]: return ()",
    "wrong type yielded": 'def mark(self, document: Document) -> Iterable[str]: return ("loud",)',
    "wrong argument": "def mark(self, document: str) -> Iterable[Mark]: return ()",
}


class SilentTagger:
    """Lacks `mark`."""

    @classmethod
    def create(cls, context):
        return cls()


def test_mypy_tells_a_tagger_from_what_is_none(tmp_path):
    paths = {}
    for name, method in {"right": MARK, **WRONG}.items():
        paths[name] = tmp_path / f"{name.replace(' ', '_')}.py"
        paths[name].write_text(TAGGER.format(method=method), encoding="utf-8")
    done = subprocess.run(
        [
            sys.executable,
            "-m",
            "mypy",
            "--strict",
            "--cache-dir",
            str(ROOT / ".mypy_cache" / "roles"),
            *map(str, paths.values()),
        ],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    errors = [line for line in done.stdout.splitlines() if ": error:" in line]
    assert [name for name, path in paths.items() if any(path.name in line for line in errors)] == [
        *WRONG
    ]
    assert f"Found {len(WRONG)} errors" in done.stdout


COMPONENTS = [role for role in ROLES if getattr(role.info, "protocol", None)]


@pytest.mark.parametrize("role", COMPONENTS, ids=lambda role: role.name)
def test_a_subclass_of_the_protocol_that_lacks_a_method_is_found(role):
    protocol = role.info.protocol
    assert missing_methods(protocol, type("Empty", (protocol,), {}))[0] == "create"
    assert missing_methods(protocol, type("Empty", (), {}))[0] == "create"


def test_every_method_of_the_protocol_is_asked_for():
    missing = missing_methods(ScorerInfo.protocol, SilentTagger)
    assert missing == ["statistics", "measures", "signature"]
    assert missing_methods(ExecutorInfo.protocol, SilentTagger) == []


@dataclass(frozen=True)
class RecipeInfo:
    name: str


RECIPES = Role("recipe", RecipeInfo)


class KitchenHooks:
    ROLES = (RECIPES,)

    @staticmethod
    @hookspec
    def discotag_recipes() -> Iterable[RecipeInfo]: ...


def test_a_package_adds_roles_that_other_plugins_use(make_point, make_registry):
    package, cook = make_point("kitchen"), make_point("cook", recipes=[RecipeInfo("soup")])
    package.module.DISCOTAG_HOOKSPECS = KitchenHooks
    for points in ([package, cook], [cook, package]):
        registry = make_registry(*points)
        assert registry.role(RECIPES).get("soup").owner.name == "cook"
        assert registry.role("recipes").items == registry.role(RECIPES).items


def test_hooks_of_a_package_that_is_not_installed_are_ignored(make_point, make_registry):
    registry = make_registry(make_point("cook", recipes=[RecipeInfo("soup")]))
    assert [record.status for record in registry.plugins.records] == [Status.LOADED]
    assert not registry.role(RECIPES).items
    with pytest.raises(UnknownNameError, match="recipes"):
        registry.role("recipes")


def test_a_component_that_lacks_a_method_is_named_with_its_plugin_when_it_is_made():
    factory = f"{__name__}:SilentTagger"
    info = TaggerInfo(name="silent", summary="-", factory=factory, phenomenon="x")
    owner = PluginRecord("quiet-plugin", "quiet", "1.0", Status.LOADED)
    message = r"tagger silent \(plugin quiet-plugin\).*SilentTagger lacks mark"
    with pytest.raises(ComponentError, match=message):
        load_component(PlannedComponent("tagger", "", info, owner), None)
