"""JSON Lines hold what the format says; a file that is wrong is named with line and field."""

from __future__ import annotations

import gzip
import json
from dataclasses import replace

import pytest

from discotag.core.document import Alignment
from discotag.core.errors import InputError
from discotag.core.tags import Mark, TaggedDocument, TokenRef
from discotag.files.tags import read_tags
from discotag.plugins.writers.marks import TagsJsonlWriter
from discotag.testing import document, side


def tagged(name="talk", **changes):
    pair = document(
        ["you//PRON/Person=2/1/nsubj sleep//VERB/_/-1/root/VB", "", "You"],
        ["tu//PRON/Person=2 dors", "", "vous"],
        ["0-0:0.5 1-1:0.75", "", "0-0:0.125"],
        id=name,
    )
    marks = (
        Mark("formality", "v", 2, 0, (0,), (TokenRef("target", 0, 0),)),
        Mark("formality", "t", 0, 0, (0,)),
        Mark("pronouns", "you→tu", 0, 0, (), (), is_unresolved=True),
    )
    return TaggedDocument(replace(pair, **changes), marks, ("tagger x: broke",))


def write(path, *documents, **options):
    with TagsJsonlWriter.create(options).open(path) as write_document:
        for one in documents:
            write_document(one)
    return path


def test_columns_that_are_not_kept_come_back_as_not_computed(tmp_path):
    (read,) = read_tags(write(tmp_path / "x.jsonl", tagged()))
    tokens = read.document.target[0]
    assert (tokens.forms, tokens.lemmas, tokens.upos) == (
        ("tu", "dors"),
        ("tu", "dors"),
        ("PRON", "X"),
    )
    assert (tokens.xpos, tokens.feats, tokens.heads, tokens.deprels) == (None,) * 4
    assert read.marks == tagged().marks


def test_a_line_holds_what_the_format_says(tmp_path):
    record = json.loads(write(tmp_path / "x.jsonl", tagged(domain="news")).read_text("utf-8"))
    assert list(record) == [
        "schema", "id", "system", "role", "domain", "source", "target", "alignment", "marks",
        "failures",
    ]  # fmt: skip
    assert record["schema"] == "discotag-tags/1"
    assert record["target"]["segments"][0] == {
        "text": "tu dors",
        "forms": ["tu", "dors"],
        "starts": [0, 3],
        "ends": [2, 7],
        "lemmas": ["tu", "dors"],
        "upos": ["PRON", "X"],
    }
    assert record["alignment"][0] == {"links": "0-0 1-1", "scores": [0.5, 0.75]}
    assert record["marks"][2] == {
        "phenomenon": "formality",
        "label": "v",
        "segment": 2,
        "token": 0,
        "start": 0,
        "end": 4,
        "source_tokens": [0],
        "evidence": [["target", 0, 0]],
        "is_unresolved": False,
        "distance": 2,
        "span": 2,
    }


def test_a_pair_without_links_is_not_a_pair_without_alignment(tmp_path):
    aligned, bare = tagged("a"), tagged("b", alignment=None)
    first, second = read_tags(write(tmp_path / "x.jsonl", aligned, bare))
    assert first.document.links(1) == Alignment((), ())
    assert second.document.alignment is None


def test_coreference_that_found_nothing_is_not_absent(tmp_path):
    found = tagged(source=side("en", ["you sleep", "", "You"], clusters=()))
    (read,) = read_tags(write(tmp_path / "x.jsonl", found))
    assert read.document.source.clusters == ()
    assert read.document.target.clusters is None


def test_a_translation_is_no_file_of_tags(tmp_path):
    path = tmp_path / "a.fr"
    path.write_text("Tu vas.\n", encoding="utf-8")
    with pytest.raises(
        InputError, match=r"a\.fr: is no file of tags; discotag tag --out .*a\.fr:1:"
    ):
        list(read_tags(path))


@pytest.mark.parametrize("score", ["1e9995", "NaN", "-Infinity"])
def test_a_score_that_is_no_number_is_refused(tmp_path, score):
    path = write(tmp_path / "x.jsonl", tagged())
    path.write_text(path.read_text("utf-8").replace("0.75", score), encoding="utf-8")
    with pytest.raises(InputError, match=r"x\.jsonl:1: .*scores"):
        list(read_tags(path))


