"""`discotag new` as an author runs it."""

from __future__ import annotations


def test_a_package_is_begun_and_its_files_are_told(discotag, tmp_path):
    out = tmp_path / "polish"
    done = discotag("new", "language", "pl", "--title", "Polish", "--out", out)
    assert done.returncode == 0, done.stderr
    told = done.stdout.split()
    assert str(out / "pyproject.toml") in told
    assert str(out / ".github" / "workflows" / "tests.yml") in told
    assert 'name = "Polish"' in (out / "discotag_lang_pl/data/language.toml").read_text("utf-8")
    again = discotag("new", "language", "pl", "--out", out)
    assert again.returncode == 2
    assert "is there already" in again.stderr


def test_languages_of_examples_are_for_a_phenomenon(discotag, tmp_path):
    done = discotag("new", "scorer", "mine", "-t", "de", "--out", tmp_path / "mine")
    assert done.returncode == 2
    assert "not a scorer" in done.stderr


def test_a_plugin_that_does_not_exist_is_a_wrong_name(discotag):
    done = discotag("check", "lang-zz")
    assert done.returncode == 2
    assert "unknown plugin 'lang-zz'" in done.stderr


def test_a_name_that_is_taken_is_told(discotag, tmp_path):
    done = discotag("new", "phenomenon", "formality", "--out", tmp_path / "mine")
    assert done.returncode == 0
    assert "core-formality" in done.stderr
    assert "only one of them can be used" in done.stderr
