"""The main job through the program: what it prints, writes, and scores again from its tags."""

from __future__ import annotations

import gzip
import json
import re

import pytest

DESIGN_PAGE = ("--phenomena", "formality,ellipsis")


def test_the_command_of_the_design_page_works(run_files, tmp_path):
    out = tmp_path / "report"
    done = run_files(*DESIGN_PAGE, "--out", out)
    assert done.returncode == 0, done.stderr
    assert "formality" in done.stdout
    assert "signature: #:1|p:en-fr|P:discotag|" in done.stdout
    assert sorted(path.name for path in (out / "tags").iterdir()) == ["S.jsonl", "ref.jsonl"]
    assert {path.name for path in out.iterdir()} == {
        "tags", "scores.json", "counts.jsonl.gz", "run.json", "timings.json", "report.html",
    }  # fmt: skip


def test_a_change_of_address_is_scored_as_one(run_files, tmp_path):
    done = run_files("--phenomena", "formality", "--format", "json", "--quiet")
    assert done.stderr == ""
    result = json.loads(done.stdout)
    assert result["documents"] == 2
    assert result["segments"] == 5
    assert result["counts"]["ref"]["formality"]["tags"] == 1
    rows = {(row["scorer"], row["phenomenon"], row["label"]): row for row in result["scores"]}
    assert rows["choice", "formality", "t"]["measures"]["accuracy"] == 0.0
    assert rows["choice", "formality", "t"]["support"] == 1


def test_every_tag_says_where_its_evidence_stands(run_files, tmp_path):
    run_files("--phenomena", "formality", "--out", tmp_path / "out")
    documents = [
        json.loads(line)
        for line in (tmp_path / "out" / "tags" / "ref.jsonl").read_text("utf-8").splitlines()
    ]
    tags = [mark for mark in documents[0]["marks"] if mark["evidence"]]
    assert [(mark["segment"], mark["label"], mark["distance"]) for mark in tags] == [(2, "t", 2)]
    assert documents[0]["target"]["segments"][2]["text"][tags[0]["start"] : tags[0]["end"]] == "Tu"


def test_tags_score_again_without_analysis_and_give_the_same(run_files, discotag, tmp_path):
    out = tmp_path / "out"
    run_files("--out", out, "--scorers", "compare_mt,muda,choice,bleu,chrf")
    again = discotag(
        "score", "--ref", out / "tags" / "ref.jsonl", "--hyp", f"S={out / 'tags' / 'S.jsonl'}",
        "--scorers", "compare_mt,muda,choice,bleu,chrf", "--format", "json",
    )  # fmt: skip
    assert again.returncode == 0, again.stderr
    first = json.loads((out / "scores.json").read_text("utf-8"))["scores"]
    assert json.loads(again.stdout)["scores"] == first


def test_tags_of_other_phenomena_are_not_scored_against_each_other(run_files, discotag, tmp_path):
    for name in ("formality", "pronouns"):
        run_files("--phenomena", name, "--out", tmp_path / name)
    reference, system = tmp_path / "formality/tags/ref.jsonl", tmp_path / "pronouns/tags/S.jsonl"
    done = discotag("score", "--ref", reference, "--hyp", f"S={system}")
    assert done.returncode == 3
    assert "not the same phenomena were looked for" in done.stderr


def test_a_tsv_with_one_translation_is_tagged_by_itself(discotag, tmp_path):
    corpus = tmp_path / "a.tsv"
    corpus.write_text("d\tYou see.\tTu vois.\nd\tYou go.\tTu vas.\n", "utf-8")
    done = discotag("tag", "--src", corpus, "-s", "en", "-t", "fr", "-p", "formality", "-q")
    assert done.returncode == 0, done.stderr
    marks = json.loads(done.stdout)["marks"]
    assert [mark["distance"] for mark in marks] == [None, 1]


def test_documents_with_failures_are_not_scored_again_either(run_files, discotag, tmp_path):
    out = tmp_path / "out"
    run_files("--out", out, "--scorers", "compare_mt")
    path = out / "tags" / "S.jsonl"
    first, second = path.read_text("utf-8").splitlines()
    failed = json.dumps(json.loads(first) | {"failures": ["tagger x failed"]})
    path.write_text(f"{failed}\n{second}\n", "utf-8")
    again = discotag(
        "score", "--ref", out / "tags" / "ref.jsonl", "--hyp", f"S={path}",
        "--scorers", "compare_mt", "--format", "json", "--no-verify",
    )  # fmt: skip
    words = len(json.loads(second)["target"]["segments"][1]["forms"])
    assert json.loads(again.stdout)["scores"][0]["support"] == words


