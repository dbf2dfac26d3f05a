"""Only what is clearly in another language is held against a translation."""

from __future__ import annotations

import pytest

from discotag_translate.language_check import LEAST_LETTERS, LanguageCheck, letters

TEXTS = {
    "en": "The old lamp stood on the table for years before somebody knocked it over yesterday.",
    "de": "Die alte Lampe stand jahrelang auf dem Tisch, bevor jemand sie gestern umgestoßen hat.",
    "fr": "La vieille lampe est restée des années sur la table avant que quelqu'un ne la renverse.",
    "es": "La vieja lámpara estuvo años sobre la mesa antes de que alguien la tirara al suelo.",
    "ja": "その古いランプは何年もテーブルの上に置いてあったが、昨日だれかがそれを倒してしまった。",
    "ru": "Старая лампа много лет стояла на столе, пока кто-то вчера её случайно не опрокинул.",
}


@pytest.mark.parametrize("target", sorted(set(TEXTS) - {"en"}))
def test_each_language_is_right_for_itself_and_wrong_for_others(target):
    check = LanguageCheck("en", target)
    assert check.fault(TEXTS[target]) is None
    for other in set(TEXTS) - {target}:
        assert f"({other})" in str(check.fault(TEXTS[other]))


def test_short_texts_are_not_judged():
    check = LanguageCheck("en", "de")
    assert letters(TEXTS["en"][:40]) < LEAST_LETTERS
    assert check.fault(TEXTS["en"][:40]) is None
    assert letters("日本語") == 3 * letters("abc")


def test_a_variety_is_its_language_and_an_unknown_one_is_not_judged():
    assert LanguageCheck("en", "de-at").fault(TEXTS["de"]) is None
    check = LanguageCheck("en", "tlh")
    assert not check.is_known
    assert check.fault(TEXTS["en"]) is None


def test_close_languages_are_one_unless_one_is_the_source():
    assert LanguageCheck("en", "pt").fault(TEXTS["es"]) is None
    assert LanguageCheck("es", "pt").fault(TEXTS["es"]) is not None
