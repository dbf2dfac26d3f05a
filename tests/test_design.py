"""docs/design.md shows the layers that the import contracts keep; functions fit on a screen."""

from __future__ import annotations

import ast
import re
import tomllib
from pathlib import Path

ROOT = Path(__file__).parents[1]
LONGEST = 60
"""Lines that the body of a function may have."""


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


def test_a_function_fits_on_a_screen():
    folders = ("discotag", "plugins", "training", "benchmarks", "release", "website", "examples")
    paths = [path for folder in folders for path in (ROOT / folder).rglob("*.py")]
    assert len(paths) > 500
    long = [
        f"{path.relative_to(ROOT)}: {name} has {length} lines"
        for path in paths
        if "templates" not in path.parts and ".venv" not in path.parts
        for name, length in lengths(path.read_text(encoding="utf-8"))
        if length > LONGEST
    ]
    assert long == []


def lengths(text):
    """Yield each function with the lines of its body, blank lines and docstring left out."""
    lines = text.splitlines()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
            body = node.body[1:] if ast.get_docstring(node) is not None else node.body
            first = body[0].lineno if body else node.end_lineno + 1
            yield node.name, sum(map(bool, map(str.strip, lines[first - 1 : node.end_lineno])))


def test_the_workflow_of_a_package_checks_that_package():
    found = {}
    for path in (ROOT / "plugins").glob("*/.github/workflows/tests.yml"):
        (checked,) = re.findall(r"discotag check (\S+)", path.read_text(encoding="utf-8"))
        found[path.parents[2].name] = checked
    assert len(found) >= 4
    assert [name for name, checked in found.items() if name != checked] == []
