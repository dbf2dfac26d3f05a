"""Verb form: groups of auxiliary and participle, ambiguous source forms, and the published rule."""

import tomllib
from pathlib import Path

import pytest

from discotag.core.errors import TableError, UsageError
from discotag.core.tables import Table
from discotag.core.tags import TokenRef
from discotag.plugins.phenomena.verb_form.tagger import FeatureTagger, VerbFormTagger
from discotag.testing import context, document

FRENCH = """
source = "a grammar"
[compound]
auxiliary = [{ lemma = "avoir" }, { lemma = "être", deprel = "aux:tense" }]
participle = { feats = { VerbForm = "Part", Tense = "Past" } }
[[form]]
name = "présent"
pattern = { feats = { Tense = "Pres", VerbForm = "Fin" } }
[[form]]
name = "imparfait"
pattern = { feats = { Tense = "Imp" } }
[[form]]
name = "passé composé"
compound = { feats = { Tense = "Pres" } }
[[form]]
name = "plus-que-parfait"
compound = { feats = { Tense = "Imp" } }
[[form]]
name = "futur proche"
pattern = [{ lemma = "aller", feats = { Tense = "Pres" } }, { feats = { VerbForm = "Inf" } }]
[[ambiguous.en]]
name = "past"
pattern = { feats = { Tense = "Past", VerbForm = "Fin" } }
forms = ["passé composé", "imparfait"]
[[ambiguous.en]]
name = "past progressive"
pattern = [{ lemma = "be", feats = { Tense = "Past" } }, { ending = "ing" }]
forms = ["imparfait"]
[[ambiguous.en]]
name = "present perfect"
pattern = [{ lemma = "have" }, { feats = { VerbForm = "Part" } }]
forms = ["passé composé", "présent"]
[published.muda]
source = "a paper"
[[published.muda.form]]
name = "Imp"
when = { feats = { Tense = "Imp" } }
[[published.muda.form]]
name = "Past"
when = { feats = { Tense = "Past" } }
"""
PART = "VerbForm=Part|Tense=Past"
PRES = "VerbForm=Fin|Tense=Pres"
IMP = "VerbForm=Fin|Tense=Imp"
A = f"a/avoir/AUX/{PRES}"
AVAIT = f"avait/avoir/AUX/{IMP}"
EST = f"est/être/AUX/{PRES}"
MANGE = f"mangé/manger/VERB/{PART}"
DORMAIT = f"dormait/dormir/VERB/{IMP}"
SLEPT = "slept/sleep/VERB/Tense=Past|VerbForm=Fin"


def create(kind, text=FRENCH, source="en", **options):
    table = Table("fr", "verb_form", Path("verb_form.toml"), "test", tomllib.loads(text), "0")
    return kind.create(context(tables={"verb_form": table}, source=source, **options))


def labels(target, **options):
    """Give `word:label` of each mark of one target segment."""
    built = document(["x"], [target], [""])
    return ", ".join(
        f"{built.target[0].forms[mark.token]}:{mark.label}"
        for mark in create(VerbFormTagger, **options).mark(built)
    )


def tags(kind, source, target, links, **options):
    """Give `segment:token label` of each tag."""
    return [
        f"{mark.segment}:{mark.token} {mark.label}"
        for mark in create(kind, **options).mark(document(source, target, links))
        if mark.is_tag
    ]


@pytest.mark.parametrize(
    ("target", "expected"),
    [
        pytest.param(f"{A} {MANGE}", "a:passé composé", id="beside"),
        pytest.param(f"n' {A} pas//ADV {MANGE}", "a:passé composé", id="an-adverb-between"),
        pytest.param(f"{A} -t-il//PRON {MANGE}", "a:passé composé", id="inversion"),
        pytest.param(
            f"{A}/4/aux:tense , hier//ADV , {MANGE}", "a:passé composé", id="far-but-in-the-parse"
        ),
        pytest.param(f"{AVAIT} été/être/AUX/{PART} fermé//VERB/{PART}", "avait:plus-que-parfait",
                     id="passive-of-a-compound"),
        pytest.param(f"{EST}/1/aux:tense venu/venir/VERB/{PART}", "est:passé composé", id="être"),
        pytest.param(f"{EST}/1/aux:pass fermé//VERB/{PART}", "est:présent", id="passive"),
        pytest.param(f"{A} faim//NOUN {MANGE}", "a:présent", id="a-noun-between"),
        pytest.param(f"va/aller/VERB/{PRES} tout//ADV manger//VERB/VerbForm=Inf", "va:futur proche",
                     id="periphrasis"),
        pytest.param(f"{A} {MANGE} et {DORMAIT}", "a:passé composé, dormait:imparfait", id="two"),
        pytest.param("la table//NOUN", "", id="no-verb"),
    ],
)  # fmt: skip
def test_a_group_is_one_form_marked_on_its_finite_verb(target, expected):
    assert labels(target) == expected


def test_a_verb_is_tagged_if_its_form_came_before_and_its_source_form_is_ambiguous():
    source, target = [SLEPT, "x", SLEPT], [DORMAIT, "x", DORMAIT]
    built = document(source, target, ["0-0", "", "0-0"])
    first, second = create(VerbFormTagger).mark(built)
    assert (first.is_tag, second.evidence) == (False, (TokenRef("target", 0, 0),))
    assert second.source_tokens == (0,)


def test_an_earlier_verb_of_another_form_is_no_evidence():
    target = [f"{A} {MANGE}", DORMAIT]
    assert tags(VerbFormTagger, [SLEPT] * 2, target, ["0-1", "0-0"]) == []


