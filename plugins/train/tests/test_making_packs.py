"""What `discotag train pack` does to sentences, lists and files."""

from __future__ import annotations

import random
from typing import TYPE_CHECKING

import pytest
from typer.testing import CliRunner

from discotag.plugin import InputError, UnknownNameError, UsageError
from discotag_train import command
from discotag_train.command import train_pack
from discotag_train.lexicons.corpora import sentence_pairs
from discotag_train.lexicons.making import read_recipe
from discotag_train.pipelines.addressed import (
    Line,
    Person,
    addressed,
    exchanged,
    inflected,
    read_words,
)
from discotag_train.pipelines.corpus import split
from discotag_train.pipelines.lexicon import read_closed
from discotag_train.pipelines.recipes import load_recipe
from discotag_train.pipelines.surface import Gold

if TYPE_CHECKING:
    from pathlib import Path

DICTIONARY = """# English :: Czech
tunnel {n} (passage) :: tunel {m}
panel {n} (piece) :: panel {m}
ship {n} (vessel) :: loď {f}
trousers {n} (clothes) :: kalhoty {f-p}
see {v} (perceive) :: vidět {impf}, spatřit {pf}
"""
THIRD = {"Person": "3", "Number": "Sing", "Mood": "Ind"}
SECOND = Person(
    feats=THIRD,
    endings=(("á", "áš"),),
    words={"je": "jsi"},
    becomes={"Person": "2"},
    pronoun="ty",
    lemma="ty",
    share=1.0,
)
NOUN = "Case=Gen|Gender=Masc|Number=Sing"
FINITE = "Mood=Ind|Number=Sing|Person=3"


def line(*rows: tuple[str, str, str, str, int, str]) -> Line:
    gold = tuple(Gold(upos, lemma, feats, head, rel) for _, lemma, upos, feats, head, rel in rows)
    return Line(tuple(row[0] for row in rows), (True,) * len(rows), gold)


def text(given: Line) -> str:
    return " ".join(given.words)


# --- other words ---


@pytest.fixture
def words(tmp_path: Path):
    path = tmp_path / "en-cs.txt"
    path.write_text(DICTIONARY, "utf-8")
    return read_words(path)


def test_a_word_takes_the_ending_of_the_one_that_it_stands_for():
    assert inflected("hotelu", "hotel", "tunel") == "tunelu"
    assert inflected("Hotelem", "hotel", "tunel") == "Tunelem"
    assert inflected("dnech", "den", "tunel") is None  # the ending does not fit
    assert inflected("byl", "hotel", "tunel") is None  # they do not begin alike


def test_words_without_a_gender_and_plurals_are_left_out(words):
    listed = {word for lemmas in words.lists.values() for word in lemmas}
    assert listed == {"tunel", "panel", "vidět", "spatřit"}


def test_a_noun_is_exchanged_with_its_lemma_and_keeps_what_else_it_has(words):
    told = line(("u", "u", "ADP", "_", 1, "case"), ("panelu", "panel", "NOUN", NOUN, -1, "root"))
    chance = random.Random(0)
    found = {text(new) for _ in range(30) for new in exchanged([told], words, chance)}
    assert found == {"u tunelu"}
    new = next(new for _ in range(30) for new in exchanged([told], words, chance))
    assert (new.gold[1].lemma, new.gold[1].feats, new.gold[1].head) == ("tunel", NOUN, -1)


# --- to somebody ---


def test_a_verb_of_the_third_person_is_said_to_somebody():
    told = line(
        ("Petr", "Petr", "PROPN", "_", 1, "nsubj"), ("dělá", "dělat", "VERB", FINITE, -1, "root")
    )
    (said,) = addressed([told], [SECOND], random.Random(0))
    assert text(said) == "Ty děláš"
    assert "Person=2" in said.gold[1].feats
    assert (said.gold[0].upos, said.gold[0].lemma) == ("PRON", "ty")


