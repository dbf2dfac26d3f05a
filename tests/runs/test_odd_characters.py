"""Half of a surrogate pair, which UTF-8 cannot hold: a clear error, or safe writing."""

from __future__ import annotations

import json

import pytest

from discotag.core.tags import Mark
from discotag.core.validation import checked_marks
from discotag.files.output import atomic_write
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.testing import document

ODD = "\ud800"


def test_a_label_that_cannot_be_written_is_its_taggers_fault():
    class Odd:
        def mark(self, text):
            yield Mark("odd", ODD, 0, 0)

    text = document(["a"], ["a"], [""])
    with pytest.raises(ValueError, match=r"label is .*which no file can hold"):
        checked_marks(Odd().mark(None), text, "odd")


def test_what_a_plugin_says_of_its_failure_can_always_be_written(world):
    registry = world("Repeating")
    config = RunConfig(source_language="en", target_language="xx", scorers=())
    choice = next(iter(plan(config, registry).choices()))

    def fail():
        raise ValueError(ODD)

    with pytest.raises(Exception, match=r"ValueError: \\ud800") as told, choice.call():
        fail()
    assert str(told.value).encode()


def test_a_file_is_written_with_the_escape_of_json(tmp_path):
    with atomic_write(tmp_path / "a.json") as write:
        write(json.dumps([ODD], ensure_ascii=False))
    assert (tmp_path / "a.json").read_bytes() == b'["\\ud800"]'
