"""Words of XLIFF's translations replaced, with every other byte of the file as it was."""

from __future__ import annotations

from collections import defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING

from discotag.files.splices import Splice, spliced
from discotag.files.xml_edits import Character, contents, splices_of

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Sequence

    from discotag.core.edits import TextEdit
    from discotag.files.xml_edits import Content, Tag


def edited(
    data: bytes, edits: Sequence[TextEdit], *, units: Collection[str], codes: Collection[str]
) -> bytes:
    """Return a file with edits made in its targets.

    Args:
        data: the file.
        edits: what is to be replaced.
        units: local names of the elements that hold a source and a target.
        codes: local names of inline elements whose content is no text.

    Raises:
        ValueError: an edit's text is not found, or markup stands within its words.
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
    """Return a unit's id as the reader tells it."""
    unit = content.tags[-2]
    own = unit.attributes.get("id", "").strip()
    if unit.name != "segment" or len(content.tags) < 3:
        return own
    outer = content.tags[-3].attributes.get("id", "").strip()
    return f"{outer}/{own}" if own else outer


def on_one_line(characters: Sequence[Character]) -> Sequence[Character]:
    """Return a text's characters as the reader has them: a line end is a space, as its layout."""
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
    """Return the space that stands for a line end, with the white space around it."""
    pairs = pairwise(layout)
    if all(one.end == other.start and one.is_raw == other.is_raw for one, other in pairs):
        return Character(" ", layout[0].start, layout[-1].end, layout[0].is_raw)
    (end,) = [each for each in layout if each.sign == "\n"][:1]
    return end._replace(sign=" ")
