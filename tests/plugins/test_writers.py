"""Tagged documents are written whole, and come back from JSON Lines as they were."""

from __future__ import annotations

import gzip
import json
import random
import resource
from dataclasses import replace
from importlib.util import find_spec
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from discotag.core.coreference import Cluster, Mention
from discotag.core.document import Alignment, Document, Side
from discotag.core.errors import DiscotagError, InputError, UsageError
from discotag.core.tags import Mark, Place, TaggedDocument
from discotag.core.tokens import Tokens
from discotag.files.tags import read_tags
from discotag.plugins.writers.muda_json import MudaJsonWriter
from discotag.plugins.writers.plugin import discotag_writers
from discotag.plugins.writers.tags_jsonl import TagsJsonlWriter
from discotag.testing import document, side

EVERYTHING = {"columns": ["lemmas", "upos", "xpos", "feats", "heads", "deprels"]}


def tagged(name="talk", **changes):
    pair = document(
        ["you//PRON/Person=2/1/nsubj sleep//VERB/_/-1/root/VB", "", "You"],
        ["tu//PRON/Person=2 dors", "", "vous"],
        ["0-0:0.5 1-1:0.75", "", "0-0:0.125"],
        id=name,
    )
    marks = (
        Mark("formality", "v", 2, 0, (0,), (Place("target", 0, 0),)),
        Mark("formality", "t", 0, 0, (0,)),
        Mark("pronouns", "you→tu", 0, 0, (), (), is_unresolved=True),
    )
    return TaggedDocument(replace(pair, **changes), marks, ("tagger x: broke",))


def write_all(writer, documents, path):
    with writer.open(path) as write_document:
        for one in documents:
            write_document(one)


def write(path, *documents, **options):
    write_all(TagsJsonlWriter.create(options), documents, path)
    return path


words = st.text(st.characters(codec="utf-8"), min_size=1, max_size=6)
names = st.text(st.characters(codec="utf-8"), max_size=8)
unit = st.floats(0, 1)
feats = st.dictionaries(
    st.sampled_from(["Case", "Number", "Person[psor]"]), st.sampled_from(["A", "B,C", "1"])
)


@st.composite
def columns(draw, size):
    def column(values):
        return draw(st.none() | st.tuples(*[values] * size))

    return {
        "lemmas": column(words),
        "upos": column(words),
        "xpos": column(names),
        "feats": column(feats),
        "heads": column(st.integers(-1, size - 1)),
        "deprels": column(words),
    }


@st.composite
def segments(draw):
    forms = tuple(draw(st.lists(words, max_size=4)))
    text, starts = draw(names), []
    for form in forms:
        starts.append(len(text))
        text += form + draw(names)
    ends = tuple(start + len(form) for start, form in zip(starts, forms, strict=True))
    return Tokens(text, forms, tuple(starts), ends, **draw(columns(len(forms))))


def places(tokens):
    return [(i, j) for i, segment in enumerate(tokens) for j in range(len(segment))]


@st.composite
def clusters(draw, tokens):
    mentions = [
        Mention(
            i,
            j,
            draw(st.integers(j + 1, len(tokens[i]))),
            j,
            draw(st.sampled_from(["pronoun", "noun", "name"])),
        )
        for i, j in places(tokens)
    ]
    chosen = (
        draw(st.lists(st.sampled_from(mentions), min_size=2, unique=True))
        if len(mentions) > 1
        else []
    )
    if len(chosen) < 2:
        return ()
    scores = draw(st.none() | st.tuples(*[unit] * len(chosen)))
    return (Cluster(tuple(sorted(chosen)), scores),)


@st.composite
def sides(draw, size):
    tokens = tuple(draw(st.tuples(*[segments()] * size)))
    return Side(
        language=draw(st.sampled_from(["en", "zh-tw"])),
        segments=tuple(segment.text for segment in tokens),
        tokens=tokens,
        clusters=draw(st.none() | clusters(tokens)),
    )


@st.composite
def alignments(draw, source, target):
    pairs = [(i, j) for i in range(len(source)) for j in range(len(target))]
    links = sorted(draw(st.sets(st.sampled_from(pairs)))) if pairs else []
    return Alignment(tuple(links), draw(st.none() | st.tuples(*[unit] * len(links))))


@st.composite
def mark_of(draw, source, target):
    segment, token = draw(st.sampled_from(places(target)))
    known = [Place("target", *place) for place in places(target)]
    known += [Place("source", *place) for place in places(source)]
    linked = range(len(source[segment]))
    return Mark(
        phenomenon=draw(st.sampled_from(["formality", "pronouns"])),
        label=draw(names),
        segment=segment,
        token=token,
        source_tokens=tuple(draw(st.sets(st.sampled_from(linked)))) if linked else (),
        evidence=tuple(draw(st.lists(st.sampled_from(known), max_size=3))),
        is_unresolved=draw(st.booleans()),
    )


@st.composite
def tagged_documents(draw):
    size = draw(st.integers(0, 3))
    source, target = draw(sides(size)), draw(sides(size))
    pairs = [alignments(*pair) for pair in zip(source, target, strict=True)]
    marks = st.lists(mark_of(source, target), max_size=4) if places(target) else st.just([])
    return TaggedDocument(
        Document(
            id=draw(names),
            source=source,
            target=target,
            system=draw(names),
            role=draw(st.sampled_from(["reference", "hypothesis"])),
            alignment=draw(st.none() | st.tuples(*pairs)),
            domain=draw(st.none() | names),
        ),
        tuple(draw(marks)),
        tuple(draw(st.lists(names, max_size=2))),
    )


@settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    written=st.lists(
        tagged_documents(),
        min_size=1,
        max_size=2,
        unique_by=lambda d: (d.document.system, d.document.id),
    )
)
def test_what_is_written_comes_back(tmp_path_factory, written):
    path = tmp_path_factory.mktemp("tags") / "x.jsonl"
    assert list(read_tags(write(path, *written, **EVERYTHING))) == written
    assert len(path.read_text("utf-8").splitlines()) == len(written)


@pytest.fixture
def writers():
    """Give the declared writers whose packages are installed."""
    has_arrow = find_spec("pyarrow") is not None
    return [info for info in discotag_writers() if has_arrow or info.install is None]


def test_every_declared_writer_can_be_loaded_and_created(writers):
    for info in writers:
        info.load().create({})


def test_an_option_that_no_writer_has_is_refused(writers):
    for info in writers:
        with pytest.raises(UsageError, match="colour"):
            info.load().create({"colour": 1})


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


def failing():
    yield tagged()
    raise RuntimeError("half-way")


@pytest.mark.parametrize("writer", [TagsJsonlWriter, MudaJsonWriter])
@pytest.mark.parametrize("before", [None, "old"])
def test_a_failure_half_way_leaves_the_folder_as_it_was(tmp_path, writer, before):
    path = tmp_path / "x.jsonl"
    if before is not None:
        path.write_text(before)
    with pytest.raises(RuntimeError, match="half-way"):
        write_all(writer.create({}), failing(), path)
    assert [other.name for other in tmp_path.iterdir()] == ([path.name] if before else [])
    assert before is None or path.read_text() == before


def test_the_file_has_no_name_before_it_is_complete(tmp_path):
    path = tmp_path / "x.jsonl"
    seen = []

    def watching():
        yield tagged("a")
        seen.append(path.exists())
        yield tagged("b")
        seen.append(path.exists())

    write_all(TagsJsonlWriter.create({}), watching(), path)
    assert seen == [False, False]
    assert [read.document.id for read in read_tags(path)] == ["a", "b"]


def test_a_folder_that_is_not_there_is_named(tmp_path):
    with pytest.raises(DiscotagError, match=r"x.jsonl: cannot be written"):
        write(tmp_path / "gone" / "x.jsonl", tagged())


@pytest.mark.parametrize("size", [100, 40_000], ids=["in the buffer", "beyond it"])
@pytest.mark.parametrize("name", ["x.jsonl", "x.jsonl.gz"])
def test_a_full_disk_is_reported_and_leaves_nothing(tmp_path, size, name):
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    resource.setrlimit(resource.RLIMIT_FSIZE, (10, before[1]))
    noise = random.Random(0).randbytes(size).hex()
    try:
        with pytest.raises(DiscotagError, match=rf"{name}: cannot be written .*space left"):
            write(tmp_path / name, replace(tagged(), failures=(noise,)))
    finally:
        resource.setrlimit(resource.RLIMIT_FSIZE, before)
    assert list(tmp_path.iterdir()) == []


def test_a_device_is_never_replaced_by_a_file():
    with pytest.raises(DiscotagError, match="no regular file"):
        write(Path("/dev/null"), tagged())


def test_a_link_is_followed_not_replaced(tmp_path):
    real, link = tmp_path / "real.jsonl", tmp_path / "link.jsonl"
    real.write_text("old")
    link.symlink_to(real)
    write(link, tagged())
    assert link.is_symlink()
    assert [read.document.id for read in read_tags(real)] == ["talk"]


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


def test_muda_json_holds_tokens_and_names_of_tags_only(tmp_path):
    path = tmp_path / "x.muda.json"
    write_all(MudaJsonWriter.create({}), [tagged("a"), tagged("b")], path)
    one = [
        [{"token": "tu", "tags": ["pronouns"]}, {"token": "dors", "tags": []}],
        [],
        [{"token": "vous", "tags": ["formality"]}],
    ]
    assert path.read_text("utf-8") == json.dumps([one, one], indent=2)


def test_muda_json_names_a_tag_once_in_mudas_order(tmp_path):
    here = (Place("target", 0, 0),)
    marks = tuple(
        Mark(phenomenon, label, 2, 0, (), here)
        for phenomenon, label in [
            ("connectives", "x"), ("pronouns", "a"), ("pronouns", "b"), ("ellipsis", "x"),
            ("lexical_cohesion", "x"), ("formality", "v"), ("verb_form", "x"),
        ]
    )  # fmt: skip
    path = tmp_path / "x.json"
    write_all(MudaJsonWriter.create({}), [replace(tagged(), marks=marks)], path)
    assert json.loads(path.read_text("utf-8"))[0][2][0]["tags"] == [
        "lexical_cohesion", "formality", "verb_form", "pronouns", "ellipsis", "connectives",
    ]  # fmt: skip


def test_no_documents_make_an_empty_array(tmp_path):
    path = tmp_path / "x.json"
    write_all(MudaJsonWriter.create({}), [], path)
    assert json.loads(path.read_text()) == []
