"""The contrastive set of invented documents is one that `discotag cxmi contrast` reads."""

from __future__ import annotations

from discotag.plugin.files import Notes
from discotag_cxmi.contrast.readers.opening import SetRequest, read_sets
from discotag_cxmi.demo.texts import PRONOUNS, documents, write_contrasts


def test_each_pronoun_is_an_item_that_only_the_segment_before_decides(tmp_path):
    given = documents(20, seed=1)
    path = tmp_path / "set.jsonl"
    write_contrasts(given, path)
    items = read_sets([SetRequest(path)], Notes(is_strict=True))
    lines = {document.name: document for document in given}
    dependents = [
        segment
        for document in given
        for segment in document.segments
        if segment.dependent is not None
    ]
    assert len(items) == len(dependents) > 20
    for item in items:
        document, _, index = item.id.rpartition(":")
        right, wrong = (one.target.split() for one in item.candidates)
        differing = [pair for pair in zip(right, wrong, strict=True) if pair[0] != pair[1]]
        assert [set(pair) for pair in differing] == [set(PRONOUNS)]
        assert item.labels["pronoun"] == differing[0][0]
        assert item.candidates[0].context == (lines[document].target[int(index) - 1],)
        assert item.source_context == (lines[document].source[int(index) - 1],)
        assert (item.document, item.distance) == (document, 1)
