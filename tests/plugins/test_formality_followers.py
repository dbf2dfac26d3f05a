"""Words of the third person have the class of the form of address beside them."""

import pytest

from discotag.core.tags import TokenRef
from discotag.plugins.formality.followers import followed


def place(segment: int, token: int) -> TokenRef:
    return TokenRef("target", segment, token)


SEU = place(3, 2)


@pytest.mark.parametrize(
    ("certain", "is_followed"),
    [
        ({}, False),
        ({place(2, 0): "v"}, True),
        ({place(2, 0): "t"}, False),
        ({place(0, 0): "v", place(2, 0): "t"}, False),
        ({place(0, 0): "t", place(4, 0): "v"}, True),
        ({place(3, 0): "v", place(3, 3): "t"}, False),
        ({place(3, 1): "v", place(3, 3): "t"}, True),
    ],
    ids=[
        "none",
        "other-class",
        "own-class",
        "nearest-counts",
        "later-one",
        "nearer-token",
        "as-near-the-one-before",
    ],
)
def test_the_nearest_certain_word_decides(certain, is_followed):
    labels = {**certain, SEU: "t"}
    found = followed(labels, {SEU: "v"}, lambda _: "text")
    assert found == ({SEU: "v"} if is_followed else {})


def test_another_voice_does_not_count():
    labels = {place(2, 0): "v", SEU: "t"}
    assert followed(labels, {SEU: "v"}, lambda where: str(where.segment)) == {}


def test_a_word_that_yields_decides_for_no_other():
    labels = {place(2, 0): "v", SEU: "t"}
    assert followed(labels, {SEU: "v", place(2, 0): "t"}, lambda _: "text") == {}
