"""Things and persons in turn, empty *it*, and the speaker: what the network and chains decide."""

from __future__ import annotations

import pytest

from discotag.testing import context, side, tokens
from discotag_lang_en.coref.mentions import phrases
from discotag_lang_en.coref.network import Layer, Network, networks
from discotag_lang_en.coref.resolver import RuleCoref

BOUGHT = (
    "I//PRON/Person=1/1/nsubj bought/buy/VERB a//DET/Definite=Ind/3/det {}//NOUN/Number=Sing/1/obj"
    " .//PUNCT/_/1/punct"
)
IT_WAS = "It//PRON/_/2/nsubj was/be/AUX/_/2/cop {}//ADJ .//PUNCT/_/2/punct"
IT_BROKE = "It//PRON/_/1/nsubj broke/break/VERB .//PUNCT/_/1/punct"
CAME = "{}//PROPN/Number=Sing/1/nsubj arrived/arrive/VERB .//PUNCT/_/1/punct"
WAS_TIRED = "{}//PRON/_/2/nsubj was/be/AUX/_/2/cop tired//ADJ .//PUNCT/_/2/punct"
CAT = (
    "The//DET/_/1/det cat//NOUN/Number=Sing/4/nsubj is/be/AUX/_/4/cop at//ADP/_/5/case"
    " the//DET/_/5/det door//NOUN/Number=Sing .//PUNCT/_/5/punct"
).replace("/4/", "/5/")


def clusters_of(*lines):
    text = side("en", lines)
    return text, RuleCoref.create(context()).resolve([text])[0]


def antecedent(segment, *lines, token=0):
    """Return the nearest noun before a pronoun in its cluster, as (segment, word); None if none."""
    text, clusters = clusters_of(*lines)
    for cluster in clusters:
        if any((m.segment, m.head) == (segment, token) for m in cluster.mentions):
            nouns = [m for m in cluster.mentions if m.kind != "pronoun" and m.segment <= segment]
            if nouns:
                return nouns[-1].segment, text[nouns[-1].segment].forms[nouns[-1].head]
    return None


def test_each_it_takes_up_the_thing_that_was_just_named():
    lines = [
        BOUGHT.format("table"), IT_WAS.format("cheap"), BOUGHT.format("chair"),
        IT_WAS.format("old"), BOUGHT.format("lamp"), IT_BROKE,
    ]  # fmt: skip
    assert antecedent(1, *lines) == (0, "table")
    assert antecedent(3, *lines) == (2, "chair")
    assert antecedent(5, *lines) == (4, "lamp")


@pytest.mark.parametrize(
    ("names", "pronoun"),
    [(("Anna", "Maria", "Emma"), "She"), (("Peter", "Tom", "David"), "He")],
    ids=["she", "he"],
)
def test_each_pronoun_takes_up_the_person_who_was_just_named(names, pronoun):
    lines = [line for name in names for line in (CAME.format(name), WAS_TIRED.format(pronoun))]
    found = [antecedent(number, *lines) for number in (1, 3, 5)]
    assert found == [(0, names[0]), (2, names[1]), (4, names[2])]


def test_gender_reaches_back_over_a_person_named_since():
    lines = [CAME.format("Anna"), CAME.format("Peter"), WAS_TIRED.format("She")]
    assert antecedent(2, *lines) == (0, "Anna")


@pytest.mark.parametrize(
    "line",
    [
        "It//PRON/_/2/expl is/be/AUX/_/2/aux raining/rain/VERB .//PUNCT/_/2/punct",
        (
            "It//PRON/_/3/nsubj does/do/AUX/_/3/aux n't/not/PART/_/3/advmod matter//VERB"
            " .//PUNCT/_/3/punct"
        ),
        (
            "It//PRON/_/4/expl 's/be/AUX/_/4/cop no//DET/_/3/det use//NOUN"
            " waiting/wait/VERB/_/3/csubj .//PUNCT/_/3/punct"
        ).replace("/4/", "/3/"),
        (
            "It//PRON/_/3/nsubj is/be/AUX/_/3/cop twelve//NUM/_/3/nummod years/year/NOUN"
            " now//ADV/_/3/advmod .//PUNCT/_/3/punct"
        ),
    ],
    ids=["rain", "matter", "use", "years"],
)
def test_an_it_that_stands_for_nothing_takes_up_no_noun(line):
    assert antecedent(1, BOUGHT.format("lamp"), line) is None


def test_what_wants_something_is_the_animal():
    line = (
        "It//PRON/_/1/nsubj wants/want/VERB to//PART/_/3/mark go//VERB/_/1/xcomp"
        " out//ADV/_/3/advmod .//PUNCT/_/1/punct"
    )
    assert antecedent(1, CAT, line) == (0, "cat")


