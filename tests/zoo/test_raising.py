"""Plugins that leave: whatever they raise, wherever, is a failure that names them."""

from __future__ import annotations

import asyncio
import re
from functools import partial

import pluggy
import pytest

from discotag.core.components import TaggerInfo
from discotag.core.discovery import Status, discover
from discotag.core.errors import ComponentError, InputError, UsageError
from discotag.core.hookspecs import hookimpl


class Own(BaseException):
    """A class that is no Exception."""


class MuteError(Exception):
    """A text that cannot be read."""

    def __str__(self):
        raise SystemExit(0)


def raising(error, *_):
    raise error


def half_way(error, *_):
    yield from ()
    raise error


RAISED = {
    "exit 0": (SystemExit(0), r"called sys\.exit\(0\)"),
    "exit with a text": (SystemExit("bye"), r"called sys\.exit\(bye\)"),
    "exit with nothing": (SystemExit(None), r"called sys\.exit\(\)"),
    "GeneratorExit": (GeneratorExit(), "GeneratorExit"),
    "a task that was cancelled": (asyncio.CancelledError(), "CancelledError"),
    "an error of pluggy": (pluggy.PluginValidationError(None, "no"), "PluginValidationError"),
    "a BaseException of its own": (Own("mine"), "Own: mine"),
    "RecursionError": (RecursionError("deep"), "RecursionError: deep"),
    "MemoryError": (MemoryError(), "MemoryError"),
    "StopIteration": (StopIteration(3), "StopIteration|generator raised StopIteration"),
    "a text that exits": (MuteError(), "its text cannot be read"),
    "a text without end": (ValueError("x" * 10**6), r"ValueError: x{1000}… \(1000000 letters\)"),
}
"""What is raised, and how it is told."""
PLACES = (
    *(f"{role}.create" for role in (
        "tagger", "aligner", "analyzer", "coref", "annotator", "scorer", "report",
    )),
    "tagger.mark", "aligner.align", "analyzer.analyze", "coref.resolve", "annotator.annotate",
    "scorer.statistics", "scorer.measures", "scorer.signature", "scorer.finish", "analyzer.finish",
    "report.render",
)  # fmt: skip
"""Where plugins are called in a run."""


@pytest.mark.parametrize("raised", RAISED)
def test_whatever_a_tagger_raises_is_a_failure_that_names_it(cage, raised):
    error, told = RAISED[raised]
    cage.deeds = {"tagger.mark": partial(raising, error)}
    outcome = cage.run()
    assert outcome.exit_code == ComponentError.exit_code
    assert "tagger odd (plugin odd-one) failed on document 'talk'" in outcome.message
    assert re.search(told, outcome.message)
    assert len(outcome.message) < 2000
    assert outcome.kept == set()


@pytest.mark.parametrize("place", PLACES)
def test_an_exit_is_a_failure_wherever_a_plugin_is_called(cage, place):
    cage.deeds = {place: partial(raising, SystemExit(0))}
    outcome = cage.run()
    assert outcome.exit_code == ComponentError.exit_code
    role = place.partition(".")[0]
    assert f"{role} odd (plugin odd-one) failed" in outcome.message
    assert "called sys.exit(0)" in outcome.message
    assert "run.json" not in outcome.kept  # a folder with it is whole


@pytest.mark.parametrize("place", ["tagger.mark", "scorer.statistics", "report.render"])
def test_an_exit_half_way_through_a_generator_is_a_failure(cage, place):
    cage.deeds = {place: partial(half_way, SystemExit(0))}
    outcome = cage.run()
    assert isinstance(outcome.error, ComponentError)
    assert "odd-one" in outcome.message


@pytest.mark.parametrize("name", ["analyzer.digest", "aligner.digest", "tagger.reasons"])
def test_an_exit_in_a_property_is_a_failure(cage, name):
    cage.deeds = {name: property(partial(raising, SystemExit(0)))}
    outcome = cage.run()
    if name == "tagger.reasons":  # a run does not ask for reasons
        assert outcome.exit_code == 0
    else:
        assert f"{name.partition('.')[0]} odd (plugin odd-one) failed" in outcome.message


@pytest.mark.parametrize(
    ("place", "does"),
    [
        ("check.create", "lint"), ("check.check", "lint"),
        ("reader.create", "read"), ("reader.read", "read"), ("reader.size", "read"),
        ("reader.notes", "read"),
        ("writer.create", "write"), ("writer.open", "write"),
        ("executor.create", "execute"),
    ],
)  # fmt: skip
def test_an_exit_is_a_failure_in_other_commands_too(cage, place, does):
    cage.deeds = {place: partial(raising, SystemExit("all is well"))}
    outcome = getattr(cage, does)()
    assert isinstance(outcome.error, ComponentError)
    role = place.partition(".")[0]
    assert f"{role} odd (plugin odd-one) failed" in outcome.message


