"""The index of plugins: the distributions of the repository, and those from elsewhere."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING, Any

from release.distributions import distributions
from website.generated.markdown import cell, table

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from release.distributions import Distribution

ROOT = Path(__file__).parents[2]
ELSEWHERE = ROOT / "website" / "plugins.toml"
NAME = re.compile(r"discotag-[a-z0-9]+(-[a-z0-9]+)*")
HEADER = ("package", "version", "what it is", "plugins")
RULES = """\
## Be listed

Anybody may publish a plugin; it works whether it is listed or not. For a place on this page, add an
entry to `website/plugins.toml` in a pull request. What is asked:

* The distribution's name begins with `discotag-`, and pip can install it.
* `discotag check NAME --strict` ends with 0, in its own tests too
  ([testing a plugin](../testing.md#in-your-repository)).
* It has a licence, and its README says how good it is: on what data, with which command.

A plugin that no longer works with the newest discotag is taken from the list after a question to
its author."""


@dataclass(frozen=True)
class Listed:
    """A plugin from elsewhere.

    Args:
        name: the distribution.
        summary: what it is, in one sentence.
        repository: the address of its source.
        license: SPDX.
    """

    name: str
    summary: str
    repository: str
    license: str


def page() -> str:
    """Return the page of plugins."""
    ours = [one for one in distributions(ROOT)[1:] if brings_plugins(one)]
    packs = [one for one in ours if one.name.startswith("discotag-lang-")]
    others = [one for one in ours if one not in packs]
    lines = [
        "# Plugins",
        "",
        (
            "A plugin is a Python package that discotag finds by itself once it is installed;"
            " `discotag plugins` lists those that are. discotag's own distribution brings the"
            " built-in ones."
        ),
        "",
        "## Language packs",
        *table(HEADER, map(_row, packs)),
        "",
        "## Phenomena, engines and commands",
        *table(HEADER, map(_row, others)),
        "",
        "## From elsewhere",
        *_elsewhere(listed(ELSEWHERE)),
        "",
        RULES,
        "",
    ]
    return "\n".join(lines)


def listed(path: Path) -> tuple[Listed, ...]:
    """Read the plugins from elsewhere; ValueError says which entry is wrong and why."""
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("plugin", [])
    found = tuple(_entry(entry) for entry in entries)
    names = [one.name for one in found]
    if names != sorted(set(names)):
        raise ValueError(f"{path.name}: each plugin once, in the order of the alphabet")
    return found


def _entry(entry: dict[str, Any]) -> Listed:
    wanted = {field.name for field in fields(Listed)}
    name = entry.get("name", "without a name")
    if set(entry) != wanted or not all(isinstance(value, str) for value in entry.values()):
        raise ValueError(f"plugin {name}: wants the texts {', '.join(sorted(wanted))}")
    if not NAME.fullmatch(name):
        raise ValueError(f"plugin {name}: the name of a listed plugin begins with discotag-")
    if not re.fullmatch(r"https://[^\s()<>|]+", entry["repository"]):
        raise ValueError(f"plugin {name}: its repository is no https address")
    return Listed(**entry)


def _elsewhere(found: Sequence[Listed]) -> Iterator[str]:
    if not found:
        yield ""
        yield "None is listed yet."
    yield from table(
        ("package", "what it is", "licence"),
        (
            (f"[{one.name}]({one.repository})", cell(one.summary), cell(one.license))
            for one in found
        ),
    )


def _row(one: Distribution) -> tuple[str, ...]:
    readme = (one.folder / "README.md").relative_to(ROOT).as_posix()
    points = ", ".join(f"`{point}`" for point in brings_plugins(one))
    described = cell(str(one.project["description"]))
    return f"[{one.name}](../../{readme})", one.version, described, points


def brings_plugins(one: Distribution) -> list[str]:
    """Return the entry points of a distribution by which discotag finds plugins, sorted."""
    return sorted(one.project.get("entry-points", {}).get("discotag", {}))
