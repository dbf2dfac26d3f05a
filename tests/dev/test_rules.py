"""Each rule finds what it is there for, in components that break it."""

from __future__ import annotations

import os
import random
import sys
from functools import lru_cache
from types import ModuleType

import pytest

from discotag.plugin import (
    AlignerInfo,
    Alignment,
    AnalyzerInfo,
    Cluster,
    CorefInfo,
    LanguagePack,
    Mark,
    Mention,
    Registry,
    Row,
    ScorerInfo,
    Statistics,
    TaggerInfo,
    TokenRef,
    Tokens,
    discover,
)
from discotag_dev.checking import cases_of, problems_of
from discotag_dev.problems import Severity
from discotag_dev.rules import components
from discotag_lint.check import CheckInfo, CodeInfo, Finding

MODULE = "broken_components"


class Made:
    create = classmethod(lambda cls, context: cls())


class Sound(Made):
    def mark(self, document):
        for segment, tokens in enumerate(document.target):
            for token in tokens:
                if token.index:
                    yield Mark(
                        "loud",
                        "x",
                        segment,
                        token.index,
                        evidence=(TokenRef("target", segment, 0),),
                    )


class Greedy(Sound):
    def mark(self, document):
        document.links(0)
        return super().mark(document)


class Forgetful(Sound):
    def mark(self, document):
        return [mark for mark in super().mark(document) if random.random() < 0.5]


class Remembering(Sound):
    def __init__(self):
        self.seen = 0

    def mark(self, document):
        self.seen += 1
        return list(super().mark(document))[: self.seen]


class Elsewhere(Sound):
    def mark(self, document):
        yield Mark("quiet", "x", 0, 0)


class Outside(Sound):
    def mark(self, document):
        yield Mark("loud", "x", 0, 99)


class Circular(Sound):
    def mark(self, document):
        for mark in super().mark(document):
            yield Mark(
                "loud",
                "x",
                mark.segment,
                mark.token,
                evidence=(TokenRef("target", mark.segment, mark.token),),
            )


class Fragile(Sound):
    def mark(self, document):
        document.target[0][0]
        return super().mark(document)


class Leaving(Sound):
    def mark(self, document):
        sys.exit(0)


class LeavingAtOnce(Sound):
    @classmethod
    def create(cls, context):
        sys.exit(0)


class Mistyped(Sound):
    def mark(self, document):
        yield Mark("loud", 5, 0, 0)


class Printing(Sound):
    def mark(self, document):
        sys.stdout.write("at work")
        return super().mark(document)


class Seeding(Sound):
    def mark(self, document):
        random.seed(1)
        return super().mark(document)


class Moving(Sound):
    @classmethod
    def create(cls, context):
        os.chdir("/")
        return cls()


class Changing(Sound):
    def mark(self, document):
        for tokens in document.target:
            for feats in tokens.feats:
                feats["Seen"] = "Yes"
        return super().mark(document)


class Stubborn(Sound):
    def mark(self, document):
        try:
            return list(super().mark(document))
        except BaseException:
            return ()


def tagger(name):
    declared = TaggerInfo(
        name="loud",
        phenomenon="loud",
        summary="Marks every word.",
        factory=f"{MODULE}:{name}",
        needs={"target.tokens", "target.morph"},
    )
    return {"taggers": [declared]}


@pytest.fixture
def problems(make_point, make_registry, monkeypatch):
    """Return a function: the problems of a plugin that declares this, as (rule, message) pairs."""
    module = ModuleType(MODULE)
    for name, kind in list(globals().items()):
        if isinstance(kind, type) and issubclass(kind, Made):
            setattr(module, name, kind)
    monkeypatch.setitem(sys.modules, MODULE, module)
    packs = [
        LanguagePack(schema_version=1, code=code, name=code, package="discotag.testing")
        for code in ("en", "xx")
    ]

    def found(severity=Severity.ERROR, **declared):
        registry = make_registry(
            make_point("core", distribution="discotag", languages=packs),
            make_point("mine", **declared),
        )
        return [
            (problem.rule, problem.fault.message)
            for subject, rule in cases_of("mine", registry)
            if subject.role != "plugin" and "examples" not in rule.__name__
            for problem in problems_of(subject, rule)
            if problem.severity is severity
        ]

    return found


