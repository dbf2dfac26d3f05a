"""Words of XLIFF's translations replaced, with every other byte of the file as it was."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, Annotated, NamedTuple

from pydantic import AfterValidator

from discotag.core.errors import InputError, UsageError
from discotag.core.text import count_noun
from discotag.files.text import Notes
from discotag.files.xml import (
    Character,
    Splice,
    attribute,
    contents,
    elements,
    line_of,
    local_name,
    plain_bytes,
    spliced,
    splices_of,
    text_of,
)
from discotag.plugins.readers.rows import (
    CODES,
    REFERENCE,
    FileReader,
    PairOptions,
    Row,
    SidecarFiles,
    UniqueIds,
    built,
    fits,
    watched,
)

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence
    from pathlib import Path

    from lxml.etree import _Element

    from discotag.core.document import ParallelText
    from discotag.core.interfaces import CorpusRequest, TextEdit
    from discotag.files.xml import Content, Tag


def edited(
    data: bytes, edits: Sequence[TextEdit], *, units: Collection[str], codes: Collection[str]
) -> bytes:
    """Return a file with edits made in its targets.

    Args:
        data: the file.
        edits: what is to be replaced.
        units: local names of the elements that hold a source and a target.
        codes: local names of inline elements whose content is not text.

    Raises:
        ValueError: an edit's text is not found, or markup is within its words.
    """

    def is_target(tags: Sequence[Tag]) -> bool:
        return len(tags) > 1 and tags[-1].name == "target" and tags[-2].name in units

    known: dict[tuple[str, str], list[tuple[int, Sequence[Character]]]] = defaultdict(list)
    for content in contents(data, is_target, without=codes):
        characters = on_one_line(content.characters)
        text = "".join(character.sign for character in characters)
        known[_id(content), text].append((content.tags[-2].line, characters))
    splices: list[Splice] = []
    for edit in edits:
        found = known.get((edit.unit or "", edit.text))
        if not found:
            raise ValueError(f"unit {edit.unit}: the text {edit.text!r:.60} is not there")
        line = edit.line or 0
        _, characters = min(found, key=lambda place: abs(place[0] - line))
        splices += splices_of(characters, edit)
    return spliced(data, splices)


def _id(content: Content) -> str:
    """Return a unit's id as the reader reports it."""
    unit = content.tags[-2]
    own = unit.attributes.get("id", "").strip()
    if unit.name != "segment" or len(content.tags) < 3:
        return own
    outer = content.tags[-3].attributes.get("id", "").strip()
    return f"{outer}/{own}" if own else outer


def on_one_line(characters: Sequence[Character]) -> Sequence[Character]:
    """Return a text's characters as in the reader: a line end is a space, as its layout."""
    text = "".join(character.sign for character in characters)
    if "\n" not in text:
        return characters
    found: list[Character] = []
    behind = 0
    for number, (begin, end) in enumerate(_lines(text)):
        if number:
            found.append(_space(characters[behind:begin]))
        found += characters[begin:end]
        behind = end
    while found and found[-1].sign.isspace():
        found.pop()
    first = next((place for place, each in enumerate(found) if not each.sign.isspace()), 0)
    return found[first:]


def _lines(text: str) -> Iterator[tuple[int, int]]:
    """Yield begin and end of what counts of each line, as `discotag.files.xml.text_of` has it."""
    begin = 0
    for number, line in enumerate(text.split("\n")):
        kept = line if number == 0 else line.lstrip()
        first = begin + len(line) - len(kept)
        begin += len(line) + 1
        if kept or number == 0:
            yield first, first + len(kept.removesuffix("\r").rstrip(" \t"))


def _space(layout: Sequence[Character]) -> Character:
    """Return the space that replaces a line end, with the white space around it."""
    pairs = pairwise(layout)
    if all(one.end == other.start and one.is_raw == other.is_raw for one, other in pairs):
        return Character(" ", layout[0].start, layout[-1].end, layout[0].is_raw)
    (end,) = [each for each in layout if each.sign == "\n"][:1]
    return end._replace(sign=" ")


