"""The plugin in the program: it serves whom it can, and stands in nobody's way."""

from __future__ import annotations

import pytest

from discotag._linting import Files, lint
from discotag._pipeline.language_support import State, support
from discotag.plugin import ParallelText, Registry, discover
from discotag.plugin.runs import RunConfig, plan

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
