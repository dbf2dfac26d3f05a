"""What a model is given: a segment with its context, and the format in which it takes context.

The format is next to the weights as `context.json`: a number of CXMI means nothing without it.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any, Literal, Protocol

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from discotag.plugin import InputError, Place, faults, place_at

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag.plugin import Places
    from discotag_cxmi.scoring.scorer import Journal, ModelOptions


@dataclass(frozen=True, slots=True)
class Example:
    """A segment to score or to translate, with its context.

    Args:
        document: id of its document.
        segment: 0-based index in the document.
        source: the source line.
        target: the target line; empty where it is to be generated.
        source_context: earlier source lines of the same document, oldest first.
        target_context: earlier target lines (gold, or the model's own), oldest first.
        origins: (document, 0-based segment) that context lines come from, the nearest last; empty =
            they are the lines before it in its own document.
        line: 1-based line of the source's file on which the segment begins; None = segments are
            lines.
    """

    document: str
    segment: int
    source: str
    target: str
    source_context: tuple[str, ...] = ()
    target_context: tuple[str, ...] = ()
    origins: tuple[tuple[str, int], ...] = ()
    line: int | None = None

    @property
    def number(self) -> str:
        """The segment's number for people, with its line where segments are not lines."""
        line = "" if self.line is None else f" (line {self.line})"
        return f"segment {self.segment + 1}{line}"

    def within(self, source: int | None, target: int | None) -> Example:
        """Return the example with at most so many context lines on each side; None = all there are.

        The nearest lines are kept.
        """
        return replace(
            self,
            source_context=_last(self.source_context, source),
            target_context=_last(self.target_context, target),
        )

    def context_of(self, side: str) -> tuple[str, ...]:
        """Return the context lines of a side (`source`, `target`), oldest first."""
        return self.source_context if side == "source" else self.target_context

    def with_context(self, side: str, lines: tuple[str, ...]) -> Example:
        """Return the example with other context lines on a side."""
        if side == "source":
            return replace(self, source_context=lines)
        return replace(self, target_context=lines)

    def place(self, back: int = 0) -> str:
        """Return where a line is, for messages: its own, or that so many lines back."""
        own = f"document {self.document!r}, {self.number}"
        if back and self.origins:
            document, segment = self.origins[-back]
            return f"document {document!r}, segment {segment + 1} (drawn as context of {own})"
        if 0 < back <= self.segment:
            at = self.segment - back + 1
            return f"document {self.document!r}, segment {at} (context of {self.segment + 1})"
        return own


def _last(lines: tuple[str, ...], count: int | None) -> tuple[str, ...]:
    if count is None:
        return lines
    return lines[len(lines) - min(count, len(lines)) :]


Written = tuple[tuple[int, int, int], ...]
"""Parts of a segment as arrays of start, line and column (docs/formats.md)."""


def written(places: Sequence[Places], segment: int) -> Written | None:
    """Return where a segment is, as files hold it; None where segments are lines."""
    return tuple(place[:3] for place in places[segment]) if places else None


def places_of(found: Written | None) -> Places:
    """Return what `written` gave as places; none where segments are lines."""
    return tuple(Place(*part) for part in found or ())


def told(places: Places, offset: int = 0) -> str:
    """Return `, line 3:12` for a character of a segment; nothing where segments are lines.

    Example:
        >>> told((Place(0, 3, 5),), 7)
        ', line 3:12'
    """
    place = place_at(places, offset)
    return "" if place is None else f", line {place.line}:{place.column}"


@dataclass(frozen=True, slots=True)
class TargetScores:
    """Log-probabilities of one target line, subword by subword.

    Args:
        starts: character offset of each subword's first character in the target line.
        ends: character offset after its last character; a subword may be empty (a lone space
            marker).
        logprobs: natural logarithm of each subword's probability given everything before it.
        eos: that of the end of the line, which is its own row and part of the line's sum.
    """

    starts: tuple[int, ...]
    ends: tuple[int, ...]
    logprobs: tuple[float, ...]
    eos: float

    @property
    def total(self) -> float:
        """The line's log-probability, in nats, its end included."""
        return sum(self.logprobs) + self.eos


class ContextModel(Protocol):
    """A model that translates with and without context.

    Attributes:
        name: as the user named it.
        format: how it takes context.
        digest: fingerprint of its files.
        shortened: how many examples had context left out, since they were too long.
        notes: what the user should know of how it is asked.
        options: how it is run.
        identity: all that decides a value besides a row's ids.
        journal: what was scored before; None = nothing is kept.
    """

    name: str
    format: ContextFormat
    digest: str
    options: ModelOptions
    journal: Journal | None

    @property
    def identity(self) -> dict[str, Any]: ...  # noqa: D102 - see above

    @property
    def shortened(self) -> int: ...  # noqa: D102 - see above

    @property
    def notes(self) -> Sequence[str]: ...  # noqa: D102 - see above

    def check(self, examples: Iterable[Example]) -> frozenset[tuple[str, int]]:
        """Check examples before any is scored.

        Returns:
            The (document, segment) of those to leave out, since they are too long.

        Raises:
            InputError: one cannot be scored: it is too long and may not be left out, or the
                tokenizer changes one of its lines; names where the line comes from.
            UsageError: context and format do not fit each other.
        """
        ...

    def score(self, examples: Iterable[Example]) -> Iterator[TargetScores]:
        """Score the targets in batches; results come in the order of the examples.

        A target's scores do not depend on the batch it is in beyond float noise.

        Raises:
            InputError: an example is longer than the model takes; it is never cut silently.
            ComponentError: the model gave a value that is not a number.
        """
        ...

    def unknown_in(self, line: str) -> int:
        """Count the subwords of a target line that the vocabulary does not have."""
        ...


FILE = "context.json"
SEPARATOR = "<brk>"


class ContextFormat(BaseModel):
    """How context reaches the model.

    Args:
        kind: `concatenation` joins lines by the separator on the encoder's or the decoder's side
            (Tiedemann and Scherrer 2017), `multi-encoder` gives context, source lines before
            target lines, to an encoder of its own, `prompt` fills a template for a decoder-only
            model, `chat` puts turns into a chat template.
        separator: token between lines; it has to be a token of the vocabulary, never unknown.
        template: for `prompt`: holds `{context}` and `{source}`; the target follows it, and spaces
            at its end belong to the target's first subword. For `chat`: what the user says for a
            segment, holds `{source}`; where it holds no `{context}`, earlier lines are turns.
        turn: one context line in a template, holds `{source}`, `{target}` or both.
        chat_template: for `chat`: Jinja, as Transformers reads it; None = the tokenizer's own.
        chat_params: for `chat`: further names that the template knows (`enable_thinking`).
        system: for `chat`: the system prompt; None = no such turn.
        end: for `prompt` and `chat`: text that ends a target, such as a line feed; None = what the
            chat template puts after an answer, else the tokenizer's end-of-text token.
        source_sizes: least and largest number of source context lines that the model was trained
            with; None = not known.
        target_sizes: likewise of target context lines.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    kind: Literal["concatenation", "multi-encoder", "prompt", "chat"] = "concatenation"
    separator: str = SEPARATOR
    template: str = "{context}{source} => "
    turn: str = "{source} => {target}\n"
    chat_template: str | None = None
    chat_params: dict[str, bool | int | float | str] = Field(default_factory=dict)
    system: str | None = None
    end: str | None = None
    source_sizes: tuple[int, int] | None = Field(default=None)
    target_sizes: tuple[int, int] | None = Field(default=None)


def read_format(folder: Path) -> ContextFormat | None:
    """Read a model folder's format; None where it holds none; InputError where it is faulty."""
    path = folder / FILE
    if not path.is_file():
        return None
    try:
        return ContextFormat.model_validate_json(path.read_text("utf-8"))
    except (OSError, ValueError) as error:
        reason = faults(error) if isinstance(error, ValidationError) else str(error)
        raise InputError(f"is no context format: {reason}", path=path) from error


def write_format(folder: Path, given: ContextFormat) -> None:
    """Write the format into a model's folder."""
    text = json.dumps(given.model_dump(), ensure_ascii=False, indent=2)
    (folder / FILE).write_text(text + "\n", "utf-8")
