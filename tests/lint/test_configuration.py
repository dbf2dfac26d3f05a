"""Configuration: found upwards, checked with file and key; it tells which files belong together."""

from __future__ import annotations

from time import process_time

import pytest

from discotag.core.errors import InputError
from discotag_lint.configuration import configuration_of
from discotag_lint.path_patterns import Fit, PathPattern

JSON = """
[lint]
source_language = "en"
expect = { de = "formal", pt-BR = "informal" }
glossary = ["terms/{lang}.csv", "terms/all.csv"]
ignore = ["DT201"]
exclude = ["locales/*/old/**"]

[[lint.files]]
source = "locales/en/**/*.json"
target = "locales/{lang}/**/*.json"
glossary = "more.csv"

[[lint.files]]
path = "po/*.po"
target_language = "fr"
reader = "po"
options.reader.fuzzy = true

[lint.paths."locales/*/legal/**"]
expect = "V"
ignore = "DT301"
"""


@pytest.fixture
def put(tmp_path):
    def write(**files):
        for name, text in files.items():
            path = tmp_path / name
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text, "utf-8")
        return configuration_of(tmp_path)

    return write


@pytest.fixture
def repository(put):
    names = [
        "en/app.json", "de/app.json", "pt_BR/app.json", "en/legal/terms.json",
        "de/legal/terms.json", "fr/only.json", "de/old/app.json", "en/old/app.json",
        "fonts/app.json", "en-GB/app.json",
    ]  # fmt: skip
    files = {f"locales/{name}": "{}" for name in names}
    return put(
        **files, **{"po/a.po": "", "discotag.toml": JSON, "terms/de.csv": "", "terms/all.csv": ""}
    )


def told(configuration, pairs):
    def shown(path):
        return path and path.relative_to(configuration.folder).as_posix()

    return [(shown(pair.source), shown(pair.target), pair.target_language) for pair in pairs]


def test_files_are_paired_by_patterns_and_languages(repository):
    assert told(repository, repository.pairs()) == [
        ("locales/en/app.json", "locales/de/app.json", "de"),
        ("locales/en/legal/terms.json", "locales/de/legal/terms.json", "de"),
        ("locales/en/app.json", "locales/en-GB/app.json", "en-GB"),
        ("locales/en/only.json", "locales/fr/only.json", "fr"),
        ("locales/en/app.json", "locales/pt_BR/app.json", "pt-BR"),
        ("po/a.po", None, "fr"),
    ]


def test_a_file_finds_its_pair_and_a_source_its_translations(repository):
    folder = repository.folder
    pair = repository.pair_of(folder / "locales/pt_BR/app.json")
    assert (pair.source, pair.source_language) == (folder / "locales/en/app.json", "en")
    assert repository.pair_of(folder / "locales/en/app.json") is None
    assert told(repository, repository.pairs_of(folder / "locales/en/app.json")) == [
        ("locales/en/app.json", "locales/de/app.json", "de"),
        ("locales/en/app.json", "locales/en-GB/app.json", "en-GB"),
        ("locales/en/app.json", "locales/pt_BR/app.json", "pt-BR"),
    ]
    assert repository.pairs_of(folder / "locales/fonts/app.json") == ()
    assert repository.pair_of(folder.parent / "elsewhere.json") is None


def test_what_holds_for_a_file_is_gathered_from_all_tables(repository):
    folder = repository.folder
    german = repository.pair_of(folder / "locales/de/app.json")
    assert (german.expect, german.ignore) == ("formal", ("DT201",))
    assert german.glossary == tuple(
        folder / name for name in ("terms/de.csv", "terms/all.csv", "more.csv")
    )
    assert repository.pair_of(folder / "locales/pt_BR/app.json").expect == "informal"
    legal = repository.pair_of(folder / "locales/de/legal/terms.json")
    assert (legal.expect, legal.ignore) == ("V", ("DT201", "DT301"))
    po = repository.pair_of(folder / "po/a.po")
    assert (po.expect, po.reader, po.options) == ("", "po", {"reader": {"fuzzy": True}})
    other = repository.settings_of(folder / "locales/it/legal/x.xlf")
    assert (other.expect, other.target, other.source_language) == ("V", None, "en")


