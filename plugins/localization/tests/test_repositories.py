"""Five small repositories: what is wrong in them is found, at its unit, line and column."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from discotag.testing.program import run_program

HERE = Path(__file__).parent / "repositories"
I18NEXT = "i18next/locales"
FLUTTER = "flutter/lib/l10n"
ANDROID = "android/app/src/main/res"
CASES = {
    "gettext": (
        ["-s", "en", "gettext/locale"],
        [
            ("DT201", "We repeat the blood test next week.", 41, 25),
            ("DT101", "You should not eat before the blood test.", 45, 9),
            ("DT301", "The door is closed. It opens at eight.", 49, 30),
        ],
    ),
    "i18next": (
        ["--src", f"{I18NEXT}/en/common.json", "--tgt", f"{I18NEXT}/de/common.json"],
        [
            ("DT201", "steps[2]", 12, 21),
            ("DT101", "advice.eat", 15, 13),
            ("DT301", "advice.message", 17, 41),
        ],
    ),
    "flutter": (
        ["--src", f"{FLUTTER}/app_en.arb", "--tgt", f"{FLUTTER}/app_fr.arb"],
        [("DT201", "again", 6, 29), ("DT101", "eat", 7, 11), ("DT301", "door", 8, 33)],
    ),
    "android": (
        [
            *("-s", "en", "--src", f"{ANDROID}/values/strings.xml"),
            *("--tgt", f"{ANDROID}/values-de/strings.xml"),
        ],
        [
            ("DT201", "steps[2]", 13, 30),
            ("DT101", "eat", 15, 24),
            ("DT301", "message", 17, 52),
        ],
    ),
    "subtitles": (
        [
            "-s",
            "en",
            "-t",
            "fr",
            "--src",
            "subtitles/film.en.srt",
            "--tgt",
            "subtitles/film.fr.srt",
        ],
        [("DT101", "4", 16, 1), ("DT201", "5", 21, 7), ("DT301", "6", 25, 24)],
    ),
}


@pytest.fixture(params=CASES)
def case(request, monkeypatch):
    monkeypatch.chdir(HERE)
    return CASES[request.param]


def test_what_is_wrong_is_found_at_its_place(case):
    arguments, wanted = case
    done = run_program("lint", *arguments, "--format", "json", "--no-cache", "--quiet")
    assert done.returncode == 7, done.stderr
    places = [(each["code"], each["place"]) for each in json.loads(done.stdout)["findings"]]
    found = [(code, place["unit"], place["line"], place["column"]) for code, place in places]
    assert found == wanted
    for _, place in places:
        line = Path(place["file"]).read_text("utf-8").split("\n")[place["line"] - 1]
        assert line[place["column"] - 1 :].startswith(place["word"])


def test_units_are_told_in_all_outputs(monkeypatch):
    monkeypatch.chdir(HERE)
    arguments, _ = CASES["flutter"]
    for shape, wanted in (
        ("text", "app_fr.arb:7:11: unit eat: DT101"),
        ("sarif", '"fullyQualifiedName": "app_en/eat"'),
        ("html", "unit eat"),
    ):
        done = run_program("lint", *arguments, "--format", shape, "--select", "DT101", "--quiet")
        assert wanted in done.stdout, shape


def test_a_placeholder_is_shown_as_it_is_written(monkeypatch):
    monkeypatch.chdir(HERE)
    arguments, _ = CASES["i18next"]
    done = run_program("lint", *arguments, "--expect", "informal", "--format", "json", "--quiet")
    told = {each["place"]["unit"]: each for each in json.loads(done.stdout)["findings"]}
    assert told["steps[2]"]["others"][0]["text"] == "Dieser <1>Bluttest</1> ist neu."


def test_a_run_tags_and_writes_the_texts_of_the_files(monkeypatch, tmp_path):
    monkeypatch.chdir(HERE)
    source, target = f"{I18NEXT}/en/common.json", f"{I18NEXT}/de/common.json"
    out = tmp_path / "tags.jsonl"
    done = run_program("tag", "--src", source, "--tgt", target, "-s", "en", "-t", "de", "-o", out,
                       "--phenomena", "formality", "--quiet")  # fmt: skip
    assert done.returncode == 0, done.stderr
    first = json.loads(out.read_text("utf-8").splitlines()[0])["target"]["segments"][0]
    assert first["text"] == "Willkommen, {{name}}!"
    assert "{{name}}" in "".join(first["forms"])


def test_a_fix_is_written_and_nothing_else_changes(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    shutil.copytree(HERE / ANDROID, tmp_path / "res")
    source, target = Path("res/values/strings.xml"), Path("res/values-de/strings.xml")
    before = target.read_bytes()
    target.write_bytes(before.replace(b"<b>Bluttest</b>", b"<b>BlutTest</b>"))
    Path("terms.csv").write_text("source,target,case\nblood test,Bluttest,yes\n", "utf-8")
    files = "--src", source, "--tgt", target, "--glossary", "terms.csv"
    done = run_program("lint", *files, "-s", "en", "--select", "DT203", "--fix", "--no-cache")
    assert target.read_bytes() == before, done.stderr


def test_a_comment_of_a_unit_suppresses_in_it(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    text = (HERE / "gettext/locale/fr/LC_MESSAGES/laboratory.po").read_text("utf-8")
    place = "#: templates/advice.html:1\n"
    comment = "# discotag: ignore DT101 the page for children\n"
    Path("fr.po").write_text(text.replace(place, comment + place), "utf-8")
    done = run_program("lint", "-s", "en", "fr.po", "--format", "json", "--no-cache")
    assert [each["code"] for each in json.loads(done.stdout)["findings"]] == ["DT201", "DT301"]
    assert "1 suppressed" in done.stderr


def test_an_entity_that_is_shown_as_text_is_put_right(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    Path("en.json").write_text('{"a": "It ended, {name}.", "b": "So <b>it</b> is."}', "utf-8")
    target = Path("fr.json")
    target.write_text('{"a": "C&#39;est fini, {name}.", "b": "<b>C&#39;est</b> ça."}', "utf-8")
    files = "--src", "en.json", "--tgt", target, "-s", "en", "-t", "fr"
    run_program("lint", *files, "--select", "DT601", "--fix", "--no-cache")
    wanted = '{"a": "C\'est fini, {name}.", "b": "<b>C&#39;est</b> ça."}'
    assert target.read_text("utf-8") == wanted