def test_a_title_is_part_of_its_name():
    line = "Dr.//PROPN/Number=Sing/1/nmod:desc Bailey//PROPN/Number=Sing/2/nsubj sleeps/sleep/VERB"
    [name] = phrases(0, tokens(line))
    assert (name.mention.start, name.mention.end, name.name) == (0, 2, ("bailey",))


def test_a_title_tells_the_gender_of_a_name():
    line = "Mrs.//PROPN/Number=Sing/1/nmod:desc Xilo//PROPN/Number=Sing/2/nsubj sleeps/sleep/VERB"
    assert antecedent(1, line, WAS_TIRED.format("She")) == (0, "Xilo")
    assert antecedent(1, line, WAS_TIRED.format("He")) is None


I_SAW = (
    "{}I//PRON/Person=1/{}/nsubj lost/lose/VERB my//PRON/Person=1/{}/nmod:poss hat//NOUN/_/{}/obj"
)


def speaking(before="", extra=0):
    verb = 1 + extra
    return I_SAW.format(before, verb, verb + 2, verb)


def test_the_speaker_is_one_in_a_text():
    text, clusters = clusters_of(speaking(), speaking())
    [chain] = [
        cluster for cluster in clusters if all(m.kind == "pronoun" for m in cluster.mentions)
    ]
    assert [text[m.segment].forms[m.head] for m in chain.mentions] == ["I", "my", "I", "my"]


@pytest.mark.parametrize("mark", ["–//PUNCT/_/1/punct ", "A//PROPN/_/3/dep ://PUNCT/_/3/punct "])
def test_turns_of_others_have_speakers_of_their_own(mark):
    extra = mark.count(" ")
    other = mark.replace("A//", "B//")
    _, clusters = clusters_of(speaking(mark, extra), speaking(other, extra))
    chains = [{m.segment for m in cluster.mentions} for cluster in clusters
              if all(m.kind == "pronoun" for m in cluster.mentions)]  # fmt: skip
    assert chains == [{0}, {1}]


def test_one_named_speaker_is_one_over_the_turns_of_others():
    one, other = "A//PROPN/_/3/dep ://PUNCT/_/3/punct ", "B//PROPN/_/3/dep ://PUNCT/_/3/punct "
    _, clusters = clusters_of(speaking(one, 2), speaking(other, 2), speaking(one, 2))
    assert {0, 2} in [{m.segment for m in cluster.mentions} for cluster in clusters]


def test_the_network_sums_direct_and_hidden_weights():
    mixing = (1.0, 0.0), (0.0, 1.0)
    layer = Layer({"a": (1, 1), "b": (0, -2)}, mixing, bias=(0,), out=(0.5,), temperature=2.0)
    totals = Network(layer).totals([("a",), ("a", "b"), ("unknown",)])
    assert totals == [0.75, 0.5, 0.0]


def test_the_shipped_network_knows_every_class_of_pronouns():
    assert set(networks()) == {"person", "it", "they"}


def test_a_clause_without_a_subject_does_not_name_the_subject_that_it_borrows():
    line = (
        "Meeting/meet/VERB/_/4/advcl Tom//PROPN/Number=Sing/0/obj ,//PUNCT/_/0/punct"
        " he//PRON/_/4/nsubj smiled/smile/VERB"
    )
    assert antecedent(0, line, token=3) is None
    assert antecedent(1, CAME.format("Peter"), line, token=3) == (0, "Peter")


def test_a_family_name_that_is_a_town_is_still_a_person():
    line = "Jack//PROPN/Number=Sing/2/nsubj London//PROPN/Number=Sing/0/flat sleeps/sleep/VERB"
    assert antecedent(1, line, WAS_TIRED.format("He")) == (0, "Jack")
    assert antecedent(1, CAME.format("London"), WAS_TIRED.format("He")) is None


def test_alternatives_are_what_a_pronoun_weighs_the_likeliest_first():
    lines = [CAME.format("Peter"), CAME.format("Tom"), WAS_TIRED.format("He")]
    text, component = side("en", lines), RuleCoref.create(context())
    (found,) = component.weigh([text])
    assert [found.clusters] == list(component.resolve([text]))
    shares = [one.scores[-1] for one in found.alternatives]
    assert shares == sorted(shares, reverse=True)
    assert sum(shares) <= 1
    nouns = [
        text[one.mentions[0].segment].forms[one.mentions[0].head] for one in found.alternatives
    ]
    assert nouns == ["Tom", "Peter"]
    assert all((one.mentions[-1].segment, one.mentions[-1].head) == (2, 0)
               for one in found.alternatives)  # fmt: skip
    (cluster,) = (one for one in found.clusters if one.mentions[-1].segment == 2)
    assert cluster.scores[-1] == shares[0]
