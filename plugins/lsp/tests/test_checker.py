"""Near a change findings come at once, the others follow; none is lost or stale."""

from __future__ import annotations

import threading
import time
from typing import TYPE_CHECKING, Any

import pytest
from pygls.workspace import PositionCodec

from discotag.plugin import ParallelText, open_registry
from discotag_lsp import checker as module
from discotag_lsp.checker import Change, Checker, Scheduler, State, change
from discotag_lsp.hover import plain
from discotag_lsp.pairs import Buffers, Pairs

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

REGISTRY = open_registry()
FILLER = ("The evening was long.", "La soirée était longue.")
FAMILIAR = ("You should rest.", "Tu devrais te reposer.")
POLITE = ("Your coffee is ready.", "Votre café est prêt.")


@pytest.mark.parametrize(
    ("old", "new", "found"),
    [
        ("abc", "abc", Change(3, 3, 3)),
        ("abc", "axc", Change(1, 2, 2)),
        ("abc", "abxc", Change(2, 2, 3)),
        ("abc", "ac", Change(1, 2, 1)),
        ("aaa", "aa", Change(2, 3, 2)),
        ("", "ab", Change(0, 0, 2)),
    ],
)
def test_a_change_is_what_lies_between_two_ends_that_stay(
    old: str, new: str, found: Change
) -> None:
    assert change(old, new) == found


def test_lines_behind_a_change_move_and_changed_ones_go() -> None:
    by = Change(1, 2, 4)
    assert [by.moved(row) for row in range(4)] == [0, None, 4, 5]


def test_newer_work_takes_the_place_of_older_and_waits_until_it_is_quiet() -> None:
    done: list[str] = []
    ready = threading.Event()
    scheduler = Scheduler("test")
    scheduler.plan("a", lambda: done.append("old"), delay=30)
    scheduler.plan("a", lambda: done.append("new"), delay=0)
    scheduler.plan("b", lambda: (done.append("b"), ready.set()), delay=0.05)
    assert ready.wait(5)
    assert done == ["new", "b"]
    scheduler.close()


def test_work_that_fails_does_not_stop_the_next(caplog: pytest.LogCaptureFixture) -> None:
    ready = threading.Event()
    scheduler = Scheduler("test")
    scheduler.plan("a", lambda: 1 / 0, delay=0)  # type: ignore[arg-type, return-value]
    scheduler.plan("b", ready.set, delay=0.05)
    assert ready.wait(5)
    assert "ZeroDivisionError" in caplog.text
    scheduler.close()


