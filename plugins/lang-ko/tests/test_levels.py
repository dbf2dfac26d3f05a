"""Speech levels of hand-made segments: endings, places, look-alikes."""

from importlib.resources import files
from pathlib import Path

import pytest

from discotag.plugin import LanguagePack, read_table
from discotag.testing import context, document, tokens
from discotag_lang_ko import plugin
from discotag_lang_ko.hangul import ends, final, vowel
from discotag_lang_ko.levels import Levels
from discotag_lang_ko.table import SpeechLevels
from discotag_lang_ko.tagger import SpeechLevelTagger

STOP = "././PUNCT//-1/punct/SF"
COMMA = ",/,/PUNCT//-1/punct/SP"
OPEN = "‘/‘/PUNCT//-1/punct/SS"
CLOSE = "’/’/PUNCT//-1/punct/SS"
EAT = "먹어/먹+어/VERB//-1/dep/VV+EF"
GO = "간다/가+ㄴ다/VERB//-1/dep/VV+EF"
SAID = "했어요/하+었+어요/VERB//-1/dep/VV+EP+EF"
READING = "읽으시는/읽+으시+는/VERB//-1/dep/VV+EP+ETM"


def table():
    path = Path(str(files("discotag_lang_ko"))) / "data" / "speech_levels.toml"
    return read_table(path, language="ko", phenomenon="speech_levels", owner="lang-ko")


def levels(line):
    return Levels(table().validated(SpeechLevels)).of(tokens(line))


def mark(source, target, links):
    pack = LanguagePack.from_package("discotag_lang_ko")
    tagger = SpeechLevelTagger.create(context(pack, tables={"speech_levels": table()}))
    return list(tagger.mark(document([source], [target], [links], languages=("en", "ko"))))


def test_letters_of_a_syllable():
    assert (final("갑"), final("가"), final("a"), vowel("해"), vowel("x")) == (
        "ㅂ",
        "",
        "",
        "ㅐ",
        "",
    )


@pytest.mark.parametrize(
    ("word", "ending", "is_end"),
    [
        ("갑니다", "ㅂ니다", True),
        ("아니다", "ㅂ니다", False),
        ("갔어", "ㅆ어", True),
        ("다", "ㅆ다", False),
    ],
)
def test_an_ending_may_begin_with_a_final_consonant(word, ending, is_end):
    assert ends(word, (ending,)) == is_end


def test_a_plain_predicate_ends_a_sentence():
    assert levels(f"{EAT} {STOP}") == {0: "plain"}
    assert levels(EAT) == {0: "plain"}
    assert levels(f"{EAT} {SAID} {STOP}") == {1: "polite"}


def test_a_connective_before_a_comma_has_no_level():
    assert levels(f"{EAT} {COMMA} {SAID}") == {2: "polite"}


def test_a_quotation_without_a_stop_has_no_level():
    quoted = "고/고/ADP//-1/dep/JKQ"
    assert levels(f"{OPEN} {GO} {CLOSE} {quoted} {SAID} {STOP}") == {4: "polite"}
    assert levels(f"{OPEN} {GO} {STOP} {CLOSE} {quoted} {SAID} {STOP}") == {1: "plain", 5: "polite"}


def test_a_noun_in_yo_is_not_polite():
    assert levels(f"필요/필요/NOUN//-1/dep/NNG {STOP}") == {}
    assert levels(f"가요/가+아요/VERB//-1/dep/VV+EF {STOP}") == {0: "polite"}
    assert levels(f"가요/가요/NOUN//-1/dep/NNG {STOP}") == {}
    assert levels(f"저도요/저+도+요/PRON//-1/dep/NP+JX+JX {STOP}") == {0: "polite"}


def test_an_embedded_question_has_no_level():
    assert levels(f"왔는지/오+았+는지/VERB//-1/dep/VV+EP+EC {STOP}") == {}


def test_laughter_and_tildes_belong_to_no_word():
    assert levels("먹어~/먹+어/VERB//-1/dep/VV+EF ㅋㅋ/ㅋㅋ/SYM//-1/dep/SW") == {0: "plain"}


def test_an_emoji_ends_a_sentence():
    assert levels(f"{EAT} 😎/😎/SYM//-1/dep/SE") == {0: "plain"}
    assert levels(f"{EAT} 책/책/NOUN//-1/dep/NNG {SAID}") == {2: "polite"}


def test_a_sure_ending_before_a_comma_is_plain_whatever_the_analysis_says():
    assert levels(f"왔어/왔어/NOUN//-1/dep/NNG {COMMA} {SAID}") == {0: "plain", 2: "polite"}
    assert levels(f"언어/언어/NOUN//-1/dep/NNG {COMMA} {SAID}") == {2: "polite"}


