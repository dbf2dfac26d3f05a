"""A server without a network: requests go straight to the application."""

from __future__ import annotations

import asyncio
import json
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import open_registry

if TYPE_CHECKING:
    from discotag.plugin import Registry

IS_INSTALLED = all(map(find_spec, ("discotag_serve", "starlette", "uvicorn")))
collect_ignore_glob = [] if IS_INSTALLED else ["*"]
"""Where the distribution is not installed, there is nothing to test."""

PORT, TOKEN = 8765, "secret"
OWN = {"host": f"127.0.0.1:{PORT}", "origin": f"http://127.0.0.1:{PORT}"}


@dataclass
class Reply:
    """What came back."""

    status: int
    headers: dict[str, str]
    body: bytes

    @property
    def data(self) -> Any:
        return json.loads(self.body)


class Site:
    """The application behind its guard.

    Args:
        registry: the installed plugins.
    """

    def __init__(self, registry: Registry) -> None:
        from discotag_serve.app import made_app
        from discotag_serve.checking import Checker
        from discotag_serve.server import Guard

        self.checker = Checker(registry)
        self.app = Guard(made_app(registry, self.checker), port=PORT, token=TOKEN)

    def ask(
        self,
        path: str,
        data: Any = None,
        *,
        headers: dict[str, str] | None = None,
        token: str = TOKEN,
        method: str | None = None,
    ) -> Reply:
        """Send a request as the page does; None as a header's value leaves it out."""
        body = data if isinstance(data, bytes) else json.dumps(data).encode()
        told = {**OWN, "content-type": "application/json", **(headers or {})}
        scope = {
            "type": "http",
            "http_version": "1.1",
            "method": method or ("GET" if data is None else "POST"),
            "path": f"/{token}{path}",
            "raw_path": f"/{token}{path}".encode(),
            "query_string": b"",
            "root_path": "",
            "scheme": "http",
            "server": ("127.0.0.1", PORT),
            "client": ("127.0.0.1", 1),
            "headers": [(key.encode(), value.encode()) for key, value in told.items() if value],
        }
        answered = self._answered(scope, body if data is not None else b"")
        with ThreadPoolExecutor(1) as pool:  # another test's loop may run in this thread
            return pool.submit(asyncio.run, answered).result()

    async def _answered(self, scope: dict[str, Any], body: bytes) -> Reply:
        pieces = [body[begin : begin + 65536] for begin in range(0, len(body), 65536)] or [b""]
        sent: list[dict[str, Any]] = []

        async def receive() -> dict[str, Any]:
            piece = pieces.pop(0)
            return {"type": "http.request", "body": piece, "more_body": bool(pieces)}

        async def send(message: Any) -> None:
            sent.append(message)

        await self.app(scope, receive, send)
        headers = {key.decode(): value.decode() for key, value in sent[0]["headers"]}
        return Reply(
            sent[0]["status"], headers, b"".join(message.get("body", b"") for message in sent[1:])
        )


@pytest.fixture(scope="session")
def site() -> Site:
    """Make the application once: packs load slowly."""
    return Site(open_registry())


@pytest.fixture
def form() -> Any:
    """Make what the page sends: `form(A="…", B="…", expect="formal")`."""

    def made(source: str = "You should rest.\nYour coffee is ready.", **others: str) -> Any:
        settings = {"source_language": "en", "target_language": "fr", "expect": "", "glossary": ""}
        names = [name for name in others if name not in settings and name != "page"]
        return {
            "page": others.get("page", "p"),
            **settings,
            **{name: text for name, text in others.items() if name in settings},
            "source": source,
            "translations": [{"name": name, "text": others[name]} for name in names],
        }

    return made
