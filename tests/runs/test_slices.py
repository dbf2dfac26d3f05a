"""Parts of a run: domains, documents, voices and distances add up to the whole."""

from __future__ import annotations

import pytest

from discotag.cli.session import open_registry
from discotag.core.errors import InputError
from discotag.core.results import Row
from discotag.runs.folder import open_runs
from discotag.runs.slices import By, CountedRuns, sliced_results, slices
from discotag.scoring.resampling import ResamplingOptions
from discotag.testing.program import run_program

FEW = ResamplingOptions(samples=100, trials=100)
ENGLISH = ("Do you know your way?", "You can sleep here.", "He said: “You must go.”", "You must.")
FORMAL = (
    "Connaissez-vous votre chemin ?",
    "Vous pouvez dormir ici.",
    "Il a dit : « Vous devez partir. »",
    "Vous devez.",
)
PLAIN = ("Connais-tu ton chemin ?", "Tu peux dormir ici.", FORMAL[2], "Tu dois.")


@pytest.fixture(scope="module")
def registry():
    return open_registry(())


@pytest.fixture(scope="module")
def folder(tmp_path_factory):
    """Run twelve documents of two domains; system B is right in every other one."""
    place = tmp_path_factory.mktemp("slices")
    texts = {"src": ENGLISH * 12, "ref": FORMAL * 12, "A": FORMAL * 12, "B": (FORMAL + PLAIN) * 6}
    for name, lines in texts.items():
        (place / name).write_text("\n".join(lines) + "\n", "utf-8")
    ids = [f"d{n:02}\t{'chat' if n < 4 else 'news'}" for n in range(12) for _ in ENGLISH]
    (place / "ids").write_text("\n".join(ids) + "\n", "utf-8")
    done = run_program(
        "run", "--src", place / "src", "--ref", place / "ref", "--docids", place / "ids",
        "--hyp", f"A={place / 'A'}", "--hyp", f"B={place / 'B'}", "-s", "en", "-t", "fr",
        "-p", "formality", "--unit", "line", "--samples", "100", "--trials", "100", "--no-cache",
        "--no-report", "--quiet", "--out", place / "run",
    )  # fmt: skip
    assert not done.returncode, done.stderr
    return place / "run"


@pytest.fixture(scope="module")
def counted(folder, registry):
    return CountedRuns.of(open_runs([folder]), registry, FEW)


def totals(tables, scorer, system):
    table = next(t for t in tables if (t.bound.info.name, t.system) == (scorer, system))
    return table.totals()[table.rows.index(Row("formality"))].tolist()


def test_domains_add_up_to_the_whole(counted, registry):
    parts = slices(counted, registry, [By.DOMAIN])[By.DOMAIN]
    assert [(part.value, part.documents) for part in parts] == [("chat", 4), ("news", 8)]
    for scorer in ("choice", "compare_mt"):
        for system in "AB":
            sums = [totals(part.tables, scorer, system) for part in parts]
            assert [sum(x) for x in zip(*sums, strict=True)] == totals(
                counted.tables, scorer, system
            )


def test_voices_and_distances_add_up_to_the_choices(counted, registry):
    found = slices(counted, registry, [By.VOICE, By.DISTANCE])
    correct, missing, _, support = totals(counted.tables, "choice", "B")
    for by in (By.VOICE, By.DISTANCE):
        sums = [totals(part.tables, "choice", "B") for part in found[by]]
        assert [sum(x) for x in zip(*sums, strict=True)] == [correct, missing, support]


def test_a_quotation_is_a_voice_of_its_own(counted, registry):
    parts = slices(counted, registry, [By.VOICE])[By.VOICE]
    assert parts[0].value == "text"
    assert {part.value for part in parts} <= {"text", "quotation"}


def test_each_document_is_a_part(counted, registry):
    parts = slices(counted, registry, [By.DOCUMENT])[By.DOCUMENT]
    assert [part.value for part in parts] == [f"d{n:02}" for n in range(12)]


def test_parts_have_scores_of_their_own(counted, registry):
    found = dict(sliced_results(counted, registry, By.DOMAIN, FEW))
    whole = {(s.scorer, s.system, s.row): s.support for s in counted.results.scores}
    for key, support in whole.items():
        parts = [
            s.support
            for r in found.values()
            for s in r.scores
            if (s.scorer, s.system, s.row) == key
        ]
        assert sum(parts) == support


def test_without_domains_there_are_no_parts_by_domain(tmp_path, registry):
    for name, text in (("src", "You can go."), ("ref", "Vous pouvez."), ("A", "Tu peux.")):
        (tmp_path / name).write_text(f"{text}\n", "utf-8")
    done = run_program(
        "run", "--src", tmp_path / "src", "--ref", tmp_path / "ref", "--hyp", f"A={tmp_path / 'A'}",
        "-s", "en", "-t", "fr", "-p", "formality", "--no-cache", "--no-report", "--quiet",
        "--out", tmp_path / "run",
    )  # fmt: skip
    assert not done.returncode, done.stderr
    alone = CountedRuns.of(open_runs([tmp_path / "run"]), registry, FEW)
    with pytest.raises(InputError, match="no document tells its domain"):
        slices(alone, registry, [By.DOMAIN])
