"""Reasons of `speech-level`: marks have one that says yes, look-alikes one that says no."""

from importlib.resources import files
from pathlib import Path

import pytest

from discotag.plugin import Explainer, LanguagePack, ReasonVerdict, TokenRef, read_table
from discotag.testing import context, document
from discotag_dev.packs import PackTagger, pack_examples
from discotag_lang_ko.hangul import longest_end
from discotag_lang_ko.tagger import SpeechLevelTagger

PACKAGE = "discotag_lang_ko"
EXAMPLES = {
    name: example
    for name, example in pack_examples(PACKAGE).items()
    if example.phenomenon == "formality"
}
STOP = "././PUNCT//-1/punct/SF"
COMMA = ",/,/PUNCT//-1/punct/SP"
EAT = "먹어/먹+어/VERB//-1/dep/VV+EF"
EATEN = "먹어서/먹+어서/VERB//-1/dep/VV+EC"
READ = "읽은/읽+은/VERB//-1/dep/VV+ETM"
READING = "읽으시는/읽+으시+는/VERB//-1/dep/VV+EP+ETM"
BOOK = "책/책/NOUN//-1/dep/NNG"
SAID = "했어요/하+었+어요/VERB//-1/dep/VV+EP+EF"


@pytest.fixture(scope="module")
def tagger():
    path = Path(str(files(PACKAGE))) / "data" / "speech_levels.toml"
    table = read_table(path, language="ko", phenomenon="speech_levels", owner="lang-ko")
    pack = LanguagePack.from_package(PACKAGE)
    return SpeechLevelTagger.create(context(pack, tables={"speech_levels": table}))


@pytest.fixture(scope="module")
def analysed():
    return PackTagger("ko", ("formality",))


def told(tagger, *lines, source="A line"):
    """Return each reason of hand-made segments as word, verdict, rule, text, places' words."""
    doc = document([source] * len(lines), list(lines), [""] * len(lines), languages=("en", "ko"))

    def form(place):
        return doc.target[place.segment].forms[place.token]

    return [
        (
            form(reason.place),
            str(reason.verdict),
            reason.rule,
            reason.text,
            " ".join(map(form, reason.places)),
        )
        for reason in tagger.reasons(doc)
    ]


@pytest.mark.parametrize("name", EXAMPLES)
def test_marks_and_only_marks_have_a_reason_that_says_so(analysed, tagger, name):
    doc = analysed.tagged(EXAMPLES[name].source, EXAMPLES[name].target).document
    marks, reasons = list(tagger.mark(doc)), tagger.reasons(doc)
    for verdicts, of in (
        ({ReasonVerdict.MARK, ReasonVerdict.TAG}, marks),
        ({ReasonVerdict.TAG}, [mark for mark in marks if mark.is_tag]),
    ):
        assert {reason.place for reason in reasons if reason.verdict in verdicts} == {
            TokenRef("target", mark.segment, mark.token) for mark in of
        }
    assert all("{" not in reason.text for reason in reasons)


