"""The French pack loads, its tables are sound, and its examples come out as they say."""

import tomllib
import unicodedata

import pytest

from discotag.core.discovery import discover
from discotag.core.document import ParallelText
from discotag.core.language import LanguagePack
from discotag.core.registry import Registry
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages
from discotag.plugins.formality.table import FormalityTable
from discotag.plugins.verb_form.table import VerbFormTable

PACK = LanguagePack.from_package("discotag_lang_fr")
DATA = PACK.folder / "data"
EXAMPLES = {
    f"{path.stem}: {example['about']}": (path.stem, example)
    for path in sorted((DATA / "examples").glob("*.toml"))
    for example in tomllib.loads(path.read_text("utf-8"))["example"]
    if "marks" in example
}


@pytest.fixture(scope="module")
def registry():
    return Registry(discover())


@pytest.fixture(scope="module")
def stages(registry):
    phenomena = ("formality", "verb_form")
    config = RunConfig(source_language="en", target_language="fr", phenomena=phenomena, scorers=())
    return Stages(plan(config, registry), registry)


@pytest.mark.parametrize(
    ("name", "schema"), [("formality", FormalityTable), ("verb_form", VerbFormTable)]
)
def test_a_table_fits_its_schema_and_names_its_source(registry, name, schema):
    assert len(registry.table("fr", name).validated(schema).source) > 20


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
    assert {"vous", "l'", "-t-il", "donc"} <= PACK.stop_words


@pytest.mark.parametrize(("phenomenon", "example"), EXAMPLES.values(), ids=EXAMPLES)
def test_an_example_comes_out_as_it_says(stages, phenomenon, example):
    text = ParallelText(
        id="example",
        source=tuple(example["source"]),
        references={"ref": tuple(example["target"])},
        hypotheses={},
        lines=tuple(range(1, len(example["source"]) + 1)),
    )
    (tagged,) = stages.tag([text])
    document = tagged.references["ref"]
    found = [
        (f"{mark.segment} {document.document.target[mark.segment].forms[mark.token]}", mark)
        for mark in document.marks
        if mark.phenomenon == phenomenon
    ]
    assert [f"{place} {mark.label}" for place, mark in found] == example["marks"]
    assert [f"{place} {mark.label}" for place, mark in found if mark.is_tag] == example["tags"]
