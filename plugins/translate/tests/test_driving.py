"""Conversations are held; answers are kept, and their cost is known before."""

from __future__ import annotations

import pytest

from discotag.plugin import UsageError
from discotag_services import CallError, StoppedError, UnansweredError, read_price
from discotag_translate.documents import Talk
from discotag_translate.driving import (
    PATIENCE,
    REFUSALS,
    Driver,
    Estimate,
    Journal,
    estimate,
    opened_journal,
)
from discotag_translate.engines.engine import Answer, Call

from .capitals import SOURCE, Engine, capitals, talk


def test_a_service_that_is_down_ends_the_run():
    def down(call: Call) -> Answer:
        raise UnansweredError("down")

    engine = Engine(down)
    with pytest.raises(StoppedError, match="5 calls in a row"):
        talk(engine, tuple("abcdefghij"), is_whole=False, context=1)
    assert len(engine.calls) == PATIENCE


def test_refusals_in_a_row_do_not_end_a_run_that_has_answers():
    source = ("good", *(f"bad {number}" for number in range(30)), "good too")

    def refuses(call: Call) -> Answer:
        if "bad" in call.texts[0]:
            raise CallError("filtered")
        return capitals(call)

    made = talk(Engine(refuses), source, is_whole=False, context=1)
    assert [segment.how for segment in made] == ["segment", *["failed"] * 30, "segment"]


def test_a_run_in_which_everything_is_refused_ends():
    def refuses(call: Call) -> Answer:
        raise CallError("no such language")

    engine = Engine(refuses)
    with pytest.raises(StoppedError, match="20 calls were refused; the last: no such language"):
        talk(engine, tuple(f"line {number}" for number in range(99)), is_whole=False, context=1)
    assert len(engine.calls) == REFUSALS


def test_what_an_engine_raises_is_told_with_its_name():
    def broken(call: Call) -> Answer:
        raise ZeroDivisionError("oh")

    with pytest.raises(Exception, match=r"engine capitals .* failed: ZeroDivisionError: oh"):
        talk(Engine(broken))


def test_a_run_that_was_stopped_pays_for_nothing_twice(tmp_path):
    path = tmp_path / "journal"
    documents = [tuple(f"{name}{number}." for number in range(4)) for name in "abcdef"]
    asked: list[Call] = []
    for stop_after in (0, 1, 3, 4, 99):
        left = [stop_after]

        def dies(call: Call, left=left) -> Answer:
            if left[0] == 0:
                raise KeyboardInterrupt
            left[0] -= 1
            return Answer(texts=tuple(text.upper().replace("[[3]]", "") for text in call.texts))

        engine = Engine(dies, calls=[])
        talks = [Talk(source, engine) for source in documents]
        with opened_journal(path, engine) as journal:
            try:
                made = Driver(engine, journal).run(talks)
            except KeyboardInterrupt:
                asked += engine.calls[:-1]
            else:
                asked += engine.calls
    assert len(asked) == len(set(asked)) == 3 * len(documents)
    assert made[5][3].text == "F3."


def test_answers_under_way_are_kept_when_a_run_ends(tmp_path):
    import threading

    begun, ended = threading.Event(), threading.Event()

    def does(call: Call) -> Answer:
        if call.texts == ("slow",):
            begun.set()
            ended.wait(5)
            return capitals(call)
        begun.wait(5)
        raise StoppedError("no money")

    engine = Engine(does)
    engine.stop = ended.set
    with opened_journal(tmp_path / "journal", engine) as journal:
        talks = [Talk((text,), engine) for text in ("slow", "quick")]
        with pytest.raises(StoppedError, match="no money"):
            Driver(engine, journal, jobs=2).run(talks)
        assert journal.find(Call(("slow",))) == {"slow": Answer(texts=("SLOW",))}


