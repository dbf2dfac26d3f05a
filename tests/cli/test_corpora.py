"""Corpora in other formats, from the command line to scores and files of tags."""

from __future__ import annotations

import io
import json

import pytest

WMT = """<dataset id="t"><collection id="c"><doc id="one" origlang="en">
<src lang="en"><seg id="1">Did you see the cat?</seg><seg id="2">You should.</seg></src>
<ref lang="fr" translator="A"><seg id="1">As-tu vu ?</seg><seg id="2">Tu devrais.</seg></ref>
<ref lang="de" translator="A"><seg id="1">Hast du?</seg><seg id="2">Du solltest.</seg></ref>
<hyp lang="fr" system="S"><seg id="1">Avez-vous vu le chat ?</seg></hyp>
</doc></collection></dataset>
"""
EXAMPLES = [
    {
        "src segment": "You should.",
        "ref segment": "Tu devrais.",
        "expected": "tu",
        "document id": "films/1",
        "segment id": 7,
        "rule": "NOM.INF.SING",
    },
    {
        "src segment": "Do you?",
        "ref segment": "Et toi ?",
        "expected": "toi",
        "document id": "films/1",
        "segment id": 9,
        "rule": "DIS.INF.SING",
    },
]


def told(done, code):
    assert done.returncode == code, done.stdout + done.stderr
    assert "Traceback" not in done.stderr
    return done.stderr


def rows(done, scorer="expected"):
    found = json.loads(done.stdout)["scores"]
    return {
        (row["phenomenon"], row["label"]): (row["measures"]["accuracy"], row["support"])
        for row in found
        if row["scorer"] == scorer
    }


@pytest.fixture
def wmt(tmp_path):
    path = tmp_path / "set.xml"
    path.write_text(WMT, "utf-8")
    return path


@pytest.fixture
def examples(tmp_path):
    path = tmp_path / "x.json"
    path.write_text(json.dumps(EXAMPLES), "utf-8")
    (tmp_path / "a").write_text("Vous devriez.\nToi aussi ?\n", "utf-8")
    return path


def test_wmt_xml_is_known_by_its_ending_and_read_in_the_runs_pair(discotag, wmt, tmp_path):
    common = ("run", "--src", wmt, "-s", "en", "-t", "fr", "-p", "formality")
    message = told(discotag(*common), 3)
    assert "set.xml:5: document 'one', S: segment '2' is missing" in message
    out = tmp_path / "out"
    done = discotag(*common, "--set", "reader.missing=empty", "--out", out)
    assert "segment '2' is missing and taken as empty" in told(done, 0)
    assert sorted(path.name for path in (out / "tags").iterdir()) == ["S.jsonl", "refA.jsonl"]


def test_a_wrong_option_of_a_reader_is_told_with_those_it_has(discotag, wmt):
    common = ("run", "--src", wmt, "-s", "en", "-t", "fr", "-p", "formality")
    message = told(discotag(*common, "--set", "reader.colour=1"), 2)
    assert "option of reader wmt-xml: colour" in message
    assert "missing" in message
    assert "unknown component of this run 'writer'" in told(
        discotag(*common, "--set", "writer.columns=1"), 2
    )


def test_expected_words_are_scored_in_a_run_and_again_from_its_tags(discotag, examples, tmp_path):
    out = tmp_path / "out"
    done = discotag(
        "run", "--src", examples, "--reader", "ctxpro", "-s", "en", "-t", "fr", "-p", "formality",
        "--hyp", f"A={tmp_path / 'a'}", "--scorers", "expected", "--out", out, "-f", "json",
    )  # fmt: skip
    told(done, 0)
    assert rows(done) == {
        (None, None): (0.5, 2),
        ("formality", None): (0.5, 2),
        ("formality", "DIS.INF.SING"): (1.0, 1),
        ("formality", "NOM.INF.SING"): (0.0, 1),
    }
    tags = out / "tags"
    again = discotag(
        "score", "--ref", tags / "ref.jsonl", "--hyp", f"A={tags / 'A.jsonl'}", "--scorers",
        "expected", "-f", "json",
    )  # fmt: skip
    told(again, 0)
    assert rows(again) == rows(done)


def test_a_corpus_without_expected_words_is_told_so(run_files):
    message = told(run_files("--scorers", "expected", "-p", "formality"), 2)
    assert "the corpus tells no expected words" in message
    assert "--reader ctxpro" in message


def tag(discotag, files, *more):
    return discotag(
        "tag", "--src", files["src"], "--tgt", files["ref"], "--docids", files["docids"],
        "-s", "en", "-t", "fr", "-p", "formality", *more,
    )  # fmt: skip


def test_what_is_written_as_conllu_can_be_the_analysis(discotag, files, tmp_path):
    path = tmp_path / "ref.conllu"
    told(tag(discotag, files, "-o", path), 0)
    first = tag(discotag, files, "--writer", "muda-json")
    again = tag(discotag, files, "--writer", "muda-json", "--analyzer", f"target=conllu:{path}")
    told(again, 0)
    assert json.loads(again.stdout) == json.loads(first.stdout)


def test_a_second_file_is_not_lost_silently_on_standard_output(discotag, files):
    done = tag(discotag, files, "--writer", "compare-mt", "-q")
    assert "tags.tokens" in told(done, 0)
    assert done.stdout.count("\n") == 5


def test_the_columns_of_tags_can_be_chosen(discotag, files):
    done = tag(discotag, files, "--set", 'writer.columns=["feats"]')
    told(done, 0)
    segment = json.loads(done.stdout.splitlines()[0])["target"]["segments"][0]
    assert "feats" in segment
    assert "lemmas" not in segment


def test_bytes_go_to_standard_output_as_they_are(process, files, tmp_path):
    parquet = pytest.importorskip("pyarrow.parquet")
    with (tmp_path / "out").open("wb") as stdout:
        done = process(
            "tag", "--src", files["src"], "--tgt", files["ref"], "-s", "en", "-t", "fr", "-p",
            "formality", "--writer", "parquet", stdout=stdout,
        )  # fmt: skip
    told(done, 0)
    table = parquet.read_table(io.BytesIO((tmp_path / "out").read_bytes()))
    assert set(table["phenomenon"].to_pylist()) == {"formality"}


@pytest.fixture
def table(tmp_path):
    """Write a table that holds a reference and two systems."""
    path = tmp_path / "all.tsv"
    lines = (
        "docid\tsrc\tref\tA\tB",
        "one\tDid you see it?\tTu l'as vu ?\tVous l'avez vu ?\tTu l'as vu ?",
        "one\tYou should.\tTu devrais.\tVous devriez.\tVous devriez.",
    )
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return ["--src", path, "-s", "en", "-t", "fr"]


@pytest.mark.parametrize("command", ["tag", "lint", "span"])
def test_of_several_translations_one_is_named(discotag, table, command):
    assert "(ref, A, B); name one with --text" in told(discotag(command, *table), 2)
    assert "unknown text 'C'; known: A, B, ref" in told(discotag(command, *table, "--text", "C"), 2)


def test_the_translation_that_is_named_is_the_one_looked_at(discotag, table):
    tags = json.loads(discotag("tag", *table, "--text", "B", "-p", "formality").stdout)
    assert (tags["system"], tags["role"]) == ("B", "hypothesis")
    assert [mark["label"] for mark in tags["marks"]] == ["t", "v"]
    findings = {
        name: discotag("lint", *table, "--text", name, "--select", "DT101").returncode
        for name in ("A", "B")
    }
    assert findings == {"A": 0, "B": 7}
    assert "2 segments" in discotag("span", *table, "--text", "A", "-p", "formality").stdout
