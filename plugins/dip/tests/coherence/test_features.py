"""What the order of a text shows: signs of a segment, and what follows what."""

from __future__ import annotations

import numpy as np
import pytest

from discotag.testing.builders import tokens
from discotag_dip.coherence.features import (
    STRETCH,
    Steps,
    features,
    likeness,
    segment_vector,
    wording,
)
from discotag_dip.coherence.features import shipped as shipped_steps
from discotag_dip.coherence.ranker import (
    ORDER_RIDGE,
    CoherenceWeights,
    Pair,
    learned,
    orders,
    shipped,
)
from discotag_dip.coherence.sentences import read, succession
from discotag_dip.weights import DIMENSIONS, Joining, class_of, written


def test_a_segment_is_read_without_analysis() -> None:
    found = read("However, Anna Berg bought a lamp for her 3 friends.")
    assert found.long == {"anna", "berg"}
    assert found.introduced == {"lamp"}
    assert found.persons == {"she"}
    assert (found.opening, found.end) == (("however", ","), ".")
    assert found.has_number
    assert "has however" in set(found.signs())


def test_a_first_word_is_a_name_if_the_second_has_a_capital_too() -> None:
    assert read("Anna Berg slept.").opening[0] == "Name"
    assert read("Lamps shine.").names == frozenset()


def test_a_name_stands_long_before_short() -> None:
    texts = ["Anna Berg slept.", "Then Berg rose."]
    right, wrong = succession(texts), succession(texts[::-1])
    assert (right["before long short True"], right["before short long False"]) == (1.0, 1.0)
    assert (wrong["before long short False"], wrong["before short long True"]) == (1.0, 1.0)


def test_a_thing_has_a_before_it_has_the() -> None:
    texts = ["We saw a lamp.", "It rained.", "Soon the lamp fell."]
    assert succession(texts)["before a the True"] == pytest.approx(1 / 3)
    assert "before a the True" not in succession(texts[::-1])


def test_a_piece_from_the_middle_tells_nothing_of_beginnings_and_ends() -> None:
    texts = ["We saw a lamp.", "It rained."]
    found = succession(texts, has_begin=False, has_end=False)
    assert not any(name.startswith(("place", "last")) for name in found)
    assert any(name.startswith("last") for name in succession(texts))


@pytest.mark.parametrize("text", ["", "…", "?", "«"])
def test_odd_segments_are_read(text: str) -> None:
    assert len(list(read(text).signs())) >= 11


def test_short_texts_have_no_other_order() -> None:
    assert list(orders(3, 0)) == []
    assert len(list(orders(4, 0, times=2))) == 2


def test_the_shipped_ranker_prefers_a_report_in_its_order() -> None:
    lines = (
        "A fire broke out in a warehouse in Oldham on Monday, police said.",
        "The fire started on the first floor, where paint is kept.",
        "Anna Berg, who lives next door, saw the smoke and called for help.",
        "\"I thought it was the bakery,\" Berg said.",
        "She was not hurt.",
    )  # fmt: skip
    texts = [
        tokens(" ".join(f"{word}/{word.lower()}/X//0/dep" for word in line.split()))
        for line in lines
    ]
    assert shipped().rho(texts) > shipped().rho(texts[::-1])


def test_rare_features_are_not_learned() -> None:
    common, rare = Pair({"a": 1.0}, {"a": 0.0}), Pair({"a": 1.0, "b": 1.0}, {"a": 0.0})
    assert set(learned([common] * 50 + [rare] * 3, name="test").weights) == {"a"}


BARRELS = tokens("barrels/barrel/NOUN were/be/AUX shipped/ship/VERB")
GALLONS = tokens("gallons/gallon/NOUN and/and/CCONJ tons/ton/NOUN")
TEACHER = tokens("the/the/DET teacher/teacher/NOUN")
RARE = tokens("Zzxq/zzxq/PROPN")


def test_segments_about_like_things_are_near() -> None:
    near = dict(likeness([BARRELS, GALLONS]))
    far = dict(likeness([TEACHER, GALLONS]))
    assert near["like 1 back"] > far["like 1 back"]
    assert near["words like those before"] > far["words like those before"]
    assert dict(likeness([GALLONS, GALLONS]))["like 1 back"] == pytest.approx(1)


def test_segments_without_known_words_are_like_none() -> None:
    found = dict(likeness([RARE, GALLONS]))
    assert found["like 1 back"] == 0.0
    assert found["strange 1 back"] == 1.0
    assert found["words like those before"] == 0.0


def test_a_piece_from_the_middle_has_neither_first_nor_last() -> None:
    found = dict(likeness([BARRELS, GALLONS], has_begin=False, has_end=False))
    assert not any(name.startswith(("first", "last")) for name in found)
    assert set(dict(likeness([BARRELS, GALLONS]))) - set(found) == {
        "first is like the others",
        "last is like the others",
    }