@pytest.mark.parametrize(
    ("word", "end", "expected"),
    [
        ("따뜻하네", STOP, {0: "plain"}),
        ("열두시래", STOP, {0: "plain"}),
        ("닫았대", STOP, {0: "plain"}),
        ("생각나", "?/?/PUNCT//-1/punct/SF", {0: "plain"}),
        ("가수야", STOP, {0: "plain"}),
        ("울지마", STOP, {0: "plain"}),
        ("넘어질걸", STOP, {0: "plain"}),
        ("재미없다", STOP, {0: "plain"}),
        ("분야", STOP, {}),
        ("먹어야", STOP, {}),
        ("동네", STOP, {}),
        ("노래", STOP, {}),
        ("생각나", COMMA, {}),
        ("닫았대", ":)/:)/SYM//-1/dep/SW", {0: "plain"}),
    ],
)
def test_plain_ends_that_the_analysis_takes_for_nouns(word, end, expected):
    assert levels(f"{word}/{word}/NOUN//-1/dep/NNG {end}") == expected


def test_no_is_plain_before_a_stop_only():
    no = "아니/아니/INTJ//-1/dep/IC"
    assert levels(f"{no} {STOP}") == {0: "plain"}
    assert levels(f"{no} {COMMA} {SAID} {STOP}") == {2: "polite"}


def test_eo_before_a_comma_is_plain_if_a_new_sentence_begins_behind():
    sleep = "누워/눕+어/VERB//-1/dep/VV+EC"
    but = "근데/근데/CCONJ//-1/dep/MAJ"
    assert levels(f"{sleep} {COMMA} {but} {SAID} {STOP}") == {0: "plain", 3: "polite"}
    assert levels(f"{sleep} {COMMA} 방/방/NOUN//-1/dep/NNG {SAID} {STOP}") == {3: "polite"}
    either = "쉬거나/쉬+거나/VERB//-1/dep/VV+EC"
    assert levels(f"{either} {COMMA} {but} {SAID} {STOP}") == {3: "polite"}


def test_a_past_in_eo_ends_a_sentence_without_a_stop():
    slept = "잤어/자+았+어/VERB//-1/dep/VV+EP+EC"
    woke = "일어났어/일어나+았+어/VERB//-1/dep/VV+EP+EC"
    assert levels(f"{woke} {slept} {STOP}") == {0: "plain", 1: "plain"}
    is_there = "있어/있+어/VERB//-1/dep/VV+EC"
    assert levels(f"{is_there} {SAID} {STOP}") == {1: "polite"}


def test_wa_is_wow_at_the_beginning_and_come_elsewhere():
    come = "와/오+아/VERB//-1/dep/VV+EF"
    assert levels(f"{come} {STOP}") == {}
    assert levels(f"빨리/빨리/ADV//-1/dep/MAG {come} {STOP}") == {1: "plain"}


@pytest.mark.parametrize(
    ("word", "expected"),
    [
        ("앉으신/앉으신/VERB//-1/dep/VV+ETM", {0: "honorific"}),
        ("계시는/계시+는/VERB//-1/dep/VV+ETM", {0: "honorific"}),
        ("마신/마시+ㄴ/VERB//-1/dep/VV+ETM", {}),
        ("신/신/NOUN//-1/dep/NNG", {}),
    ],
)
def test_attributes_in_si_are_honorific_but_not_stems_in_si(word, expected):
    assert levels(f"{word} 분/분/NOUN//-1/dep/NNB") == expected


@pytest.mark.parametrize(
    ("word", "level"),
    [
        ("신기하네", "plain"),
        ("삼십분이래", "plain"),
        ("생각나", "plain"),
        ("들었대", "plain"),
        ("우리동네", None),
        ("아이들노래", None),
        ("하나", None),
    ],
)
def test_a_sure_ending_is_plain_though_the_analysis_calls_it_a_noun(word, level):
    found = levels(f"{word}/{word}/NOUN//-1/dep/NNG {STOP}")
    assert found == ({0: level} if level else {})


def test_si_inside_a_sentence_is_polite_to_somebody_spoken_to():
    you = "you//PRON/Person=2/1/nsubj read/read/VERB"
    she = "she//PRON//1/nsubj read/read/VERB//-1/root you//PRON//1/obj"
    assert [m.label for m in mark(you, f"{READING} {SAID}", "1-0")] == ["polite", "polite"]
    assert [m.label for m in mark(she, f"{READING} {SAID}", "1-0")] == ["honorific", "polite"]


def test_an_auxiliary_has_the_links_of_its_verb():
    auxiliary = "봤어/보+았+어/VERB//-1/dep/VX+EP+EF"
    (found,) = mark("ate/eat/VERB", f"먹어/먹+어/VERB//-1/dep/VV+EC {auxiliary} {STOP}", "0-0")
    assert (found.token, found.source_tokens) == (1, (0,))


def test_the_extra_tagger_is_the_one_the_pack_names():
    pack = LanguagePack.from_package("discotag_lang_ko")
    (info,) = plugin.discotag_taggers()
    assert pack.taggers["formality"] == (info.name,)
    assert info.load() is SpeechLevelTagger