def test_a_text_without_any_mark_is_counted_as_zero(run_files, tmp_path):
    empty = tmp_path / "empty.fr"
    empty.write_text("\n" * 5, "utf-8")
    out = tmp_path / "out"
    done = run_files("--phenomena", "formality", "--out", out, hyp=empty)
    assert re.search(r"^formality +[1-9] +0$", done.stdout, re.MULTILINE)
    counts = json.loads((out / "run.json").read_text("utf-8"))["counts"]
    assert counts["S"]["formality"] == {
        "tags": 0, "marks": 0, "unresolved": 0, "segments": 0, "labels": {},
    }  # fmt: skip


def test_a_wide_table_is_not_folded_in_a_pipe(run_files, files):
    names = [f"A-rather-long-name-{number}" for number in range(12)]
    more = [word for name in names for word in ("--hyp", f"{name}={files['hyp']}")]
    done = run_files("--phenomena", "formality", "-q", *more)
    assert all(done.stdout.count(name) >= 2 for name in names)


def test_two_runs_write_the_same_bytes(run_files, tmp_path):
    for name in ("a", "b"):
        run_files("--out", tmp_path / name)
    for file in ("tags/ref.jsonl", "tags/S.jsonl", "scores.json", "run.json"):
        assert (tmp_path / "a" / file).read_bytes() == (tmp_path / "b" / file).read_bytes()


def test_one_more_system_changes_no_number_of_the_others(run_files, files, tmp_path):
    alone = json.loads(run_files("--format", "json", "-q").stdout)
    both = json.loads(run_files("--hyp", f"T={files['ref']}", "--format", "json", "-q").stdout)
    assert [row for row in both["scores"] if row["system"] == "S"] == alone["scores"]


def test_standard_input_and_gzip_are_read(run_files, files, tmp_path):
    packed = tmp_path / "a.fr.gz"
    packed.write_bytes(gzip.compress(files["ref"].read_bytes()))
    options = ("--phenomena", "formality", "--format", "json", "-q")
    plain = run_files(*options)
    piped = run_files(*options, src="-", ref=packed, stdin=files["src"].read_bytes())
    assert piped.returncode == 0, piped.stderr
    assert json.loads(piped.stdout)["counts"] == json.loads(plain.stdout)["counts"]


def test_tags_go_to_standard_output(discotag, files):
    done = discotag(
        "tag", "--src", files["src"], "--tgt", files["ref"], "-s", "en", "-t", "fr", "-q"
    )
    assert json.loads(done.stdout)["schema"] == "discotag-tags/1"


@pytest.mark.parametrize("profile", ["discotag", "paper", "preprint", "muda"])
def test_every_profile_runs_and_is_in_the_signature(run_files, profile):
    done = run_files("--profile", profile, "-q")
    assert done.returncode == 0, done.stderr
    assert f"|P:{profile}|" in done.stdout


@pytest.mark.parametrize("target", ["fr", "ja"])
def test_the_demo_tells_the_systems_apart(discotag, tmp_path, target):
    done = discotag("demo", target, "--out", tmp_path / "demo", "--format", "json", "-q")
    assert done.returncode == 0, done.stderr
    result = json.loads(done.stdout)
    value = {
        (row["system"], row["phenomenon"]): row["measures"]["f1"]
        for row in result["scores"]
        if row["scorer"] == "compare_mt" and row["label"] is None
    }
    for phenomenon in ("formality", "lexical_cohesion"):
        assert value["document", phenomenon] > value["sentence", phenomenon]


OWN = """
from discotag import TaggerInfo, hookimpl

DISCOTAG_API = (1, 0)


class Own:
    @classmethod
    def create(cls, context):
        return cls()

    def mark(self, document):
        return ()


@hookimpl
def discotag_taggers():
    yield TaggerInfo(
        name="own", phenomenon="own", summary="nothing, for a test", factory="own:Own",
        needs={"target.tokens"},
    )
"""


def test_a_scorer_without_any_row_says_so(run_files, install):
    done = run_files("-p", "own", "--scorers", "choice", site=install("own", OWN))
    assert done.returncode == 0, done.stderr
    assert "choice: it has nothing to say of these phenomena" in done.stdout
