"""Plumbing, random weights: the package SimAlign is kept from what it crashes on."""

from __future__ import annotations

import logging

import pytest

from discotag.plugin import Alignment, Tokens
from discotag.testing.builders import context, tokens

pytest.importorskip("simalign")
pytest.importorskip("torch")
pytestmark = pytest.mark.engine

EMPTY = Tokens("", (), (), ())


def test_an_empty_side_has_no_links(tiny_bert, simalign):
    some = tokens("a cat")
    found = simalign(tiny_bert).align([(EMPTY, some), (some, EMPTY), (some, some)])
    assert found[0] == found[1] == Alignment()
    assert found[2].links


@pytest.mark.parametrize("of", ["subwords", "words"])
def test_a_long_side_is_aligned_to_its_end(of, tiny_bert, simalign):
    long = tokens(" ".join(["abc", "de", "f"] * 40))
    (found,) = simalign(tiny_bert, tokens=of).align([(long, tokens("abc de"))])
    (match,) = simalign(tiny_bert, tokens=of, method="itermax").align([(long, long)])
    assert found.links
    assert max(i for i, _ in match.links) > 110


@pytest.mark.parametrize("method", ["argmax", "itermax"])
def test_a_long_side_has_the_links_of_the_other_aligner(method, tiny_bert, simalign, transformer):
    long, other = tokens(" ".join(["abc", "de", "f"] * 40)), tokens(" ".join(["gh", "abc"] * 30))
    options = {"method": method, "layer": 3}
    (guarded,) = simalign(tiny_bert, **options).align([(long, other)])
    (own,) = transformer(tiny_bert, **options).align([(long, other)])
    assert guarded.links == own.links


@pytest.mark.parametrize("of", ["subwords", "words"])
def test_a_word_of_which_the_tokenizer_leaves_nothing_has_no_links(of, tiny_bert, simalign):
    line = Tokens("a \u200b b", ("a", "\u200b", "b"), (0, 2, 4), (1, 3, 5))
    gone = Tokens("\u200b", ("\u200b",), (0,), (1,))
    other = tokens("a b")
    found, nothing = simalign(tiny_bert, tokens=of, method="match").align(
        [(line, other), (gone, other)]
    )
    assert {i for i, _ in found.links} == {0, 2}
    assert nothing == Alignment()


def test_words_of_a_multi_word_token_share_its_links(tiny_bert, simalign):
    split = Tokens("au lac", ("à", "le", "lac"), (0, 0, 3), (2, 2, 6))
    (found,) = simalign(tiny_bert, method="match").align([(split, tokens("to lake"))])
    assert found.targets(0) == found.targets(1) != ()


def test_it_is_quiet(tiny_bert, simalign, capfd):
    simalign(tiny_bert).align([(tokens("a"), tokens("b"))])
    assert capfd.readouterr() == ("", "")
    assert logging.getLogger("simalign.simalign").level == logging.WARNING


def test_words_are_linked_by_the_mean_of_their_subwords(tiny_bert, simalign, random_pairs):
    pairs = random_pairs(10)
    by_words = simalign(tiny_bert, tokens="words").align(pairs)
    assert list(by_words) != list(simalign(tiny_bert).align(pairs))
    assert all(len({i for i, _ in one.links}) == len(one.links) for one in by_words)


def test_the_digest_tells_methods_apart(tiny_bert, simalign):
    assert simalign(tiny_bert).digest != simalign(tiny_bert, method="itermax").digest


def test_without_the_package_the_pip_line_is_told(tiny_bert, monkeypatch):
    import sys

    from discotag.plugin import PluginError
    from discotag_neural.aligners.simalign_guard import SimAligner

    monkeypatch.setitem(sys.modules, "simalign", None)
    monkeypatch.delitem(sys.modules, "discotag_neural.aligners.simalign_package", raising=False)
    with pytest.raises(PluginError, match=r"pip install 'discotag-neural\[simalign\]'"):
        SimAligner.create(context(name="simalign", argument=str(tiny_bert)))
