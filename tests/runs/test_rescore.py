"""Runs over parts of a corpus, joined: the run over all of it, byte for byte."""

from __future__ import annotations

import json

import pytest

from discotag.core.components import ScorerInfo
from discotag.core.errors import InputError, UsageError
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.runs.checkpoint import FILE as JOURNAL
from discotag.runs.counts import OPEN, TextCounts, TextTotals
from discotag.runs.rescore import join
from discotag.runs.run import run
from discotag.scoring.resampling import ResamplingOptions
from discotag.testing.results import seal

FEW = ResamplingOptions(samples=100, trials=100)
LINES = (("I AM", "I SAY", "you AM"), ("SO it is", "no"), ("I AM", ""))
WHOLE = ("run.json", "scores.json", "counts.jsonl.gz", "tags/ref.jsonl", "tags/A.jsonl")


@pytest.fixture
def registry(world):
    scorer = ScorerInfo(
        name="compare_mt", summary="s", columns=("matched", "hypothesis", "support"),
        factory="discotag.plugins.scorers.word_f:CompareMtScorer",
    )  # fmt: skip
    return world("Repeating", scorers=[scorer])


@pytest.fixture
def done(registry, make_text, tmp_path):
    """Run the documents of some numbers into a folder, with systems of some names."""

    def make(name, numbers, systems=("A",)):
        config = RunConfig(source_language="en", target_language="xx", scorers=("compare_mt",))
        texts = []
        for number in numbers:
            lines = LINES[number % len(LINES)]
            text = make_text(f"d{number}", *lines)
            lower = {system: tuple(map(str.lower, lines)) for system in systems}
            object.__setattr__(text, "hypotheses", lower)
            texts.append(text)
        run(plan(config, registry), registry, texts, out=tmp_path / name, resampling=FEW)
        return tmp_path / name

    return make


def test_parts_joined_are_the_run_over_all_of_them(done, registry, tmp_path):
    whole = done("whole", range(14))
    parts = [done(f"part{n}", numbers) for n, numbers in enumerate([range(5), [5], range(6, 14)])]
    found = join(parts, tmp_path / "joined", registry, FEW)
    assert found.documents == 14
    for name in WHOLE:
        assert (tmp_path / "joined" / name).read_bytes() == (whole / name).read_bytes(), name
    names = {path.name for path in (tmp_path / "joined").iterdir()}
    assert names == {"run.json", "scores.json", "counts.jsonl.gz", "tags"}


def test_what_was_joined_can_be_joined_again(done, registry, tmp_path):
    parts = [done(f"part{n}", [n, n + 10]) for n in range(3)]
    join(parts, tmp_path / "once", registry, FEW)
    join(parts[:2], tmp_path / "two", registry, FEW)
    join([tmp_path / "two", parts[2]], tmp_path / "twice", registry, FEW)
    for name in WHOLE:
        once, twice = (tmp_path / place / name for place in ("once", "twice"))
        assert once.read_bytes() == twice.read_bytes(), name


def test_runs_without_a_system_have_no_scores_to_add_up(done, registry, tmp_path):
    parts = [done("one", [0], systems=()), done("two", [1], systems=())]
    found = join(parts, tmp_path / "joined", registry, FEW)
    assert not found.scores
    assert not (tmp_path / "joined" / "scores.json").exists()
    record = json.loads((tmp_path / "joined" / "run.json").read_text("utf-8"))
    assert record["segments"] == 5


def test_labels_are_left_out_where_one_part_has_too_many():
    few = TextCounts(tags=2, marks=3, unresolved=0, segments=1, labels={"a": 2})
    sums = TextTotals()
    sums.add(few)
    sums.add(few)
    assert sums.counts().labels == {"a": 4}
    sums.add(few.model_copy(update={"labels": None}))
    assert sums.counts().labels is None
    assert sums.counts().tags == 6
    many = TextTotals()
    for number in range(OPEN + 1):
        many.add(few.model_copy(update={"labels": {str(number): 2}}))
    assert many.counts().labels is None


def test_parts_that_do_not_belong_together_are_refused(done, registry, tmp_path):
    one, other = done("one", [0, 1]), done("other", [1, 2])
    out = tmp_path / "joined"
    with pytest.raises(InputError, match=r"other: holds the document 'd1', and so does .*one"):
        join([one, other], out, registry, FEW)
    with pytest.raises(InputError, match="two: has the texts ref, B, but"):
        join([one, done("two", [3], systems=("B",))], out, registry, FEW)
    bare = done("bare", [4])
    for name in ("counts.jsonl.gz", "scores.json"):
        (bare / name).unlink()
    seal(bare, json.loads((bare / "run.json").read_text("utf-8")))
    with pytest.raises(InputError, match=r"bare: holds no counts\.jsonl\.gz, and others do"):
        join([one, bare], out, registry, FEW)
    with pytest.raises(InputError, match="elsewhere: holds no run"):
        join([one, tmp_path / "elsewhere"], out, registry, FEW)
    with pytest.raises(UsageError, match="is one of the runs to join"):
        join([one, other], one, registry, FEW)
    assert not out.exists()


def test_runs_of_another_version_are_refused(done, registry, tmp_path):
    one, other = done("one", [0]), done("other", [1])
    record = json.loads((other / "run.json").read_text("utf-8"))
    record["signature"] = record["signature"].replace("version:", "version:9")
    seal(other, record)
    with pytest.raises(InputError, match=r"made in another way .* differ in version: run all"):
        join([one, other], tmp_path / "joined", registry, FEW)


def test_a_run_that_was_stopped_is_refused(done, registry, tmp_path):
    one, other = done("one", [0]), done("other", [1])
    (other / JOURNAL).touch()
    with pytest.raises(InputError, match="other: holds a run that was stopped"):
        join([one, other], tmp_path / "joined", registry, FEW)


@pytest.mark.parametrize("line", [b"{}\n", b'{"schema":"discotag-tags/1","id":"d7",\n', b"\xff\n"])
def test_damaged_tags_are_told_with_their_line(done, registry, tmp_path, line):
    one, other = done("one", [0]), done("other", [1])
    with (other / "tags" / "A.jsonl").open("ab") as stream:
        stream.write(line)
    with pytest.raises(InputError, match=r"A\.jsonl:2: is no line of tags"):
        join([one, other], tmp_path / "joined", registry, FEW, verify=False)
    (other / "tags" / "A.jsonl").unlink()
    with pytest.raises(InputError, match=r"other: holds no tags/A\.jsonl"):
        join([one, other], tmp_path / "joined", registry, FEW)
    assert not (tmp_path / "joined").exists()
