"""What the README and the page of accuracy show is what was printed and measured."""

from __future__ import annotations

import re
from pathlib import Path

from benchmarks import report
from discotag.testing.program import run_program

ROOT = Path(__file__).parents[1]
ALONE = {"DISCOTAG_DISABLE_PLUGINS": "phen-connectives,phen-gender"}
"""The tables show core and packs; a further phenomenon would add its rows."""


def test_the_demo_tables_are_among_what_the_demo_prints(tmp_path):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = text.partition("<!-- demo table")[2].partition("```\n")[2].partition("```")[0]
    done = run_program("demo", "fr", "--out", tmp_path / "demo", **ALONE, COLUMNS="160")
    printed = done.stdout.partition("signature:")[0]
    parts = [part.strip() for part in shown.split("…")]
    assert [part for part in parts if part not in printed] == []


def test_the_commands_of_the_readme_exist():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `discotag ([\w-]+)` \|", text, re.MULTILINE))
    known = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "plugins").glob("*/*/**/plugin.py")
    )
    known += run_program("--help").stdout
    assert named
    assert [
        name for name in sorted(named) if not re.search(rf'  {name} |name="{name}"', known)
    ] == []


def test_the_main_figures_are_those_that_were_measured():
    page = report.SUMMARY.read_text(encoding="utf-8")
    assert report.with_main_figures(page, *report.read()) == page
