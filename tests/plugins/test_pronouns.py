"""Pronoun choice: listed pairs, antecedents, expletives, and the published rules."""

import pytest

from discotag.core.document import Cluster
from discotag.core.tags import Window, windows
from discotag.plugins.phenomena.pronouns.plugin import discotag_taggers
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.testing import context, document, side

from .pronoun_documents import (
    HE_LINE,
    IT_LINE,
    LINKS,
    STUDY_LINE,
    TABLE,
    TABLE_LINE,
    mark,
    mention,
    table,
)

BOUGHT = ("I/I/PRON bought/buy/VERB it/it/PRON", "Je/je/PRON le/le/PRON prends/prendre/VERB")


def test_an_antecedent_in_an_earlier_segment_is_the_evidence_with_its_translation():
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0)))
    (found,) = mark([TABLE_LINE, IT_LINE], [cluster])
    assert (found.label, found.segment, found.token, found.source_tokens) == ("it→fem", 1, 0, (0,))
    assert [tuple(p) for p in found.evidence] == [("source", 0, 1), ("target", 0, 1)]
    assert found.distance == 1
    assert not found.is_unresolved


def test_an_antecedent_in_the_same_segment_leaves_a_mark_without_evidence():
    line = (
        f"{TABLE_LINE[0]} and/and/CCONJ it/it/PRON",
        f"{TABLE_LINE[1]} et/et/CCONJ elle/lui/PRON",
    )
    cluster = Cluster((mention(1, 1, "noun"), mention(1, 3)))
    (found,) = mark([TABLE_LINE, line], [cluster], [LINKS, "0-0 1-1 2-2 3-3"])
    assert found.label == "it→fem"
    assert not found.is_tag


def test_a_pronoun_in_the_same_segment_does_not_replace_the_noun_before_it():
    line = ("It/it/PRON and/and/CCONJ it/it/PRON", "Elle/lui/PRON et/et/CCONJ elle/lui/PRON")
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0), mention(1, 2)))
    found = mark([TABLE_LINE, line], [cluster], [LINKS, "0-0 1-1 2-2"])
    assert [m.evidence[0].segment for m in found] == [0, 0]


def test_the_nearest_noun_is_preferred_to_a_nearer_pronoun():
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0), mention(2, 0)))
    found = mark([TABLE_LINE, IT_LINE, IT_LINE], [cluster])
    assert [m.distance for m in found] == [1, 2]


def test_a_chain_of_pronouns_gives_the_nearest_pronoun_of_an_earlier_segment():
    cluster = Cluster((mention(1, 0), mention(2, 0), mention(3, 0)))
    found = mark([TABLE_LINE, IT_LINE, IT_LINE, IT_LINE], [cluster])
    assert [(m.distance, m.is_unresolved) for m in found] == [(None, True), (1, False), (1, False)]


def test_an_unknown_antecedent_is_unresolved_but_not_in_the_first_segment():
    found = mark([IT_LINE, IT_LINE], [])
    assert [m.is_unresolved for m in found] == [False, True]
    assert [m.is_unresolved for m in mark([IT_LINE, IT_LINE], None)] == [False, True]
    assert not any(m.is_tag for m in mark([IT_LINE, IT_LINE], [], unresolved="never"))


def test_by_default_an_unknown_antecedent_is_a_tag_only_where_nothing_resolves():
    assert not any(m.is_tag for m in mark([IT_LINE, IT_LINE], [], unresolved="no-coref"))
    found = mark([IT_LINE, IT_LINE], None, unresolved="no-coref")
    assert [m.is_unresolved for m in found] == [False, True]


def test_the_label_tells_the_gender_where_the_analysis_does_not():
    line = (IT_LINE[0], "Il/lui/PRON/Number=Sing/1/nsubj cassa/casser/VERB")
    (found,) = mark([STUDY_LINE, line], [Cluster((mention(0, 1, "noun"), mention(1, 0)))])
    assert (found.label, found.evidence) == ("it→masc", ())


