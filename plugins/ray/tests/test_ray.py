"""A run on a Ray of this machine: the files of one process, workers that die, errors, Ctrl-C."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
from functools import lru_cache
from pathlib import Path
from types import SimpleNamespace

import pytest

from discotag.demo import demo_files
from discotag.plugin import CorpusRequest, DiscotagError, UsageError, open_registry
from discotag.plugin.runs import ExecutionOptions, Job, RunConfig, open_reader, plan
from discotag.plugin.statistics import ResamplingOptions
from discotag.testing.results import make_executor, run, small_batches

ray = pytest.importorskip("ray")
pytestmark = [
    pytest.mark.engine,
    pytest.mark.filterwarnings("default"),  # Ray's own
]
FEW = ResamplingOptions(samples=100, trials=100)


@pytest.fixture(scope="module")
def registry():
    return open_registry()


@pytest.fixture(scope="module")
def cluster():
    """Begin a small Ray once; runs then join it."""
    ray.init(
        "local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR"
    )
    yield
    ray.shutdown()


@pytest.fixture
def config():
    return RunConfig(
        source_language="en", target_language="fr", phenomena=("formality", "pronouns"),
        scorers=("compare_mt", "choice"),
    )  # fmt: skip


@pytest.fixture
def texts(registry):
    pytest.importorskip("discotag_lang_fr")
    demo = demo_files("fr")
    request = CorpusRequest(demo.source, {"ref": demo.reference}, demo.hypotheses, demo.docids)
    with small_batches(20):
        yield list(open_reader(registry, demo.source).read(request))


def content(folder):
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in folder.rglob("*")
        if path.is_file() and path.name != "timings.json"
    }


@pytest.fixture
def go(registry, config, tmp_path):
    def make(texts, name, executor=None):
        return run(
            plan(config, registry), registry, texts, out=tmp_path / name, resampling=FEW,
            report="markdown", executor=executor,
        )  # fmt: skip

    return make


def workers(config, registry, options=None):
    options = ExecutionOptions(2, "ray", options or {})
    return make_executor(Job(config, options), plan(config, registry), registry)


NO_CLUSTER = 75
"""Exit code of `two_nodes.py` where Ray cannot begin its nodes: a machine that is too busy."""


class Killing:
    """Texts whose reading kills a worker on the way."""

    def __init__(self, texts, after, kill):
        self.texts, self.after, self.kill = texts, after, kill

    def __iter__(self):
        for number, text in enumerate(self.texts):
            if number == self.after:
                self.kill()
            yield text


def test_a_cluster_that_is_not_there_is_told(config, registry, tmp_path, monkeypatch):
    # Neither a cluster of another test nor one that was killed may be found.
    monkeypatch.setenv("RAY_TMPDIR", str(tmp_path))
    monkeypatch.setattr("ray._private.services._cached_find_gcs_addresses", lru_cache(set))
    with pytest.raises(UsageError, match="no Ray cluster answers there"):
        make_executor(
            Job(config, ExecutionOptions(2, "ray:auto")), plan(config, registry), registry
        )


@pytest.mark.usefixtures("cluster")
def test_two_workers_give_the_files_of_one_process(go, registry, config, texts, tmp_path):
    go(texts, "alone")
    result = go(texts, "together", workers(config, registry))
    assert content(tmp_path / "together") == content(tmp_path / "alone")
    assert result.rates["analyze source"] == sum(len(text.source) for text in texts)


@pytest.mark.usefixtures("cluster")
def test_a_killed_worker_is_replaced_and_its_batch_given_again(
    go, registry, config, texts, tmp_path
):
    go(texts, "alone")
    executor = workers(config, registry)
    killed = []

    def kill():
        killed.append(ray.get(executor._actors[0].process.remote()))
        os.kill(killed[0], signal.SIGKILL)

    go(Killing(texts, 2, kill), "together", executor)
    assert killed
    assert content(tmp_path / "together") == content(tmp_path / "alone")


def test_a_lost_node_costs_nothing_but_time_and_a_wrong_token_is_told(go, texts, tmp_path):
    go(texts, "alone")
    done = subprocess.run(
        [sys.executable, Path(__file__).with_name("two_nodes.py"), tmp_path / "two"],
        env={**os.environ, "RAY_AUTH_MODE": "token", "RAY_AUTH_TOKEN": "a" * 32},
        capture_output=True, text=True, check=False, timeout=500,
    )  # fmt: skip
    if done.returncode == NO_CLUSTER:
        pytest.skip(f"Ray did not begin two nodes on this machine: {done.stderr[-200:]}")
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout.splitlines()[-1])
    assert found["alive"] == 1
    assert content(tmp_path / "two") == content(tmp_path / "alone")
    assert "RAY_AUTH_MODE=token and its RAY_AUTH_TOKEN" in found["told"]


class Deadly(Job):
    """A job whose workers die of what they are given."""

    def worker(self):
        os.kill(os.getpid(), signal.SIGKILL)


@pytest.mark.usefixtures("cluster")
def test_documents_that_kill_every_worker_are_named(config, registry, texts):
    ray.cloudpickle.register_pickle_by_value(sys.modules[__name__])
    executor = make_executor(
        Deadly(config, ExecutionOptions(1, "ray")), plan(config, registry), registry
    )
    with executor:
        wait = executor.submit(texts[:2])
        with pytest.raises(DiscotagError, match="died 3 times") as caught:
            wait()
    assert f"{texts[0].id!r} to {texts[1].id!r}" in str(caught.value)


def test_a_worker_that_is_never_there_is_given_up_after_three_tries(monkeypatch):
    from ray.exceptions import ActorUnavailableError

    from discotag_ray.executor import RayExecutor

    tried = ActorUnavailableError("it died", None)
    given = [(0, "work 1")]

    def get(_):
        raise tried

    monkeypatch.setattr(
        "discotag_ray.executor.ray", SimpleNamespace(wait=lambda works, **_: (works, []), get=get)
    )
    executor = object.__new__(RayExecutor)
    more = iter(("work 2", "work 3"))
    monkeypatch.setattr(executor, "_miss", lambda _: None)
    monkeypatch.setattr(executor, "_given", lambda _: (0, next(more)))
    with pytest.raises(ActorUnavailableError):
        executor._first_done([], given)
    assert given == [(0, "work 3")]


@pytest.mark.usefixtures("cluster")
def test_what_fails_in_a_worker_is_told_as_it_would_be_here(go, registry, config, texts):
    spoilt = config.model_copy(update={"options": {"formality": {"no_such_option": 1}}})
    with pytest.raises(UsageError, match="no_such_option"):
        go(texts, "out", workers(spoilt, registry))


@pytest.mark.usefixtures("cluster")
def test_a_worker_with_other_packages_does_nothing(config):
    from discotag_ray.actor import Host

    error = Host(Job(config), "tagger formality 99 (discotag 0)").work([])
    assert "would run other components than this machine" in str(error)
    assert "install the same packages there" in str(error)


@pytest.mark.usefixtures("cluster")
def test_more_than_this_machine_has_is_refused(config, registry):
    with pytest.raises(UsageError, match=r"more than the 2 CPU .*executor\.cpus=NUMBER"):
        workers(config, registry, {"cpus": 2})
    with pytest.raises(UsageError, match="option of executor ray: memory"):
        workers(config, registry, {"memory": 2})
