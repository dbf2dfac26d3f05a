"""The `mt-metrics-eval` reader: folders of the WMT metrics task, a language pair at a time.

Format: version 2 of https://github.com/google-research/mt-metrics-eval: `sources/en-de.txt`,
`references/en-de.NAME.txt`, `system-outputs/en-de/NAME.txt`, and `documents/en-de.docs` with
`DOMAIN DOCUMENT` per line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from discotag.core.errors import InputError, UnknownNameError, UsageError
from discotag.core.parsing import FrozenModel
from discotag.files.text import Notes, count_lines
from discotag.plugins.readers.rows import (
    FileReader,
    Layout,
    Row,
    TextFile,
    aligned,
    documents,
    fits,
    translations,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from pathlib import Path

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest

ENDING = ".txt"


class FolderOptions(FrozenModel):
    """Options of the reader.

    Args:
        systems: which systems to read, in this order; None = all, by name.
    """

    systems: tuple[str, ...] | None = None


class Place(NamedTuple):
    """A language pair in such a folder."""

    folder: Path
    pair: str

    @property
    def source(self) -> Path:
        """The source file."""
        return self.folder / "sources" / f"{self.pair}{ENDING}"

    @property
    def documents(self) -> Path:
        """The file of domains and documents."""
        return self.folder / "documents" / f"{self.pair}.docs"


class MetricsFolderReader(FileReader):
    """Reads the references and systems of one pair; more of them may be in line files.

    The folder is that of one test set (`wmt23`). Its pair is the run's; the source file
    (`wmt23/sources/en-de.txt`) names it, too. A reference that is among the systems as well is
    read as a reference alone.
    """

    title = "reader mt-metrics-eval"
    schema = FolderOptions
    options: FolderOptions

    def read(self, request: CorpusRequest) -> Iterator[ParallelText]:
        """Yield the documents in order.

        Raises:
            InputError: the folder is not of this kind, or does not have the pair.
            LineCountError: its files differ in their number of lines.
        """
        self._notes = notes = Notes(is_strict=request.is_strict)
        place = _place(request)
        references = {**_references(place), **request.references}
        hypotheses = {**self._systems(place, references), **request.hypotheses}
        if shared := sorted(set(references) & set(hypotheses)):
            raise UsageError(f"{shared[0]!r} names both a reference and a system; rename the file")
        texts = [TextFile("source", place.source), *translations(references, hypotheses)]
        layout = Layout(
            references=tuple(references),
            hypotheses=tuple(hypotheses),
            paths=[file.path for file in texts],
            ids=place.documents if request.docids is None else request.docids,
        )
        yield from documents(_rows(texts, layout.ids, notes), layout, notes)

    def size(self, request: CorpusRequest) -> int | None:
        """Count the source's lines."""
        return count_lines(_place(request).source, Notes())

    def _systems(self, place: Place, references: Mapping[str, Path]) -> dict[str, Path]:
        folder = place.folder / "system-outputs" / place.pair
        found = {path.name.removesuffix(ENDING): path for path in sorted(folder.glob(f"*{ENDING}"))}
        for name in sorted(set(found) & set(references)):
            self._notes.tell(
                f"{name} is a reference and is not read as a system",
                kind="reference among systems",
                path=found.pop(name),
                line=None,
            )
        if self.options.systems is None:
            return found
        for name in self.options.systems:
            if name not in found:
                raise UnknownNameError("system", name, found, scope=f"of {folder}")
        return {name: found[name] for name in self.options.systems}


def _place(request: CorpusRequest) -> Place:
    """Find the pair: the one that the source file names, the run's, or the only one."""
    path = request.source
    if path.is_file() and path.parent.name == "sources":
        return Place(path.parent.parent, path.name.removesuffix(ENDING))
    pairs = [file.name.removesuffix(ENDING) for file in sorted((path / "sources").glob("*.txt"))]
    if not pairs:
        raise InputError(
            "is no folder of mt-metrics-eval; it should hold sources/xx-yy.txt (a test set's folder"
            " such as mt-metrics-eval-v2/wmt23, not the one above it)",
            path=path,
        )
    wanted = f"{request.source_language or '?'}-{request.target_language or '?'}"
    fitting = [pair for pair in pairs if _is_pair(pair, request)]
    if len(fitting) == 1 or wanted in fitting:
        return Place(path, wanted if wanted in fitting else fitting[0])
    raise InputError(
        f"holds {'several pairs' if fitting else 'no pair'} for {wanted}; there are"
        f" {', '.join(pairs)}; choose one by its source file, --src {path}/sources/PAIR.txt",
        path=path,
    )


def _is_pair(pair: str, request: CorpusRequest) -> bool:
    source, _, target = pair.partition("-")
    return all(
        wanted is None or fits(code, wanted)
        for code, wanted in (
            (source, request.source_language),
            (target, request.target_language),
        )
    )


def _references(place: Place) -> dict[str, Path]:
    start = f"{place.pair}."
    files = sorted((place.folder / "references").glob(f"{start}*{ENDING}"))
    return {file.name.removeprefix(start).removesuffix(ENDING): file for file in files}


def _rows(texts: list[TextFile], docs: Path, notes: Notes) -> Iterator[Row]:
    files = [TextFile("documents", docs), *texts]
    for number, (line, *row) in enumerate(aligned(files, notes), 1):
        domain, _, document = line.strip().replace("\t", " ").partition(" ")
        if not document.strip():
            raise InputError(
                "a line is DOMAIN DOCUMENT, with white space between", path=docs, line=number
            )
        yield Row(number, document.strip(), domain, tuple(row))
