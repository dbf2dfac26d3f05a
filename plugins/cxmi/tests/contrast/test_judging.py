"""A model judges every translation under every context size, and none twice."""

from __future__ import annotations

import json
from typing import ClassVar

import pytest

from discotag.plugin import InputError, LineCountError, UsageError
from discotag.plugin.files import Notes
from discotag.plugin.statistics import wilson
from discotag_cxmi.contrast.figures import data, figures, markdown, notes, point_biserial, tables
from discotag_cxmi.contrast.items import Candidate, Item
from discotag_cxmi.contrast.judging import judge, notes_on, read_scores, score_lines
from discotag_cxmi.examples import TargetScores
from discotag_cxmi.measure.texts import Sizes

from .builders import item, runs

SIZES = Sizes(("0", "1", "2"), 2, 2)


class Counting:
    """A model that likes context lines that hold a word of the target."""

    format: ClassVar = None

    def __init__(self):
        self.seen = []

    def check(self, examples):
        return frozenset((e.document, e.segment) for e in examples if "long" in e.target)

    def score(self, examples):
        for example in examples:
            self.seen.append(example)
            words = set(example.target.split())
            lines = example.source_context + example.target_context
            hits = sum(bool(words & set(line.split())) for line in lines)
            yield TargetScores((), (), (-5.0,), hits - 1.0)


def with_context(name="a"):
    return item(name, "le chat", "la chatte", context=("x", "un chat ici"))


def test_scores_are_sums_and_grow_with_what_context_holds():
    found = judge(Counting(), [with_context()], SIZES)
    assert found.scores["0"] == ((-6.0, -6.0),)
    assert found.scores["1"] == ((-4.0, -6.0),)
    assert found.gains("1") == [2.0]
    assert found.verdicts("0") == [False]
    assert found.verdicts("2") == [True]


def test_an_item_that_is_too_long_under_one_size_is_left_out_of_all():
    model = Counting()
    found = judge(model, [with_context(), item("b", "le long chat", "la chatte")], SIZES)
    assert [one.id for one in found.items] == ["a"]
    assert not any("long" in example.target for example in model.seen)
    with pytest.raises(InputError, match="nothing is left to judge"):
        judge(model, [item("b", "le long chat", "la chatte")], Sizes(("0",), 0, 0))


def test_nothing_is_scored_twice():
    """The same two translations serve as right and wrong; without context sizes are the same."""
    swapped = Item("b", "a yes", (Candidate("la chatte"), Candidate("le chat")))
    first = Item("a", "a yes", (Candidate("le chat"), Candidate("la chatte")))
    model = Counting()
    found = judge(model, [first, swapped, with_context("c")], SIZES)
    assert len(model.seen) == 2 + 3 * 2
    assert len({(e.source, e.target, e.source_context, e.target_context) for e in model.seen}) == 8
    assert found.scores["0"][0] == found.scores["2"][0] == tuple(reversed(found.scores["1"][1]))


def test_sides_are_limited_apart():
    model = Counting()
    judge(model, [with_context()], Sizes(("0", "2"), 0, 1))
    assert {(len(e.source_context), len(e.target_context)) for e in model.seen} == {(0, 0), (0, 1)}


def test_a_set_without_source_or_context_is_refused():
    with pytest.raises(InputError, match="item 'a' has no source"):
        judge(Counting(), [item("a", source=None)], SIZES)
    with pytest.raises(UsageError, match="no item has source context; give it with --context-src"):
        judge(Counting(), [item("a")], SIZES)
    assert judge(Counting(), [item("a")], Sizes(("0",), 0, 0)).scores["0"] == ((-6.0, -6.0),)


def test_missing_context_is_noted():
    told = notes_on([item("a"), with_context("b")], Sizes(("0", "5"), 5, 5))
    assert told[0] == "1 of 2 items have no context"
    assert "more than 2 lines" in told[1]


@pytest.mark.engine
def test_a_real_model_gives_what_it_gives_alone(marian_folder):
    from discotag_cxmi.examples import Example
    from discotag_cxmi.scoring.loading import load_model

    model = load_model(str(marian_folder))
    items = [
        Item(
            name,
            "It is old.",
            (Candidate(f"Il est vieux {name}.", ("Le chat dort.",)), Candidate("Elle dort.")),
            source_context=("The cat sleeps.",),
        )
        for name in "abc"
    ]
    found = judge(model, items, Sizes(("0", "1"), 1, 1))
    alone = Example(
        "z", 0, "It is old.", "Il est vieux b.", ("The cat sleeps.",), ("Le chat dort.",)
    )
    (scores,) = model.score([alone])
    assert found.scores["1"][1][0] == pytest.approx(scores.total, abs=1e-4)


RIGHT, WRONG = (-1.0, -2.0), (-2.0, -1.0)


def rows(found):
    return {
        (row.group, row.value): [(one.correct, one.total) for one in row.accuracies.values()]
        for row in found.rows
    }


