"""Resampling: against sacreBLEU and a plain loop, few documents, undefined values, families."""

from __future__ import annotations

import numpy as np
import pytest

from discotag.core.components import ScorerInfo
from discotag.core.errors import InputError, UnknownNameError, UsageError
from discotag.core.results import Row, Statistics
from discotag.plugins.scorers.sacrebleu import BleuScorer
from discotag.plugins.scorers.word_f import CompareMtScorer
from discotag.scoring import inference, resampling
from discotag.scoring.resampling import LEAST_DOCUMENTS, ResamplingOptions, resample
from discotag.scoring.table import BoundScorer, CountTable
from discotag.testing import context

F = Row("formality")


def bound(name="compare_mt"):
    info = ScorerInfo(
        name=name, summary="F.", factory="m:C", columns=("matched", "hypothesis", "support")
    )
    return BoundScorer(info, CompareMtScorer.create(context()), "core")


def table(system, counts, *, name="compare_mt", phenomena=("formality",)):
    statistics = [
        Statistics(f"d{index}", count if isinstance(count, dict) else {F: tuple(map(float, count))})
        for index, count in enumerate(counts)
    ]
    return CountTable.of(bound(name), system, statistics, phenomena=phenomena)


def some(documents, *, quality, seed=0):
    random = np.random.default_rng(seed)
    tags = random.integers(1, 9, documents)
    return [(m, n, n) for n, m in zip(tags, random.binomial(tags, quality), strict=True)]


def difference(outcome, row=F, system="B"):
    return next(d for d in outcome.differences if d.row == row and d.system == system)


def test_an_interval_is_the_expanded_percentile_of_a_plain_loop():
    counts = some(25, quality=0.6)
    found = resample([table("A", counts)], ResamplingOptions(samples=4000)).scores[0]
    random = np.random.default_rng(99)
    values = []
    for _ in range(4000):
        m, h, r = np.array(counts)[random.integers(25, size=25)].sum(axis=0)
        values.append(2 * m / (h + r))
    tail = inference.tail_share(25)
    assert found.interval == pytest.approx(np.quantile(values, [tail, 1 - tail]), abs=0.01)


def test_the_bootstrap_p_is_that_of_sacrebleu_where_a_document_is_a_segment():
    from sacrebleu.metrics.bleu import BLEU
    from sacrebleu.significance import PairedTest

    random = np.random.default_rng(3)
    words = np.array(
        [
            "the",
            "cat",
            "sat",
            "on",
            "a",
            "mat",
            "and",
            "saw",
            "one",
            "red",
            "bird",
            "near",
            "my",
            "old",
            "house",
        ]
    )
    refs = [" ".join(random.choice(words, 12)) for _ in range(60)]

    def spoilt(share):
        return [
            " ".join(w if random.random() > share else str(random.choice(words)) for w in r.split())
            for r in refs
        ]

    one, two = spoilt(0.2), spoilt(0.24)
    metric = BLEU(force=True)
    theirs = PairedTest(
        [("A", one), ("B", two)], {"BLEU": metric}, [refs], test_type="bs", n_samples=2000
    )()[1]["BLEU"][1]

    def counted(system, lines):
        statistics = []
        for index, (line, ref) in enumerate(zip(lines, refs, strict=True)):
            row = metric._extract_corpus_statistics([line], [[ref]])[0]
            statistics.append(Statistics(f"d{index}", {Row(): (*map(float, row), 1.0)}))
        info = ScorerInfo(
            name="bleu", summary="B.", factory="m:C", columns=tuple("abcdefghijk"), phenomena=None
        )
        return CountTable.of(
            BoundScorer(info, BleuScorer.create(context()), "core"), system, statistics
        )

    ours = resample([counted("A", one), counted("B", two)], ResamplingOptions(trials=2000))
    found = difference(ours, Row())
    assert found.value == pytest.approx(
        metric.corpus_score(two, [refs]).score - metric.corpus_score(one, [refs]).score
    )
    assert found.p_bootstrap == pytest.approx(theirs.p_value, abs=0.04)


def test_randomization_gives_the_exact_p_where_all_exchanges_can_be_counted():
    first = [(0, 1, 1)] * 10
    second = [(1, 1, 1)] * 10  # better in every document: 2 of 1024 exchanges are as extreme
    found = difference(
        resample([table("A", first), table("B", second)], ResamplingOptions(trials=20000))
    )
    assert found.value == 1.0
    assert found.p_randomization == pytest.approx(2 / 1024, abs=0.001)


def test_equal_systems_do_not_differ():
    counts = some(40, quality=0.5)
    found = difference(resample([table("A", counts), table("B", counts)]))
    assert (found.value, found.interval) == (0.0, (0.0, 0.0))
    assert (found.p_bootstrap, found.p_randomization, found.p_holm) == (1.0, 1.0, 1.0)


def test_a_clear_difference_is_significant_and_a_chance_one_is_not():
    close = resample([table("A", some(50, quality=0.6)), table("B", some(50, quality=0.6, seed=1))])
    far = resample([table("A", some(50, quality=0.3)), table("B", some(50, quality=0.8))])
    assert difference(close).p_randomization > 0.05
    assert difference(far).p_randomization < 0.001
    assert difference(far).p_bootstrap < 0.001


