"""Results of runs: written, read again, put together, merged, profiled, and shown with verdicts."""

from __future__ import annotations

import json

import pytest

from discotag.core.components import ReaderInfo, ReportInfo, ScorerInfo, WriterInfo
from discotag.core.errors import InputError, UnknownNameError, UsageError
from discotag.core.results import Row, Verdict
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.runs.folder import open_runs
from discotag.runs.profiling import read_profiles, titled
from discotag.runs.reporting import documents_of, open_report
from discotag.runs.results import merge, merged_data, read_results, scores_data
from discotag.runs.run import run
from discotag.scoring.resampling import ResamplingOptions
from discotag.testing.results import seal

SCORERS = {
    "compare_mt": ("matched", "hypothesis", "support"),
    "choice": ("correct", "missing", "unjudged", "support"),
}
FEW = ResamplingOptions(samples=200, trials=200)


def scorer(name, version=1):
    factories = {
        "compare_mt": "discotag.plugins.scorers.word_f:CompareMtScorer",
        "choice": "discotag.plugins.scorers.choice:ChoiceScorer",
    }
    return ScorerInfo(
        name=name, summary="s", factory=factories[name], columns=SCORERS[name],
        version=version,
    )  # fmt: skip


@pytest.fixture
def registry(world):
    return world("Repeating", **parts())


def parts(version=1):
    return {
        "scorers": [scorer(name, version) for name in SCORERS],
        "writers": [
            WriterInfo(
                name="jsonl", summary="s", suffix=".jsonl",
                factory="discotag.plugins.writers.marks:TagsJsonlWriter",
            )
        ],
        "readers": [ReaderInfo(name="lines", summary="s", factory="m:R")],
        "reports": [ReportInfo(name="page", summary="s", factory="m:P", suffix=".x")],
    }  # fmt: skip


@pytest.fixture
def done(registry, make_text, tmp_path):
    """Run twelve documents with the systems asked for into a folder."""

    def make(name, *systems, documents=12, lines=("I AM", "I SAY", "you AM"), target="xx"):
        config = RunConfig(source_language="en", target_language=target, scorers=tuple(SCORERS))
        texts = []
        for number in range(documents):
            text = make_text(f"d{number}", *lines)
            spoilt = {"good": lines, "bad": tuple(line.lower() for line in lines)}
            hypotheses = {system: spoilt[system.rstrip("2")] for system in systems}
            object.__setattr__(text, "hypotheses", hypotheses)
            texts.append(text)
        return run(
            plan(config, registry), registry, texts, out=tmp_path / name, resampling=FEW
        ), tmp_path / name

    return make


def test_a_run_read_from_its_folder_gives_the_same_results(done, registry):
    result, folder = done("a", "good", "bad")
    found, scorers = read_results(open_runs([folder]), registry, FEW)
    assert found == result.results
    assert [bound.info.name for bound in scorers] == list(SCORERS)
    assert json.loads((folder / "scores.json").read_text("utf-8")) == json.loads(
        json.dumps(scores_data(found))
    )


def test_systems_of_two_runs_are_put_together_as_if_run_at_once(done, registry):
    whole, _ = done("whole", "bad", "good")
    _, one = done("one", "bad")
    _, two = done("two", "good")
    found, _ = read_results(open_runs([one, two]), registry, FEW)
    assert found.systems == ("bad", "good")
    assert found.scores == whole.results.scores
    assert found.differences == whole.results.differences
    (difference,) = [
        d for d in found.differences if d.row == Row("shouting") and d.scorer == "compare_mt"
    ]
    assert (difference.value, difference.baseline, difference.documents) == (1.0, "bad", 12)
    assert difference.p_holm == pytest.approx(1 / 201, abs=0.02)


def test_another_baseline_turns_the_difference_round(done, registry):
    _, folder = done("a", "good", "bad")
    found, _ = read_results(
        open_runs([folder]), registry, ResamplingOptions(200, 200, baseline="bad")
    )
    assert [
        (d.system, d.value)
        for d in found.differences
        if d.row == Row("shouting") and d.scorer == "compare_mt"
    ] == [("good", 1.0)]


