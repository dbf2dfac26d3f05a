"""Words of the third person have the class of the form of address beside them."""

import pytest

from discotag.core.tags import TokenRef
from discotag.plugins.formality.followers import Fitting, settled, turns


def place(segment: int, token: int) -> TokenRef:
    return TokenRef("target", segment, token)


SEU = place(3, 2)
LINES = ("a",) * 6


def class_of_seu(certain, segments=LINES, voice=lambda _: "text"):
    found = [Fitting(where, label) for where, label in certain.items()]
    return settled([*found, Fitting(SEU, "t", "v")], voice, segments)[SEU]


@pytest.mark.parametrize(
    ("certain", "label"),
    [
        ({}, "t"),
        ({place(2, 0): "v"}, "v"),
        ({place(2, 0): "t"}, "t"),
        ({place(0, 0): "v", place(2, 0): "t"}, "t"),
        ({place(0, 0): "t", place(4, 0): "v"}, "v"),
        ({place(3, 0): "v", place(3, 3): "t"}, "t"),
        ({place(3, 1): "v", place(3, 3): "t"}, "v"),
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
def test_the_nearest_certain_word_decides(certain, label):
    assert class_of_seu(certain) == label


def test_another_voice_does_not_count():
    assert class_of_seu({place(2, 0): "v"}, voice=lambda where: str(where.segment)) == "t"


def test_a_word_that_yields_decides_for_no_other():
    found = [Fitting(place(2, 0), "v", "t"), Fitting(SEU, "t", "v")]
    assert settled(found, lambda _: "text", LINES)[SEU] == "t"


def test_a_hint_decides_and_bears_no_mark():
    found = [Fitting(place(2, 0), "v", is_hint=True), Fitting(SEU, "t", "v")]
    assert settled(found, lambda _: "text", LINES) == {SEU: "v"}


def test_in_a_dialogue_the_own_turns_come_first():
    dialogue = ("— a", "— a", "— a", "— a", "— a")
    certain = {place(1, 0): "v", place(2, 0): "t"}
    assert class_of_seu(certain, dialogue) == "v"
    assert class_of_seu(certain) == "t"
    assert class_of_seu({place(2, 0): "v"}, dialogue) == "v"


def test_lines_with_a_dash_take_turns():
    assert turns(["a", "— b", "– c", "d", "- e"]) == [None, (1, 0), (1, 1), None, (4, 0)]
