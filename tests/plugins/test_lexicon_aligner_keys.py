"""Words become keys by the steps that a table names."""

from __future__ import annotations

import pytest

from discotag.core.errors import PluginError, UnknownNameError
from discotag.plugins.aligners.lexicon.words import pieces, romaniser, stemmer


@pytest.mark.parametrize(
    ("description", "form", "key"),
    [
        ("snowball:english", "Sleeping", "sleep"),
        ("elision+snowball:french", "L’", "le"),
        ("elision+snowball:french", "-ils", "il"),
        ("elision+snowball:french", "-t-elle", "elle"),
        ("kanji-stem", "食べる", "食"),
        ("kanji-stem", "これ", "これ"),
        ("before-apostrophe+prefix:5", "Ankara'da", "ankar"),
        ("unaccented", "Ţară", "tara"),
        ("plain", "ＡＢＣ", "abc"),
        ("plain", "。", "."),
    ],
)
def test_keys(description, form, key):
    assert stemmer(description)(form) == key


@pytest.mark.parametrize("description", ["snowbal:french", "snowball:klingon"])
def test_an_unknown_key_is_named(description):
    with pytest.raises(UnknownNameError):
        stemmer(description)


def bring_steps(folder, monkeypatch, **steps):
    """Install a package that declares steps of its own."""
    (folder / "swahili_keys.py").write_text('def root(word):\n    return word.removeprefix("ki")\n')
    info = folder / "swahili-1.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Name: swahili\nVersion: 1\n")
    lines = [f"{name} = {target}" for name, target in steps.items()]
    (info / "entry_points.txt").write_text("\n".join(["[discotag.table_keys]", *lines]))
    monkeypatch.syspath_prepend(folder)


def test_a_language_pack_brings_steps_of_its_own(tmp_path, monkeypatch):
    bring_steps(tmp_path, monkeypatch, swahili="swahili_keys:root")
    assert stemmer("swahili+prefix:4")("Kitabuni") == "tabu"


def test_a_step_that_cannot_be_loaded_is_named(tmp_path, monkeypatch):
    bring_steps(tmp_path, monkeypatch, broken="swahili_keys:nowhere")
    with pytest.raises(PluginError, match="broken"):
        stemmer("broken")


def test_an_unknown_word_is_cut_into_its_longest_known_pieces():
    known = {"water", "fall", "waterf"}
    assert pieces("xwaterfall", known.__contains__, 4) == ("waterf",)
    assert pieces("waterfall", (known - {"waterf"}).__contains__, 4) == ("water", "fall")
    assert pieces("fal", known.__contains__, 4) == ()


def test_japanese_names_are_read_aloud():
    pytest.importorskip("sudachidict_core")
    read = romaniser("sudachi")
    assert read("足利") == "ashikaga"
    assert read("東京") == "tokiyo"
    assert read("Tokyo") == "tokyo"
