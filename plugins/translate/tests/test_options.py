"""Options of `discotag translate`, engine by engine; what is asked before anything is sent."""

from __future__ import annotations

import pytest

from discotag.plugin import UsageError
from discotag.testing.servers import Said

from . import services
from .jobs import CAPITALS, SECRET, SOURCE, run


def test_a_dry_run_sends_nothing_and_names_the_cost(engine, job, server):
    name, _, path = engine
    done = job(name, path, "--dry-run", "--price", "20")
    assert server.asked == []
    assert "2 documents, 6 segments (1 blank): 2 calls to 127.0.0.1" in done.printed
    assert "about" in done.printed
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


def test_a_variety_that_a_pack_serves_keeps_its_code(tmp_path, server, monkeypatch):
    monkeypatch.setenv("DEEPL_AUTH_KEY", SECRET)
    server.behave = lambda asked, number: Said(services.deepl(asked))
    (tmp_path / "a").write_text("Hello.\n")
    texts = ("--src", tmp_path / "a", "-s", "en", "-t", "fr-CA", "-o", tmp_path / "o", "--yes")
    run("-e", "deepl", *texts, "--base-url", server.url)
    assert server.asked[0].content["target_lang"] == "FR-CA"


def test_no_file_is_written_over(job, server, tmp_path):
    for more in (("-o", tmp_path / "a.en"), ("--journal", tmp_path / "a.en")):
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
