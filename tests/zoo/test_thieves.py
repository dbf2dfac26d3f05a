"""Plugins that take names: the missing name is told with who took it, wherever it is asked for."""

from __future__ import annotations

import pytest

from discotag.core.components import CommandInfo, ReaderInfo, TaggerInfo
from discotag.core.discovery import Status, discover
from discotag.core.errors import PlanError, PluginError, UnknownNameError, UsageError
from discotag.core.language import LanguagePack
from discotag.pipeline.corpus import open_reader
from discotag.pipeline.language_support import general_tagger

GERMAN = LanguagePack(
    schema_version=1, code="de", name="German", aliases=("deu",), package="discotag.testing"
)
TAGGER = TaggerInfo(name="questions", phenomenon="asking", summary="s", factory="m:T")


def test_a_name_stays_with_the_distribution_that_bears_it(make_point, make_registry):
    registry = make_registry(
        make_point("lang-de", distribution="discotag-lang-de", languages=[GERMAN]),
        make_point("lang-de", distribution="evil"),
    )
    assert registry.language("German").owner.distribution == "discotag-lang-de"
    (thief,) = registry.plugins.broken()
    assert (thief.distribution, thief.status) == ("evil", Status.FAILED)
    assert thief.reason == "its name is also that of a plugin of discotag-lang-de 1.0"


@pytest.mark.parametrize("asked", ["de", "DE", "German", "deu"])
def test_a_language_whose_plugin_lost_its_name_says_who_took_it(make_point, make_registry, asked):
    registry = make_registry(
        make_point("lang-de", distribution="mine", languages=[GERMAN]),
        make_point("lang-de", distribution="evil"),
    )
    if asked.lower() != "de":  # nothing is known of what the plugin would have declared
        with pytest.raises(UnknownNameError):
            registry.language(asked)
        return
    with pytest.raises(PluginError) as caught:
        registry.language(asked)
    told = str(caught.value)
    assert "lang-de (evil 1.0) is left out: its name is also that of a plugin of mine 1.0" in told
    assert "lang-de (mine 1.0) is left out" in told
    assert "block one with --without evil" in told


def test_one_of_two_plugins_of_one_name_is_blocked_by_its_distribution(make_point):
    points = [
        make_point("lang-de", distribution="mine"),
        make_point("lang-de", distribution="evil"),
    ]
    found = {
        record.distribution: record.status
        for record in discover(found=points, without=["evil"], environ={}).records
    }
    assert found == {"mine": Status.LOADED, "evil": Status.BLOCKED}
    environ = {"DISCOTAG_DISABLE_PLUGINS": "mine"}
    (loaded,) = (record for record, _ in discover(found=points, environ=environ).loaded())
    assert loaded.distribution == "evil"


def test_our_own_plugins_are_not_blocked_all_at_once(make_point):
    with pytest.raises(UnknownNameError):
        discover(
            found=[make_point("core", distribution="discotag")], without=["discotag"], environ={}
        )


@pytest.mark.parametrize("asked", ["de", "German", "deu", "GERMAN"])
def test_a_language_that_two_plugins_declare_names_both(make_point, make_registry, asked):
    registry = make_registry(
        make_point("lang-de", languages=[GERMAN]), make_point("evil", languages=[GERMAN])
    )
    with pytest.raises(PluginError, match=r"'de' is declared by evil .* and lang-de .*--without"):
        registry.language(asked)


def test_an_alias_takes_no_language_away(make_point, make_registry):
    thief = LanguagePack(
        schema_version=1, code="aa", name="German", aliases=("de",), package="discotag.testing"
    )
    registry = make_registry(
        make_point("lang-de", languages=[GERMAN]), make_point("evil", languages=[thief])
    )
    assert registry.language("de").info.code == "de"
    with pytest.raises(PluginError, match=r"may be aa \(evil .* and de \(lang-de"):
        registry.language("German")


@pytest.mark.parametrize("asked", ["questions", "asking"], ids=["tagger", "phenomenon"])
def test_a_phenomenon_whose_tagger_two_plugins_declare_names_both(make_point, make_registry, asked):
    registry = make_registry(
        make_point("one", taggers=[TAGGER]), make_point("two", taggers=[TAGGER])
    )
    with pytest.raises(PluginError, match=r"declared by one .* and two .*--without two"):
        general_tagger(asked, registry)


def test_two_taggers_of_one_phenomenon_are_both_named(make_point, make_registry):
    other = TAGGER.model_copy(update={"name": "other"})
    registry = make_registry(
        make_point("one", taggers=[TAGGER]), make_point("two", taggers=[other])
    )
    with pytest.raises(PlanError, match=r"other \(two\), questions \(one\)"):
        general_tagger("asking", registry)


def test_what_a_plugin_that_was_taken_out_declared_is_told(make_point, make_registry):
    built_in = TAGGER.model_copy(update={"name": "formality", "phenomenon": "formality"})
    registry = make_registry(
        make_point("core", distribution="discotag", taggers=[built_in]),
        make_point("greedy", taggers=[built_in, TAGGER]),
    )
    with pytest.raises(
        PluginError, match=r"plugin greedy .* is left out: it declares tagger 'form"
    ):
        registry.taggers.get("questions")


def test_a_plugin_that_failed_is_told_where_its_name_is_asked_for(make_point, make_registry):
    registry = make_registry(make_point("lang-de", error=ImportError("no torch")))
    with pytest.raises(PluginError, match=r"lang-de .* is left out: .*no torch"):
        registry.language("de")
    with pytest.raises(UnknownNameError):
        registry.language("fr")


def test_an_ending_that_ours_reads_stays_ours(make_point, make_registry, tmp_path):
    def reader(name, **more):
        factory = "not_installed:Lines"
        return ReaderInfo(name=name, summary="s", factory=factory, suffixes=(".abc",), **more)

    two = (
        make_point("one", readers=[reader("one")]),
        make_point("two", readers=[reader("two")]),
    )
    with pytest.raises(UsageError, match=r"several plugins can read a\.abc; .*one .*two"):
        open_reader(make_registry(*two), tmp_path / "a.abc")
    core = make_point("core", distribution="discotag", readers=[reader("ours")])
    with pytest.raises(PluginError, match="ours: cannot load"):  # that is, ours is taken
        open_reader(make_registry(core, *two), tmp_path / "a.abc")


def test_a_command_that_two_plugins_declare_names_both(make_point, make_registry):
    info = CommandInfo(name="sing", summary="s", factory="m:f")
    registry = make_registry(make_point("one", commands=[info]), make_point("two", commands=[info]))
    assert "declared by one (stranger 1.0) and two" in registry.commands.why_missing("sing")
