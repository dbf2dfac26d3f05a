"""Segments as the model reads them: which token owns which piece, and vectors of words."""

from __future__ import annotations

import numpy as np
import pytest

from discotag.plugin import Tokens
from discotag_e5.encoder import Encoder, open_encoder, read, word_vectors
from discotag_e5.tokenizer import Tokenizer


@pytest.fixture
def owned(weights):
    """Read a segment: its pieces as (form, owners)."""
    tokenizer = Tokenizer(weights.vocabulary)

    def pieces(tokens: Tokens, input: str = "words") -> list[tuple[str, tuple[int, ...]]]:
        found = read(tokens, tokenizer, input=input)
        forms = [weights.vocabulary.pieces[one] for one in found.ids]
        return list(zip(forms, found.owners, strict=True))

    return pieces


CHINESE = Tokens("今日は", ("今日", "は"), (0, 2), (2, 3))


def test_a_mark_alone_belongs_to_no_word_that_has_other_pieces(owned):
    assert owned(CHINESE) == [("▁今日", (0,)), ("▁", ()), ("は", (1,))]


def test_the_line_as_it_stands_is_cut_by_offsets(owned):
    whole = Tokens("日はa", ("日", "は", "a"), (0, 1, 2), (1, 2, 3))
    assert owned(whole, "text") == [("▁", ()), ("日は", (0, 1)), ("a", (2,))]


def test_words_of_a_multi_word_token_own_its_pieces_together(owned):
    tokens = Tokens("the a", ("th", "e", "a"), (0, 0, 4), (3, 3, 5))
    wanted = [("▁the", (0, 1)), ("▁a", (2,))]
    assert owned(tokens) == wanted
    assert owned(tokens, "text") == wanted


def test_a_word_of_which_nothing_is_left_has_no_piece(owned):
    tokens = Tokens("a \x01 b", ("a", "\x01", "b"), (0, 2, 4), (1, 3, 5))
    assert owned(tokens) == [("▁a", (0,)), ("▁b", (2,))]


def test_a_token_without_characters_has_no_piece(owned):
    tokens = Tokens("a b", ("a", "_", "b"), (0, 1, 2), (1, 1, 3))
    assert owned(tokens) == [("▁a", (0,)), ("▁b", (2,))]


def test_a_word_with_a_space_in_it_has_the_pieces_of_both_parts(owned):
    assert owned(Tokens("the a", ("the a",), (0,), (5,))) == [("▁the", (0,)), ("▁a", (0,))]


def test_a_words_vector_is_the_mean_of_its_pieces(weights):
    encoder = Encoder(weights, 2)
    tokens = Tokens("ax は \x01", ("ax", "は", "\x01"), (0, 3, 5), (2, 4, 6))
    (found,) = word_vectors([tokens], encoder)
    reading = read(tokens, encoder.tokenizer)
    (states,) = encoder.states([reading.ids])
    assert reading.owners == ((0,), (0,), (), (1,))
    assert found[0] == pytest.approx((states[0] + states[1]) / 2, abs=1e-6)
    assert found[1] == pytest.approx(states[3], abs=1e-6)
    assert not found[2].any()


def test_vectors_come_from_the_known_file(is_known):
    encoder = open_encoder(is_known.path, layer=1)
    assert [one.shape for one in word_vectors([CHINESE], encoder)] == [(2, 64)]
    assert word_vectors([CHINESE], encoder)[0].dtype == np.float32
