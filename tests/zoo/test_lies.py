"""Plugins that lie: what is of a wrong type, number or place is blamed on who gave it."""

from __future__ import annotations

import math

import numpy as np
import pytest

from discotag.core.document import Alignment, Cluster, Mention, ParallelText
from discotag.core.errors import ComponentError
from discotag.core.explanations import Reason, ReasonVerdict
from discotag.core.results import Judgement, Row, Statistics
from discotag.core.tags import Mark, TokenRef
from discotag.core.tokens import Tokens
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages
from discotag_lint.check import Finding, Observation

HERE = TokenRef("target", 0, 0)
MARKS = {
    "no mark": ({"label": "v"}, "yielded dict, not Mark"),
    "a label that is a number": (Mark("odd", 5, 0, 0), "label is 5 (int), not a str"),
    "no label": (Mark("odd", None, 0, 0), "label is NoneType, not a str"),
    "half a sign": (Mark("odd", "\ud800", 0, 0), "half a sign, which no file can hold"),
    "a segment that is False": (Mark("odd", "v", False, 0), "segment is False (bool), not an int"),
    "a token that is True": (Mark("odd", "v", 0, True), "token is True (bool), not an int"),
    "a token between words": (Mark("odd", "v", 0, 0.5), "token is 0.5 (float), not an int"),
    "a number of numpy": (Mark("odd", "v", np.int64(0), 0), "segment is int64, not an int"),
    "another phenomenon": (Mark("even", "v", 0, 0), "declares 'odd' but marks 'even'"),
    "a segment too far": (Mark("odd", "v", 9999, 0), "of segment 9999, which does not exist"),
    "a token too far": (Mark("odd", "v", 0, 9999), "target token 9999"),
    "a token before the first": (Mark("odd", "v", 0, -1), "target token -1"),
    "a list that may change": (Mark("odd", "v", 0, 0, [0]), "source_tokens is list, not a tuple"),
    "a source token too far": (Mark("odd", "v", 0, 0, (99,)), "source token 99"),
    "evidence that is a word": (Mark("odd", "v", 0, 0, (), ("it",)), "not a TokenRef"),
    "evidence that is a pair": (Mark("odd", "v", 0, 0, (), ((0, 0),)), "is tuple, not a TokenRef"),
    "evidence in a list": (Mark("odd", "v", 0, 0, (), [HERE]), "evidence is list, not a tuple"),
    "evidence on no side": (
        Mark("odd", "v", 0, 0, (), (TokenRef("middle", 0, 0),)),
        "on the side 'middle', not 'source' or 'target'",
    ),
    "evidence out of range": (Mark("odd", "v", 0, 0, (), (TokenRef("source", 9, 0),)), "segment 9"),
    "half unresolved": (Mark("odd", "v", 0, 0, is_unresolved=1), "is_unresolved is 1 (int)"),
}


@pytest.mark.parametrize("lie", MARKS)
def test_a_mark_that_lies_is_blamed_on_its_tagger(cage, lie):
    mark, told = MARKS[lie]
    cage.deeds = {"tagger.mark": lambda document: [mark]}
    outcome = cage.run()
    assert outcome.exit_code == ComponentError.exit_code
    assert outcome.message.startswith("tagger odd (plugin odd-one) failed on document 'talk'")
    assert told in outcome.message
    assert outcome.kept == set()


def tokens(text, **columns):
    forms = tuple(text.split())
    size = len(forms)
    return Tokens(text, **{"forms": forms, "starts": (0,) * size, "ends": (1,) * size, **columns})


def each_line(make):
    return lambda lines: [make(line) for line in lines]


def pairs_of(alignment):
    return lambda pairs: [alignment] * len(pairs)


def sides_of(*mentions, scores=None):
    return lambda sides: [(Cluster(mentions, scores),) for _ in sides]


