"""Links of pronouns that cannot be right: what else must be what the target pronoun translates."""

# ruff: noqa: E501 - a parse is one line
import pytest

from .pronoun_documents import TABLE, mark

SELLS = "It/it/PRON/Number=Sing|Person=3/1/nsubj sells/sell/VERB/_/-1/root ore/ore/NOUN/Number=Sing/1/obj"
IT_OBJECT = (
    "Elle/lui/PRON/Gender=Fem/1/obj vend/vendre/VERB/_/-1/root métal/métal/NOUN/Gender=Masc/1/{}"
)


@pytest.mark.parametrize(("links", "is_mark"), [("0-0 1-1", False), ("0-0 1-1 2-2", True)])
def test_an_object_linked_to_a_subject_is_the_noun_that_nothing_translates(links, is_mark):
    assert bool(mark([(SELLS, IT_OBJECT.format("obl"))], [], [links])) is is_mark


SHOWS = (
    "It/it/PRON/Number=Sing|Person=3/1/nsubj shows/show/VERB/_/-1/root city/city/NOUN/Number=Sing/3/nsubj:pass rebuilt/rebuild/VERB/_/1/ccomp",
    "cela/cela/PRON/_/1/nsubj montre/montrer/VERB/_/-1/root elle/lui/PRON/Gender=Fem/3/obj rebâtir/rebâtir/VERB/_/1/ccomp",
)


@pytest.mark.parametrize(
    ("links", "is_mark"), [("0-2 1-1 3-3", False), ("0-2 1-1 2-0 3-3", True), ("0-2 3-3", True)]
)
def test_an_object_of_another_clause_is_the_noun_that_nothing_translates_there(links, is_mark):
    assert bool([m for m in mark([SHOWS], [], [links]) if m.label == "it→fem"]) is is_mark


GUARD = (
    "They/they/PRON/Number=Plur|Person=3/1/nsubj walked/walk/VERB/_/-1/root protect/protect/VERB/_/1/advcl them/they/PRON/Number=Plur|Person=3/2/obj",
    "moines/moine/NOUN/Gender=Masc/1/nsubj marchaient/marcher/VERB/_/-1/root elles/lui/PRON/Gender=Fem/3/obj protéger/protéger/VERB/_/1/advcl",
)
THEY = """
[[en]]
name = "they"
source = { form = ["they"] }
[[en.class]]
label = "fem"
forms = ["elles"]
"""


@pytest.mark.parametrize(("links", "is_mark"), [("0-2 1-1 2-3", False), ("0-2 1-1 2-3 3-0", True)])
def test_an_object_of_another_verb_is_the_pronoun_that_is_its_object(links, is_mark):
    assert bool(mark([GUARD], [], [links], text=TABLE + THEY)) is is_mark


def test_a_part_of_the_pronoun_that_belongs_to_the_verb_is_linked_with_it():
    english = "They/they/PRON/Number=Plur|Person=3/1/nsubj walked/walk/VERB/_/-1/root"
    french = "Elles/lui/PRON/Gender=Fem/1/nmod toutes/tout/PRON/_/2/nsubj marchaient/marcher/VERB/_/-1/root"
    assert mark([(english, french)], [], ["0-0 0-1 1-2"], text=TABLE + THEY)
