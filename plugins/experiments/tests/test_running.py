"""Running steps, stopping in the middle, and going on."""

from __future__ import annotations

import subprocess
import sys
from typing import TYPE_CHECKING

import pytest

from discotag.plugin import DiscotagError, InputError, UsageError
from discotag_experiments.steps import (
    LOG,
    Given,
    State,
    Step,
    folder_of,
    keyed,
    run_steps,
    state_of,
)

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from discotag_experiments.steps import Keyed


class Runner:
    """Writes each step's output; fails, or is killed, where it is told to."""

    def __init__(self, *, fails: str = "", is_killed: bool = False) -> None:
        self.ran: list[str] = []
        self._fails, self._is_killed = fails, is_killed

    def __call__(self, arguments: Sequence[str], stdout: Path, log: Path) -> int:
        """Run a step."""
        name = arguments[0]
        self.ran.append(name)
        log.write_text("reading\nno such thing\n")
        if name == self._fails:
            (log.parent / "checkpoint").write_text("half")
            if self._is_killed:
                raise KeyboardInterrupt
            return 3
        (stdout.parent / "made").write_text(" ".join(arguments))
        return 0


@pytest.fixture
def out(tmp_path: Path) -> Path:
    return tmp_path / "out"


def steps(out: Path, *, second: str = "1") -> list[Keyed]:
    first = Given(folder_of(out, "one") / "made", "models.one")
    made = [
        Step("one", "models.one", ("one",), ("made",)),
        Step("two", "systems.two", ("two", second, first), ("made",)),
        Step("three", "systems.three", ("three",), ("made",)),
    ]
    return keyed(made, out, out.parent)


def run(items: Sequence[Keyed], out: Path, runner: Runner) -> list[str]:
    told: list[str] = []
    run_steps(items, out, tell=told.append, runner=runner)
    return told


def test_what_is_done_is_not_done_again(out: Path) -> None:
    run(steps(out), out, Runner())
    again = Runner()
    told = run(steps(out), out, again)
    assert again.ran == []
    assert told == [
        f"[{n}/3] {name}: done before" for n, name in enumerate(("one", "two", "three"), 1)
    ]


def test_a_change_redoes_what_depends_on_it_in_an_empty_folder(out: Path) -> None:
    run(steps(out), out, Runner())
    (folder_of(out, "two") / "checkpoint").write_text("old")
    again = Runner()
    run(steps(out, second="2"), out, again)
    assert again.ran == ["two"]
    assert not (folder_of(out, "two") / "checkpoint").exists()


def test_an_output_that_was_deleted_is_made_again(out: Path) -> None:
    run(steps(out), out, Runner())
    (folder_of(out, "three") / "made").unlink()
    again = Runner()
    run(steps(out), out, again)
    assert again.ran == ["three"]


def test_a_killed_step_goes_on_in_its_folder(out: Path) -> None:
    with pytest.raises(KeyboardInterrupt):
        run(steps(out), out, Runner(fails="two", is_killed=True))
    items = steps(out)
    assert [state_of(item) for item in items] == [State.DONE, State.BEGUN, State.OPEN]
    again = Runner()
    told = run(items, out, again)
    assert again.ran == ["two", "three"]
    assert (folder_of(out, "two") / "checkpoint").read_text() == "half"
    assert told[1] == "[2/3] two: begun, goes on …"


def test_a_failed_step_names_itself_its_key_and_what_it_said(out: Path) -> None:
    with pytest.raises(DiscotagError) as caught:
        run(steps(out), out, Runner(fails="two"))
    message = str(caught.value)
    assert "step two (config key systems.two) ended with code 3" in message
    assert str(folder_of(out, "two") / LOG) in message
    assert "  no such thing" in message
    assert "It was: discotag two 1 " in message
    assert state_of(steps(out)[1]) is State.BEGUN


def test_a_step_without_its_output_has_failed(out: Path) -> None:
    items = keyed([Step("one", "models.one", ("one",), ("made", "report"))], out, out.parent)
    with pytest.raises(DiscotagError, match="left no report"):
        run(items, out, Runner())


def test_nothing_runs_while_a_file_is_missing(out: Path, tmp_path: Path) -> None:
    wanted = Given(tmp_path / "talks.en", "texts.train.src")
    made = [Step("one", "models.one", ("one",), ()), Step("two", "x", ("two", wanted), ())]
    runner = Runner()
    with pytest.raises(InputError, match=r"talks\.en: is not there; it is named by texts\.train"):
        run(keyed(made, out, tmp_path), out, runner)
    assert runner.ran == []


def test_a_folder_that_holds_something_else_is_refused(out: Path) -> None:
    out.mkdir()
    (out / "letters.txt").write_text("dear")
    with pytest.raises(UsageError, match="holds something else"):
        run(steps(out), out, Runner())


def test_two_commands_do_not_work_in_one_folder(out: Path) -> None:
    pytest.importorskip("fcntl")

    def nested(arguments: Sequence[str], stdout: Path, log: Path) -> int:
        del arguments, stdout, log
        run(steps(out), out, Runner())
        return 0

    with pytest.raises(UsageError, match="another command is at work"):
        run_steps(steps(out), out, tell=lambda _: None, runner=nested)


def test_a_step_ends_with_who_started_it(tmp_path: Path) -> None:
    process = subprocess.Popen(
        [
            sys.executable,
            "-m",
            "discotag.cli.exit_with_parent",
            "demo",
            "--out",
            str(tmp_path / "demo"),
        ],
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
    )
    assert process.stdin is not None
    with process:
        process.stdin.close()
        assert process.wait(timeout=30) == 143  # in order, as on SIGTERM


def test_a_step_runs_in_a_process_of_its_own(out: Path) -> None:
    made = [Step("plugins", "x", ("plugins", "--json"), ("plugins.json",), stdout="plugins.json")]
    items = keyed(made, out, out.parent)
    run_steps(items, out, tell=lambda _: None)
    content = (folder_of(out, "plugins") / "plugins.json").read_text("utf-8")
    assert '"core-readers"' in content
    assert state_of(items[0]) is State.DONE
