"""The formats in which findings are told, and writing them."""

from __future__ import annotations

import json
import sys
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from pathlib import Path

    from discotag_lint.report import LintReport


class Shape(StrEnum):
    """How findings are told."""

    TEXT = "text"
    JSON = "json"
    SARIF = "sarif"
    HTML = "html"
    GITHUB = "github"
    GITLAB = "gitlab"
    JUNIT = "junit"
    MARKDOWN = "markdown"


def write_report(report: LintReport, shape: Shape, out: Path) -> None:
    """Write the findings to a file, whole, or to standard output (`-`).

    Raises:
        OutputError: the file cannot be written.
    """
    if str(out) == "-":
        for piece in pieces(report, shape):
            sys.stdout.write(piece)
        return
    from discotag.plugin.files import atomic_write

    with atomic_write(out) as write:
        for piece in pieces(report, shape):
            write(piece)


def pieces(report: LintReport, shape: Shape) -> Iterable[str]:
    """Return the findings in a format, piece by piece."""
    if shape is Shape.HTML:
        from discotag_lint.pages import page

        return page(report)
    if shape is Shape.JUNIT:
        from discotag_lint.machine_formats import junit

        return junit(report)
    if shape in {Shape.TEXT, Shape.GITHUB, Shape.MARKDOWN}:
        return (f"{line}\n" for line in _lines(report, shape))
    return (json.dumps(_data(report, shape), ensure_ascii=False, indent=2, allow_nan=False), "\n")


def _lines(report: LintReport, shape: Shape) -> Iterable[str]:
    if shape is Shape.GITHUB:
        from discotag_lint.pages import workflow_commands

        return workflow_commands(report)
    if shape is Shape.MARKDOWN:
        from discotag_lint.pages import job_summary

        return job_summary(report)
    from discotag_lint.pages import rendered

    return rendered(report)


def _data(report: LintReport, shape: Shape) -> object:
    if shape is Shape.JSON:
        return report.data()
    if shape is Shape.GITLAB:
        from discotag_lint.machine_formats import code_quality

        return code_quality(report)
    from discotag_lint.machine_formats import sarif

    return sarif(report)
