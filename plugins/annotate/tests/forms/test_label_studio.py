"""Label Studio: tasks show the texts as text, and the interface asks every question."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest
from lxml import etree

from discotag.plugin import TaggedDocument
from discotag.testing.builders import document
from discotag_annotate.forms.label_studio import interface, tasks
from discotag_annotate.instruments import tags
from discotag_annotate.study import write_study

if TYPE_CHECKING:
    from pathlib import Path

    from discotag_annotate.study import Study


def test_the_interface_asks_every_question(span_study: Study) -> None:
    tree = etree.fromstring(interface(span_study, span_study.manifest.targets[0]))
    asked = {node.get("name"): node for node in tree.iter("Choices", "TextArea", "Number")}
    assert asked.keys() == {"translatable", "reasons", "other"}
    assert asked["reasons"].get("choice") == "multiple"
    assert [choice.get("alias") for choice in asked["translatable"]] == ["yes", "no"]
    assert {node.get("toName") for node in asked.values()} == {"text"}
    told = [node.get("value") for node in tree.iter("Header")]
    assert any("into French" in text for text in told)
    assert not any("{language}" in text for text in told)
    assert "(only if translatable is no) Why can it not be translated as it is?" in told


def test_tags_are_asked_one_by_one(tags_study: Study) -> None:
    target = tags_study.manifest.targets[0]
    (repeater,) = etree.fromstring(interface(tags_study, target)).iter("Repeater")
    assert (repeater.get("on"), repeater.get("indexFlag")) == ("$tags", "{{idx}}")
    assert [node.get("name") for node in repeater] == ["ask_{{idx}}", "tag{{idx}}"]
    assert [len(task["data"]["tags"]) for task in tasks(tags_study, target)] == [0, 1, 1, 0]


def test_tasks_bring_answers_home(tags_study: Study) -> None:
    data = tasks(tags_study, tags_study.manifest.targets[0])[1]["data"]
    assert (data["study"], data["item"]) == (tags_study.manifest.id, tags_study.items[1].id)
    assert '<span style="background:#ffe08a">Tu</span><sup>1</sup>' in data["html"]


@pytest.mark.parametrize("line", ["<script>alert(1)<b>", '"><img src=x onerror=alert(1)>'])
def test_text_that_looks_like_a_program_stays_text(
    tmp_path: Path, of_language: Any, line: str
) -> None:
    text = TaggedDocument(document([line], ["rien"]), (), phenomena=("formality",))
    drawn = tags.sample(lambda: [text], size=1, every=(), seed=1)
    study = write_study(tmp_path / "study", of_language(drawn))
    (task,) = tasks(study, study.manifest.targets[0])
    tree = etree.fromstring(f"<div>{task['data']['html']}</div>")
    assert not list(tree.iter("script", "img"))
    assert line in "".join(tree.itertext())
