"""A word's voice: the text, a quotation, a named speaker, or what a post cites."""

from __future__ import annotations

from dataclasses import replace

import pytest

from discotag.core.document import Place
from discotag.core.tags import TokenRef
from discotag.language.quotations import quotations
from discotag.language.voices import TEXT, SpeakerConventions, Voices, is_quoted, voice_names
from discotag.testing import document


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


def test_a_speaker_goes_on_to_the_end_of_the_line():
    chat = ["Ann: Come.", "Hurry!", "Bob: No.", "Ann: Do.", "Bob: Why?", "They left."]
    voices = Voices(chat, lines=[1, 1, 2, 3, 4, 5])
    assert [voices.at(segment, 1) for segment in (1, 5)] == ["speaker Ann", TEXT]


def test_what_is_cited_is_cited_to_the_end_of_the_line():
    voices = Voices(["> You did it.", "You know.", "You did not."], lines=[1, 1, 2])
    assert voices.at(1, 1) == voices.at(0, 3) != voices.at(2, 1) == TEXT


def test_what_is_cited_is_another_voice():
    voices = Voices(["> You did it.", "You did not.", "＞やった。"])
    assert voices.at(0, 3) == voices.at(2, 1) != voices.at(1, 0) == TEXT


def test_a_quotation_within_another_is_part_of_it():
    assert quoted("彼は「母が『来い』と言った」と話す。") == [["「母が『来い』と言った」"]]
    assert quoted("«Il a dit “viens” hier», dit-elle.") == [["«Il a dit “viens” hier»"]]


def test_the_language_s_own_marks_tell_where_spaces_do_not():
    text = "er“x y”z"
    (spans,) = quotations([text], ["“”"])
    assert [text[span.start : span.end] for span in spans] == ["“x y”"]
    (spans,) = quotations([text], ["„“"])
    assert text[spans[0].start : spans[0].end] == "er“"


def test_user_names_are_speakers_if_they_come_often():
    chat = ["cat_42: du?", "bob7: ja", "cat_42: gut", "note: x", "note: y", "note: z", "cat_42: ok"]
    voices = Voices(chat)
    assert voices.at(0, 8) == "speaker cat_42"
    assert voices.at(1, 6) == voices.at(3, 6) == TEXT


def test_a_script_names_speakers_without_a_space_behind_the_colon():
    voices = Voices(["花子:行く。", "太郎：行こう。", "花子:早く。", "太郎：待って。"])
    assert [voices.at(segment, 3) for segment in (0, 1)] == ["speaker 花子", "speaker 太郎"]


LETTER = SpeakerConventions(salutations=("dear",), closings=("yours sincerely",))


def test_a_letter_within_a_text_is_a_voice_of_its_own():
    text = [
        "She read it aloud.",
        "Dear Ann,",
        "You must come.",
        "Yours sincerely, Bob",
        "She wept.",
    ]
    voices = Voices(text, LETTER)
    names = [voices.at(segment, 0) for segment in range(5)]
    assert names == [TEXT, "letter 1", "letter 1", "letter 1", TEXT]
    assert [is_quoted(name) for name in names] == [False, True, True, True, False]


@pytest.mark.parametrize(
    "text",
    [
        ["Dear Ann,", "You must come.", "Yours sincerely, Bob"],
        ["She read it.", "Dear Ann,", "You must come."],
        ["She read it.", "Dearest of all things was her cat.", "Yours sincerely, Bob"],
    ],
    ids=["it is the text", "never closed", "another word"],
)
def test_what_is_no_letter_within_a_text(text):
    voices = Voices(text, LETTER)
    assert {voices.at(segment, 0) for segment in range(3)} == {TEXT}


def test_quotations_that_follow_each_other_are_one_talk():
    voices = Voices(["“A” here", "and “B”", "no more", "“C”"])
    assert voices.talk(0, 1) == voices.talk(1, 5) != voices.talk(3, 1)
    assert voices.talk(0, 5) == voices.talk(2, 0) == TEXT
    assert voices.at(0, 1) != voices.at(1, 5)


def test_without_manners_there_is_one_voice():
    built = document(["x", "x"], ["“ A ”", "B"], ["", ""])
    places = [TokenRef("target", 0, 1), TokenRef("target", 1, 0)]
    assert {voice_names(built, None)(place) for place in places} == {TEXT}
    assert len({voice_names(built, SpeakerConventions())(place) for place in places}) == 2


def told_by(side, *speakers):
    """Return a side whose segments are told to be of these speakers."""
    places = tuple((Place(0, line, 1, str(line), name),) for line, name in enumerate(speakers, 1))
    return replace(side, places=places)


def test_a_speaker_whom_the_file_names_is_a_voice():
    voices = Voices(("Yes.", "No."), places=((Place(0, 1, 1, "1", "Ann"),), (Place(0, 2, 1),)))
    assert [voices.at(segment, 0) for segment in (0, 1)] == ["speaker Ann", TEXT]


def test_speakers_of_the_source_serve_a_translation_that_names_none():
    made = document(["Yes", "No"], ["Oui", "Non"])
    made = replace(made, source=told_by(made.source, "Ann", ""))
    name = voice_names(made, SpeakerConventions())
    assert [name(TokenRef("target", segment, 0)) for segment in (0, 1)] == ["speaker Ann", TEXT]


def test_speakers_of_the_translation_come_first():
    made = document(["Yes", "No"], ["Oui", "Non"])
    made = replace(
        made, source=told_by(made.source, "Ann", "Ben"), target=told_by(made.target, "", "Benoît")
    )
    name = voice_names(made, SpeakerConventions())
    assert [name(TokenRef("target", segment, 0)) for segment in (0, 1)] == [TEXT, "speaker Benoît"]


def test_sentences_of_a_line_that_was_cut_have_its_speaker():
    made = document(["x"] * 4, ["Ann : viens", "Ben : oui", "Ann : va", "tu peux"])
    places = tuple((Place(0, line, 1),) for line in (1, 2, 3, 3))
    name = voice_names(
        replace(made, target=replace(made.target, places=places)), SpeakerConventions()
    )
    assert name(TokenRef("target", 3, 0)) == name(TokenRef("target", 0, 0)) == "speaker Ann"
