"""A contrastive set of synthetic documents: each pronoun with the right form, and with the other.

In the plain format of `discotag contrast`. Without context a model can but guess.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any

from discotag.plugin.files import atomic_write
from discotag_cxmi.synthetic.grammar import PRONOUNS

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag_cxmi.synthetic.documents import SyntheticDocument


def write_contrasts(given: Sequence[SyntheticDocument], path: Path) -> None:
    """Write an item for each word that needs the previous segment."""
    with atomic_write(path) as write:
        for document in given:
            for item in _items(document):
                write(json.dumps(item, ensure_ascii=False) + "\n")


def _items(document: SyntheticDocument) -> Iterator[dict[str, Any]]:
    for index, segment in enumerate(document.segments):
        if segment.dependent is None:
            continue
        words = segment.target.split()
        form = words[segment.dependent]
        words[segment.dependent] = PRONOUNS[1 - PRONOUNS.index(form)]
        before = document.segments[index - 1 : index]
        yield {
            "id": f"{document.name}:{index}",
            "document": document.name,
            "source": segment.source,
            "source_context": [earlier.source for earlier in before],
            "target_context": [earlier.target for earlier in before],
            "right": segment.target,
            "wrong": [" ".join(words)],
            "distance": 1,
            "labels": {"pronoun": form},
        }
