"""Pronouns that take up the kind of thing a noun names: *another*, *the red one*, *mine*."""

import pytest

from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.pairs import Pair

from .pronoun_documents import mark

KINDS = """
schema_version = 1
sources = ["a grammar"]
[[en]]
name = "{name}"
source = {{ form = ["another"], upos = ["PRON"] }}
[[en.class]]
label = "fem"
forms = ["autre"]
[[en]]
name = "one"
attached = true
source = {{ form = ["one"] }}
target = {{ upos = ["ADJ"] }}
[[en.class]]
label = "fem"
when = {{ feats = {{ Gender = "Fem" }} }}
"""
CUPS = (
    "cups/cup/NOUN/Number=Plur/1/nsubj fell/fall/VERB",
    "tasses/tasse/NOUN/Gender=Fem|Number=Plur/1/nsubj tombent/tomber/VERB",
)
ANOTHER = (
    "another/another/PRON/_/1/nsubj came/come/VERB",
    "autre/autre/PRON/Gender=Fem|Number=Sing/1/nsubj vint/venir/VERB",
)
RED_ONE = (
    "red/red/ADJ/_/1/amod one/one/NOUN/_/2/nsubj broke/break/VERB",
    "rouge/rouge/ADJ/Gender=Fem|Number=Sing/1/nsubj cassa/casser/VERB",
)


def marked(lines, links, name="another"):
    return mark(lines, [], links, text=KINDS.format(name=name), sure=0.0)


@pytest.mark.parametrize(("name", "is_found"), [("another", True), ("it", False)])
def test_a_kind_is_named_by_a_noun_of_any_number(name, is_found):
    (found,) = marked([CUPS, ANOTHER], ["0-0 1-1", "0-0 1-1"], name)
    assert bool(found.evidence) is is_found


def test_an_adjective_may_stand_for_one():
    (found,) = marked([CUPS, RED_ONE], ["0-0 1-1", "0-0 2-1"])
    assert found.label == "one→fem"
    assert found.evidence == (TokenRef("source", 0, 0), TokenRef("target", 0, 0))


@pytest.mark.parametrize(
    ("label", "earlier", "goes_on"),
    [
        ("another→fem", "it→fem", True),
        ("mine→fem-plur", "it→fem", True),
        ("another→fem", "it→masc", False),
        ("it→fem", "they→fem", False),
        ("it→fem", "it→fem", True),
    ],
)
def test_a_kind_goes_on_from_any_pronoun_of_its_gender(label, earlier, goes_on):
    pair = Pair(label, TokenRef("target", 1, 0), 0, "antecedent")
    assert pair.goes_on(earlier) is goes_on
