"""The English pack: identity, reasons, stop words, expletives, declarations."""

# ruff: noqa: E501 - a parse is one line

import pytest

from discotag.plugin import TokenContext
from discotag.plugins.phenomena.pronouns.table import read_expletives
from discotag.testing import document
from discotag_lang_en import plugin

PACK = next(iter(plugin.discotag_languages()))


def test_every_property_has_a_source():
    assert PACK.code == "en"
    assert PACK.properties["politeness"].value == "none"
    assert PACK.properties["gendered_pronouns"].value == ("3.Sing",)
    assert all(entry.source for entry in PACK.properties.values())


def test_formality_does_not_apply_and_says_why():
    assert "T–V" in PACK.not_applicable["formality"]


def test_stop_words_are_function_words():
    assert {"the", "not", "n't", "have", "of", "which"} <= PACK.stop_words
    assert not {"house", "mayor", "quickly", "red", "#"} & PACK.stop_words


@pytest.mark.parametrize("infos", [plugin.discotag_annotators(), plugin.discotag_corefs()])
def test_declared_factories_can_be_loaded(infos):
    for info in infos:
        assert hasattr(info.load(), "create")
        assert info.languages == {"en"}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("It/it/PRON/_/1/expl rains/rain/VERB", True),
        ("It/it/PRON/_/1/nsubj snowed/snow/VERB", True),
        (
            "It/it/PRON/_/1/nsubj became/become/VERB clear/clear/ADJ/_/1/xcomp that/that/SCONJ/_/4/mark rained/rain/VERB/_/2/ccomp",
            True,
        ),
        (
            "It/it/PRON/_/1/nsubj seems/seem/VERB odd/odd/ADJ/_/1/xcomp that/that/SCONJ/_/4/mark rained/rain/VERB/_/1/ccomp",
            True,
        ),
        ("It/it/PRON/_/1/nsubj became/become/VERB clear/clear/ADJ/_/1/xcomp", False),
        (
            "It/it/PRON/_/3/nsubj is/be/AUX/_/3/cop to/to/PART/_/3/mark win/win/VERB/VerbForm=Inf",
            True,
        ),
        (
            "It/it/PRON/_/2/nsubj is/be/AUX/_/2/cop far/far/ADV from/from/ADP/_/4/case home/home/NOUN/_/2/obl",
            True,
        ),
        ("It/it/PRON/_/2/nsubj is/be/AUX/_/2/cop Monday/Monday/PROPN", True),
        (
            "It/it/PRON/_/1/nsubj seems/seem/VERB he/he/PRON/_/3/nsubj left/leave/VERB/_/1/ccomp",
            True,
        ),
        (
            "It/it/PRON/_/2/nsubj is/be/AUX/_/2/cop important/important/ADJ to/to/PART/_/4/mark go/go/VERB/_/2/csubj",
            True,
        ),
        (
            "It/it/PRON/_/2/nsubj:pass was/be/AUX/_/2/aux:pass said/say/VERB that/that/SCONJ/_/4/mark rained/rain/VERB/_/2/ccomp",
            True,
        ),
        (
            "it/it/PRON/_/1/obj find/find/VERB hard/hard/ADJ/_/1/xcomp to/to/PART/_/4/mark go/go/VERB/_/2/xcomp",
            True,
        ),
        (
            "It/it/PRON/_/4/nsubj has/have/AUX/_/4/aux been/be/AUX/VerbForm=Part/4/cop ten/ten/NUM/_/4/nummod years/year/NOUN since/since/SCONJ/_/7/mark we/we/PRON/_/7/nsubj met/meet/VERB/_/4/advcl",
            True,
        ),
        (
            "It/it/PRON/_/1/nsubj feels/feel/VERB like/like/SCONJ/_/4/mark they/they/PRON/_/4/nsubj know/know/VERB/_/1/advcl",
            True,
        ),
        ("it/it/PRON/_/1/obj call/call/VERB a/a/DET/_/3/det day/day/NOUN/_/1/xcomp", True),
        ("it/it/PRON/_/2/nsubj How/how/ADV/_/2/advmod go/go/VERB did/do/AUX/_/2/aux", True),
        ("It/it/PRON/_/1/nsubj feels/feel/VERB heavy/heavy/ADJ/_/1/xcomp", False),
        ("it/it/PRON/_/1/obj call/call/VERB", False),
        ("It/it/PRON/_/1/nsubj goes/go/VERB", False),
        ("It/it/PRON/_/2/nsubj:pass was/be/AUX/_/2/aux:pass said/say/VERB", False),
        ("It/it/PRON/_/1/nsubj broke/break/VERB", False),
        ("It/it/PRON/_/2/nsubj is/be/AUX/_/2/cop important/important/ADJ", False),
        ("It/it/PRON/_/1/nsubj seems/seem/VERB heavy/heavy/ADJ/_/1/xcomp", False),
    ],
)
def test_expletives_are_told_from_pronouns(line, expected):
    site = TokenContext(document([line], [""], [""]), "source", 0, 0)
    assert any(pattern.matches(site) for pattern in read_expletives(PACK)) is expected
