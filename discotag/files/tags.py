"""Tags on disk: the schema `discotag-tags/1`, a document per line, and marks as rows of a table."""

from __future__ import annotations

import json
from operator import index
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from discotag.core.document import (
    Alignment,
    Cluster,
    Document,
    Mention,
    MentionKind,
    Place,
    Places,
    Side,
    SideName,
    TextRole,
)
from discotag.core.errors import InputError
from discotag.core.tags import Mark, TaggedDocument, TokenRef
from discotag.core.tokens import Tokens, parse_feats
from discotag.files.json import ExpectedRecord, expected_of, expected_records, records
from discotag.files.text import LONGEST, Notes

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence
    from pathlib import Path


SCHEMA = "discotag-tags/1"

Strings = tuple[str, ...]
Index = Annotated[int, Field(ge=0)]
Number = Annotated[int, Field(ge=1)]
Links = Annotated[str, StringConstraints(pattern=r"^(\d+-\d+( \d+-\d+)*)?$")]
Feats = Annotated[str, StringConstraints(pattern=r"^(_|[^=|]+=[^|]*(\|[^=|]+=[^|]*)*)$")]


Where = (
    tuple[Index, Number, Number]
    | tuple[Index, Number, Number, str]
    | tuple[Index, Number, Number, str, str]
)
"""Place of a part of a segment: its start, line and column, and perhaps its name and speaker."""


class Record(BaseModel):
    """A checked JSON object."""

    model_config = ConfigDict(frozen=True, extra="forbid", strict=True, allow_inf_nan=False)


class FieldError(ValueError):
    """A record that is well-formed but impossible; names the field."""

    def __init__(self, field: str, message: object) -> None:
        super().__init__(f"{field}: {message}")


class SegmentRecord(Record):
    """A segment and its tokens, a column each.

    Args:
        text: the segment.
        forms: the tokens.
        starts: the first character of each token in `text`, in code points.
        ends: the character after each token.
        lemmas: dictionary forms; omitted if not computed or not kept, like all that follow.
        upos: UD parts of speech.
        xpos: parts of speech of the language.
        feats: a UD FEATS cell each, `_` for none.
        heads: index of the head, -1 for a root.
        deprels: UD relations.
        places: `[start, line, column]`, in subtitles also the cue and the speaker: from the
            character `start` on, the text is at that line and column of the file, both from 1.
            Only where units are sentences.
    """

    text: str
    forms: Strings
    starts: tuple[Index, ...]
    ends: tuple[Index, ...]
    lemmas: Strings | None = None
    upos: Strings | None = None
    xpos: Strings | None = None
    feats: tuple[Feats, ...] | None = None
    heads: tuple[int, ...] | None = None
    deprels: Strings | None = None
    places: tuple[Where, ...] | None = None

    def where(self, field: str) -> Places:
        """Return where the segment is in its file; FieldError for places out of order."""
        found = tuple(Place(*place) for place in self.places or ())
        starts = [place.start for place in found]
        if starts and (starts[0] or starts != sorted(set(starts)) or starts[-1] > len(self.text)):
            raise FieldError(f"{field}.places", "do not begin at 0, or do not rise")
        return found

    def build(self, field: str) -> Tokens:
        """Return the tokens; FieldError if the columns contradict each other."""
        try:
            tokens = Tokens(
                **{
                    name: getattr(self, name)
                    for name in type(self).model_fields
                    if name not in {"feats", "places"}
                },
                feats=None if self.feats is None else tuple(map(parse_feats, self.feats)),
            )
        except ValueError as error:
            raise FieldError(field, error) from error
        for number, (start, end) in enumerate(zip(self.starts, self.ends, strict=True)):
            if start > end:
                raise FieldError(f"{field}.ends.{number}", f"{end} lies before the start {start}")
        return tokens


class ClusterRecord(Record):
    """A coreference chain.

    Args:
        mentions: `[segment, start, end, head, kind]` of token indices and one of `pronoun`, `noun`,
            `name`.
        scores: a confidence for each, if the resolver has them.
    """

    mentions: tuple[tuple[Index, Index, Index, Index, MentionKind], ...]
    scores: tuple[float, ...] | None = None

    def build(self, field: str, tokens: tuple[Tokens, ...]) -> Cluster:
        """Return the cluster; FieldError if a mention is impossible."""
        for segment, _, end, _, _ in self.mentions:
            if segment >= len(tokens) or end > len(tokens[segment]):
                raise FieldError(
                    f"{field}.mentions",
                    f"a mention ends at token {end} of segment {segment}, which does not exist",
                )
        try:
            return Cluster(tuple(Mention(*mention) for mention in self.mentions), self.scores)
        except ValueError as error:
            raise FieldError(field, error) from error


