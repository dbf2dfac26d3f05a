"""`discotag translate` against servers on this machine that speak the protocols, and misbehave."""

from __future__ import annotations

import json
import logging
import subprocess
import sys
import threading
from typing import TYPE_CHECKING, Any

import pytest
from typer.testing import CliRunner

from discotag.core.errors import DiscotagError, SkippedWorkError, UsageError
from discotag_translate.calls import StoppedError

from . import services
from .servers import Said

if TYPE_CHECKING:
    from pathlib import Path

SOURCE = ("Hello there.", "The lamp & the cat.", "", "It fell.", "Bye.", "A new text.")
IDS = ("a", "a", "a", "a", "a", "b")
CAPITALS = [line.upper() for line in SOURCE]
SECRET = "s3cr3t-K3Y-0123456789"
ENGINES = {
    "deepl": (services.deepl, {"DEEPL_AUTH_KEY": SECRET}, ""),
    "google v2": (services.google_basic, {"GOOGLE_API_KEY": SECRET}, ""),
    "google v3": (
        services.google_advanced,
        {"GOOGLE_ACCESS_TOKEN": SECRET, "GOOGLE_CLOUD_PROJECT": "mine"},
        "",
    ),
    "chat": (services.chat, {"OPENAI_API_KEY": SECRET}, "/v1"),
}


def run(*arguments: object) -> Any:
    import typer

    from discotag_translate.command import translate

    app = typer.Typer()
    app.command()(translate)
    found = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if found.exception is not None:
        raise found.exception
    return found


@pytest.fixture(params=list(ENGINES))
def engine(request, monkeypatch):
    speak, keys, path = ENGINES[request.param]
    for name, value in keys.items():
        monkeypatch.setenv(name, value)
    return request.param.split()[0], speak, path


@pytest.fixture
def job(tmp_path: Path, server, waits):
    """Translate the text with an engine; give the lines and what is told of them."""
    source, ids = tmp_path / "a.en", tmp_path / "ids"
    source.write_text("".join(f"{line}\n" for line in SOURCE))
    ids.write_text("".join(f"{line}\n" for line in IDS))

    def do(name: str, path: str = "", *more: object, out: str = "out") -> Job:
        model = ("-m", "tiny") if name == "chat" else ()
        texts = ("--src", source, "--docids", ids, "-s", "en", "-t", "fr")
        place = ("--base-url", server.url + path, "-o", tmp_path / out)
        job = Job(tmp_path / out)
        try:
            found = run("-e", name, *texts, *place, *model, "--yes", "--no-check-language", *more)
            job.printed = found.output
        except DiscotagError as error:
            job.error = error
        return job

    return do


class Job:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.error: DiscotagError | None = None
        self.printed = ""

    @property
    def lines(self) -> list[str]:
        return self.path.read_text().splitlines()

    @property
    def told(self) -> list[dict[str, Any]]:
        path = self.path.with_name(f"{self.path.name}.provenance.jsonl")
        return [json.loads(line) for line in path.read_text().splitlines()]


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
    assert "1 answers are kept" in str(done.error)
    assert not done.path.exists()
    server.behave = lambda asked, number: Said(speak(asked))
    assert job(name, path).lines == CAPITALS
    assert len(server.asked) == 3


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


def test_a_dry_run_sends_nothing_and_names_the_cost(engine, job, server):
    name, _, path = engine
    done = job(name, path, "--dry-run", *(("--price", "20") if name != "chat" else ()))
    assert server.asked == []
    assert "2 documents, 6 segments (1 blank): 2 calls to 127.0.0.1" in done.printed
    assert ("about" in done.printed) is (name != "chat")
    assert not done.path.exists()


def test_nothing_is_sent_unasked(engine, job, server, tmp_path, monkeypatch):
    name, _, _ = engine
    if name == "chat":
        pytest.skip("a server of chats on this machine costs nothing")
    with pytest.raises(UsageError, match="--yes"):
        run(
            *("-e", name, "--src", tmp_path / "a.en", "-s", "en", "-t", "fr", "-o", tmp_path / "o"),
            *("--base-url", server.url),
        )
    assert server.asked == []


def test_the_wrong_language_is_named(job, server, monkeypatch):
    english = "This is a sentence that nobody has translated, though it was sent to be translated."
    monkeypatch.setenv("DEEPL_AUTH_KEY", SECRET)
    server.behave = lambda asked, number: Said(
        services.deepl(asked, lambda text: text.replace("IT FELL.", english))
    )
    assert job("deepl", "").error is None
    done = job("deepl", "", "--check-language", "--mode", "sentence")
    assert "line 4 (document 'a', segment 4): the translation seems" in str(done.error)
    assert "(en)" in str(done.error)


def test_earlier_segments_go_with_a_chat_as_turns(job, server):
    server.behave = lambda asked, number: Said(services.chat(asked))
    done = job("chat", "/v1", "--mode", "sentence", "--context", 2)
    assert done.lines == CAPITALS
    turns = [turn["content"] for turn in server.asked[3].content["messages"]]
    assert turns[1:] == [SOURCE[1], CAPITALS[1], SOURCE[3], CAPITALS[3], SOURCE[4]]
    assert "English into French" in turns[0]
    assert "Authorization" not in server.asked[0].headers