def test_two_documents_that_ask_the_same_ask_once():
    engine = Engine()
    talks = [Talk(("same",), engine) for _ in range(5)]
    made = Driver(engine, Journal(None, engine), jobs=5).run(talks)
    assert [document[0].text for document in made] == ["SAME"] * 5
    assert len(engine.calls) == 1


def test_another_engine_option_or_text_is_another_answer(tmp_path):
    path = tmp_path / "journal"
    with opened_journal(path, Engine(identity={"model": "a"})) as journal:
        journal.keep(Call(("x",)), Answer(texts=("y",)))
        assert journal.find(Call(("x", "z"))) == {"x": Answer(texts=("y",))}
        others = [
            Call(("x",), marker="[[1]]"),
            Call(("x",), (("a", "b"),)),
            Call(("x",), attempt=1),
        ]
        assert not any(journal.find(call) for call in others)
    with opened_journal(path, Engine(identity={"model": "b"})) as journal:
        assert journal.find(Call(("x",))) == {}


def test_of_many_sentences_only_new_ones_are_asked_for(tmp_path):
    engine = Engine()
    with opened_journal(tmp_path / "journal", engine) as journal:
        for source in (("a", "b", "c"), ("a", "new", "c", "new", "b")):
            made = Driver(engine, journal).run([Talk(source, engine, is_whole=False)])[0]
            assert [segment.text for segment in made] == [text.upper() for text in source]
    assert [call.texts for call in engine.calls] == [("a", "b", "c"), ("new",)]


def test_many_sentences_of_which_one_was_cut_are_asked_for_again(tmp_path):
    cut = Engine(
        lambda call: Answer(texts=call.texts, cut="length" if len(call.texts) > 1 else None)
    )
    with opened_journal(tmp_path / "journal", cut) as journal:
        Driver(cut, journal).run([Talk(("a", "b"), cut, is_whole=False)])
    assert [call.texts for call in cut.calls] == [("a", "b"), ("a",), ("b",)]


def test_an_answer_to_another_number_of_texts_is_refused():
    short = Engine(lambda call: Answer(texts=("X",)))
    made = talk(short, ("a", "b"), is_whole=False)
    assert "1 answers to 2 texts" in made[0].troubles[0]
    assert [segment.text for segment in made] == ["X", "X"]


def test_an_estimate_counts_what_will_be_asked_and_asks_nothing(tmp_path):
    engine = Engine()
    documents = [SOURCE, SOURCE, ("Else.",)]

    def talks(engine):
        return [Talk(source, engine) for source in documents]

    with opened_journal(tmp_path / "journal", engine) as journal:
        seen = estimate(engine, journal, talks)
        assert engine.calls == []
        assert (seen.documents, seen.segments, seen.blank) == (3, 15, 4)
        Driver(engine, journal).run(talks(engine))
        assert seen.calls == len(engine.calls) == 2
        assert seen.characters == sum(len(text) for call in engine.calls for text in call.texts)
        again = estimate(engine, journal, talks)
    assert (again.calls, again.characters, again.known) == (0, 0, 3)
    assert seen.cost(read_price("20", "characters")) == pytest.approx(seen.characters * 20e-6)


@pytest.mark.parametrize("text", ["", "x", "-1", "nan", "1,2"])
def test_a_price_is_a_number(text):
    with pytest.raises(Exception, match="--price"):
        read_price(text, "characters")


@pytest.mark.parametrize(("text", "cost"), [("0", 0), ("1000000", 40), ("2000000,1000000", 25)])
def test_a_server_on_this_machine_may_have_a_price(text, cost):
    price = read_price(text, "nothing")
    seen = Estimate(1, 2, 0, 1, 0, 40, 0, (10, 5), "nothing", "127.0.0.1", 3)
    assert seen.cost(price) == cost


def test_tokens_have_two_prices():
    assert read_price("3,4", "tokens").is_of_tokens
    with pytest.raises(UsageError, match="IN,OUT"):
        read_price("3", "tokens")
