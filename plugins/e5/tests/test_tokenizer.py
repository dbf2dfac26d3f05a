"""Pieces and their places in the text, beside a search of all ways to cut a word."""

from __future__ import annotations

import random
import unicodedata
from itertools import combinations, pairwise

import pytest

from discotag_e5.tokenizer import Tokenizer, normalized


@pytest.fixture
def cut(weights):
    """Cut a text: its pieces as (form, what stands there in the text)."""
    tokenizer = Tokenizer(weights.vocabulary)

    def pieces(text: str) -> list[tuple[str, str]]:
        forms = weights.vocabulary.pieces
        return [(forms[one.id], text[one.start : one.end]) for one in tokenizer.pieces(text)]

    return pieces


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("the a", [("▁the", "the"), ("▁a", "a")]),
        ("  the  ", [("▁the", "the")]),
        ("ﬁx", [("▁fi", "ﬁ"), ("x", "x")]),
        ("the\u3000a", [("▁the", "the"), ("▁a", "a")]),
        ("ＷＩＤ", [("▁W", "Ｗ"), ("ID", "ＩＤ")]),
        ("cafe\u0301", [("▁c", "c"), ("a", "a"), ("f", "f"), ("é", "e\u0301")]),
        ("ｶﾞ", [("▁", ""), ("ガ", "ｶﾞ")]),
        ("今日は", [("▁今日", "今日"), ("は", "は")]),
        ("は今", [("▁", ""), ("は", "は"), ("今", "今")]),
        ("a\x01the", [("▁a", "a"), ("t", "t"), ("h", "h"), ("e", "e")]),
        ("a!?b", [("▁a", "a"), ("<unk>", "!?"), ("b", "b")]),
        ("", []),
        (" \u3000\x01", []),
        ("<s>", [("▁", ""), ("<unk>", "<"), ("s", "s"), ("<unk>", ">")]),
    ],
    ids=[
        "words", "spaces", "ligature", "wide space", "full width", "NFD", "half-width voiced",
        "CJK", "lone mark", "control", "unknown", "empty", "nothing left", "special",
    ],
)  # fmt: skip
def test_pieces_and_their_places(text, wanted, cut):
    assert cut(text) == wanted


def all_cuts(word: str):
    for count in range(len(word)):
        for places in combinations(range(1, len(word)), count):
            yield [word[i:j] for i, j in pairwise([0, *places, len(word)])]


def test_a_word_is_cut_in_the_best_of_all_ways(weights):
    words = weights.vocabulary
    scores = {
        piece: score
        for place, (piece, score) in enumerate(zip(words.pieces, words.scores, strict=True))
        if place not in words.specials
    }
    tokenizer, rng = Tokenizer(words), random.Random(5)
    for _ in range(200):
        word = "".join(rng.choices(["the", "fine", "fi", "a", "b", "x", "今日", "は"], k=3))[:8]
        best = max(
            sum(scores[piece] for piece in cut)
            for cut in all_cuts("▁" + word)
            if all(piece in scores for piece in cut)
        )
        found = [words.pieces[one.id] for one in tokenizer.pieces(word)]
        assert "".join(found) == "▁" + word
        assert sum(scores[piece] for piece in found) == pytest.approx(best)


def test_places_cover_the_text_in_order(weights):
    tokenizer, rng = Tokenizer(weights.vocabulary), random.Random(6)
    for _ in range(200):
        text = "".join(rng.choices("ab \u3000ﬁＷe\u0301ｶﾞ今日は!é한", k=20))
        pieces = tokenizer.pieces(text)
        assert all(one.start <= one.end for one in pieces)
        assert all(one.start <= other.start for one, other in pairwise(pieces))
        covered = {at for one in pieces for at in range(one.start, one.end)}
        assert covered == {at for at, sign in enumerate(text) if sign not in " \u3000"}


@pytest.mark.parametrize(
    ("text", "form"),
    [
        ("e\u0323\u0302", "ệ"),
        ("e\u0302\u0323", "ệ"),
        ("\u1112\u1161\u11ab", "한"),
        ("ｶﾞ", "ガ"),
        ("x\u0301", "x\u0301"),
        ("½", "1⁄2"),
    ],
    ids=["two marks", "other order", "jamo", "half-width", "no letter of its own", "one to three"],
)
def test_base_and_marks_become_one(text, form, weights):
    found = normalized(text, weights.vocabulary.characters)
    assert "".join(one.form for one in found) == form
    assert found[0].start == 0
    assert found[-1].end == len(text)


def test_decomposed_text_has_the_pieces_of_composed_text(cut):
    text = "the café é"
    composed = [form for form, _ in cut(text)]
    assert [form for form, _ in cut(unicodedata.normalize("NFD", text))] == composed
