"""Every declaration has an owner; conflicts are nobody's, and built-ins cannot be taken over."""

from __future__ import annotations

import pytest

from discotag.core.components import AlignerInfo, TableInfo, TaggerInfo
from discotag.core.discovery import OwnedPoint, Status
from discotag.core.errors import PluginError, TableError, UnknownNameError
from discotag.core.language import LanguagePack
from discotag.core.registry import open_registry

TAGGER = TaggerInfo(name="questions", phenomenon="questions", summary="s", factory="m:T")
ALIGNER = AlignerInfo(name="lexicon", summary="s", factory="m:A")
FRENCH = LanguagePack(
    schema_version=1, code="fr", name="French", aliases=("fra",), package="discotag.testing"
)


def test_a_declaration_knows_its_owner(make_point, make_registry):
    registry = make_registry(make_point("mine", taggers=[TAGGER]))
    assert registry.taggers.get("questions").owner.name == "mine"


def test_a_name_that_two_strangers_declare_is_an_error_only_when_used(make_point, make_registry):
    registry = make_registry(
        make_point("one", taggers=[TAGGER]), make_point("two", taggers=[TAGGER])
    )
    assert "questions" not in registry.taggers
    with pytest.raises(PluginError, match=r"one .* and two"):
        registry.taggers.get("questions")


def test_a_stranger_cannot_take_a_built_in_name(make_point, make_registry):
    core = make_point("core", distribution="discotag", aligners=[ALIGNER])
    registry = make_registry(make_point("a-thief", aligners=[ALIGNER]), core)
    assert registry.aligners.get("lexicon").owner.name == "core"
    thief = next(item for item in registry.plugins.records if item.name == "a-thief")
    assert thief.status is Status.FAILED
    assert "built in" in thief.reason


@pytest.mark.parametrize(
    ("declared", "reason"),
    [
        ([ALIGNER], "yielded AlignerInfo, not TaggerInfo"),
        ([TAGGER, TAGGER], "twice"),
        (RuntimeError("boom"), "raised RuntimeError: boom"),
    ],
    ids=["wrong record", "duplicate", "raises"],
)
def test_a_plugin_whose_answers_cannot_be_used_is_taken_out(
    make_point, make_registry, declared, reason
):
    registry = make_registry(make_point("bad", taggers=declared))
    record = registry.plugins.records[0]
    assert record.status is Status.FAILED
    assert reason in record.reason
    assert not registry.plugins.manager.has_plugin("bad")


@pytest.mark.parametrize("name", ["fr", "fra", "French", "FR"])
def test_a_language_answers_to_code_alias_and_name(make_point, make_registry, name):
    registry = make_registry(make_point("lang-fr", languages=[FRENCH]))
    assert registry.language(name).info.code == "fr"


def test_an_unknown_language_says_what_it_lacks(make_point, make_registry):
    with pytest.raises(UnknownNameError, match="once its pack is installed") as caught:
        make_registry().language("sv")
    assert caught.value.unknown == (("language", "sv"),)


VARIETIES = ["ar", "de", "en", "es", "fr", "pt", "pt-br", "pt-pt", "zh", "zh-tw"]


@pytest.mark.parametrize(
    ("code", "served"),
    [
        ("es-MX", "es"),
        ("fr-CA", "fr"),
        ("fr_CA", "fr"),
        ("de-LU", "de"),
        ("ar-AE", "ar"),
        ("en-AU", "en"),
        ("pt-AO", "pt-pt"),
        ("pt-BR", "pt-br"),
        ("zh-HK", "zh-tw"),
        ("zh-TW", "zh-tw"),
        ("zh-Hans-SG", "zh"),
        ("deu", "de"),
    ],
)
def test_a_variety_is_served_by_the_nearest_pack(code, served, make_point, make_registry):
    packs = [
        FRENCH.model_copy(update={"code": name, "name": name.upper(), "aliases": ()})
        for name in VARIETIES
    ]
    assert make_registry(make_point("all", languages=packs)).language(code).info.code == served


@pytest.mark.parametrize("code", ["ca", "gsw", "uk", "de-en", "fr-EN", "zh-Latn", "x", "i-no", ""])
def test_another_language_and_what_is_none_are_unknown(code, make_point, make_registry):
    packs = [
        FRENCH.model_copy(update={"code": name, "name": name.upper(), "aliases": ()})
        for name in VARIETIES
    ]
    with pytest.raises(UnknownNameError):
        make_registry(make_point("all", languages=packs)).language(code)


def test_a_variety_that_does_not_exist_points_to_its_language(make_point, make_registry):
    registry = make_registry(make_point("lang-fr", languages=[FRENCH]))
    with pytest.raises(UnknownNameError, match="no such variety; fr is installed"):
        registry.language("fr-EN")


