"""The segmenter's search and features, on a model small enough to reckon by hand."""

import numpy as np

from discotag_lang_zh.segmenter import FEATURES, Segmenter, features

BUCKETS = 1024


def blank(words: dict[str, str] | None = None) -> Segmenter:
    """Make a model that has learned nothing."""
    weights = np.zeros((BUCKETS, 4), dtype=np.int8)
    return Segmenter(weights, np.zeros((4, 4), dtype=np.float32), 1.0, words or {})


def test_the_words_make_up_the_text():
    model = blank()
    model.weights[features("我们去", {}, BUCKETS)[0], 0] = 1
    assert sum(model.lengths("我们去")) == len("我们去")
    assert model.lengths("我们去")[0] > 1


def test_one_character_is_one_word():
    assert blank().lengths("我") == [1]


def test_no_text_has_no_words():
    assert blank().lengths("") == []


def test_features_have_one_row_a_character():
    rows = features("我们3km。", {"我们"}, BUCKETS)
    assert rows.shape == (6, FEATURES)
    assert rows.min() >= 0
    assert rows.max() < BUCKETS


def test_marks_of_both_widths_are_alike():
    assert (features("好，走", {}, BUCKETS) == features("好,走", {}, BUCKETS)).all()


def test_a_listed_word_changes_features():
    assert (features("我们去", {}, BUCKETS) != features("我们去", {"我们"}, BUCKETS)).any()


def test_a_pronoun_is_a_word_unless_the_list_has_it():
    weights = np.zeros((BUCKETS, 4), dtype=np.int8)
    weights[:] = (1, 1, 1, -9)  # nothing wants to be a word of one character
    model = Segmenter(weights, np.zeros((4, 4), dtype=np.float32), 1.0, {"他人": "r"})
    assert model.lengths("您有") == [1, 1]
    assert model.lengths("他人") == [2]
