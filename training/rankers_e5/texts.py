"""The texts that both rankers learn from, and how much of each."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from benchmarks.tasks.coref_litbank import read_litbank
from training.rankers import PART, Document, addresses, documents, news

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

ADDRESSES = 6
"""Every such part of the addresses shows an order."""


class Text(NamedTuple):
    """A text and the share of its pronouns that are learned from."""

    name: str
    segments: tuple[str, ...]
    share: float


def texts(data: Path) -> list[Text]:
    """Read what `training.rankers` reads in its context, and LitBank; addresses count less.

    Raises:
        InputError: a corpus is absent.
    """
    parts: list[tuple[float, list[Document]]] = [
        (1.0, documents(data)),
        (1.0, news(data)),
        (0.1, addresses(data)),
        (0.25, list(novels(data / "coref" / "en_litbank"))),
    ]
    return [Text(name, tuple(lines), share) for share, part in parts for name, lines in part]


def ordered_texts(data: Path) -> list[Document]:
    """Read texts whose order is learned from: some of the addresses, no novels; as `texts`."""
    return [*documents(data, has_order=True), *news(data), *addresses(data)[::ADDRESSES]]


def novels(folder: Path) -> Iterator[Document]:
    """Yield the training part of LitBank in parts of forty sentences."""
    for novel in read_litbank(folder, "train"):
        lines = novel.side.segments
        for begin in range(0, len(lines), PART):
            yield f"{novel.id}:{begin}", tuple(lines[begin : begin + PART])
