"""Vectors of a text's words, each segment seen with its neighbors."""

from __future__ import annotations

import numpy as np

from discotag.testing.builders import tokens
from discotag_e5.encoder import vectors_in_text, word_vectors


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
