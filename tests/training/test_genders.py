"""The table of genders: which endings tell those of all listed words, and of others."""

from __future__ import annotations

from discotag.plugins.embedded.genders import Genders
from training.pipelines.genders import endings

LISTED = {
    "hand": "f",
    "rückhand": "f",
    "wand": "f",
    "stand": "m",
    "verstand": "m",
    "zustand": "m",
    "wohnung": "f",
    "zeitung": "f",
    "rechnung": "f",
    "meinung": "f",
    "sprung": "m",
    "see": "mf",
    "kaffee": "m",
}


def table(words: dict[str, str]) -> Genders:
    made = Genders()
    made.fill({"endings": endings(words), "determiners": {}})
    return made


def test_every_listed_word_has_its_genders() -> None:
    genders = table(LISTED)
    assert {word: genders.genders(word) for word in LISTED} == LISTED


def test_a_compound_has_the_gender_of_its_last_part() -> None:
    genders = table(LISTED)
    assert genders.genders("Eigentumswohnung") == "f"
    assert genders.genders("Tageszeitung") == "f"


def test_an_ending_that_few_words_have_tells_nothing() -> None:
    assert table({"hand": "f", "tisch": "m"}).genders("brand") == ""


def test_an_ending_whose_words_differ_tells_nothing() -> None:
    words = {"land": "n", "sand": "m", "hand": "f", "band": "n", "wand": "f", "stand": "m"}
    assert table(words).genders("leinwänd-and") == ""


def test_words_that_agree_take_one_ending() -> None:
    words = {f"{stem}ung": "f" for stem in ("wohn", "zeit", "rechn", "mein", "ordn", "hoff")}
    assert endings(words) == {"g": "f"}
