"""The command: it prints an address, answers there, and stops in order."""

from __future__ import annotations

import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
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


def test_a_port_in_use_is_told_with_a_way_out() -> None:
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        done = run_program("serve", "--no-open", "--port", str(port))
    assert done.returncode == 2
    assert f"port {port} of this machine cannot be used" in done.stderr
    assert "--port" in done.stderr
