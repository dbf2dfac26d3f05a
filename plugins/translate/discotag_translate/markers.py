"""Markers between the segments of one text, by which its translation is parted again.

Every segment has its number before it, the first one too. A translation is parted only if it holds
each number once and in order, nothing before the first, something after each, and nothing that
looks like a marker that was changed. So a marker that was lost, doubled, moved or translated is
found; words that went over to the other side of a marker that is in order are not.
"""

from __future__ import annotations

import html
import re
import unicodedata
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence


Kind = Literal["lost", "doubled", "moved", "strange", "changed", "preamble", "empty"]
BRACKETS = (("[[", "]]"), ("{{", "}}"), ("<<", ">>"), ("⟦", "⟧"))
"""Brackets around the numbers in plain text; the first that no segment holds are taken."""
TAG = re.compile(r"<[^<>]*>")


class MarkerError(ValueError):
    """A translation that cannot be parted.

    Args:
        kind: what happened to the markers.
        detail: which ones.
    """

    def __init__(self, kind: Kind, detail: str) -> None:
        self.kind: Kind = kind
        super().__init__(f"{kind} marker: {detail}" if kind not in OTHER else detail)


OTHER = frozenset({"preamble", "empty"})
"""What is wrong although every marker is there."""


@dataclass(frozen=True, slots=True)
class Plain:
    """Numbers in brackets, for engines that are given plain text: `[[1]] Hello. [[2]] Bye.`."""

    opening: str
    closing: str

    @property
    def example(self) -> str:
        """A marker, to be shown."""
        return self.mark(1)

    def mark(self, number: int) -> str:
        """Write a marker."""
        return f"{self.opening}{number}{self.closing}"

    def written(self, segment: str) -> str:
        """Write a segment between markers: as it is."""
        return segment

    def read(self, text: str) -> str:
        """Read what is between markers."""
        return text

    def pattern(self) -> re.Pattern[str]:
        """Return what a marker looks like in an answer; spaces within it do no harm."""
        return re.compile(
            rf"{re.escape(self.opening)}[ ]*([0-9]{{1,6}})[ ]*{re.escape(self.closing)}"
        )

    def has_rest(self, text: str) -> bool:
        """Return whether a text holds pieces of a marker, in full-width letters too."""
        plain = unicodedata.normalize("NFKC", text)
        return self.opening in plain or self.closing in plain


@dataclass(frozen=True, slots=True)
class Tagged:
    """Empty elements with a number, for engines that know markup: `<m id="1"/>Hello.`.

    Text is escaped, so that nothing in it can be taken for a marker.
    """

    name: str

    @property
    def example(self) -> str:
        """A marker, to be shown."""
        return self.mark(1)

    def mark(self, number: int) -> str:
        """Write a marker."""
        return f'<{self.name} id="{number}"/>'

    def written(self, segment: str) -> str:
        """Write a segment between markers."""
        return html.escape(segment, quote=False)

    def read(self, text: str) -> str:
        """Read what is between markers."""
        return html.unescape(text)

    def pattern(self) -> re.Pattern[str]:
        """Return what a marker looks like in an answer, empty or closed, however it is quoted."""
        return re.compile(
            rf"<\s*{self.name}\s+id\s*=\s*[\"']?([0-9]{{1,6}})[\"']?\s*/?\s*>(?:\s*</\s*{self.name}\s*>)?"
        )

    def has_rest(self, text: str) -> bool:
        """Return whether a text holds any tag: the text itself is escaped, so it has none."""
        return TAG.search(text) is not None


Style = Plain | Tagged


def plain_style(segments: Sequence[str]) -> Plain | None:
    """Return brackets that no segment holds, in any width; None where all are in use."""
    for opening, closing in BRACKETS:
        style = Plain(opening, closing)
        if not any(style.has_rest(segment) for segment in segments):
            return style
    return None


def join(segments: Sequence[str], style: Style) -> str:
    """Write segments as one text, the number of each before it, from 1."""
    return " ".join(
        f"{style.mark(number)} {style.written(segment.strip())}"
        for number, segment in enumerate(segments, 1)
    )


def split(text: str, count: int, style: Style) -> tuple[str, ...]:
    """Split the translation of so many segments.

    Raises:
        MarkerError: it cannot be parted; says why.
    """
    found = list(style.pattern().finditer(text))
    if fault := _fault([int(match[1]) for match in found], count):
        raise fault
    starts = [match.start() for match in found]
    if text[: starts[0]].strip():
        raise MarkerError("preamble", "text before the first marker")
    ends = [*starts[1:], len(text)]
    parts = [text[match.end() : end] for match, end in zip(found, ends, strict=True)]
    for number, part in enumerate(parts, 1):
        if style.has_rest(part):
            raise MarkerError("changed", f"something like a marker stands behind number {number}")
        if not part.strip():
            raise MarkerError("empty", f"nothing stands behind marker {number}")
    return tuple(style.read(part).strip() for part in parts)


def _fault(numbers: Sequence[int], count: int) -> MarkerError | None:
    """Say what is wrong with the numbers found, if anything is."""
    wanted = range(1, count + 1)
    if strange := [number for number in numbers if number not in wanted]:
        return MarkerError("strange", f"{_shown(strange)} was never set")
    if lost := sorted(set(wanted) - set(numbers)):
        return MarkerError("lost", _shown(lost))
    if doubled := sorted({number for number in numbers if numbers.count(number) > 1}):
        return MarkerError("doubled", _shown(doubled))
    if list(numbers) != list(wanted):
        first = next(
            number for number, right in zip(numbers, wanted, strict=True) if number != right
        )
        return MarkerError("moved", f"{first} stands where another belongs")
    return None


def _shown(numbers: Sequence[int]) -> str:
    few = ", ".join(map(str, numbers[:5]))
    return few if len(numbers) <= 5 else f"{few} … ({len(numbers)} in all)"


LINE_ENDS = re.compile(r"(?<!\s)[^\S\r\n]*[\r\n\v\f\x1c-\x1e\x85\u2028\u2029]+\s*")


class Languages(Protocol):
    """Decides whether a text is in the language that it should be in."""

    def fault(self, text: str) -> str | None:
        """Say in which language a text seems to be, if it is the wrong one."""
        ...


def one_line(text: str) -> str:
    """Return a translation as one line; only line ends are changed."""
    return LINE_ENDS.sub(" ", text.strip()).replace("\0", "")


def has_lines(text: str) -> bool:
    """Return whether a translation has more than one line."""
    return LINE_ENDS.search(text.strip()) is not None


def fault_of(text: str, languages: Languages | None, *, may_break: bool = True) -> str | None:
    """Say what is wrong with one segment's translation, or None.

    Args:
        text: as it came.
        languages: what judges the language; None = nothing does.
        may_break: whether more than one line is right.
    """
    if not one_line(text):
        return "the translation is empty"
    if not may_break and has_lines(text):
        return "the translation of one line has several: it may hold comments"
    return languages.fault(text) if languages else None


def fault_among(texts: Sequence[str], languages: Languages | None) -> str | None:
    """Say what is wrong with segments of one piece; their language is judged together."""
    for text in texts:
        if fault := fault_of(text, None):
            return fault
    return languages.fault("\n".join(texts)) if languages else None
