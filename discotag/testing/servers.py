"""For plugins that ask services: servers on this machine that say what a test wants to hear.

Example:
    >>> from urllib.request import Request, urlopen
    >>> server = Server()
    >>> server.behave = lambda asked, number: Said({"word": asked.content["word"].upper()})
    >>> with urlopen(Request(server.url + "/say", data=b'{"word": "yes"}')) as answer:
    ...     answer.read()
    b'{"word": "YES"}'
    >>> server.close()
"""

from __future__ import annotations

import json
import threading
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping

__all__ = ["Asked", "Said", "Server"]


@dataclass(frozen=True)
class Asked:
    """One request that a server got."""

    path: str
    headers: Mapping[str, str]
    content: Any


@dataclass(frozen=True)
class Said:
    """What a server says; `hangs` = nothing, until the test is over."""

    body: str | Mapping[str, Any]
    status: int = 200
    headers: Mapping[str, str] = field(default_factory=dict)
    hangs: bool = False


class Server:
    """A server in a thread; `behave` is given each request and how many came before it."""

    def __init__(self) -> None:
        self.asked: list[Asked] = []
        self.behave: Callable[[Asked, int], Said] = lambda _asked, _number: Said({}, 500)
        self.over = threading.Event()
        server = self

        class Handler(BaseHTTPRequestHandler):
            def do_POST(self) -> None:
                size = int(self.headers.get("Content-Length", 0))
                data = json.loads(self.rfile.read(size))
                asked = Asked(self.path, dict(self.headers), data)
                server.asked.append(asked)
                said = server.behave(asked, len(server.asked) - 1)
                if said.hangs:
                    server.over.wait(20)
                    return
                text = said.body if isinstance(said.body, str) else json.dumps(said.body)
                body = text.encode()
                self.send_response(said.status)
                headers = {"Content-Type": "application/json", "Content-Length": str(len(body))}
                for name, value in {**headers, **said.headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_: Any) -> None:
                """Say nothing."""

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_port}"
        self._thread = threading.Thread(target=self._server.serve_forever, args=(0.01,))
        self._thread.start()

    def close(self) -> None:
        """Let those go who wait, and stop."""
        self.over.set()
        self._server.shutdown()
        self._thread.join()
        self._server.server_close()
