"""A phenomenon that core never heard of is judged by `choice` as its tagger declares."""

from __future__ import annotations

import sys
from types import ModuleType

import pytest

from discotag.core.components import ScorerInfo, TaggerInfo
from discotag.core.document import ParallelText
from discotag.core.results import Row
from discotag.core.tags import Mark, TokenRef
from discotag.pipeline.config import RunConfig
from discotag.pipeline.language_support import classes_of
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages
from discotag.runs.workers import comparisons, named_scorers, planned_scorers
from discotag.scoring.table import score

CHOICE = ScorerInfo(
    name="choice",
    summary="s",
    factory="discotag.plugins.scorers.choice:ChoiceScorer",
    phenomena="classes",
    needs=frozenset({"alignment"}),
    columns=("correct", "missing", "unjudged", "support"),
)
WORDS = {"di": "seen", "mis": "heard", "mus": "heard"}
TEXT = ParallelText(
    "d",
    ("it rained", "it poured"),
    {"ref": ("yag mis", "yag mis")},
    {"A": ("yag mus", "yag mus"), "B": ("yag mis", "yag di")},
)


class Hearsay:
    """Marks whether something was seen or heard of; an earlier mark is the evidence."""

    create = classmethod(lambda cls, context: cls())

    def mark(self, document):
        for segment, tokens in enumerate(document.target):
            for token in tokens:
                if label := WORDS.get(token.form):
                    sources = document.links(segment).sources(token.index)
                    evidence = (TokenRef("target", 0, 1),) if segment else ()
                    yield Mark("hearsay", label, segment, token.index, sources, evidence)


@pytest.fixture
def registry(world, make_point, monkeypatch):
    """Make a registry of the small world, and a stranger that declares `hearsay`."""
    module = ModuleType("fake_hearsay")
    module.Hearsay = Hearsay
    monkeypatch.setitem(sys.modules, "fake_hearsay", module)

    def make(*names, classes):
        points = [
            make_point(
                f"phen-{name}",
                taggers=[
                    TaggerInfo(
                        name=name, phenomenon="hearsay", summary="s", classes=classes,
                        factory="fake_hearsay:Hearsay", needs={"target.tokens", "alignment"},
                    )
                ],
            )
            for name in names
        ]  # fmt: skip
        return world("Shouting", *points, scorers=[CHOICE])

    return make


def scores_of(registry, scorers, planned):
    tables = score(
        comparisons(next(Stages(planned, registry).tag([TEXT]))),
        scorers,
        phenomena=planned.phenomena,
    )
    return {(table.system, found.row): found.value for table in tables for found in table.scores()}


def planned_with(registry):
    config = RunConfig(
        source_language="en", target_language="xx", phenomena=("hearsay",), scorers=("choice",)
    )
    return plan(config, registry)


def test_classes_of_words_are_compared(registry):
    known = registry("hearsay", classes="word")
    planned = planned_with(known)
    found = scores_of(known, planned_scorers(planned), planned)
    assert (found["A", Row("hearsay")], found["B", Row("hearsay")]) == (1.0, 0.0)
    by_name = named_scorers(["choice"], {}, known, ("en", "xx"))
    assert scores_of(known, by_name, planned) == found


def test_a_phenomenon_without_classes_is_not_judged(registry):
    known = registry("hearsay", classes=None)
    planned = planned_with(known)
    assert scores_of(known, planned_scorers(planned), planned) == {}


def test_of_a_phenomenon_that_two_strangers_mark_neither_speaks(registry):
    assert classes_of(registry("heard", classes="word")) == {"hearsay": "word"}
    assert classes_of(registry("heard", "seen", classes="word")) == {}
