"""The server: it listens on this machine alone, and stops in order."""

from __future__ import annotations

import socket
from contextlib import suppress
from typing import TYPE_CHECKING

import uvicorn

from discotag.plugin import UsageError
from discotag_serve.app import made_app
from discotag_serve.checking import Checker
from discotag_serve.guarding import new_token

if TYPE_CHECKING:
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
                made_app(registry, self._checker, port=self.port, token=self._token),
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
