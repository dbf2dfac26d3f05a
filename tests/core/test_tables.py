"""Tables of two owners: what a source language's pack adds to a target language's table."""

from __future__ import annotations

import pytest

from discotag.core.components import TaggerInfo
from discotag.core.errors import TableError
from discotag.core.language import LanguagePack
from discotag.core.tables import Table, read_table, read_toml
from discotag.pipeline.language_support import State, with_tagger
from discotag.plugins.phenomena.formality.table import FormalityTable

OWN = """
source = "a grammar of English"
[[form]]
name = "past"
[[ambiguous.fr]]
name = "imparfait"
"""
ADDED = """
source = "a grammar of German"
[[ambiguous.de]]
name = "Präteritum"
"""


@pytest.fixture
def german(tmp_path, monkeypatch):
    """A German pack whose tables say what its words become in English."""
    into = tmp_path / "german_pack" / "data" / "into-en"
    into.mkdir(parents=True)
    (tmp_path / "german_pack" / "__init__.py").touch()
    (into / "verb_form.toml").write_text(ADDED, encoding="utf-8")
    (into / "pronouns.toml").write_text('[[de]]\nname = "er"\n', encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return LanguagePack(schema_version=1, code="de", name="German", package="german_pack")


@pytest.fixture
def english(tmp_path, monkeypatch):
    """An English pack with a table of verb forms and none of pronouns."""
    data = tmp_path / "english_pack" / "data"
    data.mkdir(parents=True)
    (tmp_path / "english_pack" / "__init__.py").touch()
    (data / "verb_form.toml").write_text(OWN, encoding="utf-8")
    monkeypatch.syspath_prepend(tmp_path)
    return LanguagePack(schema_version=1, code="en", name="English", package="english_pack")


@pytest.fixture
def registry(german, english, make_point, make_registry):
    return make_registry(
        make_point("lang-de", languages=[german]), make_point("lang-en", languages=[english])
    )


def test_a_source_language_adds_its_blocks_to_the_target_languages_table(registry):
    own = registry.table("en", "verb_form")
    joint = registry.table("en", "verb_form", source="de")
    assert set(own.data["ambiguous"]) == {"fr"}
    assert set(joint.data["ambiguous"]) == {"fr", "de"}
    assert joint.data["form"] == own.data["form"]
    assert joint.data["source"] == "a grammar of English; a grammar of German"
    assert joint.digest != own.digest
    assert "lang-de" in joint.owner
    assert "lang-en" in joint.owner


def test_a_source_language_may_bring_the_whole_table(registry):
    assert registry.table("en", "pronouns") is None
    assert registry.table("en", "pronouns", source="de").has_block("de", "")
    assert registry.table("en-gb", "pronouns", source="de").has_block("de", "")


@pytest.mark.parametrize("block", [[{"name": "er"}], [{"name": "sie"}]], ids=["same", "other"])
def test_a_block_that_both_bring_is_an_error(tmp_path, block):
    first = Table("en", "pronouns", tmp_path / "own.toml", "lang-en", {"de": block}, "1")
    second = Table(
        "en", "pronouns", tmp_path / "into.toml", "lang-de", {"de": [{"name": "er"}]}, "2"
    )
    with pytest.raises(TableError, match=r"into\.toml.* says what de is, and so does .*own\.toml"):
        first.with_blocks(second)


def test_a_pair_without_its_block_has_no_table(registry, make_point, make_registry):
    info = TaggerInfo(
        name="v", phenomenon="v", summary="s", factory="m:V", table="verb_form", blocks="ambiguous"
    )
    tagger = make_registry(make_point("mine", taggers=[info])).taggers.get("v")
    german, english = (registry.language(code).info for code in ("de", "en"))
    assert with_tagger(tagger, registry, german, english).state is State.SUPPORTED
    missing = with_tagger(tagger, registry, english, english)
    assert missing.state is State.NO_TABLE
    assert missing.reason == "the English table 'verb_form' has no block for English"


def read(tmp_path, text):
    path = tmp_path / "verb_form.toml"
    path.write_text(text, encoding="utf-8")
    return read_toml(path)[0]


def test_a_list_is_named_once_and_used_everywhere(tmp_path):
    data = read(
        tmp_path,
        """
        when = { lemma = ["stay", "@moving"], none_of = [{ form = "@small" }] }
        [lists]
        small = ["a", "b"]
        moving = ["go", "@small"]
        """,
    )
    assert data == {"when": {"lemma": ["stay", "go", "a", "b"], "none_of": [{"form": ["a", "b"]}]}}


@pytest.mark.parametrize(
    ("text", "fault"),
    [
        ('form = ["@movin"]\n[lists]\nmoving = ["go"]', r"no 'movin' \(it has: moving\)"),
        ('form = "@a"\n[lists]\na = ["@b"]\nb = ["@a"]', "'a' holds itself"),
        ('form = "@a"\n[lists]\na = "go"', "'a' is not a list"),
        ('lists = ["go"]', "must name lists"),
    ],
)
def test_a_faulty_list_names_the_file(tmp_path, text, fault):
    with pytest.raises(TableError, match=rf"verb_form\.toml.*{fault}"):
        read(tmp_path, text)


def test_a_variety_shares_the_lists_of_its_language(tmp_path):
    path = tmp_path / "pt-br" / "formality.toml"
    path.parent.mkdir()
    (tmp_path / "formality.toml").write_text('[lists]\ntitles = ["senhor"]\n', encoding="utf-8")
    path.write_text('lists_from = "../formality.toml"\nforms = "@titles"\n', encoding="utf-8")
    data, digest = read_toml(path)
    assert data == {"forms": ["senhor"]}
    (tmp_path / "formality.toml").write_text('[lists]\ntitles = ["doutor"]\n', encoding="utf-8")
    assert read_toml(path)[1] != digest


@pytest.mark.parametrize("content", [None, "x = 1\n"], ids=["no file", "no lists"])
def test_lists_that_are_not_there_name_the_table_that_wants_them(tmp_path, content):
    if content is not None:
        (tmp_path / "other.toml").write_text(content, encoding="utf-8")
    with pytest.raises(TableError, match=r"verb_form\.toml.*lists_from: .*other\.toml"):
        read(tmp_path, 'lists_from = "other.toml"')


def test_an_unknown_key_is_answered_with_the_one_that_is_meant(tmp_path):
    path = tmp_path / "formality.toml"
    path.write_text(
        'source = "a grammar"\ninvert = true\n[[class]]\nname = "t"\nforms = "du"\n'
        'unless = [{ linkd = "one" }]\n',
        encoding="utf-8",
    )
    table = read_table(path, language="xx", phenomenon="formality", owner="x")
    with pytest.raises(TableError) as caught:
        table.validated(FormalityTable)
    told = str(caught.value)
    assert "invert: Nothing of this name is known here; did you mean 'inverts'?" in told
    assert (
        "class.0.unless.0.linkd: Nothing of this name is known here; did you mean 'linked" in told
    )