def test_accuracy_is_counted_in_all_and_by_everything_the_set_tells():
    items = [
        item("a", distance=0, is_intra=True, labels={"pronoun": "it:il"}),
        item("b", distance=2, is_intra=False, labels={"pronoun": "it:elle"}),
        item("c", distance=7, is_intra=False, labels={"pronoun": "it:elle"}),
        item("d", distance=4),
    ]
    found = figures(runs(items, one=[RIGHT, WRONG, RIGHT, RIGHT]))
    assert rows(found) == {
        ("all", ""): [(3, 4)],
        ("distance", "0"): [(1, 1)],
        ("distance", "2"): [(0, 1)],
        ("distance", "> 3"): [(2, 2)],
        ("intra", "intersegmental"): [(1, 2)],
        ("intra", "intrasegmental"): [(1, 1)],
        ("intra", "not told"): [(1, 1)],
        ("pronoun", "it:elle"): [(1, 2)],
        ("pronoun", "it:il"): [(1, 1)],
        ("pronoun", "not told"): [(1, 1)],
    }


def test_what_the_set_does_not_tell_has_no_rows():
    assert set(rows(figures(runs([item("a")], one=[RIGHT])))) == {("all", "")}


def test_independent_items_have_wilsons_interval():
    items = [item(str(number)) for number in range(10)]
    found = figures(runs(items, one=[RIGHT] * 8 + [WRONG] * 2))
    assert found.method == "wilson"
    assert found.rows[0].accuracies["one"].interval == wilson(8, 10)