def test_below_ten_documents_there_is_neither_interval_nor_p():
    few = [table(name, some(LEAST_DOCUMENTS - 1, quality=q)) for name, q in (("A", 0.1), ("B", 1))]
    outcome = resample(few)
    assert all(score.interval is None for score in outcome.scores)
    found = difference(outcome)
    assert found.documents == LEAST_DOCUMENTS - 1
    assert found.value > 0
    assert (found.interval, found.p_bootstrap, found.p_randomization, found.p_holm) == (None,) * 4


def test_documents_without_any_count_of_the_row_are_not_counted():
    counts = [*some(LEAST_DOCUMENTS - 1, quality=0.5), *[(0, 0, 0)] * 50]
    score = resample([table("A", counts)]).scores[0]
    assert (score.documents, score.interval) == (LEAST_DOCUMENTS - 1, None)


def test_zero_support_is_undefined_and_zero_is_zero():
    nothing = resample([table("A", [(0, 0, 0)] * 20), table("B", [(0, 0, 0)] * 20)])
    assert nothing.scores[0].value is None
    assert difference(nothing).value is None
    zero = resample([table("A", [(0, 2, 3)] * 20)]).scores[0]
    assert (zero.value, zero.interval) == (0.0, (0.0, 0.0))


def test_holm_corrects_over_the_phenomena_of_a_run_and_apart_over_the_labels_of_one():
    random = np.random.default_rng(5)

    def of(quality):
        return [
            {
                row: (float(random.binomial(6, quality)), 6.0, 6.0)
                for row in (Row(), F, Row("pronouns"), Row("formality", "t"), Row("formality", "v"))
            }
            for _ in range(30)
        ]

    tables = [
        table(name, of(quality), phenomena=("formality", "pronouns"))
        for name, quality in (("A", 0.5), ("B", 0.6))
    ]
    outcome = resample(tables)
    raw = {d.row: d.p_randomization for d in outcome.differences}
    corrected = {d.row: d.p_holm for d in outcome.differences}
    phenomena = [F, Row("pronouns")]
    labels = [Row("formality", "t"), Row("formality", "v")]
    for family in (phenomena, labels):
        expected = inference.holm([raw[row] for row in family])
        assert [corrected[row] for row in family] == expected
    assert corrected[Row()] == raw[Row()]


def test_the_seed_decides_and_the_order_of_systems_does_not():
    tables = [table(name, some(30, quality=0.5, seed=s)) for s, name in enumerate("ABC")]
    options = ResamplingOptions(baseline="A")
    one, two = resample(tables, options), resample([tables[0], tables[2], tables[1]], options)
    assert sorted(one.scores, key=str) == sorted(two.scores, key=str)
    assert sorted(one.differences, key=str) == sorted(two.differences, key=str)
    other = resample(tables, ResamplingOptions(baseline="A", seed=7))
    assert other.scores != one.scores


def test_many_rows_are_drawn_in_portions_with_the_same_result(monkeypatch):
    counts = [
        {Row("formality", name): (float(i % 3), 3.0, 3.0) for name in "abcdef"} for i in range(12)
    ]
    tables = [table("A", counts), table("B", counts[::-1])]
    whole = resample(tables)
    monkeypatch.setattr("discotag.scoring.resampling.VALUES", 1)
    assert resample(tables) == whole


def test_the_first_system_is_the_baseline_unless_one_is_named():
    tables = [table(name, some(12, quality=0.5)) for name in "ABC"]
    assert resample(tables).resampling.baseline == "A"
    assert {d.system for d in resample(tables, ResamplingOptions(baseline="B")).differences} == {
        "A",
        "C",
    }
    assert resample(tables[:1]).resampling.baseline is None


def test_faults_are_told():
    tables = [table("A", some(12, quality=0.5)), table("B", some(11, quality=0.5))]
    with pytest.raises(InputError, match="not scored on the same documents"):
        resample(tables)
    with pytest.raises(UnknownNameError, match="system for --baseline 'a'; known: A"):
        resample(tables[:1], ResamplingOptions(baseline="a"))
    with pytest.raises(UsageError, match="100 samples"):
        ResamplingOptions(samples=10)
    with pytest.raises(UsageError, match="negative"):
        ResamplingOptions(seed=-1)


def test_nothing_to_score_gives_nothing():
    assert resample([]) == ((), (), None)


def labelled(system, documents, *, seed):
    """Counts of a common row and of labels that few documents hold."""
    random = np.random.default_rng(seed)
    counts = []
    for _ in range(documents):
        n = int(random.integers(1, 9))
        labels = random.choice(6, size=2, replace=False, p=[0.5, 0.3, 0.1, 0.05, 0.03, 0.02])
        found = {F: (float(random.integers(n + 1)), float(n), float(n))}
        for label in labels:
            found[Row("formality", f"l{label}")] = (float(random.integers(2)), 1.0, 1.0)
        counts.append(found)
    return table(system, counts)


def test_rare_rows_and_small_portions_give_the_same_numbers(monkeypatch):
    tables = [labelled("A", 300, seed=1), labelled("B", 300, seed=2)]
    options = ResamplingOptions(samples=1200, trials=1200)
    monkeypatch.setattr(resampling, "DENSE", 300)  # no row is rare
    whole = resample(tables, options)
    assert any(score.row.label and score.interval for score in whole.scores)
    monkeypatch.setattr(resampling, "DENSE", 1)
    monkeypatch.setattr(resampling, "WEIGHTS", 300 * 7)
    assert resample(tables, options) == whole
