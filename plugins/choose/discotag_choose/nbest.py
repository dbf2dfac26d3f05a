"""Lists of the best candidates: a segment a line, as JSON, with what a system would say there."""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING, Any

from pydantic import BaseModel, ConfigDict, Field, FiniteFloat, ValidationError, field_validator

from discotag.plugin import InputError, ParallelText, in_words
from discotag.plugin.files import Notes, records

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence
    from pathlib import Path


WHOLE = "all"


class Candidate(BaseModel):
    """What a segment may become.

    Args:
        text: the translation.
        score: how good it is, more is better, on any scale that all candidates share; None = no
            candidate of the file has one.
        name: who says it, for people.
    """

    model_config = ConfigDict(frozen=True, extra="ignore", strict=True)

    text: str
    score: FiniteFloat | None = None
    name: str = ""


class Line(BaseModel):
    """A line of the file.

    Args:
        source: the source segment.
        candidates: texts, or objects with text and score; the best first where none has a score.
        document: the document's id.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    source: str
    candidates: tuple[Candidate, ...] = Field(min_length=1)
    document: str = Field(default=WHOLE, min_length=1)

    @field_validator("candidates", mode="before")
    @classmethod
    def _plain(cls, value: object) -> object:
        """Take a text for a candidate without a score."""
        if not isinstance(value, list | tuple):
            return value
        return [{"text": item} if isinstance(item, str) else item for item in value]


@dataclass(frozen=True)
class NBest:
    """A document with the candidates of each of its segments.

    Args:
        id: its id.
        lines: its segments.
        places: their 1-based lines in the file.
    """

    id: str
    lines: tuple[Line, ...]
    places: tuple[int, ...]

    @property
    def depth(self) -> int:
        """How many candidates the segment with most of them has."""
        return max(len(line.candidates) for line in self.lines)

    @property
    def is_complete(self) -> bool:
        """Whether all segments have as many candidates, so that they are whole texts."""
        return len({len(line.candidates) for line in self.lines}) == 1

    def texts(self) -> ParallelText:
        """Return the texts of all first candidates, all second ones, and so on.

        A segment that has fewer gives its last.
        """
        return ParallelText(
            self.id,
            tuple(line.source for line in self.lines),
            {},
            {
                str(rank): tuple(
                    line.candidates[min(rank, len(line.candidates) - 1)].text for line in self.lines
                )
                for rank in range(self.depth)
            },
            self.places,
        )


def read_nbest(path: Path) -> tuple[NBest, ...]:
    """Read a file of candidates.

    Raises:
        InputError: a line is not an object, some candidates have a score and others have none, a
            document appears again after another, or there is no line.
    """
    return _grouped(list(records(path, Line, Notes(), refuse_repeats=True)), path)


def nbest_of(rows: Iterable[Mapping[str, Any]]) -> tuple[NBest, ...]:
    """Return what rows hold that are as the lines of a file; InputError as `read_nbest`."""
    found = []
    for number, row in enumerate(rows, 1):
        try:
            found.append((number, Line.model_validate(row)))
        except ValidationError as error:
            first = error.errors()[0]
            where = ".".join(map(str, first["loc"])) or "the row"
            raise InputError(
                f"row {number} of the candidates: {where}: {in_words(first)}"
            ) from error
    return _grouped(found, None)


def _grouped(found: Sequence[tuple[int, Line]], path: Path | None) -> tuple[NBest, ...]:
    scored: bool | None = None
    for number, line in found:
        for candidate in line.candidates:
            has_score = candidate.score is not None
            if scored is not None and has_score != scored:
                told = "a score" if has_score else "no score"
                raise InputError(f"a candidate has {told}, others differ", path=path, line=number)
            scored = has_score
    if not found:
        raise InputError("holds no segment", path=path)
    documents: dict[str, NBest] = {}
    for name, group in groupby(found, key=lambda item: item[1].document):
        places, lines = zip(*group, strict=True)
        if name in documents:
            raise InputError(f"document {name!r} comes back", path=path, line=places[0])
        documents[name] = NBest(name, lines, places)
    return tuple(documents.values())
