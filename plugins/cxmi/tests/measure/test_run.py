""""""

from __future__ import annotations

import json
import math
from dataclasses import replace
from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import DiscotagError, InputError, UsageError
from discotag_cxmi.measure.records import SegmentRecord, line_of, read_scores
from discotag_cxmi.measure.run import Measured, Settings, measure, summary, write_run
from discotag_cxmi.measure.texts import Control, Sizes, Text, Word, variants, words_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


SIZES = Sizes.of(None, 0, 2)
SETTINGS = Settings(SIZES, has_control=False)


def records(
    model: Any, texts: Any, settings: Settings = SETTINGS, **more: Any
) -> list[SegmentRecord]:
    lines: list[str] = []
    measure(model, texts, settings, write=lines.append, **more)
    return [SegmentRecord.model_validate_json(line) for line in lines]


def averages(measured: Measured, size: str) -> dict[str, float]:
    [found] = [item for item in measured.figures if item.size == size]
    return {name: average.value for name, average in found.averages.items()}


def test_the_three_averages_are_what_they_say(model: Any, texts: Any) -> None:
    found = averages(measure(model, texts, SETTINGS), "1")
    # 8 of 12 documents repeat a word (+1); every end of the two later segments costs 0.25
    total = 8 * 1.0 - 24 * 0.25
    assert found["segment_mean"] == pytest.approx(total / 36)
    assert found["token_mean"] == pytest.approx(total / (12 * (3 + 4 + 1)))
    means = [((number % 3 > 0) - 0.25) / 4 - 0.25 / 1 for number in range(12)]
    assert found["mean_of_token_means"] == pytest.approx(sum(means) / 36)
    assert found["segment_mean"] != pytest.approx(found["mean_of_token_means"])


def test_no_context_is_worth_nothing(model: Any, texts: Any) -> None:
    measured = measure(model, texts, SETTINGS)
    assert set(averages(measured, "0").values()) == {0.0}
    assert measured.figures[0].size == "0"


def test_cross_entropy_falls_by_what_context_is_worth(model: Any, texts: Any) -> None:
    measured = measure(model, texts, SETTINGS)
    by_size = {item.size: item for item in measured.figures}
    gain = by_size["0"].cross_entropy - by_size["2"].cross_entropy
    assert gain == pytest.approx(by_size["2"].averages["segment_mean"].value)
    assert by_size["0"].cross_entropy > 0


def test_intervals_hold_their_values_and_need_ten_documents(model: Any, texts: Any) -> None:
    for average in measure(model, texts, SETTINGS).figures[1].averages.values():
        assert average.interval is not None
        assert average.interval.low < average.value < average.interval.high
    for average in measure(model, texts[:9], SETTINGS).figures[1].averages.values():
        assert average.interval is None


def test_intervals_draw_documents_by_seed(model: Any, texts: Any) -> None:
    def spans(seed: int) -> list[Any]:
        measured = measure(model, texts, replace(SETTINGS, seed=seed, samples=100))
        return [average.interval for average in measured.figures[1].averages.values()]

    assert spans(1) == spans(1) != spans(2)


def test_an_interval_is_as_wide_as_documents_differ() -> None:
    import numpy as np

    from discotag_cxmi.measure.records import mean_gain

    values = np.random.default_rng(0).normal(2.0, 1.0, size=400)
    pairs = [(f"d{i}", float(value)) for i, value in enumerate(values)]
    found = mean_gain(pairs, samples=2000, seed=1)
    assert found.interval is not None
    half = (found.interval.high - found.interval.low) / 2
    assert half == pytest.approx(1.96 * values.std() / math.sqrt(400), rel=0.1)
    doubled = mean_gain(pairs + pairs, samples=2000, seed=1)
    assert doubled.interval is not None
    assert doubled.interval.high == pytest.approx(found.interval.high, rel=0.02)


def test_words_and_the_end_sum_to_the_segment(model: Any, texts: Any) -> None:
    for record in records(model, texts):
        for size, gain in record.cxmi().items():
            end = record.eos[size] - record.eos["0"]
            words = sum(word.pcxmi.get(size, 0.0) for word in record.words)
            assert words + end == pytest.approx(gain, abs=1e-6)