def test_a_pronoun_that_was_not_translated_is_no_evidence():
    cluster = Cluster((mention(0, 0), mention(1, 0)))
    untranslated = ("It/it/PRON rains/rain/VERB", "Ça/ça/X pleut/pleuvoir/VERB")
    (found,) = mark([untranslated, IT_LINE], [cluster], ["1-1", LINKS])
    assert (found.evidence, found.is_unresolved) == ((), True)


def test_an_antecedent_beyond_the_window_is_no_evidence_and_not_unresolved():
    cluster = Cluster((mention(0, 1, "noun"), mention(2, 0)))
    (found,) = mark([TABLE_LINE, TABLE_LINE, IT_LINE], [cluster], window=1)
    assert not found.is_tag


def test_a_later_noun_is_evidence_only_where_following_segments_count():
    cluster = Cluster((mention(1, 0), mention(2, 1, "noun")))
    lines = [TABLE_LINE, IT_LINE, TABLE_LINE]
    assert mark(lines, [cluster])[0].is_unresolved
    assert mark(lines, [cluster], following=True)[0].distance == -1
    assert mark(lines, [cluster], following=1)[0].distance == -1
    assert mark([*lines[:2], IT_LINE, TABLE_LINE], [far_cluster()], following=1)[0].is_unresolved


def far_cluster():
    return Cluster((mention(1, 0), mention(3, 1, "noun")))


def test_an_earlier_and_a_later_noun_are_evidence_side_by_side():
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0), mention(3, 1, "noun")))
    lines = [TABLE_LINE, IT_LINE, TABLE_LINE, TABLE_LINE]
    (found,) = mark(lines, [cluster], following=True)
    assert {place.segment for place in found.evidence} == {0, 3}
    assert windows(found) == (Window(0, 2), Window(1, 0))
    (alone,) = mark(lines, [cluster])
    assert (alone.span, alone.needed) == (1, None)


def test_a_later_pronoun_decides_nothing():
    cluster = Cluster((mention(0, 0), mention(1, 0)))
    found = mark([IT_LINE, IT_LINE], [cluster], following=True)
    assert [one.distance for one in found] == [None, 1]


def test_a_noun_of_another_gender_is_no_evidence():
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0)))
    (found,) = mark([STUDY_LINE, HE_LINE], [cluster])
    assert (found.label, found.evidence, found.is_unresolved) == ("it→masc", (), True)
    (kept,) = mark([STUDY_LINE, HE_LINE], [cluster], agreement=False)
    assert kept.distance == 1


def test_an_agreeing_mention_is_evidence_before_a_nearer_one_that_conflicts():
    plan = ("A/a/DET plan/plan/NOUN/_/-1/root", "Un/un/DET plan/plan/NOUN/Gender=Masc|Number=Sing")
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 1, "noun"), mention(2, 0)))
    (found,) = mark([plan, STUDY_LINE, HE_LINE], [cluster])
    assert found.distance == 2


FIRM, FIRMA = "firm/firm/NOUN/_/{}/{}", "Konzern/Konzern/NOUN/Gender={}|Number=Sing"


def test_a_cluster_of_low_score_is_not_believed():
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0)), (1.0, 0.1))
    (found,) = mark([TABLE_LINE, IT_LINE], [cluster])
    assert found.is_unresolved
    (believed,) = mark([TABLE_LINE, IT_LINE], [cluster], confidence=0.0, sure=0.0)
    assert believed.distance == 1


def test_a_class_that_only_a_known_antecedent_decides_is_never_unresolved():
    text = TABLE.replace(
        'source = { form = ["it"], upos = ["PRON"] }',
        'source = { form = ["it"] }\ndecided_by = "known"',
    )
    built = document(
        side("en", [TABLE_LINE[0], IT_LINE[0]], clusters=[]),
        [TABLE_LINE[1], IT_LINE[1]],
        [LINKS] * 2,
    )
    (found,) = PronounTagger.create(context(tables={"pronouns": table(text)})).mark(built)
    assert (found.label, found.is_tag) == ("it→fem", False)
    known = Cluster((mention(0, 1, "noun"), mention(1, 0)))
    built = document(
        side("en", [TABLE_LINE[0], IT_LINE[0]], clusters=[known]),
        [TABLE_LINE[1], IT_LINE[1]],
        [LINKS] * 2,
    )
    (found,) = PronounTagger.create(context(tables={"pronouns": table(text)})).mark(built)
    assert found.distance == 1


