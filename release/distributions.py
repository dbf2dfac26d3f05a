"""The distributions of the repository, and what they must agree on."""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path


@dataclass(frozen=True)
class Distribution:
    """One distribution: its folder, and the table `[project]` and the package of its pyproject."""

    folder: Path
    project: dict[str, Any]
    package: Path

    @property
    def name(self) -> str:
        """Its name on an index."""
        return str(self.project["name"])

    @property
    def version(self) -> str:
        """Its version."""
        return str(self.project["version"])


def distributions(root: Path) -> tuple[Distribution, ...]:
    """Return all distributions, the core first."""
    folders = (root, *sorted(path.parent for path in root.glob("plugins/*/pyproject.toml")))
    return tuple(_read(folder) for folder in folders)


def _read(folder: Path) -> Distribution:
    data = tomllib.loads((folder / "pyproject.toml").read_text(encoding="utf-8"))
    (package,) = data["tool"]["hatch"]["build"]["targets"]["wheel"]["packages"]
    return Distribution(folder, data["project"], folder / package)


def disagreements(root: Path) -> Iterator[str]:
    """Say what keeps the distributions from being released together; nothing = all is well."""
    found = distributions(root)
    versions = {one.name: one.version for one in found}
    core = found[0]
    cited = re.search(r"^version: (\S+)$", (root / "CITATION.cff").read_text("utf-8"), re.MULTILINE)
    if cited is None or cited[1] != core.version:
        yield f"CITATION.cff does not say version {core.version}"
    stated = re.search(r'^__version__ = "(.*)"$', (core.package / "__init__.py").read_text(), re.M)
    if stated is None or stated[1] != core.version:
        yield f"discotag/__init__.py does not say version {core.version}"
    for one in found:
        for fault in (*_faults(one, core), *_bounds(one, versions)):
            yield f"{one.name}: {fault}"


def _faults(one: Distribution, core: Distribution) -> Iterator[str]:
    if one.project["requires-python"] != core.project["requires-python"]:
        yield f"requires-python is not {core.project['requires-python']}"
    for name in ("README.md", "CHANGELOG.md", "LICENSE"):
        if not (one.folder / name).is_file():
            yield f"has no {name}"
    changes = one.folder / "CHANGELOG.md"
    if changes.is_file() and f"## {one.version}" not in changes.read_text(encoding="utf-8"):
        yield f"its CHANGELOG.md has no section {one.version}"
    if not (one.package / "py.typed").is_file():
        yield "has no py.typed"
    for licence in one.project["license"].split(" AND "):
        text = one.folder / "LICENSES" / f"{licence}.txt"
        if licence != "Apache-2.0" and not text.is_file():
            yield f"has no text of its licence {licence} in LICENSES"


def _bounds(one: Distribution, versions: dict[str, str]) -> Iterator[str]:
    """Check what it asks of other distributions: from this minor version to below the next."""
    asked = [*one.project["dependencies"]]
    for extra in one.project.get("optional-dependencies", {}).values():
        asked += extra
    for line in asked:
        match = re.match(r"([\w-]+)(?:\[[\w,]+\])?([^;]*)", line)
        if match is None or match[1] not in versions:
            continue
        major, minor = versions[match[1]].split(".")[:2]
        wanted = f">={major}.{minor},<{major}.{int(minor) + 1}"
        if match[2].strip() != wanted:
            yield f"asks for {line!r}, not {match[1]}{wanted}"