def test_runs_that_cannot_be_put_together_are_refused(done, registry, tmp_path):
    _, one = done("one", "good")
    _, same = done("same", "good", "bad")
    _, other = done("other", "bad", lines=("I AM", "x", "you AM"))
    _, tagged = done("tagged")
    with pytest.raises(InputError, match="has a system 'good', and so has"):
        read_results(open_runs([one, same]), registry, FEW)
    with pytest.raises(InputError, match="not scored on the same source and reference"):
        read_results(open_runs([one, other]), registry, FEW)
    with pytest.raises(InputError, match="nothing was scored there"):
        read_results(open_runs([one, tagged]), registry, FEW)
    with pytest.raises(InputError, match=r"holds no run \(no run.json there\)"):
        read_results(open_runs([tmp_path]), registry, FEW)
    with pytest.raises(UnknownNameError, match="system for --baseline 'best'"):
        read_results(open_runs([one]), registry, ResamplingOptions(baseline="best"))


def test_a_run_made_in_another_way_is_refused_with_what_differs(done, registry):
    _, one = done("one", "good")
    _, two = done("two", "bad")
    record = json.loads((two / "run.json").read_text("utf-8"))
    other = record["signature"].replace("target:embedded.1", "target:embedded.2")
    seal(two, record | {"signature": other})
    with pytest.raises(
        InputError, match=r"another way than .*; their signatures differ in analyzer.target$"
    ):
        read_results(open_runs([one, two]), registry, FEW)


def test_a_scorer_of_another_version_is_refused(done, world):
    _, folder = done("a", "good")
    newer = world("Repeating", **parts(version=2))
    with pytest.raises(UsageError, match="compare_mt version 1, installed is version 2"):
        read_results(open_runs([folder]), newer, FEW)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("{", "run.json: is no run of this version"),
        ('{"schema": "x"}', "signature: Field required"),
    ],
    ids=["no JSON", "another schema"],
)
def test_a_broken_record_is_named(done, registry, text, told):
    _, folder = done("a", "good")
    (folder / "run.json").write_text(text, "utf-8")
    with pytest.raises(InputError, match=told):
        read_results(open_runs([folder]), registry, FEW)


def test_few_documents_are_noted(done):
    result, _ = done("a", "good", "bad", documents=3)
    assert (
        "3 scored documents: intervals and p-values need at least 10 documents"
        in result.results.notes[-1]
    )
    assert all(score.interval is None for score in result.results.scores)


def test_an_unknown_baseline_stops_before_anything_is_written(registry, make_text, tmp_path):
    config = RunConfig(source_language="en", target_language="xx", scorers=("compare_mt",))
    with pytest.raises(UnknownNameError, match="system for --baseline 'Z'; known: S0"):
        run(
            plan(config, registry), registry, [make_text("d", "A")], out=tmp_path / "out",
            resampling=ResamplingOptions(baseline="Z"),
        )  # fmt: skip
    assert not (tmp_path / "out").exists()


def test_documents_come_with_the_verdicts_of_scorers_that_judge(done, registry):
    _, folder = done("a", "good", "bad")
    runs = open_runs([folder])
    found, scorers = read_results(runs, registry, FEW)
    views = list(documents_of(runs, found, scorers))
    assert [view.id for view in views] == [f"d{number}" for number in range(12)]
    assert list(views[0].texts) == ["ref", "good", "bad"]
    verdicts = {
        key: [(j.segment, j.token, j.verdict) for j in judged]
        for key, judged in views[0].judgements.items()
    }
    assert verdicts["compare_mt", "good"] == [(1, 0, Verdict.CORRECT), (2, 1, Verdict.CORRECT)]
    assert verdicts["compare_mt", "bad"] == [(1, 0, Verdict.MISSING), (2, 1, Verdict.MISSING)]
    assert verdicts["choice", "bad"] == []  # it does not judge this phenomenon


def test_a_missing_file_of_tags_is_named(done, registry):
    _, folder = done("a", "good")
    runs = open_runs([folder])
    found, scorers = read_results(runs, registry, FEW)
    (folder / "tags" / "good.jsonl").unlink()
    with pytest.raises(InputError, match=r"holds no tags/good\.jsonl"):
        list(documents_of(runs, found, scorers))


