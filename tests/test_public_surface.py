"""The public surface: what plugins import, and they need no more."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
MODULES = [
    "discotag",
    "discotag.demo",
    "discotag.plugin",
    *(f"discotag.plugin.{path.stem}" for path in sorted(ROOT.glob("discotag/plugin/[a-z]*.py"))),
    "discotag.testing",
]
PUBLIC = re.compile(r"discotag(\.plugin(\.\w+)?|\.testing(\.\w+)?|\.demo)?")
TESTS = "{}/*/tests/**/*.py"
SOURCES = [
    "plugins/*/discotag_*/**/*.py",
    "examples/*/discotag_*/**/*.py",
    "plugins/dev/discotag_dev/templates/**/*.*",
    "docs/*.md",
    "README.md",
]


@pytest.mark.parametrize("module", MODULES)
def test_every_public_name_can_be_imported_and_has_a_docstring(module):
    found = importlib.import_module(module)
    public = [getattr(found, name) for name in found.__all__]
    objects = [item for item in public if inspect.isclass(item) or inspect.isfunction(item)]
    assert [item for item in objects if not inspect.getdoc(item)] == []


@pytest.mark.parametrize("module", [name for name in MODULES if ".plugin" in name])
def test_the_example_of_a_public_module_runs(module):
    tried = doctest.testmod(importlib.import_module(module))
    assert tried.attempted
    assert not tried.failed


def discotag_imports(path):
    """Yield the modules of discotag that a file imports."""
    text = path.read_text(encoding="utf-8")
    if path.suffix != ".py" or "templates" in path.parts:
        names = re.findall(r"^\s*(?:>>> )?(?:from|import) (discotag(?:\.\w+)*)\b", text, re.M)
    else:
        nodes = list(ast.walk(ast.parse(text)))
        names = [node.module or "" for node in nodes if isinstance(node, ast.ImportFrom)]
        names += [
            name.name for node in nodes if isinstance(node, ast.Import) for name in node.names
        ]
    return [name for name in names if name.partition(".")[0] == "discotag"]


@pytest.mark.parametrize("pattern", SOURCES)
def test_plugins_examples_templates_and_pages_keep_to_the_surface(pattern):
    paths = [path for path in ROOT.glob(pattern) if path.is_file()]
    assert paths
    assert [
        f"{path.relative_to(ROOT)}: {name}"
        for path in paths
        for name in discotag_imports(path)
        if not PUBLIC.fullmatch(name)
    ] == []


def test_plugins_tests_keep_to_the_surface_and_to_built_in_plugins():
    paths = [path for folder in ("plugins", "examples") for path in ROOT.glob(TESTS.format(folder))]
    assert len(paths) > 100
    assert [
        f"{path.relative_to(ROOT)}: {name}"
        for path in paths
        for name in discotag_imports(path)
        if not PUBLIC.fullmatch(name) and not name.startswith("discotag.plugins.")
    ] == []
