"""`discotag explain` in its own process: words, segments, JSON, and what is said of wrong input."""

from __future__ import annotations

import json
import re
import shlex
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
PAIR = ("-s", "en", "-t", "fr")
TABLE = ("--context", "I bought a table.|||J'ai acheté une table.")
CHEAP = (*TABLE, "--text", "It was cheap.", "--translation", "Elle était bon marché.")


def test_the_page_shows_what_the_program_prints(discotag, monkeypatch):
    monkeypatch.setenv("DISCOTAG_DISABLE_PLUGINS", "phen-connectives,phen-gender")
    page = (ROOT / "docs" / "explain.md").read_text(encoding="utf-8")
    commands = page.partition("```\n")[2].partition("```")[0].replace("\\\n", " ").splitlines()
    shown = page.partition("<!-- explanation")[2].partition("```\n")[2].partition("```")[0]
    printed = discotag(*shlex.split(commands[-1])[1:]).stdout
    told = [line for line in printed.splitlines() if "no mark, and no rule" not in line]
    assert [line.rstrip() for line in told] == shown.rstrip().splitlines()


def test_json_holds_layers_and_reasons(discotag):
    done = discotag("explain", *PAIR, *CHEAP, "--at", "elle", "--json")
    (found,) = json.loads(done.stdout)
    assert found["schema"] == "discotag-explanation/1"
    assert (found["document"], found["segment"]) == ("text", 1)
    assert [token["form"] for token in found["source"]["tokens"]] == ["It", "was", "cheap", "."]
    assert [0, 0] in found["links"]
    verdicts = {(reason["phenomenon"], reason["verdict"]) for reason in found["reasons"]}
    assert ("pronouns", "tag") in verdicts
    evidence = [place["form"] for place in found["marks"][0]["evidence"]]
    assert evidence == ["table", "table"]
    causes = {(cause["phenomenon"], cause["outcome"]): cause for cause in found["causes"]}
    assert causes["pronouns", "tag"]["cause"] == "pair/coreference"
    assert causes["pronouns", "tag"]["place"]["form"] == "Elle"
    assert causes["lexical_cohesion", "no"]["cause"] == "content-words/word-class"


def test_of_several_rules_the_nearest_is_told(discotag):
    verb = ("--text", "He sleeps.", "--translation", "Il dort bien.", "--at", "dort")
    printed = discotag("explain", *PAIR, *verb, "--phenomena", "formality").stdout
    heading, near = re.search(r"formality: no mark  \((.+)\)\n    near (.+)\n", printed).groups()
    assert heading.startswith("verb-rule/")
    assert re.search(r"verb rule \w+: .+ – \d of \d conditions? held", near)


@pytest.fixture
def files(tmp_path):
    (tmp_path / "a.en").write_text("I see you.\nDo you see me?\nHello.\n", encoding="utf-8")
    (tmp_path / "a.fr").write_text("Je te vois.\nTu me vois ?\nSalut.\n", encoding="utf-8")
    (tmp_path / "a.ids").write_text("one\none\ntwo:x\n", encoding="utf-8")
    return (
        *("--src", str(tmp_path / "a.en"), "--tgt", str(tmp_path / "a.fr")),
        *("--docids", str(tmp_path / "a.ids"), *PAIR, "--phenomena", "formality"),
    )


def test_a_segment_of_a_file_is_told_with_its_marks(discotag, files):
    printed = discotag("explain", *files, "--at", "one:1").stdout
    assert "[Tu] me vois ?" in printed
    assert "formality: t – tag, decided 1 segment back" in printed
    assert re.search(r'Looked at and not marked: .*"vois" \(formality\)', printed)


def test_a_document_id_may_hold_colons(discotag, files):
    assert "two:x, segment 0" in discotag("explain", *files, "--at", "two:x:0:salut").stdout


@pytest.mark.parametrize(
    ("at", "said", "code"),
    [
        ("one:7", "document 'one' has segments 0 to 1", 3),
        ("three:0", "documents: 'one', 'two:x'", 2),
        ("one:0:vous", "there is no word 'vous'", 3),
    ],
    ids=["segment", "document", "word"],
)
def test_a_place_that_does_not_exist_is_told(discotag, files, at, said, code):
    done = discotag("explain", *files, "--at", at)
    assert done.returncode == code
    assert said in done.stderr


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ((), "give either --src or --text"),
        (("--text", "Hi."), "--text needs --translation"),
        (("--text", "Hi.", "--translation", "Salut.", "--context", "Hi."), "is not SOURCE|||"),
    ],
    ids=["neither", "no translation", "context"],
)
def test_a_wrong_call_is_told(discotag, arguments, said):
    done = discotag("explain", *PAIR, *arguments)
    assert done.returncode == 2
    assert said in done.stderr
