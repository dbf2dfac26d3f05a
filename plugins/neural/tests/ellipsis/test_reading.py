"""Examples are read from trees, archives, folders and JSON Lines, and divided by file."""

from __future__ import annotations

import json
from zipfile import ZipFile

import pytest

pytest.importorskip("discotag_neural")

from discotag.plugin import InputError
from discotag_neural.ellipsis.card import figures
from discotag_neural.ellipsis.examples import Example, Level, label_set
from discotag_neural.ellipsis.reading import read_examples, split

TREE = "( (S (NP (NNS we) ) (VP (VBP do) (VP (-NONE- *?*) ))) )\n"


def written(path, *records):
    path.write_text("".join(json.dumps(record) + "\n" for record in records), "utf-8")
    return path


def test_folders_archives_and_files_are_read_in_order(tmp_path):
    (tmp_path / "b.mrg").write_text(TREE)
    with ZipFile(tmp_path / "a.zip", "w") as archive:
        archive.writestr("x/two.mrg", TREE)
        archive.writestr("x/one.mrg", TREE + TREE)
        archive.writestr("x/README", "no trees")
    written(tmp_path / "c.jsonl", {"text": "We do.", "label": True})
    (tmp_path / "notes.txt").write_text("(")
    groups = [example.group for example in read_examples([tmp_path])]
    assert groups == ["one.mrg", "one.mrg", "two.mrg", "b.mrg", "c.jsonl"]


def test_json_lines_hold_sentences_or_tokens(tmp_path):
    path = written(
        tmp_path / "x.jsonl",
        {"text": "We do.", "label": True, "document": "d1"},
        {"text": "We sing.", "label": "none"},
        {"tokens": ["We", "do", "."], "labels": ["none", "vp", "none"]},
        {"tokens": ["Why"], "label": "sluice"},
    )
    first, second, third, fourth = read_examples([path])
    assert (first.group, first.label, second.group, second.label) == (
        "d1", "ellipsis", "x.jsonl", "none",
    )  # fmt: skip
    assert (third.text, third.label, third.labels) == (
        "We do .",
        "ellipsis",
        ("none", "vp", "none"),
    )
    assert (fourth.label, fourth.labels) == ("sluice", ())
    assert label_set([first, second, third, fourth], Level.SEGMENT) == (
        "none", "ellipsis", "sluice",
    )  # fmt: skip
    assert label_set([third], Level.TOKEN) == ("none", "vp")


@pytest.mark.parametrize(
    ("record", "told"),
    [
        pytest.param({"label": True}, "either text or tokens", id="nothing to read"),
        pytest.param({"text": "a"}, "either label or labels", id="no label"),
        pytest.param({"text": "a", "label": "vpe"}, "label", id="unknown label"),
        pytest.param({"tokens": ["a", "b"], "labels": ["vp"]}, "1 labels for 2 tokens", id="count"),
        pytest.param({"text": "a", "label": True, "doc": "x"}, "doc", id="unknown field"),
    ],
)
def test_a_wrong_line_is_told_with_file_and_line(tmp_path, record, told):
    path = written(tmp_path / "x.jsonl", {"text": "a", "label": False}, record)
    with pytest.raises(InputError, match=told) as caught:
        list(read_examples([path]))
    assert caught.value.line == 2


def test_files_that_are_none_of_ours_are_refused(tmp_path):
    (tmp_path / "x.txt").write_text("a")
    (tmp_path / "bad.zip").write_text("a")
    for path, told in (
        (tmp_path / "x.txt", r"not one of \.mrg"),
        (tmp_path / "bad.zip", "cannot be read"),
        (tmp_path / "no.mrg", "cannot be read"),
        (tmp_path / "no", r"not one of \.mrg"),
    ):
        with pytest.raises(InputError, match=told):
            list(read_examples([path]))
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError, match="no file of"):
        list(read_examples([tmp_path / "empty"]))


def made(groups, rich):
    return [
        Example("t", f"g{number:02}", "ellipsis" if number in rich and turn == 0 else "none")
        for number in range(groups)
        for turn in range(3)
    ]


def test_no_file_is_divided_and_every_part_has_ellipses():
    parts = split(made(20, {1, 4, 9, 16, 19}), share=0.2, seed=3)
    names = [{example.group for example in part} for part in parts.parts.values()]
    assert [len(name) for name in names] == [12, 4, 4]
    assert len(set.union(*names)) == 20
    assert all(any(e.is_elliptical for e in part) for part in parts.parts.values())
    assert parts == split(made(20, {1, 4, 9, 16, 19}), share=0.2, seed=3)
    assert parts != split(made(20, {1, 4, 9, 16, 19}), share=0.2, seed=4)


def test_three_files_give_one_to_each_part_and_two_are_too_few():
    parts = split(made(3, {0}), share=0.1, seed=1).parts
    assert [len({e.group for e in part}) for part in parts.values()] == [1, 1, 1]
    with pytest.raises(InputError, match="files: 2; at least 3"):
        split(made(2, {0}), share=0.1, seed=1)


def test_figures_count_segments_sites_and_kinds():
    pairs = [
        (["none", "vp", "none"], ["none", "vp", "none"]),
        (["np", "none", "none"], ["none", "none", "vp"]),
        (["none", "gapping"], ["none", "vp"]),
        (["none"], ["none"]),
    ]
    found = {row: (f.right, f.said, f.gold) for row, f in figures(pairs, Level.TOKEN).items()}
    assert found == {
        "segments": (3, 3, 3), "sites": (2, 3, 3), "gapping": (0, 1, 0), "np": (0, 1, 0),
        "vp": (1, 1, 3),
    }  # fmt: skip


def test_undefined_is_not_zero():
    nothing = figures([(["none"], ["none"])], Level.SEGMENT)["segments"]
    assert (nothing.precision, nothing.recall, nothing.f1) == (None, None, None)
    missed = figures([(["none"], ["vp"])], Level.SEGMENT)["segments"]
    assert (missed.precision, missed.recall, missed.f1) == (None, 0.0, 0.0)
