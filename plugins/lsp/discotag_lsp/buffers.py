"""Buffers: what stands in the editor counts, saved or not; other files are read from the disk."""

from __future__ import annotations

import re
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Lock
from typing import TYPE_CHECKING

from discotag_lsp.positions import FileText

if TYPE_CHECKING:
    from pygls.workspace import PositionCodec

DECLARED = re.compile(r"""^<\?xml[^>]*?encoding=["']([\w.-]+)["']""")
"""The encoding that an XML file names."""


class Buffers:
    """The texts that are open in the editor.

    Args:
        codec: the units in which the editor counts.
    """

    def __init__(self, codec: PositionCodec) -> None:
        self.codec = codec
        self._texts: dict[Path, FileText] = {}
        self._lock = Lock()
        self._copies = TemporaryDirectory(prefix="discotag-lsp-")

    def close(self) -> None:
        """Take the copies of unsaved files away."""
        self._copies.cleanup()

    def put(self, path: Path, text: str) -> None:
        """Take note of what stands in the editor."""
        with self._lock:
            self._texts[path] = FileText(text, self.codec)

    def take(self, path: Path) -> None:
        """Forget a file that the editor closed."""
        with self._lock:
            self._texts.pop(path, None)

    def opened(self) -> tuple[Path, ...]:
        """Return the files that are open."""
        with self._lock:
            return tuple(self._texts)

    def text(self, path: Path) -> FileText:
        """Return a file's text: the editor's, else the disk's; empty where it cannot be read."""
        with self._lock:
            known = self._texts.get(path)
        if known is not None:
            return known
        try:
            return FileText(path.read_bytes().decode("utf-8-sig", "replace"), self.codec)
        except OSError:
            return FileText("", self.codec)

    def readable(self, path: Path) -> Path:
        """Return a file that a reader can open: the file, or a copy of what is not saved yet.

        Raises:
            OSError: the copy cannot be written.
        """
        with self._lock:
            known = self._texts.get(path)
        if known is None or _is_saved(path, known.text):
            return path
        declared = DECLARED.match(known.text)
        encoding = declared[1] if declared else "utf-8"
        folder = Path(self._copies.name) / str(abs(hash(path.parent)))
        folder.mkdir(exist_ok=True)
        copy = folder / path.name
        try:
            data = known.text.encode(encoding)
        except (LookupError, UnicodeEncodeError):
            data = known.text.encode("utf-8", "surrogatepass")
        copy.write_bytes(data)
        return copy


def _is_saved(path: Path, text: str) -> bool:
    try:
        return path.read_bytes() == text.encode("utf-8")
    except (OSError, UnicodeEncodeError):
        return False
