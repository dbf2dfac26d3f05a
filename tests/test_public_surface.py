"""The public surface: docs/versioning.md lists what can be imported, and plugins need no more."""

from __future__ import annotations

import ast
import doctest
import importlib
import inspect
import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
LISTED = {
    module: re.findall(r"`(\w+)`", names)
    for module, names in re.findall(
        r"^\*\*`([\w.]+)`\*\*: (.*)$",
        (ROOT / "docs/versioning.md").read_text(encoding="utf-8").partition("<!-- public")[2],
        flags=re.MULTILINE,
    )
}
PUBLIC = re.compile(r"discotag(\.plugin(\.\w+)?|\.testing(\.\w+)?|\.demo)?")
TESTS = "{}/*/tests/**/*.py"
SOURCES = [
    "plugins/*/discotag_*/**/*.py",
    "examples/*/discotag_*/**/*.py",
    "discotag/scaffold/templates/**/*.*",
    "docs/*.md",
    "README.md",
]


@pytest.mark.parametrize("module", LISTED)
def test_the_list_is_what_can_be_imported(module):
    found = importlib.import_module(module)
    assert sorted(found.__all__) == sorted(LISTED[module])
    assert [name for name in found.__all__ if not hasattr(found, name)] == []


def test_no_public_module_is_missing_from_the_list():
    modules = {f"discotag.plugin.{path.stem}" for path in ROOT.glob("discotag/plugin/[a-z]*.py")}
    assert modules | {"discotag", "discotag.plugin", "discotag.testing"} <= LISTED.keys()


def test_where_names_are_imported_from_late_is_where_the_type_checker_looks():
    module = importlib.import_module("discotag.plugin")
    tree = ast.parse(Path(module.__file__).read_text(encoding="utf-8"))
    guarded = next(node for node in tree.body if isinstance(node, ast.If))
    seen = {
        alias.name: node.module
        for node in guarded.body
        if isinstance(node, ast.ImportFrom)
        for alias in node.names
    }
    assert seen == module._HOMES
    assert sorted(seen) == sorted(module.__all__)


@pytest.mark.parametrize("module", [name for name in LISTED if ".plugin" in name])
def test_the_example_of_a_public_module_runs(module):
    tried = doctest.testmod(importlib.import_module(module))
    assert tried.attempted
    assert not tried.failed


@pytest.mark.parametrize("module", LISTED)
def test_public_classes_and_functions_have_docstrings(module):
    found = importlib.import_module(module)
    public = [getattr(found, name) for name in LISTED[module]]
    objects = [each for each in public if inspect.isclass(each) or inspect.isfunction(each)]
    assert [each for each in objects if not inspect.getdoc(each)] == []


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


def test_an_old_name_warns_and_works():
    import discotag

    with pytest.warns(DeprecationWarning, match=r"discotag\.Place is now discotag\.TokenRef"):
        assert discotag.Place is discotag.TokenRef