def test_a_word_that_context_holds_gains_from_it(model: Any, texts: Any) -> None:
    second = records(model, texts)[4]
    assert second.document == "d1"
    assert {word.form: word.pcxmi["1"] for word in second.words} == {
        "le": 0.0,
        "chat1": 1.0,
        "dort": 0.0,
    }


def test_words_are_those_of_the_analyzer_where_one_is_given(model: Any, texts: Any) -> None:
    found = records(
        model, texts, tokens=lambda lines: [[(0, 1), (1, 2)] if line else [] for line in lines]
    )
    first = found[0]
    assert [(word.start, word.end) for word in first.words] == [(0, 1), (1, 2)]
    assert first.words[0].subwords == (0,)
    assert first.words[1].subwords == (1,)


def test_a_word_without_a_subword_has_no_value_rather_than_nought(model: Any, texts: Any) -> None:
    found = records(
        model, texts, tokens=lambda lines: [[(0, 1), (1, 2), (2, 4)] for _ in lines[:2]] + [[]]
    )
    assert found[0].words[1].pcxmi == {}
    assert found[0].words[0].pcxmi == {"1": 0.0, "2": 0.0}


def test_an_empty_target_has_its_end_alone(model: Any, texts: Any) -> None:
    third = records(model, texts)[2]
    assert third.words == ()
    assert third.cxmi() == {"1": -0.25, "2": -0.5}


def test_generated_context_is_scored_and_written_beside(model: Any, texts: Any) -> None:
    [text] = [replace(texts[1], context=("rien", "le chat1 dort", ""))]
    first, second, _ = records(model, [text])
    assert first.context == "rien"
    assert second.context is None
    assert second.cxmi()["1"] == -0.25
    assert model.seen[4].target_context == ("rien",)


def test_the_control_is_scored_beside_and_has_no_words(model: Any, texts: Any) -> None:
    found = records(model, texts, replace(SETTINGS, has_control=True))
    assert list(found[4].logprobs) == ["0", "1", "2", "random-1", "random-2"]
    assert set(found[4].words[0].pcxmi) == {"1", "2"}
    assert found[4].sizes == ("1", "2")
    assert found[4].cxmi()["1"] == 0.75
    assert found[4].cxmi()["random-1"] == -0.25


def test_what_is_written_can_be_read_and_computed_again(
    model: Any, texts: Any, tmp_path: Path
) -> None:
    def work(write: Callable[[str], None]) -> Measured:
        return measure(model, texts, SETTINGS, write=write)

    measured = write_run(tmp_path / "out", work, {"model": "plain"})
    found = list(read_scores(tmp_path / "out"))
    assert len(found) == 36
    mean = sum(record.cxmi()["2"] for record in found) / len(found)
    data = json.loads((tmp_path / "out/cxmi.json").read_text("utf-8"))
    assert data == summary(measured, {"model": "plain"})
    assert data["rows"][2]["segment_mean"]["value"] == pytest.approx(mean)
    assert data["rows"][2]["size"] == "2"
    assert (data["documents"], data["segments"], data["subwords"]) == (12, 36, 60)


def test_a_run_that_fails_leaves_no_half_file(model: Any, texts: Any, tmp_path: Path) -> None:
    def work(write: Callable[[str], None]) -> Measured:
        write("half\n")
        raise InputError("no")

    with pytest.raises(DiscotagError):
        write_run(tmp_path / "out", work, {})
    assert list((tmp_path / "out").iterdir()) == []


