"""Hidden states: the network, its layout in memory, vectors of texts and of tokens."""

from __future__ import annotations

import math
import random

import numpy as np
import pytest

from discotag.plugin import Tokens
from discotag.testing.builders import tokens
from discotag_e5.encoder import (
    KEPT,
    Encoder,
    open_encoder,
    read,
    vectors_in_text,
    windows,
    word_vectors,
)
from discotag_e5.forward import gelu, laid_out
from discotag_e5.tokenizer import Tokenizer

HEADS, EPSILON = 2, 1e-12


def plain_states(tensors, row, layers):
    """Compute BERT's layers in plain loops over pieces and heads, in float64."""

    def norm(state, name):
        mean, variance = state.mean(), state.var()
        scaled = (state - mean) / math.sqrt(variance + EPSILON)
        return scaled * tensors[f"{name}.w"] + tensors[f"{name}.b"]

    def linear(state, name):
        return tensors[f"{name}.w"] @ state + tensors[f"{name}.b"]

    states = [
        norm(tensors["emb.word"][one] + tensors["emb.pos"][at] + tensors["emb.type"][0], "emb.ln")
        for at, one in enumerate(row)
    ]
    for number in range(layers):
        name = f"l{number}"
        queries, keys, values = (
            [linear(state, f"{name}.{part}") for state in states] for part in "qkv"
        )
        size = len(states[0]) // HEADS
        after = []
        for at, state in enumerate(states):
            gathered = []
            for head in range(HEADS):
                cut = slice(head * size, (head + 1) * size)
                scores = [queries[at][cut] @ key[cut] / math.sqrt(size) for key in keys]
                powers = [math.exp(score - max(scores)) for score in scores]
                shares = [power / sum(powers) for power in powers]
                gathered.append(
                    sum(share * value[cut] for share, value in zip(shares, values, strict=True))
                )
            mixed = norm(state + linear(np.concatenate(gathered), f"{name}.ao"), f"{name}.aln")
            inner = [
                one * (1 + math.erf(one / math.sqrt(2))) / 2 for one in linear(mixed, f"{name}.fi")
            ]
            after.append(norm(mixed + linear(np.array(inner), f"{name}.fo"), f"{name}.oln"))
        states = after
    return np.array(states)


@pytest.mark.parametrize("layer", [1, 2, 3])
@pytest.mark.parametrize("text", [(5,), (7, 30, 7), tuple(range(4, 26))], ids=["1", "3", "22"])
def test_states_are_those_of_the_plain_computation(layer, text, tiny, weights):
    (found,) = Encoder(weights, layer).states([text])
    wanted = plain_states(tiny.tensors, [0, *text, 2], layer)[1:-1]
    assert found.shape == wanted.shape
    assert np.abs(found - wanted).max() < 2e-4
    assert np.abs(wanted).max() > 1


def test_states_of_lower_layers_stand_before_those_of_the_highest(weights):
    text = (7, 30, 7)
    encoder = Encoder(weights, 3, below=(1, 2))
    (found,) = encoder.states([text])
    apart = [Encoder(weights, layer).states([text])[0] for layer in (1, 2, 3)]
    assert found.shape == (3, encoder.width)
    assert np.array_equal(found, np.concatenate(apart, axis=1))


def test_the_mask_is_the_piece_of_that_name(weights):
    assert weights.vocabulary.pieces[Encoder(weights, 1).mask] == "<mask>"


def test_changed_weights_compute_with_what_is_added_to_their_matrices(tiny, weights):
    random, text = np.random.default_rng(2), (7, 30, 7)
    changes, wanted_of = {}, dict(tiny.tensors)
    for name in ("l0.q", "l0.ao", "l1.fi", "l1.fo"):
        out, within = tiny.tensors[f"{name}.w"].shape
        up, down = random.normal(size=(out, 2)) / 9, random.normal(size=(2, within)) / 9
        changes |= {f"{name}.up": up.astype(np.float16), f"{name}.down": down.astype(np.float16)}
        wanted_of[f"{name}.w"] = tiny.tensors[f"{name}.w"] + up @ down
    (found,) = Encoder(weights.changed(changes), 2).states([text])
    wanted = plain_states(wanted_of, [0, *text, 2], 2)[1:-1]
    assert np.abs(found - wanted).max() < 5e-3
    (before,) = Encoder(weights, 2).states([text])
    assert np.abs(found - before).max() > 0.1


def test_a_row_gets_the_same_alone_and_among_others(encoder, weights):
    rng = np.random.default_rng(2)
    texts = [
        tuple(int(one) for one in rng.integers(4, 40, size=size))
        for size in [*range(1, 23), 5, 9, 17]
    ]
    together = encoder.states(texts)
    for batch in (1, 20, 100):
        again = Encoder(weights, 2, batch=batch).states(texts[::-1])[::-1]
        assert all(
            np.abs(one - other).max() < 1e-5 for one, other in zip(together, again, strict=True)
        )


