"""Invented texts: the words that need context do need it, and nothing else does."""

from __future__ import annotations

import json
from collections import Counter
from typing import TYPE_CHECKING

import pytest

from discotag.plugin import UnknownNameError
from discotag.plugin.files import Notes
from discotag_cxmi.contrast.opening import SetRequest, read_sets
from discotag_cxmi.reproduce import texts as english
from discotag_cxmi.reproduce.invented import (
    ARTICLES,
    HINTS,
    PARTICLES,
    PRONOUNS,
    documents,
    is_dependent,
    write_contrasts,
    write_documents,
)
from discotag_cxmi.reproduce.texts import LANGUAGES, write_texts

if TYPE_CHECKING:
    from pathlib import Path


def test_each_pronoun_is_an_item_that_only_the_segment_before_decides(tmp_path):
    given = documents(20, seed=1)
    path = tmp_path / "set.jsonl"
    write_contrasts(given, path)
    items = read_sets([SetRequest(path)], Notes(is_strict=True))
    lines = {document.name: document for document in given}
    dependents = [
        segment
        for document in given
        for segment in document.segments
        if segment.dependent is not None
    ]
    assert len(items) == len(dependents) > 20
    for item in items:
        document, _, index = item.id.rpartition(":")
        right, wrong = (one.target.split() for one in item.candidates)
        differing = [pair for pair in zip(right, wrong, strict=True) if pair[0] != pair[1]]
        assert [set(pair) for pair in differing] == [set(PRONOUNS)]
        assert item.labels["pronoun"] == differing[0][0]
        assert item.candidates[0].context == (lines[document].target[int(index) - 1],)
        assert item.source_context == (lines[document].source[int(index) - 1],)
        assert (item.document, item.distance) == (document, 1)


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


def lines(path: Path) -> list[str]:
    return path.read_text("utf-8").splitlines()


@pytest.mark.parametrize("target", sorted(LANGUAGES))
def test_texts_are_aligned_and_sources_the_same_in_all_languages(
    target: str, tmp_path: Path
) -> None:
    write_texts(tmp_path / target, target, count=5, seed=3)
    write_texts(tmp_path / "fr", "fr", count=5, seed=3)
    for stem in ("train", "dev", "test"):
        counts = {
            len(lines(tmp_path / target / f"{stem}.{end}")) for end in ("en", target, "docids")
        }
        assert len(counts) == 1
    assert lines(tmp_path / target / "test.en") == lines(tmp_path / "fr" / "test.en")


def test_the_same_seed_gives_the_same_texts(tmp_path: Path) -> None:
    for folder, seed in (("a", 1), ("b", 1), ("c", 2)):
        write_texts(tmp_path / folder, "fr", count=5, seed=seed)
    a, b, c = (lines(tmp_path / folder / "train.fr") for folder in "abc")
    assert a == b
    assert a != c


@pytest.mark.parametrize("suite", ["pronouns", "formality"])
def test_items_are_of_the_test_text_and_only_context_tells_them_apart(
    suite: str, tmp_path: Path
) -> None:
    write_texts(tmp_path, "fr", count=1, seed=1)
    pairs = set(zip(lines(tmp_path / "test.en"), lines(tmp_path / "test.fr"), strict=True))
    items = [json.loads(line) for line in lines(tmp_path / f"{suite}.jsonl")]
    assert len({item["id"] for item in items}) == len(items)
    rights: dict[str, set[str]] = {}
    for item in items:
        assert (item["source"], item["right"]) in pairs
        assert item["wrong"] != [item["right"]]
        assert len(item["source_context"]) == len(item["target_context"]) > 0
        rights.setdefault(item["source"], set()).add(item["right"])
    assert any(len(found) == 2 for found in rights.values())


def test_a_sure_hint_tells_the_gender_and_without_one_nothing_does(tmp_path: Path) -> None:
    def share(folder: Path) -> float:
        items = [json.loads(line) for line in lines(folder / "pronouns.jsonl")]
        told = [
            (item["source"].split()[-1].rstrip(".") in english.HINTS[1])
            is item["right"].startswith("Elle")
            for item in items
        ]
        return sum(told) / len(told)

    write_texts(tmp_path / "sure", "fr", count=1, seed=1, hint=1.0)
    write_texts(tmp_path / "none", "fr", count=1, seed=1)
    assert share(tmp_path / "sure") == 1
    assert 0.3 < share(tmp_path / "none") < 0.7


def test_another_language_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownNameError, match="unknown language of invented texts 'xx'"):
        write_texts(tmp_path, "xx", count=1, seed=1)
