"""Which language has which phenomenon, for each source language: `discotag languages`."""

from __future__ import annotations

from typer.testing import CliRunner

from discotag.cli.app import app
from discotag.core.discovery import discover
from discotag.core.registry import Registry


def page() -> str:
    """Return the page of languages."""
    registry = Registry(discover())
    lines = [
        "# Languages",
        "",
        (
            "“Not applicable” has a linguistic reason, “no table” can be cured; neither is zero."
            " The quality of the embedded engines is a class and the figure it stands for"
            " ([accuracy](../accuracy.md)); “–” is what could not be measured."
        ),
        "",
    ]
    codes = sorted(
        (pack.info.code for pack in registry.languages if "-" not in pack.info.code),
        key=lambda code: (code != "en", code),
    )
    for code in codes:
        lines += [f"## From {registry.language(code).info.name}", "", _tables(code), ""]
    return "\n".join(lines)


def _tables(code: str) -> str:
    done = CliRunner().invoke(app, ["languages", "-s", code, "--markdown"])
    if done.exit_code != 0:
        raise RuntimeError(f"discotag languages -s {code} failed: {done.output}")
    support, properties = done.stdout.strip().split("\n\n")
    return f"{support}\n\n{properties}" if code == "en" else support