def test_an_exit_in_a_reader_half_way_is_a_failure(cage):
    cage.deeds = {"reader.read": partial(half_way, SystemExit(0))}
    assert "reader odd (plugin odd-one) failed: called sys.exit(0)" in cage.read().message


@pytest.mark.parametrize("method", ["__enter__", "__exit__", "write"])
def test_an_exit_while_a_file_is_written_is_a_failure(cage, method):
    leave = partial(raising, SystemExit(0))
    methods = {"__enter__": lambda self: lambda tagged: None, "__exit__": lambda *_: None}
    methods |= {"__enter__": lambda self: leave} if method == "write" else {method: leave}
    cage.deeds = {"writer.open": lambda path: type("Odd", (), methods)()}
    assert "writer odd (plugin odd-one) failed" in cage.write().message


def test_what_was_left_is_skipped_and_counted_where_the_user_wishes(cage):
    cage.deeds = {"tagger.mark": partial(raising, SystemExit(0))}
    outcome = cage.run(on_error="skip")
    assert len(outcome.result.tally.failures) == 2
    assert "run.json" in outcome.kept


def test_ctrl_c_stays_ctrl_c(cage):
    cage.deeds = {"tagger.mark": partial(raising, KeyboardInterrupt())}
    assert isinstance(cage.run().error, KeyboardInterrupt)


@pytest.mark.parametrize(
    ("error", "code"),
    [(InputError("no such word", path="x.txt", line=3), 3), (UsageError("no such thing"), 2)],
    ids=["InputError", "UsageError"],
)
def test_an_error_of_ours_that_a_plugin_raises_names_it_once(cage, error, code):
    cage.deeds = {"analyzer.analyze": partial(raising, error)}
    outcome = cage.run()
    assert outcome.exit_code == code
    assert outcome.message == f"{error} (in analyzer odd, plugin odd-one)"
    cage.deeds = {"analyzer.analyze": partial(raising, UsageError("odd-one: no such option"))}
    assert cage.run().message == "odd-one: no such option"


def test_an_error_of_ours_from_a_tagger_is_skipped_like_any_other(cage):
    cage.deeds = {"tagger.mark": partial(raising, InputError("no such word"))}
    outcome = cage.run(on_error="skip")
    told = "no such word (in tagger odd, plugin odd-one, document 'talk')"
    assert outcome.result.tally.failures[0] == told


@pytest.mark.parametrize("raised", RAISED)
def test_whatever_a_plugin_raises_at_its_import_leaves_it_out(make_point, raised):
    error, told = RAISED[raised]
    points = [make_point("odd-one", error=error), make_point("good")]
    plugins = discover(found=points, environ={})
    broken = {record.name: record.reason for record in plugins.broken()}
    assert set(broken) == {"odd-one"}
    assert re.search(told, broken["odd-one"])


@pytest.mark.parametrize("raised", RAISED)
def test_whatever_a_hook_raises_leaves_its_plugin_out(make_point, make_registry, raised):
    error, told = RAISED[raised]
    registry = make_registry(make_point("odd-one", taggers=error), make_point("good"))
    (record,) = registry.plugins.broken()
    assert (record.name, record.status) == ("odd-one", Status.FAILED)
    assert re.search(told, record.reason)


def test_declarations_without_end_are_not_waited_for(make_point, make_registry):
    def endless():
        number = 0
        while True:
            number += 1
            yield TaggerInfo(name=f"t{number}", phenomenon="t", summary="s", factory="m:T")

    registry = make_registry(make_point("odd-one", taggers=endless()))
    assert len(registry.taggers.items) == 10_000


@pytest.mark.parametrize("kind", [None, 3, "text", object()], ids=["None", "int", "str", "object"])
def test_a_declaration_of_no_kind_leaves_its_plugin_out(make_point, make_registry, kind):
    registry = make_registry(make_point("odd-one", taggers=[kind]))
    assert "not TaggerInfo" in next(registry.plugins.broken()).reason


def test_a_declaration_that_was_not_checked_leaves_its_plugin_out(make_point, make_registry):
    info = TaggerInfo.model_construct(name=5, phenomenon=None, summary="s", factory="m:T")
    registry = make_registry(make_point("odd-one", taggers=[info]))
    assert next(registry.plugins.broken()).reason == (
        "discotag_taggers raised TaggerInfo: name: Input should be a valid string;"
        " phenomenon: Input should be a valid string"
    )


@pytest.mark.parametrize("raised", ["exit 0", "a BaseException of its own"])
def test_an_observer_that_leaves_is_taken_out_and_named(cage, make_point, raised):
    def discotag_stage_started(stage):
        raise RAISED[raised][0]

    point = make_point("watcher")
    point.module.discotag_stage_started = hookimpl(discotag_stage_started)
    cage.points = (point,)
    outcome = cage.run()
    assert outcome.exit_code == 0
    assert "discotag_stage_started (plugin watcher) failed" in outcome.log
