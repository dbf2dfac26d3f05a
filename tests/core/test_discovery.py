"""Plugins are found one at a time; a broken one is kept with its reason and stops nobody else."""

from __future__ import annotations

import hashlib

import pytest

from discotag.core import discovery
from discotag.core.components import TaggerInfo
from discotag.core.discovery import Status, discover
from discotag.core.errors import PluginError, UnknownNameError

TAGGER = TaggerInfo(name="questions", phenomenon="questions", summary="s", factory="m:T")


def statuses(plugins):
    return {record.name: record.status for record in plugins.records}


def test_a_plugin_that_fails_at_import_is_kept_with_its_reason_and_the_others_load(make_point):
    points = [
        make_point("bad", error=ImportError("no torch")),
        make_point("good", taggers=[TAGGER]),
    ]
    plugins = discover(found=points, environ={})
    assert statuses(plugins) == {"bad": Status.FAILED, "good": Status.LOADED}
    assert "no torch" in plugins.records[0].reason


@pytest.mark.parametrize(
    ("api", "reason"),
    [
        ((2, 0), "written for API 2.0"),
        ((1, 99), "written for API 1.99"),
        (None, "states no DISCOTAG_API"),
        ("1.0", "not a pair"),
        ((1, "x"), "not a pair"),
    ],
    ids=["major", "minor", "missing", "text", "nonsense"],
)
def test_a_plugin_for_another_api_is_incompatible_not_a_crash(make_point, api, reason):
    record = discover(found=[make_point("old", api=api)], environ={}).records[0]
    assert record.status is Status.INCOMPATIBLE
    assert reason in record.reason


def test_an_unknown_hook_gets_a_suggestion(make_point):
    record = discover(found=[make_point("typo", tagers=[TAGGER])], environ={}).records[0]
    assert record.status is Status.FAILED
    assert "did you mean discotag_taggers?" in record.reason


def test_blocking_happens_before_import(make_point):
    point = make_point("heavy", error=AssertionError("was imported"))
    record = discover(found=[point], without=["heavy"], environ={}).records[0]
    assert record.status is Status.BLOCKED


def test_blocking_an_unknown_plugin_is_an_error_with_a_suggestion(make_point):
    with pytest.raises(UnknownNameError, match="did you mean 'lang-fr'"):
        discover(found=[make_point("lang-fr")], without=["lang-fx"], environ={})


def test_the_environment_disables_plugins(make_point):
    points = [make_point("a"), make_point("b")]
    plugins = discover(found=points, environ={"DISCOTAG_DISABLE_PLUGINS": "a"})
    assert statuses(plugins) == {"a": Status.BLOCKED, "b": Status.LOADED}


@pytest.mark.parametrize(("only", "loaded"), [("b", {"b", "core"}), ("", {"core"})])
def test_the_environment_names_the_only_plugins_and_built_ins_stay(make_point, only, loaded):
    points = [make_point("a"), make_point("b"), make_point("core", distribution="discotag")]
    plugins = discover(found=points, environ={"DISCOTAG_PLUGINS": only})
    assert {name for name, status in statuses(plugins).items() if status == "loaded"} == loaded


def test_two_distributions_with_one_plugin_name_lose_it_and_say_so(make_point):
    points = [make_point("same", distribution="one"), make_point("same", distribution="two")]
    record = discover(found=points, environ={}).records[0]
    assert record.status is Status.FAILED
    assert "two" in record.reason


def put(folder, name, module="math"):
    info = folder / f"{name}-1.5.dist-info"
    info.mkdir(parents=True)
    (info / "METADATA").write_text(f"Metadata-Version: 2.1\nName: {name}\nVersion: 1.5\n")
    (info / "entry_points.txt").write_text(f"[acme]\n{name} = {module}:pi\n")


def names():
    return [found.point.name for found in discovery.installed_points("acme")]


def test_a_point_has_its_owner(tmp_path, monkeypatch):
    put(tmp_path, "one")
    monkeypatch.syspath_prepend(tmp_path)
    (found,) = discovery.installed_points("acme")
    assert (found.point.name, found.distribution, found.version) == ("one", "one", "1.5")


def test_what_joins_the_path_or_a_folder_of_it_is_seen(tmp_path, monkeypatch):
    put(tmp_path / "a", "one")
    put(tmp_path / "b", "two")
    monkeypatch.syspath_prepend(tmp_path / "a")
    assert names() == ["one"]
    monkeypatch.syspath_prepend(tmp_path / "b")
    assert sorted(names()) == ["one", "two"]
    put(tmp_path / "b", "three")
    assert sorted(names()) == ["one", "three", "two"]


def test_plugins_are_found_again_without_reading_entry_points_again(monkeypatch):
    before = discover(environ={}).records

    def refuse(**_: object) -> None:
        pytest.fail("entry points were read again")

    monkeypatch.setattr(discovery, "entry_points", refuse)
    assert discover(environ={}).records == before


GREETINGS = """
from discotag.plugin import Mark, Tagger, TaggerInfo, hookimpl

DISCOTAG_API = (1, 0)


@hookimpl
def discotag_taggers():
    yield TaggerInfo(
        name="greetings", phenomenon="greetings", summary="", factory="greetings_file:Greetings"
    )


class Greetings(Tagger):
    pass
"""


def test_a_file_is_a_plugin_whose_version_is_a_digest(tmp_path):
    path = tmp_path / "greetings_file.py"
    path.write_text(GREETINGS, encoding="utf-8")
    environ = {"DISCOTAG_PLUGIN_FILES": str(path)}
    (record,) = discover(found=(), environ=environ).records
    assert (record.name, record.distribution, record.status) == (
        "greetings_file", "greetings_file.py", "loaded",
    )  # fmt: skip
    assert record.version == hashlib.sha256(path.read_bytes()).hexdigest()[:8]


def test_a_file_with_the_name_of_a_module_is_refused(tmp_path):
    path = tmp_path / "json.py"
    path.write_text(GREETINGS, encoding="utf-8")
    (record,) = discover(found=(), environ={"DISCOTAG_PLUGIN_FILES": str(path)}).records
    assert record.status == "failed"
    assert "rename the file" in record.reason


def test_a_file_that_is_not_there_is_an_error():
    with pytest.raises(PluginError, match=r"nothing.py: cannot be read"):
        discover(found=(), environ={"DISCOTAG_PLUGIN_FILES": "nothing.py"})


def test_a_hook_without_its_decorator_is_named(tmp_path):
    path = tmp_path / "forgotten_decorator.py"
    path.write_text(GREETINGS.replace("@hookimpl\n", ""), encoding="utf-8")
    (record,) = discover(found=(), environ={"DISCOTAG_PLUGIN_FILES": str(path)}).records
    assert record.status == "failed"
    assert "discotag_taggers without the decorator @hookimpl" in record.reason
