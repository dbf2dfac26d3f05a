"""The formats in which findings are shown, and writing them.

A format is a function that yields the text of a report; `FORMATS` lists them.
"""

from __future__ import annotations

import sys
from enum import StrEnum
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from discotag_lint.report import LintReport

FORMATS = {
    "text": "discotag_lint.text_formats:terminal",
    "json": "discotag_lint.machine_formats:as_json",
    "sarif": "discotag_lint.machine_formats:sarif",
    "html": "discotag_lint.html_page:page",
    "github": "discotag_lint.text_formats:github",
    "gitlab": "discotag_lint.machine_formats:gitlab",
    "junit": "discotag_lint.machine_formats:junit",
    "markdown": "discotag_lint.text_formats:markdown",
}
"""Name of each format → its function, imported when it is used."""
Format = StrEnum("Format", {name.upper(): name for name in FORMATS})  # type: ignore[misc] # a table
TEXT = Format("text")


def pieces(report: LintReport, name: str) -> Iterator[str]:
    """Yield the findings in a format, piece by piece."""
    module, _, function = FORMATS[name].partition(":")
    yield from getattr(import_module(module), function)(report)


def write_report(report: LintReport, name: str, out: Path) -> None:
    """Write the findings to a file, whole, or to standard output (`-`).

    Raises:
        OutputError: the file cannot be written.
    """
    if str(out) == "-":
        sys.stdout.writelines(pieces(report, name))
        return
    from discotag.plugin.files import atomic_write

    with atomic_write(out) as write:
        for piece in pieces(report, name):
            write(piece)
