"""The gender of nouns by their dictionary form."""

import pytest
from spacy.tokens import Doc
from spacy.vocab import Vocab

from discotag_lang_uk.genders import UkrainianGenders

RULES = {
    "endings": {"m": ["к", "ь"], "f": ["а", "сть"], "n": ["о", "ння"]},
    "words": {"m": ["батько", "фестиваль"], "f": ["осінь"], "none": ["голова"]},
    "excluded": {"f": ["ів"]},
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
        ("кінофестиваль", "Masc"),
        ("голова", ""),
        ("млрд", None),
        ("2012", None),
        ("меню", None),
    ],
)
def test_the_longest_ending_decides_but_for_listed_words(lemma, gender):
    rules = UkrainianGenders()
    rules.fill(RULES)
    assert rules.gender(lemma) == gender


@pytest.mark.parametrize(
    ("form", "lemma", "given", "gender"),
    [
        ("стін", "стіна", "Masc", "Fem"),
        ("лаврів", "лавра", "Masc", "Masc"),
        ("голови", "голова", "Fem", ""),
    ],
    ids=["by the lemma", "a form that no feminine has", "two genders"],
)
def test_the_gender_of_a_noun_is_set_where_its_form_may_have_it(form, lemma, given, gender):
    rules = UkrainianGenders()
    rules.fill(RULES)
    morphs = [f"Gender={given}|Number=Plur"]
    doc = rules(Doc(Vocab(), words=[form], pos=["NOUN"], lemmas=[lemma], morphs=morphs))
    assert doc[0].morph.to_dict().get("Gender", "") == gender
