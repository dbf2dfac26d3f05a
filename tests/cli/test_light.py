"""Listing and planning import no engine; that is what keeps `discotag --help` quick."""

from __future__ import annotations

import json
import subprocess
import sys

import pytest

HEAVY = {"spacy", "thinc", "torch", "numpy", "sacrebleu", "sudachipy", "stanza", "transformers"}
SCRIPT = """
import json, sys
sys.argv = ["discotag", *json.loads(sys.argv[1])]
from discotag.cli import main
try:
    main()
except SystemExit:
    pass
print("\\n" + json.dumps(sorted(sys.modules)))
"""


@pytest.mark.parametrize(
    "arguments",
    [
        ["--help"],
        ["run", "--help"],
        ["plugins", "--json"],
        ["languages", "--json"],
        ["plan", "-s", "en", "-t", "fr", "--json"],
    ],
    ids=" ".join,
)
def test_no_engine_is_imported(arguments):
    command = [sys.executable, "-c", SCRIPT, json.dumps(arguments)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    modules = set(json.loads(done.stdout.splitlines()[-1]))
    assert modules & HEAVY == set()


def test_listings_are_valid_json(discotag):
    for command in (["plugins"], ["languages"], ["plan", "-s", "en", "-t", "fr"]):
        json.loads(discotag(*command, "--json").stdout)


def test_a_table_without_the_source_language_is_no_table(discotag):
    done = discotag("languages", "--json", "--source-lang", "nl")
    french = next(row for row in json.loads(done.stdout) if row["code"] == "fr")
    assert french["phenomena"]["pronouns"] == {
        "state": "no table",
        "reason": "the French table 'pronouns' has no block for Dutch",
    }
    assert french["phenomena"]["formality"]["state"] == "supported"


def test_the_language_list_tells_not_applicable_from_no_table(discotag):
    rows = {row["code"]: row for row in json.loads(discotag("languages", "--json").stdout)}
    assert rows["fr"]["phenomena"]["formality"]["state"] == "supported"
    formality = rows["he"]["phenomena"]["formality"]
    assert formality["state"] == "not applicable"
    assert formality["reason"]
    assert rows["fr"]["properties"]["politeness"]["source"]


def test_a_list_of_commands_imports_nothing_that_works_on_texts():
    command = [sys.executable, "-c", SCRIPT, json.dumps(["--help"])]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    ours = {name for name in json.loads(done.stdout.splitlines()[-1]) if "discotag." in name}
    at_work = ("api", "files", "pipeline", "runs", "scoring", "studies", "units")
    assert [name for name in ours if name.startswith(tuple(f"discotag.{x}" for x in at_work))] == []
