from __future__ import annotations

import pytest

from discotag_cxmi.scoring.tokenizing import UnalignedError, bare, spans


@pytest.mark.parametrize(
    ("line", "pieces", "wanted"),
    [
        pytest.param("Il dort", ["▁Il", "▁d", "ort"], [(0, 2), (3, 4), (4, 7)], id="words"),
        pytest.param(
            "a b", ["▁", "a", "▁", "b"], [(0, 0), (0, 1), (1, 1), (2, 3)], id="lone marks"
        ),
        pytest.param("ﬁn", ["▁f", "in"], [(0, 1), (0, 2)], id="a ligature is parted"),
        pytest.param("de\u0301ja", ["▁dé", "ja"], [(0, 3), (3, 5)], id="a composed accent"),
        pytest.param("1½", ["▁1", "1⁄2"], [(0, 1), (1, 2)], id="a fraction"),
        pytest.param("オﾞ", ["▁", "ヴ"], None, id="another letter"),
        pytest.param("a\u200bb", ["▁ab"], [(0, 3)], id="a vanished space of no width"),
        pytest.param(
            "é!", ["▁", "<0xC3>", "<0xA9>", "!"], [(0, 0), (0, 1), (0, 1), (1, 2)], id="bytes"
        ),
        pytest.param(
            "\u0631\u0651\u064f", ["▁\u0631\u0651", "\u064f"], [(0, 2), (2, 3)], id="marks in order"
        ),
        pytest.param("", [], [], id="nothing"),
        pytest.param("  ", [], [], id="spaces"),
        pytest.param("\u1100\u1161\u11a8", ["▁\uac01"], [(0, 3)], id="Hangul in pieces"),
    ],
)
def test_pieces_find_their_place_in_the_untouched_line(
    line: str, pieces: list[str], wanted: list[tuple[int, int]] | None
) -> None:
    if wanted is None:
        with pytest.raises(UnalignedError, match="becomes"):
            spans(line, pieces)
    else:
        assert spans(line, pieces) == wanted


def test_letters_that_no_piece_spells_are_told() -> None:
    with pytest.raises(UnalignedError, match="'dort' is lost"):
        spans("Il dort", ["▁Il"])


def test_bytes_that_make_no_letter_are_told() -> None:
    with pytest.raises(UnalignedError, match="no character"):
        spans("é", ["<0xC3>"])


def test_spaces_and_format_characters_do_not_count() -> None:
    assert bare("a\u00a0b\u200d\tc") == "abc"
