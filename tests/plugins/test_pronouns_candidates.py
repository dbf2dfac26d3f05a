"""How candidates are weighed, and which of them are named."""

# ruff: noqa: E501 - a parse is one line

import pytest

from discotag.core.document import Cluster
from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.pronouns.agreement import Agreement
from discotag.plugins.phenomena.pronouns.antecedents import unknown
from discotag.plugins.phenomena.pronouns.candidates import tabulate, weigh
from discotag.plugins.phenomena.pronouns.coreference import Weighed
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.testing import context, document, side

from .pronoun_documents import (
    LINKS,
    SHE_FELL,
    STUDY_LINE,
    TABLE,
    TABLE_LINE,
    mark,
    mention,
    table,
)

STUDY = "study/study/NOUN/Number=Sing/1/{} ended/end/VERB/_/-1/root {}"
FRENCH = "étude/étude/NOUN/Gender=Fem|Number=Sing finit/finir/VERB {}"
ELSE = ("early/early/ADV", "tôt/tôt/ADV")


def likelihood(relation="nsubj", beside=ELSE, *, share=None):
    """Return how likely *study* of the line before is what *elle* stands for."""
    english, french = STUDY.format(relation, beside[0]).strip(), FRENCH.format(beside[1]).strip()
    links = ["0-0 1-1 2-2", LINKS]
    built = document([english, SHE_FELL[0]], [french, SHE_FELL[1]], links)
    place = TokenRef("source", 0, 0)
    weighed = () if share is None else (Weighed(share, (place,)),)
    agreement = Agreement(built, 1, 0, "fem")
    found = tabulate(
        TokenRef("source", 1, 0), agreement, unknown("unsure"), weighed, (), weighs=True
    )
    return {one.evidence[0]: part for part, one in weigh(found).others}[place]


def test_a_subject_is_likelier_than_a_noun_that_hangs_below_another():
    assert likelihood("nsubj") > likelihood("obj") > likelihood("nmod")


def test_a_noun_that_agrees_and_is_near_makes_another_less_likely():
    assert likelihood(beside=("cause/cause/NOUN", "cause/cause/NOUN/Gender=Fem")) < likelihood()


def test_a_noun_that_disagrees_is_no_candidate():
    assert likelihood(beside=("plan/plan/NOUN", "plan/plan/NOUN/Gender=Masc")) == likelihood()


def test_what_the_coreference_holds_for_something_else_is_less_likely():
    assert likelihood(share=0.5) < likelihood(share=1.0)


PHOTO = (
    (
        "I/I/PRON/_/1/nsubj took/take/VERB/_/-1/root photo/photo/NOUN/Number=Sing/1/obj"
        " with/with/ADP/_/4/case it/it/PRON/_/1/obl"
    ),
    (
        "Je/je/PRON/_/1/nsubj fis/faire/VERB/_/-1/root photo/photo/NOUN/Gender=Fem|Number=Sing/1/obj"
        " avec/avec/ADP/_/4/case elle/lui/PRON/Gender=Fem|Number=Sing/1/obl:arg"
    ),
)
SCALE = (
    (
        "scale/scale/NOUN/Number=Sing/3/nsubj of/of/ADP/_/2/case it/it/PRON/_/0/nmod"
        " impressed/impress/VERB/_/-1/root"
    ),
    (
        "taille/taille/NOUN/Gender=Fem|Number=Sing/3/nsubj de/de/ADP/_/2/case"
        " elle/lui/PRON/Gender=Fem|Number=Sing/0/nmod impressionna/impressionner/VERB/_/-1/root"
    ),
)


@pytest.mark.parametrize("line", [PHOTO, SCALE], ids=["argument of the same verb", "its own head"])
def test_a_noun_of_the_own_segment_that_cannot_be_meant_does_not_decide(line):
    lines = [STUDY_LINE, line]
    links = [LINKS, " ".join(f"{k}-{k}" for k in range(len(line[0].split())))]
    (found,) = mark(lines, [], links, sure=0.1, unresolved="no-coref")
    assert found.evidence == (TokenRef("source", 0, 1), TokenRef("target", 0, 1))


def test_a_noun_three_segments_back_is_named():
    between = ("Rain/rain/VERB fell/fall/VERB", "Il/lui/ADV plut/pleuvoir/VERB")
    (found,) = mark([STUDY_LINE, between, between, SHE_FELL], [], sure=0.1, unresolved="no-coref")
    assert found.distance == 3


def test_what_is_named_twice_as_subject_of_one_verb_is_in_the_own_segment():
    line = (
        "study/study/NOUN/Number=Sing/2/nsubj it/it/PRON/_/2/nsubj fell/fall/VERB/_/-1/root",
        (
            "étude/étude/NOUN/Gender=Fem|Number=Sing/2/nsubj elle/lui/PRON/Gender=Fem|Number=Sing/2/nsubj"
            " tomba/tomber/VERB/_/-1/root"
        ),
    )
    (found,) = mark([TABLE_LINE, line], [], [LINKS, "0-0 1-1 2-2"], unresolved="no-coref")
    assert not found.is_tag


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
