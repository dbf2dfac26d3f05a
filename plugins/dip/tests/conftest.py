"""A small corpus: one German document, its English reference, and systems that fail at it."""

from __future__ import annotations

from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import Cluster, Mention
from discotag.testing.builders import document, side

if TYPE_CHECKING:
    from discotag.plugin import Document
    from discotag_dip.corpus import Bundle, Corpus

collect_ignore_glob = [] if find_spec("discotag_dip") else ["*"]
"""Where the distribution is not installed, there is nothing to test."""

GERMAN = (
    "Die/die/DET Lampe/Lampe/NOUN leuchtet/leuchten/VERB",
    "Sie/sie/PRON war/sein/AUX teuer/teuer/ADJ",
    "Unsere/unser/DET Lampe/Lampe/NOUN fiel/fallen/VERB",
)
ENGLISH = (
    "The/the/DET lamp/lamp/NOUN shines/shine/VERB",
    "It/it/PRON was/be/AUX dear/dear/ADJ",
    "Our/our/DET lamp/lamp/NOUN fell/fall/VERB",
)
LINKS = ("0-0 1-1 2-2", "0-0 1-1 2-2", "0-0 1-1 2-2")
FAILING = (
    ENGLISH[0],
    "She/she/PRON was/be/AUX dear/dear/ADJ",
    "Our/our/DET luminaire/luminaire/NOUN fell/fall/VERB",
)


def text(
    lines: tuple[str, ...],
    *,
    name: str = "ref",
    id: str = "doc",
    clusters: tuple[Cluster, ...] | None = None,
    links: tuple[str, ...] = LINKS,
    source: tuple[str, ...] = GERMAN,
) -> Document:
    return document(
        side("de", source),
        side("en", lines, clusters=clusters),
        links,
        id=id,
        languages=("de", "en"),
        system=name,
    )


@pytest.fixture
def english() -> tuple[str, ...]:
    return ENGLISH


@pytest.fixture
def failing() -> tuple[str, ...]:
    return FAILING


@pytest.fixture
def translation() -> Any:
    return text


@pytest.fixture
def bundle() -> Any:
    """Make a bundle: `bundle(A=lines, B=lines)`; the reference's *It* takes up the lamp."""

    def made(
        *, id: str = "doc", reference: tuple[str, ...] = ENGLISH, others: Any = (), **systems: Any
    ) -> Bundle:
        lamp, it = Mention(0, 0, 2, 1, "noun"), Mention(1, 0, 1, 0, "pronoun")
        from discotag_dip.corpus import Bundle

        return Bundle(
            text(reference, id=id, clusters=(Cluster((lamp, it)),)),
            tuple(
                text(lines, name=f"other{index}", id=id, clusters=())
                for index, lines in enumerate(others)
            ),
            {name: text(lines, name=name, id=id, clusters=()) for name, lines in systems.items()},
        )

    return made


@pytest.fixture
def corpus() -> Any:
    """Make a corpus of bundles."""

    def made(*bundles: Bundle) -> Corpus:
        from discotag_dip.corpus import Corpus

        return Corpus("de", "en", "ref", tuple(bundles[0].systems), "setup", iter(bundles))

    return made
