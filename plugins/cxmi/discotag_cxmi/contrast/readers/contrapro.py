"""Reads `contrapro`: ContraPro's JSON (Müller et al. 2018), and sets made like it.

The large English–French pronoun set (Lopes et al. 2020) has the same fields. The JSON holds no
context: that comes from the extracted files, or from the documents themselves.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import InputError, LineCountError, UsageError, count_noun
from discotag.plugin.files import items as list_items
from discotag.plugin.files import lines_of
from discotag_cxmi.contrast.items import Candidate, Item
from discotag_cxmi.contrast.readers.plain import aligned, contexts

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag.plugin.files import Notes
    from discotag_cxmi.contrast.readers.opening import SetRequest
    from discotag_cxmi.contrast.readers.plain import Pair


class ErrorRecord(BaseModel):
    """A wrong translation."""

    model_config = ConfigDict(frozen=True)

    contrastive: str


class ContraProRecord(BaseModel):
    """What is read of an item; its other fields are left alone.

    A distance below 0 says that neither it nor `intrasegmental` is known (the UN set).
    """

    model_config = ConfigDict(frozen=True, coerce_numbers_to_str=True)

    source: str = Field(alias="src segment")
    reference: str = Field(alias="ref segment")
    errors: tuple[ErrorRecord, ...]
    document: str = Field(alias="document id")
    segment: int = Field(alias="segment id")
    distance: int | None = Field(alias="ante distance", default=None)
    intrasegmental: bool | None = None
    source_pronoun: str | None = Field(alias="src pronoun", default=None)
    reference_pronoun: str | None = Field(alias="ref pronoun", default=None)


def read(request: SetRequest, notes: Notes) -> Iterator[Item]:
    """Yield the items; InputError or LineCountError where JSON, context or documents do not fit."""
    if request.documents and request.context_source:
        raise UsageError("give --documents or --context-src, not both")
    found = list(list_items(request.path, ContraProRecord, notes))
    texts_of = [
        (record.reference, *(error.contrastive for error in record.errors)) for _, record in found
    ]
    if request.context_source:
        _check_order(request, [text for texts in texts_of for text in texts], notes)
    films = Films(request.documents, request.most, notes) if request.documents else None
    extracted = contexts(request, sum(map(len, texts_of)), notes)
    given: Counter[str] = Counter()
    for (line, record), texts in zip(found, texts_of, strict=True):
        of_texts = [next(extracted) for _ in texts]
        around: Pair = of_texts[0]
        if films is not None:
            around = films.before(
                record.document, record.segment, (record.source, record.reference)
            )
        pronouns = (record.source_pronoun, record.reference_pronoun)
        is_told = record.distance is None or record.distance >= 0
        name = f"{record.document}:{record.segment}"
        given[name] += 1
        yield Item(
            id=name if given[name] == 1 else f"{name}#{given[name]}",
            source=record.source,
            candidates=tuple(Candidate(text, around[1]) for text in texts),
            source_context=around[0],
            document=record.document,
            distance=record.distance if is_told else None,
            is_intra=record.intrasegmental if is_told else None,
            labels={"pronoun": ":".join(name.lower() for name in pronouns if name)}
            if any(pronouns)
            else {},
            place=line,
        )


def _check_order(request: SetRequest, texts: Sequence[str], notes: Notes) -> None:
    """Check by the extracted translations that context was extracted in the set's order.

    The English–French set's own script orders items by document, its JSON does not.
    """
    if request.target is None:
        notes.tell(
            "its order is taken to be that of the set; --tgt FILE, the translations extracted with"
            " it, checks that",
            kind="order",
            path=request.context_source or request.path,
            line=None,
        )
        return
    lines = aligned(request.target, len(texts), "translation", notes)
    for number, (line, text) in enumerate(zip(lines, texts, strict=True), 1):
        if not is_same(line, text):
            raise InputError(
                f"is not the set's translation {number}, {text[:60]!r}: extracted in another order,"
                " or of another set; --documents needs no extracted files",
                path=request.target,
                line=number,
            )


Lines = tuple[tuple[str, ...], tuple[str, ...]]


class Films:
    """Finds earlier lines in a folder of documents.

    Args:
        folder: searched with all folders in it.
        most: how many earlier lines are given.
        notes: for the files' oddities.
    """

    def __init__(self, folder: Path, most: int, notes: Notes) -> None:
        if not folder.is_dir():
            raise InputError("is no folder of documents", path=folder)
        self._folder, self._most, self._notes = folder, most, notes
        self._files: dict[str, list[Path]] = {}
        for path in sorted(folder.rglob("*")):
            if path.is_file():
                inside = path.relative_to(folder).with_suffix("").as_posix()
                for key in {inside, path.stem}:
                    self._files.setdefault(key, []).append(path)
        self._read: tuple[str, tuple[Lines, ...]] | None = None

    def before(self, document: str, segment: int, pair: tuple[str, str]) -> Lines:
        """Return the lines before a segment, source and target, oldest first.

        Raises:
            InputError: there is no such document, or it does not hold the segment there.
            LineCountError: its two files are not line-aligned.
        """
        if self._read is None or self._read[0] != document:
            self._read = document, self._open(document)
        for source, target in self._read[1]:
            for place in (segment - 1, segment):
                if 0 <= place < len(source) and is_same(source[place], pair[0]):
                    first = max(place - self._most, 0)
                    return source[first:place], target[first:place]
        raise InputError(
            f"document {document!r} does not hold, as segment {segment}, the source"
            f" {pair[0]!r}; are these the documents that the set was made from?",
            path=self._folder,
        )

    def _open(self, document: str) -> tuple[Lines, ...]:
        """Read a document's two files, source first; both orders where the id does not tell."""
        files = self._files.get(document) or self._files.get(document.rsplit(".", 1)[0], [])
        target = [path for path in files if path.name == document.rsplit("/", 1)[-1]]
        others = [path for path in files if path not in target]
        pairs = [(others[0], target[0])] if len(others) == len(target) == 1 else []
        if not target and len(others) == 2:
            pairs = [(others[0], others[1]), (others[1], others[0])]
        if not pairs:
            names = ", ".join(path.name for path in files) or "none"
            raise InputError(
                f"document {document!r}: a file of the source and one of the target are needed,"
                f" which differ in the ending alone; found: {names}",
                path=self._folder,
            )
        return tuple((self._lines(source), self._lines(target, source)) for source, target in pairs)

    def _lines(self, path: Path, other: Path | None = None) -> tuple[str, ...]:
        lines = tuple(lines_of(path, self._notes))
        if other is not None and len(lines) != (size := len(self._lines(other))):
            found = count_noun(len(lines), "line")
            raise LineCountError(f"has {found}, {other} has {size}", path=path)
        return lines


def is_same(line: str, other: str) -> bool:
    """Compare without white space, which extraction changes."""
    return "".join(line.split()) == "".join(other.split())
