from __future__ import annotations

import pytest

from discotag_cxmi.measure.texts import Word, words_of


@pytest.mark.parametrize(
    ("text", "tokens", "subwords", "wanted"),
    [
        pytest.param(
            "Il dort.",
            [(0, 2), (3, 7), (7, 8)],
            [(0, 2), (2, 5), (5, 8)],
            [Word(0, 2, (0,)), Word(3, 7, (1, 2)), Word(7, 8, ())],
            id="most shared characters",
        ),
        pytest.param(
            "l'eau",
            [(0, 2), (2, 5)],
            [(0, 1), (1, 5)],
            [Word(0, 2, (0,)), Word(2, 5, (1,))],
            id="a subword over a border",
        ),
        pytest.param(
            "ab cd",
            [(0, 2), (3, 5)],
            [(1, 4)],
            [Word(0, 2, (0,)), Word(3, 5, ())],
            id="of equals the first",
        ),
        pytest.param(
            "a b",
            [(0, 1), (2, 3)],
            [(0, 1), (1, 1), (2, 3)],
            [Word(0, 1, (0,)), Word(2, 3, (1, 2))],
            id="a lone mark goes to the next word",
        ),
        pytest.param(
            "a  ", [(0, 1)], [(0, 1), (1, 3)], [Word(0, 1, (0, 1))], id="behind the last word"
        ),
        pytest.param(
            "du pain",
            [(0, 2), (0, 2), (3, 7)],
            [(0, 2), (2, 7)],
            [Word(0, 2, (0,)), Word(3, 7, (1,))],
            id="two words in one place are one",
        ),
        pytest.param("a b", [], [(0, 3)], [Word(0, 1, (0,)), Word(2, 3, ())], id="between spaces"),
        pytest.param("  ", [], [(0, 2)], [Word(0, 2, (0,))], id="nothing but spaces"),
        pytest.param("", [], [], [], id="nothing"),
        pytest.param(
            "😀", [(0, 1)], [(0, 1)] * 4, [Word(0, 1, (0, 1, 2, 3))], id="bytes of one character"
        ),
    ],
)
def test_each_subword_belongs_to_one_word(
    text: str,
    tokens: list[tuple[int, int]],
    subwords: list[tuple[int, int]],
    wanted: list[Word],
) -> None:
    assert words_of(text, tokens, subwords) == wanted