def test_engines_number_types_are_written_as_plain_numbers(tmp_path):
    np = pytest.importorskip("numpy")
    aligned = tuple(
        Alignment(
            tuple((np.int64(i), np.int64(j)) for i, j in links.links),
            tuple(map(np.float32, links.scores)),
        )
        for links in tagged().document.alignment
    )
    marks = (Mark("formality", "v", np.int64(2), np.int64(0), (np.int64(0),)),)
    path = write(tmp_path / "x.jsonl", replace(tagged(alignment=aligned), marks=marks))
    (read,) = read_tags(path)
    assert read.document.alignment == tagged().document.alignment
    assert read.marks == (Mark("formality", "v", 2, 0, (0,)),)


@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz"])
def test_the_same_documents_give_the_same_bytes(tmp_path, monkeypatch, name):
    first = write(tmp_path / name, tagged()).read_bytes()
    monkeypatch.setattr("time.time", lambda: 0.0)
    assert write(tmp_path / f"other-{name}", tagged()).read_bytes() == first


def test_a_name_in_gz_is_compressed_and_read_back(tmp_path):
    plain = write(tmp_path / "x.jsonl", tagged())
    packed = write(tmp_path / "x.jsonl.gz", tagged())
    assert gzip.decompress(packed.read_bytes()) == plain.read_bytes()
    assert list(read_tags(packed)) == list(read_tags(plain))


def change(path, *keys, to):
    record = json.loads(path.read_text("utf-8"))
    inner = record
    for key in keys[:-1]:
        inner = inner[key]
    if to is None:
        del inner[keys[-1]]
    else:
        inner[keys[-1]] = to
    path.write_text(json.dumps(record) + "\n", "utf-8")


@pytest.mark.parametrize(
    ("keys", "to", "message"),
    [
        (("schema",), "discotag-tags/2", r"schema: .*discotag-tags/1"),
        (("schema",), None, r"schema: Field required"),
        (("colour",), 1, r"colour: "),
        (("role",), "judge", r"role: "),
        (("id",), 3, r"id: .*string"),
        (("target", "segments", 0, "lemmas"), ["x"], r"target.segments.0: column lemmas has 1"),
        (("target", "segments", 0, "starts"), ["0", "3"], r"target.segments.0.starts.0: .*integer"),
        (("target", "segments", 0, "ends"), [2, 70], r"target.segments.0: .*outside"),
        (("target", "segments", 0, "ends"), [2, 1], r"target.segments.0.ends.1: 1 lies before"),
        (("source", "clusters"), [{"mentions": [[0, 0, 1, 0, "noun"]]}], r"source.clusters.0: "),
        (("source", "clusters"), [{"mentions": [[0, 0, 1, 0, "noun"], [2, 0, 9, 0, "noun"]]}],
         r"source.clusters.0.mentions: .*token 9 of segment 2"),
        (("alignment",), [], r"alignment: 0 values for 3 and 3"),
        (("alignment", 0, "links"), "0-0,1-1", r"alignment.0.links: "),
        (("alignment", 0, "links"), "1-1 0-0", r"alignment.0: .*sorted"),
        (("alignment", 0, "links"), "0-0 1-7", r"alignment.0: link 1-7"),
        (("alignment", 0, "scores"), [0.5], r"alignment.0: 1 scores for 2 links"),
        (("marks", 0, "token"), 5, r"marks: .*target token 5 of segment 0"),
        (("marks", 0, "segment"), -1, r"marks.0.segment: .*greater"),
        (("marks", 2, "evidence"), [["target", 8, 0]], r"marks: .*target token 0 of segment 8"),
        (("marks", 2, "evidence"), [["middle", 0, 0]], r"marks.2.evidence.0.0: "),
        (("marks", 0, "start"), 1, r"marks.0.start: is 1, should be 0"),
        (("marks", 2, "distance"), 1, r"marks.2.distance: is 1, should be 2"),
    ],
)  # fmt: skip
def test_a_tags_file_that_is_wrong_is_named_with_line_and_field(tmp_path, keys, to, message):
    path = write(tmp_path / "x.jsonl", tagged())
    change(path, *keys, to=to)
    with pytest.raises(InputError, match=rf"x.jsonl:1: {message}"):
        list(read_tags(path))


def test_a_document_that_stands_twice_is_refused(tmp_path):
    path = write(tmp_path / "x.jsonl", tagged(), tagged())
    with pytest.raises(InputError, match=r"x.jsonl:2: id: document 'talk'"):
        list(read_tags(path))


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"", "is empty"),
        (b'{"id": "caf\xe9"}\n', "is not UTF-8"),
        (b'{"id": \n', "x.jsonl:1: .*JSON"),
    ],
    ids=["empty", "latin-1", "cut"],
)
def test_a_tags_file_that_is_no_json_is_refused(tmp_path, data, message):
    path = tmp_path / "x.jsonl"
    path.write_bytes(data)
    with pytest.raises(InputError, match=message):
        list(read_tags(path))
