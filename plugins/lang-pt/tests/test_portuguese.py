"""The Portuguese pack conforms: tables, properties, stop words and examples."""

import pytest

from discotag.plugin import Registry, discover
from discotag.testing.conformance import PackConformance
from discotag.testing.packs import PackTagger


class TestPortuguese(PackConformance):
    package = "discotag_lang_pt"
    some_stop_words = frozenset({"você", "nas", "-lhe", "tinham", "embora"})


@pytest.mark.parametrize(
    ("code", "tables"), [("pt-pt", "data/formality.toml"), ("pt-br", "data/pt-br/formality.toml")]
)
def test_a_variety_has_its_table_of_address_and_the_common_pronouns(code, tables):
    registry = Registry(discover())
    assert registry.table(code, "formality").path.as_posix().endswith(tables)
    assert registry.table(code, "pronouns").path.as_posix().endswith("data/pronouns.toml")


@pytest.mark.parametrize(("code", "label"), [("pt", "v"), ("pt-pt", "v"), ("pt-br", "t")])
def test_what_voce_means_depends_on_the_country(code, label):
    tagger = PackTagger(code, ("formality",))
    marks = tagger.marks(["You are late."], ["Você está atrasado."], "formality")
    assert [name for name, _ in marks] == [f"0 Você {label}"]
