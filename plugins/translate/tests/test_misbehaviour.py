"""Services that misbehave: every segment comes back in its place, or is named as failed."""

from __future__ import annotations

import json

import pytest

from discotag.plugin import SkippedWorkError
from discotag.testing.servers import Said

from .jobs import CAPITALS


def lost(text: str) -> str:
    for mark in ('<m id="2"/>', '<br id="2"/>', "[[2]]"):
        text = text.replace(mark, "")
    return text


def doubled(text: str) -> str:
    for mark in ('<m id="2"/>', '<br id="2"/>', "[[2]]"):
        text = text.replace(mark, mark * 2)
    return text


def moved(text: str) -> str:
    for mark in ('<m id="{}"/>', '<br id="{}"/>', "[[{}]]"):
        one, two = mark.format(1), mark.format(2)
        text = text.replace(one, "\0").replace(two, one).replace("\0", two)
    return text


def translated(text: str) -> str:
    for mark, other in (('m id="2"', 'M ID="ZWEI"'), ('br id="2"', "BR"), ("[[2]]", "[[ZWEI]]")):
        text = text.replace(mark, other)
    return text


def emptied(text: str) -> str:
    return text.replace("IT FELL.", "")


def test_documents_come_back_whole(engine, job, server):
    name, speak, path = engine
    server.behave = lambda asked, number: Said(speak(asked))
    done = job(name, path)
    assert done.error is None
    assert done.lines == CAPITALS
    assert [record["how"] for record in done.told[1:]] == [
        *("document", "document", "blank", "document", "document", "segment"),
    ]
    assert len(server.asked) == 2
    assert done.told[0]["segments"] == {"document": 4, "blank": 1, "segment": 1}


def test_sentences_come_back_one_by_one(engine, job, server):
    name, speak, path = engine
    server.behave = lambda asked, number: Said(speak(asked))
    assert job(name, path, "--mode", "sentence").lines == CAPITALS
    bodies = json.dumps([asked.content for asked in server.asked])
    assert "id=" not in bodies
    assert "[[1]]" not in bodies


@pytest.mark.parametrize("change", [lost, doubled, moved, translated])
def test_faults_of_markers_are_found_and_mended(engine, job, server, change):
    name, speak, path = engine
    server.behave = lambda asked, number: Said(speak(asked, change))
    done = job(name, path)
    assert done.error is None
    assert done.lines == CAPITALS
    assert [record["how"] for record in done.told[1:5]] == [
        "segment",
        "segment",
        "blank",
        "segment",
    ]
    assert "marker" in done.told[1]["troubles"][0]
    assert "4 segments needed more than one call" in done.printed


def test_what_stays_empty_is_named_and_nothing_else_is_lost(engine, job, server):
    name, speak, path = engine
    server.behave = lambda asked, number: Said(speak(asked, emptied))
    done = job(name, path)
    assert isinstance(done.error, SkippedWorkError)
    assert done.error.exit_code == 6
    assert "line 4 (document 'a', segment 4): the translation is empty" in str(done.error)
    assert done.lines == [line.replace("IT FELL.", "") for line in CAPITALS]
    assert done.told[4]["how"] == "failed"


def test_what_failed_is_asked_for_again_and_nothing_else(engine, job, server):
    name, speak, path = engine
    server.behave = lambda asked, number: (
        Said({"message": "no"}, 400 if "It fell." in json.dumps(asked.content) else 500)
        if "It fell." in json.dumps(asked.content)
        else Said(speak(asked))
    )
    assert "status 400: no" in str(job(name, path).error)
    first = len(server.asked)
    server.behave = lambda asked, number: Said(speak(asked))
    done = job(name, path)
    assert done.error is None
    assert done.lines == CAPITALS
    again = [json.dumps(asked.content) for asked in server.asked[first:]]
    assert again
    assert all("It fell." in body for body in again)


def test_haste_and_faults_pass(engine, job, server, waits):
    name, speak, path = engine
    bad = [
        Said("slow", 429, {"Retry-After": "3"}),
        Said("slow", 429),
        Said("oh", 500),
        Said('{"transl'),
        Said("<html><title>Gateway</title>", 502, {"Content-Type": "text/html"}),
    ]
    server.behave = lambda asked, number: bad[number] if number < len(bad) else Said(speak(asked))
    assert job(name, path).lines == CAPITALS
    assert len(waits) == len(bad)
    assert waits[0] >= 3


def test_a_redirect_ends_the_run_and_no_key_follows(engine, job, server, other_server):
    name, _, path = engine
    server.behave = lambda asked, number: Said("", 308, {"Location": other_server.url})
    assert "redirects" in str(job(name, path).error)
    assert other_server.asked == []
