"""The schema `discotag-tags/1`: a line of a tags file, checked and turned into a document."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, StringConstraints

from discotag.core.coreference import Cluster, Mention, MentionKind
from discotag.core.document import Alignment, Document, Side, SideName, TextRole
from discotag.core.tags import Mark, TaggedDocument, TokenRef
from discotag.core.tokens import Tokens, parse_feats
from discotag.core.units import Place, Places
from discotag.files.expected import ExpectedRecord, expected_of

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
    """A segment and its tokens, a column each."""

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
        """Return where the segment stands in its file; FieldError for places out of order."""
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
        for index, (start, end) in enumerate(zip(self.starts, self.ends, strict=True)):
            if start > end:
                raise FieldError(f"{field}.ends.{index}", f"{end} lies before the start {start}")
        return tokens


class ClusterRecord(Record):
    """Mentions as (segment, start, end, head, kind), and their scores."""

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
    """One side of the document."""

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
    """The links of one segment pair in Pharaoh's form, and their scores."""

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
    """A mark; `start`, `end`, `distance` and `span` follow from the rest and must agree with it."""

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
    """One line of a tags file."""

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
        for index, (record, mark) in enumerate(zip(self.marks, marks, strict=True)):
            record.check(f"marks.{index}", mark, document)
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