def test_a_form_that_bears_no_class_is_no_mark():
    assert mark([TABLE_LINE, BOUGHT], [], [LINKS, "0-0 1-2 2-1"]) == []


def test_a_class_that_nothing_decides_is_a_mark_but_no_tag():
    line = ("It/it/PRON is/be/AUX", "C’/ce/PRON est/être/AUX")
    (found,) = mark([TABLE_LINE, line], [])[-1:]
    assert (found.label, found.is_tag) == ("it→neut", False)


def test_a_choice_of_register_is_decided_by_the_earlier_choice():
    nous = ("We/we/PRON left/leave/VERB", "Nous/nous/PRON partîmes/partir/VERB")
    on = ("We/we/PRON left/leave/VERB", "On/on/PRON partit/partir/VERB")
    found = mark([nous, on, nous, nous])
    assert [(m.label, m.distance) for m in found] == [
        ("we→nous", None),
        ("we→on", None),
        ("we→nous", 2),
        ("we→nous", 1),
    ]
    plain = mark([nous, on, nous], repetition=False)
    assert [m.is_unresolved for m in plain] == [False, True, True]


def test_without_coreference_every_listed_pair_is_a_tag():
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0)))
    found = mark(
        [IT_LINE, IT_LINE], [cluster], antecedents="none", forms="muda", first_segment=True
    )
    assert [(m.label, m.is_unresolved, m.evidence) for m in found] == [("it→fem", True, ())] * 2


def test_a_target_pronoun_with_two_equal_links_is_marked_once():
    line = ("it/it/PRON it/it/PRON", "elle/lui/PRON")
    assert len(mark([TABLE_LINE, line], [], [LINKS, "0-0 1-0"])) == 1


def test_the_tagger_reads_only_the_layers_it_declares():
    (info,) = discotag_taggers()
    cluster = Cluster((mention(0, 1, "noun"), mention(1, 0)))
    source = side("en", [TABLE_LINE[0], IT_LINE[0]], clusters=[cluster])
    whole = document(source, [TABLE_LINE[1], IT_LINE[1]], [LINKS, LINKS])
    tagger = info.load().create(context(tables={"pronouns": table()}))
    needs = [layer for need in info.needs for layer in need.removesuffix("?").split(" | ")]
    assert list(tagger.mark(whole.restricted(needs))) == list(tagger.mark(whole))
    needs.remove("source.coref")
    assert all(m.is_unresolved for m in tagger.mark(whole.restricted(needs)))


def test_empty_segments_and_segments_without_links_are_no_error():
    assert mark([("", ""), IT_LINE, ("", IT_LINE[1])], [], ["", "", ""]) == []


@pytest.mark.parametrize(
    ("subject", "labels"),
    [
        ("she/she/PRON/Person=3/1/nsubj", []),
        ("I/I/PRON/Person=1/1/nsubj", ["it→masc"]),
        ("Ann/Ann/PROPN/_/1/nsubj", ["it→masc"]),
    ],
)
def test_an_object_linked_to_the_subject_of_another_pronoun_is_no_pair(subject, labels):
    english = f"{subject} found/find/VERB it/it/PRON/_/1/obj"
    french = "Il/lui/PRON/Gender=Masc/1/nsubj trouva/trouver/VERB"
    assert [m.label for m in mark([(english, french)], [], ["1-1 2-0"])] == labels
    assert [m.label for m in mark([(english, french)], [], ["1-1 2-0"], forms="muda")] == [
        "it→masc"
    ]
