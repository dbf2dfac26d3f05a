"""Whole documents of the invented languages, and their files."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

import numpy as np

from discotag.plugin.files import atomic_write, output_errors
from discotag_cxmi.synthetic.grammar import (
    PRONOUNS,
    Clue,
    Segment,
    introduction,
    plain,
    pronominal,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

PLAIN_SHARE = 0.2
"""How often a plain segment stands before a topic."""


@dataclass(frozen=True, slots=True)
class SyntheticDocument:
    """A document: its name and its segments."""

    name: str
    segments: tuple[Segment, ...]

    @property
    def source(self) -> tuple[str, ...]:
        """The source lines."""
        return tuple(segment.source for segment in self.segments)

    @property
    def target(self) -> tuple[str, ...]:
        """The target lines."""
        return tuple(segment.target for segment in self.segments)


class Files(NamedTuple):
    """Where a corpus was written: texts, document ids, and the words that need context."""

    source: Path
    target: Path
    docids: Path
    words: Path


def documents(
    count: int,
    *,
    seed: int,
    clue: Clue = Clue.BOTH,
    hint: float | None = None,
    certainty: float = 1.0,
    topics: int = 4,
    name: str = "d",
) -> tuple[SyntheticDocument, ...]:
    """Make documents; the same arguments give the same ones.

    Args:
        count: how many.
        seed: of the random numbers.
        clue: the side on which the previous segment tells the pronoun's class; with `source` or
            `target`, the other side's context is of no use.
        hint: how often a hint in the pronoun's own source segment is right (0.5-1); None = no hint.
            With one, a model may content itself with the hint and leave the context alone.
        certainty: how often the previous segment tells the class rightly (0.5-1).
        topics: how many topics a document has: one introduction and one pronoun each.
        name: beginning of the documents' names.
    """
    random = np.random.default_rng(seed)
    width = len(str(count))
    made = []
    for number in range(count):
        segments: list[Segment] = []
        for _ in range(topics):
            kind = int(random.integers(2))
            if random.random() < PLAIN_SHARE:
                segments.append(plain(random))
            is_right = certainty == 1 or random.random() < certainty
            shown = kind if is_right else 1 - kind
            segments += [introduction(random, shown, clue), pronominal(random, kind, hint)]
        made.append(SyntheticDocument(f"{name}{number:0{width}}", tuple(segments)))
    return tuple(made)


def write_documents(given: Sequence[SyntheticDocument], folder: Path, stem: str) -> Files:
    """Write documents as lines: `STEM.src`, `STEM.tgt`, `STEM.docids`, and `STEM.words.jsonl`.

    The last tells of each word that needs context its document, segment, word index and form.
    """
    with output_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    files = Files(*(folder / f"{stem}.{end}" for end in ("src", "tgt", "docids", "words.jsonl")))
    lines = {
        files.source: [line for document in given for line in document.source],
        files.target: [line for document in given for line in document.target],
        files.docids: [document.name for document in given for _ in document.segments],
        files.words: [json.dumps(word) for document in given for word in _dependents(document)],
    }
    for path, content in lines.items():
        with atomic_write(path) as write:
            write("".join(f"{line}\n" for line in content))
    return files


def _dependents(document: SyntheticDocument) -> list[dict[str, object]]:
    return [
        {
            "document": document.name,
            "segment": index,
            "word": segment.dependent,
            "form": segment.target.split()[segment.dependent],
        }
        for index, segment in enumerate(document.segments)
        if segment.dependent is not None
    ]


def is_dependent(form: str) -> bool:
    """Return whether a target word is one of those that need the previous segment."""
    return form in PRONOUNS
