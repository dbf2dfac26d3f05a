"""What people are asked about themselves (span 4.2), as an item like any other."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag_annotate.items import Item
from discotag_annotate.questions import Choice, Question, choices

if TYPE_CHECKING:
    from collections.abc import Mapping

ABOUT = "about"
"""The item's id."""
LEVELS = ("native", "C2", "C1", "B2", "B1", "A2", "A1")


def about(source: str, targets: Mapping[str, str], *, is_full: bool) -> Item:
    """Give the questions on the person.

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
        found += _experience(source)
    return Item(id=ABOUT, title="About you", questions=tuple(found))


def _experience(source: str) -> tuple[Question, ...]:
    return (
        Question(
            name="level",
            kind="choice",
            ask=f"How well do you know the language of the texts ({source})?",
            choices=tuple(Choice(value=level, label=level) for level in LEVELS),
            is_optional=True,
        ),
        Question(
            name="certificate",
            kind="choice",
            ask="Do you have a certificate for it?",
            choices=choices(yes="yes", no="no"),
            is_optional=True,
        ),
        Question(
            name="experience",
            kind="choice",
            ask="How long have you worked as a translator?",
            choices=choices(
                none="not at all",
                months="up to a year",
                years="one to five years",
                long="more than five years",
            ),
            is_optional=True,
        ),
        Question(
            name="domains",
            kind="choices",
            ask="What have you translated?",
            choices=choices(
                general="general texts",
                technical="technical",
                scientific="scientific",
                literary="literary",
                legal="legal",
                tourism="tourism",
                audiovisual="subtitles, audio-visual",
                other="other",
            ),
            is_optional=True,
        ),
        Question(
            name="tools",
            kind="choice",
            ask="What do you translate with?",
            choices=choices(
                editor="a word processor", cat="a CAT tool", both="both", none="nothing"
            ),
            is_optional=True,
        ),
        Question(
            name="mt",
            kind="choice",
            ask="Do you use machine translation when you translate?",
            choices=choices(never="never", sometimes="sometimes", often="often"),
            is_optional=True,
        ),
    )
