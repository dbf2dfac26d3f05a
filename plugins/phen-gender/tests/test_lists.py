"""What words of a target language show: listed nouns, compounds, ends, names."""

from __future__ import annotations

from pathlib import Path

import pytest

from discotag.plugin import LanguagePack, Table, TableError
from discotag_phen_gender.lists import TABLE, PersonWords, Words, languages, words_for, words_of
from discotag_phen_gender.plugin import LANGUAGES


def words(code: str) -> PersonWords:
    return words_for(LanguagePack.from_package(f"discotag_lang_{code}"))


def table(**data: object) -> Table:
    given = {"sources": ["made up for this test"], "nouns": {}, **data}
    return Table("xx", TABLE, Path("xx.toml"), "test", given, "")


@pytest.mark.parametrize(
    ("code", "form", "gender"),
    [
        ("de", "Lehrerin", "feminine"),
        ("de", "Lehrer", "masculine"),
        ("de", "Fachlehrerin", "feminine"),
        ("de", "Mitglied", "neutral"),
        ("fr", "actrice", "feminine"),
        ("fr", "journaliste", None),
        ("fr", "victime", "neutral"),
        ("it", "autrice", "feminine"),
        ("ru", "учительницы", "feminine"),
        ("ru", "учителю", "masculine"),
        ("ru", "врач", None),
        ("nl", "lerares", "feminine"),
        ("es", "maestra", "feminine"),
        ("pt", "pessoa", "neutral"),
        ("ar", "معلمة", "feminine"),
        ("ro", "profesoară", "feminine"),
        ("he", "מורה", None),
        ("cs", "učitelce", "feminine"),
        ("cs", "mluvčí", None),
        ("pl", "nauczycielce", "feminine"),
        ("pl", "sędzia", None),
        ("sv", "skådespelerska", "feminine"),
        ("sv", "läkare", None),
        ("sv", "medlem", "neutral"),
        ("uk", "учительку", "feminine"),
        ("uk", "голова", None),
    ],
)
def test_a_noun_shows_what_its_list_says(code, form, gender):
    assert words(code).noun(form, form, is_person=True) == gender


def test_ends_tell_only_of_words_that_name_persons():
    assert words("de").noun("Zaubererin", "Zaubererin", is_person=True) == "feminine"
    assert words("de").noun("Medizin", "Medizin", is_person=False) is None


@pytest.mark.parametrize(
    ("source", "form", "is_oblique", "gender"),
    [
        ("Geremek", "Геремека", True, "masculine"),
        ("Geremek", "Геремек", True, "feminine"),
        ("Geremek", "Геремек", False, None),
        ("Cheda", "Чеды", True, None),
    ],
    ids=["declined", "not declined", "nominative", "ends in a vowel"],
)
def test_russian_declines_the_names_of_men(source, form, is_oblique, gender):
    assert words("ru").name(source, form, is_oblique=is_oblique) == gender


@pytest.mark.parametrize(
    ("code", "form", "gender"),
    [("uk", "Роджерса", "masculine"), ("cs", "Rogersem", "masculine"), ("pl", "Rogers", None)],
)
def test_so_do_czech_polish_and_ukrainian(code, form, gender):
    assert words(code).name("Rogers", form, is_oblique=True) == gender


def test_other_languages_show_nothing_in_names():
    assert words("de").name("Geremek", "Geremeks", is_oblique=True) is None


def test_a_word_of_two_lists_has_no_gender():
    assert Words(masculine={"x", "y"}, feminine={"x"}).genders == {"y": "masculine"}


def test_forms_follow_the_table():
    made = words_of(
        table(nouns={"feminine": ["mina"]}, cases={"feminine": ["a-ę"]}, pairs=["ban/bana"])
    )
    found = [made.noun(form, form, is_person=False) for form in ("minę", "banę", "ban", "bez")]
    assert found == ["feminine", "feminine", "masculine", None]


def test_a_pair_without_its_sign_is_an_error():
    with pytest.raises(TableError, match="masculine/feminine"):
        words_of(table(pairs=["lehrer"]))


def test_each_language_that_is_declared_has_lists():
    assert frozenset(LANGUAGES) == languages()
