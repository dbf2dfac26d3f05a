"""Comments that accept a code in their unit, and fixes that are written into files."""

from __future__ import annotations

import json

import pytest

TERMS = "source,target,status,case,note\nApp Store,App Store,preferred,yes,\n"
EN = ("Open the App Store.", "It is ready.", "The App Store is open now.", "See you.")
FR = (
    "Ouvrez l’App store.",
    "C&amp;#39;est prêt.",
    "L’app <g id='1'>store</g> est ouvert.",
    "Salut.",
)


def test_a_comment_of_a_unit_accepts_a_code_there(put, lint, texts):
    note = "discotag: ignore DT101 another reader"
    put("a.xlf", texts.xliff(texts.mixed, ("", "", "", note)))
    done = lint("a.xlf", code=0)
    assert "1 suppressed" in done.stderr
    (run,) = json.loads(lint("a.xlf", "-f", "sarif", "-q").stdout)["runs"]
    assert run["results"][0]["suppressions"] == [
        {"kind": "inSource", "justification": "another reader"}
    ]


@pytest.fixture
def noted(put, texts):
    return lambda note: put("a.xlf", texts.xliff(texts.mixed, ("", "", "", note))).name


@pytest.mark.parametrize(
    ("note", "code", "message"),
    [
        (
            "Discotag: IGNORE: DT201, DT101 – yes, really",
            0,
            "DT201 in the comment at a.xlf:4: unit key.3",
        ),
        ("discotag: ignore DT201 why", 7, "the suppression DT201 in the comment at a.xlf:4"),
        ("discotag: ignore DT101", 7, "a.xlf:4: unit key.3: the comment names no reason; write"),
        ("discotag: ignore this", 7, "the comment names no code; write 'discotag: ignore DT101"),
        ("discotag: ignore DT109 why", 7, "the comment has an unknown code 'DT109'; did you mean"),
        ("never say discotag", 7, ""),
    ],
)
def test_a_comment_of_no_use_is_told(noted, lint, note, code, message):
    done = lint(noted(note), code=code)
    assert message in done.stderr
    assert bool(message) == ("comment" in done.stderr)


@pytest.fixture
def spelled(put, texts):
    put("terms.csv", TERMS)
    return put("a.xlf", texts.xliff(FR, english=EN))


def test_what_is_certain_is_written_and_the_rest_is_told(spelled, lint):
    before = spelled.read_text("utf-8")
    arguments = ("a.xlf", "--glossary", "terms.csv", "--select", "DT203,DT601")
    done = lint(*arguments, "--diff", code=7)
    assert spelled.read_text("utf-8") == before
    assert "--- a/a.xlf\n+++ b/a.xlf\n" in done.stdout
    assert "\n+<source>Open the App Store.</source><target>Ouvrez l’App Store." in done.stdout
    done = lint(*arguments, "--fix", code=0)
    assert "3 findings put right in 1 file" in done.stderr
    after = before.replace("l’App store", "l’App Store").replace("C&amp;#39;est", "C'est")
    assert spelled.read_text("utf-8") == after.replace("L’app <g id='1'>s", "L’App <g id='1'>S")
    assert lint(*arguments, "--fix", code=0).stdout == ""


def test_files_that_cannot_be_edited_are_told(put, lint):
    put("terms.csv", TERMS)
    rows = "".join(f"d\t{en}\t{fr}\n" for en, fr in zip(EN[:1], FR[:1], strict=True))
    path = put("a.tsv", f"docid\ten\tfr\n{rows}")
    done = lint("a.tsv", "--glossary", "terms.csv", "--fix", code=7)
    told = "a.tsv:2: cannot be put right here: files of the reader tsv cannot be edited"
    assert told in done.stderr
    assert "App store" in path.read_text("utf-8")
    assert "DT203" in done.stdout


def test_lines_that_hold_several_sentences_are_edited_at_the_right_place(put, lint):
    put("terms.csv", TERMS)
    english = "We met. Open the App Store. It is old. Leave the App Store."
    french = "Nous nous sommes vus. Ouvrez l’App store. Il est vieux. Quittez l’App store."
    put("a.en", [english, english])
    path = put("a.fr", [french, french])
    lint("--src", "a.en", "--tgt", "a.fr", "-s", "en", "-t", "fr", "--glossary", "terms.csv",
         "--select", "DT203", "--unit", "sentence", "--fix", code=0)  # fmt: skip
    assert path.read_text("utf-8") == f"{french}\n{french}\n".replace("store", "Store")


def test_sarif_tells_what_fixes_write_into_the_file(spelled, lint):
    before = spelled.read_text("utf-8")
    arguments = ("a.xlf", "--glossary", "terms.csv", "--select", "DT203,DT601", "-q")
    data = json.loads(lint(*arguments, "-f", "sarif").stdout)
    results = data["runs"][0]["results"]
    changes = [fix for result in results for fix in result.get("fixes", ())]
    assert len(changes) == 3
    lines = before.split("\n")
    for fix in sorted(changes, key=_column, reverse=True):
        (change,) = fix["artifactChanges"]
        assert change["artifactLocation"] == {"uri": "a.xlf"}
        (own,) = change["replacements"]
        region = own["deletedRegion"]
        assert region["startLine"] == region["endLine"]
        number = region["startLine"] - 1
        line, begin, end = lines[number], region["startColumn"] - 1, region["endColumn"] - 1
        lines[number] = line[:begin] + own["insertedContent"]["text"] + line[end:]
    lint(*arguments, "--fix", code=0)
    assert spelled.read_text("utf-8") == "\n".join(lines)
    assert "in place of “&#39;”" in changes[1]["description"]["text"]


def _column(fix):
    region = fix["artifactChanges"][0]["replacements"][0]["deletedRegion"]
    return region["startLine"], region["startColumn"]


def test_sarif_has_no_fix_where_the_file_cannot_be_edited(put, lint):
    put("terms.csv", TERMS)
    put("a.tsv", f"docid\ten\tfr\nd\t{EN[0]}\t{FR[0]}\n")
    done = lint("a.tsv", "--glossary", "terms.csv", "-f", "sarif", "-q")
    (result,) = json.loads(done.stdout)["runs"][0]["results"]
    assert "fixes" not in result
