"""An estimate is what a run asks for, and asks for nothing."""

from __future__ import annotations

import pytest

from discotag.plugin import UsageError
from discotag_services import read_price
from discotag_translate.documents import Talk
from discotag_translate.driving import Driver, Estimate, estimate, opened_journal

from .capitals import SOURCE, Engine


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
