"""Scores from files: the published order, both directions, and every way to be wrong."""

from __future__ import annotations

import pytest

from discotag.plugin import InputError, LineCountError, UsageError
from discotag.plugin.files import Notes
from discotag_cxmi.contrast.judging import read_scores, score_lines

from .builders import item, runs

ITEMS = [item("a"), item("b", "x", "y", "z", right=1)]


def read(path, *lines, maximize=False, name="run", items=ITEMS):
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return read_scores(items, {name: path}, Notes(), maximize=maximize)


def test_lower_is_better_unless_told(tmp_path):
    lines = (1.5, 2.5, 3, 2, 4)
    assert read(tmp_path / "s", *lines).verdicts("run") == [True, True]
    assert read(tmp_path / "s", *lines, maximize=True).verdicts("run") == [False, False]


def test_ties_are_wrong_and_counted(tmp_path):
    found = read(tmp_path / "s", 1, 1, 2, 1, 1)
    assert found.verdicts("run") == [False, False]
    assert found.ties("run") == 2


@pytest.mark.parametrize(
    ("lines", "error", "told"),
    [
        (("1", "2", "3", "4"), LineCountError, "has 4 lines, the set has 5 translations in 2"),
        (("1", "2", "3", "4", "5", "6"), LineCountError, "has 6 lines"),
        (("1", "2", "", "4", "5"), InputError, "s:3: '' is no number"),
        (("1", "2", "3", "nan", "5"), InputError, "s:4: nan is no score"),
        (("1", "2", "3", "4", "-inf"), InputError, "s:5: -inf is no score"),
    ],
    ids=["fewer", "more", "blank", "nan", "infinite"],
)
def test_a_faulty_file_is_named_with_its_line(tmp_path, lines, error, told):
    with pytest.raises(error) as raised:
        read(tmp_path / "s", *lines)
    assert told in str(raised.value)


def test_written_scores_come_back(tmp_path):
    given = runs(
        ITEMS, **{"0": [(-1.0, -2.0), (-3.0, -1.0, -2.0)], "1": [(0.0, -1.0), (1.0, 2, 3)]}
    )
    path = tmp_path / "s.jsonl"
    path.write_text("".join(reversed(list(score_lines(given)))))
    found = read_scores(ITEMS, {"x": path}, Notes(), maximize=False)
    assert found.scores == given.scores


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (['{"id": "c", "scores": {"0": [1, 2]}}'], "s.jsonl:1: item 'c' is not in the set"),
        (['{"id": "a", "scores": {"0": [1, 2]}}'] * 2, "s.jsonl:2: item 'a' was scored before"),
        (['{"id": "a", "scores": {"0": [1, 2]}}'], "no scores for 1 of 2 items, such as 'b'"),
        (['{"id": "a", "scores": {"0": [1]}}'], "run '0': 1 scores for 2 translations"),
        (['{"id": "a", "scores": {}}'], "item 'a' has the runs none"),
        (
            ['{"id": "a", "scores": {"0": [1, 2]}}', '{"id": "b", "scores": {"1": [1, 2, 3]}}'],
            "s.jsonl:2: item 'b' has the runs 1; the first line has 0",
        ),
    ],
    ids=["unknown", "twice", "missing", "count", "none", "other runs"],
)
def test_scores_by_id_are_checked(tmp_path, lines, told):
    with pytest.raises(InputError) as raised:
        read(tmp_path / "s.jsonl", *lines)
    assert told in str(raised.value)


def test_two_runs_of_one_name_are_refused(tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_text("".join(score_lines(runs(ITEMS[:1], x=[(1.0, 2.0)]))))
    plain = tmp_path / "plain"
    plain.write_text("1\n2\n")
    with pytest.raises(UsageError, match="'x'"):
        read_scores(ITEMS[:1], {"a": path, "x": plain}, Notes(), maximize=False)
