"""Documents are translated whole, in pieces or one by one; every segment has its place."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discotag_services import CallError, StoppedError
from discotag_translate.documents import ATTEMPTS, MOST_HALVINGS, Talk
from discotag_translate.driving import AT_WORST, Driver, Journal
from discotag_translate.engines.engine import Answer, Call, Limits

from .capitals import FULL, SOURCE, Engine, capitals, talk


def test_a_document_goes_as_a_whole():
    made = talk(engine := Engine())
    assert [segment.text for segment in made] == [text.strip().upper() for text in SOURCE]
    assert {made[place].how for place in FULL} == {"document"}
    assert {segment.how for place, segment in enumerate(made) if place not in FULL} == {"blank"}
    assert len(engine.calls) == 1
    assert engine.calls[0].marker == "[[1]]"


def test_a_document_that_is_too_long_goes_in_pieces():
    made = talk(engine := Engine(limits=Limits(10, 30)))
    assert [segment.text for segment in made] == [text.strip().upper() for text in SOURCE]
    assert all(len(call.texts[0]) <= 30 for call in engine.calls if call.marker)
    assert {segment.how for segment in made} == {"piece", "segment", "blank"}


def test_a_piece_that_fails_goes_in_halves():
    def loses_the_third(call: Call) -> Answer:
        return Answer(texts=tuple(text.upper().replace("[[4]]", "") for text in call.texts))

    made = talk(engine := Engine(loses_the_third))
    assert [segment.text for segment in made] == [text.strip().upper() for text in SOURCE]
    assert {made[place].how for place in FULL} == {"piece"}
    assert made[0].troubles == ("5 segments together: lost marker: 4",)
    assert len(engine.calls) == 3


def test_where_no_marker_survives_segments_go_one_by_one():
    def loses_all(call: Call) -> Answer:
        return Answer(texts=tuple(text.upper().replace("[[", "(") for text in call.texts))

    many = tuple(f"Line {number}." for number in range(64))
    made = talk(engine := Engine(loses_all, limits=Limits(1, 5000)), many)
    assert [segment.text for segment in made] == [text.upper() for text in many]
    assert {segment.how for segment in made} == {"segment"}
    for number in range(64):
        sent = sum(f"Line {number}." in call.texts[0] for call in engine.calls)
        assert sent == 2 + MOST_HALVINGS < AT_WORST[True]


@pytest.mark.parametrize("is_whole", [True, False])
def test_no_segment_is_sent_more_often_than_was_said(is_whole):
    engine = Engine(lambda call: Answer(texts=tuple("" for _ in call.texts)))
    source = tuple(f"Line {number}." for number in range(10, 42))
    engine.limits = Limits(8, 5000)
    assert {segment.how for segment in talk(engine, source, is_whole=is_whole)} == {"failed"}
    for text in source:
        sent = sum(text in given for call in engine.calls for given in call.texts)
        assert sent == AT_WORST[is_whole]


def test_where_all_brackets_are_in_use_segments_go_one_by_one():
    source = ("[[ {{ << ⟦", "b")
    made = talk(Engine(), source)
    assert [segment.how for segment in made] == ["segment", "segment"]


def test_an_empty_translation_is_asked_for_again_and_then_named():
    source = ("good", "bad")
    empty = Engine(lambda call: Answer(texts=("" if "bad" in call.texts[0] else "GOOD",)))
    made = talk(empty, source)
    assert made[0].text == "GOOD"
    assert made[1].how == "failed"
    assert made[1].troubles[-1] == "the translation is empty"
    alone = [call for call in empty.calls if call.texts == ("bad",)]
    assert [call.attempt for call in alone] == list(range(ATTEMPTS))


def test_a_cut_answer_is_no_answer():
    engine = Engine(
        lambda call: Answer(
            texts=tuple(text.upper() for text in call.texts),
            cut="length" if len(call.texts[0]) > 30 else None,
        )
    )
    made = talk(engine)
    assert [segment.text for segment in made] == [text.strip().upper() for text in SOURCE]
    assert "not complete (length)" in made[0].troubles[0]


def test_comments_around_one_line_are_found():
    engine = Engine(lambda call: Answer(texts=(f"Sure!\n\n{call.texts[0].upper()}",)))
    made = talk(engine, ("one",))
    assert made[0].how == "failed"
    assert "several" in made[0].troubles[0]


def test_the_wrong_language_is_found():
    class German:
        def fault(self, text):
            return "German" if "deutsch" in text else None

    def stubborn(call: Call) -> Answer:
        return Answer(texts=tuple(text.replace("bad", "deutsch") for text in call.texts))

    source = ("a", "b", "bad", "d")
    for is_whole in (True, False):
        made = talk(Engine(stubborn), source, languages=German(), is_whole=is_whole)
        assert [segment.how == "failed" for segment in made] == [False, False, True, False]
        assert made[2].troubles[-1] == "German"


def test_sentences_go_by_themselves_many_in_a_call():
    made = talk(engine := Engine(limits=Limits(2, 1000)), is_whole=False)
    assert [segment.text for segment in made] == [text.strip().upper() for text in SOURCE]
    assert [len(call.texts) for call in engine.calls] == [2, 2, 1]
    assert {made[place].how for place in FULL} == {"segment"}
    assert all(call.marker is None for call in engine.calls)


def test_one_refused_sentence_does_not_take_others_with_it():
    def refuses(call: Call) -> Answer:
        if "Three." in call.texts:
            raise CallError("refused")
        return capitals(call)

    made = talk(Engine(refuses), is_whole=False)
    failed = [SOURCE[place] for place in FULL if made[place].how == "failed"]
    assert failed == ["Three."]
    assert made[6].text == "FIVE."


@pytest.mark.parametrize("is_whole", [True, False])
def test_context_is_what_was_made_of_earlier_segments(is_whole):
    engine = Engine(limits=Limits(10, 12))
    talk(engine, is_whole=is_whole, context=2)
    assert engine.calls[0].before == ()
    assert engine.calls[-1].before == (("Three.", "THREE."), ("Four and so on.", "FOUR AND SO ON."))


def test_engines_that_read_sources_alone_are_given_no_translations():
    engine = Engine(context="source")
    talk(engine, is_whole=False, context=1)
    assert engine.calls[1].before == (("One.", ""),)


def test_failed_segments_are_no_context():
    engine = Engine(lambda call: Answer(texts=("" if call.texts == ("b",) else "X",)))
    talk(engine, ("a", "b", "c"), is_whole=False, context=3)
    assert engine.calls[-1].before == (("a", "X"),)


FAULTS = {
    "right": lambda text: text.upper(),
    "empty": lambda text: "",
    "lost": lambda text: text.upper().replace("[[1]]", ""),
    "doubled": lambda text: text.upper() + " [[1]] again",
    "swapped": lambda text: text.upper().replace("[[1]]", "\0").replace("[[2]]", "[[1]]"),
    "translated": lambda text: text.upper().replace("[[2]]", "[[ZWEI]]"),
    "refused": None,
}


@settings(max_examples=60)
@given(
    st.lists(st.lists(st.text("ab \t.", max_size=6), max_size=9), max_size=4),
    st.lists(st.sampled_from(sorted(FAULTS)), min_size=1, max_size=30),
    st.booleans(),
    st.integers(1, 3),
    st.integers(0, 2),
    st.integers(5, 80),
)
def test_whatever_goes_wrong_no_segment_is_silently_empty(  # noqa: PLR0917 - hypothesis
    documents, faults, is_whole, jobs, context, most
):
    turn = iter(faults * 200)

    def does(call: Call) -> Answer:
        fault = next(turn)
        if FAULTS[fault] is None:
            raise CallError("refused")
        return Answer(texts=tuple(FAULTS[fault](text) for text in call.texts))

    engine = Engine(does, limits=Limits(4, most))
    talks = [Talk(source, engine, is_whole=is_whole, context=context) for source in documents]
    try:
        made = Driver(engine, Journal(None, engine), jobs=jobs).run(talks)
    except StoppedError:
        return
    assert [len(document) for document in made] == [len(source) for source in documents]
    for source, document in zip(documents, made, strict=True):
        for text, segment in zip(source, document, strict=True):
            assert (segment.how == "blank") is (not text.strip())
            if segment.how == "failed":
                assert segment.troubles
                assert segment.text == ""
            elif segment.how != "blank":
                assert segment.text.strip()
                assert "\n" not in segment.text
