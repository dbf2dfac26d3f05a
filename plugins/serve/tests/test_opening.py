"""Files of the formats that lint reads, opened on the page."""

from __future__ import annotations

import json
from base64 import b64encode
from importlib.util import find_spec
from typing import TYPE_CHECKING, Any

import pytest

if TYPE_CHECKING:
    from conftest import Site

XLIFF = (
    '<xliff version="1.2"><file original="app" source-language="en" target-language="{code}">'
    '<body><trans-unit id="a"><source>You should rest.</source><target>{text}</target>'
    "</trans-unit></body></file></xliff>"
)
CUE = "1\n00:00:01,000 --> 00:00:02,000\n{text}\n"
needs_localization = pytest.mark.skipif(
    find_spec("discotag_localization") is None, reason="discotag-localization is not installed"
)


def asked(**files: str | bytes) -> dict[str, Any]:
    told = [
        {
            "name": name.replace("__", "."),
            "data": b64encode(text if isinstance(text, bytes) else text.encode()).decode(),
        }
        for name, text in files.items()
    ]
    return {"files": told, "source_language": "en", "target_language": "fr"}


def test_files_of_both_languages_give_their_languages_and_texts(site: Site) -> None:
    two = asked(
        a__xlf=XLIFF.format(code="de", text="Ruh &amp; Rast."),
        b__xlf=XLIFF.format(code="de", text="Ruhen Sie."),
    )
    told = site.ask("/open", two).data
    assert (told["source_language"], told["target_language"]) == ("en", "de")
    assert told["source"] == "You should rest."
    assert told["translations"] == ["Ruh & Rast.", "Ruhen Sie."]


def test_subtitles_are_opened_with_several_translations(site: Site) -> None:
    told = site.ask("/open", asked(
        a__srt=CUE.format(text="You should rest."), b__srt=CUE.format(text="Tu dois dormir."),
        c__srt=CUE.format(text="Vous devez dormir."),
    )).data  # fmt: skip
    assert told["source"] == "You should rest."
    assert told["translations"] == ["Tu dois dormir.", "Vous devez dormir."]


@needs_localization
def test_texts_of_an_app_are_put_side_by_side_by_their_ids(site: Site) -> None:
    english = {
        "a": "Hi {{name}}",
        "b": "Your coffee",
        "c": "Only here",
        "n_one": "1",
        "n_other": "2",
    }
    french = {"b": "Ton café", "a": "Salut {{name}}", "n_one": "un", "n_other": "deux"}
    told = site.ask("/open", asked(
        en__json=json.dumps(english), fr__json=json.dumps(french)
    )).data  # fmt: skip
    assert told["source"].splitlines() == ["Hi {{name}}", "Your coffee", "2", "1"]
    assert told["translations"] == ["Salut {{name}}\nTon café\ndeux\nun"]
    assert (told["source_language"], told["target_language"]) == ("en", "fr")
    assert "en.json holds 2 documents; here one stands behind the other." in told["notes"]
    assert any("does not translate 1 unit" in note for note in told["notes"])
    assert not [note for note in told["notes"] if "discotag-serve-" in note]


@needs_localization
def test_what_is_opened_can_be_checked(site: Site, form: Any) -> None:
    po = (
        'msgid ""\nmsgstr "Language: fr\\n"\n\nmsgid "You rest."\nmsgstr "Tu dors."\n\n'
        'msgid "Your coffee is ready."\nmsgstr "Votre café est prêt."\n'
    )
    told = site.ask("/open", asked(fr__po=po)).data
    wish = form(told["source"], A=told["translations"][0])
    assert site.ask("/check", wish).data["record"]["findings"][0]["code"] == "DT101"


@pytest.mark.parametrize(
    ("wish", "error"),
    [
        (asked(), "Open one to 9 files at once."),
        (asked(**{f"{n}__xlf": "x" for n in "abcdefghij"}), "Open one to 9 files at once."),
        ({"files": [{"name": "a.xlf", "data": "?"}]}, "reload it"),
        ({"files": [{"name": "../a.xlf", "data": ""}]}, "Rename a file: '../a.xlf'"),
        (asked(a__xlf="<xliff><a"), "a.xlf:1: is no well-formed XML"),
        (asked(a__srt=CUE.format(text="x")), "a.srt holds one language; open the source and its"),
        (asked(a__xlf=XLIFF.format(code="de", text="x"),
               b__xlf=XLIFF.format(code="de", text="x").replace("rest", "eat")),
         "different sources"),
        (asked(a__xlf=b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><xliff>&a;</xliff>'),
         "declares entities"),
    ],
    ids=["none", "many", "data", "folder", "broken", "alone", "different", "hostile"],
)  # fmt: skip
def test_what_cannot_be_opened_is_a_sentence(site: Site, wish: Any, error: str) -> None:
    reply = site.ask("/open", wish)
    assert reply.status == 422
    assert error in reply.data["error"]
    assert "discotag-serve-" not in reply.data["error"]


def test_the_page_knows_the_endings_of_files_with_units(site: Site) -> None:
    found = site.ask("/endings.json").data
    assert {".xlf", ".tmx", ".srt"} <= set(found)
    assert ".txt" not in found
