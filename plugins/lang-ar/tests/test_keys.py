"""Light stems: one key for the written words of one lexeme."""

import pytest

from discotag_lang_ar.plugin import light_stem


@pytest.mark.parametrize(
    ("words", "key"),
    [
        (("كتاب", "الكتاب", "وكتابه", "بالكتاب", "كتابها", "لكتابهم"), "كتاب"),
        (("سيارة", "سيارته", "وبالسيارات", "للسيارة"), "سيار"),
        (("مدرسة", "المدرسة", "مدرستي", "والمدرسة"), "مدرس"),
        (("أوباما", "لأوباما"), "اوبام"),
    ],
    ids=["book", "car", "school", "a name"],
)
def test_written_words_of_one_lexeme_have_one_key(words, key):
    assert {light_stem(word) for word in words} == {key}


def test_vowel_signs_do_not_count():
    assert light_stem("كِتَابٌ") == "كتاب"


def test_short_words_are_left_whole():
    assert [light_stem(word) for word in ("ولد", "في", "هو")] == ["ولد", "في", "هو"]
