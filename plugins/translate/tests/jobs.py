"""A text, the services that may translate it, and one run of the command."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from typer.testing import CliRunner

from . import services

if TYPE_CHECKING:
    from pathlib import Path

    from discotag.plugin import DiscotagError

SOURCE = ("Hello there.", "The lamp & the cat.", "", "It fell.", "Bye.", "A new text.")
IDS = ("a", "a", "a", "a", "a", "b")
CAPITALS = [line.upper() for line in SOURCE]
SECRET = "s3cr3t-K3Y-0123456789"
ENGINES = {
    "deepl": (services.deepl, {"DEEPL_AUTH_KEY": SECRET}, ""),
    "google v2": (services.google_basic, {"GOOGLE_API_KEY": SECRET}, ""),
    "google v3": (
        services.google_advanced,
        {"GOOGLE_ACCESS_TOKEN": SECRET, "GOOGLE_CLOUD_PROJECT": "mine"},
        "",
    ),
    "chat": (services.chat, {"OPENAI_API_KEY": SECRET}, "/v1"),
}


def run(*arguments: object) -> Any:
    import typer

    from discotag_translate.command import translate

    app = typer.Typer()
    app.command()(translate)
    found = CliRunner().invoke(app, [str(argument) for argument in arguments])
    if found.exception is not None:
        raise found.exception
    return found


class Job:
    def __init__(self, path: Path) -> None:
        self.path = path
        self.error: DiscotagError | None = None
        self.printed = ""

    @property
    def lines(self) -> list[str]:
        return self.path.read_text().splitlines()

    @property
    def told(self) -> list[dict[str, Any]]:
        path = self.path.with_name(f"{self.path.name}.provenance.jsonl")
        return [json.loads(line) for line in path.read_text().splitlines()]
