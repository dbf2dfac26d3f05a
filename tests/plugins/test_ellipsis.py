"""Ellipsis: target words that fill what the source leaves out."""

import pytest

from discotag.plugins.phenomena.ellipsis.plugin import discotag_taggers
from discotag.plugins.phenomena.ellipsis.tagger import EllipsisOptions, EllipsisTagger
from discotag.testing import context, document, side

HEARD = (
    "I//PRON have//AUX heard/hear/VERB it//PRON",
    "Je//PRON l'/le/PRON ai/avoir/AUX entendu/entendre/VERB",
    "0-0 1-2 2-3 3-1",
)
HASNT = (
    "She//PRON has//AUX n't//PART .//PUNCT",
    "Elle//PRON ne//ADV l'/le/PRON a/avoir/AUX pas//ADV entendu/entendre/VERB .//PUNCT",
    "0-0 1-3 2-1 2-4 3-6",
)
SITE = ((1, "vp", 0.9),)


def tag(lines, sites, **options):
    source = side("en", [line[0] for line in lines], annotations={"ellipsis": tuple(sites)})
    built = document(source, [line[1] for line in lines], [line[2] for line in lines])
    return list(EllipsisTagger.create(context(**options)).mark(built))


def test_an_unlinked_verb_that_occurred_before_is_tagged_with_that_verb():
    (found,) = tag([HEARD, HASNT], [(), SITE])
    assert (found.phenomenon, found.label, found.segment, found.token) == ("ellipsis", "vp", 1, 5)
    assert [tuple(place) for place in found.evidence] == [("target", 0, 3)]


def test_a_segment_without_a_site_has_no_tags():
    assert tag([HEARD, HASNT], [(), ()]) == []


def test_a_verb_that_is_new_in_the_text_is_no_tag():
    assert tag([HASNT], [SITE]) == []


def test_a_verb_linked_to_the_stranded_auxiliary_still_fills_the_site():
    line = (
        "I//PRON do//AUX .//PUNCT",
        "Je//PRON l'/le/PRON entends/entendre/VERB .//PUNCT",
        "0-0 1-2 2-3",
    )
    assert [mark.token for mark in tag([HEARD, line], [(), SITE])] == [2]


def test_a_verb_linked_to_another_verb_translates_it():
    line = ("I//PRON do//AUX hear//VERB", "J'//PRON entends/entendre/VERB", "0-0 2-1")
    assert tag([HEARD, line], [(), SITE]) == []


def test_the_part_of_speech_must_fit_the_kind():
    noun = ("I//PRON will//AUX", "J'//PRON entends/entendre/NOUN", "0-0")
    assert tag([HEARD, noun], [(), SITE]) == []
    apples = ("apples/apple/NOUN", "pommes/pomme/NOUN", "0-0")
    two = (
        "I//PRON take//VERB two//NUM",
        "Je//PRON prends/prendre/VERB deux//NUM pommes/pomme/NOUN",
        "0-0 1-1 2-2",
    )
    assert [m.token for m in tag([apples, two], [(), ((2, "np", 0.7),)])] == [3]
    assert tag([apples, two], [(), ((2, "vp", 0.7),)]) == []


def test_a_pro_verb_says_no_more_than_the_auxiliary():
    (mark,) = tag([HEARD, HASNT], [(), SITE], pro_verbs=["entendre"])
    assert (mark.label, mark.token, mark.is_tag) == ("pro_verb", 5, False)
    assert len(tag([HEARD, HASNT], [(), SITE], pro_verbs=["faire"])) == 1


@pytest.mark.parametrize("lemma", ["рассказывать", "заслышать", "услышать"])
def test_a_verb_may_take_up_its_partner_in_aspect(lemma):
    partners = {
        "prefixes": ["за"],
        "endings": [["ывать", "ать"]],
        "pairs": [["рассказать", "услышать"]],
    }
    before = ("I//PRON spoke/speak/VERB", f"Я//PRON рассказывал/{lemma}/VERB", "0-0 1-1")
    filler = {"рассказывать": "рассказать", "заслышать": "слышать", "услышать": "рассказать"}[lemma]
    line = ("Have//AUX you//PRON", f"Да//INTJ рассказал/{filler}/VERB", "1-0")
    sites = [(), ((0, "vp", 0.9),)]
    assert tag([before, line], sites) == []
    assert [mark.token for mark in tag([before, line], sites, **partners)] == [1]


