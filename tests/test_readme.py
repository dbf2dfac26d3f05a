"""What the README shows is what the program prints."""

from __future__ import annotations

import re
from pathlib import Path

from discotag.testing.program import run_program

ROOT = Path(__file__).parents[1]
ALONE = {"DISCOTAG_DISABLE_PLUGINS": "phen-connectives,phen-gender"}
"""The tables show core and packs; a further phenomenon would add its rows."""


def test_the_demo_table_is_what_the_demo_prints(tmp_path):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = text.partition("<!-- demo table")[2].partition("```\n")[2].partition("```")[0]
    done = run_program("demo", "fr", "--out", tmp_path / "demo", **ALONE, COLUMNS="160")
    printed = done.stdout.partition("signature:")[0]
    assert [line.rstrip() for line in shown.splitlines()] == [
        line.rstrip() for line in printed.splitlines()
    ]


def test_every_command_of_the_readme_exists_and_every_command_is_there():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    named = set(re.findall(r"^\| `discotag ([\w-]+)` \|", text, re.MULTILINE))
    done = run_program("--help")
    listing = done.stdout.partition("Commands:")[2].partition("Exit codes")[0]
    listed = set(re.findall(r"^  ([\w-]+) ", listing, re.MULTILINE))
    declared = "".join(
        path.read_text(encoding="utf-8") for path in (ROOT / "plugins").glob("*/*/**/plugin.py")
    )
    assert listed <= named
    assert [name for name in sorted(named - listed) if f'name="{name}"' not in declared] == []


def test_the_language_table_is_what_the_program_prints():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = text.partition("<!-- language table")[2].partition("-->\n")[2].partition("<!--")[0]
    done = run_program("languages", "--markdown", **ALONE)
    assert shown.strip() == done.stdout.strip()
