"""Plugins that leave things as they should not be: what all share is put back, and told."""

from __future__ import annotations

import builtins
import decimal
import io
import locale
import os
import random
import signal
import sys
import threading
import time
import warnings

import numpy as np
import numpy.random  # numpy itself imports it late
import pytest

from discotag.core.global_state import CHEAP, EVERY, State


def chdir():
    os.chdir("/")


def set_locale():
    locale.setlocale(locale.LC_ALL, "C" if locale.setlocale(locale.LC_ALL) != "C" else "C.UTF-8")


def steal_output():
    sys.stdout = io.StringIO()


def steal_errors():
    sys.stderr = None


def silence_warnings():
    warnings.simplefilter("ignore")


def repeat_warnings():
    warnings.simplefilter("always")


def limit_recursion():
    sys.setrecursionlimit(5000)


def round_decimals():
    decimal.getcontext().prec = 3


def shadow_modules():
    sys.path.insert(0, "/nowhere")


def forget_modules():
    sys.path.clear()


def ignore_ctrl_c():
    signal.signal(signal.SIGINT, signal.SIG_IGN)


def ignore_the_end():
    signal.signal(signal.SIGTERM, signal.SIG_IGN)


def go_online():
    os.environ.pop("DISCOTAG_OFFLINE", None)
    os.environ["HF_HUB_OFFLINE"] = "0"


def move_the_cache():
    os.environ["DISCOTAG_CACHE"] = "/nowhere"


def seed():
    random.seed(1)


def draw():
    random.random()


def draw_by_numpy():
    np.random.random()


DEEDS = {
    chdir: "the working directory",
    set_locale: "the locale",
    steal_output: "standard output",
    steal_errors: "the standard streams",
    silence_warnings: "the filters of warnings",
    repeat_warnings: "the filters of warnings",
    limit_recursion: "the limit of recursion",
    round_decimals: "the context of decimal numbers",
    shadow_modules: "the search path of modules",
    forget_modules: "the search path of modules",
    ignore_ctrl_c: "the handlers of signals",
    ignore_the_end: "the handlers of signals",
    go_online: "environment variables of discotag",
    move_the_cache: "environment variables of discotag",
    seed: "random numbers",
    draw: "random numbers",
    draw_by_numpy: "the random numbers of numpy",
}
"""What a plugin does → what it changes by that."""
OF_ENGINES = {shadow_modules, forget_modules, seed, draw, draw_by_numpy}
"""What engines do while they are loaded, so that nothing is told of it then."""


@pytest.fixture(autouse=True)
def _everything_is_as_it_was(monkeypatch):
    """Whatever a plugin leaves changed fails the test, and is put back for the next."""
    monkeypatch.setenv("DISCOTAG_OFFLINE", "1")
    state = State.now(is_full=True)
    yield
    assert state.put_back() == []


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
@pytest.mark.parametrize("place", ["tagger.mark", "tagger.create", "scorer.measures"])
def test_what_a_plugin_changes_is_put_back_and_told(cage, deed, place):
    work = {"scorer.measures": lambda counts: {"share": np.zeros(len(counts))}}.get(place)

    tagger = type("Odd", (), {"mark": lambda self, document: ()})()

    def odd(*given):
        deed()
        if work is not None:
            return work(*given)
        return tagger if "create" in place else ()

    cage.deeds = {place: odd}
    outcome = cage.run()
    assert outcome.exit_code == 0
    role = place.partition(".")[0]
    told = f"{role} odd (plugin odd-one) changed {DEEDS[deed]}; it was put back"
    is_quiet = "create" in place and deed in OF_ENGINES
    assert (told in outcome.log) is not is_quiet
    assert outcome.log.count(told) <= 1


@pytest.mark.parametrize("deed", DEEDS, ids=lambda deed: deed.__name__)
def test_what_a_hook_changes_is_put_back_and_told(cage, deed):
    def declare():
        deed()
        yield from ()

    outcome = cage.tried(lambda: cage.registry(commands=declare()))
    assert f"discotag_commands (plugin odd-one) changed {DEEDS[deed]}" in outcome.log


def test_what_an_import_changes_is_put_back_and_told(cage, make_point):
    class Point(type(make_point("p"))):
        def load(self):
            chdir()
            return super().load()

    good = make_point("watcher")
    cage.points = (Point(good.name, good.module),)
    outcome = cage.tried(cage.registry)
    assert "plugin (plugin watcher) changed the working directory" in outcome.log


