"""Which marks are read as others."""

import json

import pytest

pytest.importorskip("discotag_train")

from training.marks import DASHES, DOTS, QUOTES, choice, known_marks, marked, store


def shares(**changed):
    found = dict.fromkeys((*DASHES, *QUOTES, *DOTS), 97.0)
    return found | {changed["marks"]: changed["share"]} if changed else found


def test_marks_that_are_known_stay():
    assert choice(shares()) == {}
    assert choice(shares(marks="—", share=96.0)) == {}


def test_a_mark_of_the_treebank_stays_whatever_it_lets_be(tmp_path):
    lines = "".join(f"{place}\t—\t—\tPUNCT\n" for place in range(1, 21)) + "21\t…\t…\tPUNCT\n"
    (tmp_path / "xx_made-ud-train.conllu").write_text(lines, encoding="utf-8")
    known = known_marks(tmp_path, "xx")
    assert known == {"—"}
    assert choice(shares(marks="—", share=90.0), known) == {}


@pytest.mark.parametrize(
    ("marks", "found"),
    [("—", {"—": "-"}), ("“”", {"“": '"', "”": '"'}), ("…", {"…": "."})],
)
def test_marks_that_upset_the_words_are_read_as_the_plain_ones(marks, found):
    assert choice(shares(marks=marks, share=90.0)) == found


def test_marks_stand_before_around_or_behind_a_text():
    assert marked("It fell.", "—") == ("— It fell.", 2)
    assert marked("It fell.", "“”") == ("“It fell.”", 1)
    assert marked("It fell.", "…") == ("It fell…", 0)


def test_the_choice_is_kept_in_the_meta(tmp_path):
    (tmp_path / "meta.json").write_text('{"lang": "xx"}', encoding="utf-8")
    store(tmp_path, {"—": "-"})
    meta = json.loads((tmp_path / "meta.json").read_text(encoding="utf-8"))
    assert meta == {"lang": "xx", "marks": {"—": "-"}}
