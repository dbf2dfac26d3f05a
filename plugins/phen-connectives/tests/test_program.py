"""The plugin in the program: it serves whom it can, and stands in nobody's way."""

from __future__ import annotations

import pytest

import discotag
import discotag_lint
from discotag.plugin import Context, LanguagePack, PlanError, Registration, Registry, Side, discover
from discotag.plugin.runs import RunConfig, plan
from discotag.testing import tokens
from discotag_phen_connectives.annotators import ListedConnectives, SourceConnectives

ENGLISH = ("It rained all day.", "However, the children played outside.", "They were happy.")
GERMAN = ("Es regnete den ganzen Tag.", "Die Kinder spielten draußen.", "Sie waren froh.")
JAPANESE = ("一日中雨が降った。", "しかし子供たちは外で遊んだ。", "彼らは幸せだった。")


@pytest.fixture(scope="module", autouse=True)
def _installed():
    """Skip where the package's entry point is not there."""
    if "connectives" not in Registry(discover()).phenomena():
        pytest.skip("discotag-phen-connectives is not installed")


def codes(source, target):
    (source_language, lines), (target_language, others) = source, target
    corpus = discotag.load(
        lines, others, source_language=source_language, target_language=target_language
    )
    found = discotag_lint.lint(corpus)
    return found.result.codes, [finding.code for finding in found]


def is_supported(registry, source, target):
    """Return whether there are connectives to look for, be the rest of a run there or not."""
    config = RunConfig(
        source_language=source, target_language=target, phenomena=("connectives",), scorers=()
    )
    try:
        plan(config, registry)
    except PlanError as error:
        return f"nothing to tag for {source}-{target}" not in str(error)
    return True


def test_a_lost_connective_is_found_in_running_text():
    offered, found = codes(("en", ENGLISH), ("de", GERMAN))
    assert "DT401" in offered
    assert found == ["DT401"]


@pytest.mark.parametrize(
    ("source", "target"),
    [(("en", ENGLISH), ("ja", JAPANESE)), (("ja", JAPANESE), ("en", ENGLISH))],
    ids=["into Japanese", "out of Japanese"],
)
def test_a_connective_that_is_kept_is_not_told(source, target):
    offered, found = codes(source, target)
    assert "DT401" in offered
    assert found == []


@pytest.mark.parametrize(("language", "expected"), [("de", True), ("pt-br", True), ("xx", False)])
def test_what_is_supported_is_told(language, expected):
    registry = Registry(discover())
    english = registry.languages.get("en")
    unlisted = english.info.model_copy(update={"code": "xx"})
    registry.languages.items["xx"] = Registration(unlisted, english.owner)
    assert is_supported(registry, "en", language) is expected


LIST = """sources = ["made up for this test, nobody's list"]
[[connective]]
sense = "contrast"
kind = "adverb"
words = ["jednak"]
"""


@pytest.fixture
def polish(tmp_path, monkeypatch):
    """Return a pack without a list, and what is installed with it; the list is in `data/`."""
    data = tmp_path / "pack_of_polish" / "data"
    data.mkdir(parents=True)
    (data.parent / "__init__.py").touch()
    monkeypatch.syspath_prepend(tmp_path)
    pack = LanguagePack(schema_version=1, code="pl", name="Polish", package="pack_of_polish")
    found = Registry(discover())
    found.languages.items["pl"] = Registration(pack, found.languages.get("en").owner)
    return pack, found, data / "connectives.toml"


def test_a_pack_may_bring_its_own_list(polish):
    pack, found, path = polish
    english = found.language("en").info
    assert not is_supported(found, "en", "pl")
    path.write_text(LIST, encoding="utf-8")
    assert is_supported(found, "en", "pl")
    table = found.table("pl", "connectives")
    given = Context("connective-lists", pack, pack, side="target", tables={"connectives": table})
    line = tokens("Jednak spał")
    both = Side("pl", (line.text,), (line,))
    ((first,),) = ListedConnectives.create(given).annotate([both])[0]
    assert (first.form, first.sense) == ("jednak", "contrast")
    ours = SourceConnectives.create(Context("connectives", pack, english))
    assert [item.form for item in ours.at(both, 0)] == ["jednak"]