def test_items_of_the_same_document_are_drawn_together():
    """Ten documents of ten equal items say no more than ten items."""
    items = [item(f"{place}", document=str(place // 10)) for place in range(100)]
    verdicts = [RIGHT if place // 10 < 6 else WRONG for place in range(100)]
    found = figures(runs(items, one=verdicts))
    low, high = found.rows[0].accuracies["one"].interval
    narrow = wilson(60, 100)
    assert found.method == "bootstrap"
    assert found.documents == 10
    assert high - low > 2 * (narrow.high - narrow.low)


def test_all_right_is_not_certainty():
    """Draws would all be the same; so few documents could be right by luck."""
    items = [item(f"{place}", document=str(place // 4)) for place in range(48)]
    found = figures(runs(items, one=[RIGHT] * 48, two=[WRONG] * 48))
    assert found.rows[0].accuracies["one"].interval == wilson(12, 12)
    assert found.rows[0].accuracies["two"].interval == wilson(0, 12)


def test_blocks_that_are_right_as_a_whole_are_counted():
    items = [item(f"{place}", document=str(place // 2)) for place in range(6)]
    found = figures(runs(items, one=[RIGHT, RIGHT, RIGHT, WRONG, WRONG, WRONG]))
    assert found.whole == {"one": 1}
    assert any("all of whose items are right, of 3: size one: 1" in note for note in notes(found))
    assert figures(runs([item("a"), item("b")], one=[RIGHT, RIGHT])).whole == {}


def test_few_documents_have_no_interval():
    items = [item(f"{place}", document=str(place // 2)) for place in range(8)]
    found = figures(runs(items, one=[RIGHT] * 8))
    assert found.rows[0].accuracies["one"].interval is None
    assert tables(found)[0].rows[0][-1] == "100.0"


def test_flips_are_wrong_before_and_right_after():
    pytest.importorskip("scipy")
    items = [item(name) for name in "abcd"]
    found = figures(
        runs(
            items,
            **{
                "0": [WRONG, WRONG, RIGHT, RIGHT],
                "1": [(-0.5, -2.0), (-2.0, -1.0), (-1.0, -0.5), (-1.0, -2.0)],
            },
        )
    )
    (flip,) = found.flips
    assert (flip.gained, flip.lost, flip.difference) == (1, 1, 0.0)
    assert flip.cxmi == pytest.approx(1.5 / 4)


def test_the_correlation_is_pearsons_with_a_flag():
    pytest.importorskip("scipy")
    flags = [True, False, False, True, False]
    values = [2.0, 0.5, -0.25, 1.0, 0.25]
    mean = sum(values) / 5
    top = sum((flag - 0.4) * (value - mean) for flag, value in zip(flags, values, strict=True))
    below = sum((flag - 0.4) ** 2 for flag in flags) * sum((v - mean) ** 2 for v in values)
    correlation, p = point_biserial(flags, values)
    assert correlation == pytest.approx(top / below**0.5)
    assert 0 < p < 0.1


@pytest.mark.parametrize(
    ("flags", "values"),
    [([False] * 4, [1, 2, 3, 4]), ([True, False, True], [1, 1, 1]), ([True, False], [1, 2])],
    ids=["no flip", "no gain", "too few"],
)
def test_an_undefined_correlation_is_absent(flags, values):
    assert point_biserial(flags, values) == (None, None)


def test_undefined_prints_as_a_dash_and_is_null_in_json():
    found = figures(runs([item("a"), item("b")], **{"0": [RIGHT, RIGHT], "1": [RIGHT, RIGHT]}))
    assert tables(found)[1].rows[0][-2:] == ("–", "–")
    record = json.loads(json.dumps(data(found), allow_nan=False))
    assert record["flips"][0]["correlation"] is None
    assert record["flips"][0]["interval"] is None
    assert record["documents"] is None


def test_chance_is_one_by_the_number_of_translations():
    found = figures(runs([item("a"), item("b", "x", "y", "z")], one=[RIGHT, (3.0, 2.0, 1.0)]))
    assert found.chance == pytest.approx((1 / 2 + 1 / 3) / 2)
    assert "41.7 %" in notes(found)[0]


def test_ties_are_told():
    assert any("Ties" in note for note in notes(figures(runs([item("a")], one=[(1.0, 1.0)]))))


def test_labels_cannot_break_the_markdown_table():
    found = figures(runs([item("a", labels={"k|d": "*x*\n| y"})], one=[RIGHT]))
    lines = [line for line in markdown(found).splitlines() if line.startswith("|")]
    assert len({line.replace("\\|", "").count("|") for line in lines}) == 1
    assert r"\*x\* \| y" in markdown(found)


def test_the_same_seed_gives_the_same_interval():
    items = [item(f"{place}", document=str(place % 12)) for place in range(48)]
    given = runs(items, one=[RIGHT if place % 5 else WRONG for place in range(48)])
    first, second, other = (figures(given, seed=seed).rows[0] for seed in (1, 1, 2))
    assert first == second != other


ITEMS = [item("a"), item("b", "x", "y", "z", right=1)]


def read(path, *lines, maximize=False, name="run", items=ITEMS):
    path.write_text("".join(f"{line}\n" for line in lines), "utf-8")
    return read_scores(items, {name: path}, Notes(), maximize=maximize)


def test_lower_is_better_unless_told(tmp_path):
    lines = (1.5, 2.5, 3, 2, 4)
    assert read(tmp_path / "s", *lines).verdicts("run") == [True, True]
    assert read(tmp_path / "s", *lines, maximize=True).verdicts("run") == [False, False]


def test_ties_are_wrong_and_counted(tmp_path):
    found = read(tmp_path / "s", 1, 1, 2, 1, 1)
    assert found.verdicts("run") == [False, False]
    assert found.ties("run") == 2


@pytest.mark.parametrize(
    ("lines", "error", "told"),
    [
        (("1", "2", "3", "4"), LineCountError, "has 4 lines, the set has 5 translations in 2"),
        (("1", "2", "3", "4", "5", "6"), LineCountError, "has 6 lines"),
        (("1", "2", "", "4", "5"), InputError, "s:3: '' is no number"),
        (("1", "2", "3", "nan", "5"), InputError, "s:4: nan is no score"),
        (("1", "2", "3", "4", "-inf"), InputError, "s:5: -inf is no score"),
    ],
    ids=["fewer", "more", "blank", "nan", "infinite"],
)
def test_a_faulty_file_is_named_with_its_line(tmp_path, lines, error, told):
    with pytest.raises(error) as raised:
        read(tmp_path / "s", *lines)
    assert told in str(raised.value)


def test_written_scores_come_back(tmp_path):
    given = runs(
        ITEMS, **{"0": [(-1.0, -2.0), (-3.0, -1.0, -2.0)], "1": [(0.0, -1.0), (1.0, 2, 3)]}
    )
    path = tmp_path / "s.jsonl"
    path.write_text("".join(reversed(list(score_lines(given)))))
    found = read_scores(ITEMS, {"x": path}, Notes(), maximize=False)
    assert found.scores == given.scores


@pytest.mark.parametrize(
    ("lines", "told"),
    [
        (['{"id": "c", "scores": {"0": [1, 2]}}'], "s.jsonl:1: item 'c' is not in the set"),
        (['{"id": "a", "scores": {"0": [1, 2]}}'] * 2, "s.jsonl:2: item 'a' was scored before"),
        (['{"id": "a", "scores": {"0": [1, 2]}}'], "no scores for 1 of 2 items, such as 'b'"),
        (['{"id": "a", "scores": {"0": [1]}}'], "run '0': 1 scores for 2 translations"),
        (['{"id": "a", "scores": {}}'], "item 'a' has the runs none"),
        (
            ['{"id": "a", "scores": {"0": [1, 2]}}', '{"id": "b", "scores": {"1": [1, 2, 3]}}'],
            "s.jsonl:2: item 'b' has the runs 1; the first line has 0",
        ),
    ],
    ids=["unknown", "twice", "missing", "count", "none", "other runs"],
)
def test_scores_by_id_are_checked(tmp_path, lines, told):
    with pytest.raises(InputError) as raised:
        read(tmp_path / "s.jsonl", *lines)
    assert told in str(raised.value)


def test_two_runs_of_one_name_are_refused(tmp_path):
    path = tmp_path / "s.jsonl"
    path.write_text("".join(score_lines(runs(ITEMS[:1], x=[(1.0, 2.0)]))))
    plain = tmp_path / "plain"
    plain.write_text("1\n2\n")
    with pytest.raises(UsageError, match="'x'"):
        read_scores(ITEMS[:1], {"a": path, "x": plain}, Notes(), maximize=False)
