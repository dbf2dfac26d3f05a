"""`discotag serve`: open the page, and answer it until Ctrl-C."""

from __future__ import annotations

import webbrowser
from threading import Timer
from typing import Annotated

import typer

from discotag.plugin import options
from discotag.plugin.commands import open_registry

SOON = 0.5
"""Seconds until the server answers, after which the browser is opened."""


def serve(
    port: Annotated[
        int, typer.Option(min=0, max=65535, help="Where to listen; 0 = a free port.")
    ] = 0,
    no_open: Annotated[
        bool, typer.Option("--no-open", help="Open no browser; only print the address.")
    ] = False,
    without: options.Without = None,
    quiet: options.Quiet = False,
) -> None:
    """Open a page on this machine: paste a source and translations, see tags and findings.

    Nobody else can see the page: it listens on this machine alone, and its address holds a secret.
    Ctrl-C stops it. Example:

    discotag serve --port 8700 --no-open
    """
    from discotag_serve.server import Serving

    serving = Serving(open_registry(tuple(without or ())), port)
    typer.echo(serving.address)
    if not quiet:
        typer.echo("discotag: the page is at the address above; Ctrl-C stops it", err=True)
    if not no_open:
        timer = Timer(SOON, webbrowser.open, (serving.address,))
        timer.daemon = True
        timer.start()
    serving.run()
    if not quiet:
        typer.echo("discotag: stopped", err=True)
