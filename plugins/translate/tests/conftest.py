"""Servers in threads, and an environment without keys; nothing waits."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING

import pytest

from discotag.plugin import DiscotagError
from discotag.testing.servers import Said, Server

from .jobs import ENGINES, IDS, SOURCE, Job, run

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

collect_ignore_glob = [] if find_spec("discotag_translate") else ["*"]
"""Where the distribution is not installed, there is nothing to test."""


UNCHECKED = ("--no-check-language", "--no-check-content")
"""Tests of engines and networks answer in capitals, which no translation is."""


@pytest.fixture
def server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()


@pytest.fixture
def other_server() -> Iterator[Server]:
    made = Server()
    yield made
    made.close()


@pytest.fixture(autouse=True)
def _no_keys(monkeypatch: pytest.MonkeyPatch) -> None:
    """Take the keys of whoever runs the tests away."""
    for name in (
        "DEEPL_AUTH_KEY",
        "GOOGLE_API_KEY",
        "GOOGLE_ACCESS_TOKEN",
        "GOOGLE_CLOUD_PROJECT",
        "OPENAI_API_KEY",
        "DISCOTAG_OFFLINE",
    ):
        monkeypatch.delenv(name, raising=False)


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> list[float]:
    """Return the list of waits, none of which is waited for."""
    from discotag_services import Client

    found: list[float] = []
    monkeypatch.setattr(Client, "_pause", lambda self, seconds: found.append(seconds))
    return found


@pytest.fixture
def said() -> type[Said]:
    """Return what a server may say; test modules cannot import from here."""
    return Said


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
            found = run("-e", name, *texts, *place, *model, "--yes", *UNCHECKED, *more)
            job.printed = found.output
        except DiscotagError as error:
            job.error = error
        return job

    return do
