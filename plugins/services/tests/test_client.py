"""What a client makes of services that misbehave; nothing here waits."""

from __future__ import annotations

import base64
import logging
import time
from email.utils import formatdate
from typing import Any

import pytest
from pydantic import BaseModel

from discotag.plugin import UsageError
from discotag_services import (
    FIRST_WAIT,
    MOST_WAIT,
    CallError,
    Client,
    Key,
    Pace,
    StoppedError,
    endpoint,
    find_key,
    holds,
    masked,
    require_key,
)

NOW = 1_700_000_000.0
SECRET = "s3cr3t-K3Y/0123+456"
GOOD = {"word": "yes"}


class Word(BaseModel):
    word: str


@pytest.fixture
def ask(server, said):
    """Post to the server, which says one thing after the other; waits are noted, not made."""
    made: list[Client] = []

    def do(
        *things, tries: int = 3, timeout: float = 5, draw=lambda: 0.0
    ) -> tuple[Any, list[float]]:
        waits: list[float] = []
        server.behave = lambda asked, number: things[min(number, len(things) - 1)]
        client = Client(
            endpoint(server.url),
            {"Authorization": f"Bearer {SECRET}"},
            (Key("KEY", SECRET),),
            tries=tries,
            timeout=timeout,
            sleep=waits.append,
            now=lambda: NOW,
            draw=draw,
        )
        made.append(client)
        try:
            return client.post("/say", {"a": 1}, Word).word, waits
        except (CallError, StoppedError) as error:
            return error, waits

    yield do
    for client in made:
        client.close()


def test_a_good_answer_comes_at_once(ask, said, server):
    assert ask(said(GOOD)) == ("yes", [])
    assert server.asked[0].headers["Authorization"] == f"Bearer {SECRET}"
    assert server.asked[0].content == {"a": 1}


@pytest.mark.parametrize("status", [408, 429, 500, 502, 503, 529])
def test_what_may_pass_is_tried_again(ask, said, status):
    word, waits = ask(said("busy", status), said(GOOD))
    assert word == "yes"
    assert len(waits) == 1


def test_waits_grow_at_random_and_are_bounded(ask, said):
    _, longest = ask(said("busy", 500), tries=9, draw=lambda: 1.0)
    assert longest == [min(MOST_WAIT, FIRST_WAIT * 2**n) for n in range(1, 9)]
    _, shortest = ask(said("busy", 500), tries=9)
    assert shortest == [0.0] * 8


@pytest.mark.parametrize(
    ("asked", "wait"),
    [
        ("7", 7.0),
        ("0", 0.0),
        (formatdate(NOW + 30, usegmt=True), 30.0),
        ("soon", 0.0),
        ("nan", 0.0),
    ],
    ids=["seconds", "zero", "date", "nonsense", "no number"],
)
def test_retry_after_is_kept(ask, said, asked, wait):
    word, waits = ask(said("slow down", 429, {"Retry-After": asked}), said(GOOD))
    assert (word, waits) == ("yes", [wait])


def test_who_asks_for_too_long_a_wait_stops_the_run(ask, said, server):
    error, waits = ask(said("tomorrow", 429, {"Retry-After": "86400"}))
    assert isinstance(error, StoppedError)
    assert "86400" in str(error)
    assert waits == []
    assert len(server.asked) == 1


def test_tries_come_to_an_end(ask, said, server):
    error, waits = ask(said({"error": {"message": "overloaded"}}, 503), tries=4)
    assert isinstance(error, CallError)
    assert "status 503: overloaded (tried 4 times)" in str(error)
    assert (len(server.asked), len(waits)) == (4, 3)


@pytest.mark.parametrize(
    ("body", "status"),
    [
        ("wrong key", 401),
        ("", 402),
        ("", 403),
        ("", 404),
        ({"message": "Quota exceeded"}, 456),
        ({"error": {"code": "insufficient_quota", "message": "pay"}}, 429),
    ],
    ids=["key", "payment", "rights", "address", "DeepL's quota", "OpenAI's quota"],
)
def test_what_nothing_cures_stops_the_run_at_once(ask, said, server, body, status):
    error, _ = ask(said(body, status))
    assert isinstance(error, StoppedError)
    assert len(server.asked) == 1


def test_googles_403_for_haste_is_tried_again(ask, said):
    hasty = {"error": {"code": 403, "errors": [{"reason": "userRateLimitExceeded"}]}}
    assert ask(said(hasty, 403), said(GOOD))[0] == "yes"


