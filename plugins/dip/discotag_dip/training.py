"""Training the embedded rankers: from running English text, or from references and outputs."""

from __future__ import annotations

import re
from itertools import groupby
from typing import TYPE_CHECKING

from discotag.plugin import InputError, LineCountError
from discotag.plugin.files import Notes, lines_of
from discotag_dip.anaphora.learning import learned as learned_pronouns
from discotag_dip.anaphora.learning import slots_of
from discotag_dip.anaphora.slots import lone_slots
from discotag_dip.coherence.features import features, wording
from discotag_dip.coherence.ranker import (
    LEAST_SEGMENTS,
    ORDER_RIDGE,
    RIDGE,
    Pair,
    Piece,
    learned,
    shuffled,
)
from discotag_dip.corpus import of_run

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path

    from discotag_dip.anaphora.ranker import PronounWeights
    from discotag_dip.coherence.ranker import CoherenceWeights
    from discotag_dip.corpus import Bundle, TextAnalyzer


MARKS = re.compile(r"[^\w.!?'%$&@\s]")
LONGEST = 15
"""Segments of a piece of text whose order is learned from."""


def read_documents(text: Path, docids: Path) -> Iterator[tuple[str, tuple[str, ...]]]:
    """Read running text: documents are runs of lines with the same id.

    Raises:
        LineCountError: the files have not as many lines.
        InputError: one cannot be read.
    """
    lines, names = (list(lines_of(path, Notes())) for path in (text, docids))
    if len(lines) != len(names):
        raise LineCountError(f"has {len(lines)} lines, {docids} {len(names)}", path=text)
    rows = zip((name.partition("\t")[0] for name in names), lines, strict=True)
    for name, group in groupby(rows, key=lambda row: row[0]):
        yield name, tuple(line for _, line in group)


def train_pronouns(
    documents: Iterable[tuple[str, Sequence[str]]],
    analyzer: TextAnalyzer,
    sentences: Iterable[str] = (),
) -> PronounWeights:
    """Learn the pronoun ranker from free text, as it is and bare; see `anaphora.learning`.

    Args:
        documents: name and segments.
        analyzer: of English.
        sentences: more text, out of its context.
    """
    texts = list(documents)
    copies = ((name, tuple(map(bare, lines))) for name, lines in texts)
    found = [
        [*slots_of([side]), *slots_of([copy])]
        for side, copy in zip(analyzer.sides(texts), analyzer.sides(copies), strict=True)
    ]
    singles = list(sentences)
    singles += [copy for line in singles if (copy := bare(line)) != line]
    sides = analyzer.sides((line, (line,)) for line in singles)
    apart = [slot for side in sides for tokens in side for slot in lone_slots(tokens)]
    return learned_pronouns(found, apart=apart)


def bare(line: str) -> str:
    """Take all marks but full stops and apostrophes from a line, as some test sets are."""
    return " ".join(MARKS.sub(" ", line.replace("’", "'")).split())


def order_pairs(
    documents: Iterable[tuple[str, Sequence[str]]], analyzer: TextAnalyzer
) -> list[Pair]:
    """Return pairs of pieces of free text and the same in other orders."""
    pieces = (
        Piece(tuple(side)[begin : begin + LONGEST], begin == 0, begin + LONGEST >= len(side))
        for side in analyzer.sides(documents)
        for begin in range(0, len(side), LONGEST)
    )
    return list(shuffled(pieces))


def output_pairs(folders: Iterable[Path], analyzer: TextAnalyzer) -> list[Pair]:
    """Return pairs of reference and system documents, from runs into the analyzer's language.

    Raises:
        InputError: a folder holds no run, or one into another language.
    """
    found = []
    for bundle in _bundles(folders, analyzer):
        texts = {"": bundle.reference, **bundle.systems}
        sides = analyzer.sides((name, text.target.segments) for name, text in texts.items())
        better, *others = ({**features(read), **wording(read)} for read in map(tuple, sides))
        found += [Pair(better, worse) for worse in others]
    return found


def reference_orders(folders: Iterable[Path], analyzer: TextAnalyzer) -> list[Pair]:
    """Return pairs of a reference's document and the same in other orders; InputError as above."""
    texts = (
        (bundle.reference.id, bundle.reference.target.segments)
        for bundle in _bundles(folders, analyzer)
    )
    return list(shuffled(Piece(tuple(side)) for side in analyzer.sides(texts)))


def _bundles(folders: Iterable[Path], analyzer: TextAnalyzer) -> Iterator[Bundle]:
    for folder in folders:
        corpus = of_run(folder)
        if corpus.target_language != analyzer.language:
            raise InputError(f"is a run into {corpus.target_language}, not English", path=folder)
        yield from (one for one in corpus.bundles if len(one.reference) >= LEAST_SEGMENTS)


def coherence_of_orders(pairs: Sequence[Pair], *, name: str) -> CoherenceWeights:
    """Learn the coherence ranker from texts in right and wrong orders."""
    return learned(pairs, name=name, ridge=ORDER_RIDGE)


def coherence_of_runs(
    folders: Sequence[Path], analyzer: TextAnalyzer, *, name: str
) -> CoherenceWeights:
    """Learn the coherence ranker from references against outputs and against their own orders."""
    pairs = [*output_pairs(folders, analyzer), *reference_orders(folders, analyzer)]
    return learned(pairs, name=name, ridge=RIDGE)
