"""Published sets come in as items: contexts, order of candidates, distances, and clear faults."""

from __future__ import annotations

import gzip
import json
from pathlib import Path

import pytest

from discotag.plugin import InputError, UnknownNameError, UsageError
from discotag.plugin.files import Notes
from discotag_cxmi.contrast.readers.opening import SetRequest, read_sets, sniff

from .set_files import anaphora, contrapro, plain, read, voita, write


def test_the_plain_form_carries_everything(tmp_path):
    (item,) = read(plain(tmp_path / "set.jsonl", {}))
    assert (item.id, item.source, item.right, item.distance, item.is_intra) == (
        "a", "It snores.", 0, 1, False,
    )  # fmt: skip
    assert [one.target for one in item.candidates] == ["Il ronfle.", "Elle ronfle."]
    assert {one.context for one in item.candidates} == {("Le chat dort.",)}
    assert item.source_context == ("The cat sleeps.",)
    assert item.labels == {"pronoun": "it:il"}


def test_a_wrong_translation_may_have_a_context_of_its_own(tmp_path):
    wrong = [{"target": "Elle ronfle.", "target_context": ["La chatte dort."]}, "Ça ronfle."]
    (item,) = read(plain(tmp_path / "set.jsonl", {"wrong": wrong}))
    assert [one.context for one in item.candidates] == [
        ("Le chat dort.",), ("La chatte dort.",), ("Le chat dort.",),
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("changes", "told"),
    [
        ([{"wrong": []}], "set.jsonl:1: item 'a': has no wrong translation"),
        ([{}, {}], "set.jsonl:2: item 'a' stands in the file twice, first in line 1"),
        ([{"right": " "}], "its translation 1 is empty"),
        ([{"distance": -1}], "its distance is -1"),
        ([{"rigth": "x"}], "rigth"),
        ([{"wrong": [3]}], "wrong.0"),
    ],
    ids=["no wrong", "twice", "empty", "distance", "unknown field", "no text"],
)
def test_a_faulty_item_is_named_with_file_and_line(tmp_path, changes, told):
    with pytest.raises(InputError) as error:
        read(plain(tmp_path / "set.jsonl", *changes))
    assert told in str(error.value)


def test_a_wrong_translation_that_is_the_right_one_is_noted_or_refused(tmp_path):
    path = plain(tmp_path / "set.jsonl", {"wrong": ["Il ronfle."]})
    notes = Notes()
    assert len(read(path, notes=notes)) == 1
    assert "can never be judged right" in notes.texts()[0]
    with pytest.raises(InputError, match="strict"):
        read(path, notes=Notes(is_strict=True))


@pytest.mark.parametrize(
    ("make", "name", "reader"),
    [
        (lambda path: plain(path, {}), "x.jsonl", "jsonl"),
        (contrapro, "x.json", "contrapro"),
        (voita, "x.json", "voita"),
        (anaphora, "x.jsonl", "eval-anaphora"),
        (lambda path: write(path, '{"3": {}}'), "x.json", "bawden"),
        (lambda path: write(path, "a"), "x-2to1-dev.en_fr.en", "mt-geneval"),
        (lambda path: write(path, "a"), "x.en", "lines"),
    ],
    ids=lambda value: value if isinstance(value, str) else "",
)
def test_a_set_is_known_by_what_it_looks_like(tmp_path, make, name, reader):
    path = make(tmp_path / name)
    assert sniff(path) == reader
    zipped = path.with_name(f"{name}.gz")
    zipped.write_bytes(gzip.compress(path.read_bytes()))
    assert sniff(zipped) == reader


def test_a_first_item_longer_than_what_is_looked_at_is_known_too(tmp_path):
    long = plain(tmp_path / "x.jsonl", {"source_context": ["word " * 20000]})
    record = json.loads(long.read_text())
    write(long, json.dumps({**{"right": "", "wrong": []}, **record}))
    assert sniff(long) == "jsonl"


def test_json_of_something_else_is_refused_with_what_is_known(tmp_path):
    with pytest.raises(InputError, match=r"its first object has a, b.*jsonl, contrapro"):
        read(write(tmp_path / "x.json", '[{"a": 1, "b": 2}]'))
    with pytest.raises(UnknownNameError, match="did you mean 'contrapro'"):
        read(write(tmp_path / "x.json", "[]"), reader="contrapo")


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "is empty"),
        ("\n", "is empty"),
        ("[]", "it is empty or broken"),
        ('[{"src": "a', "broken"),
    ],
    ids=["nothing", "blank", "no item", "cut off"],
)
def test_an_empty_or_broken_set_is_refused(tmp_path, text, told):
    path = tmp_path / "x.json"
    path.write_text(text)
    with pytest.raises(InputError, match=told):
        read(path)


def test_files_that_a_reader_does_not_take_are_refused(tmp_path):
    path = plain(tmp_path / "set.jsonl", {})
    for option in ("target", "context_source", "context_target", "documents"):
        with pytest.raises(UsageError, match="is not for the reader jsonl"):
            read(path, **{option: path})
    with pytest.raises(UsageError, match="--per-item is not for the reader contrapro"):
        read(contrapro(tmp_path / "x.json"), per_item=3)


def test_several_files_are_judged_together_and_told_apart(tmp_path):
    paths = [plain(tmp_path / f"{name}.jsonl", {"document": "d"}) for name in "ab"]
    items = read_sets([SetRequest(path) for path in paths], Notes())
    assert [item.id for item in items] == ["a.jsonl/a", "b.jsonl/a"]
    assert [item.labels["file"] for item in items] == ["a.jsonl", "b.jsonl"]
    assert items[0].document != items[1].document
    with pytest.raises(UsageError, match=r"two files are named a.jsonl"):
        read_sets([SetRequest(paths[0]), SetRequest(paths[0])], Notes())


def test_standard_input_needs_a_reader():
    with pytest.raises(UsageError, match="--reader"):
        sniff(Path("-"))