def test_tags_of_other_documents_are_not_shown_beside_each_other(done, registry):
    _, folder = done("a", "good")
    runs = open_runs([folder])
    found, scorers = read_results(runs, registry, FEW)
    path = folder / "tags" / "good.jsonl"
    lines = path.read_text("utf-8").splitlines(keepends=True)
    path.write_text("".join(lines[1:]), "utf-8")
    with pytest.raises(InputError, match="holds document 'd1' where the first text has 'd0'"):
        list(documents_of(runs, found, scorers))
    path.write_text(lines[0], "utf-8")
    with pytest.raises(InputError, match=r"holds 3 segments in 1 document, run\.json tells of 36"):
        list(documents_of(runs, found, scorers))


def test_an_unknown_report_is_told_with_those_there_are(registry):
    with pytest.raises(UnknownNameError, match="unknown report 'pdf'; known: page"):
        open_report(registry, "pdf")


def test_a_profile_counts_tags_words_and_segments(done):
    _, folder = done("a", "good", "bad")
    (reference,) = read_profiles([folder])
    found = reference.phenomena["shouting"]
    assert (reference.text, reference.segments, reference.tokens) == ("ref", 36, 72)
    assert (found.tags, found.segments, found.labels) == (24, 24, {"AM": 12, "I": 12})
    assert reference.per_thousand("shouting") == pytest.approx(1000 * 24 / 72)
    assert reference.share("shouting") == pytest.approx(24 / 36)
    assert reference.elliptical is None
    assert reference.phenomena["whispering"] is None
    assert reference.states["whispering"] == "not applicable"
    (bad,) = read_profiles([folder], "bad")
    assert (bad.phenomena["shouting"].tags, bad.per_thousand("shouting")) == (0, 0.0)
    with pytest.raises(UnknownNameError, match="text of"):
        read_profiles([folder], "none")


def test_profiles_of_one_pair_keep_apart(done):
    _, one = done("one", "good")
    _, two = done("two", "good", documents=3)
    assert list(titled(read_profiles([one]))) == ["en-xx ref"]
    both = titled(read_profiles([one, two, one]))
    assert list(both) == [f"en-xx ref ({one})", f"en-xx ref ({two})"]
    assert [item.documents for item in both.values()] == [12, 3]


def test_runs_of_one_source_are_merged_and_others_refused(done, registry):
    _, one = done("one", "good")
    _, same = done("same", "bad")
    _, other = done("other", "good", lines=("A", "B"))
    (found,) = merge([one], registry, FEW)
    assert merged_data([found])["runs"]["en-xx"]["scores"]
    with pytest.raises(InputError, match="is en-xx, and so is"):
        merge([one, same], registry, FEW)
    with pytest.raises(InputError, match="not of the same source text"):
        merge([one, other], registry, FEW)


def test_no_output_holds_a_nan(done):
    _, folder = done("a", "good", "bad", lines=("a", "b"))
    for name in ("scores.json", "run.json"):
        assert "NaN" not in (folder / name).read_text("utf-8")
    rows = json.loads((folder / "scores.json").read_text("utf-8"))["scores"]
    assert {row["measures"].get("f1") for row in rows if row["phenomenon"] == "shouting"} >= {None}


def test_the_digest_of_the_source_does_not_depend_on_the_order_of_documents(registry, make_text):
    config = RunConfig(source_language="en", target_language="xx", scorers=())
    texts = [make_text("one", "a", "b"), make_text("two", "c")]
    found = [
        run(plan(config, registry), registry, order).record.source
        for order in (texts, texts[::-1], texts[:1])
    ]
    assert found[0] == found[1] != found[2]


def test_documents_without_a_translation_are_refused(registry, make_text):
    text = make_text("d", "I AM")
    for texts in ("references", "hypotheses"):
        object.__setattr__(text, texts, {})
    config = RunConfig(source_language="en", target_language="xx", scorers=())
    with pytest.raises(UsageError, match="document 'd' has no translation"):
        run(plan(config, registry), registry, [text])
