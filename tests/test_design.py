"""The drawing in docs/design.md shows the layers that the import contracts keep."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]


def test_the_drawing_shows_the_layers_of_the_contract():
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    drawing = text.partition("<!-- layers")[2].partition("```\n")[2].partition("```")[0]
    drawn = [
        re.findall(r"discotag\.\w+", line[4:].split("   ")[0]) for line in drawing.splitlines()
    ]
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = contracts["tool"]["importlinter"]["contracts"][0]["layers"]
    assert drawn[:-1] == [layer.split(" | ") for layer in layers]


def test_the_drawing_names_every_built_in_plugin():
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    folders = [path.parent.name for path in (ROOT / "discotag" / "plugins").glob("*/plugin.py")]
    assert folders
    assert [name for name in folders if f"`{name}`" not in text] == []


def test_the_drawing_names_every_module_of_the_core():
    text = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
    modules = [path.stem for path in (ROOT / "discotag" / "core").glob("[a-z]*.py")]
    assert [name for name in modules if f"`{name}`" not in text] == []
