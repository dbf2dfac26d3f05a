"""Subtitles become running text: cues joined to sentences, every part in its place."""

from __future__ import annotations

import pytest

from discotag.core.document import place_at
from discotag.core.errors import InputError
from discotag.files.text import Notes
from discotag.plugins.readers.running_texts import subtitle_text

TIMES = "00:00:{:02},000 --> 00:00:{:02},500"


def srt(*cues, gap=1):
    blocks = [
        f"{number}\n{TIMES.format(number * gap, number * gap)}\n{text}\n"
        for number, text in enumerate(cues, 1)
    ]
    return "\n".join(blocks)


@pytest.fixture
def text_of(tmp_path):
    def read(content, name="a.srt"):
        path = tmp_path / name
        path.write_text(content, encoding="utf-8")
        return subtitle_text(path, Notes())

    return read


@pytest.mark.parametrize(
    ("cues", "lines"),
    [
        pytest.param(("I saw a dog", "and it slept."), ["I saw a dog and it slept."],
                     id="over two cues"),
        pytest.param(("Yes.", "No."), ["Yes.", "No."], id="two sentences"),
        pytest.param(("Mr. Li said etc.", "and went."), ["Mr. Li said etc. and went."],
                     id="a small letter goes on"),
        pytest.param(("- Yes?\n- No.",), ["Yes?", "No."], id="dialogue"),
        pytest.param(("<i>I saw</i> it.",), ["I saw it."], id="markup"),
        pytest.param(("{\\an8}Up there.",), ["Up there."], id="position"),
        pytest.param(("Tom &amp; Jerry.",), ["Tom & Jerry."], id="entities"),
        pytest.param(("We went", "[slam]", "home. Now."), ["We went", "[slam]", "home. Now."],
                     id="sounds stand alone"),
        pytest.param(("2 < 3 is true.",), ["2 < 3 is true."], id="no markup"),
        pytest.param(("-5 degrees.",), ["-5 degrees."], id="a minus"),
        pytest.param(("你好", "世界", "再见"), ["你好", "世界", "再见"], id="no marks at all"),
    ],
)  # fmt: skip
def test_cues_become_lines(text_of, cues, lines):
    assert list(text_of(srt(*cues)).lines) == lines


def test_a_long_pause_ends_a_sentence(text_of):
    assert len(text_of(srt("We went", "Home was far.", gap=9)).lines) == 2


def test_every_character_knows_cue_line_and_column(text_of):
    found = text_of(srt("<i>I bought</i> a table", "and it\nwas cheap."))
    (line,), (places,) = found.lines, found.places
    for word, (cue, number, column) in {
        "I": ("1", 3, 4), "table": ("1", 3, 19), "and": ("2", 7, 1), "was": ("2", 8, 1)
    }.items():  # fmt: skip
        place = place_at(places, line.index(word))
        assert (place.name, place.line, place.column) == (cue, number, column)


def test_webvtt_has_headers_notes_names_and_voices(text_of):
    found = text_of(
        "WEBVTT - a talk\nKind: captions\n\nNOTE nothing\nmore\n\nSTYLE\n::cue {}\n\n"
        "intro\n00:01.000 --> 00:02.000 align:start\n<v Ann>Hello there.\n\n"
        "00:02.000 --> 00:03.000\n<v.loud Bob Lee>Hi,\n<v Ann>who are you?\n",
        "a.vtt",
    )
    assert found.lines == ("Hello there.", "Hi,", "who are you?")
    assert [places[0].name for places in found.places] == ["intro", "2", "2"]


def test_what_is_no_cue_is_named_with_its_line(text_of):
    with pytest.raises(InputError, match=r"a.srt:5: is no cue"):
        text_of("1\n00:00:01,000 --> 00:00:02,000\nHi.\n\nHello\nyou\n")


def test_cues_without_text_are_left_out(text_of):
    first, second = TIMES.format(1, 2), TIMES.format(3, 4)
    assert text_of(f"1\n{first}\n\n2\n{second}\nA.\n").lines == ("A.",)


@pytest.mark.parametrize(
    ("cues", "speakers"),
    [
        pytest.param(("- Yes?\n- No.", "Well."), ["1-1", "1-2", ""], id="turns behind dashes"),
        pytest.param(("ANN: Yes?", "No."), ["ANN", ""], id="a name in capitals"),
        pytest.param(("ANN: Where is\nit? BEN: There.",), ["ANN"], id="a name within a line"),
        pytest.param(("ANN: Where?\nBEN: There.",), ["ANN", "BEN"], id="a name in each line"),
        pytest.param(("- MAN 2: Yes?\n- Hm.",), ["MAN 2", "1-2"], id="a name behind a dash"),
        pytest.param(("The time: now.",), [""], id="a colon in a sentence"),
        pytest.param(("10:30 it is.",), [""], id="a time"),
    ],
)
def test_who_speaks_is_told(text_of, cues, speakers):
    found = text_of(srt(*cues, gap=5))
    assert [places[0].speaker for places in found.places] == speakers


def test_webvtt_names_who_speaks(text_of):
    content = (
        "WEBVTT\n\n1\n00:01.000 --> 00:02.000\n<v.loud Ann Lee>Where is it?</v>\n"
        "<v Ben>There.\n\n2\n00:02.000 --> 00:03.000\nAh.\n"
    )
    found = text_of(content, "a.vtt")
    assert found.lines == ("Where is it?", "There.", "Ah.")
    assert [places[0].speaker for places in found.places] == ["Ann Lee", "Ben", ""]


def test_who_speaks_is_told_in_the_middle_of_a_unit(text_of):
    found = text_of(srt("ANN: We saw", "a dog.", gap=1))
    assert found.lines == ("ANN: We saw a dog.",)
    (places,) = found.places
    assert [(place.name, place.speaker) for place in places] == [("1", "ANN"), ("2", "ANN")]
