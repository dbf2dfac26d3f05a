"""The drawing of the house in docs/design.md, made from the tree: rooms, what they use, modules.

`make docs` runs `python -m website.generated.house`, which rewrites the part of docs/design.md
between the two markers; a test fails where a room or module has changed since.
"""

from __future__ import annotations

import ast
import tomllib
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "design.md"
START, END = "<!-- house: made by website/generated/house.py -->", "<!-- end of the house -->"
PLUGINS = "plugins"


class Module(NamedTuple):
    """A module: its name within the room, the first sentence of its docstring, its lines."""

    name: str
    idea: str
    lines: int


class Room(NamedTuple):
    """A package of `discotag`: its name and idea, its modules, and the rooms that it imports."""

    name: str
    idea: str
    modules: tuple[Module, ...]
    imports: frozenset[str]

    @property
    def lines(self) -> int:
        """The lines of all its modules, blank ones included."""
        return sum(module.lines for module in self.modules)


def rooms() -> list[Room]:
    """Return the rooms of `discotag` from the top layer down, built-in plugins by role last."""
    contracts = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    layers = contracts["tool"]["importlinter"]["contracts"][0]["layers"]
    names = [
        name.strip().removeprefix("discotag.")
        for layer in layers
        for name in layer.replace(":", "|").split("|")
    ]
    plugins = sorted(
        f"{PLUGINS}/{folder.name}"
        for folder in (ROOT / "discotag" / PLUGINS).iterdir()
        if (folder / "__init__.py").is_file()
    )
    return [_room(name) for name in (*names, *plugins)]


def drawing() -> str:
    """Return the drawing as Markdown: a table of rooms, then a table of modules for each room."""
    lines = ["| room | what it holds | modules · lines | uses |", "|---|---|---|---|"]
    found = rooms()
    for room in found:
        used = ", ".join(f"`{name}`" for name in sorted(room.imports)) or "–"
        size = f"{len(room.modules)} · {room.lines:,}"
        lines.append(f"| `{room.name}` | {room.idea} | {size} | {used} |")
    for room in found:
        lines += ["", f"### `discotag/{room.name}`", "", "| module | its idea | lines |"]
        lines += ["|---|---|---|"]
        lines += [f"| `{item.name}` | {item.idea} | {item.lines} |" for item in room.modules]
    return "\n".join(lines)


def filled(page: str) -> str:
    """Return a page with the drawing between its markers.

    Raises:
        ValueError: the page lacks a marker.
    """
    before, start, rest = page.partition(START)
    _, end, after = rest.partition(END)
    if not start or not end:
        raise ValueError(f"{PAGE.name} lacks the marker {START if not start else END}")
    return f"{before}{START}\n\n{drawing()}\n\n{END}{after}"


def _room(name: str) -> Room:
    folder = ROOT / "discotag" / name
    paths = sorted(folder.rglob("*.py")) if folder.is_dir() else [folder.with_suffix(".py")]
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    modules = tuple(
        Module(
            path.relative_to(folder).with_suffix("").as_posix() if folder.is_dir() else path.stem,
            _first_sentence(trees[path]),
            len(path.read_text(encoding="utf-8").splitlines()),
        )
        for path in paths
        if path.name != "__init__.py" or path.parent == folder
    )
    idea = next((item.idea for item in modules if item.name in {"__init__", folder.stem}), "")
    named = tuple(item for item in modules if item.name != "__init__" or item.lines > 1)
    used = frozenset(room for tree in trees.values() for room in _imported(tree)) - {name}
    return Room(name, idea, named, used - {name.partition("/")[0]})


def _imported(tree: ast.AST) -> Iterator[str]:
    """Yield the rooms that a module imports, at any place."""
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").startswith("discotag."):
            yield str(node.module).split(".")[1]


def _first_sentence(tree: ast.Module) -> str:
    """Return the first sentence of a module's docstring, on one line."""
    paragraph = (ast.get_docstring(tree) or "").partition("\n\n")[0]
    sentence = " ".join(paragraph.split()).partition(". ")[0].rstrip(".")
    return sentence.replace("|", "\\|").replace("<", "&lt;")


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