def test_a_sound_tagger_has_no_problem(problems):
    assert problems(**tagger("Sound")) == []


@pytest.mark.parametrize(
    ("name", "rule", "message"),
    [
        ("Greedy", "its results are sound", "reads the layer 'alignment'"),
        ("Forgetful", "its results are the same again", "gives other results"),
        ("Remembering", "order and company do not matter", "depend on the order"),
        ("Elsewhere", "its results are sound", "declares 'loud' but marks 'quiet'"),
        ("Outside", "its results are sound", "which does not exist"),
        ("Circular", "its results are sound", "is its own evidence"),
        ("Fragile", "its results are sound", "raised IndexError"),
        ("Missing", "it can be loaded", "cannot load"),
        ("Leaving", "its results are sound", "called sys.exit(0)"),
        ("LeavingAtOnce", "its results are sound", "called sys.exit(0)"),
        ("Mistyped", "its results are sound", "label is 5 (int), not a str"),
        ("Printing", "it prints nothing", "prints 'at work"),
        ("Seeding", "it changes nothing that all share", "changes random numbers"),
        ("Moving", "it changes nothing that all share", "changes the working directory"),
        ("Changing", "it leaves its inputs as they are", "changes its inputs"),
        ("Stubborn", "it stops when it is stopped", "goes on after it was stopped"),
    ],
)
def test_a_tagger_that_breaks_a_rule_is_found(problems, name, rule, message):
    found = problems(**tagger(name))
    assert any(of == rule and message in said for of, said in found), found


@pytest.mark.parametrize(
    ("need", "message"),
    [
        ("target.lemma", "needs 'target.lemma'; did you mean 'target.lemmas'?"),
        ("lemmas", "needs 'lemmas'; did you mean 'source.lemmas' or 'target.lemmas'?"),
        ("target.tokens | sourse.deps", "did you mean 'source.deps' or 'target.deps'?"),
        ("target.upos?", "needs 'target.upos'; did you mean 'target.pos'?"),
        ("aligment", "needs 'aligment'; did you mean 'alignment'?"),
    ],
    ids=["letter", "side", "misspelt side", "another name", "no side"],
)
def test_a_layer_that_is_misspelt_is_told_with_what_was_meant(problems, need, message):
    declared = tagger("Sound")["taggers"][0].model_copy(
        update={"needs": frozenset({"target.tokens", "target.morph", need})}
    )
    found = problems(taggers=[declared])
    assert [said for of, said in found if of == "its needs name layers" and message in said], found


def test_a_layer_that_another_plugin_may_give_is_warned_of(problems):
    declared = tagger("Sound")["taggers"][0].model_copy(
        update={"needs": frozenset({"target.tokens", "target.weather"})}
    )
    told = "needs the layer 'target.weather', which nothing installed gives"
    assert ("its needs name layers", told) in problems(Severity.WARNING, taggers=[declared])
    assert "its needs name layers" not in dict(problems(taggers=[declared]))


def test_an_aligners_needs_name_no_side(problems):
    declared = info(AlignerInfo, "Sound", needs={"target.pos"})
    found = problems(aligners=[declared])
    assert ("its needs name layers", "needs 'target.pos'; did you mean 'pos'?") in found


def test_an_analyzer_that_gives_a_misspelt_layer_is_told(problems):
    found = problems(analyzers=[info(AnalyzerInfo, "BadAnalyzer", gives={"tokens", "lemma"})])
    told = "gives 'lemma', which is no layer of analysis; did you mean 'lemmas'?"
    assert ("it gives layers of analysis", told) in found


def test_a_slow_tagger_is_warned_of(problems, monkeypatch):
    monkeypatch.setattr(components, "SLOWEST", 1e9)
    found = problems(Severity.WARNING, **tagger("Sound"))
    assert any("segments a second" in said for _, said in found)