def test_earlier_sources_go_with_deepl_as_context(job, server, monkeypatch):
    monkeypatch.setenv("DEEPL_AUTH_KEY", SECRET)
    server.behave = lambda asked, number: Said(services.deepl(asked))
    job("deepl", "", "--mode", "sentence", "--context", 1)
    assert [asked.content.get("context") for asked in server.asked] == [
        *(None, SOURCE[0], SOURCE[1], SOURCE[3], None)
    ]


def test_a_chat_that_is_cut_or_thinks_aloud(job, server):
    def behave(asked, number):
        is_long = len(asked.content["messages"][-1]["content"]) > 40
        reason = "length" if is_long else "stop"
        thinks = "<think>\nHm.\n</think>\n"
        return Said(services.chat(asked, lambda t: thinks + t, finish_reason=reason))

    server.behave = behave
    done = job("chat", "/v1")
    assert done.lines == CAPITALS
    assert "not complete (length)" in done.told[1]["troubles"][0]


def test_params_reach_the_server_and_make_another_answer(job, server):
    server.behave = lambda asked, number: Said(services.chat(asked))
    job("chat", "/v1", "--param", "temperature=0.5", "--param", "top_p=null")
    assert server.asked[0].content["temperature"] == 0.5
    count = len(server.asked)
    job("chat", "/v1")
    assert len(server.asked) == 2 * count
    assert server.asked[-1].content["temperature"] == 0
    for wrong in ("api_key=x", "messages=1", "x"):
        assert isinstance(job("chat", "/v1", "--param", wrong).error, UsageError)


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("-e", "deepl"), "DEEPL_AUTH_KEY is not set"),
        (("-e", "google"), "GOOGLE_API_KEY is not set"),
        (("-e", "chat"), "--model"),
        (("-e", "chat", "-m", "x"), "OPENAI_API_KEY is not set"),
        (("-e", "chat", "-m", "x", "--base-url", "http://example.org"), "--allow-http"),
        (("-e", "hf"), "--model"),
    ],
    ids=["deepl", "google", "chat", "OpenAI", "http", "hf"],
)
def test_what_is_missing_is_named(tmp_path, arguments, told):
    (tmp_path / "a").write_text("Hello.\n")
    texts = ("--src", tmp_path / "a", "-s", "en", "-t", "fr", "-o", tmp_path / "o")
    with pytest.raises(UsageError, match=told):
        run(*arguments, *texts)


def test_google_takes_no_context(job, monkeypatch):
    monkeypatch.setenv("GOOGLE_API_KEY", SECRET)
    assert "--context" in str(job("google", "", "--context", 1).error)


def test_offline_sends_nothing_elsewhere(tmp_path, monkeypatch):
    monkeypatch.setenv("DISCOTAG_OFFLINE", "1")
    monkeypatch.setenv("DEEPL_AUTH_KEY", SECRET)
    (tmp_path / "a").write_text("Hello.\n")
    texts = ("--src", tmp_path / "a", "-s", "en", "-t", "fr", "-o", tmp_path / "o")
    with pytest.raises(UsageError, match="offline"):
        run("-e", "deepl", *texts)


def test_a_language_without_a_pack_is_taken_by_its_code(tmp_path, server, monkeypatch):
    monkeypatch.setenv("DEEPL_AUTH_KEY", SECRET)
    server.behave = lambda asked, number: Said(services.deepl(asked))
    (tmp_path / "a").write_text("Hello.\n")
    texts = ("--src", tmp_path / "a", "-s", "en", "-t", "sv", "-o", tmp_path / "o", "--yes")
    run("-e", "deepl", *texts, "--base-url", server.url)
    assert server.asked[0].content["target_lang"] == "SV"
    assert (tmp_path / "o").read_text() == "HELLO.\n"


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


def test_no_file_is_written_over_and_a_missing_folder_is_told_first(job, server, tmp_path):
    for more in (("-o", tmp_path / "a.en"), ("-o", tmp_path / "no" / "out")):
        assert isinstance(job("chat", "/v1", *more).error, UsageError)
    assert isinstance(job("chat", "/v1", "--journal", tmp_path / "out").error, UsageError)
    assert server.asked == []
    assert (tmp_path / "a.en").read_text().splitlines() == list(SOURCE)


def test_requests_keep_the_pace_that_was_asked_for(job, server, waits):
    server.behave = lambda asked, number: Said(services.chat(asked))
    job("chat", "/v1", "--per-minute", 1)
    assert len(waits) == len(server.asked) - 1
    assert all(50 < wait <= 60 for wait in waits)


@pytest.mark.parametrize("project", ["a?b", "projects/a", "projects/a/locations/b/../c", "a b"])
def test_a_project_is_an_id(job, monkeypatch, project):
    monkeypatch.setenv("GOOGLE_ACCESS_TOKEN", SECRET)
    monkeypatch.setenv("GOOGLE_CLOUD_PROJECT", project)
    assert "GOOGLE_CLOUD_PROJECT" in str(job("google").error)