def test_a_noun_stands_beside_the_quantifier_that_it_fills():
    apples = ("apples/apple/NOUN", "pommes/pomme/NOUN", "0-0")
    far = (
        "Few//DET saw//VERB it//PRON",
        "Peu//DET ont//AUX vu//VERB ces//DET pommes/pomme/NOUN",
        "0-0 1-2",
    )
    assert tag([apples, far], [(), ((0, "np", 0.7),)]) == []
    near = ("Few//DET saw//VERB it//PRON", "Peu//DET de//ADP pommes/pomme/NOUN", "0-0")
    assert [mark.token for mark in tag([apples, near], [(), ((0, "np", 0.7),)])] == [2]


def test_a_site_of_low_confidence_does_not_count():
    sites = [(), ((1, "vp", 0.5),)]
    assert tag([HEARD, HASNT], sites) == []
    assert len(tag([HEARD, HASNT], sites, confidence=0.5)) == 1


def test_the_antecedent_translates_a_source_word_of_its_kind_or_stands_in_the_segment_before():
    unlinked = (HEARD[0], HEARD[1], "0-0 1-2 3-1")
    between = ("Well//INTJ", "Bon//INTJ", "0-0")
    assert [mark.distance for mark in tag([unlinked, HASNT], [(), SITE])] == [1]
    assert tag([unlinked, between, HASNT], [(), (), SITE]) == []
    assert [mark.distance for mark in tag([HEARD, between, HASNT], [(), (), SITE])] == [2]


def test_the_antecedent_must_be_within_reach():
    far = [HEARD, *[("Well//INTJ", "Bon//INTJ", "0-0")] * 5, HASNT]
    sites = [()] * 6 + [SITE]
    assert tag(far, sites) == []
    assert [mark.distance for mark in tag(far, sites, reach=None)] == [6]


def test_a_later_word_stands_beside_the_antecedent_where_following_segments_count():
    lines, sites = [HEARD, HASNT, HEARD], [(), SITE, ()]
    (alone,) = tag(lines, sites)
    (both,) = tag(lines, sites, following=True)
    assert (alone.needed, [place.segment for place in alone.evidence]) == (None, [0])
    assert (both.needed, [place.segment for place in both.evidence]) == (1, [0, 2])


def test_a_sure_later_word_does_not_hide_the_word_of_the_segment_before():
    unlinked = (HEARD[0], HEARD[1], "0-0 1-2 3-1")
    (found,) = tag([unlinked, HASNT, HEARD], [(), SITE, ()], following=True)
    assert [place.segment for place in found.evidence] == [0, 2]


def test_a_word_that_only_later_segments_hold_gives_way_to_one_that_stood_before():
    two = (
        HASNT[0],
        "Elle//PRON ne//ADV a//AUX pas//ADV vu/voir/VERB et//CCONJ entendu/entendre/VERB .//PUNCT",
        "0-0 1-2 2-1 2-3 3-7",
    )
    seen = ("seen/see/VERB", "vu/voir/VERB", "0-0")
    lines, sites = [HEARD, two, seen], [(), SITE, ()]
    assert [mark.token for mark in tag(lines, sites)] == [6]
    assert [mark.token for mark in tag(lines, sites, following=True)] == [6]
    assert [mark.token for mark in tag(lines[1:], sites[1:], following=True)] == [4]


def test_one_word_fills_a_site_and_the_nearest_to_it_is_taken():
    two = (
        HASNT[0],
        "Elle//PRON ne//ADV a//AUX pas//ADV entendu/entendre/VERB et//CCONJ vu/voir/VERB .//PUNCT",
        "0-0 1-2 2-1 2-3 3-7",
    )
    seen = ("seen/see/VERB", "vu/voir/VERB", "0-0")
    assert [m.token for m in tag([HEARD, seen, two], [(), (), SITE])] == [4]
    assert [m.token for m in tag([HEARD, seen, two], [(), (), SITE], per_site=2)] == [4, 6]