def test_a_table_may_come_from_any_distribution(make_point, make_registry, tmp_path, monkeypatch):
    package = tmp_path / "stranger_tables"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "fr.toml").write_text('words = ["est-ce"]\n', encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    info = TableInfo(language="fr", phenomenon="questions", resource="stranger_tables:fr.toml")
    registry = make_registry(
        make_point("lang-fr", languages=[FRENCH]), make_point("mine", tables=[info])
    )
    table = registry.table("fr", "questions")
    assert table.data == {"words": ["est-ce"]}
    assert "mine" in table.owner


def test_a_variety_shares_what_plugins_declare_for_its_language(
    make_point, make_registry, tmp_path, monkeypatch
):
    package = tmp_path / "shared_tables"
    package.mkdir()
    (package / "__init__.py").touch()
    for name in ("fr", "fr-ca"):
        (package / f"{name}.toml").write_text(f'words = ["{name}"]\n', encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    tables = {
        code: TableInfo(
            language=code, phenomenon="questions", resource=f"shared_tables:{code}.toml"
        )
        for code in ("fr", "fr-ca")
    }
    of_language = make_registry(make_point("one", tables=[tables["fr"]]))
    assert of_language.table("fr-ca", "questions").data == {"words": ["fr"]}
    assert of_language.table("frc", "questions") is None
    of_both = make_registry(make_point("both", tables=list(tables.values())))
    assert of_both.table("fr-ca", "questions").data == {"words": ["fr-ca"]}


@pytest.mark.parametrize(
    ("code", "told", "expected"),
    [
        ("qaa", {"right_to_left": True}, "rtl"),
        ("fa", {"right_to_left": False}, "ltr"),
        ("fa", {}, "rtl"),
        ("fr", {}, "ltr"),
    ],
)
def test_a_pack_tells_the_direction_of_writing(make_point, make_registry, code, told, expected):
    pack = LanguagePack(schema_version=1, code=code, name="X", package="discotag", writing=told)
    assert make_registry(make_point("x", languages=[pack])).direction(code) == expected


@pytest.mark.parametrize(
    ("code", "expected"),
    [("ur", "rtl"), ("yi", "rtl"), ("ckb", "rtl"), ("pa-arab", "rtl"), ("pa", "ltr"), ("?", "ltr")],
)
def test_without_a_pack_the_usual_script_tells_the_direction(make_registry, code, expected):
    assert make_registry().direction(code) == expected


def test_a_variety_has_its_own_tables_beside_the_common_ones(tmp_path, monkeypatch):
    data = tmp_path / "pack_with_varieties" / "data"
    (data / "fr-ca").mkdir(parents=True)
    (data.parent / "__init__.py").touch()
    for file in ("formality.toml", "pronouns.toml", "language.toml", "fr-ca/formality.toml"):
        (data / file).touch()
    monkeypatch.syspath_prepend(tmp_path)
    french = LanguagePack(schema_version=1, code="fr", name="French", package="pack_with_varieties")
    canadian = french.model_copy(update={"code": "fr-ca"})
    assert french.table_paths() == {
        name: data / f"{name}.toml" for name in ("formality", "pronouns")
    }
    assert canadian.table_paths() == {
        "formality": data / "fr-ca" / "formality.toml",
        "pronouns": data / "pronouns.toml",
    }
    figure = 'value = 96.0\nmeasure = "m"\ndata = "d"\n'
    (data.parent / "quality.toml").write_text(f"[analysis]\n{figure}[formality]\n{figure}")
    assert set(french.quality) == {"analysis", "formality"}
    assert set(canadian.quality) == {"analysis"}


def test_a_table_that_is_no_toml_names_the_file(make_point, make_registry, tmp_path, monkeypatch):
    package = tmp_path / "broken_tables"
    package.mkdir()
    (package / "__init__.py").touch()
    (package / "fr.toml").write_text("words = [", encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    info = TableInfo(language="fr", phenomenon="questions", resource="broken_tables:fr.toml")
    registry = make_registry(make_point("mine", tables=[info]))
    with pytest.raises(TableError, match=r"fr\.toml: is not valid TOML"):
        registry.table("fr", "questions")


@pytest.mark.parametrize("broken", [{"error": ValueError("x")}, {"taggers": RuntimeError("x")}])
def test_a_broken_plugin_is_fatal_under_strict(make_point, monkeypatch, broken):
    points = [OwnedPoint.of(make_point("bad", **broken))]
    monkeypatch.setattr("discotag.core.discovery.installed_points", lambda group: points)
    assert open_registry(environ={}).plugins.records[0].status is Status.FAILED
    with pytest.raises(PluginError, match="bad"):
        open_registry(environ={"DISCOTAG_STRICT": "1"})
