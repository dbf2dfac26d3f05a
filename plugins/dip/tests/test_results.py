"""Figures, intervals, ranks, and the leaderboard made of them."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag.plugin import InputError
from discotag_dip.items import Verdict
from discotag_dip.results import TaskResult, boards, figures, page, ranked, read_results, table

if TYPE_CHECKING:
    from pathlib import Path


def verdicts(*right: int, documents: int = 12) -> list[Verdict]:
    return [
        Verdict(
            item=f"i{index}",
            document=f"d{index % documents}",
            values={"accuracy": float(value), "another": 0.0},
            kind=None if value else "omission",
        )
        for index, value in enumerate(right)
    ]


def result(systems: dict[str, list[Verdict]], testset: str = "abcd1234") -> TaskResult:
    return TaskResult(
        task="lexical_consistency",
        pair="de-en",
        testset=testset,
        items=4,
        documents=2,
        setup="here",
        samples=1000,
        seed=12345,
        systems=ranked("lexical_consistency", systems),
    )


def test_a_share_is_in_percent_and_lies_in_its_interval() -> None:
    found = figures("lexical_consistency", verdicts(*([1, 0, 1] * 12)))["accuracy"]
    assert found.value == pytest.approx(66.666667)
    assert found.interval is not None
    assert found.interval[0] < 66.6 < found.interval[1]


def test_few_documents_have_no_interval_and_no_item_no_value() -> None:
    found = figures("lexical_consistency", verdicts(1, 0, documents=2))
    assert (found["accuracy"].value, found["accuracy"].interval) == (50.0, None)
    assert (found["unforced"].value, found["unforced"].interval) == (None, None)


@pytest.mark.parametrize("right", [0, 1])
def test_all_items_or_none_are_no_certainty(right: int) -> None:
    found = figures("lexical_consistency", verdicts(*[right] * 12))["accuracy"]
    assert found.interval is not None
    low, high = found.interval
    assert found.value in {low, high}
    assert high - low > 20


def test_a_sum_adds_signed_differences_and_the_lowest_ranks_first() -> None:
    def of(*values: float) -> list[Verdict]:
        return [
            Verdict(item=f"{n}", document="d", values={"score": v, "signed": abs(v)})
            for n, v in enumerate(values)
        ]

    found = ranked("anaphora", {"B": of(3.0, -1.0), "A": of(0.5, 0.5)})
    assert [(item.system, item.rank) for item in found] == [("A", 1), ("B", 2)]
    assert (found[1].measures["score"].value, found[1].measures["signed"].value) == (2.0, 4.0)


def test_equal_systems_share_a_rank() -> None:
    found = result({"C": verdicts(0, 0), "B": verdicts(1, 0), "A": verdicts(0, 1)})
    assert [(item.system, item.rank) for item in found.systems] == [("A", 1), ("B", 1), ("C", 3)]
    assert found.systems[2].kinds == {"omission": 2}


def test_the_table_prints_a_dash_where_nothing_is_defined() -> None:
    printed = table(result({"A": verdicts(1, 0)}))
    assert "50.0 [–]" in printed
    assert "unforced" in printed
    assert "–  " in printed


def write(path: Path, content: TaskResult) -> None:
    path.write_text(content.model_dump_json(by_alias=True), encoding="utf-8")


def test_a_board_joins_the_results_on_one_set_and_ranks_them_anew(tmp_path: Path) -> None:
    write(tmp_path / "a.json", result({"A": verdicts(1, 0)}))
    write(tmp_path / "b.json", result({"B": verdicts(1, 1)}))
    write(tmp_path / "c.json", result({"C": verdicts(1, 1)}, testset="ffff0000"))
    (tmp_path / "other.json").write_text("{}", encoding="utf-8")
    first, second = boards(read_results(tmp_path))
    assert [(place.rank, place.result.system) for place in first.places] == [(1, "B"), (2, "A")]
    assert [place.result.system for place in second.places] == ["C"]


def test_two_different_results_of_one_name_are_refused(tmp_path: Path) -> None:
    write(tmp_path / "a.json", result({"A": verdicts(1, 0)}))
    write(tmp_path / "b.json", result({"A": verdicts(1, 1)}))
    with pytest.raises(InputError, match="rename one"):
        list(boards(read_results(tmp_path)))


def test_a_folder_without_results_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="--out"):
        read_results(tmp_path)


def test_a_broken_result_is_named(tmp_path: Path) -> None:
    (tmp_path / "a.json").write_text('{"schema": "discotag-dip-result/3"}', encoding="utf-8")
    with pytest.raises(InputError, match=r"a\.json: task"):
        read_results(tmp_path)


def test_the_page_escapes_names() -> None:
    html = page(list(boards([result({"<b>A</b>": verdicts(1, 0)})])))
    assert "&lt;b&gt;A&lt;/b&gt;" in html
    assert "<b>A</b>" not in html
