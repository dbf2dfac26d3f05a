"""Suppressions in comments of the files themselves: `discotag: ignore DT101 reason`."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discotag.core.errors import UnknownNameError
from discotag.linting.suppressions import InlineSuppression

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator

    from discotag.core.document import ParallelText
    from discotag.linting.locations import Files

DIRECTIVE = re.compile(r"\bdiscotag:\s*ignore\b[\s:]*(?P<rest>.*)", re.IGNORECASE)
CODES = re.compile(r"(?P<codes>[A-Z]{2,4}\d{3}(?:\s*,\s*[A-Z]{2,4}\d{3})*)(?P<reason>.*)")
MARKS = " \t:,;–—-*/>"
"""What may stand around a reason, such as the end of a comment."""


class InlineSuppressions:
    """What the comments of one document accept; a comment of several segments is one.

    Args:
        text: the document.
        files: where it came from.
        codes: the codes there are.
    """

    def __init__(self, text: ParallelText, files: Files, codes: Collection[str]) -> None:
        self._text, self._files, self._codes = text, files, codes
        self._of_segments: list[dict[str, InlineSuppression]] = []
        self.faults: list[str] = []
        known: dict[str, dict[str, InlineSuppression]] = {}
        for segment, comment in enumerate(text.comments):
            if "discotag" not in comment.casefold():
                self._of_segments.append({})
                continue
            where = self._where(segment)
            key = f"{where}\0{comment}"
            if key not in known:
                known[key] = {entry.code: entry for entry in self._read(comment, where)}
            self._of_segments.append(known[key])

    def at(self, segment: int) -> dict[str, InlineSuppression]:
        """Return code → what accepts it in a segment."""
        return self._of_segments[segment] if self._of_segments else {}

    def all(self) -> Iterator[InlineSuppression]:
        """Yield all of them, each once."""
        yield from dict.fromkeys(entry for own in self._of_segments for entry in own.values())

    def _read(self, comment: str, where: str) -> Iterator[InlineSuppression]:
        for line in comment.splitlines():
            directive = DIRECTIVE.search(line)
            if directive is None:
                continue
            found = CODES.match(directive["rest"])
            reason = found["reason"].strip(MARKS) if found else ""
            if found is None or not reason:
                lack = "a code" if found is None else "a reason"
                told = "discotag: ignore DT101 why it is right"
                self.faults.append(f"{where}: the comment names no {lack[2:]}; write {told!r}")
                continue
            for code in dict.fromkeys(part.strip() for part in found["codes"].split(",")):
                if code not in self._codes:
                    unknown = UnknownNameError("code", code, self._codes)
                    self.faults.append(f"{where}: the comment has an {unknown}")
                    continue
                yield InlineSuppression(
                    code=code, document=self._text.id, reason=reason, where=where
                )

    def _where(self, segment: int) -> str:
        text = self._text
        names = (*text.references, *text.hypotheses)
        file = text.files.get(names[0]) if names else None
        line = f":{text.lines[segment]}" if segment < len(text.lines) else ""
        unit = text.units[segment] if segment < len(text.units) else ""
        told = f": unit {unit}" if unit else "" if line else f": segment {segment + 1}"
        return f"{file or self._files.target}{line}{told}"