def test_a_word_beside_the_links_of_another_sentence_does_not_fill_the_site():
    line = (
        "She//PRON has//AUX .//PUNCT Good//ADJ .//PUNCT",
        "Elle//PRON oui//ADV .//PUNCT Bon//ADJ entendre/entendre/VERB .//PUNCT",
        "0-0 1-1 2-2 3-3 4-5",
    )
    assert tag([HEARD, line], [(), SITE]) == []


PLAIN = {"match": "segment", "confidence": 0.0}


def test_the_plain_rule_takes_every_unlinked_word_of_an_elliptical_segment():
    line = (
        HASNT[0],
        "Elle/lui/PRON entendu/entendre/VERB Je/je/PRON .//PUNCT",
        "1-3",
    )
    assert [(m.token, m.label) for m in tag([HEARD, line], [(), SITE], **PLAIN)] == [
        (1, "vp"),
        (2, "vp"),
    ]


def test_the_plain_rule_reaches_as_far_as_the_document():
    far = [HEARD, *[("Well//INTJ", "Bon//INTJ", "0-0")] * 9, HASNT]
    sites = [()] * 10 + [SITE]
    assert [(m.token, m.distance) for m in tag(far, sites, **PLAIN)] == [(2, 10), (5, 10)]
    assert tag(far, sites, window=9, **PLAIN) == []


def test_the_plain_rule_counts_earlier_words_of_the_segment_only_where_asked():
    line = ("She//PRON", "vu/voir/VERB vu/voir/VERB", "")
    assert tag([line], [((0, "vp", 0.9),)], **PLAIN) == []
    assert [m.token for m in tag([line], [((0, "vp", 0.9),)], current=True, **PLAIN)] == [1]


def test_the_published_code_forgets_all_but_the_last_link_of_a_source_word():
    line = ("She//PRON", "entendu/entendre/VERB elle//PRON", "0-0 0-1")
    site = ((0, "vp", 0.9),)
    assert tag([HEARD, line], [(), site], **PLAIN) == []
    assert [m.token for m in tag([HEARD, line], [(), site], links="last", **PLAIN)] == [0]


@pytest.mark.parametrize(("length", "count"), [(1, 1), (2, 0)])
def test_words_shorter_than_asked_do_not_count(length, count):
    one, two = ("see//VERB", "見/見/VERB", "0-0"), ("do//AUX", "見/見/VERB", "")
    site = ((0, "vp", 0.9),)
    assert len(tag([one, two], [(), site], min_length=length, **PLAIN)) == count


def test_layers_that_came_back_as_lists_are_read_too():
    assert len(tag([HEARD, HASNT], [[], [[1, "vp", 0.9]]])) == 1


@pytest.mark.parametrize(
    ("links", "options", "count"),
    [
        ("0-0 1-3 2-4 3-6", {}, 0),
        ("0-0 1-5 2-4 3-6", {}, 1),
        ("0-0 1-3 2-4 3-6", PLAIN, 0),
    ],
    ids=["without link", "linked to the site", "plain rule"],
)
def test_a_stop_word_fills_a_site_only_where_it_is_linked_to_it(links, options, count):
    lines = [HEARD, (HASNT[0], HASNT[1], links)]
    source = side("en", [a for a, _, _ in lines], annotations={"ellipsis": ((), SITE)})
    built = document(source, [b for _, b, _ in lines], [c for _, _, c in lines])
    tagger = EllipsisTagger(EllipsisOptions(**options), frozenset({"entendre", "le"}))
    assert len(list(tagger.mark(built))) == count


def test_the_tagger_reads_only_the_layers_it_declares():
    (info,) = discotag_taggers()
    source = side("en", [HEARD[0], HASNT[0]], annotations={"ellipsis": ((), SITE)})
    whole = document(source, [HEARD[1], HASNT[1]], [HEARD[2], HASNT[2]])
    for options in ({}, PLAIN):
        tagger = info.load().create(context(**options))
        assert (
            len(list(tagger.mark(whole.restricted(info.needs))))
            == len(list(tagger.mark(whole)))
            > 0
        )


def test_empty_segments_and_segments_without_links_are_no_error():
    lines = [("", "", ""), (HASNT[0], "", ""), (HASNT[0], HASNT[1], "")]
    for options in ({}, PLAIN):
        assert tag(lines, [(), SITE, SITE], **options) == []
