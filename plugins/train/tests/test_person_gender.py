"""Words for persons, taken from dictionary lines."""

from __future__ import annotations

import pytest

from discotag_train.person_gender import given_names, pairs, person_nouns, persons, read_entries

LINES = """teacher {n} (person who teaches) :: Lehrer {m}, Lehrerin {f}, Lehrkraft {f}
lion {n} (animal) :: Löwe {m}, Löwin {f}
basket {n} (container) :: Korb {m}, Körbe {f}
guest {n} (one who visits) :: Gast {m} {f}, Besucher {m} /bəˈzuːxɐ/, Besucherin {f} [female]
Mary {prop} (female given name) :: Maria {f}
Robin {prop} (male given name) :: Robin
to teach {v} (to pass on knowledge) :: lehren
"""


@pytest.fixture
def german(tmp_path):
    (tmp_path / "en-de-enwiktionary.txt").write_text(LINES, encoding="utf-8")
    return {"de": read_entries(tmp_path, "de")}


def test_only_nouns_and_names_are_read(german):
    heads = [entry.head for entry in german["de"]]
    assert heads == ["teacher", "lion", "basket", "guest", "Mary", "Robin"]


def test_a_sense_with_a_pair_names_a_person_unless_it_is_an_animal(german):
    assert {head for head, _ in persons(german)} == {"teacher", "guest"}


def test_nouns_come_in_pairs_and_others(german):
    nouns = person_nouns(german["de"], persons(german), "de")
    assert nouns.pairs == {"Lehrer": "Lehrerin", "Besucher": "Besucherin"}
    assert nouns.common == {"Gast"}
    assert nouns.others == {"Lehrkraft"}


@pytest.mark.parametrize(
    ("code", "words", "found"),
    [
        ("de", [("Arzt", "m"), ("Ärztin", "f")], [("Arzt", "Ärztin")]),
        ("fr", [("acteur", "m"), ("actrice", "f")], [("acteur", "actrice")]),
        ("fr", [("cerveau", "m"), ("cervelle", "f")], []),
        ("ru", [("учитель", "m"), ("учительница", "f")], [("учитель", "учительница")]),
        ("cs", [("herec", "m"), ("herečka", "f")], [("herec", "herečka")]),
        ("cs", [("dělník", "m"), ("dělnice", "f")], [("dělník", "dělnice")]),
        ("pl", [("morderca", "m"), ("morderczyni", "f")], [("morderca", "morderczyni")]),
    ],
    ids=["umlaut", "another ending", "no derivation", "Russian", "č", "Czech", "Polish"],
)
def test_a_pair_is_derived_as_the_language_does_it(code, words, found):
    assert list(pairs(words, code)) == found


def test_a_name_that_the_census_has_for_both_is_left_out(german, tmp_path):
    (tmp_path / "dist.male.first").write_text("ROBIN 0.046 46.0 200\nTOM 0.2 50.0 90\n", "ascii")
    (tmp_path / "dist.female.first").write_text("ROBIN 0.208 40.0 90\n", "ascii")
    names = given_names(german, tmp_path)
    assert names == {"masculine": {"tom"}, "feminine": {"mary"}}


def test_swedish_nouns_are_said_of_women_and_men(tmp_path):
    lines = "teacher {n} (person who teaches) :: lärare {c}, lärarinna {f}\n"
    (tmp_path / "en-sv.txt").write_text(lines, encoding="utf-8")
    senses = frozenset({("teacher", "person who teaches")})
    nouns = person_nouns(read_entries(tmp_path, "sv"), senses, "sv")
    assert (nouns.pairs, nouns.common, nouns.others) == ({}, {"lärare"}, {"lärarinna"})
