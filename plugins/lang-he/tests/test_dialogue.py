"""Second persons in dialogue of our own: each line's address is found, and none against it."""

import tomllib
from pathlib import Path

import pytest

from discotag_dev.packs import PackTagger

DIALOGUE = tomllib.loads(Path(__file__).with_name("dialogue.toml").read_text("utf-8"))
ONE = frozenset({"sing", "masc", "fem"})


@pytest.fixture(scope="module")
def tagger():
    return PackTagger("he", ("pronouns",))


@pytest.mark.parametrize("line", DIALOGUE["lines"], ids=lambda line: f"{line[2]} in {line[1]}")
def test_a_dialogue_line_has_its_class(tagger, line):
    english, text, form, label = line
    found = [name for name, _ in tagger.marks([english], [text], "pronouns")]
    assert f"0 {form} you→{label}" in found
    classes = {name.rpartition("→")[2] for name in found if "you→" in name} - {label}
    assert classes <= (ONE - {"masc", "fem"} if label in {"masc", "fem"} else frozenset())


@pytest.mark.xfail(strict=True, reason="not linked")
@pytest.mark.parametrize("line", DIALOGUE["missed"], ids=lambda line: f"{line[2]} in {line[1]}")
def test_a_dialogue_line_that_is_missed(tagger, line):
    english, text, form, label = line
    found = [name for name, _ in tagger.marks([english], [text], "pronouns")]
    assert f"0 {form} you→{label}" in found
