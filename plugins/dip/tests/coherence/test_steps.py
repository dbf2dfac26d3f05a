"""Steps: how well segments follow each other by their words, as a small network sees it."""

from __future__ import annotations

import numpy as np
import pytest

from discotag.testing.builders import tokens
from discotag_dip.coherence.features import STRETCH, Steps, features, segment_vector, shipped
from discotag_dip.weights import DIMENSIONS, Joining

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
    assert shown["next follows"] == dict(shipped().features([ASKS, ANSWERS]))["next follows"]
    assert features([ASKS, ANSWERS], steps=steps())["next follows"] == pytest.approx(2, abs=1e-3)


def test_parts_that_do_not_fit_are_refused() -> None:
    arrays = {"left": np.zeros((1, 3)), "right": np.zeros((1, 3)), "out": np.zeros((1, 2))}
    with pytest.raises(ValueError, match="do not fit"):
        Joining({**arrays, "join": np.zeros((1, 4))})
