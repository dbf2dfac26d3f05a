"""The table of packages in docs/install.md, made from discotag/packages.toml.

`make docs` runs `python -m website.generated.packages`; a test fails where the list has changed
since.
"""

from __future__ import annotations

import tomllib
from pathlib import Path

from discotag.core.packages import packages
from website.generated.markdown import table

ROOT = Path(__file__).parents[2]
PAGE = ROOT / "docs" / "install.md"
START = "<!-- packages: made by website/generated/packages.py -->"
END = "<!-- end of the packages -->"


def drawing() -> str:
    """Return the table: what a package is for, how it is installed, its extras."""
    rows = [
        (package.summary, f"`{name}`", " ".join(f"`[{extra}]`" for extra in _extras(name)))
        for name, package in packages().items()
        if package.summary
    ]
    return "\n".join(table(("for", "install", "extras"), rows)) + "\n"


def filled(text: str) -> str:
    """Return a page with the table between its markers."""
    before, _, rest = text.partition(START)
    _, _, after = rest.partition(END)
    return f"{before}{START}\n{drawing()}\n{END}{after}"


def _extras(name: str) -> list[str]:
    path = ROOT / "plugins" / name.removeprefix("discotag-") / "pyproject.toml"
    project = tomllib.loads(path.read_text(encoding="utf-8"))["project"]
    return [extra for extra in project.get("optional-dependencies", {}) if extra != "test"]


if __name__ == "__main__":
    PAGE.write_text(filled(PAGE.read_text(encoding="utf-8")), encoding="utf-8")