def test_the_nearest_configuration_counts(put, tmp_path):
    put(
        **{
            "pyproject.toml": "[tool.discotag.lint]\nignore = ['DT101']",
            "a/b/pyproject.toml": "[tool.other]\nx = 1",
            "c/discotag.toml": "",
            "c/pyproject.toml": "[tool.discotag.lint]\nignore = ['DT102']",
        }
    )
    assert configuration_of(tmp_path / "a/b/x.json").table.ignore == ("DT101",)
    assert configuration_of(tmp_path / "c").path == tmp_path / "c/discotag.toml"


def test_languages_may_be_listed_or_named_otherwise_in_paths(put):
    files = {f"l/{name}.arb": "{}" for name in ("en", "de", "fr", "german")}
    entry = 'source = "l/en.arb"\ntarget = "l/{lang}.arb"\n'
    found = put(**files, **{"discotag.toml": f'[[lint.files]]\n{entry}languages = ["FR"]'})
    assert told(found, found.pairs()) == [("l/en.arb", "l/fr.arb", "fr")]
    found = put(**{"discotag.toml": f'[[lint.files]]\n{entry}languages = {{ german = "de" }}'})
    assert told(found, found.pairs()) == [("l/en.arb", "l/german.arb", "de")]
    assert all(pair.is_listed for pair in found.pairs())


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("lnt = 1", "lnt: unknown key; did you mean 'lint'?"),
        ("[lint]\nexpct = 'formal'", "lint.expct: unknown key; did you mean 'expect'?"),
        ("[lint]\nzzz = 'formal'", "lint.zzz: unknown key; there are exclude, expect"),
        (
            "[[lint.files]]\npath = 'a'\n[[lint.files]]\npath = 'b'\nlanguage = ['de']",
            "lint.files[2].language: unknown key; did you mean 'languages'?",
        ),
        ("[lint.paths.'a/**']\nignor = []", 'lint.paths."a/**".ignor: unknown key; did you'),
        ("[lint]\nselect = 3", "lint.select: input should be a list"),
        ("[lint]\nexpect = 3", "lint.expect: input should be a valid string"),
        (
            "[lint]\nunit = 'page'",
            "lint.unit: input should be 'auto', 'line', 'sentence' or 'sure'",
        ),
        ("[[lint.files]]\nsource = 'a'", "lint.files[1]: give source and target, or path"),
        ("[[lint.files]]\npath='a'\nsource='b'", "lint.files[1]: path is for files that hold both"),
        (
            "[[lint.files]]\nsource='en/*.json'\ntarget='{lang}/**/*.json'",
            "source has the wildcards * and target **/ *; they must be the same",
        ),
        ("[[lint.files]]\npath='../a'", "lint.files[1].path: the pattern '../a' must lie in"),
        ("[[lint.files]]\npath='{locale}/a'", "the pattern '{locale}/a' has {locale}; there is"),
        (
            "[[lint.files]]\nsource='{lang}.json'\ntarget='x/{lang}.json'",
            "lint: the source {lang}.json needs source_language for {lang}",
        ),
        ("[lint", "is not TOML"),
    ],
)
def test_what_is_wrong_is_told_with_file_and_key(put, text, message):
    with pytest.raises(InputError) as raised:
        put(**{"discotag.toml": text})
    assert message in str(raised.value)
    assert "discotag.toml: " in str(raised.value)


def test_the_keys_of_a_project_file_are_told_in_full(put):
    with pytest.raises(InputError, match=r"pyproject\.toml: tool\.discotag\.lint\.expct: unknown"):
        put(**{"pyproject.toml": "[tool.discotag.lint]\nexpct = 1"})


