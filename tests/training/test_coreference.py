"""What the English coreference learns from a teacher."""

from __future__ import annotations

import numpy as np
import pytest

pytest.importorskip("scipy", reason="the recipe needs scipy")
pytest.importorskip("discotag_lang_en")

from benchmarks.tasks.coref_probes import read_probes
from discotag.plugin import Cluster, Mention, Resolution
from discotag.testing.builders import side
from discotag_lang_en.coref.network import Network
from discotag_lang_en.coref.resolver import RuleOptions
from training.coreference.choices import SHARP, Choice, Lesson, learned
from training.coreference.second_thoughts import LEANING, LINES, fitted
from training.coreference.weights import Setting, fit, narrowed

BOUGHT = (
    "I//PRON/Person=1/1/nsubj bought/buy/VERB a//DET/Definite=Ind/3/det {}//NOUN/Number=Sing/1/obj"
)
IT_WAS = "It//PRON/Number=Sing/2/nsubj was/be/AUX/_/2/cop cheap//ADJ"
TABLE, CHAIR = Mention(0, 2, 4, 3, "noun"), Mention(1, 2, 4, 3, "noun")
IT = Mention(2, 0, 1, 0, "pronoun")


def first(pronoun, candidates, none):
    return 0, 1.0


def choices(*alternatives, follows=False):
    """Return what is noted of a text with a table, a chair and *it*."""
    told = tuple(Cluster((noun, IT), (1.0, share)) for noun, share in alternatives)
    text = side("en", [BOUGHT.format("table"), BOUGHT.format("chair"), IT_WAS])
    lesson = Lesson(text, Resolution((), told), 0.5)
    return learned([lesson], RuleOptions(), first, follows=follows).get("it", [])


def test_a_pupil_notes_the_teachers_probabilities_sharper():
    (choice,) = choices((TABLE, 0.6), (CHAIR, 0.3))
    powers = [share**SHARP for share in (0.3, 0.6, 0.1)]
    shares = dict(choice.wanted)
    assert choice.weight == 0.5
    assert len(choice.rows) == 3
    assert [shares[row,] for row in range(3)] == pytest.approx(
        [one / sum(powers) for one in powers]
    )


def test_what_the_pupil_does_not_see_has_no_share():
    (choice,) = choices((TABLE, 0.7), (Mention(0, 0, 1, 0, "pronoun"), 0.3))
    assert choice.wanted == (((1,), pytest.approx(0.7)),)


def test_a_pronoun_of_which_the_teacher_means_something_else_is_left_out():
    assert choices((Mention(0, 0, 1, 0, "pronoun"), 0.9)) == []


def test_a_pronoun_that_the_teacher_did_not_weigh_is_left_out():
    assert choices() == []


def test_a_pronoun_beside_a_mention_that_the_teacher_lacks_is_left_out():
    somebody = "Something//PRON/Number=Sing|PronType=Ind/1/nsubj broke/break/VERB"
    text = side("en", [BOUGHT.format("table"), somebody, IT_WAS])
    told = Resolution((), (Cluster((TABLE, IT), (1.0, 0.9)),))
    assert not learned([Lesson(text, told)], RuleOptions(), first, follows=False)


def test_a_network_learns_shares():
    rows, names = (("a",), ("b",), ("c",)), ("a", "b", "c")
    wanted = (((0,), 0.6), ((1,), 0.3), ((2,), 0.1))
    setting = Setting(hidden=1, epochs=40, dropout=0.0, batch=16, voices=1, fewest=1, rate=0.05)
    network = Network(fit([Choice(rows, wanted, 1.0)] * 200, setting))
    a, b, c = network.totals([(name,) for name in names])
    assert a - c == pytest.approx(1.79, abs=0.2)
    assert b - c == pytest.approx(1.10, abs=0.2)


def test_rows_of_one_group_share_what_it_should_have():
    wanted = (((0, 1), 0.5), ((2,), 0.5))
    setting = Setting(hidden=1, epochs=40, dropout=0.0, batch=16, voices=1, fewest=1, rate=0.05)
    choice = Choice((("a",), ("b",), ("c",)), wanted, 1.0)
    network = Network(fit([choice] * 200, setting))
    a, b, c = network.totals([("a",), ("b",), ("c",)])
    assert c - max(a, b) == pytest.approx(0.69, abs=0.2)


def test_a_narrowed_network_says_nearly_what_the_whole_one_says():
    random = np.random.default_rng(1)
    few = random.normal(size=(40, 3))
    inner, direct = few @ random.normal(size=(3, 12)), few @ random.normal(size=3)
    bias, out = random.normal(size=12), random.normal(size=12)
    names = [f"f{number}" for number in range(40)]
    layer = narrowed(names, [direct, inner, bias, out], np.ones(40), 3)
    found = Network(layer).totals([(name,) for name in names])
    whole = direct + np.maximum(inner + bias, 0) @ out
    assert len(layer.mixing) == 3
    assert found == pytest.approx(whole.tolist(), abs=0.02 * np.abs(whole).max())


def test_what_rarely_counts_gives_way_in_a_narrowed_network():
    parts = [np.array([1.0, 1.0]), np.array([[1.0], [-1.0]]), np.zeros(1), np.ones(1)]
    kept = narrowed(["often", "rare"], parts, np.array([1000, 1]), 1)
    often, rare = Network(kept).totals([("often",), ("rare",)])
    assert often == pytest.approx(2.0, abs=0.02)
    assert rare != pytest.approx(1.0, abs=0.2)


def test_a_pattern_of_empty_ones_gets_weight_and_one_of_others_loses_it():
    rows = [(0.0, ("it:subject", "words:rain"), True, 1.0)] * 20
    rows += [(0.0, ("it:subject", "words:gap"), False, 1.0)] * 20
    weights = fitted(rows).features
    assert weights["words:rain"] > 1 > -1 > weights["words:gap"]


def test_where_nothing_is_learned_the_network_is_believed():
    weights = fitted([(2.0, (), True, 0.0), (-2.0, (), False, 0.0)])
    assert (round(weights.opinion, 6), round(weights.bias - LEANING, 6)) == (1.0, 0.0)


def test_a_pattern_met_once_or_twice_is_left_out():
    rows = [(1.0, ("words:rare",), True, 1.0)] * 2 + [(-1.0, ("words:gap",), False, 1.0)] * 3
    assert set(fitted(rows).features) == {"words:gap"}


def test_the_lines_have_one_it_or_more_each():
    assert all(item.pronouns for item in read_probes(LINES))
