"""Packages from elsewhere, installed with pip, add a phenomenon for French and a new language.

Nothing in `discotag/` or `plugins/` knows of them: this test keeps the promise of the framework.
"""

from __future__ import annotations

import json
import subprocess
import sys
from pathlib import Path

import pytest

from discotag.testing.program import run_program

HERE = Path(__file__).parent
PACKAGES = ("questions", "danish")


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    """Install the packages with pip into a folder of their own."""
    target = tmp_path_factory.mktemp("site")
    pip = [sys.executable, "-m", "pip", "install", "--quiet", "--no-deps", "--no-index"]
    options = ["--no-build-isolation", "--disable-pip-version-check", "--target", str(target)]
    folders = [str(HERE / name) for name in PACKAGES]
    subprocess.run([*pip, *options, *folders], check=True, capture_output=True, text=True)
    return target


def discotag(site, *arguments, expect=0):
    done = run_program(*arguments, site=site, DISCOTAG_STRICT="1")
    assert done.returncode == expect, done.stderr
    return done.stdout


def write(path, *lines):
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_both_are_listed_with_their_owners(site):
    records = {record["name"]: record for record in json.loads(discotag(site, "plugins", "--json"))}
    assert records["phen-questions"]["distribution"] == "discotag-phen-questions"
    assert records["phen-questions"]["declares"]["tables"] == ["fr/questions"]
    assert records["lang-da"]["declares"]["languages"] == ["da"]


def test_a_new_phenomenon_is_tagged_and_scored_in_french(site, tmp_path):
    source = write(tmp_path / "a.en", "Where is it?", "Here.", "When does it leave?")
    reference = write(tmp_path / "a.fr", "Où est-il ?", "Ici.", "Quand part-il ?")
    system = write(tmp_path / "b.fr", "Où est-il ?", "Ici.", "À quelle heure part-il ?")
    result = json.loads(
        discotag(
            site, "run", "--src", source, "--ref", reference, "--hyp", f"A={system}",
            "-s", "en", "-t", "fr", "--phenomena", "questions", "--format", "json", "--quiet",
        )
    )  # fmt: skip
    counts = result["counts"]["ref"]["questions"]
    assert (counts["tags"], counts["marks"], counts["labels"]) == (1, 2, {"plain": 1})
    rows = {
        (row["scorer"], row["phenomenon"], row["label"]): row["measures"]
        for row in result["scores"]
    }
    assert rows["compare_mt", "questions", "plain"]["recall"] == 0.0


def test_the_new_phenomenon_changes_nothing_where_it_is_not_asked_for(site, tmp_path):
    source = write(tmp_path / "a.en", "Do you know?", "You know.")
    reference = write(tmp_path / "a.fr", "Vous savez ?", "Vous savez.")
    options = ("-s", "en", "-t", "fr", "--phenomena", "formality", "--format", "json", "--quiet")
    files = ("--src", source, "--ref", reference, "--hyp", f"A={reference}")
    bare = tmp_path / "empty"
    bare.mkdir()
    assert discotag(site, "run", *files, *options) == discotag(bare, "run", *files, *options)


def test_a_new_language_is_tagged(site, tmp_path):
    source = write(tmp_path / "a.en", "You came .", "Your hat fell .", "You left .")
    reference = write(tmp_path / "a.da", "Du kom .", "Din hat faldt .", "De gik .")
    out = tmp_path / "tags.jsonl"
    discotag(
        site, "tag", "--src", source, "--tgt", reference, "-s", "en", "-t", "da",
        "--phenomena", "formality", "--out", out, "--quiet",
    )  # fmt: skip
    marks = json.loads(out.read_text(encoding="utf-8"))["marks"]
    assert [(mark["segment"], mark["label"], len(mark["evidence"])) for mark in marks] == [
        (0, "t", 0),
        (1, "t", 1),
        (2, "v", 0),
    ]


def test_a_new_language_is_shown_with_what_it_lacks(site):
    rows = {row["code"]: row for row in json.loads(discotag(site, "languages", "--json"))}
    phenomena = rows["da"]["phenomena"]
    assert phenomena["formality"]["state"] == "supported"
    assert phenomena["verb_form"]["state"] == "not applicable"
    assert phenomena["pronouns"]["state"] == "no table"
