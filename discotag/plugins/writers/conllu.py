"""The `conllu` writer: the analysis of the target, with marks and their evidence in MISC.

Sentences are trees: each is a run of tokens with exactly one root.
"""

from __future__ import annotations

import re
from contextlib import contextmanager
from typing import TYPE_CHECKING, NamedTuple

from discotag.core.interfaces import Configured, Writer
from discotag.core.tokens import ROOT
from discotag.files.output import atomic_write

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag.core.tags import Mark, TaggedDocument
    from discotag.core.tokens import Tokens


def tops(heads: Sequence[int]) -> list[int]:
    """Give, for each token, the root above it; for a cycle, its first token.

    Example:
        >>> tops([1, -1, 1, 4, 3])
        [1, 1, 1, 3, 3]
    """
    known: dict[int, int] = {}
    for token in range(len(heads)):
        path: dict[int, None] = {}
        place = token
        while place not in known and place not in path and heads[place] != ROOT:
            path[place] = None
            place = heads[place]
        if place in path:
            way = list(path)
            top = min(way[way.index(place) :])
        else:
            top = known.get(place, place)
        known.update(dict.fromkeys((*path, place), top))
    return [known[token] for token in range(len(heads))]


def sentences(roots: Sequence[int]) -> list[range]:
    """Return the sentences: trees that reach into each other are one.

    Args:
        roots: the root above each token, as `tops` gives it.

    Example:
        >>> sentences([1, 1, 1, 3, 3]), sentences([0, 1, 0])
        ([range(0, 3), range(3, 5)], [range(0, 3)])
    """
    last = {root: token for token, root in enumerate(roots)}
    found: list[range] = []
    start = reach = 0
    for token, root in enumerate(roots):
        reach = max(reach, last[root])
        if token == reach:
            found.append(range(start, token + 1))
            start = reach = token + 1
    return found


def single_rooted(heads: Sequence[int], roots: Sequence[int], sentence: range) -> dict[int, int]:
    """Return each token's head in a sentence with one root, on which further roots hang.

    Example:
        >>> single_rooted([-1, -1, 0], [0, 1, 0], range(3))
        {0: -1, 1: 0, 2: 0}
    """
    first = min(roots[token] for token in sentence)
    return {
        token: heads[token] if roots[token] != token else ROOT if token == first else first
        for token in sentence
    }


_RESERVED = re.compile(r"[\s%|;,]")
_RESERVED_ID = re.compile(r"[\s%/:]")
_BREAKS = re.compile(r"[\t\r\n]+")
UNRESOLVED = "?"
ATTACHED = "parataxis"
"""Relation of a further root to the sentence's root."""


class Unit(NamedTuple):
    """A surface form and the tokens it holds; a space follows it or does not."""

    form: str
    tokens: range
    space_after: bool


class ConlluWriter(Configured, Writer):
    """Writes the target's tokens, a sentence per tree; what was not analysed is `_`.

    MISC has `Discotag=PHENOMENON:LABEL` and `Evidence=SIDE:SEGMENT:TOKEN`, see docs/formats.md.
    """

    title = "writer conllu"

    @contextmanager
    def open(self, path: Path) -> Iterator[Callable[[TaggedDocument], None]]:
        """Open the file; errors as `atomic_write`."""
        with atomic_write(path) as write:
            yield lambda tagged: write("".join(_document(tagged)))


def _document(tagged: TaggedDocument) -> Iterator[str]:
    document = tagged.document
    marks = tagged.marks_by_token()
    name = _escaped(document.id, _RESERVED_ID)
    is_first = True
    for segment, tokens in enumerate(document.target):
        units = _units(tokens)
        trees = _sentences(tokens, units)
        for part, sentence in enumerate(trees, 1):
            held = [unit for unit in units if unit.tokens.start in sentence]
            if is_first:
                yield f"# newdoc id = {name}\n"
            yield f"# sent_id = {name}:{segment}" + (f":{part}\n" if len(trees) > 1 else "\n")
            yield f"# text = {_text(held)}\n"
            yield from _lines(
                tokens, sentence, held, {j: marks.get((segment, j), []) for j in sentence}
            )
            yield "\n"
            is_first = False


