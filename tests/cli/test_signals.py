"""Ctrl-C and SIGTERM: one line that says what is kept, and the exit code of the signal."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from discotag.cli import main, signals
from discotag.demo import demo_files
from discotag.pipeline import stages

pytestmark = pytest.mark.skipif(os.name == "nt", reason="Windows has no such signals")


@pytest.fixture
def arguments(tmp_path):
    demo = demo_files("fr")
    return [
        "discotag", "run", "--src", str(demo.source), "--ref", str(demo.reference), "--docids",
        str(demo.docids), "-s", "en", "-t", "fr", "-p", "formality", "--scorers", "choice",
        "--out", str(tmp_path / "out"), "--no-cache",
    ]  # fmt: skip


@pytest.fixture
def stopped(monkeypatch, capsys):
    """Yield a function that runs a command until it is stopped: its exit code, what it said."""
    before = {number: signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM)}
    monkeypatch.setattr(signals._Received, "moment", None)
    monkeypatch.setattr(stages, "BATCH_SEGMENTS", 30)

    def run(arguments):
        monkeypatch.setattr(sys, "argv", arguments)
        monkeypatch.setattr(signals._Received, "moment", None)
        with pytest.raises(SystemExit) as end:
            main()
        return end.value.code, capsys.readouterr().err

    yield run
    for number, handler in before.items():
        signal.signal(number, handler)


def at_call(monkeypatch, owner, name, number, *, call):
    """Send a signal to this process at a call of something."""
    real, calls = getattr(owner, name), []

    def calling(*args, **kwargs):
        calls.append(name)
        if len(calls) == call:
            signal.raise_signal(number)
        return real(*args, **kwargs)

    monkeypatch.setattr(owner, name, calling)


@pytest.mark.parametrize(
    ("number", "how"),
    [(signal.SIGINT, "interrupted"), (signal.SIGTERM, "stopped by SIGTERM")],
)
def test_a_run_says_what_is_kept_and_goes_on(stopped, arguments, tmp_path, number, how):
    out = tmp_path / "out"
    with pytest.MonkeyPatch.context() as patch:
        at_call(patch, stages.Stages, "tag_batch", number, call=3)
        found, said = stopped(arguments)
    assert found == 128 + number
    kept = f"kept in {out}: 65 segments; the same command goes on from there"
    assert said == f"discotag: {how}; {kept}\n"
    assert [path.name for path in out.rglob("*")] == [".unfinished.sqlite"]
    with pytest.MonkeyPatch.context() as patch:
        at_call(patch, stages.Stages, "tag_batch", number, call=1)
        assert "65 segments" in stopped(arguments)[1]


def test_a_run_that_has_kept_nothing_says_so(stopped, arguments, tmp_path, monkeypatch):
    at_call(monkeypatch, stages.Stages, "tag_batch", signal.SIGINT, call=1)
    assert stopped(arguments) == (130, "discotag: interrupted; no file was written\n")
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize(
    "place",
    [
        "discotag.runs.run.results",
        "discotag.runs.run.write_folder",
        "discotag.runs.reporting.write_json",
    ],
)
def test_a_run_is_kept_to_the_end(stopped, arguments, tmp_path, monkeypatch, place):
    owner, _, name = place.rpartition(".")
    with monkeypatch.context() as patch:
        at_call(patch, sys.modules[owner], name, signal.SIGTERM, call=1)
        found, said = stopped([*arguments, "--no-report"])
    assert found == 143
    assert "133 segments; the same command goes on from there" in said


def test_what_the_cache_holds_is_told(stopped, arguments, tmp_path, monkeypatch):
    monkeypatch.setenv("DISCOTAG_CACHE", str(tmp_path / "cache"))
    at_call(monkeypatch, stages.Stages, "tag_batch", signal.SIGINT, call=2)
    without_out = arguments[: arguments.index("--out")]
    assert "no file was written; what was computed is in the cache" in stopped(without_out)[1]


def test_a_signal_that_is_sent_twice_at_once_is_one_and_a_later_one_ends(monkeypatch):
    ended = []
    monkeypatch.setattr(signals._Received, "moment", None)
    monkeypatch.setattr(signals.os, "_exit", ended.append)
    with pytest.raises(KeyboardInterrupt):
        signals._stop(signal.SIGTERM, None)
    signals._stop(signal.SIGTERM, None)
    assert ended == []
    monkeypatch.setattr(signals, "TOGETHER", 0)
    signals._stop(signal.SIGINT, None)
    assert ended == [130]


def test_a_signal_that_is_to_be_ignored_stays_ignored(stopped, monkeypatch):
    signal.signal(signal.SIGTERM, signal.SIG_IGN)  # as `nohup` and shells do for some signals
    signals.listen()
    assert signal.getsignal(signal.SIGTERM) == signal.SIG_IGN


EARLY = """
import os, signal, sys
class Stops:
    def find_spec(self, name, *_):
        if name == "typer":
            os.kill(os.getpid(), signal.SIGINT)
sys.meta_path.insert(0, Stops())
from discotag.cli import main
sys.argv = ["discotag", "plugins"]
main()
"""


def test_an_interrupt_while_modules_are_imported_has_no_traceback():
    done = subprocess.run(
        [sys.executable, "-c", EARLY], check=False, capture_output=True, text=True
    )
    assert (done.returncode, done.stderr) == (130, "discotag: interrupted; no file was written\n")


FIRST = """
import os, signal, sys
class Stops:
    def find_spec(self, name, *_):
        if name == "discotag.cli":
            os.kill(os.getpid(), signal.{number})
sys.meta_path.insert(0, Stops())
from discotag.program import main
main()
"""


@pytest.mark.parametrize(
    ("number", "code", "how"),
    [("SIGINT", 130, "interrupted"), ("SIGTERM", 143, "stopped by SIGTERM")],
)
def test_a_signal_before_the_program_is_imported_has_one_line(number, code, how):
    done = subprocess.run(
        [sys.executable, "-c", FIRST.replace("{number}", number)],
        check=False, capture_output=True, text=True,
    )  # fmt: skip
    assert (done.returncode, done.stderr) == (code, f"discotag: {how}; no file was written\n")


LISTENING = """
from discotag.cli import main, signals
signals.listen()  # before it Python itself answers, however long its own start takes
print("listening", flush=True)
main()
"""


@pytest.fixture
def long(arguments, tmp_path):
    """The same run over so many copies of the texts that it lasts longer than any wait here."""
    found = list(arguments)
    for option in ("--src", "--ref", "--docids"):
        place = found.index(option) + 1
        lines = Path(found[place]).read_text("utf-8").splitlines(keepends=True)
        copies = (
            line if option != "--docids" else f"{number}-{line}"
            for number in range(40)
            for line in lines
        )
        found[place] = str(tmp_path / f"long{option}")
        Path(found[place]).write_text("".join(copies), "utf-8")
    return found


@pytest.mark.parametrize("seconds", [0.2, 0.8, 4])
def test_workers_end_with_a_run_that_is_interrupted(long, seconds):
    """As in a terminal, all processes get the signal."""
    command = [sys.executable, "-c", LISTENING, *long[1:], "--jobs", "2"]
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True
    )
    assert process.stdout.readline() == "listening\n"
    time.sleep(seconds)
    os.killpg(process.pid, signal.SIGINT)
    _, said = process.communicate(timeout=60)  # until nobody holds standard error any more
    assert process.returncode == 130
    assert said.startswith("discotag: interrupted; ")
    assert len(said.splitlines()) == 1  # no tracebacks of workers, no leaked semaphores
