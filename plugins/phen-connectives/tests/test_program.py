"""The plugin in the program: it serves whom it can, and stands in nobody's way."""

from __future__ import annotations

import pytest

from discotag._linting import Files, lint
from discotag._pipeline.language_support import State, support
from discotag.core.registry import Registration
from discotag.plugin import Context, LanguagePack, ParallelText, Registry, Side, discover
from discotag.plugin.runs import RunConfig, plan
from discotag.testing import tokens
from discotag_phen_connectives.annotators import ListedConnectives, SourceConnectives

ENGLISH = ("It rained all day.", "However, the children played outside.", "They were happy.")
GERMAN = ("Es regnete den ganzen Tag.", "Die Kinder spielten draußen.", "Sie waren froh.")
JAPANESE = ("一日中雨が降った。", "しかし子供たちは外で遊んだ。", "彼らは幸せだった。")


@pytest.fixture(scope="module")
def registry():
    """Return what is installed; the package's entry point must be there."""
    found = Registry(discover())
    if "connectives" not in found.phenomena():
        pytest.skip("discotag-phen-connectives is not installed")
    return found


def codes(registry, source, target):
    (source_language, lines), (target_language, others) = source, target
    config = RunConfig(
        source_language=source_language, target_language=target_language, scorers=(), checks="*"
    )
    text = ParallelText("one", lines, {"ref": others}, {}, tuple(range(1, len(lines) + 1)))
    result = lint(plan(config, registry), registry, [text], Files("source", "target"))
    return result.codes, [finding.code for finding in result.findings]


def test_a_lost_connective_is_found_in_running_text(registry):
    offered, found = codes(registry, ("en", ENGLISH), ("de", GERMAN))
    assert "DT401" in offered
    assert found == ["DT401"]


@pytest.mark.parametrize(
    ("source", "target"),
    [(("en", ENGLISH), ("ja", JAPANESE)), (("ja", JAPANESE), ("en", ENGLISH))],
    ids=["into Japanese", "out of Japanese"],
)
def test_a_connective_that_is_kept_is_not_told(registry, source, target):
    offered, found = codes(registry, source, target)
    assert "DT401" in offered
    assert found == []


@pytest.mark.parametrize(
    ("language", "state"),
    [("de", State.SUPPORTED), ("pt-br", State.SUPPORTED), ("xx", State.NOT_APPLICABLE)],
)
def test_what_is_supported_is_told(registry, language, state):
    english = registry.language("en").info
    unlisted = english.model_copy(update={"code": "xx"})
    packs = [english, unlisted if language == "xx" else registry.language(language).info]
    assert support("connectives", registry, *packs).state is state


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
    assert support("connectives", found, english, pack).state is State.NOT_APPLICABLE
    path.write_text(LIST, encoding="utf-8")
    assert support("connectives", found, english, pack).state is State.SUPPORTED
    table = found.table("pl", "connectives")
    given = Context("connective-lists", pack, pack, side="target", tables={"connectives": table})
    line = tokens("Jednak spał")
    both = Side("pl", (line.text,), (line,))
    ((first,),) = ListedConnectives.create(given).annotate([both])[0]
    assert (first.form, first.sense) == ("jednak", "contrast")
    ours = SourceConnectives.create(Context("connectives", pack, english))
    assert [item.form for item in ours.at(both, 0)] == ["jednak"]