@pytest.mark.parametrize(
    ("pattern", "path", "fit"),
    [
        ("a/**/*.json", "a/b.json", Fit("", ("", "b"))),
        ("a/**", "a/b/c.json", Fit("", ("b/c.json",))),
        ("res/values-{lang}/s.xml", "res/values-pt-rBR/s.xml", Fit("pt-rBR", ())),
        ("res/values-{lang}/s.xml", "res/values-night/s.xml", None),
        ("{lang}/app.{lang}.po", "de/app.de.po", Fit("de", ())),
        ("{lang}/app.{lang}.po", "de/app.fr.po", None),
        ("a/[!x]?.json", "a/yz.json", Fit("", ("y", "z"))),
        ("a/[!x]?.json", "a/xz.json", None),
        ("a/[[]id].json", "a/[id].json", Fit("", ("[",))),
        ("a.b/*.json", "aXb/c.json", None),
    ],
)
def test_patterns_fit_as_in_a_shell(pattern, path, fit):
    assert PathPattern(pattern).fit(path) == fit
    if fit is not None:
        assert PathPattern(pattern).filled(fit) == path


@pytest.mark.parametrize(
    "setting",
    [
        "glossary='../x.csv'",
        "expect_file='/etc/hosts'",
        "suppressions='l.toml'",
        "glossary='l.toml'",
    ],
)
def test_a_configuration_names_files_of_its_repository_only(put, tmp_path, setting):
    (tmp_path / "l.toml").symlink_to("/etc/hosts")
    found = put(**{"a.po": "", "discotag.toml": f"[lint]\n{setting}\n[[lint.files]]\npath='*.po'"})
    with pytest.raises(InputError, match="outside the repository"):
        found.pair_of(found.folder / "a.po")


def test_a_link_that_leads_out_of_the_repository_is_no_file_of_it(put, tmp_path):
    (tmp_path / "a.po").symlink_to("/etc/hosts")
    found = put(**{"discotag.toml": "[[lint.files]]\npath='*.po'"})
    with pytest.raises(InputError, match="outside the repository"):
        list(found.pairs())


def test_a_configuration_in_a_folder_may_name_files_of_the_whole_repository(put, tmp_path):
    (tmp_path / ".git").mkdir()
    put(**{"x.csv": "", "sub/a.po": "", "sub/discotag.toml":
           "[lint]\nglossary='../x.csv'\n[[lint.files]]\npath='*.po'"})  # fmt: skip
    pair = configuration_of(tmp_path / "sub").pair_of(tmp_path / "sub/a.po")
    assert [path.resolve() for path in pair.glossary] == [(tmp_path / "x.csv").resolve()]


@pytest.mark.parametrize(
    "pattern", ["*a" * 30 + "b", "**a" * 30 + "b", "**/" * 30 + "*b", "{lang}*" * 20 + "b"]
)
def test_no_pattern_takes_long(pattern):
    begin = process_time()
    for path in ("a" * 250, "a/" * 125, "aa" * 125 + "/" + "a" * 250):
        assert PathPattern(pattern).fit(path) is None
    assert process_time() - begin < 3


def test_names_with_signs_of_patterns_are_taken_as_they_are(put):
    found = put(
        **{
            "en/[id]*.json": "{}",
            "de/[id]*.json": "{}",
            "discotag.toml": "[[lint.files]]\nsource='en/*.json'\ntarget='{lang}/*.json'\n"
            "source_language='en'",
        }
    )
    (pair,) = found.pairs_of(found.folder / "en/[id]*.json")
    assert pair.target == found.folder / "de/[id]*.json"


def test_the_file_of_the_source_language_is_no_translation(tmp_path):
    (tmp_path / "discotag.toml").write_text(
        "[[lint.files]]\npath='po/{lang}/a.po'\nsource_language='en_US'\n"
    )
    for name in ("en_US", "fr"):
        (tmp_path / "po" / name).mkdir(parents=True)
        (tmp_path / "po" / name / "a.po").write_text("")
    configuration = configuration_of(tmp_path)
    assert [pair.target_language for pair in configuration.pairs()] == ["fr"]