FIRST, SECOND = Mention(0, 0, 1, 0), Mention(1, 0, 1, 0)
LAYERS = {
    "too few analyses": ("analyzer.analyze", lambda lines: [], "gave 0 results for 2 inputs"),
    "analyses of nothing": ("analyzer.analyze", lambda lines: None, "TypeError"),
    "analyses of no kind": ("analyzer.analyze", each_line(str), "gave str, not Tokens"),
    "another text": ("analyzer.analyze", each_line(lambda _: tokens("other")), "changed the text"),
    "forms in a list": (
        "analyzer.analyze",
        each_line(lambda line: tokens(line, forms=line.split())),
        "the column forms is list, not a tuple",
    ),
    "a lemma that is a number": (
        "analyzer.analyze",
        each_line(lambda line: tokens(line, lemmas=(5,) * len(line.split()))),
        "a value in lemmas is 5 (int), not a str",
    ),
    "a head that is a word": (
        "analyzer.analyze",
        each_line(lambda line: tokens(line, deprels=(None,) * len(line.split()))),
        "a value in deprels is NoneType, not a str",
    ),
    "features in a text": (
        "analyzer.analyze",
        each_line(lambda line: tokens(line, feats=("Case=Nom",) * len(line.split()))),
        "a value in feats",
    ),
    "too few links": ("aligner.align", lambda pairs: [Alignment()], "gave 1 result for 2 inputs"),
    "links of no kind": ("aligner.align", pairs_of("0-0"), "gave str, not Alignment"),
    "links out of range": ("aligner.align", pairs_of(Alignment(((0, 99),))), "link 0-99"),
    "links of words": ("aligner.align", pairs_of(Alignment((("a", "b"),))), "not an int"),
    "links of three": ("aligner.align", pairs_of(Alignment(((0, 0, 0),))), "not a pair"),
    "a high confidence": (
        "aligner.align", pairs_of(Alignment(((0, 0),), ("high",))), "is 'high' (str), not a float",
    ),
    "no confidence at all": (
        "aligner.align", pairs_of(Alignment(((0, 0),), (math.nan,))), "is nan, which is not in 0-1",
    ),
    "clusters of no kind": ("coref.resolve", lambda sides: [("it",)], "gave str, not Cluster"),
    "a mention out of range": (
        "coref.resolve", sides_of(FIRST, Mention(7, 0, 1, 0)), "lies outside its document",
    ),
    "a mention in half a segment": (
        "coref.resolve", sides_of(FIRST, Mention(0.5, 0, 1, 0)), "0.5 (float), not an int",
    ),
    "a mention with no score": (
        "coref.resolve", sides_of(FIRST, SECOND, scores=(1.0, math.nan)), "not in 0-1",
    ),
    "too few values": (
        "annotator.annotate", lambda sides: [[()] for _ in sides], "gave 1 result for 2 inputs",
    ),
    "values of no number": ("annotator.annotate", lambda sides: iter(()), "TypeError"),
}  # fmt: skip


@pytest.mark.parametrize("lie", LAYERS)
def test_a_layer_that_lies_is_blamed_on_who_gave_it(cage, lie):
    place, deed, told = LAYERS[lie]
    cage.deeds = {place: deed}
    outcome = cage.run()
    assert outcome.exit_code == ComponentError.exit_code
    assert outcome.message.startswith(f"{place.partition('.')[0]} odd (plugin odd-one) failed")
    assert told in outcome.message


def test_whole_numbers_of_numpy_are_as_good_in_layers(cage):
    links = Alignment(((np.int64(0), np.int64(0)),), (np.float32(0.5),))
    cage.deeds = {"aligner.align": pairs_of(links)}
    assert cage.run().exit_code == 0


def counts_of(*counts, row=None, document=None):
    def statistics(comparisons):
        for item in comparisons:
            yield Statistics(document or item.hypothesis.document.id, {row or Row("odd"): counts})

    return {"scorer.statistics": statistics}


SCORES = {
    "no statistics": ({"scorer.statistics": lambda _: [None]}, "gave no statistics"),
    "statistics of no kind": ({"scorer.statistics": lambda _: [{}]}, "gave dict, not Statistics"),
    "too few counts": (counts_of(1.0), "gave 1 counts for 2 columns"),
    "a count that is a text": (counts_of("1", 2), "is '1' (str), not a number"),
    "a count that is no number": (counts_of(math.nan, 2), "gave a count that is not a number"),
    "an endless count": (counts_of(math.inf, 2), "gave a count that is not a number"),
    "a count that is True": (counts_of(True, 2), "is True (bool), not a number"),
    "counts of no row": (counts_of(1, 2, row="odd"), "the key of counts is 'odd' (str)"),
    "another document": (counts_of(1, 2, document="other"), "gave the statistics of 'other'"),
    "no measure": ({"scorer.measures": lambda counts: {}}, "its measures bear no names"),
    "too few measures": (
        {"scorer.measures": lambda counts: {"share": np.zeros(len(counts) + 1)}}, "values of share",
    ),
    "a signature of no kind": ({"scorer.signature": lambda: 5}, "its signature is int, not a str"),
    "a verdict of no kind": (
        {"scorer.judgements": lambda _: [Judgement("odd", "v", 0, 0, "good")]},
        "a judgement's verdict is 'good' (str), not a Verdict",
    ),
    "a report of numbers": ({"report.render": lambda *_: [5]}, "yielded int, not str"),
    "a report of nothing": ({"report.render": lambda *_: None}, "TypeError"),
}  # fmt: skip


@pytest.mark.parametrize("lie", SCORES)
def test_counts_and_reports_that_lie_are_blamed_on_who_gave_them(cage, lie):
    cage.deeds, told = SCORES[lie]
    outcome = cage.run()
    assert outcome.exit_code == ComponentError.exit_code
    assert "odd (plugin odd-one) failed" in outcome.message
    assert told in outcome.message
    assert "run.json" not in outcome.kept