class SideRecord(Record):
    """One side of the document.

    Args:
        language: code, such as `fr` or `zh-tw`.
        segments: in order.
        clusters: coreference; `[]` = none found, omitted = not computed.
    """

    language: str
    segments: tuple[SegmentRecord, ...]
    clusters: tuple[ClusterRecord, ...] | None = None

    def build(self, field: str) -> Side:
        """Return the side; FieldError names what is impossible."""
        tokens = tuple(
            segment.build(f"{field}.segments.{index}")
            for index, segment in enumerate(self.segments)
        )
        clusters = None
        if self.clusters is not None:
            clusters = tuple(
                cluster.build(f"{field}.clusters.{index}", tokens)
                for index, cluster in enumerate(self.clusters)
            )
        has_places = any(segment.places is not None for segment in self.segments)
        places = tuple(
            segment.where(f"{field}.segments.{index}")
            for index, segment in enumerate(self.segments)
        )
        return Side(
            language=self.language,
            segments=tuple(segment.text for segment in self.segments),
            tokens=tokens,
            clusters=clusters,
            places=places if has_places else (),
        )


class AlignmentRecord(Record):
    """The links of one segment pair.

    Args:
        links: `source-target` token pairs in Pharaoh format (`"0-0 1-2"`), sorted; may be empty.
        scores: a confidence in 0-1 for each; omitted if the aligner has none.
    """

    links: Links
    scores: tuple[float, ...] | None = None

    def build(self, field: str, source: Tokens, target: Tokens) -> Alignment:
        """Return the links; FieldError if one points outside the pair or they are not sorted."""
        pairs = [link.partition("-") for link in self.links.split()]
        try:
            alignment = Alignment(tuple((int(i), int(j)) for i, _, j in pairs), self.scores)
            return alignment.checked(source, target)
        except ValueError as error:
            raise FieldError(field, error) from error


class MarkRecord(Record):
    """A mark; `start`, `end`, `distance` and `span` follow from the rest and must agree with it.

    Args:
        phenomenon: such as `formality`.
        label: such as `v`.
        segment: of the marked word.
        token: the marked word of the target.
        start: its first character in the segment's text.
        end: the character after it.
        source_tokens: source tokens that it is linked to, in the same segment.
        evidence: the nearest words that decide the class: `[side, segment, token]`.
        is_unresolved: whether the class depends on context but no evidence was found.
        distance: segments back to the nearest evidence; 0 = the same segment, negative = ahead,
            null = no evidence.
        span: segments back to the furthest evidence that is needed.
        needed: how many of the evidence words suffice, in any selection; omitted = all. Written if
            later segments were searched.
    """

    phenomenon: str
    label: str
    segment: Index
    token: Index
    start: Index
    end: Index
    source_tokens: tuple[Index, ...] = ()
    evidence: tuple[tuple[SideName, Index, Index], ...] = ()
    is_unresolved: bool = False
    distance: int | None = None
    span: int | None = None
    needed: Annotated[int, Field(ge=1)] | None = None

    def build(self) -> Mark:
        """Return the mark; that it points into its document is checked with the document."""
        return Mark(
            phenomenon=self.phenomenon,
            label=self.label,
            segment=self.segment,
            token=self.token,
            source_tokens=self.source_tokens,
            evidence=tuple(TokenRef(*place) for place in self.evidence),
            is_unresolved=self.is_unresolved,
            needed=self.needed,
        )

    def check(self, field: str, mark: Mark, document: Document) -> None:
        """Raise FieldError if what follows from the mark says something else."""
        token = document.target[mark.segment][mark.token]
        for name, value in (
            ("start", token.start),
            ("end", token.end),
            ("distance", mark.distance),
            ("span", mark.span),
        ):
            if getattr(self, name) != value:
                raise FieldError(f"{field}.{name}", f"is {getattr(self, name)}, should be {value}")


