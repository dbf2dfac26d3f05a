"""The `xliff` reader: localisation files of versions 1.2 and 2, each `file` a document.

Formats: https://docs.oasis-open.org/xliff/v1.2/os/xliff-core.html (`file`, `trans-unit`) and
https://docs.oasis-open.org/xliff/xliff-core/v2.0/xliff-core-v2.0.html (`file`, `unit`, `segment`).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, NamedTuple, Self

from discotag.core.errors import InputError, UsageError
from discotag.core.options import checked
from discotag.files.notes import Notes
from discotag.files.xml import attribute, elements, line_of, local_name, text_of
from discotag.plugins.readers.beside import Beside
from discotag.plugins.readers.bitext import CODES, REFERENCE
from discotag.plugins.readers.grouping import Row, UniqueIds, built
from discotag.plugins.readers.languages import PairOptions, fits
from discotag.plugins.readers.twins import watched

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from lxml.etree import _Element

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest

UNITS = ("trans-unit", "segment")


class Unit(NamedTuple):
    """A unit's source and translation, and the line where it begins."""

    line: int
    source: str
    target: str


class XliffReader:
    """Reads each `file` as a document; the translation is named `ref`.

    A unit without a target is an empty translation, with a note; units that are not to be
    translated are left out. Systems stand in line files, one line for each unit that is read.
    """

    def __init__(self, options: PairOptions) -> None:
        self._options = options
        self._notes = Notes()

    @classmethod
    def create(cls, options: Mapping[str, Any]) -> Self:
        """Build the reader from `PairOptions`."""
        return cls(checked("reader xliff", options, PairOptions))

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents in order.

        Raises:
            InputError: no `file` is of the language pair, or none holds a unit.
            LineCountError: a line file does not fit.
        """
        if request.docids is not None:
            raise UsageError("XLIFF's files are the documents; leave out --docids")
        self._notes = notes = Notes(is_strict=request.is_strict)
        paths = request.hypotheses
        texts = self._documents(request, notes)
        yield from watched(texts, notes, lambda name: paths.get(name, request.source))

    def size(self, request: CorpusRequest) -> int | None:  # noqa: ARG002 - the protocol's
        """Tell nothing: the one file would be read twice."""
        return None

    def notes(self) -> tuple[str, ...]:
        """Give what was accepted in the last reading."""
        return self._notes.texts()

    def _documents(self, request: CorpusRequest, notes: Notes) -> Iterator[ParallelText]:
        path = request.source
        ids = UniqueIds(notes)
        is_empty = True
        with Beside(request, notes, unit="unit") as beside:
            beside.check_names([REFERENCE], "the XLIFF file")
            layout = beside.layout([REFERENCE], [], path)
            for element, units in self._files(path):
                document = attribute(element, "original", "id") or ""
                line = line_of(element)
                if not self._is_of_pair(element, document, request) or not units:
                    notes.tell(
                        f"file {document!r} holds no unit of the pair and is left out",
                        kind="file left out",
                        path=path,
                        line=line,
                    )
                    continue
                is_empty = False
                rows = [
                    Row(
                        unit.line,
                        document,
                        None,
                        (unit.source, unit.target, *beside.row(f"line {unit.line} of {path}")),
                    )
                    for unit in units
                ]
                yield built(ids.name(document, path=path, line=line), rows, layout, notes)
            if is_empty:
                raise InputError(
                    "holds no unit of the pair; look at its languages, and name a code as the file"
                    " has it with --set reader.source=CODE, reader.target=CODE",
                    path=path,
                )
            beside.finish()

    def _files(self, path: Path) -> Iterator[tuple[_Element, list[Unit]]]:
        """Yield each `file` with its units, as it ends."""
        units: list[Unit] = []
        for name, element in elements(path, ("file", *UNITS), roots=("xliff",)):
            if name == "file":
                yield element, units
                units = []
            elif (unit := _unit(element, path)) is not None:
                units.append(unit)

    def _is_of_pair(self, element: _Element, document: str, request: CorpusRequest) -> bool:
        """Tell whether a `file` is of the target language; InputError for another source."""
        root = element.getroottree().getroot()
        source = attribute(element, "source-language") or attribute(root, "srcLang")
        target = attribute(element, "target-language") or attribute(root, "trgLang")
        wanted = self._options.source or request.source_language
        if source and wanted and not fits(source, wanted):
            raise InputError(
                f"file {document!r} is translated from {source!r}, not {wanted!r}; is it the right"
                " pair? If it is: --set reader.source=CODE",
                path=request.source,
                line=line_of(element),
            )
        wanted = self._options.target or request.target_language
        return not (target and wanted) or fits(target, wanted)


def _unit(element: _Element, path: Path) -> Unit | None:
    """Read a unit; None if it is not to be translated or holds no source."""
    stated = (attribute(place, "translate") for place in (element, *element.iterancestors()))
    if next((value for value in stated if value), "yes") == "no":
        return None
    texts = {
        local_name(child): text_of(child, path, without=CODES)
        for child in element
        if local_name(child) in {"source", "target"}
    }
    if "source" not in texts:
        return None
    return Unit(line_of(element), texts["source"], texts.get("target", ""))
