"""The table of the MuDA papers, of results made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError, UnknownNameError
from discotag_cxmi.reproduce.muda import tables
from discotag_experiments.tables import latex, markdown, text

from .builders import difference, muda, score, write

if TYPE_CHECKING:
    from pathlib import Path

SYSTEMS = {"none": {"file": "n"}, "ctx": {"file": "c"}, "doc": {"file": "d", "pairs": ["en-de"]}}


def results(out: Path, pair: str, scores: list[Any], differences: list[Any]) -> None:
    data = {
        "phenomena": {"formality": {"state": "supported", "reason": None}},
        "scores": scores,
        "differences": differences,
    }
    write(out / "steps" / "score" / pair / "systems" / "run" / "scores.json", data)


@pytest.fixture
def out(tmp_path: Path) -> Path:
    scores = [score("none", 30.0, "bleu"), score("ctx", 31.5, "bleu"),
              score("none", 0.5), score("ctx", 0.51),
              score("none", 0.4, phenomenon="formality"),
              score("ctx", 0.43, phenomenon="formality"),
              score("none", 0.4, phenomenon="pronouns"), score("ctx", 0.37, phenomenon="pronouns"),
              score("none", None, phenomenon="ellipsis"), score("ctx", 0.0, phenomenon="ellipsis"),
              ]  # fmt: skip
    differences = [
        difference("ctx", 0.01, 0.04),
        difference("ctx", 0.03, 0.01, "formality"),
        difference("ctx", -0.03, 0.5, "pronouns"),
        difference("ctx", None, None, "ellipsis"),
    ]
    results(tmp_path, "en-fr", scores, differences)
    found = [score(name, 10.0, "bleu") for name in ("none", "ctx", "doc")]
    found += [score(name, 0.5) for name in ("none", "ctx", "doc")]
    found += [score(name, 0.5, phenomenon="names") for name in ("none", "ctx", "doc")]
    results(tmp_path, "en-de", found, [])
    return tmp_path


def cells(out: Path, system: str) -> dict[str, list[Any]]:
    experiment = muda(pairs=["en-fr", "en-de"], systems=SYSTEMS)
    [table] = tables(experiment, out)
    found, title = {}, ""
    for row in table.rows:
        if not row.cells:
            title = row.labels[0]
        elif row.labels[0].strip() == system:
            found[title] = list(row.cells)
    return found


def test_marks_for_the_margin_and_for_p(out: Path) -> None:
    found = {title: f"{row[0].text}{row[0].marks}" for title, row in cells(out, "ctx").items()}
    assert found == {
        "BLEU": "31.50",
        "all words": "0.510*",
        "ellipsis": "0.000",
        "formality": "0.430*▲",
        "names": "n/a",
        "pronouns": "0.370▼",
    }


def test_a_label_gives_its_phenomenon_no_marks(tmp_path: Path) -> None:
    scores = [score(name, 0.5, phenomenon="pronouns") for name in ("none", "ctx")]
    own = [difference("ctx", 0.0, 1.0, "pronouns")]
    of_label = [difference("ctx", 0.4, 0.001, "pronouns", "it→fem")]
    results(tmp_path, "en-fr", scores, own + of_label)
    [table] = tables(muda(systems={"none": {"file": "n"}, "ctx": {"file": "c"}}), tmp_path)
    cell = next(row.cells[0] for row in table.rows if row.labels == ("  ctx",))
    assert cell.marks == ""
    assert cell.more is not None
    assert (cell.more["difference"], cell.more["p_holm"]) == (0.0, 1.0)


def test_a_label_gives_no_marks_against_another_system(tmp_path: Path) -> None:
    systems = {"none": {"file": "n"}, "ctx": {"file": "c"}, "doc": {"file": "d", "against": "ctx"}}
    scores = [score(name, 0.5, phenomenon="pronouns") for name in systems]
    results(tmp_path, "en-de", scores, [])
    compared = [difference("doc", 0.0, 1.0, "pronouns")]
    compared += [difference("doc", -0.4, 0.001, "pronouns", "it→fem")]
    written = {"differences": compared}
    write(tmp_path / "steps" / "compare" / "en-de" / "ctx" / "compare.json", written)
    [table] = tables(muda(pairs=["en-de"], systems=systems), tmp_path)
    assert next(row.cells[0].marks for row in table.rows if row.labels == ("  doc",)) == ""


def test_absent_inapplicable_and_undefined_are_three_things(out: Path) -> None:
    assert cells(out, "none")["ellipsis"][0].text == "–"
    assert cells(out, "none")["formality"][1].text == "n/a"
    assert cells(out, "doc")["BLEU"][0].text == "x"
    assert cells(out, "doc")["BLEU"][1].text == "10.00"


def test_the_best_bleu_is_marked_and_no_f_is(out: Path) -> None:
    assert [cells(out, name)["BLEU"][0].is_best for name in ("none", "ctx")] == [False, True]
    assert not any(cell.is_best for cell in cells(out, "ctx")["formality"])


def test_the_number_of_tags_stands_below(out: Path) -> None:
    found = cells(out, "(tags in the reference)")
    assert [cell.text for cell in found["formality"]] == ["7", "n/a"]
    assert "BLEU" not in found


def test_a_system_is_compared_with_the_one_it_names(out: Path) -> None:
    systems = {"none": {"file": "n"}, "ctx": {"file": "c"}, "doc": {"file": "d", "against": "ctx"}}
    compared = {"differences": [difference("doc", 0.2, 0.001)]}
    write(out / "steps" / "compare" / "en-de" / "ctx" / "compare.json", compared)
    [table] = tables(muda(pairs=["en-de"], systems=systems), out)
    row = [row for row in table.rows if row.labels[0] == "  doc"][1]
    assert row.cells[0].marks == "*▲"
    assert row.cells[0].more is not None
    assert row.cells[0].more["against"] == "ctx"
    assert "Compared with none, doc with ctx" in table.notes[0]


def test_few_documents_are_told(out: Path) -> None:
    [table] = tables(muda(pairs=["en-fr", "en-de"], systems=SYSTEMS), out)
    assert [note for note in table.notes if "too few" in note] == [
        "en-de: too few documents for p-values, so nothing can be marked with *."
    ]


def test_a_system_that_nobody_translated_is_an_error(out: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"systems\.nonne in en-fr.*did you mean 'none'"):
        tables(muda(systems={"none": {}, "nonne": {}}), out)


def test_results_that_are_not_there_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"scores\.json: cannot be read"):
        tables(muda(), tmp_path)


def test_the_shapes(out: Path) -> None:
    found = tables(muda(pairs=["en-fr", "en-de"], systems=SYSTEMS), out)
    assert "  ctx                      0.430*▲    n/a\n" in text(found)
    assert "| *BLEU* |  |  |\n" in markdown(found)
    assert "|   ctx | **31.50** | **10.00** |\n".replace("  ctx", "ctx") in markdown(found)
    assert r"ctx & \underline{0.430}$^{*}$ & n/a \\" in latex(found)
    assert r"0.370$^{\downarrow}$" in latex(found)
    assert r"\textit{lexical\_cohesion}" not in latex(found)
