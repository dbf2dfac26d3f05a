"""The tables of the MuDA and CXMI papers, of results made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError, UnknownNameError
from discotag_cxmi.reproduce import coword
from discotag_cxmi.reproduce import muda as muda_experiment
from discotag_cxmi.reproduce.coword import Variant, folder
from discotag_experiments.tables import latex, markdown, text

from .builders import cxmi, difference, muda, score, write

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_experiments.tables import Row


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
    [table] = muda_experiment.tables(experiment, out)
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
    [table] = muda_experiment.tables(
        muda(systems={"none": {"file": "n"}, "ctx": {"file": "c"}}), tmp_path
    )
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
    [table] = muda_experiment.tables(muda(pairs=["en-de"], systems=systems), tmp_path)
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
    [table] = muda_experiment.tables(muda(pairs=["en-de"], systems=systems), out)
    row = [row for row in table.rows if row.labels[0] == "  doc"][1]
    assert row.cells[0].marks == "*▲"
    assert row.cells[0].more is not None
    assert row.cells[0].more["against"] == "ctx"
    assert "Compared with none, doc with ctx" in table.notes[0]


def test_few_documents_are_told(out: Path) -> None:
    [table] = muda_experiment.tables(muda(pairs=["en-fr", "en-de"], systems=SYSTEMS), out)
    assert [note for note in table.notes if "too few" in note] == [
        "en-de: too few documents for p-values, so nothing can be marked with *."
    ]


def test_a_system_that_nobody_translated_is_an_error(out: Path) -> None:
    with pytest.raises(UnknownNameError, match=r"systems\.nonne in en-fr.*did you mean 'none'"):
        muda_experiment.tables(muda(systems={"none": {}, "nonne": {}}), out)


def test_results_that_are_not_there_are_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"scores\.json: cannot be read"):
        muda_experiment.tables(muda(), tmp_path)


def test_the_shapes(out: Path) -> None:
    found = muda_experiment.tables(muda(pairs=["en-fr", "en-de"], systems=SYSTEMS), out)
    assert "  ctx                      0.430*▲    n/a\n" in text(found)
    assert "| *BLEU* |  |  |\n" in markdown(found)
    assert "|   ctx | **31.50** | **10.00** |\n".replace("  ctx", "ctx") in markdown(found)
    assert r"ctx & \underline{0.430}$^{*}$ & n/a \\" in latex(found)
    assert r"0.370$^{\downarrow}$" in latex(found)
    assert r"\textit{lexical\_cohesion}" not in latex(found)


def variant(form: str, dropout: float, seed: int) -> Variant:
    return Variant("en-fr", "scratch", form, dropout, seed)


def quality(out: Path, form: str, dropout: float, values: dict[int, float]) -> None:
    for seed, value in values.items():
        place = folder(out, "score", variant(form, dropout, seed)) / "run" / "scores.json"
        write(place, {"scores": [score("system", value, "bleu")]})


def judged(out: Path, dropout: float, seed: int, **flips: Any) -> None:
    given = {"run": "1", "correlation": None, "p": None, **flips}
    rows = [{"runs": {"0": {"accuracy": 0.5}, "1": {"accuracy": 0.75}}}]
    data = {"runs": ["0", "1"], "rows": rows, "flips": [given]}
    place = folder(out, "contrast", variant("dyn", dropout, seed), "pronouns")
    write(place / "contrast.json", data)


def measured(out: Path, seed: int, interval: list[float] | None, *sizes: str) -> None:
    rows: list[dict[str, Any]] = [
        {
            "size": size,
            "control": False,
            "segment_mean": {"value": 0.1 * seed, "interval": interval},
        }
        for size in ("0", *sizes)
    ]
    rows.append({"size": "1", "control": True, "segment_mean": {"value": -0.2, "interval": None}})
    place = folder(out, "cxmi", variant("dyn", 0.0, seed)) / "scores"
    write(place / "cxmi.json", {"rows": rows})


def shown(row: Row) -> tuple[str, ...]:
    return (*row.labels, *(f"{cell.text}{cell.marks}" for cell in row.cells))


def dynamic(*measures: str, **parts: Any) -> Any:
    formats = {"dyn": {"settings": {"target_context": "0:1"}, "measures": measures}}
    suites = {"pronouns": {"files": ["p.jsonl"]}, "other": {"files": ["o"], "pairs": []}}
    return cxmi(formats=formats, suites=suites, **{"dropout": [0.0], "seeds": [1, 2], **parts})


def test_cells_are_means_over_seeds_with_their_spread(tmp_path: Path) -> None:
    quality(tmp_path, "flat", 0.0, {1: 20.0, 2: 22.0})
    quality(tmp_path, "flat", 0.1, {1: 23.0, 2: 23.0})
    found = cxmi(seeds=[1, 2], dropout=[0.0, 0.1], scoring={"scorers": ["bleu"]})
    [table] = coword.tables(found, tmp_path)
    assert table.columns == ("en-fr BLEU",)
    assert [shown(row) for row in table.rows] == [
        ("flat", "0", "21.00 ±1.41"),
        ("flat", "0.1", "23.00 ±0.00"),
    ]
    assert [row.cells[0].is_best for row in table.rows] == [False, True]
    assert table.rows[0].cells[0].more == {"seeds": [20.0, 22.0]}


def test_one_seed_has_no_spread(tmp_path: Path) -> None:
    quality(tmp_path, "flat", 0.0, {1: 20.0})
    [table] = coword.tables(cxmi(dropout=[0.0], scoring={"scorers": ["bleu"]}), tmp_path)
    assert shown(table.rows[0]) == ("flat", "0", "20.00")
    assert table.notes[0].startswith("One seed. ")


def test_accuracy_is_that_with_the_most_context(tmp_path: Path) -> None:
    for seed in (1, 2):
        judged(tmp_path, 0.0, seed)
    [table] = coword.tables(dynamic("contrast"), tmp_path)
    assert shown(table.rows[0]) == ("dyn", "0", "75.00 ±0.00")


@pytest.mark.parametrize(
    ("flips", "cell"),
    [
        (({"correlation": 0.3, "p": 0.001}, {"correlation": 0.5, "p": 0.009}), "0.400 ±0.141*"),
        (({"correlation": 0.3, "p": 0.001}, {"correlation": 0.5, "p": 0.02}), "0.400 ±0.141"),
        (({"correlation": 0.3, "p": 0.001}, {}), "–"),
    ],
)
def test_a_correlation_is_sure_only_with_every_seed(
    flips: tuple[dict[str, Any], ...], cell: str, tmp_path: Path
) -> None:
    for seed, given in enumerate(flips, 1):
        judged(tmp_path, 0.0, seed, **given)
    [table] = coword.tables(dynamic("correlation"), tmp_path)
    assert shown(table.rows[0]) == ("en-fr", "scratch", "dyn", "0", "1", cell, "x")


def test_cxmi_of_one_seed_has_its_interval_and_control_comes_last(tmp_path: Path) -> None:
    measured(tmp_path, 1, [0.05, 0.15], "1")
    [table] = coword.tables(dynamic("cxmi", seeds=[1]), tmp_path)
    assert table.columns == ("1", "random 1")
    row = ("en-fr", "scratch", "dyn", "0", "0.1000 [0.0500, 0.1500]", "−0.2000")
    assert shown(table.rows[0]) == row


def test_a_size_that_a_seed_lacks_is_not_averaged(tmp_path: Path) -> None:
    measured(tmp_path, 1, None, "1", "2")
    measured(tmp_path, 2, None, "1")
    [table] = coword.tables(dynamic("cxmi"), tmp_path)
    assert table.columns == ("1", "2", "random 1")
    assert shown(table.rows[0])[4:] == ("0.1500 ±0.0707", "x", "−0.2000 ±0.0000")


def test_samples_show_context_and_what_they_gain(tmp_path: Path) -> None:
    for dropout in (0.0, 0.2):
        for seed in (1, 2):
            place = folder(tmp_path, "cxmi", variant("dyn", dropout, seed)) / "scores"
            write(place / "cxmi.json", {"rows": []})
    sample = {
        "source": "It falls.",
        "target": "Elle tombe.",
        "context": [{"source": "The lamp.", "target": "La lampe."}],
        "A": 0.25,
        "B": 0.75,
        "best": {"form": "Elle"},
    }
    data = {"size": "1", "samples": [sample, {**sample, "context": [], "best": None}]}
    write(folder(tmp_path, "samples", variant("dyn", 0.2, 1)) / "samples.json", data)
    found = coword.tables(dynamic("cxmi", dropout=[0.0, 0.2]), tmp_path)[1]
    assert "p = 0.2 than with 0: en-fr scratch dyn" in found.title
    assert [shown(row) for row in found.rows] == [
        ("The lamp.", "It falls.", "La lampe.", "Elle tombe.", "Elle", "0.50"),
        ("(none)", "It falls.", "(none)", "Elle tombe.", "–", "0.50"),
    ]


def test_a_result_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"scores\.json: cannot be read"):
        coword.tables(cxmi(dropout=[0.0]), tmp_path)