@pytest.mark.parametrize("name", EXAMPLES)
def test_every_inflected_word_is_told_of(analysed, tagger, name):
    doc = analysed.tagged(EXAMPLES[name].source, EXAMPLES[name].target).document
    inflected = {
        TokenRef("target", segment, token.index)
        for segment, tokens in enumerate(doc.target)
        for token in tokens
        if token.xpos.startswith("V")
    }
    assert inflected <= {reason.place for reason in tagger.reasons(doc)}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (
            f"{READ} {BOOK} {STOP}",
            (
                "읽은",
                "no",
                "level plain",
                "it is an attribute of what follows, and has no level",
                "책",
            ),
        ),
        (
            f"{EATEN} {SAID} {STOP}",
            (
                "먹어서",
                "no",
                "level plain",
                "its ending joins its clause to another, and no sentence ends behind it",
                "했어요",
            ),
        ),
        (
            f"간다고/가+ㄴ다고/VERB//-1/dep/VV+EC {SAID} {STOP}",
            (
                "간다고",
                "no",
                "level plain",
                "its ending 다고 quotes it, and what is quoted so has no level",
                "했어요",
            ),
        ),
        (
            f"{EAT} {COMMA} {SAID} {STOP}",
            ("먹어", "no", "level plain", "before a comma its ending may join clauses", ""),
        ),
        (
            f"‘//PUNCT {EAT} ’//PUNCT 라고/라고/ADP//-1/dep/JKQ {SAID} {STOP}",
            ("먹어", "no", "quotation", "it is quoted without a stop of its own", "’ 라고"),
        ),
        (
            f"왔는지/오+았+는지/VERB//-1/dep/VV+EP+EC {STOP}",
            ("왔는지", "no", "level plain", "its ending 는지 joins clauses", ""),
        ),
        (
            "먹고/먹+고/VERB//-1/dep/VV+EC",
            (
                "먹고",
                "no",
                "level plain",
                "its ending 고 ends a sentence only where a stop follows",
                "",
            ),
        ),
        (
            f"먹고/먹+고/VERB//-1/dep/VV+EC {STOP}",
            (
                "먹고",
                "mark",
                "level plain",
                "its ending 고 ends a plain sentence, for a stop follows",
                "",
            ),
        ),
        (
            f"필요/필요/NOUN//-1/dep/NNG {STOP}",
            ("필요", "no", "level polite", "it is a noun that merely ends in 요", ""),
        ),
        (
            f"정말/정말/ADV//-1/dep/MAG {STOP}",
            (
                "정말",
                "no",
                "level plain",
                "by its analysis it is no predicate: its last morpheme is MAG",
                "",
            ),
        ),
        (
            f"네/네/INTJ//-1/dep/IC {STOP}",
            (
                "네",
                "no",
                "level plain",
                "it is listed as a word that only looks like a predicate",
                "",
            ),
        ),
        (
            f"마시는/마시+시+는/VERB//-1/dep/VV+EP+ETM {BOOK}",
            ("마시는", "no", "-시-", "its 시 belongs to another word, such as 마시다", ""),
        ),
        (
            f"{EAT} {STOP}",
            (
                "먹어",
                "mark",
                "level plain",
                "it ends a sentence in an open syllable, as plain predicates do",
                "",
            ),
        ),
        (
            f"간다/가+ㄴ다/VERB//-1/dep/VV+EF {STOP}",
            ("간다", "mark", "level plain", "its ending 다 is plain at the end of a sentence", ""),
        ),
        (
            f"갑니다/가+ㅂ니다/VERB//-1/dep/VV+EF {STOP}",
            (
                "갑니다",
                "mark",
                "level polite",
                "its ending ㅂ니다 is polite wherever it stands",
                "",
            ),
        ),
        (
            f"{SAID} {STOP}",
            ("했어요", "mark", "level polite", "the particle 요 makes it polite", ""),
        ),
        (
            f"하시오/하+시+오/VERB//-1/dep/VV+EP+EF {STOP}",
            (
                "하시오",
                "mark",
                "level polite",
                "its ending 시오 is polite at the end of a sentence",
                "",
            ),
        ),
    ],
    ids=lambda value: f"{value[0]} {value[1]} {value[3]}" if isinstance(value, tuple) else "",
)
def test_a_word_has_its_reason(tagger, line, expected):
    assert expected in told(tagger, line)


def test_words_that_could_not_be_predicates_are_passed_over(tagger):
    assert {word for word, *_ in told(tagger, f"{BOOK} {SAID} {STOP}")} == {"했어요"}


@pytest.mark.parametrize(
    ("source", "text"),
    [
        ("you//PRON read/read/VERB", "its subject may be whom the English speaks to"),
        (
            "she//PRON reads/read/VERB",
            "the English speaks to nobody, or a verb linked to it has another subject",
        ),
    ],
    ids=["you", "she"],
)
def test_the_honoured_person_is_told_of(tagger, source, text):
    expected = ("읽으시는", "mark", "subject of -시-", text, "")
    assert expected in told(tagger, f"{READING} {BOOK}", source=source)


def test_context_is_told_with_its_evidence(tagger):
    contexts = [item for item in told(tagger, SAID, SAID, EAT) if item[2] == "context"]
    missing = "no word of level {} of this voice stands in the segments that count"
    held = "another segment has level polite, and what it says holds on"
    assert contexts == [
        ("했어요", "mark", "context", missing.format("polite"), ""),
        ("했어요", "tag", "context", held, "했어요"),
        ("먹어", "mark", "context", missing.format("plain"), ""),
    ]


def test_the_tagger_is_asked_for_its_reasons(tagger):
    assert isinstance(tagger, Explainer)


def test_the_longest_ending_of_a_list_is_told():
    assert longest_end("갔어", ("어", "ㅆ어", "다")) == "ㅆ어"
    assert longest_end("갔지", ("어", "다")) == ""
