"""The Dutch pack loads, its tables are sound, and its examples come out as they say."""

import unicodedata

import pytest

from discotag.core.language import LanguagePack
from discotag.core.tables import read_table
from discotag.plugins.formality.table import FormalityTable
from discotag.plugins.pronouns.table import ExpletiveTable, PronounTable
from discotag.plugins.verb_form.table import VerbFormTable
from discotag.testing.packs import PackTagger, pack_examples

PACK = LanguagePack.from_package("discotag_lang_nl")
DATA = PACK.folder / "data"
EXAMPLES = pack_examples(PACK.package)
SCHEMAS = {
    "formality": FormalityTable,
    "verb_form": VerbFormTable,
    "pronouns": PronounTable,
    "expletives": ExpletiveTable,
}


@pytest.fixture(scope="module")
def tagger():
    return PackTagger("nl", ("formality", "verb_form", "pronouns"))


@pytest.mark.parametrize("name", SCHEMAS)
def test_a_table_fits_its_schema_and_names_its_source(name):
    path = PACK.table_paths()[name]
    table = read_table(path, language="nl", phenomenon=name, owner=PACK.package)
    schema = table.validated(SCHEMAS[name])
    sources = getattr(schema, "sources", None) or (schema.source,)
    assert all(len(source) > 20 for source in sources)


def test_every_data_file_is_in_normal_form_c():
    for path in sorted(DATA.rglob("*.t*")):
        assert unicodedata.is_normalized("NFC", path.read_text("utf-8")), path.name


def test_every_property_has_a_source():
    assert set(PACK.properties) >= {"politeness", "gendered_pronouns", "gender_assignment"}
    assert all(entry.source for entry in PACK.properties.values())


def test_stop_words_are_one_to_a_line_and_not_repeated():
    lines = (DATA / "stopwords.txt").read_text("utf-8").splitlines()
    words = [line for line in lines if not line.startswith("#")]
    assert len(words) == len(set(words)) == len(PACK.stop_words)
    assert {"je", "uw", "heeft", "daarvan"} <= PACK.stop_words


@pytest.mark.parametrize(("phenomenon", "example"), EXAMPLES.values(), ids=EXAMPLES)
def test_an_example_comes_out_as_it_says(tagger, phenomenon, example):
    found = tagger.marks(example["source"], example["target"], phenomenon)
    assert [place for place, _ in found] == example["marks"]
    assert [place for place, mark in found if mark.is_tag] == example["tags"]
