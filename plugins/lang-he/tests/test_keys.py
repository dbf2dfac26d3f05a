"""Keys: a word and its prefixed and inflected forms are looked up by one key."""

import pytest

from discotag_lang_he.keys import hebrew_stem


@pytest.mark.parametrize(
    "forms",
    [
        "ילד ילדים הילדים וכשהילדים לילדים ילדה",
        "בית הבית בבית לבית",
        "מכתב המכתבים מכתבים",
        "הוא והוא שהוא כשהוא",
        "ממשלה הממשלה ממשלות",
        "סֵפֶר ספר בספר",
    ],
)
def test_forms_of_a_word_share_a_key(forms):
    assert len({hebrew_stem(form) for form in forms.split()}) == 1


@pytest.mark.parametrize(("first", "second"), [("ממשלה", "שלה"), ("אתה", "אתם"), ("לו", "לה")])
def test_a_word_does_not_become_one_of_a_closed_class(first, second):
    assert hebrew_stem(first) != hebrew_stem(second)