def _units(tokens: Tokens) -> list[Unit]:
    """Group the tokens into surface forms: those with the same offsets are one."""
    units = []
    start = 0
    for end in range(1, len(tokens) + 1):
        span = tokens.starts[start], tokens.ends[start]
        if end < len(tokens) and (tokens.starts[end], tokens.ends[end]) == span:
            continue
        held = range(start, end)
        surface = tokens.text[span[0] : span[1]] if len(held) > 1 else tokens.forms[start]
        behind = tokens.text[span[1] : tokens.starts[end] if end < len(tokens) else None]
        units.append(Unit(_cell(surface), held, end == len(tokens) or behind[:1].isspace()))
        start = end
    return units


def _sentences(tokens: Tokens, units: Sequence[Unit]) -> list[range]:
    """Return the sentences; one that would end inside a surface form continues to its end."""
    if tokens.heads is None:
        return [range(len(tokens))] if len(tokens) else []
    found: list[range] = []
    ends = {unit.tokens.stop for unit in units}
    start = 0
    for sentence in sentences(tops(tokens.heads)):
        if sentence.stop in ends:
            found.append(range(start, sentence.stop))
            start = sentence.stop
    return found


def _text(units: Sequence[Unit]) -> str:
    return "".join(unit.form + " " * unit.space_after for unit in units).strip()


def _lines(
    tokens: Tokens, sentence: range, units: Sequence[Unit], marks: Mapping[int, Sequence[Mark]]
) -> Iterator[str]:
    """Yield the lines of a sentence; ids count from 1."""
    heads = None
    if tokens.heads is not None:
        heads = single_rooted(tokens.heads, tops(tokens.heads), sentence)
    first = sentence.start
    for unit in units:
        gap = () if unit.space_after else ("SpaceAfter=No",)
        if len(unit.tokens) > 1:
            ids = f"{unit.tokens.start - first + 1}-{unit.tokens.stop - first}"
            yield "\t".join((ids, unit.form, *"_______", "|".join(gap) or "_")) + "\n"
            gap = ()
        for token in unit.tokens:
            misc = (*gap, *_misc(marks[token]))
            yield (
                "\t".join(
                    (
                        str(token - first + 1),
                        _cell(tokens.forms[token]),
                        _column(tokens.lemmas, token),
                        _column(tokens.upos, token),
                        _column(tokens.xpos, token),
                        _feats(tokens, token),
                        *_dependency(tokens, heads, token, first),
                        "_",
                        "|".join(misc) or "_",
                    )
                )
                + "\n"
            )


def _dependency(
    tokens: Tokens, heads: Mapping[int, int] | None, token: int, first: int
) -> tuple[str, str]:
    """Return HEAD and DEPREL; the root alone is `root`."""
    if heads is None:
        return "_", "_"
    head = heads[token]
    if head == ROOT:
        return "0", "root"
    relation = "dep" if tokens.deprels is None else _cell(tokens.deprels[token])
    if tokens.heads is not None and head != tokens.heads[token]:
        relation = ATTACHED
    elif relation == "root" or relation.startswith("root:"):
        relation = "dep"
    return str(head - first + 1), relation


def _feats(tokens: Tokens, token: int) -> str:
    """Return the features, sorted as UD sorts them: by name, whatever the case."""
    if tokens.feats is None:
        return "_"
    pairs = sorted(tokens.feats[token].items(), key=lambda pair: pair[0].casefold())
    return "|".join(f"{name}={value}" for name, value in pairs) or "_"


def _misc(marks: Sequence[Mark]) -> Iterator[str]:
    if not marks:
        return
    labels = (f"{mark.phenomenon}:{_escaped(mark.label, _RESERVED)}" for mark in marks)
    yield f"Discotag={';'.join(labels)}"
    if any(mark.is_tag for mark in marks):
        yield f"Evidence={';'.join(map(_evidence, marks))}"


def _evidence(mark: Mark) -> str:
    """Return a mark's places, `?` where context decides but they are unknown, or nothing."""
    places = ",".join(f"{side}:{segment}:{token}" for side, segment, token in mark.evidence)
    return places or (UNRESOLVED if mark.is_unresolved else "")


def _column(column: Sequence[str] | None, token: int) -> str:
    return "_" if column is None else _cell(column[token])


def _cell(value: str) -> str:
    """Return a value without tabs and line ends; `_` for a blank one."""
    return _BREAKS.sub(" ", value) if value.strip() else "_"


def _escaped(text: str, reserved: re.Pattern[str]) -> str:
    """Write reserved characters as `%` and their UTF-8 bytes in hex, as in a URL."""
    return reserved.sub(
        lambda found: "".join(f"%{byte:02X}" for byte in found.group().encode()), text
    )
