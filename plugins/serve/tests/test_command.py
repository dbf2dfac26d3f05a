"""The command: it prints an address, answers there, and stops in order."""

from __future__ import annotations

import json
import re
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request
from contextlib import suppress
from typing import TYPE_CHECKING

import pytest

from discotag.testing.program import run_program

if TYPE_CHECKING:
    from collections.abc import Iterator

START = [sys.executable, "-c", "from discotag.cli import main; main()", "serve", "--no-open"]


@pytest.fixture
def started() -> Iterator[subprocess.Popen[str]]:
    process = subprocess.Popen(
        START, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, encoding="utf-8"
    )
    yield process
    process.kill()
    process.communicate()


def test_it_answers_at_its_address_and_ctrl_c_stops_it(started: subprocess.Popen[str]) -> None:
    assert started.stdout is not None
    address = started.stdout.readline().strip()
    assert re.fullmatch(r"http://127\.0\.0\.1:\d+/[\w-]{43}/", address)
    with urllib.request.urlopen(address) as reply:
        assert b"discotag serve" in reply.read()
    root = address.rpartition("/")[0].rpartition("/")[0] + "/"
    with pytest.raises(urllib.error.HTTPError) as refused:
        urllib.request.urlopen(root)
    refused.value.close()
    assert refused.value.code == 404
    started.send_signal(signal.SIGINT)
    begin = time.monotonic()
    _, told = started.communicate(timeout=20)
    assert started.returncode == 0
    assert told.splitlines()[-1] == "discotag: stopped"
    assert "Traceback" not in told
    assert time.monotonic() - begin < 10


def ask(address: str, data: bytes, *, length: int = 0) -> socket.socket:
    """Send the beginning of a check to a page, and return the connection."""
    port = int(address.split(":")[2].partition("/")[0])
    token = address.split("/")[3]
    client = socket.create_connection(("127.0.0.1", port), timeout=15)
    client.sendall(
        f"POST /{token}/check HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\n"
        f"Content-Type: application/json\r\nContent-Length: {length or len(data)}\r\n\r\n".encode()
        + data
    )
    return client


def test_clients_that_send_half_a_request_do_not_block_the_page(
    started: subprocess.Popen[str],
) -> None:
    assert started.stdout is not None
    address = started.stdout.readline().strip()
    port = int(address.split(":")[2].partition("/")[0])
    begin = time.monotonic()
    held = [socket.create_connection(("127.0.0.1", port), timeout=15) for _ in range(140)]
    for client in held:
        with suppress(OSError):
            client.sendall(b"GET / HTTP/1.1\r\nHost: ")
    body = ask(address, b"{", length=100)
    with urllib.request.urlopen(address, timeout=5) as reply:
        assert reply.status == 200
    for client in (held[-1], body):  # the youngest ones, which waited longest for their end
        assert client.recv(1) == b""
    assert 5 < time.monotonic() - begin < 15
    for client in (*held, body):
        client.close()


def test_a_stop_during_a_check_is_quick_and_has_no_traceback(
    started: subprocess.Popen[str],
) -> None:
    assert started.stdout is not None
    address = started.stdout.readline().strip()
    left = ask(address, b"{", length=100)
    left.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    left.close()  # in the middle of its request
    asked = {
        "source_language": "en", "target_language": "fr", "source": "You should rest.\n" * 1900,
        "translations": [{"name": "A", "text": "Tu dois dormir.\n" * 1900}],
    }  # fmt: skip
    client = ask(address, json.dumps(asked).encode())
    time.sleep(1)
    begin = time.monotonic()
    started.send_signal(signal.SIGTERM)
    _, told = started.communicate(timeout=20)
    took = time.monotonic() - begin
    client.close()
    assert told.splitlines()[1:] == ["discotag: stopped"]
    assert started.returncode == 0
    assert took < 4  # two seconds, and Python's own end


def test_a_port_in_use_is_told_with_a_way_out() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = run_program("serve", "--no-open", "--port", str(port))
    assert done.returncode == 2
    assert f"port {port} of this machine cannot be used" in done.stderr
    assert "--port" in done.stderr
