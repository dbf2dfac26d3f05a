"""Tags as JSON Lines, one document per line, which `read_tags` reads back without recomputation."""

from __future__ import annotations

import json
from operator import index
from typing import TYPE_CHECKING, Any, Literal

from discotag.core.errors import InputError
from discotag.files.expected import expected_records
from discotag.files.json_lines import records
from discotag.files.notes import Notes
from discotag.files.tags_schema import SCHEMA, DocumentRecord
from discotag.files.text import LONGEST

if TYPE_CHECKING:
    from collections.abc import Generator, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.coreference import Cluster
    from discotag.core.document import Alignment, Side
    from discotag.core.tags import Mark, TaggedDocument
    from discotag.core.tokens import Tokens
    from discotag.core.units import Place, Places

Column = Literal["lemmas", "upos", "xpos", "feats", "heads", "deprels"]
KEPT: tuple[Column, ...] = ("lemmas", "upos")
"""Columns of a run's files of tags, beside forms and offsets."""
SPLITTING = {character: f"\\u{ord(character):04x}" for character in "\x85\u2028\u2029"}
"""Characters at which some tools split lines and which JSON leaves as they are: their escapes."""

NO_JSON = "Invalid JSON"
"""How a fault begins that pydantic finds in what is no JSON."""


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
    """Read the lines; a file that begins with no JSON at all is told to be another kind of file."""
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
        columns: which columns are kept beside forms and offsets, where they were computed.
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
    """Return where a part of a segment stands; its name and speaker only where they are told."""
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
