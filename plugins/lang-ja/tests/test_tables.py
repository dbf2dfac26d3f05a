"""The pack's data: identity, tables that fit their schemas, words that the tokenizer can give."""

from __future__ import annotations

import tomllib
import unicodedata
from importlib.metadata import requires
from importlib.resources import files
from pathlib import Path
from typing import Any

import pytest
import spacy

from discotag.plugin import LanguagePack, read_table
from discotag.plugins.phenomena.formality.table import FormalityTable
from discotag.plugins.phenomena.pronouns.table import PronounTable
from discotag_lang_ja import plugin
from discotag_lang_ja.table import KeigoTable

# spaCy 3.8 calls SudachiPy's older name
pytestmark = pytest.mark.filterwarnings("ignore:Dictionary.create:DeprecationWarning")

DATA = Path(str(files("discotag_lang_ja"))) / "data"
SCHEMAS = {
    "formality": FormalityTable,
    "keigo": KeigoTable,
    "pronouns": PronounTable,
}


def words(value: Any) -> list[str]:
    """Return every string inside a table, at any depth."""
    if isinstance(value, str):
        return [value]
    if isinstance(value, dict):
        return [word for item in value.values() for word in words(item)]
    return [word for item in value for word in words(item)] if isinstance(value, list) else []


def test_the_pack_says_who_it_is() -> None:
    (pack,) = plugin.discotag_languages()
    assert (pack.code, pack.aliases[0], pack.properties["politeness"].value) == (
        "ja",
        "jp",
        "avoided",
    )
    assert all(entry.source for entry in pack.properties.values())


def test_verb_form_is_not_applicable_with_a_reason() -> None:
    pack = LanguagePack.from_package("discotag_lang_ja")
    assert "た" in pack.not_applicable["verb_form"]
    assert "verb_form" not in pack.table_paths()


def test_the_extra_tagger_is_the_one_the_pack_names() -> None:
    pack = LanguagePack.from_package("discotag_lang_ja")
    (info,) = plugin.discotag_taggers()
    assert pack.taggers["formality"] == (info.name,)
    assert info.is_extra
    assert info.load().__name__ == "KeigoTagger"


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_table_fits_its_schema_and_names_its_sources(name: str) -> None:
    path = DATA / f"{name}.toml"
    table = read_table(path, language="ja", phenomenon=name, owner="lang-ja")
    table.validated(SCHEMAS[name])
    assert table.data.get("source") or table.data.get("sources")


def test_every_table_has_a_schema() -> None:
    assert set(LanguagePack.from_package("discotag_lang_ja").table_paths()) == {
        *SCHEMAS,
        "numbers",
        "sorts",
    }


def test_stop_words_are_unicode_nfc() -> None:
    pack = LanguagePack.from_package("discotag_lang_ja")
    assert {"の", "する", "こと"} <= pack.stop_words
    assert all(unicodedata.is_normalized("NFC", word) for word in pack.stop_words)


def test_every_pronoun_form_is_one_morpheme() -> None:
    nlp = spacy.blank("ja", config={"nlp": {"tokenizer": {"split_mode": "A"}}})
    table = tomllib.loads((DATA / "pronouns.toml").read_text("utf-8"))
    forms = {form for rule in table["en"] for block in rule["class"] for form in block["forms"]}
    frames = ("{}", "{}は来た。", "彼の{}だ。")
    cut = {
        form
        for form in forms
        if not any(form in [word.text for word in nlp(frame.format(form))] for frame in frames)
    }
    assert cut == set()


def test_no_pronoun_form_has_two_classes_without_a_condition() -> None:
    table = tomllib.loads((DATA / "pronouns.toml").read_text("utf-8"))
    for number, rule in enumerate(table["en"]):
        free = [form for block in rule["class"] if "when" not in block for form in block["forms"]]
        assert len(free) == len(set(free)), f"{rule['name']}, rule {number}"


def test_the_published_lists_are_those_of_the_paper() -> None:
    formality = tomllib.loads((DATA / "formality.toml").read_text("utf-8"))["published"]["muda"]
    assert "いらっしゃい" in formality["words"]["polite"]
    assert "だけど" in formality["words"]["plain"]
    pronouns = tomllib.loads((DATA / "pronouns.toml").read_text("utf-8"))["published"]
    for name in ("preprint", "muda"):
        assert pronouns[name]["words"] == {"en": {"i": ["私", "僕", "俺"]}}


def test_the_pack_brings_the_tokenizer_and_its_dictionary() -> None:
    needed = " ".join(requires("discotag-lang-ja") or ()).lower()
    assert "sudachipy" in needed
    assert "sudachidict" in needed