FINDINGS = {
    "no finding": ("wrong", "yielded str, not Finding"),
    "a code that is a number": (Finding(1, "m", HERE), "a finding's code is 1 (int), not a str"),
    "a code of another": (Finding("XX9", "m", HERE), "found XX9, but declares OD1"),
    "no message": (Finding("OD1", None, HERE), "message is NoneType, not a str"),
    "a place that is a pair": (Finding("OD1", "m", (0, 0)), "is tuple, not a TokenRef"),
    "others in a list": (Finding("OD1", "m", HERE, [HERE]), "others is list, not a tuple"),
    "a place out of range": (Finding("OD1", "m", TokenRef("target", 0, 99)), "failed"),
    "bad enough": (Finding("OD1", "m", HERE, (), "bad"), "severity is 'bad' (str)"),
}


@pytest.mark.parametrize("lie", FINDINGS)
def test_a_finding_that_lies_is_blamed_on_its_check(cage, lie):
    finding, told = FINDINGS[lie]
    cage.deeds = {"check.check": lambda tagged: [finding]}
    outcome = cage.lint()
    assert outcome.message.startswith("check odd (plugin odd-one) failed on document 'talk'")
    assert told in outcome.message


OBSERVATIONS = {
    "no observation": (1.5, "yielded float, not Observation"),
    "a cost that is text": (Observation("k", "1", "m"), "cost is '1' (str), not a finite number"),
    "no cost": (Observation("k", float("nan"), "m"), "cost is nan (float), not a finite number"),
    "a kind that is a number": (Observation(1, 1.0, "m"), "kind is 1 (int), not a str"),
    "places in a list": (Observation("k", 1.0, "m", [HERE]), "places is list, not a tuple"),
    "a place out of range": (
        Observation("k", 1.0, "m", (TokenRef("target", 0, 99),)), "which does not exist",
    ),
}  # fmt: skip


@pytest.mark.parametrize("lie", OBSERVATIONS)
def test_an_observation_that_lies_is_blamed_on_its_check(cage, lie):
    observation, told = OBSERVATIONS[lie]
    cage.deeds = {"check.observe": lambda tagged: [observation]}
    outcome = cage.choose()
    assert outcome.message.startswith("check odd (plugin odd-one) failed on document 'talk'")
    assert told in outcome.message


def test_an_observation_counts_for_each_text(cage):
    cage.deeds = {"check.observe": lambda tagged: [Observation("k", 1.5, "m", (HERE,))]}
    (choice,) = cage.choose().result
    assert {name: found.cost for name, found in choice.texts.items()} == {"ref": 1.5, "A": 1.5}
    cage.deeds = {}
    (choice,) = cage.choose().result
    assert {found.cost for found in choice.texts.values()} == {0}


@pytest.mark.parametrize(
    ("deeds", "told"),
    [
        ({"reader.read": lambda _: ["talk"]}, "yielded str, not ParallelText"),
        ({"reader.read": lambda _: None}, "TypeError"),
        ({"reader.read": lambda _: [ParallelText(5, (), {}, {})]}, "id is 5 (int), not a str"),
        ({"reader.read": lambda _: [ParallelText("a", (1,), {}, {})]}, "1 (int), not a str"),
        ({"reader.size": lambda _: "many"}, "its size is str, not int or None"),
        ({"reader.notes": lambda: [5]}, "its notes are not texts"),
    ],
    ids=["no text", "nothing", "id", "line", "size", "notes"],
)
def test_a_corpus_that_lies_is_blamed_on_its_reader(cage, deeds, told):
    cage.deeds = deeds
    outcome = cage.read()
    assert outcome.message.startswith("reader odd (plugin odd-one) failed")
    assert told in outcome.message


def test_a_digest_of_no_kind_is_blamed_on_its_component(cage):
    cage.deeds = {"analyzer.digest": property(lambda self: 5)}
    told = "analyzer odd (plugin odd-one) failed: TypeError: its digest is int, not a str"
    assert cage.run().message == told


@pytest.mark.parametrize(
    ("reason", "told"),
    [
        ("because", "gave str, not Reason"),
        (Reason(HERE, "odd", "maybe", "r", "t"), "verdict is 'maybe' (str), not a ReasonVerdict"),
        (Reason(HERE, "odd", ReasonVerdict.NO, "r", 5), "a reason's text is 5 (int), not a str"),
        (Reason((0, 0), "odd", ReasonVerdict.NO, "r", "t"), "is tuple, not a TokenRef"),
        (
            Reason(TokenRef("target", 5, 0), "odd", ReasonVerdict.NO, "r", "t"),
            "which does not exist",
        ),
    ],
    ids=["no reason", "verdict", "text", "place", "out of range"],
)
def test_a_reason_that_lies_is_blamed_on_its_tagger(cage, reason, told):
    cage.deeds = {"tagger.reasons": lambda document: [reason]}

    def work():
        registry = cage.registry()
        stages = Stages(plan(cage.config(), registry), registry)
        cage.deeds = {}
        (text,) = stages.tag([ParallelText("talk", ("a",), {"ref": ("b",)}, {})])
        return list(stages.reasons(text.references["ref"].document))

    outcome = cage.tried(work)
    assert outcome.message.startswith("tagger odd (plugin odd-one) failed on document 'talk'")
    assert told in outcome.message
