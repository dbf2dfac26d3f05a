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
    """

    document: str
    segment: int
    source: str
    target: str
    source_context: tuple[str, ...] = ()
    target_context: tuple[str, ...] = ()

    def within(self, source: int | None, target: int | None) -> Example:
        """Return the example with at most so many context lines on each side; None = all there are.

        The nearest lines are kept.
        """
        return replace(
            self,
            source_context=_last(self.source_context, source),
            target_context=_last(self.target_context, target),
        )


def _last(lines: tuple[str, ...], count: int | None) -> tuple[str, ...]:
    if count is None:
        return lines
    return lines[len(lines) - min(count, len(lines)) :]
