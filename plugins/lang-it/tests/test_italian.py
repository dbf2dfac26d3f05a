"""The Italian pack loads, its tables are sound, and its examples come out as they say."""

import unicodedata

import pytest

from discotag.core.language import LanguagePack
from discotag.core.tables import read_table
from discotag.plugins.formality.table import FormalityTable
from discotag.plugins.pronouns.table import PronounTable
from discotag.plugins.verb_form.table import VerbFormTable
from discotag.testing.packs import PackTagger, pack_examples

PACK = LanguagePack.from_package("discotag_lang_it")
EXAMPLES = pack_examples("discotag_lang_it")


@pytest.fixture(scope="module")
def tagger():
    return PackTagger("it", ("formality", "verb_form", "pronouns"))


@pytest.mark.parametrize(
    ("name", "schema"),
    [("formality", FormalityTable), ("verb_form", VerbFormTable), ("pronouns", PronounTable)],
)
def test_a_table_fits_its_schema(name, schema):
    path = PACK.table_paths()[name]
    table = read_table(path, language="it", phenomenon=name, owner=PACK.package)
    assert table.validated(schema)


def test_every_data_file_is_in_normal_form_c():
    for path in sorted((PACK.folder / "data").rglob("*.t*")):
        assert unicodedata.is_normalized("NFC", path.read_text("utf-8")), path.name


def test_every_property_has_a_source():
    assert set(PACK.properties) >= {"politeness", "gendered_pronouns", "gender_assignment"}
    assert all(entry.source for entry in PACK.properties.values())


def test_stop_words_are_one_to_a_line_and_not_repeated():
    lines = (PACK.folder / "data" / "stopwords.txt").read_text("utf-8").splitlines()
    words = [line for line in lines if not line.startswith("#")]
    assert len(words) == len(set(words)) == len(PACK.stop_words)
    assert {"lei", "del", "aveva", "mentre"} <= PACK.stop_words


@pytest.mark.parametrize(("phenomenon", "example"), EXAMPLES.values(), ids=EXAMPLES)
def test_an_example_comes_out_as_it_says(tagger, phenomenon, example):
    found = tagger.marks(example["source"], example["target"], phenomenon)
    assert [name for name, _ in found] == example["marks"]
    assert [name for name, mark in found if mark.is_tag] == example["tags"]
