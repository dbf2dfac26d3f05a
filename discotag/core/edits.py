"""Edits: what is to be written in place of some words of a file, and nothing else."""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class TextEdit:
    """Words of a translation that are to be replaced in its file.

    Args:
        unit: what the file calls the segment (`ParallelText.units`); None = nothing.
        line: 1-based line where the segment begins (`ParallelText.lines`); None = unknown.
        text: the segment's text, as the reader gave it.
        start: offset of the first character that is replaced, in code points of `text`.
        end: offset behind the last one.
        replacement: what is written there, as people read it; the reader escapes it.
    """

    unit: str | None
    line: int | None
    text: str
    start: int
    end: int
    replacement: str

    def __post_init__(self) -> None:
        """Check that it lies in its text."""
        if not 0 <= self.start <= self.end <= len(self.text):
            raise ValueError(f"an edit of {self.start}-{self.end} lies outside {self.text!r:.60}")

    @property
    def replaced(self) -> str:
        """The words that are to go."""
        return self.text[self.start : self.end]

    @property
    def edited(self) -> str:
        """The segment's text with the edit made."""
        return self.text[: self.start] + self.replacement + self.text[self.end :]
