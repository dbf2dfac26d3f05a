"""What people read, from `wording.toml`."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discotag.plugin import read_toml
from discotag_annotate.questions import Choice, Question

if TYPE_CHECKING:
    from collections.abc import Iterable


@cache
def _words() -> dict[str, Any]:
    data, _ = read_toml(Path(__file__).with_name("wording.toml"))
    return data


def instructions(study: str, name: str = "instructions") -> tuple[str, ...]:
    """Return what people are told, a paragraph each."""
    return tuple(_words()[study][name])


def choices_of(study: str, name: str) -> tuple[Choice, ...]:
    """Return the choices of a table of labels."""
    return _choices(_words()[study][name])


def _choices(labels: dict[str, str]) -> tuple[Choice, ...]:
    return tuple(Choice(value=value, label=label) for value, label in labels.items())


def definitions(phenomena: Iterable[str]) -> tuple[str, ...]:
    """Return the definitions of phenomena, as far as there are any."""
    known: dict[str, str] = _words()["tags"]["definitions"]
    return tuple(known[name] for name in phenomena if name in known)


def background(source: str) -> tuple[Question, ...]:
    """Return the questions on a person's languages and experience.

    `source` = code of the texts'.
    """
    return tuple(
        Question(
            name=name,
            kind=entry["kind"],
            ask=entry["ask"].replace("{source}", source),
            choices=_choices(entry["choices"]),
            is_optional=True,
        )
        for name, entry in _words()["about"].items()
    )
