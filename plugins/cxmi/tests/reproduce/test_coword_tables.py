"""The tables of the CXMI paper, of results made by hand."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError
from discotag_cxmi.reproduce.coword import Variant, folder, tables

from .builders import cxmi, score, write

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_experiments.tables import Row


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
    [table] = tables(found, tmp_path)
    assert table.columns == ("en-fr BLEU",)
    assert [shown(row) for row in table.rows] == [
        ("flat", "0", "21.00 ±1.41"),
        ("flat", "0.1", "23.00 ±0.00"),
    ]
    assert [row.cells[0].is_best for row in table.rows] == [False, True]
    assert table.rows[0].cells[0].more == {"seeds": [20.0, 22.0]}


def test_one_seed_has_no_spread(tmp_path: Path) -> None:
    quality(tmp_path, "flat", 0.0, {1: 20.0})
    [table] = tables(cxmi(dropout=[0.0], scoring={"scorers": ["bleu"]}), tmp_path)
    assert shown(table.rows[0]) == ("flat", "0", "20.00")
    assert table.notes[0].startswith("One seed. ")


def test_accuracy_is_that_with_the_most_context(tmp_path: Path) -> None:
    for seed in (1, 2):
        judged(tmp_path, 0.0, seed)
    [table] = tables(dynamic("contrast"), tmp_path)
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
    [table] = tables(dynamic("correlation"), tmp_path)
    assert shown(table.rows[0]) == ("en-fr", "scratch", "dyn", "0", "1", cell, "x")


def test_cxmi_of_one_seed_has_its_interval_and_control_comes_last(tmp_path: Path) -> None:
    measured(tmp_path, 1, [0.05, 0.15], "1")
    [table] = tables(dynamic("cxmi", seeds=[1]), tmp_path)
    assert table.columns == ("1", "random 1")
    row = ("en-fr", "scratch", "dyn", "0", "0.1000 [0.0500, 0.1500]", "−0.2000")
    assert shown(table.rows[0]) == row


def test_a_size_that_a_seed_lacks_is_not_averaged(tmp_path: Path) -> None:
    measured(tmp_path, 1, None, "1", "2")
    measured(tmp_path, 2, None, "1")
    [table] = tables(dynamic("cxmi"), tmp_path)
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
    found = tables(dynamic("cxmi", dropout=[0.0, 0.2]), tmp_path)[1]
    assert "p = 0.2 than with 0: en-fr scratch dyn" in found.title
    assert [shown(row) for row in found.rows] == [
        ("The lamp.", "It falls.", "La lampe.", "Elle tombe.", "Elle", "0.50"),
        ("(none)", "It falls.", "(none)", "Elle tombe.", "–", "0.50"),
    ]


def test_a_result_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(InputError, match=r"scores\.json: cannot be read"):
        tables(cxmi(dropout=[0.0]), tmp_path)
