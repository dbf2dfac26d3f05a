"""The aligner `pharaoh`: hands out the links of a file, line by line, in the order of the corpus.

Links are no function of a pair's words, so the aligner is asked for the segments of one target
text in corpus order, and `finish` checks that the file ends with the corpus. Every target text
needs a file of its own.
"""

from __future__ import annotations

from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, Self

from pydantic import BaseModel, ConfigDict

from discotag.core.errors import InputError, LineCountError, UsageError
from discotag.core.roles import implements
from discotag.core.wording import count_noun
from discotag.plugins.aligners.pharaoh.reader import read_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.document import Alignment
    from discotag.core.interfaces import Context
    from discotag.core.tokens import Tokens


class PharaohOptions(BaseModel):
    """Options of the aligner: `path`, a file in Pharaoh format."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    path: Path | None = None


@implements("aligner")
class PharaohAligner:
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
