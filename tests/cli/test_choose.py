"""`discotag choose`: the table, reasons, JSON, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from discotag.testing.program import run_program

if TYPE_CHECKING:
    from pathlib import Path
    from subprocess import CompletedProcess

TEXTS = {
    "src": "Did you sleep well?\nYour coffee is ready.\n",
    "a": "As-tu bien dormi ?\nTon café est prêt.\n",
    "b": "As-tu bien dormi ?\nVotre café est prêt.\n",
}


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, text in TEXTS.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    return tmp_path


def choose(folder: Path, *more: str, texts: str = "ab") -> CompletedProcess[str]:
    hypotheses = [word for name in texts for word in ("--hyp", f"{name.upper()}={folder / name}")]
    given = ["choose", "--src", folder / "src", "-s", "en", "-t", "fr", "-q", *hypotheses]
    return run_program(*given, *more)


def test_the_best_text_is_named(folder: Path) -> None:
    rows = [line.split() for line in choose(folder).stdout.splitlines()]
    assert rows[0] == ["document", "A", "B", "best"]
    assert rows[1] == ["all", "0.00", "3.50", "A"]
    assert rows[-1] == ["best", "alone", "1", "0"]


def test_reasons_and_json(folder: Path) -> None:
    assert "all B +2.00 address: 1 place in one voice" in choose(folder, "--why").stdout
    [found] = json.loads(choose(folder, "--json").stdout)
    assert (found["best"], found["margin"]) == (["A"], 3.5)
    assert found["texts"]["B"]["address"] == 3.5
    assert found["texts"]["B"]["observations"][0]["kind"] == "address"


def test_reasons_name_units_by_their_ids(tmp_path: Path) -> None:
    for name, text in TEXTS.items():
        texts = dict(zip(("sleep", "coffee"), text.splitlines(), strict=True))
        (tmp_path / f"{name}.json").write_text(json.dumps(texts), encoding="utf-8")
    given = ["choose", "--src", tmp_path / "src.json", "-s", "en", "-t", "fr", "-q", "--why"]
    found = run_program(*given, *(w for n in "ab" for w in ("--hyp", f"{n}={tmp_path / n}.json")))
    assert "(target coffee:0)" in found.stdout


def test_one_text_is_no_choice(folder: Path) -> None:
    refused = choose(folder, texts="a")
    assert refused.returncode == 2
    assert "has one translation (A)" in refused.stderr


def test_a_text_that_lacks_lines_is_named(folder: Path) -> None:
    (folder / "b").write_text("As-tu bien dormi ?\n", encoding="utf-8")
    refused = choose(folder)
    assert refused.returncode != 0
    assert str(folder / "b") in refused.stderr


NBEST = [
    ("Did you sleep well?", ["As-tu bien dormi ?", "Avez-vous bien dormi ?"]),
    ("Your coffee is ready.", ["Votre café est prêt.", "Ton café est prêt."]),
    ("Take your time.", ["Prends ton temps."]),
]


def write_nbest(folder: Path) -> Path:
    path = folder / "n.jsonl"
    lines = (json.dumps({"source": source, "candidates": own}) for source, own in NBEST)
    path.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    return path


def test_candidates_are_combined_into_a_text_that_agrees_with_itself(tmp_path: Path) -> None:
    path = write_nbest(tmp_path)
    done = run_program("choose", "--nbest", path, "-s", "en", "-t", "fr", "--no-cache")
    assert done.stdout.splitlines() == [
        "As-tu bien dormi ?", "Ton café est prêt.", "Prends ton temps.",
    ]  # fmt: skip
    assert "all: costs 0.00" in done.stderr


def test_candidates_in_json_have_costs_and_places(tmp_path: Path) -> None:
    path = write_nbest(tmp_path)
    done = run_program("choose", "--nbest", path, "-s", "en", "-t", "fr", "--json", "-q")
    [found] = json.loads(done.stdout)
    assert (found["document"], found["cost"], found["costs"]) == ("all", 0, {})
    assert [segment["candidate"] for segment in found["segments"]] == [0, 1, 0]


def test_whole_texts_and_candidates_do_not_mix(folder: Path) -> None:
    path = write_nbest(folder)
    refused = choose(folder, "--nbest", str(path))
    assert (refused.returncode, "leave out --src" in refused.stderr) == (2, True)
    refused = run_program("choose", "-s", "en", "-t", "fr")
    assert (refused.returncode, "give --src" in refused.stderr) == (2, True)
    assert "--quality goes with --nbest" in choose(folder, "--quality", "1").stderr


def test_the_expected_address_decides(folder: Path) -> None:
    (folder / "b").write_text("Avez-vous bien dormi ?\nVotre café est prêt.\n", encoding="utf-8")
    assert choose(folder).stdout.splitlines()[1].split()[-1] == "difference"  # each with itself
    for expected, best in (("formal", "B"), ("informal", "A")):
        rows = choose(folder, "--expect", expected).stdout.splitlines()
        assert rows[1].split()[-1] == best
    (folder / "e.tsv").write_text("all\tT\n", encoding="utf-8")
    rows = choose(folder, "--expect-file", str(folder / "e.tsv")).stdout.splitlines()
    assert rows[1].split()[-1] == "A"


def test_candidates_with_the_expected_address_are_taken(tmp_path: Path) -> None:
    path = write_nbest(tmp_path)
    given = ["choose", "--nbest", path, "-s", "en", "-t", "fr", "-q", "--expect", "formal"]
    assert run_program(*given).stdout.splitlines()[:2] == [
        "Avez-vous bien dormi ?", "Votre café est prêt.",
    ]  # fmt: skip


def test_runs_need_no_reference_for_address_terms_and_consistency(folder: Path) -> None:
    given = ["--src", folder / "src", "--hyp", f"A={folder / 'a'}", "-s", "en", "-t", "fr", "-q"]
    names = ["terms,consistency", "--expect", "formal"]
    done = run_program("run", *given, "--scorers", *names, "--out", folder / "run", "-f", "json")
    assert done.returncode == 0
    found = {row["scorer"]: row for row in json.loads(done.stdout)["scores"]}
    assert set(found) == {"terms", "consistency", "address"}
    assert found["address"]["measures"]["compliance"] == 0
    assert (folder / "run" / "report.html").is_file()
    tags = f"A={folder / 'run' / 'tags' / 'A.jsonl'}"
    assert run_program("score", "--hyp", tags, "--scorers", "terms").returncode == 0
    refused = run_program("run", *given, "--scorers", "terms,chrf")
    assert (refused.returncode, "--scorers without chrf" in refused.stderr) == (2, True)
    refused = run_program("score", "--hyp", tags, "--scorers", "consistency")
    assert (refused.returncode, "reads deps and morph, which these tags" in refused.stderr) == (
        2,
        True,
    )
