"""The tally: what one document holds, and what a run has seen so far."""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Annotated, Self

from pydantic import BaseModel, ConfigDict, Field

from discotag.core.text import count_noun

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag.core.tags import Mark, TaggedDocument
    from discotag.pipeline.stages import TaggedText


Amount = Annotated[int, Field(ge=0, le=2**53)]
"""How many; no more than a float can tell apart."""
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

    tags: Amount
    marks: Amount
    unresolved: Amount
    segments: Amount
    labels: dict[str, Amount] | None

    @classmethod
    def of(cls, marks: Iterable[Mark]) -> Self:
        """Count the marks of one phenomenon in one document; every label by itself."""
        kept = tuple(marks)
        tags = [mark for mark in kept if mark.is_tag]
        return cls(
            tags=len(tags),
            marks=len(kept),
            unresolved=sum(mark.is_unresolved for mark in tags),
            segments=len({mark.segment for mark in tags}),
            labels=dict(Counter(mark.label for mark in tags)),
        )


NOTHING = TextCounts(tags=0, marks=0, unresolved=0, segments=0, labels={})


class DocumentTally(BaseModel):
    """What one source document and its target texts hold.

    Args:
        document: its id.
        segments: how many.
        references: names of the references, in order.
        texts: names of the references and systems, in order.
        tokens: text → number of tokens.
        counts: text → phenomenon → what was found; a phenomenon without marks may be left out.
        source: digest of the source text.
        digest: digest of the source and reference texts.
        annotated: layer of the source (`ellipsis`) → segments in which it holds anything.
        failures: what taggers failed at (`--on-error skip`).
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    document: str
    segments: int
    references: tuple[str, ...]
    texts: tuple[str, ...]
    tokens: dict[str, int]
    counts: dict[str, dict[str, TextCounts]]
    source: str
    digest: str
    annotated: dict[str, int]
    failures: tuple[str, ...]

    @classmethod
    def of(cls, text: TaggedText) -> Self:
        """Count one document's texts."""
        tagged = {**text.references, **text.hypotheses}
        source = next(iter(tagged.values())).document.source
        references = [item.document.target.segments for item in text.references.values()]
        return cls(
            document=text.id,
            segments=len(source),
            references=tuple(text.references),
            texts=tuple(tagged),
            tokens={name: sum(map(len, item.document.target)) for name, item in tagged.items()},
            counts={name: dict(_counts(item)) for name, item in tagged.items()},
            source=_digest(source.segments),
            digest=_digest(source.segments, *references),
            annotated={
                layer: sum(map(bool, values)) for layer, values in source.annotations.items()
            },
            failures=text.failures,
        )


def _counts(tagged: TaggedDocument) -> Iterable[tuple[str, TextCounts]]:
    by_phenomenon: dict[str, list[Mark]] = {}
    for mark in tagged.marks:
        by_phenomenon.setdefault(mark.phenomenon, []).append(mark)
    return ((name, TextCounts.of(marks)) for name, marks in by_phenomenon.items())


@dataclass
class Tally:
    """What a run has seen so far.

    Args:
        documents: how many documents.
        segments: how many segments.
        references: names of the references, in order.
        texts: names of the references and systems, in order.
        tokens: text → number of tokens.
        annotated: layer of the source (`ellipsis`) → segments in which it holds anything.
        failures: what taggers failed at (`--on-error skip`).
        source: digest of the source documents, whatever their order.
    """

    documents: int = 0
    segments: int = 0
    references: tuple[str, ...] = ()
    texts: tuple[str, ...] = ()
    tokens: Counter[str] = field(default_factory=Counter)
    annotated: Counter[str] = field(default_factory=Counter)
    failures: list[str] = field(default_factory=list)
    source: str = "0" * 16
    _sums: dict[tuple[str, str], TextSums] = field(default_factory=dict)

    @property
    def size(self) -> str:
        """How much was seen, for reading."""
        return f"{count_noun(self.segments, 'segment')} in {count_noun(self.documents, 'document')}"

    def add(self, document: DocumentTally) -> None:
        """Add one document."""
        self.documents += 1
        self.segments += document.segments
        self.references, self.texts = document.references, document.texts
        self.tokens.update(document.tokens)
        self.annotated.update(document.annotated)
        self.failures.extend(document.failures)
        self.source = digest_of_all((self.source, document.source))
        for text, counts in document.counts.items():
            for phenomenon, counted in counts.items():
                self._sums.setdefault((text, phenomenon), TextSums()).add(counted)

    def tags(self, phenomenon: str) -> int:
        """Count the tags of a phenomenon over all texts."""
        return sum(sums.tags for (_, of), sums in self._sums.items() if of == phenomenon)

    def counts(self, phenomena: Sequence[str]) -> dict[str, dict[str, TextCounts]]:
        """Return text → phenomenon → what was found."""
        return {
            name: {
                phenomenon: self._sums[name, phenomenon].counts()
                if (name, phenomenon) in self._sums
                else NOTHING
                for phenomenon in phenomena
            }
            for name in self.texts
        }


@dataclass
class TextSums:
    """Text counts added up."""

    tags: int = 0
    marks: int = 0
    unresolved: int = 0
    segments: int = 0
    labels: Counter[str] = field(default_factory=Counter)
    is_open: bool = False

    def add(self, counted: TextCounts) -> None:
        """Add the counts of a document, or of all that one run saw."""
        self.tags += counted.tags
        self.marks += counted.marks
        self.unresolved += counted.unresolved
        self.segments += counted.segments
        self.labels.update(counted.labels or {})
        self.is_open = self.is_open or counted.labels is None

    def counts(self) -> TextCounts:
        """Return the sums; labels are given while there are few."""
        are_few = not self.is_open and len(self.labels) <= OPEN
        return TextCounts(
            tags=self.tags,
            marks=self.marks,
            unresolved=self.unresolved,
            segments=self.segments,
            labels=dict(sorted(self.labels.items())) if are_few else None,
        )


def digest_of_all(digests: Iterable[str]) -> str:
    """Return one digest, of 16 hexadecimal digits, for several, whatever their order."""
    return f"{sum(int(digest, 16) for digest in digests) % 2**64:016x}"


def _digest(*texts: Sequence[str]) -> str:
    """Return 16 hexadecimal digits for texts, each a sequence of segments."""
    data = json.dumps(texts, ensure_ascii=False).encode("utf-8", "surrogatepass")
    return hashlib.sha256(data).hexdigest()[:16]
