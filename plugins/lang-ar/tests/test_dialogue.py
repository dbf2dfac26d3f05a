"""Second persons in dialogue of our own: each line's address is found, and no other."""

import tomllib
from pathlib import Path

import pytest

from discotag_dev.packs import PackTagger

DIALOGUE = tomllib.loads(Path(__file__).with_name("dialogue.toml").read_text("utf-8"))
POLITE = "polite"


@pytest.fixture(scope="module")
def tagger():
    return PackTagger("ar", ("formality", "pronouns"))


@pytest.mark.parametrize("line", DIALOGUE["lines"], ids=lambda line: f"{line[2]} in {line[1]}")
def test_a_dialogue_line_has_its_address(tagger, line):
    english, text, form, label = line
    phenomenon = "formality" if label == POLITE else "pronouns"
    found = [name for name, _ in tagger.marks([english], [text], phenomenon)]
    assert f"0 {form} {label if label == POLITE else f'you→{label}'}" in found


@pytest.mark.parametrize("line", DIALOGUE["others"], ids=lambda line: line[1])
def test_a_line_without_an_address_has_none(tagger, line):
    english, text = line
    found = [
        name
        for phenomenon in ("formality", "pronouns")
        for name, _ in tagger.marks([english], [text], phenomenon)
    ]
    assert not [name for name in found if "you→" in name or name.endswith(POLITE)]
