"""`discotag lint` with a configuration: which files, in which languages, held against what."""

from __future__ import annotations

import pytest

from discotag.core.errors import InputError, UnknownNameError, UsageError

CONFIGURATION = """
[lint]
source_language = "en"
[[lint.files]]
source = "text/en/*.txt"
target = "text/{lang}/*.txt"
[lint.paths."text/*/legal.txt"]
expect = "formal"
"""


@pytest.fixture
def repository(put, texts):
    for name, lines in (
        ("en/app", texts.english), ("fr/app", texts.mixed), ("fr/legal", texts.uniform),
        ("en/legal", texts.english), ("tlh/app", texts.english),
    ):  # fmt: skip
        put(f"text/{name}.txt", lines)
    return put("discotag.toml", CONFIGURATION).parent


def test_without_arguments_all_that_the_configuration_names_is_linted(repository, lint):
    done = lint(code=7)
    assert "text/fr/app.txt:4:1: DT101" in done.stdout
    assert done.stdout.count("text/fr/legal.txt:") >= 4
    assert done.stdout.count("DT103") == 4
    assert "note: text/tlh/app.txt: no package for its language 'tlh' is installed" in done.stderr
    assert "in 8 segments of 2 documents in 2 files" in done.stderr


def test_a_translation_named_alone_finds_its_source(repository, found, monkeypatch):
    assert found("text/fr/app.txt") == [("text/fr/app.txt", "DT101", "Votre")]
    monkeypatch.chdir(repository / "text/fr")
    assert found("app.txt") == [("app.txt", "DT101", "Votre")]
    assert {file for file, *_ in found(".")} == {"app.txt", "legal.txt"}


def test_a_source_named_alone_stands_for_its_translations(repository, lint):
    (repository / "text/tlh/app.txt").unlink()
    assert "text/fr/app.txt:4:1: DT101" in lint("text/en/app.txt", code=7).stdout


def test_options_of_the_command_line_win(repository, found, lint):
    legal = "text/fr/legal.txt"
    assert len(found(legal)) == 4
    assert found(legal, "--expect", "informal") == []
    assert found(legal, "--select", "DT101") == []
    lint("-t", "fr", "--ignore", "DT101,DT103", code=0)
    changed = CONFIGURATION.replace("[lint]", "[lint]\nselect=['DT201']")
    (repository / "discotag.toml").write_text(changed)
    assert found() == []
    assert found("--select", "DT101") == [("text/fr/app.txt", "DT101", "Votre")]


def test_other_configurations_and_none(repository, put, found, lint):
    other = put("other/strict.toml", CONFIGURATION.replace("text/", "../text/"))
    with pytest.raises(InputError, match=r"must lie in the folder of the configuration"):
        lint("--config", other)
    put("two.toml", CONFIGURATION.replace("legal", "app"))
    assert {code for _, code, _ in found("--config", "two.toml", "text/fr/app.txt")} == {"DT103"}
    with pytest.raises(UsageError, match="give plain lines as --src"):
        lint("--no-config", "text/fr/app.txt")
    with pytest.raises(UsageError, match="choose one"):
        lint("--no-config", "--config", "two.toml")
    put("pyproject.toml", "[project]\n")
    with pytest.raises(InputError, match=r"has no \[tool\.discotag\]"):
        lint("--config", "pyproject.toml")


def test_files_that_are_not_listed_can_be_left_out(repository, put, lint, texts):
    put("package.txt", ["x"])
    put("extra.xlf", texts.xliff(texts.mixed))
    done = lint("--only-listed", "package.txt", "extra.xlf", code=0)
    assert "the configuration names none of these files" in done.stderr
    assert "text/fr/app.txt" in lint("--only-listed", "package.txt", "text/fr/app.txt").stdout
    assert "extra.xlf" in lint("extra.xlf", code=7).stdout