def test_a_subject_of_several_words_stays():
    told = line(
        ("Malý", "malý", "ADJ", "_", 1, "amod"),
        ("Petr", "Petr", "PROPN", "_", 2, "nsubj"),
        ("dělá", "dělat", "VERB", FINITE, -1, "root"),
    )
    assert list(addressed([told], [SECOND], random.Random(0))) == []


# --- files ---


def test_every_fifth_sentence_is_kept(tmp_path: Path):
    file = tmp_path / "xx-ud-dev.conllu"
    file.write_text("".join(f"# sent_id = {k}\n1\ta\n\n" for k in range(1, 12)), "utf-8")
    part, kept = split(file, tmp_path / "ready", 5)
    assert part.name == "xx-ud-dev.part.conllu"
    assert [row for row in kept.read_text("utf-8").split("\n") if row.startswith("#")] == [
        "# sent_id = 5",
        "# sent_id = 10",
    ]
    assert part.read_text("utf-8").count("sent_id") == 9


def test_what_is_missing_is_named(tmp_path: Path):
    with pytest.raises(InputError, match=r"none\.conllu"):
        split(tmp_path / "none.conllu", tmp_path, 5)
    with pytest.raises(InputError, match=r"none\.toml"):
        load_recipe(tmp_path / "none.toml")
    recipe = tmp_path / "xx.toml"
    recipe.write_text('language = "xx"\nlexikon = true\n', "utf-8")
    with pytest.raises(InputError, match="lexikon"):
        load_recipe(recipe)
    closed = tmp_path / "closed.tsv"
    closed.write_text("PRON\tja\tja mnie\nPRON\tty\n", "utf-8")
    with pytest.raises(InputError, match=r"closed\.tsv:2: has no three columns"):
        read_closed(closed)


TABLE = """[xx]
key = "plain"
tables = ["pairs.tsv"]
"""


def test_a_table_without_the_second_column_is_named(tmp_path: Path):
    recipes = tmp_path / "lexicon.toml"
    recipes.write_text(TABLE, "utf-8")
    recipe = read_recipe(recipes, "xx")
    with pytest.raises(InputError, match=r"pairs\.tsv: the recipe names this file"):
        sentence_pairs(tmp_path, recipe)
    (tmp_path / "pairs.tsv").write_text("It rains.\tPrší.\nGood night.\n", "utf-8")
    with pytest.raises(InputError, match=r"pairs\.tsv:2: has no column 2"):
        sentence_pairs(tmp_path, recipe)
    with pytest.raises(UnknownNameError):
        read_recipe(recipes, "yy")


def test_a_table_is_learned_outside_the_checkout(tmp_path: Path, monkeypatch):
    pytest.importorskip("numba")
    monkeypatch.chdir(tmp_path)
    (tmp_path / "lexicon.toml").write_text(TABLE.replace("[xx]", "[sv]"), "utf-8")
    rows = [("the dog runs", "hunden springer"), ("a cat", "en katt"), ("oh a dog", "en hund ju")]
    (tmp_path / "pairs.tsv").write_text("".join(f"{a}\t{b}\n" for a, b in rows * 5), "utf-8")
    command = ["lexicon", "sv", "--recipes", "lexicon.toml", "--data", ".", "--teacher", "none"]
    made = []
    for name in ("one", "two"):
        done = CliRunner().invoke(train_pack, [*command, "--out", name, "--work", f"{name}-work"])
        assert done.exit_code == 0, done.output
        made.append((tmp_path / name / "en-sv.npz").read_bytes())
    assert made[0] == made[1]


def test_stages_are_kept_outside_of_the_package(tmp_path, monkeypatch):
    monkeypatch.setenv("DISCOTAG_CACHE", str(tmp_path / "cache"))
    out = tmp_path / "discotag_lang_xx" / "pipeline"
    found = command._work(None, out)
    assert found.parent == tmp_path / "cache" / "train"
    assert found == command._work(None, out)
    assert found != command._work(None, out.with_name("lexicon"))
    monkeypatch.setenv("DISCOTAG_CACHE", "off")
    with pytest.raises(UsageError, match="give --work"):
        command._work(None, out)
