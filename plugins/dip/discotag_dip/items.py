"""Items: places of a text on which systems fail, as they are in `items.jsonl`."""

from __future__ import annotations

import hashlib
from typing import TYPE_CHECKING, Any, Literal, Self

from pydantic import (
    BaseModel,
    ConfigDict,
    Field,
    NonNegativeInt,
    PositiveInt,
    SerializerFunctionWrapHandler,
    model_serializer,
    model_validator,
)

if TYPE_CHECKING:
    from discotag.plugin import Document, Places


Task = Literal["anaphora", "lexical_consistency", "connectives", "coherence"]
TASKS: tuple[Task, ...] = ("anaphora", "lexical_consistency", "connectives", "coherence")
CONTEXT = 2
"""Segments of context that an item shows, and that rankers see (dip 4.2)."""

Where = tuple[NonNegativeInt, PositiveInt, PositiveInt]
"""From which character of a segment on which line and column of its file."""


class Occurrence(BaseModel):
    """A word of the reference that an item is about.

    Args:
        segment: 0-based index in the document.
        token: 0-based index in the reference's segment.
        start: where the word begins in the reference's segment, in characters.
        end: where it ends, half-open.
        form: the word.
        upos: its part of speech.
        source: tokens of the source's segment that are linked to it.
        source_forms: their forms.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    segment: NonNegativeInt
    token: NonNegativeInt
    start: NonNegativeInt
    end: NonNegativeInt
    form: str
    upos: str
    source: tuple[NonNegativeInt, ...] = ()
    source_forms: tuple[str, ...] = ()

    @classmethod
    def at(cls, reference: Document, segment: int, token: int) -> Self:
        """Return a word of the reference with the source's words that are linked to it."""
        sources = reference.links(segment).sources(token)
        there = reference.target[segment][token]
        return cls(
            segment=segment,
            token=token,
            start=there.start,
            end=there.end,
            form=there.form,
            upos=there.upos,
            source=sources,
            source_forms=tuple(reference.source[segment].forms[source] for source in sources),
        )


class Failure(BaseModel):
    """What one system made of an item when the set was built.

    Args:
        system: its name.
        text: its segments of the item.
        got: what it has in the focus's place; None = nothing.
        kind: the kind of error, proposed by rule; None = rules cannot tell.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    system: str
    text: tuple[str, ...]
    got: str | None
    kind: str | None


class Item(BaseModel):
    """One test.

    Args:
        id: the same in every build from the same source and reference.
        task: the task.
        document: id of the document in the corpus it comes from.
        domain: its domain where the corpus shows it.
        first: index in the document of the first segment tested.
        context: source segments before it, at most two.
        source: the source segments tested.
        reference_context: reference segments before it.
        reference: their reference.
        focus: what is tested: a pronoun, a lemma, a connective; None = the whole text.
        occurrences: where the focus is in the reference.
        facts: what else the task knows of it.
        failures: what systems made of it, in the order of the build.
        source_places: where each of `source` is in its file, part by part, as `places` of tags;
            empty, and not written, where segments are lines.
        reference_places: likewise of `reference`.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    id: str
    task: Task
    document: str
    domain: str | None
    first: NonNegativeInt
    context: tuple[str, ...]
    source: tuple[str, ...] = Field(min_length=1)
    reference_context: tuple[str, ...]
    reference: tuple[str, ...] = Field(min_length=1)
    focus: str | None = None
    occurrences: tuple[Occurrence, ...] = ()
    facts: dict[str, Any] = Field(default_factory=dict)
    failures: tuple[Failure, ...] = ()
    source_places: tuple[tuple[Where, ...], ...] = ()
    reference_places: tuple[tuple[Where, ...], ...] = ()

    @classmethod
    def of(
        cls, task: Task, reference: Document, segments: range, *, place: str = "", **others: Any
    ) -> Self:
        """Make an item of a reference's segments, with the two before them as context.

        Args:
            task: the task.
            reference: the document.
            segments: indices of the segments tested.
            place: what is tested, for its id; with its position if there can be several.
            others: the remaining fields.
        """
        here = slice(segments.start, segments.stop)
        before = slice(max(0, segments.start - CONTEXT), segments.start)
        source = reference.source.segments[here]
        return cls(
            id=item_id(task, reference.id, segments.start, place, source),
            task=task,
            document=reference.id,
            domain=reference.domain,
            first=segments.start,
            context=reference.source.segments[before],
            source=source,
            reference_context=reference.target.segments[before],
            reference=reference.target.segments[here],
            source_places=_where(reference.source.places[here]),
            reference_places=_where(reference.target.places[here]),
            **others,
        )

    @model_validator(mode="after")
    def _holds_its_occurrences(self) -> Item:
        if len(self.source) != len(self.reference):
            raise ValueError(f"{len(self.source)} source and {len(self.reference)} reference lines")
        for place in self.occurrences:
            if place.segment not in self.segments:
                raise ValueError(f"an occurrence in segment {place.segment}, which is not tested")
        for places in (self.source_places, self.reference_places):
            if places and len(places) != len(self.source):
                raise ValueError(f"places of {len(places)} segments, {len(self.source)} are tested")
        return self

    @model_serializer(mode="wrap")
    def _written(self, write: SerializerFunctionWrapHandler) -> dict[str, Any]:
        content: dict[str, Any] = write(self)
        for name in ("source_places", "reference_places"):
            if not content[name]:
                del content[name]
        return content

    @property
    def segments(self) -> range:
        """Indices in the document of the segments tested."""
        return range(self.first, self.first + len(self.source))


def _where(places: tuple[Places, ...]) -> tuple[tuple[Where, ...], ...]:
    return tuple(tuple(place[:3] for place in segment) for segment in places)


def item_id(task: Task, document: str, first: int, focus: str, source: tuple[str, ...]) -> str:
    """Name an item by what it tests: no system, order or other item has a part in it.

    Args:
        task: the task.
        document: the document's id.
        first: index of its first segment.
        focus: what is tested, with its place where there can be several.
        source: the source segments tested.
    """
    parts = "\x1f".join((task, document, str(first), focus, *source))
    return f"{task.split('_')[0]}-{hashlib.sha256(parts.encode()).hexdigest()[:12]}"


class Verdict(BaseModel):
    """A task's verdict on one item.

    Args:
        item: the item's id.
        document: its document, the unit that is drawn for intervals.
        values: measure → what this item adds to it.
        kind: the kind of error, proposed by rule; None = no error, or none can be reported.
        got: what the translation has in the focus's place; None = nothing, or nothing to show.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    item: str
    document: str
    values: dict[str, float]
    kind: str | None = None
    got: str | None = None
