"""Units of a document: sentences of the source, and what translates them in every translation.

Each translation is aligned with the source by itself. A unit ends where every text has the edge of
a bead, so that all texts of a run have the same units. A text that hardly fits the source has no
say in it; its sentences go where their beads begin.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, replace
from itertools import groupby, pairwise
from typing import TYPE_CHECKING, NamedTuple, Protocol, TypeVar

from discotag.core.document import Place, Places, places_within
from discotag.language.fit import poor_alignment_reason

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from discotag.core.document import Bead, ParallelText


T = TypeVar("T")


class Sentence(NamedTuple):
    """Where a sentence is: line of the document and characters in it, 0-based, half-open."""

    line: int
    begin: int
    end: int


class SentenceFinder(Protocol):
    """What finds sentences and their beads."""

    def sentences(self, side: str, line: str) -> Sequence[tuple[int, int]]:
        """Return begin and end of each sentence of a line of a side."""
        ...

    def joint(self, side: str) -> str:
        """Return what is between sentences of two lines in one unit."""
        ...

    def stranger(self, lines: Sequence[str]) -> str:
        """Say what language a translation is in, if it is not the one that it should be in."""
        ...

    def beads(
        self, source: Sequence[Sequence[str]], target: Sequence[Sequence[str]], document: str
    ) -> Sequence[Bead]:
        """Return the beads of blocks of sentences."""
        ...


@dataclass(frozen=True, slots=True)
class TextFigures:
    """What the alignment of one translation shows.

    Args:
        sentences: how many it has.
        omitted: source sentences that nothing in it translates.
        added: its sentences that translate nothing.
        unsure: beads whose words do not say that both sides belong together.
        misfit: why it does not fit its source well enough to decide where units end; "" = it does.
    """

    sentences: int
    omitted: int
    added: int
    unsure: int
    misfit: str = ""

    @property
    def fits(self) -> bool:
        """Whether it decides where units end."""
        return not self.misfit


@dataclass(frozen=True)
class Segmented:
    """A document in units.

    Args:
        text: the document, a unit for each segment.
        sentences: sentences of the source.
        lines: lines of the source that hold text.
        figures: translation → what its alignment shows.
        is_running: whether its texts had no lines in common.
        rows: the line of the source, 0-based, that each unit is of.
        guessed: numbers of the units in which the words of a text that fits do not say that both
            sides belong together.
    """

    text: ParallelText
    sentences: int
    lines: int
    figures: Mapping[str, TextFigures]
    is_running: bool = False
    rows: tuple[int, ...] = ()
    guessed: frozenset[int] = frozenset()


class _Text:
    """The sentences of one text, in blocks that belong to the same blocks of the source."""

    def __init__(
        self, lines: Sequence[str], finder: SentenceFinder, side: str, *, is_aligned: bool
    ) -> None:
        self.lines = lines
        found = [
            [Sentence(number, *span) for span in finder.sentences(side, line)]
            for number, line in enumerate(lines)
        ]
        self.blocks = found if is_aligned else [[sentence for line in found for sentence in line]]
        self.sentences = [sentence for block in self.blocks for sentence in block]
        self.joint = finder.joint(side)

    def texts(self) -> list[list[str]]:
        """Return the sentences as they are written, by blocks."""
        return [
            [self.lines[line][begin:end] for line, begin, end in block] for block in self.blocks
        ]

    def unit(
        self, begin: int, end: int, where: Sequence[Places], lines: Sequence[str]
    ) -> tuple[str, Places]:
        """Return some sentences as one text, and where its parts are.

        `lines` are its own, or what is shown of them.
        """
        parts: list[str] = []
        places: list[Place] = []
        size = 0
        chosen = self.sentences[begin:end]
        for line, group in groupby(chosen, key=lambda sentence: sentence.line):
            sentences = list(group)
            first, last = sentences[0].begin, sentences[-1].end
            size += len(self.joint) if parts else 0
            parts.append(lines[line][first:last])
            found = places_within(where[line], first, last)
            places += [place._replace(start=place.start + size) for place in found]
            size += last - first
        return self.joint.join(parts), tuple(places)


class _Unit(NamedTuple):
    """A unit of the source: its block, and its sentences (half-open)."""

    block: int
    begin: int
    end: int


def segmented(text: ParallelText, finder: SentenceFinder) -> Segmented:
    """Put a document into units that all of its texts have in common.

    Lines that are aligned stay apart: no unit goes over the edge of a line. A line that is one unit
    is left as it is, white space included.
    """
    source = _Text(text.source, finder, "source", is_aligned=text.is_aligned)
    translations = {**text.references, **text.hypotheses}
    targets = {
        name: _Text(lines, finder, "target", is_aligned=text.is_aligned)
        for name, lines in translations.items()
    }
    here = source.texts()
    beads = {name: finder.beads(here, of.texts(), text.id) for name, of in targets.items()}
    figures = {
        name: _figures(found, finder.stranger(translations[name])) for name, found in beads.items()
    }
    deciding = [found for name, found in beads.items() if figures[name].fits]
    units = _units(source, deciding)
    rows = tuple(
        source.sentences[unit.begin].line if unit.begin < unit.end else unit.block for unit in units
    )
    made = _made(text, source, targets, beads, units, rows=rows)
    filled = sum(bool(line.strip()) for line in text.source)
    is_running = not text.is_aligned
    guessed = _guessed(units, deciding)
    return Segmented(made, len(source.sentences), filled, figures, is_running, rows, guessed)


def without_guesses(found: Segmented) -> Segmented:
    """Return a document without its guessed units."""
    kept = [unit for unit in range(len(found.rows)) if unit not in found.guessed]

    def of(values: tuple[T, ...]) -> tuple[T, ...]:
        return tuple(values[unit] for unit in kept) if values else ()

    text = replace(
        found.text,
        source=of(found.text.source),
        references={name: of(lines) for name, lines in found.text.references.items()},
        hypotheses={name: of(lines) for name, lines in found.text.hypotheses.items()},
        lines=of(found.text.lines),
        units=of(found.text.units),
        comments=of(found.text.comments),
        source_places=of(found.text.source_places),
        places={name: of(places) for name, places in found.text.places.items()},
        shown={name: of(lines) for name, lines in found.text.shown.items()},
    )
    return replace(found, text=text, rows=of(found.rows), guessed=frozenset())


def _guessed(units: Sequence[_Unit], deciding: Iterable[Sequence[Bead]]) -> frozenset[int]:
    """Return the units with a bead that is linked, but not surely."""
    of_source = [number for number, unit in enumerate(units) for _ in range(*unit[1:])]
    return frozenset(
        of_source[bead.source[0]]
        for beads in deciding
        for bead in beads
        if bead.is_linked and not bead.is_sure
    )


def _figures(beads: Sequence[Bead], stranger: str) -> TextFigures:
    omitted = sum(bead.source[1] - bead.source[0] for bead in beads if not bead.is_linked)
    added = sum(bead.target[1] - bead.target[0] for bead in beads if not bead.is_linked)
    unsure = sum(bead.is_linked and not bead.is_sure for bead in beads)
    own = sum(bead.target[1] - bead.target[0] for bead in beads)
    return TextFigures(own, omitted, added, unsure, stranger or poor_alignment_reason(beads))


def _units(source: _Text, deciding: Iterable[Sequence[Bead]]) -> list[_Unit]:
    """Return the units: they end where all texts that fit have the edge of a bead."""
    inside: set[int] = set()
    for beads in deciding:
        for bead in beads:
            inside.update(range(bead.source[0] + 1, bead.source[1]))
    units: list[_Unit] = []
    begin = 0
    for number, block in enumerate(source.blocks):
        last = begin + len(block)
        edges = [begin, *(place for place in range(begin + 1, last) if place not in inside), last]
        if not block:
            units.append(_Unit(number, begin, begin))
            continue
        units += [_Unit(number, *pair) for pair in pairwise(edges)]
        begin = last
    return units


def _ranges(beads: Sequence[Bead], units: Sequence[_Unit], target: _Text) -> list[tuple[int, int]]:
    """Return which sentences of a translation (half-open) belong to each unit."""
    of_source = [number for number, unit in enumerate(units) for _ in range(*unit[1:])]
    blocks = [number for number, block in enumerate(target.blocks) for _ in block]
    first: dict[int, int] = {}
    for number, unit in enumerate(units):
        first.setdefault(unit.block, number)
    counts = [0] * len(units)
    for bead in beads:
        size = bead.target[1] - bead.target[0]
        if not size:
            continue
        if bead.source[0] < bead.source[1]:
            owner = of_source[bead.source[0]]
        else:  # an addition joins what is before it in its block
            owner = first[blocks[bead.target[0]]]
            if bead.source[0] and of_source[bead.source[0] - 1] > owner:
                owner = of_source[bead.source[0] - 1]
        counts[owner] += size
    ranges, begin = [], 0
    for count in counts:
        ranges.append((begin, begin + count))
        begin += count
    return ranges


def _made(
    text: ParallelText,
    source: _Text,
    targets: Mapping[str, _Text],
    beads: Mapping[str, Sequence[Bead]],
    units: Sequence[_Unit],
    *,
    rows: Sequence[int],
) -> ParallelText:
    """Return the document with a segment for each unit."""
    counts = Counter(unit.block for unit in units)
    whole = {number for number, count in counts.items() if text.is_aligned and count == 1}
    own = {"": source, **targets}
    ranges = {"": [unit[1:] for unit in units]}
    ranges |= {name: _ranges(beads[name], units, target) for name, target in targets.items()}
    made = {
        name: _side(side, (ranges[name], units, whole), _where(text, name), side.lines)
        for name, side in own.items()
    }
    shown = {
        name: _side(own[name], (ranges[name], units, whole), _where(text, name), lines)[0]
        for name, lines in text.shown.items()
    }
    numbers = text.lines if text.is_aligned else [places[0].line for places in _where(text, "")]
    return replace(
        text,
        source=made[""][0],
        references={name: made[name][0] for name in text.references},
        hypotheses={name: made[name][0] for name in text.hypotheses},
        lines=tuple(numbers[row] for row in rows) if numbers else (),
        units=tuple(text.units[row] for row in rows) if text.units else (),
        comments=tuple(text.comments[row] for row in rows) if text.comments else (),
        is_aligned=True,
        source_places=made[""][1],
        places={name: made[name][1] for name in targets},
        shown=shown,
    )


def _side(
    own: _Text,
    division: tuple[Sequence[tuple[int, int]], Sequence[_Unit], set[int]],
    where: Sequence[Places],
    lines: Sequence[str],
) -> tuple[tuple[str, ...], tuple[Places, ...]]:
    """Return the units of a text and where they are; a line that is one unit as it is.

    `division` has the sentences of each unit, the units, and the lines that are one unit; `lines`
    are the text's own, or what is shown of them.
    """
    ranges, units, whole = division
    found = [
        (lines[unit.block], where[unit.block])
        if unit.block in whole
        else own.unit(begin, end, where, lines)
        for unit, (begin, end) in zip(units, ranges, strict=True)
    ]
    return tuple(text for text, _ in found), tuple(places for _, places in found)


def _where(text: ParallelText, name: str) -> Sequence[Places]:
    """Return where each line of a text is; `""` is the source."""
    given = text.places.get(name, ()) if name else text.source_places
    if given:
        return given
    lines = text.source if not name else {**text.references, **text.hypotheses}[name]
    numbers = text.lines if text.lines and text.is_aligned else range(1, len(lines) + 1)
    return [(Place(0, number, 1),) for number in numbers]
