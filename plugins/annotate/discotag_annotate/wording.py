"""What people read, from `wording.toml`: instructions, choices, questions about themselves."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from discotag.plugin import open_registry, read_toml
from discotag_annotate.items import Choice, Item, Question

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from discotag.plugin import Registry


@cache
def _words() -> dict[str, Any]:
    data, _ = read_toml(Path(__file__).with_name("wording.toml"))
    return data


def instructions(study: str, name: str = "instructions") -> tuple[str, ...]:
    """Return what people are shown, a paragraph each."""
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


ABOUT = "about"
"""The item's id."""


def about(source: str, targets: Mapping[str, str], *, is_full: bool) -> Item:
    """Return the questions on the person.

    Args:
        source: code of the source language.
        targets: code → name of the languages asked about; where there are several the person
            chooses one.
        is_full: whether experience is asked for, as in the span study.
    """
    found = [
        Question(name="participant", kind="text", ask="Your name, or any other name you like"),
    ]
    if len(targets) > 1:
        languages = tuple(Choice(value=code, label=name) for code, name in targets.items())
        ask = "Which language do you answer for?"
        found.append(Question(name="language", kind="choice", ask=ask, choices=languages))
    found.append(
        Question(
            name="native",
            kind="text",
            ask="Your native language or languages",
            is_optional=True,
        )
    )
    if is_full:
        found += background(source)
    return Item(id=ABOUT, title="About you", questions=tuple(found))


@cache
def direction(language: str) -> Literal["ltr", "rtl"]:
    """Return how a language is written, as its pack or, without one, its usual script shows."""
    return _registry().direction(language)


@cache
def _registry() -> Registry:
    return open_registry()
