"""The aligner `pharaoh`: links from a file of `i-j` pairs (0-based), a line for each segment."""

from __future__ import annotations

import re
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Self

from discotag.core.document import Alignment
from discotag.core.errors import InputError, LineCountError, UsageError
from discotag.core.interfaces import Aligner
from discotag.core.parsing import FrozenModel
from discotag.core.text import count_noun

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.interfaces import Context
    from discotag.core.tokens import Tokens


LINK = re.compile(r"([0-9]{1,9})-([0-9]{1,9})(?::([0-9]*\.?[0-9]+(?:[eE]-?[0-9]+)?))?")


def read_line(text: str, path: Path, line: int) -> Alignment:
    """Read the links of one segment; an empty line is a segment without links.

    Args:
        text: the line.
        path: the file, for messages.
        line: 1-based line number, for messages.

    Raises:
        InputError: a link is malformed, a score is outside 0 to 1, or only some links have
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


class PharaohOptions(FrozenModel):
    """Options of the aligner: `path`, a file in Pharaoh format."""

    path: Path | None = None


class PharaohAligner(Aligner):
    """Reads links from a file; its `digest` is part of the signature.

    Args:
        path: the file, UTF-8, one line per segment.

    Raises:
        InputError: the file is missing, is not UTF-8, or holds a line that is not in Pharaoh
            format.
    """

    def __init__(self, path: Path) -> None:
        self._path = path
        text = _read(path)
        self.digest = sha256(text.encode()).hexdigest()[:12]
        lines = text.split("\n")
        if lines[-1].strip() == "":
            del lines[-1]
        self._links = [read_line(line, path, number) for number, line in enumerate(lines, 1)]
        self._next = 0

    @classmethod
    def create(cls, context: Context) -> Self:
        """Read the file named by the argument (`pharaoh:FILE`) or by the option `path`."""
        path = (
            Path(context.argument)
            if context.argument
            else context.read_options(PharaohOptions).path
        )
        if path is None:
            raise UsageError(
                "aligner pharaoh: name a file for each text, as in --aligner ref=pharaoh:ref.align"
            )
        return cls(path)

    def align(self, pairs: Sequence[tuple[Tokens, Tokens]]) -> Sequence[Alignment]:
        """Return the next lines' links.

        Raises:
            LineCountError: the file has fewer lines than the text has segments.
            InputError: a link points outside its segment pair.
        """
        first, self._next = self._next, self._next + len(pairs)
        if self._next > len(self._links):
            raise LineCountError(
                f"holds links for {count_noun(len(self._links), 'segment')}, "
                f"but segment {self._next}"
                " was asked for: give one line per segment, and each target text its own file"
                " (--aligner NAME=pharaoh:FILE)",
                path=self._path,
            )
        found = self._links[first : self._next]
        for number, (links, (source, target)) in enumerate(
            zip(found, pairs, strict=True), first + 1
        ):
            try:
                links.checked(source, target)
            except ValueError as error:
                raise InputError(
                    f"{error}; are these the tokens that were aligned?",
                    path=self._path,
                    line=number,
                ) from error
        return tuple(found)

    def finish(self) -> None:
        """Check that every line was used; LineCountError if the file is longer than the text."""
        if self._next != len(self._links):
            held = count_noun(len(self._links), "segment")
            raise LineCountError(
                f"holds links for {held}, but the text has {self._next}", path=self._path
            )


def _read(path: Path) -> str:
    try:
        return path.read_bytes().decode("utf-8-sig")
    except OSError as error:
        raise InputError(f"cannot be read ({error.strerror}): name a file", path=path) from error
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        raise InputError("is not UTF-8", path=path, line=line) from error
