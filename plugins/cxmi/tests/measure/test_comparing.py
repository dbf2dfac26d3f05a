from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError, UnknownNameError
from discotag_cxmi.measure.comparing import compare, data_of
from discotag_cxmi.measure.run import Settings, measure
from discotag_cxmi.measure.texts import Sizes

if TYPE_CHECKING:
    from pathlib import Path

SETTINGS = Settings(Sizes.of(None, 0, 2), has_control=False)
HOW: dict[str, Any] = {"samples": 200, "seed": 1}


def written(path: Path, model: Any, texts: Any, settings: Settings = SETTINGS, **more: Any) -> Path:
    lines: list[str] = []
    measure(model, texts, settings, write=lines.append, **more)
    path.write_text("".join(lines), "utf-8")
    return path


@pytest.fixture
def pair(model: Any, texts: Any, tmp_path: Path) -> tuple[Path, Path]:
    """Model A with context that helps nobody, model B with gold context."""
    dull = [replace(text, context=("rien",) * 3) for text in texts]
    return written(tmp_path / "a.jsonl", model, dull), written(tmp_path / "b.jsonl", model, texts)


def test_the_samples_and_words_that_gain_more_come_first(pair: tuple[Path, Path]) -> None:
    found = compare(*pair, size="1", top=8, **HOW)
    assert [sample.gain for sample in found.samples] == [1.0] * 8
    first = found.samples[0]
    assert (first.document, first.segment, first.context) == ("d1", 1, (("a cat1", "un chat1"),))
    assert first.best is not None
    assert first.best.form == "chat1"
    assert {word.form for word, _ in found.words} == {
        f"chat{number}" for number in range(12) if number % 3
    }
    word, sample = found.words[0]
    assert (word.first, word.second, sample.document) == (0.0, 1.0, "d1")


def test_means_and_their_difference_belong_together(pair: tuple[Path, Path]) -> None:
    found = compare(*pair, size="1", **HOW)
    assert found.segments == 36
    assert found.second.value - found.first.value == pytest.approx(found.difference.value)
    assert found.difference.value == pytest.approx(8 / 36)
    assert found.difference.interval is not None
    assert found.difference.interval.low > 0


def test_the_largest_size_of_both_is_compared_unless_one_is_named(
    pair: tuple[Path, Path], model: Any, texts: Any, tmp_path: Path
) -> None:
    assert compare(*pair, **HOW).size == "2"
    short = written(
        tmp_path / "c.jsonl", model, texts, Settings(Sizes.of("1", 0, 1), has_control=False)
    )
    assert compare(pair[0], short, **HOW).size == "1"
    with pytest.raises(UnknownNameError, match="unknown size of both '2'; known: 1"):
        compare(pair[0], short, size="2", **HOW)


def test_all_is_larger_than_any_number(model: Any, texts: Any, tmp_path: Path) -> None:
    settings = Settings(Sizes.of("1,2,all", None, None), has_control=False)
    path = written(tmp_path / "a.jsonl", model, texts, settings)
    assert compare(path, path, **HOW).size == "all"


def test_other_targets_are_refused(
    pair: tuple[Path, Path], model: Any, texts: Any, tmp_path: Path
) -> None:
    other = [replace(texts[0], target=("un chien", *texts[0].target[1:])), *texts[1:]]
    path = written(tmp_path / "c.jsonl", model, other)
    with pytest.raises(InputError, match=r"c\.jsonl: the target of segment 1 of document 'd0'"):
        compare(pair[0], path, **HOW)


@pytest.mark.parametrize("is_first_short", [True, False])
def test_files_of_unequal_length_are_refused(
    is_first_short: bool, pair: tuple[Path, Path], model: Any, texts: Any, tmp_path: Path
) -> None:
    short = written(tmp_path / "c.jsonl", model, texts[:-1])
    files = (short, pair[1]) if is_first_short else (pair[0], short)
    told = "lacks segment 1 of document 'd11'" if is_first_short else "lacks 3 of the segments"
    with pytest.raises(InputError, match=rf"c\.jsonl: {told}"):
        compare(*files, **HOW)


def test_files_in_another_order_are_joined(pair: tuple[Path, Path]) -> None:
    lines = pair[1].read_text("utf-8").splitlines(keepends=True)
    usual = compare(*pair, size="1", **HOW)
    pair[1].write_text("".join(lines[::-1]), "utf-8")
    assert compare(*pair, size="1", **HOW).samples == usual.samples


def test_words_of_two_analyzers_are_not_compared(
    pair: tuple[Path, Path], model: Any, texts: Any, tmp_path: Path
) -> None:
    letters = written(
        tmp_path / "c.jsonl",
        model,
        texts,
        tokens=lambda lines: [[(place, place + 1) for place in range(len(line))] for line in lines],
    )
    found = compare(pair[0], letters, **HOW)
    assert found.words == []
    assert found.samples[0].best is None
    assert "two analyzers" in found.notes[0]


def test_contexts_that_differ_are_noted(pair: tuple[Path, Path]) -> None:
    [note] = compare(*pair, **HOW).notes
    assert note.startswith("36 of 36 segments are another target context under B")
    assert compare(pair[1], pair[1], **HOW).notes == []


def test_a_comparison_is_plain_data(pair: tuple[Path, Path]) -> None:
    data = data_of(compare(*pair, size="1", top=1, **HOW))
    assert data["samples"][0]["best"] == {"form": "chat1", "start": 3, "end": 8, "A": 0.0, "B": 1.0}
    assert data["words"][0]["sample"]["context"] == [{"source": "a cat1", "target": "un chat1"}]
    assert data["difference"]["interval"][0] < data["difference"]["value"]
