"""The server: it listens on this machine alone, answers its own page alone, and stops in order.

A page of another site can send requests to this machine, and can have its own name lead here (DNS
rebinding). So the name that is asked for must be this machine's, the origin of a request the page's
own, and the address must hold a secret.
"""

from __future__ import annotations

import asyncio
import secrets
import socket
from contextlib import suppress
from typing import TYPE_CHECKING

import uvicorn
from starlette.responses import PlainTextResponse
from uvicorn.protocols.http.h11_impl import H11Protocol

from discotag.plugin import UsageError
from discotag_serve.app import made_app
from discotag_serve.checking import Checker

if TYPE_CHECKING:
    from starlette.types import ASGIApp, Message, Receive, Scope, Send

    from discotag.plugin import Registry


HOST = "127.0.0.1"
AT_ONCE = 64
"""Connections at once; more are closed unanswered."""
IDLE = 10.0
"""Seconds within which a client must send a whole request, or its next one."""
STOPPING = 1
"""Seconds that a check under way has to end when the server is stopped."""


class Connection(H11Protocol):
    """A connection that is closed if its request is not there in time, and if there are too many.

    All clients are this machine, so the bound is on all connections together; one that waits for
    an answer is never closed in favor of others.
    """

    _limit: asyncio.TimerHandle | None = None
    began = 0.0

    @property
    def is_waiting(self) -> bool:
        """Whether the next thing to come is from the client: the request, or the rest of it."""
        return self.cycle is None or self.cycle.response_complete or self.cycle.more_body

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Begin to wait for a request."""
        super().connection_made(transport)
        self._wait()
        others = [each for each in self.connections if isinstance(each, Connection)]
        opened = [each for each in others if not each.transport.is_closing()]
        if len(opened) > AT_ONCE:
            waiting = [each for each in opened if each.is_waiting]
            min(waiting, key=lambda each: each.began).transport.abort()

    def data_received(self, data: bytes) -> None:
        """Take in a part of a request."""
        super().data_received(data)
        if not self.is_waiting:
            self._stop_waiting()

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._wait()
        super().on_response_complete()

    def connection_lost(self, exc: Exception | None) -> None:
        """Stop waiting."""
        self._stop_waiting()
        super().connection_lost(exc)

    def _wait(self) -> None:
        self._stop_waiting()
        self.began = self.loop.time()
        self._limit = self.loop.call_later(IDLE, self.transport.close)

    def _stop_waiting(self) -> None:
        if self._limit is not None:
            self._limit.cancel()
            self._limit = None


class Server(uvicorn.Server):
    """A server that ends its checks first when it is stopped.

    Args:
        config: its settings.
        checker: does the checks.
    """

    def __init__(self, config: uvicorn.Config, checker: Checker) -> None:
        super().__init__(config)
        self._checker = checker

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        """Close the checks, then the connections."""
        self._checker.close()
        await super().shutdown(sockets)


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
        self._server = Server(
            uvicorn.Config(
                Guard(made_app(registry, self._checker), port=self.port, token=self._token),
                http=Connection,
                ws="none",
                lifespan="off",
                log_config=None,
                log_level="critical",  # the application reports its own faults
                access_log=False,
                proxy_headers=False,
                server_header=False,
                limit_concurrency=2 * AT_ONCE,  # connections that close are still counted
                timeout_keep_alive=int(IDLE),
                timeout_graceful_shutdown=STOPPING,
            ),
            self._checker,
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
STOPPED = "discotag serve was stopped.\n"
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
        try:
            await self._app(inner, receive, send_guarded)
        except asyncio.CancelledError:  # the server is being stopped
            with suppress(RuntimeError):  # the answer has begun
                await PlainTextResponse(STOPPED, 503)(scope, receive, send_guarded)

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
