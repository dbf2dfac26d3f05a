"""Links of a teacher: which pairs it sees, and what a table learns from them."""

from __future__ import annotations

import json
from types import SimpleNamespace
from typing import TYPE_CHECKING

import numpy as np
import pytest
from typer.testing import CliRunner

from discotag.plugin import Alignment, InputError
from discotag_train.command import train_pack
from discotag_train.lexicons import trainer
from discotag_train.lexicons.corpora import Keyed, corpus_files, sentence_pairs
from discotag_train.lexicons.making import Recipe, taught_pairs, teach
from discotag_train.lexicons.trainer import Lessons, train
from discotag_train.links import read_pass

if TYPE_CHECKING:
    from pathlib import Path


pytest.importorskip("numba")


ENGLISH = Recipe(language="en", spacy_language="en", key="plain")
FRENCH = Recipe(language="fr", spacy_language="fr", key="plain")


def keyed(*lines: str) -> Keyed:
    return Keyed([line.split() for line in lines], {})


def counted(lessons: Lessons | None = None) -> dict[tuple[str, str], float]:
    found = train(keyed("red car here", "x", "red"), keyed("auto rouge ici", "y", "rouge"), lessons)
    wide = len(found.target_keys)
    return {
        (found.source_keys[entry // wide], found.target_keys[entry % wide]): count
        for entry, count in zip(found.entries.tolist(), found.links.tolist(), strict=True)
    }


def lessons(pairs: list[int], links: list[tuple[int, int, int]]) -> Lessons:
    return Lessons(np.array(pairs, dtype=np.int64), np.array(links, dtype=np.int64).reshape(-1, 3))


def test_what_the_teacher_links_counts_once_more() -> None:
    alone, taught = counted(), counted(lessons([0], [(0, 0, 1), (0, 1, 0)]))
    assert taught["red", "rouge"] > alone["red", "rouge"] + 0.9
    assert taught["car", "auto"] > alone["car", "auto"] + 0.9
    wrong = counted(lessons([0], [(0, 0, 0)]))
    assert wrong["red", "auto"] > alone["red", "auto"] + 0.9


def test_a_word_with_several_links_has_a_share_in_each(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(trainer, "MODEL1_ROUNDS", 1)  # the first round knows no lessons
    monkeypatch.setattr(trainer, "HMM_ROUNDS", 0)
    alone, taught = counted(), counted(lessons([0], [(0, 0, 0), (0, 0, 1)]))
    more = [taught["red", word] - alone["red", word] for word in ("auto", "rouge")]
    assert more == pytest.approx([1 / np.sqrt(2)] * 2)


def test_words_of_taught_pairs_occur_once_more_linked_or_not() -> None:
    sides = keyed("red car here", "x"), keyed("auto rouge ici", "y")
    alone, taught = train(*sides), train(*sides, lessons([0], [(0, 0, 1)]))
    assert dict(zip(taught.source_keys, taught.source_total, strict=True)) == {
        "red": 2,
        "car": 2,
        "here": 2,
        "x": 1,
    }
    car = alone.source_keys.index("car")
    assert taught.source_lone[car] > alone.source_lone[car] + 0.9


def test_no_lessons_change_nothing() -> None:
    assert counted(lessons([], [])) == counted()


def test_the_longest_pairs_are_taught_whatever_their_order() -> None:
    pairs = [("a " * size, "b") for size in (1, 150, 2, 120, 200, 3)]
    assert taught_pairs(pairs, 3) == [1, 3, 4]
    turned = taught_pairs(pairs[::-1], 3)
    assert {pairs[::-1][place] for place in turned} == {pairs[place] for place in (1, 3, 4)}
    assert taught_pairs(pairs, 99) == list(range(6))


def test_the_teacher_sees_the_tokens_of_the_table() -> None:
    seen = []

    def align(pairs):
        seen.extend(pairs)
        return [Alignment.of([(0, 0), (len(a) - 1, len(b) - 1)]) for a, b in pairs]

    pairs = [("It rains, again.", "Il pleut."), ("", "vide"), ("Good  night.", "Bonne nuit.")]
    found = teach(SimpleNamespace(align=align), pairs, (ENGLISH, FRENCH))
    assert [pair[0].forms for pair in seen] == [
        ("It", "rains", ",", "again", "."),
        ("Good", "night", "."),
    ]
    assert seen[1][0].text[seen[1][0].starts[1] :] == "night."
    assert found.pairs.tolist() == [0, 2]
    assert found.links.tolist() == [[0, 0, 0], [0, 4, 2], [2, 0, 0], [2, 2, 2]]


RECIPE = Recipe(language="ko", spacy_language="ko", key="plain", aligned=(("news.en", "news.ko"),))


def test_line_aligned_files_keep_their_spaces(tmp_path: Path) -> None:
    folder = tmp_path / "parallel"
    folder.mkdir()
    (folder / "news.en").write_text("It rains.\n\nGood night.\n", "utf-8")
    (folder / "news.ko").write_text("비가 온다.\n\n잘 자.\n", "utf-8")
    assert sentence_pairs(tmp_path, RECIPE) == [
        ("It rains.", "비가 온다."),
        ("Good night.", "잘 자."),
    ]
    assert [path.name for path in corpus_files(tmp_path, RECIPE)] == ["news.en", "news.ko"]


def test_a_missing_file_is_named(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="which is not there"):
        sentence_pairs(tmp_path, RECIPE)


FIRST = {"id": "1", "source": "the dog barks", "target": "hunden skäller"}


def written(path: Path, **links: list[list[int]]) -> Path:
    path.write_text(json.dumps({**FIRST, **links}, ensure_ascii=False) + "\n", "utf-8")
    return path


def test_what_both_hold_sure_is_sure_and_what_one_holds_is_possible(tmp_path: Path):
    one = written(tmp_path / "a.jsonl", sure=[[1, 0], [2, 1]], possible=[[0, 0]])
    two = written(tmp_path / "b.jsonl", sure=[[1, 0]], possible=[[2, 1], [2, 0]])
    out = tmp_path / "gold"
    command = ["links", str(one), str(two), "--language", "sv", "--out", str(out)]
    done = CliRunner().invoke(train_pack, command)
    assert done.exit_code == 0, done.output
    assert (out / "ensv.src-tgt").read_text("utf-8") == "the dog barks ||| hunden skäller\n"
    assert (out / "ensv.gold").read_text("utf-8") == "1p1 2-1 3p1 3p2\n"
    assert done.output == "1 pairs; F1 of the passes: sure 66.7, all 66.7\n"


def test_a_link_to_no_word_and_another_pair_are_named(tmp_path: Path):
    one = written(tmp_path / "a.jsonl", sure=[[3, 0]])
    with pytest.raises(InputError, match=r"a\.jsonl:1: link 3-0 has no such word"):
        read_pass(one)
    one = written(tmp_path / "a.jsonl", sure=[[1, 0]])
    two = tmp_path / "b.jsonl"
    two.write_text(json.dumps({**FIRST, "target": "katten jamar"}) + "\n", "utf-8")
    command = ["links", str(one), str(two), "--language", "sv", "--out", str(tmp_path)]
    done = CliRunner().invoke(train_pack, command)
    assert isinstance(done.exception, InputError)
    assert "b.jsonl:1: is not the pair of a.jsonl" in str(done.exception)
