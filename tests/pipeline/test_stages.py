"""Stages compute each layer once, keep order, and name whoever fails."""

from __future__ import annotations

import pytest

from discotag.core.document import Cluster, Mention, Resolution
from discotag.core.errors import ComponentError
from discotag.pipeline.config import RunConfig
from discotag.pipeline.planning import plan
from discotag.pipeline.stages import Stages, batches


def test_every_text_of_a_document_is_tagged_in_order(tagged, make_text):
    results = tagged([make_text("one", "I AM here"), make_text("two", "quiet", "LOUD")])
    assert [result.id for result in results] == ["one", "two"]
    marks = results[1].references["ref"].marks
    assert [(mark.segment, mark.token) for mark in marks] == [(1, 0)]
    assert results[0].hypotheses["S0"].marks == ()


def test_the_source_is_analysed_once_however_many_systems_there_are(tagged, make_text, created):
    tagged([make_text("one", "a", "b", systems=3)])
    calls = {side: component.calls for _, side, component in created}
    assert calls["source"] == [2]
    assert calls["target"] == [2]  # equal texts too


def test_source_sides_are_shared_between_texts(tagged, make_text):
    result = tagged([make_text("one", "a", systems=2)])[0]
    assert result.hypotheses["S0"].document.source is result.references["ref"].document.source


def test_a_failing_tagger_stops_the_run_and_is_named(tagged, make_text):
    with pytest.raises(ComponentError) as caught:
        tagged([make_text("bad", "a")], "Broken")
    told = str(caught.value)
    assert "tagger shouting (plugin core) failed on document 'bad': KeyError: 'oops'" in told


def test_a_failure_can_be_skipped_and_is_kept(tagged, make_text):
    results = tagged([make_text("bad", "A"), make_text("good", "A")], "Broken", on_error="skip")
    assert len(results[0].references["ref"].failures) == 1
    assert len(results[1].references["ref"].marks) == 1


def test_a_mark_out_of_range_is_the_taggers_fault(tagged, make_text):
    with pytest.raises(ComponentError, match=r"tagger shouting .* target token 99"):
        tagged([make_text("d", "a")], "OutOfRange")


def test_reading_an_undeclared_layer_is_the_taggers_fault(world, make_text):
    registry = world("Greedy")
    config = RunConfig(source_language="en", target_language="xx", scorers=())
    stages = Stages(plan(config, registry), registry)
    with pytest.raises(ComponentError, match="'alignment' was read but not computed"):
        list(stages.tag([make_text("d", "a")]))


class Weighing:
    """Takes the first word for what the second may stand for."""

    create = classmethod(lambda cls, context: cls())
    last = 2

    def resolve(self, documents):
        return [one.clusters for one in self.weigh(documents)]

    def weigh(self, documents):
        words = Mention(0, 0, 1, 0), Mention(0, 1, self.last, 1, "pronoun")
        return [Resolution((), (Cluster(words, (1.0, 0.25)),)) for _ in documents]


def weighing(world, make_text, monkeypatch):
    registry = world("Shouting", needs=("source.coref",))
    monkeypatch.setattr("fake_components.Silent", Weighing)
    config = RunConfig(source_language="en", target_language="xx", scorers=())
    return list(Stages(plan(config, registry), registry).tag([make_text("d", "a b")]))


def test_what_a_resolver_weighed_stands_on_its_side(world, make_text, monkeypatch):
    (result,) = weighing(world, make_text, monkeypatch)
    source = result.references["ref"].document.source
    assert source.clusters == ()
    assert [one.scores for one in source.alternatives] == [(1.0, 0.25)]
    assert source.restricted(frozenset({"tokens"})).alternatives == ()


def test_alternatives_outside_the_document_are_the_resolvers_fault(world, make_text, monkeypatch):
    monkeypatch.setattr(Weighing, "last", 9)
    with pytest.raises(ComponentError, match="lies outside its document"):
        weighing(world, make_text, monkeypatch)


def test_documents_are_read_in_batches_without_waiting_for_the_end(make_text):
    def endless():
        number = 0
        while True:
            yield make_text(str(number), "a", "b")
            number += 1

    first = next(batches(endless(), segments=5))
    assert [text.id for text in first] == ["0", "1", "2"]


def test_results_do_not_depend_on_the_batch(tagged, make_text, monkeypatch):
    texts = [make_text(str(number), "A b", "c D") for number in range(5)]
    whole = tagged(texts)
    monkeypatch.setattr("discotag.pipeline.stages.BATCH_SEGMENTS", 1)
    assert [item.references for item in tagged(texts)] == [item.references for item in whole]