UNITS = ("trans-unit", "segment")
NONE = "none"
"""State of a unit that names none."""
ADDRESS = "address"
"""Property of a file that says how its text should address people."""
MIXED = "x-mixed"
"""State of a unit whose sentences are in different ones."""
STATES = frozenset(
    {
        "final", "needs-adaptation", "needs-l10n", "needs-review-adaptation", "needs-review-l10n",
        "needs-review-translation", "needs-translation", "new", "signed-off", "translated",
        "initial", "reviewed", NONE,
    }
)  # fmt: skip
"""Those of version 1.2 (state of a target), two that version 2.0 adds, and ours."""
UNFINISHED = frozenset(
    {state for state in STATES if state.startswith("needs-")}
    | {"new", "x-unconfirmed", "x-Draft", "x-RejectedTranslation", "x-RejectedSignOff"}
    | {"x-NotStarted", "x-Rejected"}
)
"""States of translations that nobody has finished: they are read only on request."""


def _known(state: str) -> str:
    if state not in STATES and not state.startswith("x-"):
        told = ", ".join(sorted(STATES))
        raise ValueError(f"unknown state {state!r}; there are {told}, and names that begin with x-")
    return state


State = Annotated[str, AfterValidator(_known)]


class XliffOptions(PairOptions):
    """Options of the reader, besides the languages.

    Args:
        states: read only units in these states; None = in any but those of unfinished
            translations (`new`, `needs-translation`, `needs-review-translation` …).
        skip_states: leave units in these states out.
    """

    states: tuple[State, ...] | None = None
    skip_states: tuple[State, ...] = ()


class Unit(NamedTuple):
    """A unit's source and translation, the line where it begins, its id, state and notes."""

    line: int
    source: str
    target: str
    id: str
    state: str
    comments: str = ""


class XliffReader(FileReader):
    """Reads each `file` as a document; the translation is named `ref`.

    A unit without a target is an empty translation, with a note; units that are not to be
    translated, unfinished, or in a state that is not wanted, are left out. Systems are in line
    files, one line for each unit that is read.
    """

    title = "reader xliff"
    schema = XliffOptions
    options: XliffOptions

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

    def languages(self, path: Path) -> tuple[Collection[str], Collection[str]]:
        """Return the languages of the `file` elements."""
        files = elements(path, ("file",), roots=("xliff",))
        pairs = [_languages(element) for _, element in files]
        sources, targets = (
            [own] if own else sorted({code for pair in pairs if (code := pair[side])})
            for side, own in enumerate((self.options.source, self.options.target))
        )
        return sources, targets

    def edited(self, path: Path, edits: Sequence[TextEdit]) -> bytes:
        """Return the file with edits made in its targets; ValueError where one cannot be made."""
        return edited(plain_bytes(path), edits, units=UNITS, codes=CODES)

    def _documents(self, request: CorpusRequest, notes: Notes) -> Iterator[ParallelText]:
        path = request.source
        ids = UniqueIds(notes)
        is_empty = True
        pairs: list[str] = []
        with SidecarFiles(request, notes, unit="unit") as beside:
            beside.check_names([REFERENCE], "the XLIFF file")
            layout = beside.layout([REFERENCE], [], path)
            for element, found, address in self._files(path):
                document = attribute(element, "original", "id") or ""
                line = line_of(element)
                is_of_pair = self._is_of_pair(element, document, request)
                pairs.append(" to ".join(code or "?" for code in _languages(element)))
                units = self._in_states(found, document, path)
                if not is_of_pair or not units:
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
                        unit.id,
                        unit.comments,
                    )
                    for unit in units
                ]
                name = ids.name(document, path=path, line=line)
                yield built(name, rows, layout, notes, address=address, is_app=True)
            if is_empty:
                raise InputError(
                    "holds no unit of the pair in the states that are wanted; its languages:"
                    f" {', '.join(dict.fromkeys(pairs)) or 'none'}. Read units in other states"
                    " with lint --states NAMES; name a code as the file has it with"
                    " --set reader.source=CODE, reader.target=CODE",
                    path=path,
                )
            beside.finish()

    def _files(self, path: Path) -> Iterator[tuple[_Element, list[Unit], str]]:
        """Yield each `file` with its units, and the address that it asks for, as it ends."""
        units: list[Unit] = []
        holder: _Element | None = None
        comments = address = ""
        for name, element in elements(path, ("file", *UNITS), roots=("xliff",)):
            if name == "file":
                yield element, units, address
                units, address = [], ""
            elif (unit := _unit(element, path)) is not None:
                own = element.getparent() if name == "segment" else element
                if own is not holder:  # what is before a segment is freed with it
                    address = address or (_address(own) if own is not None and not units else "")
                    holder, comments = own, "\n".join(_notes(own, path))
                units.append(unit._replace(comments=comments))

    def _in_states(self, units: list[Unit], document: str, path: Path) -> list[Unit]:
        """Keep the units in the states that are wanted; the others are counted in a note."""
        wanted, unwanted = self.options.states, self.options.skip_states
        kept = [
            unit
            for unit in units
            if (unit.state not in UNFINISHED if wanted is None else unit.state in wanted)
            and unit.state not in unwanted
        ]
        left = len(units) - len(kept)
        if left:
            states = ", ".join(sorted({unit.state for unit in units} - {u.state for u in kept}))
            self._notes.tell(
                f"file {document!r}: {count_noun(left, 'unit')} in other states left out"
                f" ({states})",
                kind="states",
                path=path,
                line=None,
            )
        return kept

    def _is_of_pair(self, element: _Element, document: str, request: CorpusRequest) -> bool:
        """Return whether a `file` is of the target language; InputError for another source."""
        source, target = _languages(element)
        wanted = self.options.source or request.source_language
        if source and wanted and not fits(source, wanted):
            raise InputError(
                f"file {document!r} is translated from {source!r}, not {wanted!r}; is it the right"
                " pair? If it is: --set reader.source=CODE",
                path=request.source,
                line=line_of(element),
            )
        wanted = self.options.target or request.target_language
        return not (target and wanted) or fits(target, wanted)


