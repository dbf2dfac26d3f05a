"""The bundled demo documents keep the shape that the main job needs."""

from __future__ import annotations

import re
import unicodedata
from itertools import groupby
from typing import TYPE_CHECKING

import pytest

from discotag.core.errors import UnknownNameError
from discotag.demo import SYSTEMS, demo_files, demo_pairs

if TYPE_CHECKING:
    from pathlib import Path

TARGETS = [target for _, target in demo_pairs()]


def lines(path: Path) -> list[str]:
    """The lines of a file, cut at LF alone."""
    text = path.read_bytes().decode("utf-8")
    assert text.endswith("\n")
    return text[:-1].split("\n")


def all_files(target: str) -> list[Path]:
    """Every file of one pair."""
    demo = demo_files(target)
    return [demo.source, demo.reference, demo.docids, *demo.hypotheses.values()]


def test_every_language_of_the_benchmark_has_a_demo() -> None:
    benchmark = "ar de es fr he it ja ko nl pt ro ru tr zh"
    assert demo_pairs() == tuple(("en", target) for target in benchmark.split())


@pytest.mark.parametrize("target", ["cs", "pl", "sv", "uk"])
def test_a_pack_brings_its_own_demo(target: str) -> None:
    files = all_files(target)
    assert {path.parent.parent.name for path in files} == {f"discotag_lang_{target}"}
    assert {len(lines(path)) for path in files} == {20}
    texts = [lines(path) for path in demo_files(target).hypotheses.values()]
    reference = lines(demo_files(target).reference)
    same = [sum(a == b for a, b in zip(reference, text, strict=True)) for text in texts]
    assert same[0] < same[1] < len(reference)


def test_the_baseline_is_the_first_system() -> None:
    assert tuple(demo_files("fr").hypotheses) == SYSTEMS == ("sentence", "document")


def test_an_unknown_pair_names_the_known_ones_and_a_close_one() -> None:
    with pytest.raises(UnknownNameError, match=r"did you mean 'fr'\?; known: ar, .*, fr, .*; give"):
        demo_files("fra")


@pytest.mark.parametrize("target", TARGETS)
def test_files_of_a_pair_have_one_line_per_segment(target: str) -> None:
    assert len({len(lines(path)) for path in all_files(target)}) == 1


@pytest.mark.parametrize("target", TARGETS)
def test_a_pair_has_four_documents_and_sixty_segments(target: str) -> None:
    ids = lines(demo_files(target).docids)
    assert set(ids) == {"dialogue", "news", "story", "support"}
    assert len(ids) >= 60


@pytest.mark.parametrize("target", TARGETS)
def test_documents_are_contiguous(target: str) -> None:
    runs = [name for name, _ in groupby(lines(demo_files(target).docids))]
    assert len(runs) == len(set(runs))


@pytest.mark.parametrize("target", TARGETS)
def test_lines_are_clean_text(target: str) -> None:
    for path in all_files(target):
        for number, line in enumerate(lines(path), start=1):
            where = f"{path.name}:{number}"
            assert line.strip() == line != "", where
            assert unicodedata.is_normalized("NFC", line), where
            assert all(char == " " or char.isprintable() for char in line), where


@pytest.mark.parametrize("target", TARGETS)
def test_systems_differ_from_the_reference_and_the_sentence_system_more(target: str) -> None:
    demo = demo_files(target)
    reference = lines(demo.reference)
    same = {
        name: sum(a == b for a, b in zip(reference, lines(path), strict=True))
        for name, path in demo.hypotheses.items()
    }
    assert same["sentence"] < same["document"] < len(reference) * 2 / 3


def document(target: str, name: str) -> str:
    """The reference translation of one document."""
    demo = demo_files(target)
    pairs = zip(lines(demo.docids), lines(demo.reference), strict=True)
    return "\n".join(line for docid, line in pairs if docid == name)


@pytest.mark.parametrize(
    ("name", "foreign"),
    [
        ("dialogue", r"\b(vous|votre|vos|vôtres?)\b"),
        ("story", r"\b(vous|votre|vos|vôtres?)\b"),
        ("news", r"\b(tu|te|toi|ton|ta|tes|tiens?|tiennes?)\b|\bt'"),
        ("support", r"\b(tu|te|toi|ton|ta|tes|tiens?|tiennes?)\b|\bt'"),
    ],
)
def test_the_french_reference_keeps_to_one_address_per_document(name: str, foreign: str) -> None:
    assert re.findall(foreign, document("fr", name), flags=re.IGNORECASE) == []


def test_the_japanese_reference_keeps_plain_dialogue_apart_from_polite_support() -> None:
    polite = re.compile(r"(です|ます|ました|ません|ください|でしょうか)")
    assert polite.findall(document("ja", "dialogue")) == []
    assert all(polite.search(line) for line in document("ja", "support").splitlines())


@pytest.mark.parametrize(
    ("target", "name", "terms"),
    [
        ("fr", "dialogue", "tente réchaud carte"),
        ("fr", "news", "passerelle conseil"),
        ("fr", "story", "horloge chouette"),
        ("fr", "support", "tablette sauvegarde fichiers"),
        ("ja", "dialogue", "テント コンロ 地図"),
        ("ja", "news", "人道橋 町議会"),
        ("ja", "story", "時計 フクロウ"),
        ("ja", "support", "タブレット バックアップ ファイル"),
    ],
)
def test_the_reference_repeats_its_terms(target: str, name: str, terms: str) -> None:
    text = document(target, name)
    assert {term: text.count(term) for term in terms.split() if text.count(term) < 5} == {}
