"""Apple's string catalogs: many languages in one file."""

from __future__ import annotations

import json

import pytest

from discotag.plugin import CorpusRequest, InputError, TextEdit, UsageError
from discotag.testing.program import run_program
from discotag_localization.readers import CatalogReader

UNIT = "stringUnit"


def unit(text, state="translated"):
    return {UNIT: {"state": state, "value": text}}


def plural(**forms):
    return {"variations": {"plural": {name: unit(text) for name, text in forms.items()}}}


CATALOG = {
    "sourceLanguage": "en",
    "strings": {
        "Open the file": {
            "comment": "A button",
            "localizations": {"de": unit("Öffnen Sie die Datei"), "fr": unit("Ouvrez", "new")},
        },
        "n_files": {
            "localizations": {
                "en": plural(one="%lld file", other="%lld files"),
                "de": plural(one="%lld Datei", other="%lld Dateien"),
            }
        },
        "tap": {
            "localizations": {
                "en": {"variations": {"device": {"iphone": unit("Tap"), "other": unit("Click")}}},
                "de": {
                    "variations": {"device": {"iphone": unit("Tippen"), "other": unit("Klicken")}}
                },
            }
        },
        "%lld of us": {
            "localizations": {
                "de": {
                    **unit("Wir haben %#@files@", "needs_review"),
                    "substitutions": {"files": {"argNum": 1, **plural(other="%arg Dateien")}},
                }
            }
        },
        "brand": {"shouldTranslate": False, "localizations": {"de": unit("Marke")}},
        "old": {"extractionState": "stale", "localizations": {"de": unit("Alt")}},
        "none": {},
    },
    "version": "1.0",
}


@pytest.fixture
def path(tmp_path):
    path = tmp_path / "Localizable.xcstrings"
    text = json.dumps(CATALOG, ensure_ascii=False, indent=2, separators=(",", " : "))
    path.write_text(text, "utf-8")
    return path


def read(path, target="de", **options):
    reader = CatalogReader.create(options)
    request = CorpusRequest(source=path, source_language="en", target_language=target)
    documents = list(reader.read(request))
    rows = [
        list(zip(text.units, text.shown.get("", text.source),
                 text.shown.get("ref", text.references["ref"]), strict=True))
        for text in documents
    ]  # fmt: skip
    return {text.id: own for text, own in zip(documents, rows, strict=True)}, reader.notes()


def test_a_key_is_the_text_where_the_source_has_none(path):
    found, notes = read(path)
    assert found["Localizable"] == [
        ("de/Open the file", "Open the file", "Öffnen Sie die Datei"),
        ("de/n_files", "%lld files", "%lld Dateien"),
        ("de/tap", "Click", "Klicken"),
    ]
    assert found["Localizable:one"] == [("de/n_files[one]", "%lld file", "%lld Datei")]
    assert found["Localizable:iphone"] == [("de/tap[iphone]", "Tap", "Tippen")]
    assert any("1 stale key left out: 'old'" in note for note in notes)
    assert any("does not translate 1 unit" in note and "'none'" in note for note in notes)
    assert "Marke" not in str(found)


def test_states_are_chosen_and_new_texts_are_left_out(path):
    with pytest.raises(InputError, match="holds no translation in the states"):
        read(path, "fr")
    assert read(path, "fr", states=["new"])[0]["Localizable"][0][2] == "Ouvrez"
    found, _ = read(path)
    assert "de/%lld of us" not in {name for name, *_ in found["Localizable"]}


def test_a_variety_is_read_for_its_language(path):
    path.write_text(path.read_text("utf-8").replace('"de"', '"de-AT"'), "utf-8")
    assert read(path)[0]["Localizable"][0][0] == "de-AT/Open the file"
    with pytest.raises(InputError, match=r"no translation into 'nl'; there are de-AT, fr"):
        read(path, "nl")
    with pytest.raises(UsageError, match="several translations: de-AT, fr; choose one"):
        read(path, None)


def test_an_edit_keeps_every_other_byte(path):
    before = path.read_bytes()
    text = "Öffnen Sie die Datei"
    edit = TextEdit("de/Open the file", None, text, 0, 6, 'Öf"fnet')
    after = CatalogReader.create({}).edited(path, [edit])
    assert after == before.replace("Öffnen Sie".encode(), 'Öf\\"fnet Sie'.encode())
    assert CatalogReader.create({}).edited(path, []) == before


@pytest.mark.parametrize(
    ("text", "told"),
    [("{}", "no string catalog"), ("[]", "no string catalog"), ('{"strings": {}}', "sourceLang"),
     ('{"strings": 1, "sourceLanguage": "en"}', "no string catalog"), ("{", ":1: is not JSON")],
)  # fmt: skip
def test_what_is_no_catalog_is_named(path, text, told):
    path.write_text(text, "utf-8")
    with pytest.raises(InputError, match=told):
        CatalogReader.create({}).languages(path)


def test_odd_entries_are_passed_over(path):
    strings = {"a": 1, "b": None, "c": {"localizations": {"de": "x", "fr": {UNIT: "y"}}},
               "d": {"localizations": {"de": {UNIT: {"value": "Hallo"}}}}}  # fmt: skip
    path.write_text(json.dumps({"sourceLanguage": "en", "strings": strings}), "utf-8")
    assert read(path)[0] == {"Localizable": [("de/d", "d", "Hallo")]}


def test_lint_looks_at_every_language(path):
    klingon = '"x": {"localizations": {"tlh": {"stringUnit": {"value": "y"}}}}, "%lld of us"'
    text = path.read_text("utf-8").replace("Ouvrez", "C&#39;est").replace('"new"', '"translated"')
    text = text.replace("Klicken", "Klick&#39;s").replace('"%lld of us"', klingon)
    path.write_text(text, "utf-8")
    done = run_program("lint", "--no-cache", "--no-config", "--select", "DT601", path.parent)
    assert done.returncode == 7, done.stderr
    assert "unit de/tap: DT601" in done.stdout
    assert "unit fr/Open the file: DT601" in done.stdout
    assert "no package for its language 'tlh' is installed; left out" in done.stderr
    line = next(n for n, own in enumerate(text.splitlines(), 1) if "Klick&" in own)
    assert f"Localizable.xcstrings:{line}:" in done.stdout