@pytest.mark.parametrize("status", [400, 413, 422])
def test_what_is_refused_by_itself_ends_that_call_alone(ask, said, server, status):
    error, _ = ask(said({"message": "too long"}, status))
    assert isinstance(error, CallError)
    assert f"status {status}: too long" in str(error)
    assert len(server.asked) == 1


@pytest.mark.parametrize(
    ("body", "told"),
    [
        ('{"word": "ye', "no JSON"),
        ("", "no JSON"),
        ({"wort": "ja"}, "not as agreed (word"),
        ("[]", "not as agreed"),
    ],
    ids=["truncated", "empty", "another field", "another shape"],
)
def test_a_broken_answer_is_tried_again(ask, said, body, told):
    assert ask(said(body), said(GOOD))[0] == "yes"
    assert told in str(ask(said(body))[0])


def test_a_page_is_named_by_its_title(ask, said):
    page = said(
        "<html><title>Log in</title>…</html>", headers={"Content-Type": "text/html; charset=utf-8"}
    )
    assert "no JSON (text/html): a page: Log in" in str(ask(page)[0])


def test_no_answer_in_time_is_tried_again(ask, said, server):
    word, waits = ask(said("", hangs=True), said(GOOD), timeout=0.2)
    assert word == "yes"
    assert len(waits) == 1


def test_an_answer_that_breaks_off_is_tried_again(ask, said):
    short = said('{"word": "ye', headers={"Content-Length": "500"})
    assert ask(short, said(GOOD), timeout=0.5)[0] == "yes"


def test_a_closed_door_is_named():
    client = Client(endpoint("http://127.0.0.1:9"), {}, (), tries=2, sleep=lambda _: None)
    with pytest.raises(CallError, match="connection failed"):
        client.post("/", {}, Word)
    client.close()


def test_a_key_follows_no_redirect(ask, said, server, other_server):
    error, _ = ask(said("", 307, {"Location": f"{other_server.url}/say"}))
    assert isinstance(error, StoppedError)
    assert f"redirects to {other_server.url}/say" in str(error)
    assert other_server.asked == []


def test_a_key_is_told_nowhere(ask, said, caplog):
    caplog.set_level(logging.DEBUG)
    for status in (200, 302, 400, 401, 500):
        error, _ = ask(said(f"Incorrect key {SECRET}", status, {"Location": f"http://x/{SECRET}"}))
        assert SECRET not in str(error) + repr(error)
        assert error.__cause__ is None
    assert caplog.text
    assert SECRET not in caplog.text


def test_messages_are_short_and_printable(ask, said):
    error, _ = ask(said("\x1b[31m" + "x" * 10_000, 400))
    assert len(str(error)) < 400
    assert str(error).isprintable()


def test_a_client_that_was_stopped_does_not_try_again(server, said):
    server.behave = lambda asked, number: said("", 500)
    client = Client(endpoint(server.url), {}, (), tries=50)
    client.stop()
    with pytest.raises(CallError, match="given up"):
        client.post("/", {}, Word)
    assert len(server.asked) == 1
    client.close()


@pytest.mark.parametrize(
    "url",
    ["http://example.org/v1", "ftp://example.org", "example.org", "https://", "https://[::1"],
)
def test_addresses_that_would_tell_keys_are_refused(url):
    with pytest.raises(UsageError, match="--base-url"):
        endpoint(url)


@pytest.mark.parametrize(
    "part", ["https://me:secret@example.org", "https://example.org?key=secret"]
)
def test_an_address_holds_no_secret(part):
    with pytest.raises(UsageError) as caught:
        endpoint(part)
    assert "secret" not in str(caught.value)


def test_plain_http_is_for_this_machine_or_for_who_asks():
    assert endpoint("http://127.0.0.1:80/v1/").url == "http://127.0.0.1:80/v1"
    assert endpoint("http://[::1]:80").is_local
    assert endpoint("http://localhost").is_local
    assert not endpoint("http://localhost.example.org", may_be_plain=True).is_local


def test_a_key_shows_itself_only_when_asked():
    key = require_key("KEY", {"KEY": f" {SECRET}\n"})
    assert key.reveal() == SECRET
    assert SECRET not in f"{key} {key!r} {[key]}"
    with pytest.raises(TypeError):
        __import__("pickle").dumps(key)
    assert find_key("KEY", {"KEY": " "}) is None
    with pytest.raises(UsageError, match="export KEY="):
        require_key("KEY", {})
    with pytest.raises(UsageError) as caught:
        require_key("KEY", {"KEY": f"{SECRET}\n{SECRET}"})
    assert SECRET not in str(caught.value)


