"""`discotag dip` from texts to a leaderboard, with the real packs of German and English."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from discotag.plugin import DiscotagError, InputError, UsageError, open_registry
from discotag.testing.program import run_program
from discotag_dip import corpus
from discotag_dip.command import dip

if TYPE_CHECKING:
    from pathlib import Path

GERMAN = ("Die Lampe steht auf dem Tisch.", "Sie war teuer.", "Gestern fiel die Lampe um.")
ENGLISH = ("The lamp is on the table.", "It was expensive.", "Yesterday the lamp fell over.")
SYSTEM = ("The lamp is on the table.", "She was expensive.", "Yesterday the light fell over.")


def run(*arguments: object) -> Any:
    found = CliRunner().invoke(dip, [str(argument) for argument in arguments])
    if found.exception is not None:
        raise found.exception
    return found


def write(path: Path, lines: tuple[str, ...]) -> Path:
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


@pytest.fixture
def texts(tmp_path: Path) -> list[object]:
    return [
        *("--src", write(tmp_path / "a.de", GERMAN), "--ref", write(tmp_path / "a.en", ENGLISH)),
        *("--hyp", f"S={write(tmp_path / 's.en', SYSTEM)}", "-s", "de", "-t", "en", "-q"),
    ]


PARAGRAPHS = {
    "a.de": ("Guten Tag.", " ".join(GERMAN)),
    "a.en": ("Good day.", " ".join(ENGLISH)),
    "s.en": ("Good day.", " ".join(SYSTEM)),
}


@pytest.fixture
def paragraphs(tmp_path: Path) -> list[object]:
    """Texts whose second line holds three sentences."""
    files = {name: write(tmp_path / name, lines) for name, lines in PARAGRAPHS.items()}
    return [
        *("--src", files["a.de"], "--ref", files["a.en"], "--hyp", f"S={files['s.en']}"),
        *("-s", "de", "-t", "en"),
    ]


@pytest.fixture
def run_folder(tmp_path: Path, texts: list[object]) -> Path:
    """A run of the texts as document `d`, with a second reference and a system without faults."""
    del texts  # their files are there
    write(tmp_path / "ids", ("d", "d", "d"))
    arguments = [
        *("run", "--src", tmp_path / "a.de", "--docids", tmp_path / "ids", "-s", "de", "-t", "en"),
        *("--ref", f"A={tmp_path / 'a.en'}", "--ref", f"B={tmp_path / 'a.en'}"),
        *("--hyp", f"S={tmp_path / 's.en'}", "--hyp", f"R={tmp_path / 'a.en'}"),
        *("-p", "lexical_cohesion,pronouns", "--scorers", "bleu", "--no-report", "-q"),
        *("--out", tmp_path / "run"),
    ]
    done = run_program(*arguments)
    assert done.returncode == 0, done.stderr
    return tmp_path / "run"


@pytest.mark.parametrize(("task", "focus"), [("lexical_consistency", "lamp"), ("anaphora", "it")])
def test_a_set_is_built_scored_and_shown(
    *, tmp_path: Path, texts: list[object], task: str, focus: str
) -> None:
    folder, results = tmp_path / "set", tmp_path / "results"
    run("build", task, *texts, "--out", folder)
    (item,) = map(json.loads, (folder / "items.jsonl").read_text(encoding="utf-8").splitlines())
    assert item["focus"] == focus
    run(
        *("score", folder, "--hyp", f"S={tmp_path / 's.en'}", "--hyp", f"R={tmp_path / 'a.en'}"),
        *("--out", results / "all.json", "-q"),
    )
    found = json.loads((results / "all.json").read_text(encoding="utf-8"))
    assert [(system["system"], system["rank"]) for system in found["systems"]] == [
        ("R", 1),
        ("S", 2),
    ]
    run("leaderboard", results, "-q")
    assert "DiP leaderboard" in (results / "index.html").read_text(encoding="utf-8")


def test_paragraphs_are_built_from_by_sentence(tmp_path: Path, paragraphs: list[object]) -> None:
    folder = tmp_path / "set"
    done = run("build", "anaphora", *paragraphs, "--unit", "auto", "--out", folder)
    assert "2.0 sentences on average: units are sentences (4 units of 4" in done.stderr
    lines = (folder / "source.txt").read_text(encoding="utf-8").splitlines()
    assert lines == ["Guten Tag.", *GERMAN]
    (item,) = map(json.loads, (folder / "items.jsonl").read_text(encoding="utf-8").splitlines())
    assert item["source"] == ["Sie war teuer."]
    assert item["source_places"] == [[[0, 2, len(GERMAN[0]) + 2]]]
    assert item["reference_places"] == [[[0, 2, len(ENGLISH[0]) + 2]]]
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["unit"] == "sentence"
    assert "|u:sentence|" in manifest["setup"]
    assert "units of sentences" in (folder / "README.md").read_text(encoding="utf-8")
    write(tmp_path / "mine", ("Good day.", *SYSTEM))
    run("score", folder, "--hyp", f"M={tmp_path / 'mine'}", "-o", tmp_path / "m.json", "-q")


def test_lines_are_the_segments_unless_units_are_asked_for(
    tmp_path: Path, texts: list[object]
) -> None:
    run("build", "anaphora", *texts, "--out", tmp_path / "set")
    written = (tmp_path / "set/items.jsonl").read_text(encoding="utf-8")
    assert "places" not in written
    assert "unit" not in json.loads((tmp_path / "set/manifest.json").read_text(encoding="utf-8"))


def test_a_run_in_sentences_keeps_its_units(tmp_path: Path, paragraphs: list[object]) -> None:
    done = run_program(
        *("run", *paragraphs, "--unit", "sentence", "-p", "lexical_cohesion,pronouns"),
        *("--scorers", "bleu", "--no-report", "-q", "--out", tmp_path / "run"),
    )
    assert done.returncode == 0, done.stderr
    run("build", "anaphora", "--run", tmp_path / "run", "--out", tmp_path / "set", "-q")
    manifest = json.loads((tmp_path / "set/manifest.json").read_text(encoding="utf-8"))
    assert (manifest["unit"], manifest["segments"]) == ("sentence", 4)
    again = corpus.again(
        corpus.of_run(tmp_path / "run"),
        open_registry(),
        frozenset({"source.tokens", "target.tokens"}),
    )
    (bundle,) = again.bundles
    assert [place[0].line for place in bundle.reference.target.places] == [1, 2, 2, 2]
    assert again.unit == "sentence"
    assert "segments of" in again.setup


def test_a_run_is_built_from_and_scored_without_files(*, tmp_path: Path, run_folder: Path) -> None:
    folder, out = tmp_path / "set", tmp_path / "all.json"
    run("build", "lexical_consistency", "--run", run_folder, "--system", "S", "-o", folder, "-q")
    manifest = json.loads((folder / "manifest.json").read_text(encoding="utf-8"))
    assert manifest["systems"] == ["S"]
    run("score", folder, "--run", run_folder, "-o", out, "-q")
    found = json.loads(out.read_text(encoding="utf-8"))
    assert [(system["system"], system["rank"]) for system in found["systems"]] == [
        ("B", 1),
        ("R", 1),
        ("S", 3),
    ]


def test_a_run_of_another_corpus_is_refused(
    *, tmp_path: Path, texts: list[object], run_folder: Path
) -> None:
    run("build", "lexical_consistency", *texts, "--out", tmp_path / "set")
    with pytest.raises(InputError, match=r"has no reference ref, .* give a run of the corpus"):
        run("score", tmp_path / "set", "--run", run_folder)


def test_a_run_of_other_documents_is_refused(*, tmp_path: Path, run_folder: Path) -> None:
    write(tmp_path / "other", ("e", "e", "e"))
    run(
        *("build", "lexical_consistency", "--src", tmp_path / "a.de", "-s", "de", "-t", "en"),
        *("--ref", f"A={tmp_path / 'a.en'}", "--hyp", f"S={tmp_path / 's.en'}"),
        *("--docids", tmp_path / "other", "--out", tmp_path / "set", "-q"),
    )
    with pytest.raises(InputError, match="lacks document e of the test set"):
        run("score", tmp_path / "set", "--run", run_folder)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("build", "anaphora", "--out", "x"), "--run"),
        (("build", "anaphora", "--out", "x", "--run", "r", "-s", "de"), "leave out -s"),
        (("build", "anaphora", "--out", "x", "--run", "r", "--unit", "auto"), "leave out --unit"),
        (("build", "anaphora", "--out", "x", "--run", "r", "--ranker", "w"), "without a ranker"),
        (("build", "anaphora", "--out", "x", "--src", "s", "--system", "A"), "those of --run"),
        (("score", "x", "--run", "r", "--hyp", "A=a"), "either translations"),
        (("train-ranker", "pronouns", "--out", "x", "--text", "t"), "--docids"),
        (("train-ranker", "pronouns", "--out", "x", "--run", "r"), "free text"),
        (("train-ranker", "pronouns", "--out", "./e5", "--run", "r"), "another name"),
    ],
)
def test_options_that_do_not_fit_are_told(arguments: tuple[str, ...], told: str) -> None:
    with pytest.raises(UsageError, match=told):
        run(*arguments)


def test_an_annotator_that_is_named_is_the_one_that_is_asked(
    texts: list[object], tmp_path: Path
) -> None:
    pytest.importorskip("discotag_phen_connectives")
    with pytest.raises(DiscotagError, match="annotator 'nobody'"):
        run("build", "connectives", *texts, "--annotator", "nobody", "--out", tmp_path / "set")


@pytest.mark.parametrize("task", ["anaphora", "lexical_consistency", "coherence"])
def test_other_tasks_refuse_an_annotator(task: str, texts: list[object], tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="leave out --annotator"):
        run("build", task, *texts, "--annotator", "connective-lists", "--out", tmp_path / "set")
