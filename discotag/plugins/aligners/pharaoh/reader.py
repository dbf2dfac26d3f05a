"""Reads a line of Pharaoh format: 0-based source-target links, some with scores (`1-2:0.93`)."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from discotag.core.document import Alignment
from discotag.core.errors import InputError

if TYPE_CHECKING:
    from pathlib import Path

LINK = re.compile(r"([0-9]{1,9})-([0-9]{1,9})(?::([0-9]*\.?[0-9]+(?:[eE]-?[0-9]+)?))?")


def read_line(text: str, path: Path, line: int) -> Alignment:
    """Read the links of one segment; an empty line is a segment without links.

    Args:
        text: the line.
        path: the file, for messages.
        line: 1-based line number, for messages.

    Raises:
        InputError: a link is malformed, a score lies outside 0 to 1, or only some links have
            scores.
    """
    links: list[tuple[int, int]] = []
    scores: list[float] = []
    for word in text.split():
        match = LINK.fullmatch(word)
        if match is None:
            raise InputError(
                f"{word!r} is not a link: write 0-based i-j or i-j:score", path=path, line=line
            )
        links.append((int(match[1]), int(match[2])))
        if match[3] is not None:
            score = float(match[3])
            if not 0 <= score <= 1:
                raise InputError(f"the score of {word!r} is not in 0 to 1", path=path, line=line)
            scores.append(score)
    if scores and len(scores) != len(links):
        raise InputError(
            "some links have a score and some have none: give all or none", path=path, line=line
        )
    return Alignment.of(links, scores or None)
