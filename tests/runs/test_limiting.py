"""A time limit: what hangs is stopped and named, here and in worker processes."""

from __future__ import annotations

import subprocess
import sys
import time
from functools import partial
from types import SimpleNamespace

import pytest

from discotag.core.document import ParallelText
from discotag.core.errors import ComponentError, DiscotagError
from discotag.pipeline.guarding import guarded
from discotag.runs.limiting import OverTimeError, limited
from discotag.runs.worker import Worker


def spin(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def test_what_takes_longer_is_stopped():
    begin = time.monotonic()
    with pytest.raises(OverTimeError, match=r"longer than 0\.05 s \(--time-limit\)"), limited(0.05):
        spin(5)
    assert time.monotonic() - begin < 4


def test_what_is_done_in_time_goes_on_unhindered():
    with limited(0.05):
        spin(0.001)
    spin(0.2)


def test_what_goes_on_after_it_was_stopped_is_stopped_again():
    stopped = 0
    with limited(0.1):
        for _ in range(3):
            try:
                spin(5)
            except OverTimeError:
                stopped += 1
    assert stopped == 3


def test_a_component_that_hangs_is_named():
    owner = SimpleNamespace(name="odd-one")
    choice = SimpleNamespace(owner=owner, title="tagger odd")
    with pytest.raises(ComponentError) as caught, limited(0.05):
        guarded(choice, partial(spin, 5), "talk")
    assert str(caught.value) == (
        "tagger odd (plugin odd-one) failed on document 'talk':"
        " OverTimeError: took longer than 0.05 s (--time-limit)"
    )


def test_work_outside_components_is_limited_too(monkeypatch):
    worker = Worker.__new__(Worker)
    worker._time_limit = 0.05
    monkeypatch.setattr(worker, "_worked", lambda batch: spin(5))
    batch = [ParallelText(name, (), {}, {}) for name in ("one", "two")]
    with pytest.raises(DiscotagError, match=r"documents 'one' to 'two' took longer than 0\.05 s"):
        worker.work(batch)


def test_what_cannot_be_stopped_ends_the_process_and_shows_where_it_was():
    code = (
        "import signal, time\nfrom discotag.runs.limiting import limited\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})\n"
        "def compiled(): time.sleep(20)\n"
        "with limited(0.1): compiled()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "in compiled" in done.stderr
