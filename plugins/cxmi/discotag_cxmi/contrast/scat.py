"""Reads `scat`: ambiguous pronouns, and words that showed translators their gender (SCAT, en-fr).

Four files (Yin et al. 2021): `highlighted.PART.en`, and next to it `.fr`, `.context.en` and
`.context.fr`, a line each. `<p>…</p>` is around pronouns, `<hon>…<hoff>` around words that
translators marked. Wrong translations are not published: the wrong one is the right one with the
marked pronoun of the other gender; words that agree with it stay as they are.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from discotag.plugin import InputError, count_noun
from discotag.plugin.files import lines_of
from discotag_cxmi.contrast.items import Candidate, Item
from discotag_cxmi.contrast.plain import aligned

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.opening import SetRequest

    Span = tuple[int, int]

NAME = re.compile(r"(?P<head>highlighted\.\w+)\.en(?P<gzip>(\.gz)?)")
MARKS = re.compile(r"(<hon>|<hoff>|</hon>|<p>|</p>)")
OTHERS = {"il": "elle", "elle": "il", "ils": "elles", "elles": "ils"}


@dataclass(frozen=True, slots=True)
class Line:
    """A line without its marks.

    Args:
        text: what is left.
        pronouns: (start, end) of each marked pronoun that is a word of its own.
        support: (start, end) of what translators marked as showing its gender.
    """

    text: str
    pronouns: tuple[Span, ...]
    support: tuple[Span, ...]


@dataclass(frozen=True, slots=True)
class MarkedItem:
    """A pronoun to translate: its line after one line of context, on each side.

    Args:
        number: 1-based line of the files.
        source: context and line.
        target: context and line, which has one marked pronoun.
    """

    number: int
    source: tuple[Line, Line]
    target: tuple[Line, Line]

    @property
    def pronoun(self) -> Span:
        """Where the pronoun is in the target line."""
        [found] = self.target[1].pronouns
        return found

    def support(self, segment: Literal[0, 1]) -> list[tuple[Literal["source", "target"], Span]]:
        """Return what was marked in the context (0) or in the pronoun's own line (1)."""
        of_source = [("source", span) for span in self.source[segment].support]
        return [*of_source, *(("target", span) for span in self.target[segment].support)]  # type: ignore[list-item]  # literals


def read(request: SetRequest, notes: Notes) -> Iterator[Item]:
    """Yield the items; errors as of `marked_items`."""
    for item in marked_items(request.path, notes):
        (before, line), (earlier, target) = item.source, item.target
        start, end = item.pronoun
        form = target.text[start:end]
        other = OTHERS[form.lower()]
        wrong = target.text[:start] + (other.capitalize() if form[0].isupper() else other)
        inside, outside = bool(item.support(1)), bool(item.support(0))
        yield Item(
            id=str(item.number),
            source=line.text,
            candidates=(
                Candidate(target.text, (earlier.text,)),
                Candidate(wrong + target.text[end:], (earlier.text,)),
            ),
            source_context=(before.text,),
            labels={
                "pronoun": form.lower(),
                "marked words": {
                    (True, True): "both",
                    (True, False): "its own line",
                    (False, True): "the context",
                }.get((inside, outside), "none"),
            },
            place=item.number,
        )


def marked_items(path: Path, notes: Notes) -> Iterator[MarkedItem]:
    """Yield the items with one marked *il*, *elle*, *ils* or *elles*; others are counted in a note.

    Raises:
        InputError: the file has another name.
        LineCountError: the four files are not line-aligned.
    """
    named = NAME.fullmatch(path.name)
    if named is None:
        raise InputError("is no file highlighted.PART.en of SCAT", path=path)
    sources = list(lines_of(path, notes))
    others = [
        aligned(
            path.with_name(f"{named['head']}{kind}{named['gzip']}"), len(sources), "source", notes
        )
        for kind in (".context.en", ".context.fr", ".fr")
    ]
    passed = 0
    for number, (source, *texts) in enumerate(zip(sources, *others, strict=True), 1):
        before, earlier, target = map(parsed, texts)
        forms = [target.text[slice(*span)].lower() for span in target.pronouns]
        if len(forms) == 1 and forms[0] in OTHERS:
            yield MarkedItem(number, (before, parsed(source)), (earlier, target))
        else:
            passed += 1
    if passed:
        notes.tell(
            f"{passed} of {count_noun(len(sources), 'item')} have no single marked il, elle, ils or"
            " elles and are left out",
            kind="scat",
            path=path,
            line=None,
        )


def parsed(line: str) -> Line:
    """Take the marks out of a line; a mark inside a word (`t<p>elle</p>`) does not count."""
    text, opened = "", -1
    found: dict[str, list[Span]] = {"p": [], "hon": []}
    for part in MARKS.split(line.strip()):
        if part in {"<hon>", "<p>"}:
            opened = len(text)
        elif part in {"<hoff>", "</hon>", "</p>"}:
            if opened >= 0 and text[opened:].strip():
                found["p" if part == "</p>" else "hon"].append((opened, len(text)))
            opened = -1
        else:
            spaced = re.sub(r"\s+", " ", part)
            text += spaced.lstrip() if not text or text.endswith(" ") else spaced
    text = text.rstrip()
    whole = [
        (start, end)
        for start, end in found["p"]
        if not text[max(start - 1, 0) : start].isalpha() and not text[end : end + 1].isalpha()
    ]
    return Line(text, tuple(whole), tuple(found["hon"]))
