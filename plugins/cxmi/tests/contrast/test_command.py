"""`discotag cxmi contrast` as a user types it."""

from __future__ import annotations

import json

import pytest

from discotag.testing.program import run_program
from discotag_cxmi.contrast.items import LABEL, Candidate, Item, with_demands

ITEM = {
    "id": "cat",
    "source": "It is old.",
    "source_context": ["The cat sleeps."],
    "target_context": ["Le chat dort."],
    "right": "Il est vieux.",
    "wrong": ["Elle est vieille."],
}


@pytest.fixture
def contrast():
    """Run the command: gives its exit code, what it prints, and what it says."""

    def run(*arguments):
        done = run_program("cxmi", "contrast", *arguments)
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.fixture
def files(tmp_path):
    """A set of two items, and two files of scores."""
    path = tmp_path / "set.jsonl"
    path.write_text("".join(json.dumps({**ITEM, "id": name}) + "\n" for name in "ab"))
    for name, scores in (("none", "2\n1\n1\n2\n"), ("ctx", "0.5\n1\n0.75\n2\n")):
        (tmp_path / f"{name}.txt").write_text(scores)
    return tmp_path


def test_files_of_scores_are_compared_with_the_first(contrast, files):
    code, out, _ = contrast(
        files / "set.jsonl",
        "--scores", files / "none.txt", "--scores", f"with={files / 'ctx.txt'}",
        "--format", "json", "--out", files / "out.json",
    )  # fmt: skip
    assert code == 0
    found = json.loads(out)
    assert found["runs"] == ["none", "with"]
    assert found["rows"][0]["runs"]["none"]["accuracy"] == 0.5
    assert found["rows"][0]["runs"]["with"]["accuracy"] == 1.0
    assert found["flips"][0]["gained"] == 1
    assert found["flips"][0]["gain"] == pytest.approx((1.5 + 0.25) / 2)
    assert json.loads((files / "out.json").read_text()) == found


def test_text_and_markdown_hold_the_same_figures(contrast, files):
    for shape in ("text", "markdown"):
        code, out, _ = contrast(
            files / "set.jsonl", "--scores", files / "none.txt", "--format", shape
        )
        assert code == 0
        assert "50.0 [" in out.replace("\\", "")
        assert "random choices would be right in 50.0 %" in out


@pytest.mark.parametrize(
    ("arguments", "ending"),
    [
        ([], (2, "--model DIR or --scores FILE, one of the two")),
        (["--scores", "none.txt", "--model", "x"], (2, "one of the two")),
        (["--scores", "none.txt", "--scores", "none.txt"], (2, "two runs are named 'none'")),
        (["--scores", "=none.txt"], (2, "is not NAME=FILE")),
        (["--scores", "absent.txt"], (3, "absent.txt: cannot be opened")),
        (["--scores", "set.jsonl"], (3, "set.jsonl:1: ")),
        (["--scores", "none.txt", "--samples", "5"], (2, "fewer than 100")),
        (["--scores", "none.txt", "--reader", "voita"], (3, "no JSON list")),
        (["other.jsonl", "--scores", "none.txt", "--tgt", "x"], (2, "belong to one FILE")),
    ],
    ids=["nothing", "both", "twice", "nameless", "absent", "no scores", "samples", "reader", "two"],
)
def test_what_cannot_be_done_is_said_in_one_line(contrast, files, monkeypatch, arguments, ending):
    code, told = ending
    monkeypatch.chdir(files)
    ended, out, err = contrast("set.jsonl", *arguments)
    assert (ended, out) == (code, "")
    assert told in err
    assert err.count("\n") == 1


@pytest.mark.engine
def test_a_models_scores_are_written_and_read_again(contrast, files, marian_folder):
    code, out, err = contrast(
        files / "set.jsonl", "--model", marian_folder, "--source-context", 1,
        "--target-context", 1, "--save-scores", files / "s.jsonl", "--format", "json",
    )  # fmt: skip
    assert code == 0, err
    found = json.loads(out)
    assert (found["unit"], found["runs"]) == ("nats", ["0", "1"])
    code, out, err = contrast(files / "set.jsonl", "--scores", files / "s.jsonl", "-f", "json")
    assert code == 0, err
    again = json.loads(out)
    assert again["rows"] == found["rows"]
    assert again["flips"] == found["flips"]


@pytest.mark.engine
def test_a_model_without_context_needs_no_context(contrast, files, llama_folder):
    code, out, _ = contrast(
        files / "set.jsonl", "--model", llama_folder, "--source-context", 0, "-f", "json"
    )
    assert code == 0
    assert json.loads(out)["runs"] == ["0"]
    code, _, err = contrast(files / "set.jsonl", "--model", llama_folder)
    assert code == 2
    assert "--source-context" in err


@pytest.mark.engine
def test_words_that_the_model_does_not_know_are_told(contrast, files, marian_folder):
    path = files / "russian.jsonl"
    record = {**ITEM, "right": "Он старый.", "wrong": ["Она старая."]}
    path.write_text(json.dumps(record, ensure_ascii=False) + "\n", "utf-8")
    code, _, err = contrast(path, "--model", marian_folder, "--source-context", 0)
    assert code == 0
    assert "2 of 2 different translations hold subwords" in err


def item(name, context, *targets, right=0, source=("Did you sleep well?", "Your coffee is ready.")):
    return Item(
        name,
        source[1],
        tuple(Candidate(target, (context,)) for target in targets),
        right,
        (source[0],),
    )


def test_the_address_of_the_context_demands_one_translation():
    pytest.importorskip("discotag_lang_fr")
    formal, informal = "Votre café est prêt.", "Ton café est prêt."
    items = [
        item("formal", "Avez-vous bien dormi ?", formal, informal),
        item("informal", "As-tu bien dormi ?", formal, informal),
        item("other", "As-tu bien dormi ?", formal, informal, right=1),
        item("three", "Avez-vous bien dormi ?", formal, informal, "Le café est prêt."),
        item("none", "Bien dormi ?", "Le café est prêt.", "Voici le café."),
    ]
    labels = {one.id: one.labels[LABEL] for one in with_demands(items, "en", "fr")}
    assert labels == {
        "formal": "the right one",
        "informal": "a wrong one",
        "other": "the right one",
        "three": "nothing",
        "none": "nothing",
    }
    assert [one.id for one in with_demands(items, "en", "fr")] == [one.id for one in items]
