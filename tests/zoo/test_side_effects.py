"""Plugins that print, change what they are given, or take too long."""

from __future__ import annotations

import sys
import threading
import time

import pytest


def test_what_a_plugin_prints_goes_to_standard_error(cage, capsys):
    def odd(document):
        sys.stdout.write("hello")
        return ()

    cage.deeds = {"tagger.mark": odd}
    outcome = cage.run()
    assert outcome.exit_code == 0
    given = capsys.readouterr()
    assert given.out == ""
    assert "hello" in given.err


@pytest.mark.parametrize(
    "odd",
    [
        lambda document: object.__setattr__(document, "id", "other") or (),
        lambda document: document.target.tokens[0].__setattr__("text", "other"),
        lambda document: document.target.segments.append("other"),
    ],
    ids=["by force", "an attribute", "a list"],
)
def test_what_a_tagger_does_to_its_document_reaches_no_other(cage, odd):
    cage.deeds = {"tagger.mark": odd}
    outcome = cage.run(on_error="skip")
    assert outcome.exit_code == 0
    assert "talk" in (outcome.out / "tags" / "ref.jsonl").read_text("utf-8")


def test_a_component_cannot_change_the_options_or_tables_of_the_run(cage):
    def create(context):
        context.options["n"] = 1

    cage.deeds = {"tagger.create": create}
    assert "does not support item assignment" in cage.run().message


def test_a_thread_that_goes_on_does_not_hinder_a_run(cage):
    ended = threading.Event()
    cage.deeds = {"tagger.mark": lambda document: threading.Thread(target=ended.wait).start() or ()}
    assert cage.run().exit_code == 0
    ended.set()


def hang(*_):
    end = time.monotonic() + 20
    while time.monotonic() < end:
        time.sleep(0.001)


def swallow(*_):
    try:
        hang()
    except BaseException:
        return ()
    return ()


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        (hang, "OverTimeError: took longer than 0.5 s"),
        (swallow, "0.5 s (--time-limit), and went on"),
    ],
    ids=["hangs", "swallows the alarm"],
)
@pytest.mark.parametrize("place", ["tagger.mark", "analyzer.analyze"])
def test_what_takes_too_long_is_stopped_and_named(cage, deed, told, place):
    cage.deeds = {place: deed}
    outcome = cage.run(time_limit=0.5)
    assert f"{place.partition('.')[0]} odd (plugin odd-one) failed" in outcome.message
    assert told in outcome.message


def test_what_takes_too_long_to_be_made_is_stopped_and_named(cage):
    cage.deeds = {"tagger.create": hang}
    outcome = cage.run(time_limit=0.05)
    assert outcome.message == (
        "tagger odd (plugin odd-one) failed: OverTimeError: took longer than 0.5 s (--time-limit)"
    )
