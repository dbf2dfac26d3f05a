"""A name spelled two ways is a finding; its inflections, compounds and relatives are none."""

from __future__ import annotations

import pytest

from discotag.core.language import LanguagePack
from discotag.core.tags import TaggedDocument, TokenRef
from discotag.testing.builders import context, document
from discotag_lint.checks.names import NameCheck, is_derived, is_inflected


def findings(source, *targets, language="ru", **options):
    """A document in which one name is the only word of every segment."""
    lines = [f"{form}//PROPN" for form in targets]
    built = document([f"{source}//PROPN"] * len(lines), lines, ["0-0"] * len(lines))
    pack = LanguagePack.from_package(f"discotag_lang_{language}")
    check = NameCheck.create(context(pack, name="names", **options))
    return list(check.check(TaggedDocument(built, ())))


def test_the_rarer_spelling_is_told_with_its_other_places():
    (finding,) = findings("Fran", "Фрэн", "Фран", "Фран", "Фрэн", "Фран")
    assert finding.code == "DT202"
    assert finding.message == "Fran is “Фрэн” here, “Фран” elsewhere"
    assert finding.place == TokenRef("target", 0, 0)
    assert finding.others == (TokenRef("target", 1, 0), TokenRef("target", 3, 0))


@pytest.mark.parametrize(
    ("language", "source", "forms"),
    [
        ("ru", "Fran", ("Фран", "Франа", "Франом")),
        ("ru", "Anna", ("Анна", "Анне", "Анной")),
        ("ru", "Murphy", ("Мерфи", "Мёрфи")),
        ("tr", "Istanbul", ("İstanbul'da", "İstanbul'un")),
        ("de", "Norton", ("Norton", "Norton-Konto")),
        ("de", "Ukraine", ("Ukraine", "Ostukraine")),
        ("de", "Korea", ("Nordkorea", "Südkorea")),
        ("fr", "Italy", ("Italie", "Italiens")),
        ("fr", "Hannover", ("Hannover", "Hanovre", "Hannover")),
        ("fr", "China", ("Chine", "Chine", "China")),
        ("ru", "Fran", ("Фран", "Девушка")),
        ("de", "Internet", ("Internetumsatz", "Internetverkauf")),
        ("de", "Channel", ("Kanaltunnels", "Kanalinseln")),
        ("de", "Europe", ("Osteuropa", "Europas")),
        ("de", "Indonesia", ("Indonesiens", "Indonesischen")),
        ("de", "Bulgarians", ("Bulgaren", "Bulgarien")),
        ("fr", "Hongkong", ("Hong-Kong", "Kong")),
    ],
    ids=["endings", "declension", "ё", "apostrophe", "hyphen", "compound", "two compounds",
         "derivation", "a name of its own", "a copy in a longer name", "no name",
         "compounds of the name", "compounds of its translation", "a compound with an ending",
         "an adjective", "people and country", "a part of the name"],
)  # fmt: skip
def test_what_is_no_second_spelling(language, source, forms):
    assert findings(source, *forms, language=language) == []


def test_a_typing_error_in_a_copied_name_is_found():
    (finding,) = findings("Campbell", "Campbell", "Campell", "Campbell", language="de")
    assert finding.place.segment == 1


def test_words_that_are_no_names_are_left_alone():
    lines = ["фран//NOUN", "фрэн//NOUN"]
    built = document(["fran//NOUN"] * 2, lines, ["0-0"] * 2)
    assert list(NameCheck.create(context("ru")).check(TaggedDocument(built, ()))) == []


def test_a_language_without_listed_endings_has_none():
    ends = frozenset({""})
    assert not is_inflected("anna", "anne", ends)
    assert is_inflected("анна", "анне", frozenset({"а", "е"}))


def test_spellings_meet_again_where_derivations_part_for_good():
    assert not is_derived("campell", "campbell", {""})
    assert is_derived("italie", "italiens", {""})
    assert not is_derived("кэхиллом", "кахилла", {"ом", "а"})