def test_a_folder_that_cannot_be_made_is_told(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    with pytest.raises(DiscotagError, match="file/out: cannot be written"):
        write_run(tmp_path / "file/out", lambda _: pytest.fail("began"), {})


def test_lines_hold_no_character_at_which_tools_split_lines(model: Any, texts: Any) -> None:
    text = replace(texts[0], source=("a\u2028b", "", ""), target=("un\x85chat", "", ""))
    found = records(model, [replace(text, context=text.target)])
    assert found[0].source == "a\u2028b"
    assert len(line_of(found[0]).splitlines()) == 1


@pytest.mark.parametrize(
    ("change", "told"),
    [
        ({"eos": {"0": -1.0}}, "the same sizes"),
        ({"logprobs": {"1": [0.0, 0.0]}}, "0 among them"),
        ({"logprobs": {"0": [0.0], "1": [0.0], "2": [0.0]}}, "1 values for 2 subwords"),
        ({"words": []}, "every subword must belong to one word"),
        ({"surplus": 1}, "surplus: Nothing of this name"),
        ({"eos": {"0": "NaN", "1": 0.0, "2": 0.0}}, "eos.0"),
        ({"schema": "discotag-cxmi/9"}, "schema"),
    ],
)
def test_a_faulty_line_is_named(
    model: Any, texts: Any, tmp_path: Path, change: dict[str, Any], told: str
) -> None:
    data = json.loads(line_of(records(model, texts)[0]))
    path = tmp_path / "scores.jsonl"
    path.write_text(json.dumps(data) + "\n" + json.dumps({**data, **change, "segment": 1}) + "\n")
    with pytest.raises(InputError, match=rf"scores\.jsonl:2: .*{told}"):
        list(read_scores(path))


def test_a_segment_that_comes_twice_is_refused(model: Any, texts: Any, tmp_path: Path) -> None:
    line = line_of(records(model, texts)[0])
    (tmp_path / "scores.jsonl").write_text(line * 2)
    with pytest.raises(InputError, match=r":2: segment 0 of document 'd0' stands there twice"):
        list(read_scores(tmp_path))


def text(name: str, size: int) -> Text:
    """A document whose lines say where they stand."""
    sources = tuple(f"{name}{index}" for index in range(size))
    return Text(
        name, sources, tuple(f"{line}!" for line in sources), tuple(f"{line}?" for line in sources)
    )


TEXTS = [text("a", 3), text("b", 6), text("c", 4)]


@pytest.mark.parametrize(
    ("sizes", "source", "target", "names"),
    [
        (None, 0, 3, ("0", "1", "2", "3")),
        (None, 2, 1, ("0", "1", "2")),
        (None, None, 0, ("0", "all")),
        (None, None, 2, ("0", "1", "2", "all")),
        ("1", 0, 3, ("0", "1")),
        ("3, 1,0,1", 0, 3, ("0", "1", "3")),
        ("all,2", None, None, ("0", "2", "all")),
    ],
)
def test_sizes_are_read_in_order_with_none_first(
    sizes: str | None, source: int | None, target: int | None, names: tuple[str, ...]
) -> None:
    assert Sizes.of(sizes, source, target).names == names


@pytest.mark.parametrize(
    ("sizes", "source", "target", "told"),
    [
        (None, 0, 0, "there is no context to measure"),
        ("4", 0, 3, "allow 3 lines"),
        ("all", 1, 3, "allow 3 lines; give one of them as all"),
        ("x", 0, 3, "no number"),
        ("-1", 0, 3, "no number"),
        ("0", 0, 3, "no size above 0"),
        ("²", 0, 3, "no number"),
    ],
)
def test_impossible_sizes_are_refused(
    sizes: str | None, source: int | None, target: int | None, told: str
) -> None:
    with pytest.raises(UsageError, match=told):
        Sizes.of(sizes, source, target)


def test_each_side_has_at_most_its_own_lines() -> None:
    found = dict(variants(TEXTS[1], 4, Sizes.of(None, 1, 3), None))
    assert {name: (len(e.source_context), len(e.target_context)) for name, e in found.items()} == {
        "0": (0, 0),
        "1": (1, 1),
        "2": (1, 2),
        "3": (1, 3),
    }
    assert found["3"].source_context == ("b3",)
    assert found["3"].target_context == ("b1?", "b2?", "b3?")
    assert found["3"].target == "b4!"


def test_context_never_reaches_over_the_beginning_of_a_document() -> None:
    found = dict(variants(TEXTS[1], 1, Sizes.of("all", None, None), None))
    assert found["all"].source_context == ("b0",)
    assert (
        dict(variants(TEXTS[1], 0, Sizes.of("all", None, None), None))["all"].source_context == ()
    )


def test_random_context_comes_from_other_documents_in_parallel_lines() -> None:
    control = Control(TEXTS, seed=1)
    for item in TEXTS:
        for segment in range(len(item.source)):
            pairs = control.draw(item.id, segment, segment)
            assert len(pairs) == min(segment, sum(len(t.source) for t in TEXTS if t is not item))
            assert all(line.target == f"{line.source}?" for line in pairs)
            assert all(line.source[0] != item.id for line in pairs)
            assert all(line.source == "".join(map(str, line.origin)) for line in pairs)


def test_random_context_is_neighbouring_lines_of_one_document_where_it_can_be() -> None:
    control = Control(TEXTS, seed=1)
    for count in (2, 3):
        names = [line.source for line in control.draw("a", 1, count)]
        assert len({name[0] for name in names}) == 1
        places = [int(name[1:]) for name in names]
        assert places == list(range(places[0], places[0] + count))


def test_random_context_runs_on_where_all_other_documents_are_short() -> None:
    assert len(Control(TEXTS, seed=1).draw("b", 5, 5)) == 5


def test_random_context_depends_on_the_seed_and_not_on_the_order_of_documents() -> None:
    def draws(texts: list[Text], seed: int) -> list[object]:
        control = Control(texts, seed)
        return [control.draw("b", segment, 2) for segment in range(6)]

    assert draws(TEXTS, 1) == draws(TEXTS[::-1], 1)
    assert draws(TEXTS, 1) != draws(TEXTS, 2)


def test_every_other_document_is_drawn_sometime() -> None:
    control = Control(TEXTS, seed=3)
    seen = {control.draw("c", segment, 1)[0][0][0] for segment in range(50)}
    assert seen == {"a", "b"}


def test_the_control_has_as_much_context_as_the_size_beside_it() -> None:
    found = dict(variants(TEXTS[1], 2, Sizes.of(None, 0, 3), Control(TEXTS, seed=1)))
    for name in ("1", "2", "3"):
        assert len(found[name].target_context) == len(found[f"random-{name}"].target_context)
        assert found[name].source_context == found[f"random-{name}"].source_context == ()
    assert "random-0" not in found


def test_random_context_can_take_the_place_of_gold() -> None:
    found = dict(variants(TEXTS[1], 2, Sizes.of(None, 0, 1), Control(TEXTS, 1), is_random=True))
    assert list(found) == ["0", "1"]
    assert found["1"].target_context[0][0] != "b"


@pytest.mark.parametrize(
    ("text", "tokens", "subwords", "wanted"),
    [
        pytest.param(
            "Il dort.",
            [(0, 2), (3, 7), (7, 8)],
            [(0, 2), (2, 5), (5, 8)],
            [Word(0, 2, (0,)), Word(3, 7, (1, 2)), Word(7, 8, ())],
            id="most shared characters",
        ),
        pytest.param(
            "l'eau",
            [(0, 2), (2, 5)],
            [(0, 1), (1, 5)],
            [Word(0, 2, (0,)), Word(2, 5, (1,))],
            id="a subword over a border",
        ),
        pytest.param(
            "ab cd",
            [(0, 2), (3, 5)],
            [(1, 4)],
            [Word(0, 2, (0,)), Word(3, 5, ())],
            id="of equals the first",
        ),
        pytest.param(
            "a b",
            [(0, 1), (2, 3)],
            [(0, 1), (1, 1), (2, 3)],
            [Word(0, 1, (0,)), Word(2, 3, (1, 2))],
            id="a lone mark goes to the next word",
        ),
        pytest.param(
            "a  ", [(0, 1)], [(0, 1), (1, 3)], [Word(0, 1, (0, 1))], id="behind the last word"
        ),
        pytest.param(
            "du pain",
            [(0, 2), (0, 2), (3, 7)],
            [(0, 2), (2, 7)],
            [Word(0, 2, (0,)), Word(3, 7, (1,))],
            id="two words in one place are one",
        ),
        pytest.param("a b", [], [(0, 3)], [Word(0, 1, (0,)), Word(2, 3, ())], id="between spaces"),
        pytest.param("  ", [], [(0, 2)], [Word(0, 2, (0,))], id="nothing but spaces"),
        pytest.param("", [], [], [], id="nothing"),
        pytest.param(
            "😀", [(0, 1)], [(0, 1)] * 4, [Word(0, 1, (0, 1, 2, 3))], id="bytes of one character"
        ),
    ],
)
def test_each_subword_belongs_to_one_word(
    text: str,
    tokens: list[tuple[int, int]],
    subwords: list[tuple[int, int]],
    wanted: list[Word],
) -> None:
    assert words_of(text, tokens, subwords) == wanted
