"""Services that misbehave, runs that stop: lines in place, nothing paid twice, no key kept."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading

import pytest

from discotag.plugin import SkippedWorkError
from discotag.testing.servers import Said
from discotag_services import StoppedError

from .jobs import CAPITALS, SECRET, SOURCE
from .services import chat


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


def test_a_second_run_asks_for_nothing(engine, job, server):
    name, speak, path = engine
    server.behave = lambda asked, number: Said(speak(asked))
    once = job(name, path)
    count = len(server.asked)
    twice = job(name, path)
    assert len(server.asked) == count
    assert twice.lines == once.lines
    assert twice.told[1:] == once.told[1:]
    assert "2 from the journal" in twice.printed
    assert "0 calls" in job(name, path, "--dry-run").printed


def test_a_run_that_died_goes_on(engine, job, server):
    name, speak, path = engine
    server.behave = lambda asked, number: Said(
        speak(asked) if number == 0 else "wrong key", 200 if number == 0 else 401
    )
    done = job(name, path)
    assert isinstance(done.error, StoppedError)
    assert "1 answer kept" in str(done.error)
    assert not done.path.exists()
    server.behave = lambda asked, number: Said(speak(asked))
    assert job(name, path).lines == CAPITALS
    assert len(server.asked) == 3


def test_a_key_is_found_nowhere(engine, job, server, caplog, tmp_path):
    name, speak, path = engine
    caplog.set_level(logging.DEBUG)
    answers = [
        Said(f"bad key {SECRET}", 500),
        Said(f"<title>{SECRET}</title>", 200, {"Content-Type": "text/html"}),
    ]
    server.behave = lambda asked, number: (
        answers[number]
        if number < len(answers)
        else Said(f"{SECRET}?", 400)
        if "Bye." in json.dumps(asked.content)
        else Said(speak(asked))
    )
    done = job(name, path)
    assert isinstance(done.error, SkippedWorkError)
    assert any(SECRET in json.dumps(dict(asked.headers)) for asked in server.asked)
    assert SECRET not in str(done.error) + done.printed + caplog.text
    files = [path for path in tmp_path.rglob("*") if path.is_file()]
    assert {"out", "out.journal", "out.provenance.jsonl"} <= {path.name for path in files}
    assert not any(SECRET.encode() in path.read_bytes() for path in files)
    server.behave = lambda asked, number: Said(f"bad key {SECRET}", 401)
    done = job(name, path, out="other")
    assert SECRET not in str(done.error)


def test_a_killed_run_goes_on_and_pays_for_nothing_twice(job, server, tmp_path):
    held = threading.Event()

    def behave(asked, number):
        if number == 2:
            held.set()
            return Said("", hangs=True)
        return Said(chat(asked))

    server.behave = behave
    command = ("-m", "discotag", "translate", "-e", "chat", "-m", "tiny", "--mode", "sentence")
    texts = ("--src", "a.en", "--docids", "ids", "-s", "en", "-t", "fr", "-o", "out")
    place = ("--base-url", f"{server.url}/v1", "--no-check-language")
    process = subprocess.Popen([sys.executable, *command, *texts, *place], cwd=tmp_path)
    try:
        assert held.wait(60)
    finally:
        process.kill()
        process.wait()
    assert not (tmp_path / "out").exists()
    server.behave = lambda asked, number: Said(chat(asked))
    done = job("chat", "/v1", "--mode", "sentence")
    assert done.lines == CAPITALS
    asked = [request.content["messages"][-1]["content"] for request in server.asked]
    assert asked == [SOURCE[0], SOURCE[1], SOURCE[3], SOURCE[3], SOURCE[4], SOURCE[5]]
