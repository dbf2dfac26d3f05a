"""Sentence alignment: beads, long texts, texts that lack something, odd input."""

from __future__ import annotations

import tracemalloc
from typing import TYPE_CHECKING

import pytest

from discotag.core.registry import open_registry
from discotag.plugins.aligners.lexicon.sources import find_table
from discotag.plugins.aligners.sentences.components import TextAligner
from discotag.plugins.aligners.sentences.search import SKIP

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.core.document import Bead

ENGLISH = [
    "The ship left the harbour at night.",
    "Nobody saw it.",
    "Two sailors stood at the window and smoked.",
    "My sister bought three apples at the market.",
    "The doctor wrote a long letter to the king.",
    "In winter the river is frozen.",
]
GERMAN = [
    "Das Schiff verließ nachts den Hafen.",
    "Niemand hat es gesehen.",
    "Zwei Matrosen standen am Fenster und rauchten.",
    "Meine Schwester kaufte auf dem Markt drei Äpfel.",
    "Der Arzt schrieb dem König einen langen Brief.",
    "Im Winter ist der Fluss gefroren.",
]


@pytest.fixture(scope="module")
def aligner() -> TextAligner:
    return made()


def made(*, skip: float = SKIP) -> TextAligner:
    registry = open_registry()
    packs = [registry.language(code).info for code in ("en", "de")]
    return TextAligner(find_table(packs[0], packs[1])[0], packs[0], packs[1], skip=skip)


def ranges(beads: Sequence[Bead]) -> list[tuple[list[int], list[int]]]:
    return [(list(range(*bead.source)), list(range(*bead.target))) for bead in beads]


def test_sentences_stand_beside_their_translations(aligner: TextAligner) -> None:
    found = aligner.align(ENGLISH, GERMAN)
    assert ranges(found) == [([i], [i]) for i in range(6)]
    assert all(bead.score > 0.3 for bead in found)


def test_two_sentences_may_become_one(aligner: TextAligner) -> None:
    joined = [f"{GERMAN[0][:-1]}, und {GERMAN[1][0].lower()}{GERMAN[1][1:]}", *GERMAN[2:]]
    assert ranges(aligner.align(ENGLISH, joined))[0] == ([0, 1], [0])


def test_what_was_left_out_or_added_stands_alone() -> None:
    aligner = made(skip=2.5)
    found = ranges(aligner.align(ENGLISH, [*GERMAN[:2], *GERMAN[3:]]))
    assert ([2], []) in found
    added = [*GERMAN[:4], "Die Regierung hat gestern neue Steuern beschlossen.", *GERMAN[4:]]
    assert ([], [4]) in ranges(aligner.align(ENGLISH, added))


def test_every_sentence_is_in_one_bead(aligner: TextAligner) -> None:
    for source, target in ((ENGLISH, GERMAN[::-1]), (ENGLISH[:1], GERMAN), (ENGLISH, GERMAN[4:])):
        found = ranges(aligner.align(source, target))
        assert [i for rows, _ in found for i in rows] == list(range(len(source)))
        assert [j for _, columns in found for j in columns] == list(range(len(target)))


def test_a_text_longer_than_a_window_is_aligned_to_its_end(aligner: TextAligner) -> None:
    source = [f"{ENGLISH[k % 6][:-1]}, number {k}." for k in range(500)]
    target = [f"{GERMAN[k % 6][:-1]}, Nummer {k}." for k in range(500)]
    del target[300:330]
    found = ranges(aligner.align(source, target))
    wrong = [
        rows for rows, columns in found if rows and columns and columns[0] not in _places(rows)
    ]
    assert len(wrong) <= 10  # the sentences come again and again: the gap's edge is not sharp
    assert found[-1] == ([499], [469])


def _places(rows: list[int]) -> set[int]:
    return {row if row < 300 else row - 30 for row in rows}


@pytest.mark.parametrize(
    ("source", "target"),
    [
        ([], []),
        (["One."], []),
        ([], ["Eins."]),
        (["..."], ["…"]),
        (["", "a"], ["", "b"]),
        (["😀"], ["😀", "😀"]),
    ],
)
def test_odd_texts_lose_nothing(aligner: TextAligner, source: list[str], target: list[str]) -> None:
    found = ranges(aligner.align(source, target))
    assert sum(len(rows) for rows, _ in found) == len(source)
    assert sum(len(columns) for _, columns in found) == len(target)


def test_texts_that_are_no_translation_need_little_memory(aligner: TextAligner) -> None:
    source = [f"{ENGLISH[k % 6][:-1]}, number {k}." for k in range(1500)]
    target = [f"Zug {k} fährt blau im Mond." for k in range(6000)]
    tracemalloc.start()
    found = ranges(aligner.align(source, target))
    _, peak = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert [i for rows, _ in found for i in rows] == list(range(1500))
    assert [j for _, columns in found for j in columns] == list(range(6000))
    assert peak < 500e6
