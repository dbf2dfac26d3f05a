"""Windows over long segments: nothing left out, nothing twice, context on both sides."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

module = pytest.importorskip("discotag_neural.aligners.subwords")
Piece, Window, pieces, windows = module.Piece, module.Window, module.pieces, module.windows


def test_what_fits_is_one_window():
    assert windows(8, 8) == [Window(0, 8, 0, 8)]


def test_nothing_has_no_window():
    assert windows(0, 8) == []


@given(st.integers(1, 500), st.integers(1, 60))
def test_every_subword_is_kept_once_and_seen_where_it_is_kept(length: int, size: int):
    found = windows(length, size)
    kept = [place for window in found for place in range(window.kept_start, window.kept_end)]
    assert kept == list(range(length))
    for window in found:
        assert 0 <= window.start <= window.kept_start <= window.kept_end <= window.end <= length
        assert window.end - window.start <= size


@given(st.integers(101, 900))
def test_a_kept_subword_is_an_eighth_of_a_window_away_from_a_cut(length: int):
    for window in windows(length, 100):
        assert window.start == 0 or window.kept_start - window.start >= 12
        assert window.end == length or window.end - window.kept_end >= 12


def test_a_pair_that_is_not_too_large_is_one_piece():
    assert pieces(40, 30, largest=40) == [Piece((0, 40), (0, 30), (0, 30))]


@given(st.integers(1, 900), st.integers(1, 900))
def test_pieces_keep_every_target_subword_once_and_stay_small(source: int, target: int):
    found = pieces(source, target, largest=40)
    kept = [place for piece in found for place in range(*piece.kept)]
    assert kept == list(range(target))
    for piece in found:
        assert 0 <= piece.target[0] <= piece.kept[0] < piece.kept[1] <= piece.target[1] <= target
        assert 0 <= piece.source[0] < piece.source[1] <= source
        assert max(piece.source[1] - piece.source[0], piece.target[1] - piece.target[0]) <= 41
