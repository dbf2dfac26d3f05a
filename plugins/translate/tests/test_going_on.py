"""A run that goes on, and what it leaves: nothing is paid for twice, no key is anywhere."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading

from discotag.plugin import SkippedWorkError
from discotag.testing.servers import Said
from discotag_services import StoppedError

from . import services
from .jobs import CAPITALS, SECRET, SOURCE


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
        return Said(services.chat(asked))

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
    server.behave = lambda asked, number: Said(services.chat(asked))
    done = job("chat", "/v1", "--mode", "sentence")
    assert done.lines == CAPITALS
    asked = [request.content["messages"][-1]["content"] for request in server.asked]
    assert asked == [SOURCE[0], SOURCE[1], SOURCE[3], SOURCE[3], SOURCE[4], SOURCE[5]]
