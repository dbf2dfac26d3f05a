"""Documents with persons, built by hand."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import Cluster, Mention
from discotag.testing import document, side

if TYPE_CHECKING:
    from collections.abc import Callable

    from discotag.plugin import Document

collect_ignore_glob = [] if find_spec("discotag_phen_gender") else ["*"]
"""Where the distribution is not installed, there is nothing to test."""

DOCTOR = "The//DET//1/det doctor//NOUN/Number=Sing/2/nsubj slept//VERB"
TIRED = "She//PRON/Gender=Fem|Number=Sing|Person=3/2/nsubj was//AUX//2/cop tired//ADJ"
DE_DOCTOR = (
    "Der//DET/Gender=Masc|Number=Sing/1/det Arzt//NOUN/Gender=Masc|Number=Sing/2/nsubj"
    " schlief//VERB/VerbForm=Fin"
)
DE_TIRED = (
    "Er//PRON/Gender=Masc|Number=Sing|Person=3|PronType=Prs/2/nsubj war//AUX/VerbForm=Fin/2/cop"
    " müde//ADJ"
)
LINKS = ("0-0 1-1 2-2", "0-0 1-1 2-2")


def mention(segment: int, token: int, kind: Any = "noun", start: int | None = None) -> Mention:
    """Make a mention that ends with its head."""
    return Mention(segment, token if start is None else start, token + 1, token, kind)


@pytest.fixture
def doctor() -> Callable[..., Document]:
    """Build: the doctor slept, she was tired; German with lines of the test's own."""

    def build(
        *target: str,
        source: tuple[str, ...] = (DOCTOR, TIRED),
        links: tuple[str, ...] = LINKS,
        language: str = "de",
        score: float = 0.9,
        is_joined: bool = True,
    ) -> Document:
        pair = (mention(0, 1, start=0), mention(1, 0, "pronoun"))
        clusters = [Cluster(pair, (1.0, score))] if is_joined else []
        english = side("en", source, clusters=clusters)
        return document(
            english,
            side(language, target or (DE_DOCTOR, DE_TIRED)),
            links,
            languages=("en", language),
        )

    return build