class BadAligner(Made):
    def align(self, pairs):
        return [Alignment.of([(50, 0)], [2.0]) for _ in pairs]


class ShortAligner(Made):
    def align(self, pairs):
        return []


class BadCoref(Made):
    def resolve(self, documents):
        mentions = (Mention(0, 0, 1, 0), Mention(70, 0, 1, 0))
        return [[Cluster(mentions)] for _ in documents]


class BadAnalyzer(Made):
    def analyze(self, texts):
        return [Tokens(text.strip(), ("x",), (0,), (0,), upos=("NN",)) for text in texts]


class BadScorer(Made):
    def statistics(self, comparisons):
        for comparison in comparisons:
            yield Statistics(comparison.hypothesis.document.id, {Row("formality"): (1.0,)})

    def measures(self, counts):
        return {"share": counts[:, 0] / counts[:, 1]}

    def signature(self):
        return ""


class DividingScorer(BadScorer):
    def statistics(self, comparisons):
        for comparison in comparisons:
            yield Statistics(comparison.hypothesis.document.id, {Row("formality"): (1.0, 2.0)})


class BadCheck(Made):
    def check(self, tagged):
        yield Finding("ZZ1", "something is wrong", TokenRef("target", 0, 99))


def info(kind, name, **more):
    return kind(
        name="mine", summary="Something that is broken.", factory=f"{MODULE}:{name}", **more
    )


TWO = {"columns": ("a", "b")}
CODE = CodeInfo(name="broken", summary="Something is wrong.", advice="Put it right.")


@pytest.mark.parametrize(
    ("role", "declared", "messages"),
    [
        ("aligners", info(AlignerInfo, "BadAligner"), ["link 50-0 lies outside", "not in 0-1"]),
        ("aligners", info(AlignerInfo, "ShortAligner"), ["gave 0 results for"]),
        ("corefs", info(CorefInfo, "BadCoref"), ["lies outside its document"]),
        (
            "analyzers",
            info(AnalyzerInfo, "BadAnalyzer", gives={"tokens", "lemmas"}),
            ["changed the text", "in the blank line", "'NN' is no part", "'lemmas'", "ends where"],
        ),
        ("scorers", info(ScorerInfo, "BadScorer", **TWO), ["gave 1 counts for 2 columns"]),
        ("scorers", info(ScorerInfo, "DividingScorer", **TWO), ["where nothing was counted"]),
        (
            "checks",
            info(CheckInfo, "BadCheck", codes={"AA1": CODE}),
            ["the code 'ZZ1' is not declared", "points to target word 99"],
        ),
    ],
)
def test_a_component_that_breaks_a_rule_is_found(problems, role, declared, messages):
    found = problems(**{role: [declared]})
    for message in messages:
        assert any(message in said for _, said in found), found


SUBPROCESSES = {"it_loads_alone", "it_is_light", "it_does_the_same_in_another_process"}
"""Rules that begin a process each: for a few plugins they stand in the packs' own suites."""


@lru_cache(maxsize=1)
def registry():
    return Registry(discover())


def builtins():
    records = discover(environ={"DISCOTAG_PLUGINS": ""}).records
    return [record.name for record in records if record.is_builtin]


@pytest.mark.parametrize("plugin", builtins())
def test_a_built_in_plugin_keeps_the_rules(plugin):
    found = [
        str(problem)
        for subject, rule in cases_of(plugin, registry())
        if rule.__name__ not in SUBPROCESSES
        for problem in problems_of(subject, rule)
        if problem.severity is Severity.ERROR
    ]
    assert found == []


@pytest.mark.parametrize("plugin", ["core-lexical-cohesion", "lint"])
def test_another_process_does_the_same(plugin):
    found = [
        str(problem)
        for subject, rule in cases_of(plugin, registry())
        if rule.__name__ in SUBPROCESSES
        for problem in problems_of(subject, rule)
    ]
    assert found == []
