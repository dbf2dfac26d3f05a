"""A pipeline that is loaded once tags and scores as the functions do."""

from __future__ import annotations

import time
from concurrent.futures import ThreadPoolExecutor

import pytest

import discotag
from discotag.core.errors import UnknownNameError, UsageError

SOURCE = ["I bought a table.", "It was cheap."]
RIGHT = ["J'ai acheté une table.", "Elle était bon marché."]
WRONG = ["J'ai acheté une table.", "Il était bon marché."]


@pytest.fixture(scope="module")
def pipeline():
    pytest.importorskip("discotag_lang_en")
    pytest.importorskip("discotag_lang_fr")
    return discotag.Pipeline("en", "fr")


@pytest.fixture(scope="module")
def corpus(pipeline):
    assert "pronouns" in repr(pipeline)
    pair = {"source_language": "en", "target_language": "fr"}
    return discotag.load(SOURCE, RIGHT, systems={"A": WRONG}, **pair)


def test_it_tags_and_scores_as_the_functions_do(pipeline, corpus):
    assert pipeline.tag(corpus).to_dicts() == discotag.tag(corpus).to_dicts()
    ours, theirs = pipeline.score(corpus), discotag.score(corpus)
    assert ours.to_dicts() == theirs.to_dicts()
    assert ours.record == theirs.record
    assert pipeline.score(corpus).to_dicts() == theirs.to_dicts()


def test_a_second_call_costs_only_its_texts(pipeline):
    pipeline(SOURCE, RIGHT)
    begin = time.process_time()
    tagged = pipeline(SOURCE, RIGHT)
    assert tagged.counts()["pronouns"] == 1
    assert time.process_time() - begin < 0.2  # loading takes ten times as long


def test_paragraphs_and_lines_can_follow_each_other(pipeline):
    whole = pipeline([" ".join(SOURCE)], [" ".join(RIGHT)])
    lines = pipeline(SOURCE, RIGHT)
    assert whole.counts()["pronouns"] == lines.counts()["pronouns"] == 1


def test_threads_get_the_same_tags(pipeline):
    with ThreadPoolExecutor(4) as pool:
        found = list(pool.map(lambda _: pipeline(SOURCE, RIGHT).to_dicts(), range(8)))
    assert all(rows == found[0] for rows in found)


def test_a_corpus_of_another_pair_is_refused(pipeline):
    corpus = discotag.load(SOURCE, SOURCE, source_language="en", target_language="en")
    with pytest.raises(UsageError, match="the corpus is en-en, this pipeline en-fr"):
        pipeline.tag(corpus)


def test_an_unknown_name_is_an_error_of_ours(pipeline, corpus):
    with pytest.raises(UnknownNameError, match="phenomenon"):
        discotag.Pipeline("en", "fr", phenomena="gendr")
    scores = pipeline.score(corpus)
    assert scores.value("choice", "A", "pronouns") == 0
    for name in (("choise", "A"), ("choice", "B"), ("choice", "A", "pronuns"), ("choice", "A")):
        with pytest.raises(UsageError):
            scores.value(*name)
