"""Where a user points: `DOC:SEGMENT[:WORD]` in a corpus, and a word in a segment."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discotag.core.errors import InputError, UsageError
from discotag.core.tags import TokenRef

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.document import Document, ParallelText, Side, SideName

AT = re.compile(r"([0-9]{1,9})(?::(.+))?")
COLON = re.compile(":")
SHOWN = 5
"""Documents that a message names."""


def locate(texts: Iterable[ParallelText], at: str) -> tuple[ParallelText, int, str | None]:
    """Find `DOC:SEGMENT[:WORD]` in a corpus; `DOC:` may be left out before the first document.

    Documents are looked for first, so that `7:3` is segment 3 of document `7` where there is one.

    Returns:
        The document, the segment's 0-based index, and the word (or its token index) if one is
        named.

    Raises:
        UsageError: it is not of this form, no document of the corpus is meant, or several are.
        InputError: the document has no such segment.
    """
    text, match = _meant(texts, at)
    segment = int(match[1])
    if segment >= len(text.source):
        raise InputError(
            f"--at {at}: document {text.id!r} has segments 0 to {len(text.source) - 1}"
        )
    return text, segment, match[2]


def _meant(texts: Iterable[ParallelText], at: str) -> tuple[ParallelText, re.Match[str]]:
    """Find the document that is meant, and what stands behind its id; errors as `locate`."""
    wanted = {
        at[: sign.start()]: match
        for sign in COLON.finditer(at)
        if (match := AT.fullmatch(at, sign.end()))
    }
    known: list[str] = []
    found: list[tuple[ParallelText, re.Match[str]]] = []
    first: ParallelText | None = None
    for text in texts:
        first = first or text
        known.append(text.id)
        if text.id in wanted:
            found.append((text, wanted.pop(text.id)))
        if not wanted:
            break
    if len(found) > 1:
        told = " or ".join(f"segment {match[1]} of document {text.id!r}" for text, match in found)
        raise UsageError(f"--at {at!r} may be {told}; rename one of the documents")
    if found:
        return found[0]
    match = AT.fullmatch(at)
    are_numbers = any(name.isdecimal() for name in known)
    if first is None or match is None or (match[2] and are_numbers):
        shown = ", ".join(map(repr, known[:SHOWN])) + (" …" if len(known) > SHOWN else "")
        told = "give DOC:SEGMENT or DOC:SEGMENT:WORD, both counted from 0"
        raise UsageError(f"--at {at!r}: {told}; documents: {shown}")
    return first, match


def words_at(document: Document, segment: int, word: str) -> tuple[TokenRef, ...]:
    """Find a word by its index or its form, in the target or else in the source."""
    if word.isdecimal() and int(word) < len(document.target[segment]):
        return (TokenRef("target", segment, int(word)),)
    wanted = word.casefold()
    sides: tuple[tuple[SideName, Side], ...] = (
        ("target", document.target),
        ("source", document.source),
    )
    for name, side in sides:
        forms = side[segment].forms
        found = [index for index, form in enumerate(forms) if form.casefold() == wanted]
        if found:
            return tuple(TokenRef(name, segment, index) for index in found)
    return ()
