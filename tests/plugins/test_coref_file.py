"""Clusters come from a JSON Lines file as they stand, or the file and line at fault are named."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest

from discotag.core.errors import InputError, UsageError
from discotag.plugins.corefs.file import FileCoref
from discotag.plugins.corefs.plugin import discotag_corefs
from discotag.testing import context, side

LINES = [
    "The//DET/_/2/det old//ADJ/_/2/amod dog//NOUN/_/3/nsubj sleeps//VERB",
    "",
    "It//PRON/_/1/nsubj barks//VERB",
]


def talk(name="talk"):
    return replace(side("en", LINES), document=name)


def coref(tmp_path, *rows, **options):
    path = tmp_path / "clusters.jsonl"
    path.write_text("".join(json.dumps(row) + "\n" for row in rows), encoding="utf-8")
    return FileCoref.create(context(argument=str(path), bound="source", **options))


def row(*clusters, name="talk"):
    return {"document": name, "clusters": clusters}


def test_a_cluster_is_read_with_heads_from_the_parse(tmp_path):
    [[cluster]] = coref(tmp_path, row([[2, 0, 1], [0, 0, 3]])).resolve([talk()])
    assert [(m.segment, m.start, m.end, m.head, m.kind) for m in cluster.mentions] == [
        (0, 0, 3, 2, "noun"),
        (2, 0, 1, 0, "pronoun"),
    ]


def test_a_head_may_be_given(tmp_path):
    [[cluster]] = coref(tmp_path, row([[0, 0, 3, 1], [2, 0, 1]])).resolve([talk()])
    assert cluster.mentions[0].head == 1


def test_without_a_parse_the_last_token_is_the_head(tmp_path):
    bare = talk().restricted(frozenset({"tokens"}))
    [[cluster]] = coref(tmp_path, row([[0, 0, 2], [2, 0, 1]])).resolve([bare])
    assert (cluster.mentions[0].head, cluster.mentions[0].kind) == (1, "noun")


def test_documents_are_found_by_id_in_any_order(tmp_path):
    resolver = coref(tmp_path, row(name="b"), row([[0, 0, 3], [2, 0, 1]], name="a"))
    first, second = resolver.resolve([talk("a"), talk("b")])
    assert (len(first), len(second)) == (1, 0)


def test_a_document_without_a_row_is_named(tmp_path):
    with pytest.raises(InputError, match=r"clusters.jsonl: holds no row for document 'talk'"):
        coref(tmp_path, row(name="other")).resolve([talk()])


def test_a_document_without_a_row_may_be_empty(tmp_path):
    assert coref(tmp_path, row(name="other"), missing="empty").resolve([talk()]) == ((),)


@pytest.mark.parametrize(
    ("cluster", "message"),
    [
        ([[3, 0, 1], [0, 0, 1]], "the document has 3 segments"),
        ([[0, 0, 5], [2, 0, 1]], "segment 0 has 4 tokens"),
        ([[1, 0, 1], [2, 0, 1]], "segment 1 has 0 tokens"),
        ([[0, 2, 2], [2, 0, 1]], "segment 0 has 4 tokens"),
        ([[0, 0, 2, 3], [2, 0, 1]], "its head lies outside it"),
        ([[2, 0, 1], [2, 0, 1]], "stands twice"),
    ],
    ids=["segment", "token", "empty segment", "empty span", "head", "twice"],
)
def test_a_span_that_cannot_be_names_file_and_line(tmp_path, cluster, message):
    resolver = coref(tmp_path, row(name="other"), row(cluster))
    with pytest.raises(InputError, match=rf"clusters.jsonl:2: document 'talk': .*{message}"):
        resolver.resolve([talk()])


@pytest.mark.parametrize(
    "content",
    [
        "{",
        '{"document": "a"}',
        '{"document": "a", "clusters": [[[0, 0, 1]]]}',
        '{"document": "a", "clusters": [[[0, 0, -1], [0, 1, 2]]]}',
        '{"document": "a", "clusters": [], "more": 1}',
    ],
    ids=["no JSON", "no clusters", "cluster of one", "negative", "unknown field"],
)
def test_a_line_that_breaks_the_schema_names_file_and_line(tmp_path, content):
    path = tmp_path / "c.jsonl"
    path.write_text(content + "\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"c.jsonl:1: "):
        FileCoref(path)


def test_two_rows_of_one_document_are_refused(tmp_path):
    with pytest.raises(InputError, match=r":2: document 'talk' has a row already, in line 1"):
        coref(tmp_path, row(), row())


def test_a_missing_path_says_how_to_name_one():
    with pytest.raises(UsageError, match=r"--coref file:clusters.jsonl"):
        FileCoref.create(context())


def test_the_declaration_loads():
    [info] = discotag_corefs()
    assert info.load() is FileCoref
