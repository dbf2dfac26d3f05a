"""A time limit: what hangs is stopped and named, here and in worker processes."""

from __future__ import annotations

import subprocess
import sys
import time
from contextlib import suppress
from types import SimpleNamespace

import pytest

from discotag.core.document import ParallelText
from discotag.core.errors import ComponentError, DiscotagError
from discotag.core.plugin_calls import OverTimeError, deadline, plugin_call
from discotag.runs.workers import Worker


def call(document=None):
    return plugin_call("odd-one", "tagger odd", document)


def spin(seconds):
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        pass


def test_what_takes_longer_is_stopped():
    begin = time.monotonic()
    with (
        pytest.raises(OverTimeError, match=r"longer than 0\.05 s \(--time-limit\)"),
        deadline(0.05),
    ):
        spin(5)
    assert time.monotonic() - begin < 4


def test_what_is_done_in_time_goes_on_unhindered():
    with deadline(0.05):
        spin(0.001)
    spin(0.2)


def test_code_that_goes_on_after_any_exception_is_stopped_too():
    def work():
        for _ in range(3):
            with suppress(Exception):
                spin(5)

    begin = time.monotonic()
    with pytest.raises(OverTimeError), deadline(0.1):
        work()
    assert time.monotonic() - begin < 4


def test_a_component_that_outlasts_the_limit_has_failed_even_if_it_gives_a_result():
    def work():
        with suppress(BaseException):
            spin(5)
        return ()

    with (
        pytest.raises(ComponentError, match=r"longer than 0\.1 s .*, and went on"),
        deadline(0.1),
        call(),
    ):
        work()


def test_after_a_component_that_was_stopped_the_next_has_its_own_time():
    with deadline(0.2):
        for _ in range(4):
            with pytest.raises(ComponentError, match="OverTimeError"), call():
                spin(5)


def test_a_component_that_hangs_is_named():
    with pytest.raises(ComponentError) as caught, deadline(0.05), call("talk"):
        spin(5)
    assert str(caught.value) == (
        "tagger odd (plugin odd-one) failed on document 'talk':"
        " OverTimeError: took longer than 0.05 s (--time-limit)"
    )


def test_work_outside_components_is_limited_too():
    worker = Worker.__new__(Worker)
    worker._time_limit = 0.05
    worker.observers = SimpleNamespace(seconds={}, segments={})
    worker.stages = SimpleNamespace(tag_batch=lambda batch: spin(5))
    batch = [ParallelText(name, (), {}, {}) for name in ("one", "two")]
    with pytest.raises(DiscotagError, match=r"documents 'one' to 'two' took longer than 0\.05 s"):
        worker.work(batch)


def test_what_cannot_be_stopped_ends_the_process_and_shows_where_it_was():
    code = (
        "import signal, time\nfrom discotag.core.plugin_calls import deadline\n"
        "signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGALRM})\n"
        "def compiled(): time.sleep(20)\n"
        "with deadline(0.1): compiled()\n"
    )
    done = subprocess.run([sys.executable, "-c", code], check=False, capture_output=True, text=True)
    assert done.returncode == 1
    assert "in compiled" in done.stderr


@pytest.mark.parametrize(
    "trick",
    [
        "pass",
        "signal.setitimer(signal.ITIMER_REAL, 0)",
        "signal.signal(signal.SIGALRM, signal.SIG_IGN)",
    ],
    ids=["swallows all", "stops the alarm", "ignores the alarm"],
)
def test_a_component_that_does_not_let_itself_be_stopped_ends_with_its_process(trick):
    code = (
        "import signal, time\nfrom discotag.core.plugin_calls import plugin_call\n"
        "from discotag.core.plugin_calls import deadline\n"
        "def forever():\n    while True: time.sleep(0.01)\n"
        "with deadline(1), plugin_call('odd-one', 'tagger odd', 'talk'):\n"
        f"    {trick}\n"
        "    while True:\n        try: forever()\n        except BaseException: pass\n"
    )
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=20)
    assert done.returncode == 1
    assert "Timeout" in done.stderr
    if trick == "pass":
        told = "tagger odd (plugin odd-one) on document 'talk' goes on after it was stopped"
        assert told in done.stderr
