"""What a token tells about itself."""

from dataclasses import replace
from time import process_time

import pytest

from discotag.core.tokens import Tokens
from discotag.testing import tokens


@pytest.mark.parametrize(
    ("word", "base"),
    [
        ("cats/cat/NOUN", "cat"),
        ("+/+/SYM", "+"),
        ("공부했다/공부+하+었+다/VERB//-1/dep/NNG+XSV+EP+EF", "공부"),
        ("고슴도치들은/고슴도치+들+은/NOUN//-1/dep/NNG+XSN+JX", "고슴도치"),
        ("손목시계를/손목+시계+를/NOUN//-1/dep/NNG+NNG+JKO", "손목시계"),
        ("입니다/이+ㅂ니다/VERB//-1/dep/VCP+EF", "이"),
        ("갔다/가+다/VERB//-1/dep/VV+EP+EF", "가"),
        ("사세요/+사+시+어요/VERB//-1/dep/VV+EF", "사"),
    ],
    ids=[
        "plain",
        "sign",
        "light verb",
        "plural",
        "compound",
        "copula",
        "tags missing",
        "leading sign",
    ],
)
def test_the_base_of_a_word_is_its_lemma_without_endings(word: str, base: str) -> None:
    assert tokens(word)[0].base == base


def test_a_plus_sign_in_a_word_is_no_morpheme_boundary():
    bare = replace(tokens("Disney+Marvel/Disney+Marvel/PROPN"), xpos=None)
    assert bare[0].base == "Disney+Marvel"
    assert tokens("C+D/C+D/PROPN/_/-1/root/NNP")[0].base == "C+D"


def test_tokens_that_hold_no_other_layer_are_not_copied():
    words = tokens("cats/cat/NOUN")
    assert words.restricted(frozenset({"lemmas", "pos", "morph", "deps"})) is words
    narrow = words.restricted(frozenset({"lemmas"}))
    assert narrow.lemmas == ("cat",)
    assert narrow.upos is None


def test_children_of_a_long_segment_are_found_in_linear_time():
    size = 50_000
    heads = (-1, *range(size - 1))
    text = " ".join("x" * size)
    tokens = Tokens(
        text, ("x",) * size, tuple(range(0, 2 * size, 2)), tuple(range(1, 2 * size, 2)), heads=heads
    )
    begin = process_time()
    assert tokens.children(size - 1) == ()
    assert len(tokens.subtree(0)) == size
    assert process_time() - begin < 2


def test_a_view_of_some_layers_is_made_once():
    tokens = Tokens("a", ("a",), (0,), (1,), lemmas=("a",), upos=("X",))
    lemmas = tokens.restricted(frozenset({"lemmas"}))
    assert lemmas.upos is None
    assert tokens.restricted(frozenset({"lemmas"})) is lemmas
    assert lemmas.restricted(frozenset({"lemmas"})) is lemmas