def test_what_lacks_is_told_and_the_others_go_on(repository, put, lint, texts):
    put("text/fr/lone.txt", texts.mixed)
    done = lint("-t", "fr", code=3)
    assert "text/fr/lone.txt: its source, text/en/lone.txt, is not there" in done.stderr
    assert "text/fr/app.txt:4:1: DT101" in done.stdout
    (repository / "discotag.toml").write_text(CONFIGURATION.replace("tlh", "") + "[lint.x]\n")
    with pytest.raises(InputError, match=r"discotag\.toml: lint\.x: unknown key"):
        lint("text/fr/app.txt")


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[lint]\nselect = ['DT999']", r"unknown code 'DT999'.*toml"),
        ("[lint]\nignore = 'DT10'", r"unknown code 'DT10'; did you"),
        ("[lint]\nselect=['DT101']\nignore=['DT101']", "leave no code to look for"),
        ("[lint]\nexpect='royal'", "French has no such level"),
        ("[lint.options.addres]\nreach=1", "addres"),
        ("[lint]\nglossary='no.csv'", r"no\.csv"),
        ("[lint]\nsuppressions='no.toml'", r"no\.toml: cannot be read"),
    ],
)
def test_what_cannot_be_done_is_told(put, lint, texts, text, message):
    put("a.xlf", texts.xliff(texts.mixed))
    put("discotag.toml", f"{text}\n[[lint.files]]\npath='a.xlf'")
    with pytest.raises((UsageError, InputError, UnknownNameError), match=message):
        lint()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("[[lint.files]]\npath='b.xlf'", r"no file fits its \[\[lint\.files\]\]"),
        ("", r"names no files: give it \[\[lint\.files\]\]"),
    ],
)
def test_a_configuration_without_files_is_told(put, lint, text, message):
    put("discotag.toml", text)
    with pytest.raises(UsageError, match=message):
        lint()


def test_a_language_that_is_listed_must_be_installed(put, lint, texts):
    put("a.tlh", texts.english)
    put("a.en", texts.english)
    entry = "[[lint.files]]\nsource='a.en'\ntarget='a.{lang}'\nsource_language='en'\n"
    put("discotag.toml", f"{entry}languages=['tlh']")
    with pytest.raises(UnknownNameError, match="unknown language 'tlh'"):
        lint()


def test_glossaries_suppressions_and_options_come_from_the_configuration(put, lint, texts, found):
    put("l/a.xlf", texts.xliff(texts.mixed))
    put("terms/fr.csv", "coffee,boisson\n")
    put("ok.toml", '[[suppress]]\ncode = "DT101"\nreason = "agreed"\n')
    put(
        "discotag.toml",
        "[lint]\nglossary='terms/{lang}.csv'\nsuppressions='ok.toml'\n[[lint.files]]\npath='l/*.xlf'"
        "\ntarget_language='fr'\nsource_language='en'\n",
    )
    assert found() == [("l/a.xlf", "DT203", "café")]
    put("l/a.xlf", texts.xliff(texts.uniform))
    assert "the suppression DT101 covers nothing" in lint().stderr


@pytest.mark.parametrize(
    ("said", "option", "code"),
    [
        ("", (), 7),
        ("fail_on = 'error'", (), 0),
        ("fail_on = 'never'", (), 0),
        ("fail_on = 'error'", ("--fail-on", "warning"), 7),
        ("fail_on = 'note'", ("--fail-on", "never"), 0),
    ],
)
def test_what_fails_is_configured(repository, lint, said, option, code):
    (repository / "discotag.toml").write_text(
        CONFIGURATION.replace("[lint]\n", f"[lint]\n{said}\n", 1)
    )
    done = lint("text/fr/app.txt", *option, code=code)
    assert "DT101" in done.stdout


def test_what_fails_is_configured_by_path(repository, lint):
    more = CONFIGURATION.replace('"]\nexpect', '"]\nfail_on = "never"\nexpect').replace(
        "[lint]\n", "[lint]\nselect = ['DT103']\n", 1
    )
    (repository / "discotag.toml").write_text(more)
    assert "DT103" in lint("text/fr", code=0).stdout
    (repository / "discotag.toml").write_text(more.replace("never", "loud"))
    with pytest.raises(InputError, match=r"fail_on"):
        lint("text/fr")
