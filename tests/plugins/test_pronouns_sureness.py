"""How sure it is that an antecedent is right, and what is named of it."""

import pytest

from discotag.core.document import Cluster
from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.agreement import Agreement
from discotag.plugins.phenomena.pronouns.antecedents import Antecedent
from discotag.plugins.phenomena.pronouns.coreference import Weighed
from discotag.plugins.phenomena.pronouns.likelihood import sureness
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.testing import context, document, side

from .pronoun_documents import LINKS, SHE_FELL, TABLE, TABLE_LINE, mark, mention, table

STUDY = "study/study/NOUN/Number=Sing/1/{} ended/end/VERB/_/-1/root {}"
FRENCH = "étude/étude/NOUN/Gender=Fem|Number=Sing finit/finir/VERB {}"


ELSE = ("early/early/ADV", "tôt/tôt/ADV")


def sure(relation="nsubj", beside=ELSE, *, confidence=0.9, weighed=None):
    english, french = STUDY.format(relation, beside[0]).strip(), FRENCH.format(beside[1]).strip()
    links = ["0-0 1-1 2-2", LINKS]
    built = document([english, SHE_FELL[0]], [french, SHE_FELL[1]], links)
    found = Antecedent("coreference", evidence=(TokenRef("source", 0, 0),), confidence=confidence)
    return sureness(built, TokenRef("source", 1, 0), found, Agreement(built, 1, 0, "fem"), weighed)


def test_a_subject_is_surer_than_a_noun_that_hangs_below_another():
    assert sure("nsubj") > sure("obj") > sure("nmod")


@pytest.mark.parametrize(
    "beside",
    [("Rome/Rome/PROPN", "Rome/Rome/PROPN"), ("cause/cause/NOUN", "cause/cause/NOUN/Gender=Fem")],
    ids=["a name of which nothing tells the gender", "a noun that agrees"],
)
def test_rivals_nearby_make_it_less_sure(beside):
    assert sure(beside=beside) < sure()


def test_a_noun_that_disagrees_is_no_rival():
    assert sure(beside=("plan/plan/NOUN", "plan/plan/NOUN/Gender=Masc")) == sure()


def test_what_the_coreference_holds_for_something_else_is_less_sure():
    half = (Weighed(0.5, (TokenRef("source", 0, 0),), None),)
    assert sure(weighed=half) < sure(weighed=(half[0]._replace(share=1.0),))


@pytest.mark.parametrize(("least", "is_named"), [(0.5, True), (0.99, False)])
def test_evidence_that_is_not_sure_enough_is_not_named_but_the_tag_stands(least, is_named):
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0)), (1.0, 0.9))
    (found,) = mark([TABLE_LINE, SHE_FELL], [cluster], sure=least, unresolved="no-coref")
    assert (bool(found.evidence), found.is_tag) == (is_named, True)


@pytest.mark.parametrize(
    ("form", "is_named"), [("Elles", True), ("Ils", False)], ids=["the same", "another"]
)
def test_a_pronoun_of_another_gender_is_no_evidence_though_no_analysis_tells_it(form, is_named):
    they = "They/they/PRON/_/1/nsubj {}"
    first = (they.format("fell/fall/VERB"), f"{form}/lui/PRON/_/1/nsubj tombèrent/tomber/VERB")
    second = (they.format("fell/fall/VERB"), "Elles/lui/PRON/_/1/nsubj cassèrent/casser/VERB")
    cluster = Cluster((mention(1, 0), mention(2, 0)), (1.0, 0.95))
    text = TABLE + THEY
    lines = [ELSE, first, second]
    found = mark(lines, [cluster], ["", LINKS, LINKS], sure=0.01, text=text)[-1]
    assert bool(found.evidence) == is_named


THEY = """
[[en]]
name = "they"
source = { form = ["they"] }
[[en.class]]
label = "masc-plur"
forms = ["ils"]
[[en.class]]
label = "fem-plur"
forms = ["elles"]
"""


@pytest.mark.parametrize(("least", "is_tag"), [(0.5, True), (0.99, False)])
def test_what_may_take_up_a_clause_is_a_tag_only_where_a_noun_is_named(least, is_tag):
    text = TABLE.replace('label = "fem"', 'label = "fem"\ndecided_by = "noun"')
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0)), (1.0, 0.9))
    options = {"sure": least, "unresolved": "no-coref", "text": text}
    (found,) = mark([TABLE_LINE, SHE_FELL], [cluster], **options)
    assert (bool(found.evidence), found.is_tag) == (is_tag, is_tag)


def test_explanations_name_what_was_not_sure_enough_and_by_how_much():
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0)), (1.0, 0.9))
    source = side("en", [TABLE_LINE[0], SHE_FELL[0]], clusters=[cluster])
    built = document(source, [TABLE_LINE[1], SHE_FELL[1]], [LINKS, LINKS])
    given = context(tables={"pronouns": table()}, sure=0.99)
    told = {reason.text for reason in PronounTagger.create(given).reasons(built)}
    assert any('is "table"' in text and "too low to name it" in text for text in told)