class DocumentRecord(Record):
    """One line of a tags file: a document with one target text.

    Args:
        schema_name: the schema.
        id: the document.
        system: name of the target text.
        role: what the target text is.
        domain: omitted if there is none.
        expected: words that the translation of each segment should contain, as in the corpus.
        source: the source side.
        target: the target side.
        alignment: one record per segment pair; omitted if nothing was aligned.
        marks: sorted by segment, token, phenomenon and label.
        failures: messages of taggers that failed on the document.
        phenomena: what was searched for: a phenomenon listed here without marks was not found.
    """

    schema_name: Literal["discotag-tags/1"] = Field(alias="schema")
    id: str
    system: str
    role: TextRole
    domain: str | None = None
    expected: tuple[ExpectedRecord | None, ...] = ()
    source: SideRecord
    target: SideRecord
    alignment: tuple[AlignmentRecord, ...] | None = None
    marks: tuple[MarkRecord, ...]
    failures: Strings = ()
    phenomena: Strings | None = None

    def build(self) -> TaggedDocument:
        """Return the tagged document; FieldError (a ValueError) names what is impossible."""
        source, target = self.source.build("source"), self.target.build("target")
        document = Document(
            id=self.id,
            source=source,
            target=target,
            system=self.system,
            role=self.role,
            alignment=self._links(source, target),
            domain=self.domain,
            expected=expected_of(self.expected),
        )
        marks = tuple(record.build() for record in self.marks)
        try:
            tagged = TaggedDocument(document, marks, self.failures, self.phenomena)
        except ValueError as error:
            raise FieldError("marks", error) from error
        for number, (record, mark) in enumerate(zip(self.marks, marks, strict=True)):
            record.check(f"marks.{number}", mark, document)
        return tagged

    def _links(self, source: Side, target: Side) -> tuple[Alignment, ...] | None:
        if self.alignment is None:
            return None
        if not len(self.alignment) == len(source) == len(target):
            raise FieldError(
                "alignment",
                f"{len(self.alignment)} values for {len(source)} and {len(target)} segments",
            )
        return tuple(
            record.build(f"alignment.{index}", source[index], target[index])
            for index, record in enumerate(self.alignment)
        )


Column = Literal["lemmas", "upos", "xpos", "feats", "heads", "deprels"]
KEPT: tuple[Column, ...] = ("lemmas", "upos")
"""Columns of a run's files of tags, besides forms and offsets."""
SPLITTING = {character: f"\\u{ord(character):04x}" for character in "\x85\u2028\u2029"}
"""Characters at which some tools split lines and which JSON leaves as they are: their escapes."""

NO_JSON = "Invalid JSON"
"""How pydantic's error begins for text that is not JSON."""


def read_tags(path: Path) -> Generator[TaggedDocument]:
    """Yield the documents of a tags file, plain or gzip; columns and layers that it lacks are None.

    Raises:
        InputError: a line breaks the schema, contradicts itself or repeats a document; or the file
            cannot be read, is not UTF-8 or is empty.
    """
    seen: set[tuple[str, str]] = set()
    for line, record in _records(path):
        if (record.system, record.id) in seen:
            raise InputError(
                f"id: document {record.id!r} of {record.system!r} stands in the file twice",
                path=path,
                line=line,
            )
        seen.add((record.system, record.id))
        try:
            document = record.build()
        except ValueError as error:
            raise InputError(str(error), path=path, line=line) from error
        yield document


def _records(path: Path) -> Iterator[tuple[int, DocumentRecord]]:
    """Read the lines; a file that does not begin with JSON is reported as another kind."""
    try:
        yield from records(path, DocumentRecord, Notes(), longest=LONGEST)
    except InputError as error:
        if error.line == 1 and f"{path}:1: {NO_JSON}" in str(error):
            told = "is no file of tags; discotag tag --out and discotag run --out write such files"
            raise InputError(f"{told} ({error})", path=path) from error
        raise


def tag_line(tagged: TaggedDocument, columns: Sequence[Column] = KEPT) -> str:
    """Write one document as a line of schema `discotag-tags/1`.

    Args:
        tagged: the document and its marks; annotators' layers are not written.
        columns: which columns are kept besides forms and offsets, where they were computed.
    """
    return _line(_record(tagged, columns))


def _line(record: Mapping[str, Any]) -> str:
    text = json.dumps(
        record, ensure_ascii=False, separators=(",", ":"), allow_nan=False, default=index
    )
    for character, escape in SPLITTING.items():
        text = text.replace(character, escape)
    return text + "\n"


