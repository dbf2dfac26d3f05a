"""Second persons in dialogue of our own: each line's address is found, and no other class."""

import tomllib
from pathlib import Path

import pytest

from discotag.testing.packs import PackTagger

DIALOGUE = tomllib.loads(Path(__file__).with_name("dialogue.toml").read_text("utf-8"))


@pytest.fixture(scope="module")
def taggers():
    options = {"formality": {"verbs": "all"}}
    return {code: PackTagger(code, ("formality",), options) for code in ("pt", "pt-br")}


def found_in(tagger, line):
    return [name for name, _ in tagger.marks([line[0]], [line[1]], "formality")]


@pytest.mark.parametrize(
    ("code", "line"),
    [("pt", line) for line in DIALOGUE["european"]]
    + [("pt-br", line) for line in DIALOGUE["brazilian"]],
    ids=lambda value: value if isinstance(value, str) else f"{value[2]} in {value[1]}",
)
def test_a_dialogue_line_has_its_class(taggers, code, line):
    _, _, form, label = line
    found = found_in(taggers[code], line)
    assert f"0 {form} {label}" in found
    assert {name.rpartition(" ")[2] for name in found} == {label}
