"""`discotag lsp`: serve an editor over standard input and output."""

from __future__ import annotations

import logging
import sys
from typing import Annotated, BinaryIO, cast

import typer

from discotag.plugin import options
from discotag.plugin.commands import open_registry


def lsp(
    stdio: Annotated[
        bool, typer.Option("--stdio", help="Speak over standard input and output; always so.")
    ] = True,
    without: options.Without = None,
) -> None:
    """Serve an editor: findings with their evidence, as one types.

    An editor starts it and speaks with it over standard input and output (Language Server
    Protocol). discotag.toml says which file is the translation of which. Example:

    discotag lsp --stdio
    """
    del stdio
    from discotag_lsp.server import Messages, made_server

    logging.getLogger("pygls").setLevel(logging.CRITICAL)  # `Server` reports errors itself
    stdin, stdout = sys.stdin.buffer, sys.stdout.buffer
    sys.stdout = sys.stderr  # whatever a plugin prints must not get between the messages
    server = made_server(open_registry(tuple(without or ())))
    server.start_io(cast("BinaryIO", Messages(stdin)), stdout)