class Desk:
    """A translation that is worked on, with a checker that looks at few lines at a time."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.buffers = Buffers(PositionCodec())
        self.pairs = Pairs(REGISTRY, self.buffers)
        self.seen: list[list[tuple[str, int]]] = []
        self.checker = Checker(self.pairs, self._show, whole=4, quiet=0.3)
        self.path = folder / "fr.txt"
        (folder / "discotag.toml").write_text(
            '[[lint.files]]\nsource = "en.txt"\ntarget = "fr.txt"\n'
            'source_language = "en"\ntarget_language = "fr"\n'
        )

    def _show(self, state: State) -> None:
        self.seen.append([(item.finding.code, item.rows[0]) for item in state.findings])

    def write(self, *pairs: tuple[str, str]) -> list[list[tuple[str, int]]]:
        """Type whole texts; return what was shown until all is known."""
        for name, side in (("en.txt", 0), ("fr.txt", 1)):
            self.buffers.put(self.folder / name, "".join(f"{pair[side]}\n" for pair in pairs))
        self.seen = []
        (pair,) = self.pairs.of(self.path)
        self.checker.touch(pair, delay=0)
        while not self.seen or not self.checker.is_idle():
            time.sleep(0.01)
        return self.seen

    @property
    def state(self) -> Any:
        return self.checker.state(self.path)


@pytest.fixture
def desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Desk]:
    monkeypatch.setattr(module, "NEAR", 1)
    made = Desk(tmp_path)
    yield made
    made.checker.close()
    made.buffers.close()


def test_a_long_document_is_checked_near_a_change_and_then_as_a_whole(desk: Desk) -> None:
    rows = [FAMILIAR, FAMILIAR, *[FILLER] * 6]
    assert desk.write(*rows)[-1] == []
    rows[6] = POLITE
    near, whole = desk.write(*rows)
    assert near == []
    assert whole == [("DT101", 6)]


def test_what_is_found_near_a_change_is_shown_first(desk: Desk) -> None:
    rows = [FAMILIAR, FAMILIAR, *[FILLER] * 6]
    desk.write(*rows)
    rows[2] = POLITE
    near, whole = desk.write(*rows)
    assert near == whole == [("DT101", 2)]


def test_findings_move_with_their_lines(desk: Desk) -> None:
    rows = [FAMILIAR, FAMILIAR, POLITE, *[FILLER] * 6]
    assert desk.write(*rows)[-1] == [("DT101", 2)]
    near, whole = desk.write(FILLER, *rows)
    assert near == whole == [("DT101", 3)]
    (item,) = desk.state.findings
    assert (item.finding.spot.line, [spot.line for spot in item.finding.others]) == (4, [3])


def test_a_finding_goes_as_soon_as_its_word_or_what_it_conflicts_with_changes(desk: Desk) -> None:
    rows = [FAMILIAR, *[FILLER] * 4, POLITE, *[FILLER] * 2]
    assert desk.write(*rows)[-1] == [("DT101", 5)]
    rows[0] = FILLER
    near, whole = desk.write(*rows)
    assert near == whole == []


def test_what_did_not_change_is_not_checked_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    rows = [FAMILIAR, FAMILIAR, POLITE, *[FILLER] * 6]
    desk.write(*rows)
    monkeypatch.setattr(desk.pairs, "session", None)
    assert desk.write(*rows) == [[("DT101", 2)]]


def test_a_check_of_the_whole_stops_when_the_text_changes(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    begun, go_on, asked = threading.Event(), threading.Event(), []
    rows = [FAMILIAR, FAMILIAR, *[FILLER] * 6]
    desk.write(*rows)
    session = desk.pairs.session(desk.state.pair)
    check = session.check

    def slow(text: ParallelText, *others: Any, **settings: Any) -> Any:
        if len(text.source) == len(rows) and not asked:
            asked.append(text)
            begun.set()
            assert go_on.wait(20)
        return check(text, *others, **settings)

    monkeypatch.setattr(session, "check", slow)
    thread = threading.Thread(target=lambda: desk.write(*rows[:-1], POLITE))
    thread.start()
    assert begun.wait(20)
    (pair,) = desk.pairs.of(desk.path)
    desk.buffers.put(desk.path, "".join(f"{target}\n" for _, target in rows))
    desk.buffers.put(desk.folder / "en.txt", "".join(f"{source}\n" for source, _ in rows))
    desk.checker.touch(pair, delay=0)
    go_on.set()
    thread.join(30)
    while not desk.checker.is_idle():
        time.sleep(0.01)
    assert desk.seen[-1] == []


def test_what_is_not_saved_is_read_and_errors_name_the_file_itself(desk: Desk) -> None:
    (desk.folder / "fr.txt").write_text("x\n")
    desk.write(FAMILIAR, POLITE)
    assert len(desk.state.findings) == 1
    desk.buffers.put(desk.path, "\x00\n")
    (pair,) = desk.pairs.of(desk.path)
    desk.seen = []
    desk.checker.touch(pair, delay=0)
    while not desk.seen or not desk.checker.is_idle():
        time.sleep(0.01)
    assert "discotag-lsp-" not in desk.state.error


def test_sentences_of_one_line_are_placed_in_it(desk: Desk) -> None:
    lines = [tuple(" ".join(side) for side in zip(FAMILIAR, FILLER, POLITE, strict=True))]
    desk.write(*lines)
    (item,) = desk.state.findings
    spot = item.finding.spot
    assert (item.rows[0], spot.line) == (0, 1)
    assert lines[0][1][spot.column - 1 :].startswith("Votre")


def test_text_is_shown_as_it_is_and_never_as_markdown() -> None:
    assert plain("a_b *c*\n<img> [x](y)") == "a\\_b \\*c\\* \\<img\\> \\[x\\]\\(y\\)"
