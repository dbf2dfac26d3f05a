from __future__ import annotations

import re

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discotag_translate.markers import (
    BRACKETS,
    MarkerError,
    Plain,
    Tagged,
    join,
    plain_style,
    split,
)

PLAIN = Plain("[[", "]]")
TAGGED = Tagged("m")
SEGMENTS = ("Hello there.", "The lamp is new.", "It fell.", "Bye.")
segments = st.lists(
    st.text(min_size=1, max_size=40).filter(lambda text: text.strip()), min_size=1, max_size=12
)


@settings(max_examples=60)
@given(segments)
def test_plain_text_is_parted_where_it_was_joined(texts: list[str]) -> None:
    style = plain_style(texts)
    if style is None:
        assert all(any(o in text or c in text for text in texts) for o, c in BRACKETS[3:])
        return
    assert split(join(texts, style), len(texts), style) == tuple(text.strip() for text in texts)


@settings(max_examples=60)
@given(segments)
def test_escaped_text_is_parted_where_it_was_joined(texts: list[str]) -> None:
    found = split(join(texts, TAGGED), len(texts), TAGGED)
    assert found == tuple(text.strip() for text in texts)


@given(segments, st.data())
def test_any_marker_that_is_taken_out_is_missed(texts: list[str], data: st.DataObject) -> None:
    number = data.draw(st.integers(1, len(texts)))
    text = join(texts, TAGGED).replace(TAGGED.mark(number), "")
    with pytest.raises(MarkerError) as caught:
        split(text, len(texts), TAGGED)
    assert caught.value.kind == "lost"


@given(st.permutations(range(1, 6)))
def test_any_other_order_is_found(order: list[int]) -> None:
    text = " ".join(f"{PLAIN.mark(number)} word" for number in order)
    if order == sorted(order):
        assert split(text, 5, PLAIN) == ("word",) * 5
    else:
        with pytest.raises(MarkerError, match="moved marker"):
            split(text, 5, PLAIN)


@given(st.text(alphabet="[]<>m id=\"'/0123456789ab \n٣３［］", max_size=60), st.integers(1, 4))
def test_no_answer_gives_another_number_of_segments(text: str, count: int) -> None:
    for style in (PLAIN, TAGGED):
        try:
            found = split(text, count, style)
        except MarkerError:
            continue
        assert len(found) == count
        assert all(part.strip() for part in found)
        assert not any(style.has_rest(part) for part in found if style is PLAIN)


@pytest.mark.parametrize("style", [PLAIN, TAGGED], ids=["plain", "tagged"])
@pytest.mark.parametrize(
    ("change", "kind"),
    [
        (lambda text, mark: text.replace(mark(2), ""), "lost"),
        (lambda text, mark: text.replace(mark(3), mark(3) + mark(3)), "doubled"),
        (lambda text, mark: text.replace(mark(3), mark(2)), "lost"),
        (lambda text, mark: text + f" {mark(9)} more", "strange"),
        (
            lambda text, mark: (
                text.replace(mark(2), "\0").replace(mark(3), mark(2)).replace("\0", mark(3))
            ),
            "moved",
        ),
        (lambda text, mark: "Here you are: " + text, "preamble"),
        (lambda text, mark: text.replace("It fell.", ""), "empty"),
    ],
    ids=["lost", "doubled", "overwritten", "strange", "moved", "preamble", "empty"],
)
def test_each_fault_has_its_name(style, change, kind) -> None:
    with pytest.raises(MarkerError) as caught:
        split(change(join(SEGMENTS, style), style.mark), len(SEGMENTS), style)
    assert caught.value.kind == kind


@pytest.mark.parametrize(
    ("style", "changed"),
    [
        (PLAIN, "[[zwei]]"),
        (PLAIN, "[[٢]]"),
        (PLAIN, "［［2］］"),
        (TAGGED, '<м id="2"/>'),
        (TAGGED, '<m id="zwei"/>'),
    ],
    ids=["words", "Arabic digits", "full width", "Cyrillic", "number in words"],
)
def test_a_translated_marker_is_found(style, changed) -> None:
    text = join(SEGMENTS, style)
    with pytest.raises(MarkerError, match="lost"):
        split(text.replace(style.mark(2), changed), len(SEGMENTS), style)
    with pytest.raises(MarkerError, match="changed"):
        split(text.replace(style.mark(2), style.mark(2) + " " + changed), len(SEGMENTS), style)


def test_spaces_and_closing_tags_do_no_harm() -> None:
    text = re.sub(r"\[\[(\d)\]\]", r"[[ \1 ]]", join(SEGMENTS, PLAIN))
    assert split(text, 4, PLAIN) == SEGMENTS
    text = join(SEGMENTS, TAGGED).replace("/>", "></m>").replace('"', "'")
    assert split(text, 4, TAGGED) == SEGMENTS


def test_brackets_that_a_segment_holds_are_not_taken() -> None:
    assert plain_style(["see [[1]]"]) == Plain("{{", "}}")
    assert plain_style(["see ［［1"]) == Plain("{{", "}}")
    assert plain_style([" ".join(o for o, _ in BRACKETS)]) is None


def test_text_that_looks_like_a_tag_is_no_marker() -> None:
    texts = ('Write <m id="2"/> here & now.', "5 < 6 > 4")
    assert split(join(texts, TAGGED), 2, TAGGED) == texts