def test_a_text_without_pieces_has_no_states(encoder):
    assert [one.shape for one in encoder.states([(), (5,), ()])] == [(0, 64), (1, 64), (0, 64)]


def test_gelu_is_within_a_millionth():
    given = np.linspace(-9, 9, 3001, dtype=np.float32)[None]
    wanted = [x * (1 + math.erf(x / math.sqrt(2))) / 2 for x in given[0].astype(float)]
    gelu(given)
    assert np.abs(given[0] - wanted).max() < 1e-6


@pytest.mark.parametrize("length", [0, 1, 22, 23, 40, 100, 1000])
def test_windows_keep_every_piece_once(length):
    found = windows(length, 22)
    kept = [at for one in found for at in range(one.kept_start, one.kept_end)]
    assert kept == list(range(length))
    for one in found:
        assert 0 <= one.start <= one.kept_start < one.kept_end <= one.end <= length
        assert one.end - one.start <= 22


def test_every_piece_of_a_window_has_been_seen_with_others_around_it():
    for one in windows(1000, 100)[1:-1]:
        assert one.kept_start - one.start >= 12
        assert one.end - one.kept_end >= 12


def test_a_text_that_is_too_long_is_computed_in_windows(tiny, encoder):
    text = tuple(4 + at % 30 for at in range(50))
    (found,) = encoder.states([text])
    assert found.shape == (50, 64)
    first, *_, last = windows(50, 22)
    for window in (first, last):
        row = [0, *text[window.start : window.end], 2]
        wanted = plain_states(tiny.tensors, row, 2)[1:-1]
        offset = window.start
        cut = slice(window.kept_start - offset, window.kept_end - offset)
        kept = found[window.kept_start : window.kept_end]
        assert np.abs(kept - wanted[cut]).max() < 2e-4


def test_what_is_kept_is_not_computed_again(encoder, monkeypatch):
    texts = [(5, 6), (7,), (5, 6)]
    first = encoder.states(texts, keep=True)
    rows = []
    states = encoder._network.states
    monkeypatch.setattr(encoder._network, "states", lambda some: rows.extend(some) or states(some))
    again = encoder.states([*texts, (8,), (8,)])
    assert rows == [(0, 8, 2)]
    assert all((one == other).all() for one, other in zip(first, again, strict=False))


def test_what_is_kept_has_an_end(encoder, monkeypatch):
    assert KEPT > 10_000
    monkeypatch.setattr("discotag_e5.encoder.KEPT", 10)
    encoder.states([(5, one) for one in range(6, 30)], keep=True)
    assert sum(map(len, encoder._kept)) == 10


def rows(count: int, seed: int) -> list[tuple[int, ...]]:
    rng = random.Random(seed)
    return [tuple(rng.randrange(1000) for _ in range(rng.randint(1, 50))) for _ in range(count)]


@pytest.mark.parametrize("count", [1, 2, 15, 60])
def test_every_piece_has_a_place_of_its_own(count):
    for seed in range(20):
        given = rows(count, seed)
        places, size = laid_out(given)
        taken = [int(place) for one in places for place in one]
        assert [len(one) for one in places] == [len(row) for row in given]
        assert len(set(taken)) == len(taken)
        assert 0 <= min(taken) <= max(taken) < size
        assert size % 48 == 0


def test_a_row_stands_at_the_same_of_twelve_whatever_stands_beside_it():
    given = rows(40, 3)
    together, _ = laid_out(given)
    for row, places in zip(given, together, strict=True):
        (alone,), _ = laid_out([row])
        assert (places % 12).tolist() == (alone % 12).tolist()


def test_rests_share_their_blocks():
    given = rows(60, 4)
    _, size = laid_out(given)
    pieces = sum(map(len, given))
    padded = sum(-(-len(row) // 12) * 12 for row in given)
    assert pieces <= size < pieces + (padded - pieces) / 2


def test_neighbors_change_a_words_vector(encoder):
    text = (tokens("the cab"), tokens("a bed"))
    alone = word_vectors(text, encoder)
    found = list(vectors_in_text(text, encoder))
    assert [rows.shape for rows in found] == [rows.shape for rows in alone]
    assert not any(np.allclose(*both) for both in zip(found, alone, strict=True))


def test_a_text_of_one_segment_has_the_vectors_of_the_segment(encoder):
    (found,) = vectors_in_text((tokens("the cab"),), encoder)
    assert np.allclose(found, word_vectors((tokens("the cab"),), encoder)[0])


def test_an_empty_segment_has_no_vectors_and_its_neighbors_have_theirs(encoder):
    found = list(vectors_in_text((tokens("the"), tokens(""), tokens("a bed")), encoder))
    assert [len(rows) for rows in found] == [1, 0, 2]


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
