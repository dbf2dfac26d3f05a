"""The server: it listens on this machine alone, answers its own page alone, and stops in order.

A page of another site can send requests to this machine, and can have its own name lead here (DNS
rebinding). So the name that is asked for must be this machine's, the origin of a request the page's
own, and the address must hold a secret.
"""

from __future__ import annotations

import secrets
import socket
from contextlib import suppress
from typing import TYPE_CHECKING

import uvicorn
from starlette.responses import PlainTextResponse

from discotag.plugin import UsageError
from discotag_serve.app import made_app
from discotag_serve.checking import Checker

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from discotag.plugin import Registry


HOST = "127.0.0.1"
AT_ONCE = 64
"""Connections at once; more are refused."""


class Serving:
    """A server that was opened, and answers once it runs.

    Args:
        registry: the installed plugins.
        port: where to listen; 0 = a free port.

    Raises:
        UsageError: another program uses the port.
    """

    def __init__(self, registry: Registry, port: int = 0) -> None:
        self._socket = _listening(port)
        self.port = int(self._socket.getsockname()[1])
        self._token = new_token()
        self._checker = Checker(registry)
        self._server = uvicorn.Server(
            uvicorn.Config(
                Guard(made_app(registry, self._checker), port=self.port, token=self._token),
                http="h11",
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="error",
                access_log=False,
                proxy_headers=False,
                server_header=False,
                limit_concurrency=AT_ONCE,
                timeout_keep_alive=10,
                timeout_graceful_shutdown=2,
            )
        )

    @property
    def address(self) -> str:
        """The page's address, with its secret."""
        return f"http://{HOST}:{self.port}/{self._token}/"

    def run(self) -> None:
        """Answer until Ctrl-C, SIGTERM or `stop`."""
        with suppress(KeyboardInterrupt):
            try:
                self._server.run(sockets=[self._socket])
            finally:
                self._checker.close()
                self._socket.close()

    def stop(self) -> None:
        """Let `run` end, from another thread."""
        self._checker.close()
        self._server.should_exit = True


def _listening(port: int) -> socket.socket:
    found = socket.socket(socket.AF_INET, socket.SOCK_STREAM)
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind((HOST, port))
        found.listen(AT_ONCE)  # so that whoever reads the address can come at once
    except OSError as error:
        found.close()
        raise UsageError(
            f"port {port} of this machine cannot be used ({error.strerror}); choose another one"
            " with --port, or leave it out"
        ) from error
    return found


POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self';"
    " img-src 'self';"
    " base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
}
NAMES = ("127.0.0.1", "localhost")
LOST = (
    "Nothing is here. The page's address, with its secret, is in the terminal where discotag"
    " serve runs.\n"
)


def new_token() -> str:
    """Return a secret for the page's address, 256 bits of chance."""
    return secrets.token_urlsafe(32)


class Guard:
    """Lets requests of the page through; all others get no more than a plain line.

    Args:
        app: what answers.
        port: where the server listens.
        token: the secret in the page's address.
    """

    def __init__(self, app: ASGIApp, *, port: int, token: str) -> None:
        self._app = app
        self._hosts = {f"{name}:{port}".encode() for name in NAMES}
        if port == 80:
            self._hosts |= {name.encode() for name in NAMES}
        self._origins = {b"http://" + host for host in self._hosts}
        self._token = token

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer one request."""
        if scope["type"] != "http":
            return

        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                own = {name.lower().encode() for name in HEADERS}
                kept = [pair for pair in message.get("headers", ()) if pair[0].lower() not in own]
                guards = [(name.encode(), value.encode()) for name, value in HEADERS.items()]
                message = {**message, "headers": [*kept, *guards]}
            await send(message)

        refused = self._refusal(scope)
        if refused is not None:
            await refused(scope, receive, send_guarded)
            return
        first, _, rest = scope["path"].removeprefix("/").partition("/")
        del first
        inner = {**scope, "path": f"/{rest}", "raw_path": f"/{rest}".encode()}
        await self._app(inner, receive, send_guarded)

    def _refusal(self, scope: Scope) -> PlainTextResponse | None:
        """Return the answer to whoever may not ask; None for the page."""
        headers = list(scope["headers"])
        hosts = [value for name, value in headers if name == b"host"]
        origins = [value for name, value in headers if name == b"origin"]
        sites = [value for name, value in headers if name == b"sec-fetch-site"]
        if len(hosts) != 1 or hosts[0] not in self._hosts:
            return PlainTextResponse("This server answers this machine alone.\n", 403)
        if any(origin not in self._origins for origin in origins) or (
            scope["method"] != "GET" and any(site != b"same-origin" for site in sites)
        ):
            return PlainTextResponse("This server answers its own page alone.\n", 403)
        token, slash, _ = scope["path"].removeprefix("/").partition("/")
        if not secrets.compare_digest(token.encode("utf-8", "replace"), self._token.encode()):
            return PlainTextResponse(LOST, 404)
        return None if slash else PlainTextResponse(LOST, 404)
