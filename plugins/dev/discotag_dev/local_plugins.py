"""Finding the plugins that a user names: by plugin, by distribution, or by the folder of a package.

The package in a folder need not be installed: for the time of a check it is on the path with
what pip would have written about it.
"""

from __future__ import annotations

import importlib
import sys
import tempfile
import tomllib
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discotag.plugin import InputError, UnknownNameError
from discotag.plugin.development import GROUP

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.plugin.development import PluginRecord


PROJECT = "pyproject.toml"


def plugins_named(name: str, records: Sequence[PluginRecord]) -> tuple[str, ...]:
    """Return the plugins that a plugin's or distribution's name refers to.

    Else UnknownNameError.
    """
    found = [record.name for record in records if name in {record.name, record.distribution}]
    if not found:
        known = {record.name for record in records}
        cure = "a folder with a pyproject.toml will do, too"
        raise UnknownNameError("plugin", name, known, cure=cure)
    return tuple(found)


@contextmanager
def staged(folder: Path) -> Iterator[tuple[str, ...]]:
    """Add a folder's package to the import path, and yield the names of its plugins.

    Raises:
        InputError: the folder holds no pyproject.toml that declares a plugin.
    """
    project, points = _declared(folder)
    places = [str(place.resolve()) for place in (folder, folder / "src") if place.is_dir()]
    with tempfile.TemporaryDirectory() as site:
        name = str(project.get("name", folder.name)).replace("-", "_")
        info = Path(site) / f"{name}-{project.get('version', '0')}.dist-info"
        info.mkdir()
        head = ["Metadata-Version: 2.1", f"Name: {name.replace('_', '-')}"]
        head.append(f"Version: {project.get('version', '0')}")
        (info / "METADATA").write_text("\n".join(head) + "\n", encoding="utf-8")
        lines = []
        for group, entries in {**project.get("entry-points", {}), GROUP: points}.items():
            lines += [f"[{group}]", *(f"{key} = {value}" for key, value in entries.items())]
        (info / "entry_points.txt").write_text("\n".join(lines) + "\n", encoding="utf-8")
        before = list(sys.path)
        sys.path[:0] = [site, *places]
        importlib.invalidate_caches()
        try:
            yield tuple(points)
        finally:
            sys.path[:] = before


def _declared(folder: Path) -> tuple[dict[str, Any], dict[str, str]]:
    path = folder / PROJECT
    try:
        project = tomllib.loads(path.read_text("utf-8")).get("project", {})
    except OSError as error:
        raise InputError(
            f"cannot be read ({error.strerror}); name the folder of a package", path=path
        ) from error
    except ValueError as error:
        raise InputError(f"is not valid TOML: {error}", path=path) from error
    points = project.get("entry-points", {}).get(GROUP, {})
    if not points:
        raise InputError(
            f'declares no plugin; write [project.entry-points.{GROUP}] and NAME = "MODULE"',
            path=path,
        )
    return project, points
