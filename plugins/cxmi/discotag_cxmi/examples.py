"""Examples: a segment with the context that a model is given for it."""

from __future__ import annotations

from dataclasses import dataclass, replace


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
        """The segment's number for people, with its line where segments are no lines."""
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
        """Return where a line stands, for messages: its own, or that so many lines back."""
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
