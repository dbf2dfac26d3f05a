"""The table of genders: which endings tell those of all listed words, and of others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest
from spacy.tokens import Doc
from spacy.vocab import Vocab

from discotag.plugins.embedded.genders import Genders
from discotag_train.pipelines import genders as recipes
from discotag_train.pipelines.genders import endings

if TYPE_CHECKING:
    from pathlib import Path

INTO_ENGLISH = """chat {m} :: cat
livre {m} :: book
cheval {m} :: horse
voile {f} :: sail
voir {vt} :: see
"""
FROM_ENGLISH = "veil {n} (cloth) :: voile {m}\nsun {n} :: soleil {m}, astre {n}\n"
RECIPE = """
dictionaries = ["fr-en-list.txt", "en-fr-list.txt"]
sources = ["a grammar"]
letters = { n = "" }
is_joint = true
forms = [["al", "aux"], ["", "s"]]
[determiners]
la = "f"
"""

SWEDISH = "car {n} :: bil {c}\nlake {n} :: sjö {c}\nhouse {n} :: hus {n}\n"

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


def test_a_recipe_joins_dictionaries_and_makes_plurals(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "fr-en-list.txt").write_text(INTO_ENGLISH, "utf-8")
    (tmp_path / "en-fr-list.txt").write_text(FROM_ENGLISH, "utf-8")
    (tmp_path / "xx-genders.toml").write_text(RECIPE, "utf-8")
    seen = {}
    monkeypatch.setattr(recipes, "endings", lambda words: seen.update(words) or {})
    data = recipes.build(tmp_path / "xx-genders.toml", [tmp_path])
    assert data["determiners"] == {"la": "f"}
    assert seen == {
        "chat": "m", "chats": "m", "livre": "m", "livres": "m", "cheval": "m", "chevaux": "m",
        "voile": "fm", "voiles": "fm", "soleil": "m", "soleils": "m",
    }  # fmt: skip


def test_a_treebank_tells_the_usual_genders_of_its_nouns(tmp_path: Path) -> None:
    rows = [("huis", "Neut"), ("huis", "Neut"), ("idee", "Com"), ("idee", "Neut")]
    lines = [
        f"{number}\t{lemma}\t{lemma}\tNOUN\t_\tGender={gender}\t0\troot\t_\t_"
        for number, (lemma, gender) in enumerate(rows, 1)
    ]
    (tmp_path / "x.conllu").write_text("# text = x\n" + "\n".join(lines) + "\n\n", "utf-8")
    found = dict(recipes._nouns(tmp_path / "x.conllu"))
    assert found == {"huis": "n", "idee": "cn"}


def test_endings_of_a_gender_make_the_other_forms_of_its_nouns(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "en-sv-list.txt").write_text(SWEDISH, "utf-8")
    (tmp_path / "sv-genders.toml").write_text(
        'dictionaries = ["en-sv-list.txt"]\nsources = ["a grammar"]\nvowels = "ö"\n'
        'forms = [["", "en", "c"], ["", "et", "n"], ["ö", "ön", "c"]]\n[determiners]\n',
        "utf-8",
    )
    seen: dict[str, str] = {}
    monkeypatch.setattr(recipes, "endings", lambda words: seen.update(words) or {})
    recipes.build(tmp_path / "sv-genders.toml", [tmp_path])
    assert seen == {"bil": "c", "bilen": "c", "sjö": "c", "sjön": "c", "hus": "n", "huset": "n"}


def test_a_treebank_tells_of_forms_where_the_recipe_asks(tmp_path: Path) -> None:
    line = "1\tmännen\tman\tNOUN\t_\tGender=Com\t0\troot\t_\t_"
    (tmp_path / "x.conllu").write_text("# text = x\n" + line + "\n\n", "utf-8")
    assert dict(recipes._nouns(tmp_path / "x.conllu", True)) == {"man": "c", "männen": "c"}


def _set(genders: Genders, words: list[str], tags: list[str]) -> list[str]:
    doc = Doc(Vocab(), words=words, pos=tags)
    return [token.morph.to_dict().get("Gender", "") for token in genders(doc)]


def like_names(**more: list[str]) -> Genders:
    made = Genders()
    made.fill({"endings": endings(LISTED | {"stands": "m"}), "determiners": {}, **more})
    return made


@pytest.mark.parametrize("word", ["Wand", "Meinung", "Rückhand", "Stands"])
def test_a_listed_noun_that_was_taken_for_a_name_has_its_gender(word: str) -> None:
    known = ["wand", "stand", "rückhand"]
    genders = like_names(nouns=known, noun_endings=["ung"], inflections=["s"])
    assert _set(genders, ["mit", word], ["ADP", "PROPN"])[1] != ""


@pytest.mark.parametrize(
    ("words", "tags"),
    [(["Boulevard", "Wand"], ["PROPN", "PROPN"]), (["mit", "Strand"], ["ADP", "PROPN"])],
    ids=["beside another name", "not listed"],
)
def test_a_name_has_no_gender_from_the_table(words: list[str], tags: list[str]) -> None:
    assert _set(like_names(nouns=["wand"]), words, tags) == ["", ""]


@pytest.mark.parametrize(("taken_for", "gender"), [(["X"], "Fem"), ([], "")])
def test_a_noun_taken_for_another_part_of_speech_has_its_gender_where_the_table_says_so(
    taken_for: list[str], gender: str
) -> None:
    assert _set(like_names(taken_for=taken_for), ["Wand"], ["X"]) == [gender]