@pytest.mark.parametrize(
    ("source", "links", "expected"),
    [
        pytest.param(SLEPT, "0-0", ["1:0 imparfait"], id="past"),
        pytest.param(
            "was/be/AUX/Tense=Past|VerbForm=Fin/1/aux sleeping/sleep/VERB/VerbForm=Ger",
            "1-0", [], id="past-progressive-leaves-one-form",
        ),
        pytest.param("sleeps/sleep/VERB/Tense=Pres|VerbForm=Fin", "0-0", [], id="present"),
        pytest.param(
            "has/have/AUX/Tense=Pres|VerbForm=Fin/1/aux slept/sleep/VERB/VerbForm=Part",
            "1-0", [], id="imparfait-is-no-form-of-the-perfect",
        ),
        pytest.param("sleep//NOUN", "0-0", [], id="no-verb"),
        pytest.param(SLEPT, "", ["1:0 imparfait"], id="two-verbs-left-over"),
        pytest.param(f"{SLEPT} {SLEPT}", "", ["1:0 imparfait"], id="no-link-and-all-are-open"),
        pytest.param(
            f"{SLEPT} sleeps/sleep/VERB/Tense=Pres|VerbForm=Fin", "", [], id="no-link-and-a-choice"
        ),
    ],
)  # fmt: skip
def test_the_linked_source_form_decides_whether_a_verb_is_ambiguous(source, links, expected):
    assert tags(VerbFormTagger, [SLEPT, source], [DORMAIT] * 2, ["0-0", links]) == expected


@pytest.mark.parametrize(
    ("source", "expected"),
    [
        pytest.param(
            f"{SLEPT} saying/say/VERB/VerbForm=Ger/0/advcl", ["1:0 imparfait"], id="of-a-past"
        ),
        pytest.param(
            "sleeps/sleep/VERB/Tense=Pres|VerbForm=Fin saying/say/VERB/VerbForm=Ger/0/advcl", [],
            id="of-a-present",
        ),
        pytest.param(
            f"{SLEPT} to/to/PART have/have/VERB/VerbForm=Inf/0/xcomp", [], id="infinitive"
        ),
        pytest.param(
            f"{SLEPT} after/after/SCONJ/_/2/mark having/have/VERB/VerbForm=Ger/0/advcl", [],
            id="gerund-behind-a-preposition",
        ),
        pytest.param(
            f"{SLEPT} as/as/SCONJ/_/2/mark seen/see/VERB/Tense=Past|VerbForm=Part/0/advcl",
            ["1:0 imparfait"], id="past-participle-behind-a-conjunction",
        ),
        pytest.param(
            f"{SLEPT} and/and/CCONJ eat/eat/VERB/VerbForm=Inf/0/conj", ["1:0 imparfait"],
            id="infinitive-that-goes-on",
        ),
    ],
)  # fmt: skip
def test_a_verb_without_tense_has_that_of_the_past_above_it(source, expected):
    second = f"{len(source.split()) - 1}-0"
    assert tags(VerbFormTagger, [SLEPT, source], [DORMAIT] * 2, ["0-0", second]) == expected


def test_what_has_no_letter_is_no_verb():
    mark = "«/«/VERB/VerbForm=Fin|Tense=Imp"
    assert tags(VerbFormTagger, [SLEPT] * 2, [mark] * 2, ["0-0"] * 2) == []


def test_the_link_of_the_main_verb_finds_the_source_form():
    source, target = [SLEPT] * 2, [f"{A} {MANGE}"] * 2
    assert tags(VerbFormTagger, source, target, ["0-1", "0-1"]) == ["1:0 passé composé"]


def test_the_published_rule_reads_each_word_by_itself_and_leaves_the_source_out():
    target = [f"{A} {MANGE}", f"été/être/AUX/{PART} fermé//VERB/{PART}"]
    found = tags(FeatureTagger, ["x"] * 2, target, [""] * 2)
    assert found == ["1:0 Past", "1:1 Past"]


def test_the_published_code_skips_auxiliaries_and_counts_the_same_segment():
    target = [f"été/être/AUX/{PART} {MANGE} {MANGE}"]
    assert tags(FeatureTagger, ["x"], target, [""], auxiliaries=False, current=True) == ["0:2 Past"]


def test_without_memory_every_listed_form_is_a_tag_without_evidence():
    built = document(["x"], [DORMAIT], [""])
    (mark,) = create(FeatureTagger, memory=False).mark(built)
    assert (mark.is_tag, mark.is_unresolved) == (True, True)


def test_a_published_list_may_leave_a_language_out():
    text = FRENCH[: FRENCH.index("[[published.muda.form]]")]
    found = create(FeatureTagger, text=text).mark(document(["x"], [DORMAIT], [""]))
    assert not list(found)


def test_a_list_that_the_language_lacks_is_a_usage_error():
    with pytest.raises(UsageError, match="no list 'mine'; it has: muda"):
        create(FeatureTagger, forms="mine")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        (('name = "imparfait"', 'name = "imperfect"'), "becomes imparfait: no such"),
        (("[compound]\n", "[other]\n"), "other: Nothing of this name"),
        (('compound = { feats = { Tense = "Pres" } }', ""), "either a pattern or a compound"),
    ],
)
def test_a_faulty_table_is_refused_with_its_fault(change, message):
    with pytest.raises(TableError, match=message):
        create(VerbFormTagger, FRENCH.replace(*change))