def test_what_fails_is_put_back_too(cage):
    def odd(document):
        chdir()
        sys.exit(0)

    cage.deeds = {"tagger.mark": odd}
    assert "called sys.exit(0)" in cage.run().message


def test_a_filter_of_a_librarys_own_warnings_may_stay():
    state = State.now(is_full=True)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message="numpy.ndarray size changed")
        assert state.put_back() == []


def test_what_a_plugin_prints_goes_to_standard_error(cage, capsys):
    def odd(document):
        sys.stdout.write("hello")
        return ()

    cage.deeds = {"tagger.mark": odd}
    outcome = cage.run()
    assert outcome.exit_code == 0
    given = capsys.readouterr()
    assert given.out == ""
    assert "hello" in given.err
    assert "tagger odd (plugin odd-one) prints" in outcome.log


def test_a_plugin_that_closes_standard_output_closes_nothing(cage, capsys):
    cage.deeds = {"tagger.mark": lambda document: sys.stdout.close() or ()}
    assert cage.run().exit_code == 0
    sys.stdout.write("still here")
    assert capsys.readouterr().out == "still here"


@pytest.mark.parametrize(
    "odd",
    [
        lambda document: object.__setattr__(document, "id", "other") or (),
        lambda document: document.target.tokens[0].__setattr__("text", "other"),
        lambda document: document.target.segments.append("other"),
    ],
    ids=["by force", "an attribute", "a list"],
)
def test_what_a_tagger_does_to_its_document_reaches_no_other(cage, odd):
    cage.deeds = {"tagger.mark": odd}
    outcome = cage.run(on_error="skip")
    assert outcome.exit_code == 0
    assert "talk" in (outcome.out / "tags" / "ref.jsonl").read_text("utf-8")


def test_a_component_cannot_change_the_options_or_tables_of_the_run(cage):
    def create(context):
        context.options["n"] = 1

    cage.deeds = {"tagger.create": create}
    assert "does not support item assignment" in cage.run().message


def test_a_patch_of_our_own_code_is_not_found_out(cage, monkeypatch):
    """A plugin is code; docs/security.md says so."""
    monkeypatch.setattr(builtins, "sum", sum)
    cage.deeds = {"tagger.mark": lambda document: setattr(builtins, "sum", sum) or ()}
    assert cage.run().exit_code == 0


def test_a_thread_that_goes_on_does_not_hinder_a_run(cage):
    ended = threading.Event()
    cage.deeds = {"tagger.mark": lambda document: threading.Thread(target=ended.wait).start() or ()}
    assert cage.run().exit_code == 0
    ended.set()


def hang(*_):
    end = time.monotonic() + 20
    while time.monotonic() < end:
        time.sleep(0.001)


def swallow(*_):
    try:
        hang()
    except BaseException:
        return ()
    return ()


@pytest.mark.parametrize(
    ("deed", "told"),
    [
        (hang, "OverTimeError: took longer than 0.5 s"),
        (swallow, "0.5 s (--time-limit), and went on"),
    ],
    ids=["hangs", "swallows the alarm"],
)
@pytest.mark.parametrize("place", ["tagger.mark", "analyzer.analyze"])
def test_what_takes_too_long_is_stopped_and_named(cage, deed, told, place):
    cage.deeds = {place: deed}
    outcome = cage.run(time_limit=0.5)
    assert f"{place.partition('.')[0]} odd (plugin odd-one) failed" in outcome.message
    assert told in outcome.message


def test_what_takes_too_long_to_be_made_is_stopped_and_named(cage):
    cage.deeds = {"tagger.create": hang}
    outcome = cage.run(time_limit=0.05)
    assert outcome.message == (
        "tagger odd (plugin odd-one) failed: OverTimeError: took longer than 0.5 s (--time-limit)"
    )


def test_a_plugin_that_stops_the_alarm_is_told_and_limited_again(cage):
    def odd(document):
        signal.setitimer(signal.ITIMER_REAL, 0)
        return ()

    cage.deeds = {"tagger.mark": odd, "scorer.statistics": hang}
    outcome = cage.run(time_limit=1)
    assert "changed the alarm of --time-limit; it was put back" in outcome.log
    assert "scorer odd (plugin odd-one) failed" in outcome.message


def test_seeing_what_is_shared_costs_little():
    """The bound is far above what it takes (some 50 µs), for busy machines."""
    begin = time.process_time()
    for _ in range(200):
        State.now(is_full=False).put_back()
    assert (time.process_time() - begin) / 200 < 0.001
    assert set(CHEAP) < set(EVERY)
