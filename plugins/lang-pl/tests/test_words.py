"""Polish lines: whom they address, and how."""

import pytest

from discotag_dev.packs import PackTagger

LINES = [
    ("Where is your book?", "Gdzie jest twoja książka?", "twoja:t"),
    ("You are old.", "Ty jesteś stary.", "Ty:t"),
    ("You have the key.", "Pani ma klucz.", "Pani:v"),
    ("I will help you.", "Pomogę panu.", "panu:v"),
    ("You read a book.", "Czytasz książkę.", "Czytasz:t"),
    ("He reads a book.", "Czyta książkę.", ""),
    ("He is old.", "On jest stary.", ""),
    ("The house is here.", "Dom jest tu.", ""),
]


@pytest.fixture(scope="module")
def tagger():
    return PackTagger("pl", ("formality",))


@pytest.mark.parametrize(("english", "line", "expected"), LINES)
def test_a_line_is_addressed_as_its_words_say(tagger, english, line, expected):
    found = (place.split() for place, _ in tagger.marks([english], [line], "formality"))
    assert " ".join(f"{word}:{label}" for _, word, label in found) == expected
