"""The tally: what a run has seen so far."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from itertools import chain
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.tags import TaggedDocument
    from discotag.pipeline.stages import TaggedText


OPEN = 100
"""More labels than this are no classes but words (lemma pairs), and are not counted one by one."""


class TextCounts(BaseModel):
    """What one text holds of one phenomenon.

    Args:
        tags: marks whose class needs context.
        marks: all tokens that bear a class.
        unresolved: tags without known evidence.
        segments: segments with at least one tag.
        labels: label → tags; None where the labels are words rather than classes.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    tags: int
    marks: int
    unresolved: int
    segments: int
    labels: dict[str, int] | None


@dataclass
class Tally:
    """What a run has seen so far.

    Args:
        documents: how many documents.
        segments: how many segments.
        references: names of the references, in order.
        texts: names of the references and systems, in order.
        tokens: text → number of tokens.
        digests: document → digest of its source and reference texts.
        annotated: layer of the source (`ellipsis`) → segments in which it holds anything.
        failures: what taggers failed at (`--on-error skip`).
    """

    documents: int = 0
    segments: int = 0
    references: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    tokens: Counter[str] = field(default_factory=Counter)
    digests: dict[str, str] = field(default_factory=dict)
    annotated: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    _source: int = 0
    _labels: dict[tuple[str, str], Counter[str]] = field(default_factory=dict)
    _marks: Counter[tuple[str, str]] = field(default_factory=Counter)
    _unresolved: Counter[tuple[str, str]] = field(default_factory=Counter)
    _segments: Counter[tuple[str, str]] = field(default_factory=Counter)

    @property
    def size(self) -> str:
        """How much was seen, for reading."""
        segments = "1 segment" if self.segments == 1 else f"{self.segments} segments"
        documents = "1 document" if self.documents == 1 else f"{self.documents} documents"
        return f"{segments} in {documents}"

    @property
    def source(self) -> str:
        """Digest of the source documents, whatever their order."""
        return f"{self._source:016x}"

    def add(self, text: TaggedText) -> None:
        """Count one document's texts."""
        self.references = tuple(text.references)
        self.texts = (*text.references, *text.hypotheses)
        for name, tagged in chain(text.references.items(), text.hypotheses.items()):
            self.tokens[name] += sum(map(len, tagged.document.target))
            self._add_marks(name, tagged)
        self.failures.extend(text.failures)
        source = next(chain(text.references.values(), text.hypotheses.values())).document.source
        self.documents += 1
        self.segments += len(source)
        for layer, values in source.annotations.items():
            self.annotated[layer] += sum(map(bool, values))
        references = [tagged.document.target.segments for tagged in text.references.values()]
        self.digests[text.id] = hashlib.sha256(_bytes(source.segments, *references)).hexdigest()[
            :16
        ]
        digest = hashlib.sha256(_bytes(source.segments)).digest()
        self._source = (self._source + int.from_bytes(digest[:8])) % 2**64

    def _add_marks(self, name: str, tagged: TaggedDocument) -> None:
        seen: set[tuple[str, int]] = set()
        for mark in tagged.marks:
            key = (name, mark.phenomenon)
            self._marks[key] += 1
            if not mark.is_tag:
                continue
            self._unresolved[key] += mark.is_unresolved
            self._labels.setdefault(key, Counter())[mark.label] += 1
            if (mark.phenomenon, mark.segment) not in seen:
                seen.add((mark.phenomenon, mark.segment))
                self._segments[key] += 1

    def tags(self, phenomenon: str) -> int:
        """Count the tags of a phenomenon over all texts."""
        return sum(labels.total() for (_, of), labels in self._labels.items() if of == phenomenon)

    def counts(self, phenomena: Sequence[str]) -> dict[str, dict[str, TextCounts]]:
        """Give text → phenomenon → what was found."""
        return {
            name: {phenomenon: self._counts(name, phenomenon) for phenomenon in phenomena}
            for name in self.texts
        }

    def _counts(self, name: str, phenomenon: str) -> TextCounts:
        key = (name, phenomenon)
        labels = self._labels.get(key, Counter())
        return TextCounts(
            tags=labels.total(),
            marks=self._marks[key],
            unresolved=self._unresolved[key],
            segments=self._segments[key],
            labels=dict(sorted(labels.items())) if len(labels) <= OPEN else None,
        )


def _bytes(*sides: Sequence[str]) -> bytes:
    return json.dumps(sides, ensure_ascii=False).encode("utf-8", "surrogatepass")
