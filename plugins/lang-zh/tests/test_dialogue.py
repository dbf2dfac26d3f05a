"""Second persons in dialogue of our own: each line's address is found, in both scripts."""

import tomllib
from pathlib import Path

import pytest

from discotag_dev.packs import PackTagger

DIALOGUE = tomllib.loads(Path(__file__).with_name("dialogue.toml").read_text("utf-8"))["lines"]


@pytest.fixture(scope="module")
def tagger():
    return PackTagger("zh", ("formality",))


@pytest.mark.parametrize("line", DIALOGUE, ids=lambda line: f"{line[2]} in {line[1]}")
def test_a_dialogue_line_has_its_class(tagger, line):
    english, text, form, label = line
    found = [name for name, _ in tagger.marks([english], [text], "formality")]
    assert f"0 {form} {label}" in found
    assert not {"t", "v"} <= {name.rpartition(" ")[2] for name in found}
