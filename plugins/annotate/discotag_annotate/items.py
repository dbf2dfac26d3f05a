"""Items: what one person sees at a time, and the key to it, which nobody sees who answers."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, NonNegativeInt

from discotag_annotate.questions import Question

if TYPE_CHECKING:
    from collections.abc import Iterable

SpanKind = Literal["tag", "evidence", "linked", "highlight"]


class Span(BaseModel):
    """Characters of a line that stand out.

    Args:
        start: first character.
        end: half-open end.
        kind: why they stand out.
        note: what is written beside them, such as the number of the tag.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    start: NonNegativeInt
    end: NonNegativeInt
    kind: SpanKind
    note: str = ""


class Line(BaseModel):
    """A line of text.

    Args:
        text: the text.
        number: its place from the line in question: -1 = the one before; None = not told.
        is_focus: whether the question is about it.
        spans: what stands out in it, in order, none within another.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    text: str
    number: int | None = None
    is_focus: bool = False
    spans: tuple[Span, ...] = ()


class Block(BaseModel):
    """Lines of one language under a title.

    Args:
        title: what they are.
        language: code.
        lines: in text order.
        windows: half-open ranges of lines, each within the next: the first is shown, the others on
            demand; empty = all are shown.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    title: str
    language: str
    lines: tuple[Line, ...] = Field(min_length=1)
    windows: tuple[tuple[int, int], ...] = ()


class Item(BaseModel):
    """What one person sees at a time.

    Args:
        id: the same in every sample that asks the same.
        title: what text it comes from, where the study tells.
        blocks: the texts.
        questions: what is asked.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    title: str = ""
    blocks: tuple[Block, ...] = ()
    questions: tuple[Question, ...] = Field(min_length=1)

    def question(self, name: str) -> Question | None:
        """Find a question by name."""
        return next((item for item in self.questions if item.name == name), None)


class Key(BaseModel):
    """What is known of an item.

    Args:
        id: the item's id.
        document: id of its document.
        segment: 0-based index in the document.
        domain: the document's domain; None = the corpus does not tell.
        facts: what else the study knows: which candidate is the reference, which tag is which.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    document: str
    segment: NonNegativeInt
    domain: str | None = None
    facts: dict[str, Any] = Field(default_factory=dict)


def digest(*parts: object) -> str:
    """Return twelve hexadecimal digits that follow from the parts alone."""
    text = "\x1f".join(map(str, parts))
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()[:12]


def merged(spans: Iterable[Span]) -> tuple[Span, ...]:
    """Sort spans; of equal ones the notes are joined, one that overlaps an earlier is left out."""
    found: list[Span] = []
    for span in sorted(spans, key=lambda span: (span.start, span.end)):
        last = found[-1] if found else None
        if last is not None and (last.start, last.end) == (span.start, span.end):
            kind = "tag" if "tag" in {last.kind, span.kind} else last.kind
            notes = dict.fromkeys(note for note in (last.note, span.note) if note)
            found[-1] = last.model_copy(update={"kind": kind, "note": ",".join(notes)})
        elif last is None or span.start >= last.end:
            found.append(span)
    return tuple(found)