def test_words_that_are_used_alike_have_one_class_and_direction() -> None:
    barrels, tons = class_of("barrels"), class_of("tons")
    assert barrels is tons is not None
    assert barrels.direction @ barrels.direction == pytest.approx(1)
    assert class_of("zzxq") is None


def test_a_direction_is_written_in_a_character_a_number() -> None:
    assert written([0.0, 1.0, -1.0]) == "N{!"
    assert len(written([0.5] * DIMENSIONS)) == DIMENSIONS
    assert written([0.0]) == "N"


ASKS = tokens("Who/who/PRON lit/light/VERB it/it/PRON ?/?/PUNCT")
ANSWERS = tokens("Ada/Ada/PROPN lit/light/VERB it/it/PRON ././PUNCT")
SIGNS = {"ends ?": 0, "ends .": 1}
WIDTH = DIMENSIONS + len(SIGNS)


def steps() -> Steps:
    """Make a network to which an answer follows a question, and nothing else does."""
    left, right = np.zeros((1, WIDTH + 1)), np.zeros((1, WIDTH + 1))
    left[0, DIMENSIONS] = right[0, DIMENSIONS + 1] = 9.0
    join = np.array([[0.0, 0.0, 1.0, 0.0, 0.0]])
    return Steps({
        "left": left, "right": right, "join": join, "out": np.array([[2.0, 0.0]]),
        "mean": np.zeros(WIDTH), "spread": np.ones(WIDTH), "signs": np.array(list(SIGNS)),
    })  # fmt: skip


def test_an_answer_follows_its_question_and_not_the_other_way() -> None:
    right = dict(steps().features([ASKS, ANSWERS]))
    wrong = dict(steps().features([ANSWERS, ASKS]))
    assert right["next follows"] == pytest.approx(2, abs=1e-3)
    assert wrong["next follows"] == pytest.approx(0, abs=1e-3)
    assert right["before follows"] == pytest.approx(-wrong["before follows"])


def test_a_text_of_two_segments_has_no_second_next() -> None:
    two = dict(steps().features([ASKS, ANSWERS]))
    three = dict(steps().features([ASKS, ANSWERS, ANSWERS]))
    assert set(three) - set(two) == {"next follows, second"}
    assert three["next follows, worst"] == pytest.approx(0, abs=1e-3)


def test_a_segment_is_its_place_in_use_and_its_signs() -> None:
    found = segment_vector(tokens("Barrels/barrel/NOUN fell/fall/VERB ././PUNCT"), SIGNS)
    assert np.linalg.norm(found[:DIMENSIONS]) == pytest.approx(STRETCH)
    assert found[DIMENSIONS:].tolist() == [0.0, 1.0]


def test_the_steps_are_among_the_features_of_a_text() -> None:
    shown = features([ASKS, ANSWERS])
    assert shown["next follows"] == dict(shipped_steps().features([ASKS, ANSWERS]))["next follows"]
    assert features([ASKS, ANSWERS], steps=steps())["next follows"] == pytest.approx(2, abs=1e-3)


def test_parts_that_do_not_fit_are_refused() -> None:
    arrays = {"left": np.zeros((1, 3)), "right": np.zeros((1, 3)), "out": np.zeros((1, 2))}
    with pytest.raises(ValueError, match="do not fit"):
        Joining({**arrays, "join": np.zeros((1, 4))})


LAMP = tokens("A/a/DET//1/det lamp/lamp/NOUN//2/nsubj fell/fall/VERB")
SAW = tokens("We/we/PRON//1/nsubj saw/see/VERB the/the/DET//3/det lamp/lamp/NOUN//1/obj")


def test_grammatical_words_neighbours_and_relations_are_rates_of_all_words() -> None:
    found = wording([LAMP, SAW])
    assert found["wording word the"] == 1 / 7
    assert found["wording tags DET NOUN"] == 2 / 7
    assert found["wording tags - DET"] == 1 / 7
    assert found["wording relation nsubj"] == 2 / 7
    assert "wording word lamp" not in found
    assert found["wording words of a segment"] == 3.5
    assert found["wording different words"] == 6 / 7


def test_the_order_of_segments_and_empty_ones_change_nothing() -> None:
    assert wording([LAMP, SAW]) == wording([SAW, tokens(""), LAMP])
    assert wording([tokens("")]) == {}


def test_weights_of_wording_count_in_rho() -> None:
    weights = CoherenceWeights(name="test", weights={"wording word the": 7.0})
    assert weights.rho([LAMP, SAW]) == 1.0
    assert weights.rho([SAW]) == 0.0  # one segment is no text


def test_features_of_order_are_held_more_strongly() -> None:
    pair = Pair({"next a": 1.0, "a": 1.0}, {"next a": 0.0, "a": 0.0})
    found = learned([pair] * 3000, name="test").weights
    assert 0 < found["next a"] < found["a"]
    alike = learned([pair] * 3000, name="test", ridge=ORDER_RIDGE).weights
    assert alike["next a"] == alike["a"]
