"""A component is held to the Protocol of its role: by mypy, when it is defined, when it is made."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from discotag.core.discovery import PluginRecord, Status
from discotag.core.errors import ComponentError
from discotag.core.roles import PROTOCOLS, implements, missing_methods
from discotag.pipeline.components import load_component
from discotag.pipeline.plans import PlannedComponent
from discotag.plugin import TaggerInfo

ROOT = Path(__file__).parents[2]
TAGGER = """
from __future__ import annotations

from typing import TYPE_CHECKING, Self

from discotag.plugin import Context, Document, Mark, implements

if TYPE_CHECKING:
    from collections.abc import Iterable


@implements("tagger")
class ShoutingTagger:
    @classmethod
    def create(cls, context: Context) -> Self:
        return cls()

    {method}
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
    told = [line for line in done.stdout.splitlines() if 'cannot be "ShoutingTagger"' in line]
    assert [name for name, path in paths.items() if any(path.name in line for line in told)] == [
        *WRONG
    ]
    assert f"Found {len(WRONG)} errors" in done.stdout


@pytest.mark.parametrize("role", PROTOCOLS)
def test_a_class_that_lacks_a_method_is_refused_where_it_is_defined(role):
    with pytest.raises(TypeError, match=f"Empty is no {role}: it lacks create, "):
        implements(role)(type("Empty", (), {}))


def test_every_method_of_the_protocol_is_asked_for():
    assert missing_methods("scorer", SilentTagger) == ["statistics", "measures", "signature"]
    assert missing_methods("executor", SilentTagger) == []


def test_a_component_that_lacks_a_method_is_named_with_its_plugin_when_it_is_made():
    factory = f"{__name__}:SilentTagger"
    info = TaggerInfo(name="silent", summary="-", factory=factory, phenomenon="x")
    owner = PluginRecord("quiet-plugin", "quiet", "1.0", Status.LOADED)
    message = r"tagger silent \(plugin quiet-plugin\).*SilentTagger lacks mark"
    with pytest.raises(ComponentError, match=message):
        load_component(PlannedComponent("tagger", "", info, owner), None)
