"""What people are asked about themselves (span 4.2), as an item like any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_annotate.items import Item
from discotag_annotate.questions import Choice, Question
from discotag_annotate.wording import background

if TYPE_CHECKING:
    from collections.abc import Mapping

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
