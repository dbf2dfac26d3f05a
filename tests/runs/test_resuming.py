"""Runs that are stopped and taken up again, and runs in several processes: the same files."""

from __future__ import annotations

import shutil
from dataclasses import replace

import pytest

from discotag.core.errors import ComponentError, DiscotagError, UnknownNameError, UsageError
from discotag.core.interfaces import CorpusRequest
from discotag.core.registry import open_registry
from discotag.demo import demo_files
from discotag.pipeline import stages
from discotag.pipeline.config import ExecutionOptions, RunConfig
from discotag.pipeline.corpus import open_reader
from discotag.pipeline.planning import plan
from discotag.plugins.phenomena.pronouns.tagger import PronounTagger
from discotag.runs.checkpoint import FILE, checkpoint
from discotag.runs.executors import Job, make_executor
from discotag.runs.run import run
from discotag.scoring.resampling import ResamplingOptions

FEW = ResamplingOptions(samples=100, trials=100)
SEGMENTS = 8
"""Of a document here; with `small_batches` each document is a batch."""
PHENOMENA = ("formality", "pronouns", "lexical_cohesion")


@pytest.fixture(scope="module")
def registry():
    return open_registry()


@pytest.fixture
def config():
    return RunConfig(
        source_language="en", target_language="fr", phenomena=PHENOMENA,
        scorers=("compare_mt", "choice"),
    )  # fmt: skip


@pytest.fixture
def texts(registry):
    """Return the first segments of each bundled document."""
    demo = demo_files("fr")
    request = CorpusRequest(demo.source, {"ref": demo.reference}, demo.hypotheses, demo.docids)
    return [beginning(text) for text in open_reader(registry, demo.source).read(request)]


def beginning(text):
    def cut(sides):
        return {name: lines[:SEGMENTS] for name, lines in sides.items()}

    return replace(
        text,
        source=text.source[:SEGMENTS],
        references=cut(text.references),
        hypotheses=cut(text.hypotheses),
        lines=text.lines[:SEGMENTS],
    )


@pytest.fixture
def small_batches(monkeypatch):
    monkeypatch.setattr(stages, "BATCH_SEGMENTS", SEGMENTS)


def content(folder):
    """Return every file of a run but the times."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "timings.json"
    }


def stopping(texts, after, error):
    for number, text in enumerate(texts):
        if number == after:
            raise error
        yield text


@pytest.fixture
def go(registry, config, tmp_path):
    def make(texts, name="out", **options):
        return run(
            plan(config, registry), registry, texts, out=tmp_path / name, resampling=FEW,
            report="markdown", **options,
        )  # fmt: skip

    return make


@pytest.mark.usefixtures("small_batches")
def test_a_stopped_run_goes_on_to_the_same_files(go, texts, tmp_path):
    go(texts, "whole")
    for after, error in ((1, KeyboardInterrupt()), (3, DiscotagError("the file ends"))):
        with pytest.raises(type(error)):
            go(stopping(texts, after, error))
        assert [*content(tmp_path / "out")] == [FILE]  # nothing half-written
        result = go(texts)
        assert result.resumed == after
        assert content(tmp_path / "out") == content(tmp_path / "whole")
        shutil.rmtree(tmp_path / "out")


@pytest.mark.usefixtures("small_batches")
def test_what_has_changed_is_made_again(go, texts, tmp_path):
    with pytest.raises(KeyboardInterrupt):
        go(stopping(texts, 3, KeyboardInterrupt()))
    changed = [texts[0].__class__(**{**vars_of(texts[0]), "id": "another"}), *texts[1:]]
    result = go(changed)
    assert result.resumed == 2
    assert next(iter(content(tmp_path / "out")["tags/ref.jsonl"].splitlines())).count(b"another")


@pytest.mark.usefixtures("small_batches")
def test_documents_that_failed_are_tried_again(registry, config, texts, tmp_path, monkeypatch):
    skipping = plan(config.model_copy(update={"on_error": "skip"}), registry)
    failing = texts[1].id
    mark = PronounTagger.mark

    def mark_or_fail(self, document):
        if document.id == failing:
            raise ValueError("not today")
        return mark(self, document)

    def go(texts):
        return run(skipping, registry, texts, out=tmp_path / "out", resampling=FEW)

    with monkeypatch.context() as patched:
        patched.setattr(PronounTagger, "mark", mark_or_fail)
        with pytest.raises(KeyboardInterrupt):
            go(stopping(texts, 3, KeyboardInterrupt()))
    result = go(texts)
    assert result.resumed == 2
    assert result.record.failures == ()


def vars_of(text):
    return {name: getattr(text, name) for name in text.__dataclass_fields__}


def test_a_second_run_in_the_folder_is_refused(go, texts, tmp_path):
    (tmp_path / "out").mkdir()
    with (
        checkpoint(tmp_path / "out", "setup"),
        pytest.raises(UsageError, match="another run is at work in this folder"),
    ):
        go(texts)
    go(texts)


def test_what_a_killed_run_left_half_written_is_removed(go, texts, tmp_path):
    (tags := tmp_path / "out" / "tags").mkdir(parents=True)
    (tags / f".{'0f' * 8}.tmp").write_text("half")
    (tags / ".mine.tmp").write_text("of somebody else")
    go(texts)
    assert [path.name for path in tags.glob(".*")] == [".mine.tmp"]


def test_a_failure_before_anything_is_done_leaves_nothing(go, texts, tmp_path):
    with pytest.raises(DiscotagError):
        go(stopping(texts, 0, DiscotagError("no file")))
    assert not (tmp_path / "out").exists()


@pytest.mark.usefixtures("small_batches")
def test_several_processes_give_the_same_files(go, registry, config, texts, tmp_path):
    go(texts, "alone")
    job = Job(config, ExecutionOptions(2))
    workers = make_executor(job, plan(config, registry), registry)
    result = go(texts, "together", executor=workers)
    assert content(tmp_path / "together") == content(tmp_path / "alone")
    assert result.rates["analyze source"] == sum(len(text.source) for text in texts)


def test_what_fails_in_another_process_is_told_as_it_would_be_here(go, registry, config, texts):
    spoilt = config.model_copy(update={"options": {"formality": {"no_such_option": 1}}})
    workers = make_executor(
        Job(spoilt, ExecutionOptions(2, "processes")), plan(config, registry), registry
    )
    with pytest.raises(UsageError, match="no_such_option"):
        go(texts, executor=workers)


def test_executors_are_chosen_by_name(registry, config):
    planned = plan(config, registry)
    assert make_executor(Job(config, ExecutionOptions(1, "processes")), planned, registry) is None
    with pytest.raises(UnknownNameError, match="executor"):
        make_executor(Job(config, ExecutionOptions(2, "proceses")), planned, registry)
    with pytest.raises(UsageError, match="takes nothing behind"):
        make_executor(Job(config, ExecutionOptions(2, "processes:4")), planned, registry)


def test_errors_cross_processes_whole():
    import pickle

    for error in (
        ComponentError("owner", "tagger x", "why", document="d"),
        UnknownNameError("reader", "lnes", ["lines"]),
    ):
        copy = pickle.loads(pickle.dumps(error))
        assert (type(copy), str(copy), vars(copy)) == (type(error), str(error), vars(error))