WRITTEN = {
    "as it is": SECRET,
    "capitals": SECRET.upper(),
    "percent-encoded": "s3cr3t-K3Y%2F0123%2B456",
    "zero-width": "\u200b".join(SECRET),
    "full width": "".join(chr(ord(sign) + 0xFEE0) for sign in SECRET),
    "hexadecimal": SECRET.encode().hex(),
    "its half": SECRET[:10],
    "its end": SECRET[-8:],
    **{
        f"base64 after {before} bytes": base64.b64encode(b"u" * before + SECRET.encode()).decode()
        for before in range(4)
    },
    "base64 for addresses": base64.urlsafe_b64encode(b"?>" + SECRET.encode()).decode(),
}
KEY = Key("KEY", SECRET)


@pytest.mark.parametrize("written", WRITTEN.values(), ids=WRITTEN)
def test_a_key_is_masked_however_it_is_written(written):
    shown = masked(f"before {written} after", [KEY])
    assert "before" in shown
    assert "after" in shown
    assert "***" in shown
    assert len(shown) <= len("before *** after") + 8  # what base64 shares with its neighbours


def test_other_text_stays_as_it_is():
    for text in ("no key here", "s3cr3t", "ein Schlüssel\u200b ist hier nicht", ""):
        assert masked(text, [KEY]) == text
    assert masked("the pin is 1234.", [Key("PIN", "1234")]) == "the pin is ***."


def test_a_text_holds_a_key_from_its_half_on():
    assert holds(f"…{SECRET[:9]}…", KEY)
    assert not holds(f"…{SECRET[:8]}…", KEY)
    assert holds("pin 1234", Key("PIN", "1234"))
    assert not holds("pin 123", Key("PIN", "1234"))


def test_a_key_is_masked_before_a_message_is_cut(ask, said):
    for shift in range(len(SECRET)):
        error, _ = ask(said({"message": "x" * (300 - shift) + SECRET * 2}, 400))
        assert SECRET[:8] not in str(error)
        error, _ = ask(said("<title>" + "x" * (300 - shift) + SECRET, 400))
        assert SECRET[:8] not in str(error)


@pytest.mark.parametrize(
    "written", [SECRET, SECRET.upper(), base64.b64encode(SECRET.encode()).decode()]
)
def test_an_answer_that_holds_the_key_stops_the_run(ask, said, server, written):
    error, _ = ask(said({"word": f"the key is {written}."}))
    assert isinstance(error, StoppedError)
    assert "holds the key of KEY" in str(error)
    assert SECRET not in str(error)
    assert len(server.asked) == 1


def test_a_key_in_escapes_is_found(ask, said):
    escaped = "".join(f"\\u{ord(sign):04x}" for sign in SECRET)
    error, _ = ask(said(f'{{"word": "{escaped}"}}'))
    assert isinstance(error, StoppedError)


@pytest.mark.parametrize("part", ["body", "head"])
def test_an_answer_byte_by_byte_is_given_up(part):
    """A server that sends a byte now and then answers no call for ever."""
    import socket
    import threading

    listening = socket.create_server(("127.0.0.1", 0))
    over = threading.Event()

    def drip() -> None:
        while not over.is_set():
            try:
                connection, _ = listening.accept()
            except OSError:
                return
            with connection:
                connection.recv(65536)
                if part == "body":
                    connection.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 100000\r\n\r\n")
                else:
                    connection.sendall(b"HTTP/1.1 200 OK\r\nX: ")
                while not over.wait(0.02):
                    try:
                        connection.sendall(b"1")
                    except OSError:
                        break

    threading.Thread(target=drip, daemon=True).start()
    client = Client(
        endpoint(f"http://127.0.0.1:{listening.getsockname()[1]}"),
        {},
        (),
        tries=1,
        timeout=0.1,
        sleep=lambda _: None,
    )
    begin = time.monotonic()
    with pytest.raises(CallError, match="no answer in time"):
        client.post("/", {}, Word)
    assert time.monotonic() - begin < 5
    over.set()
    client.close()
    listening.close()


def test_requests_are_spaced_evenly():
    clock = [0.0]
    pace = Pace(30, clock=lambda: clock[0])
    assert [pace.turn() for _ in range(3)] == [0.0, 2.0, 4.0]
    clock[0] = 100.0
    assert pace.turn() == 0.0
    assert [Pace(None).turn() for _ in range(2)] == [0.0, 0.0]
