"""Keys of the translation table: what stays of a Turkish word."""

import pytest

from discotag.plugins.aligners.lexicon.words import stemmer


@pytest.mark.parametrize(
    ("form", "key"),
    [
        ("kitaplarımızdan", "kitap"),
        ("Ankara’ya", "ankar"),
        ("İstiyorum", "istiy"),
        ("Işıklar", "işikl"),
        ("ev", "ev"),
        ("'", "'"),
    ],
)
def test_a_key_is_the_beginning_of_a_word(form: str, key: str) -> None:
    assert stemmer("turkish")(form) == key
