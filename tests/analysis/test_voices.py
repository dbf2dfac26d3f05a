"""A word's voice: the text, a quotation, a named speaker, or what a post cites."""

from __future__ import annotations

import pytest

from discotag._analysis.voices import TEXT, Voices, quotations


def quoted(*segments):
    return [
        [text[span.start : span.end] for span in spans]
        for text, spans in zip(segments, quotations(segments), strict=True)
    ]


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Il dit « viens » et part.", ["« viens »"]),
        ("Er sagte: „Komm her“ und ging.", ["„Komm her“"]),
        ("Er sagte: »Komm her« und ging.", ["»Komm her«"]),
        ("She said “come” and left.", ["“come”"]),
        ('She said "come" and "go".', ['"come"', '"go"']),
        ("彼は「来い」と言った。", ["「来い」"]),
        ("I can't say.", []),
        ("indeed,” she said.", ["indeed,”"]),
        ("He said “come", ["“come"]),
    ],
    ids=["French", "German", "German books", "English", "ASCII", "Japanese", "an apostrophe",
         "only closed", "never closed"],
)  # fmt: skip
def test_quotations_are_found_in_every_style(text, parts):
    assert quoted(text) == [parts]


def test_a_quotation_runs_on_to_the_segment_that_closes_it():
    assert quoted("He said “come.", "Now.", "Please” and left.") == [
        ["“come."],
        ["Now."],
        ["Please”"],
    ]


def test_a_quotation_that_another_one_follows_ends_with_its_segment():
    assert quoted("“One paragraph.", "Between.", "“Another” one.") == [
        ["“One paragraph."],
        [],
        ["“Another”"],
    ]


def test_every_quotation_is_a_voice_of_its_own():
    voices = Voices(["“A” said “B” here"])
    names = [voices.at(0, offset) for offset in (1, 10, 14)]
    assert len(set(names)) == 3
    assert names[2] == TEXT


def test_speakers_are_those_who_are_named_more_than_once():
    voices = Voices(["Ann: Come.", "Bob: No.", "Note: this", "Ann: Do.", "Bob: Why?"])
    assert [voices.at(segment, 6) for segment in range(5)] == [
        "speaker Ann", "speaker Bob", TEXT, "speaker Ann", "speaker Bob",
    ]  # fmt: skip


def test_what_is_cited_is_another_voice():
    voices = Voices(["> You did it.", "You did not.", "＞やった。"])
    assert voices.at(0, 3) == voices.at(2, 1) != voices.at(1, 0) == TEXT