def _record(tagged: TaggedDocument, columns: Sequence[Column]) -> dict[str, Any]:
    document = tagged.document
    return _present(
        schema=SCHEMA,
        id=document.id,
        system=document.system,
        role=document.role,
        domain=document.domain,
        expected=expected_records(document.expected) or None,
        source=_side(document.source, columns),
        target=_side(document.target, columns),
        alignment=None
        if document.alignment is None
        else [_links(links) for links in document.alignment],
        marks=[_mark(mark, document.target[mark.segment]) for mark in tagged.marks],
        failures=tagged.failures or None,
        phenomena=tagged.phenomena,
    )


def _present(**fields: Any) -> dict[str, Any]:
    """Leave out what is absent."""
    return {name: value for name, value in fields.items() if value is not None}


def _side(side: Side, columns: Sequence[Column]) -> dict[str, Any]:
    return _present(
        language=side.language,
        segments=[
            _segment(tokens, columns, side.places[index] if side.places else None)
            for index, tokens in enumerate(side)
        ],
        clusters=None
        if side.clusters is None
        else [_cluster(cluster) for cluster in side.clusters],
    )


def _segment(tokens: Tokens, columns: Sequence[Column], places: Places | None) -> dict[str, Any]:
    others: dict[str, Any] = {name: getattr(tokens, name) for name in sorted(columns)}
    if others.get("feats") is not None:
        others["feats"] = [
            "|".join(f"{name}={value}" for name, value in sorted(feats.items())) or "_"
            for feats in others["feats"]
        ]
    return _present(
        text=tokens.text,
        forms=tokens.forms,
        starts=tokens.starts,
        ends=tokens.ends,
        **others,
        places=None if places is None else [_place(place) for place in places],
    )


def _place(place: Place) -> tuple[int | str, ...]:
    """Return where a part of a segment is; its name and speaker only where they are known."""
    if place.speaker:
        return place
    return place[:4] if place.name else place[:3]


def _cluster(cluster: Cluster) -> dict[str, Any]:
    return _present(
        mentions=[
            [mention.segment, mention.start, mention.end, mention.head, mention.kind]
            for mention in cluster.mentions
        ],
        scores=_floats(cluster.scores),
    )


def _links(alignment: Alignment) -> dict[str, Any]:
    return _present(
        links=" ".join(f"{i}-{j}" for i, j in alignment.links), scores=_floats(alignment.scores)
    )


def _floats(scores: Sequence[float] | None) -> list[float] | None:
    """Return plain floats, which engines' own number types are not."""
    return None if scores is None else [float(score) for score in scores]


def _mark(mark: Mark, tokens: Tokens) -> dict[str, Any]:
    record = {
        "phenomenon": mark.phenomenon,
        "label": mark.label,
        "segment": mark.segment,
        "token": mark.token,
        "start": tokens.starts[mark.token],
        "end": tokens.ends[mark.token],
        "source_tokens": mark.source_tokens,
        "evidence": mark.evidence,
        "is_unresolved": mark.is_unresolved,
        "distance": mark.distance,
        "span": mark.span,
    }
    return record if mark.needed is None else {**record, "needed": mark.needed}


COLUMNS = (
    "document",
    "domain",
    "system",
    "role",
    "phenomenon",
    "label",
    "segment",
    "token",
    "form",
    "start",
    "end",
    "source_tokens",
    "evidence",
    "is_tag",
    "is_unresolved",
    "distance",
    "span",
)
"""In this order; their meaning is that of a mark in docs/formats.md."""


def rows(tagged: TaggedDocument) -> Iterator[dict[str, Any]]:
    """Yield one row per mark, in text order; a value that is undefined is None."""
    document = tagged.document
    for mark in tagged.marks:
        token = document.target[mark.segment][mark.token]
        values = (
            document.id,
            document.domain,
            document.system,
            document.role,
            mark.phenomenon,
            mark.label,
            mark.segment,
            mark.token,
            token.form,
            token.start,
            token.end,
            [int(index) for index in mark.source_tokens],
            [place._asdict() for place in mark.evidence],
            mark.is_tag,
            mark.is_unresolved,
            mark.distance,
            mark.span,
        )
        yield dict(zip(COLUMNS, values, strict=True))
