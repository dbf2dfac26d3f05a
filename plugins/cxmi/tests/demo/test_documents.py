"""Invented documents: the word that needs context does need it, and nothing else does."""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

import pytest

from discotag_cxmi.demo.texts import (
    ARTICLES,
    HINTS,
    PARTICLES,
    PRONOUNS,
    documents,
    is_dependent,
    write_documents,
)

if TYPE_CHECKING:
    from pathlib import Path


def test_same_seed_gives_same_documents_and_another_seed_others() -> None:
    assert documents(5, seed=1) == documents(5, seed=1)
    assert documents(5, seed=1) != documents(5, seed=2)


def test_a_pronoun_follows_its_topic_directly() -> None:
    for document in documents(30, seed=1):
        for before, segment in zip(document.segments, document.segments[1:], strict=False):
            if segment.dependent is not None:
                assert before.source.startswith("du ")
        assert document.segments[0].dependent is None


def test_source_of_a_pronoun_does_not_tell_its_form() -> None:
    forms: dict[str, Counter[str]] = {}
    for document in documents(2000, seed=1):
        for segment in document.segments:
            if segment.dependent is not None:
                word = segment.target.split()[segment.dependent]
                assert is_dependent(word)
                forms.setdefault(segment.source, Counter())[word] += 1
    frequent = [found for found in forms.values() if found.total() >= 50]
    assert len(frequent) > 5
    assert all(0.25 < found["ra"] / found.total() < 0.75 for found in frequent)


def test_the_segment_before_shows_the_class_on_both_sides() -> None:
    for document in documents(20, seed=3):
        for before, segment in zip(document.segments, document.segments[1:], strict=False):
            if segment.dependent is None:
                continue
            kind = PRONOUNS.index(segment.target.split()[segment.dependent])
            particles = [word for word in before.source.split() if word in PARTICLES]
            articles = [word for word in before.target.split() if word in ARTICLES]
            assert particles == [PARTICLES[kind]]
            assert articles == [ARTICLES[kind]]


def test_hint_is_right_as_often_as_asked() -> None:
    right = Counter[bool]()
    for document in documents(500, seed=4, hint=0.8):
        for segment in document.segments:
            if segment.dependent is not None:
                hint = next(word for word in segment.source.split() if word in HINTS)
                form = segment.target.split()[segment.dependent]
                right[HINTS.index(hint) == PRONOUNS.index(form)] += 1
    assert right[True] / right.total() == pytest.approx(0.8, abs=0.03)


def test_files_are_line_aligned_and_tell_the_dependent_words(tmp_path: Path) -> None:
    given = documents(3, seed=1)
    files = write_documents(given, tmp_path / "new", "train")
    lines = [path.read_text("utf-8").splitlines() for path in files]
    assert len(lines[0]) == len(lines[1]) == len(lines[2])
    assert len(lines[3]) == sum(item.dependent is not None for d in given for item in d.segments)
    assert lines[2].count("d0") == len(given[0].segments)
