"""The option that says which translation a command looks at, where a corpus holds several."""

from __future__ import annotations

from typing import Annotated

import typer

from discotag.pipeline.documents import one_of

__all__ = ["Name", "one_of"]

Name = Annotated[
    str | None,
    typer.Option("--text", help="Reference or system to look at, where --src holds several."),
]
