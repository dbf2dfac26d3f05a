"""A study on disk is the same bytes again; what was changed is not read; examples hold."""

from __future__ import annotations

import doctest
import json
from dataclasses import replace
from importlib import import_module
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError
from discotag_annotate.forms.writing import Form, write_forms
from discotag_annotate.instruments import span
from discotag_annotate.study import Sample, read_study, write_study

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_annotate.study import Study


def test_what_was_written_is_read(span_study: Study) -> None:
    found = read_study(span_study.folder)
    assert found.items == span_study.items
    assert found.keys == span_study.keys
    assert found.documents.keys() == span_study.documents.keys() == {"news-1", "mail-1"}
    assert found.manifest == span_study.manifest


def test_the_same_sample_gives_the_same_bytes(tmp_path: Path, texts: Any, of_language: Any) -> None:
    contents = []
    for name in ("one", "two"):
        drawn = span.sample(texts(news=9), language="en", per_domain=5, seed=4)
        folder = write_study(tmp_path / name, of_language(drawn)).folder
        contents.append({p.name: p.read_bytes() for p in folder.iterdir() if p.is_file()})
    assert contents[0] == contents[1]


def test_a_changed_file_is_refused(span_study: Study) -> None:
    path = span_study.folder / "items.jsonl"
    path.write_bytes(path.read_bytes() + b"\n")
    with pytest.raises(InputError, match=r"items\.jsonl: is missing or was changed"):
        read_study(span_study.folder)


def test_a_folder_without_a_study_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="holds no study"):
        read_study(tmp_path)


def test_a_broken_manifest_is_told(span_study: Study) -> None:
    (span_study.folder / "study.json").write_text("{}")
    with pytest.raises(InputError, match="is no study of this version"):
        read_study(span_study.folder)


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"targets": [{"code": "../../x", "name": "French"}]}, "'../../x' cannot be a file's name"),
        ({"files": {"../../x": "0" * 64}}, r"'\.\./\.\./x' is no file of a study"),
        ({"files": {}}, "items.jsonl is not there"),
    ],
    ids=["a language", "a file", "no files"],
)
def test_no_name_in_a_manifest_leaves_the_folder(span_study: Study, change: Any, told: str) -> None:
    path = span_study.folder / "study.json"
    path.write_text(json.dumps({**json.loads(path.read_text("utf-8")), **change}), "utf-8")
    with pytest.raises(InputError, match=told):
        read_study(span_study.folder)


def test_forms_are_written_through_no_link(span_study: Study, tmp_path: Path) -> None:
    other = tmp_path / "mine.txt"
    other.write_text("mine", "utf-8")
    (span_study.folder / "form.html").unlink(missing_ok=True)
    (span_study.folder / "form.html").symlink_to(other)
    with pytest.raises(InputError, match="leads out of its folder"):
        write_forms(span_study, [Form.HTML])
    assert other.read_text("utf-8") == "mine"


def test_answers_are_not_orphaned(span_study: Study, texts: Any, of_language: Any) -> None:
    (span_study.folder / "answers" / "anna.json").write_text("{}")
    drawn = of_language(span.sample(texts(news=9), language="en", per_domain=5, seed=4))
    with pytest.raises(InputError, match="answers to another sample"):
        write_study(span_study.folder, drawn)
    assert read_study(span_study.folder).items == span_study.items


def test_the_same_sample_may_be_written_over_its_answers(
    span_study: Study, texts: Any, of_language: Any
) -> None:
    (span_study.folder / "answers" / "anna.json").write_text("{}")
    same = span.sample(texts(news=30, mail=3), language="en", per_domain=2, seed=1)
    again = write_study(span_study.folder, of_language(same, targets=("fr", "ar")))
    assert again.manifest == span_study.manifest


def test_a_sample_without_items_is_refused(tmp_path: Path, of_language: Any) -> None:
    empty = of_language(Sample((), (), {}))
    with pytest.raises(InputError, match=r"nothing could be drawn: 3 left out \(too short\)"):
        write_study(
            tmp_path / "x", replace(empty, about={**empty.about, "left_out": {"too short": 3}})
        )
    assert not (tmp_path / "x").exists()


def test_the_key_stays_out_of_the_items(tags_study: Study) -> None:
    shown = (tags_study.folder / "items.jsonl").read_text("utf-8")
    assert "is_random" not in shown
    assert '"document"' not in shown


@pytest.mark.parametrize(
    "name",
    ["instruments.common", "instruments.choice", "results.tables", "agreement"],
)
def test_examples_hold(name: str) -> None:
    found = doctest.testmod(import_module(f"discotag_annotate.{name}"))
    assert found.attempted
    assert not found.failed