def _languages(element: _Element) -> tuple[str | None, str | None]:
    """Return the codes of source and target that hold for a `file`."""
    root = element.getroottree().getroot()
    return (
        attribute(element, "source-language") or attribute(root, "srcLang"),
        attribute(element, "target-language") or attribute(root, "trgLang"),
    )


def _unit(element: _Element, path: Path) -> Unit | None:
    """Read a unit; None if it is not to be translated or holds no source."""
    stated = (attribute(place, "translate") for place in (element, *element.iterancestors()))
    if next((value for value in stated if value), "yes") == "no":
        return None
    parts = {
        local_name(child): child for child in element if local_name(child) in {"source", "target"}
    }
    if "source" not in parts:
        return None
    texts = {name: text_of(child, path, without=CODES) for name, child in parts.items()}
    state = _state(element, parts.get("target"))
    return Unit(
        line_of(element), texts["source"], texts.get("target", ""), _unit_id(element), state
    )


def _notes(element: _Element | None, path: Path) -> Iterator[str]:
    """Yield the notes of a unit; in version 2 segments share them."""
    for child in () if element is None else element:
        if local_name(child) == "note":
            yield text_of(child, path)
        elif local_name(child) == "notes":
            yield from (text_of(note, path) for note in child if local_name(note) == "note")


def _address(element: _Element) -> str:
    """Return the property `address` of the file that holds a unit, or `""`.

    Version 1.2: `<prop prop-type="address">` in the header; version 2: `<mda:meta type="address">`.
    """
    file = next((each for each in element.iterancestors() if local_name(each) == "file"), None)
    for child in file if file is not None else ():
        if local_name(child) in {"header", "metadata"}:
            for found in child.iter():
                kind = attribute(found, "prop-type", "type")
                if local_name(found) in {"prop", "meta"} and kind == ADDRESS:
                    return (found.text or "").strip()
    return ""


def _unit_id(element: _Element) -> str:
    """Return the unit's id; in version 2 the segment's follows it, where it has one."""
    own, parent = attribute(element, "id") or "", element.getparent()
    if local_name(element) != "segment" or parent is None:
        return own
    unit = attribute(parent, "id") or ""
    return f"{unit}/{own}" if own else unit


def _state(element: _Element, target: _Element | None) -> str:
    """Return a unit's state, as in the versions; what is approved is final."""
    if local_name(element) == "segment":
        return attribute(element, "state") or "initial"
    stated = None if target is None else attribute(target, "state")
    is_approved = attribute(element, "approved") == "yes"
    return stated or ("final" if is_approved else _state_of_tool(element))


def _state_of_tool(element: _Element) -> str:
    """Return the state that a translation tool wrote next to XLIFF's, as `x-` and its own word.

    SDLXLIFF has one for each sentence (`conf`), others one for the unit.
    """
    segments = [
        attribute(segment, "conf")
        for child in element
        if local_name(child) == "seg-defs"
        for segment in child
    ]
    if told := {f"x-{conf}" if conf else NONE for conf in segments}:
        return told.pop() if len(told) == 1 else MIXED
    confirmed = attribute(element, "confirmed")
    if confirmed is not None:
        return "x-unconfirmed" if confirmed == "0" else "x-confirmed"
    status = attribute(element, "status")
    return f"x-{status}" if status else NONE
