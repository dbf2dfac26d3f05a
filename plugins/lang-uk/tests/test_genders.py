"""The gender of nouns by their dictionary form."""

import pytest

from discotag_lang_uk.genders import UkrainianGenders

RULES = {
    "endings": {"m": ["к", "ь"], "f": ["а", "сть"], "n": ["о", "ння"]},
    "words": {"m": ["батько"], "f": ["осінь"]},
}


@pytest.mark.parametrize(
    ("lemma", "gender"),
    [
        ("будинок", "Masc"),
        ("Стіна", "Fem"),
        ("радість", "Fem"),
        ("питання", "Neut"),
        ("батько", "Masc"),
        ("осінь", "Fem"),
        ("2012", None),
        ("меню", None),
    ],
)
def test_the_longest_ending_decides_but_for_listed_words(lemma, gender):
    rules = UkrainianGenders()
    rules.fill(RULES)
    assert rules.gender(lemma) == gender
