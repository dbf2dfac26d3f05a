"""Half of a surrogate pair is refused, from whatever reader or list it comes."""

from __future__ import annotations

import json

import pytest

import discotag
from discotag.core.document import ParallelText
from discotag.core.errors import InputError
from discotag.core.interfaces import CorpusRequest
from discotag.core.registry import open_registry
from discotag.pipeline.corpus import open_reader

HALF = "\ud800"


@pytest.mark.parametrize("field", ["src segment", "ref segment", "document id"])
def test_json_lists_of_suites_are_looked_at(tmp_path, field):
    example = {"document id": "a", "segment id": 1, "src segment": "x", "ref segment": "y"}
    path = tmp_path / "a.json"
    path.write_text(json.dumps([{**example, field: HALF}]), "utf-8")
    reader = open_reader(open_registry(), path, "ctxpro")
    with pytest.raises(InputError, match=r"a\.json:1: .*(half of a surrogate|valid string)"):
        list(reader.read(CorpusRequest(path)))


@pytest.mark.parametrize(
    ("source", "reference", "docids"),
    [([HALF], ["y"], ["d"]), (["x"], [f"a{HALF}b"], ["d"]), (["x"], ["y"], [HALF])],
    ids=["source", "reference", "id"],
)
def test_lists_in_memory_are_looked_at(source, reference, docids):
    with pytest.raises(InputError, match="half of a surrogate pair"):
        discotag.load(source, reference, docids=docids, source_language="en", target_language="fr")


def test_documents_in_memory_are_looked_at():
    text = ParallelText(id="d", source=("I",), references={"ref": (f"a{HALF}b",)}, hypotheses={})
    with pytest.raises(InputError, match="document 'd', ref, segment 0: holds half of a surrogate"):
        discotag.Corpus((text,), "en", "fr")


def test_a_corpus_has_a_document():
    with pytest.raises(InputError, match="the corpus holds no document"):
        discotag.Corpus((), "en", "fr")


def test_whole_pairs_pass():
    corpus = discotag.load(["😀"], ["\U0001f600"], source_language="en", target_language="fr")
    assert len(corpus) == 1


def test_lists_in_memory_have_limits_too(monkeypatch):
    monkeypatch.setenv("DISCOTAG_MAX_CHARACTERS", "3")
    with pytest.raises(InputError, match="ref, segment 0: 4 characters; a segment may have 3"):
        discotag.load(["abc"], ["abcd"], source_language="en", target_language="fr")
