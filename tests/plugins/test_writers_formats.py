"""CoNLL-U, compare-mt's labels, MuDA's JSON, TSV, Parquet, Arrow: what they hold."""

from __future__ import annotations

import csv
import doctest
import gzip
import json
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from discotag.core.errors import DiscotagError
from discotag.core.tags import Mark, TaggedDocument, TokenRef
from discotag.core.tokens import ROOT, Tokens
from discotag.plugins.analyzers.conllu import ConlluAnalyzer, read_conllu
from discotag.plugins.writers import conllu, marks
from discotag.plugins.writers.conllu import ConlluWriter
from discotag.plugins.writers.marks import CompareMtWriter, MudaJsonWriter, TsvWriter
from discotag.plugins.writers.plugin import discotag_writers
from discotag.testing import document


def tagged(lines=("you sleep", "", "You"), target=("tu dors", "", "vous"), marks=None, **changes):
    pair = replace(
        document(list(lines), list(target)), **{"id": "talk", "domain": "news"} | changes
    )
    given = (
        Mark("formality", "t", 0, 0, (0,)),
        Mark("formality", "v", 2, 0, (0,), (TokenRef("target", 0, 0), TokenRef("source", 0, 0))),
        Mark("pronouns", "you→tu", 0, 0, (), (), is_unresolved=True),
    )
    return TaggedDocument(pair, given if marks is None else marks)


def write(writer, path, *documents):
    with writer.create({}).open(path) as write_document:
        for one in documents:
            write_document(one)
    return path


def with_tokens(*segments):
    """Return a tagged document whose target holds these tokens."""
    pair = document([""] * len(segments), [""] * len(segments))
    side = replace(pair.target, segments=tuple(s.text for s in segments), tokens=tuple(segments))
    return TaggedDocument(replace(pair, target=side), ())


def spans(text, *forms, **columns):
    """Return tokens that stand in a text one after the other."""
    starts, place = [], 0
    for form in forms:
        place = text.index(form, place)
        starts.append(place)
        place += len(form)
    ends = tuple(start + len(form) for start, form in zip(starts, forms, strict=True))
    return Tokens(text, forms, tuple(starts), ends, **columns)


@pytest.mark.parametrize("module", [conllu, marks], ids=lambda module: module.__name__)
def test_examples_hold(module):
    names = {"Path": __import__("pathlib").Path}
    result = doctest.testmod(module, extraglobs=names)
    assert result.attempted
    assert not result.failed


@pytest.mark.parametrize("name", ["conllu", "compare-mt", "tsv", "parquet", "arrow"])
def test_a_file_appears_whole_or_not_at_all(tmp_path, name):
    if name in {"parquet", "arrow"}:
        pytest.importorskip("pyarrow")
    writer = next(info for info in discotag_writers() if info.name == name).load()
    path = tmp_path / "x.labels"

    def fail():
        with writer.create({}).open(path) as write_document:
            write_document(tagged())
            raise RuntimeError("broke")

    with pytest.raises(RuntimeError):
        fail()
    assert list(tmp_path.iterdir()) == []
    (tmp_path / "file").touch()
    with pytest.raises(DiscotagError, match="file/x"):
        write(writer, tmp_path / "file" / "x", tagged())
    first = write(writer, path, tagged()).read_bytes()
    assert write(writer, path, tagged()).read_bytes() == first


# CoNLL-U


def test_conllu_has_analysis_marks_and_evidence(tmp_path):
    analysed = tagged(
        target=("tu/tu/PRON/Person=2|Case=Nom/1/nsubj/PP dors/dormir/VERB//-1/root/V", "", "Vous")
    )
    path = write(ConlluWriter, tmp_path / "x.conllu", analysed)
    misc = "Discotag=formality:t;pronouns:you→tu|Evidence=;?"
    assert path.read_text("utf-8").splitlines() == [
        "# newdoc id = talk",
        "# sent_id = talk:0",
        "# text = tu dors",
        f"1\ttu\ttu\tPRON\tPP\tCase=Nom|Person=2\t2\tnsubj\t_\t{misc}",
        "2\tdors\tdormir\tVERB\tV\t_\t0\troot\t_\t_",
        "",
        "# sent_id = talk:2",
        "# text = Vous",
        "1\tVous\tvous\tX\t_\t_\t0\troot\t_\tDiscotag=formality:v|Evidence=target:0:0,source:0:0",
        "",
    ]


def test_what_was_not_analysed_is_a_blank(tmp_path):
    path = write(ConlluWriter, tmp_path / "x", with_tokens(spans("a b.", "a", "b", ".")))
    rows = [line.split("\t") for line in path.read_text("utf-8").splitlines() if line[:1].isdigit()]
    assert [row[:2] for row in rows] == [["1", "a"], ["2", "b"], ["3", "."]]
    assert [row[2:9] for row in rows] == [["_"] * 7] * 3
    assert [row[9] for row in rows] == ["_", "SpaceAfter=No", "_"]


def test_a_segment_with_two_roots_is_two_sentences(tmp_path):
    two = spans("a b c d", "a", "b", "c", "d", heads=(1, ROOT, ROOT, 2), deprels=("x",) * 4)
    path = write(ConlluWriter, tmp_path / "x", with_tokens(two))
    first, second = read_conllu(path)
    assert (first.comments["sent_id"], second.comments["sent_id"]) == ("doc:0:1", "doc:0:2")
    assert [word.head for word in (*first.words, *second.words)] == [1, -1, -1, 0]
    assert [word.deprel for word in (*first.words, *second.words)] == ["x", "root", "root", "x"]


def test_trees_that_reach_into_each_other_are_one_sentence(tmp_path):
    knot = spans("a b c", "a", "b", "c", heads=(ROOT, ROOT, 0), deprels=("root", "root", "root"))
    (sentence,) = read_conllu(write(ConlluWriter, tmp_path / "x", with_tokens(knot)))
    assert [(word.head, word.deprel) for word in sentence.words] == [
        (-1, "root"),
        (0, "parataxis"),
        (0, "dep"),
    ]


def test_words_of_one_surface_form_are_a_range(tmp_path):
    text = "Va au bal."
    contracted = Tokens(
        text,
        ("Va", "à", "le", "bal", "."),
        (0, 3, 3, 6, 9),
        (2, 5, 5, 9, 10),
        lemmas=("aller", "à", "le", "bal", "."),
        upos=("VERB", "ADP", "DET", "NOUN", "PUNCT"),
        feats=({},) * 5,
        heads=(ROOT, 3, 3, 0, 0),
        deprels=("root", "case", "det", "obl", "punct"),
    )
    path = write(ConlluWriter, tmp_path / "x.conllu", with_tokens(contracted))
    assert "2-3\tau\t_\t_\t_\t_\t_\t_\t_\t_\n" in path.read_text("utf-8")
    assert f"# text = {text}\n" in path.read_text("utf-8")
    assert ConlluAnalyzer(path).analyze([text]) == (contracted,)


def test_labels_and_ids_cannot_break_the_format(tmp_path):
    marks = (Mark("lexical_cohesion", "a b|c;d,e%→\u2028ü", 0, 0),)
    odd = tagged(["a"], ["b"], marks, id="en/1 x:2")
    (sentence,) = read_conllu(write(ConlluWriter, tmp_path / "x", odd))
    assert sentence.comments["sent_id"] == "en%2F1%20x%3A2:0"
    assert sentence.words[0].misc == ("Discotag=lexical_cohesion:a%20b%7Cc%3Bd%2Ce%25→%E2%80%A8ü")


def test_documents_without_tokens_leave_no_sentence(tmp_path):
    path = write(ConlluWriter, tmp_path / "x", tagged([""], [""], ()), tagged(["a"], ["b"], ()))
    assert path.read_text("utf-8").count("# newdoc") == 1


@st.composite
def analysed(draw):
    forms = draw(st.lists(st.text("abé「語,.'", min_size=1, max_size=3), min_size=1, max_size=8))
    gaps = [draw(st.sampled_from(["", " ", "\u00a0", "  "])) for _ in forms]
    text = "".join(form + gap for form, gap in zip(forms, gaps, strict=True))
    starts, place = [], 0
    for form, gap in zip(forms, gaps, strict=True):
        starts.append(place)
        place += len(form) + len(gap)
    size = len(forms)
    heads = tuple(draw(st.integers(-1, size - 1)) for _ in forms)
    return Tokens(
        text,
        tuple(forms),
        tuple(starts),
        tuple(start + len(form) for start, form in zip(starts, forms, strict=True)),
        lemmas=tuple(forms),
        upos=("X",) * size,
        feats=({},) * size,
        heads=heads,
        deprels=tuple("root" if head == ROOT else "dep" for head in heads),
    )


@settings(max_examples=150, deadline=None)
@given(tokens=analysed())
def test_whatever_the_heads_are_the_trees_are_valid_and_the_tokens_come_back(
    tokens, tmp_path_factory
):
    path = write(ConlluWriter, tmp_path_factory.mktemp("x") / "x.conllu", with_tokens(tokens))
    for sentence in read_conllu(path):
        heads = [word.head for word in sentence.words]
        assert heads.count(ROOT) == 1
        assert [word.deprel == "root" for word in sentence.words] == [h == ROOT for h in heads]
        for token in range(len(heads)):
            steps = 0
            while heads[token] != ROOT:
                token, steps = heads[token], steps + 1  # noqa: PLW2901 - climbs to the root
                assert steps < len(heads)
    (back,) = ConlluAnalyzer(path).analyze([tokens.text])
    assert (back.forms, back.starts, back.ends) == (tokens.forms, tokens.starts, tokens.ends)


def test_a_deep_tree_takes_no_time(tmp_path):
    size = 20_000
    chain = spans(
        "a " * size, *["a"] * size, heads=(*range(1, size), ROOT), deprels=("dep",) * size
    )
    path = write(ConlluWriter, tmp_path / "x", with_tokens(chain))
    assert path.read_text("utf-8").count("\troot\t") == 1


# compare-mt


def test_labels_and_tokens_have_as_many_items(tmp_path):
    marks = (
        Mark("pronouns", "x", 0, 0, (), (), is_unresolved=True),
        Mark("formality", "t", 0, 0, (), (TokenRef("target", 2, 0),)),
        Mark("formality", "t", 0, 1),
    )
    path = write(CompareMtWriter, tmp_path / "A.labels", tagged(marks=marks))
    assert path.read_text("utf-8") == "formality+pronouns no_tag\n\nno_tag\n"
    assert (tmp_path / "A.tokens").read_text("utf-8") == "tu dors\n\nvous\n"


def test_white_space_inside_a_token_does_not_split_it(tmp_path):
    wide = with_tokens(spans("10\u00a0000 a b\u3000c", "10\u00a0000", "a b", "c"))
    write(CompareMtWriter, tmp_path / "A", wide)
    assert (tmp_path / "A.tokens").read_text("utf-8") == "10_000 a_b c\n"
    assert (tmp_path / "A").read_text("utf-8") == "no_tag no_tag no_tag\n"


def test_both_files_are_packed_alike(tmp_path):
    path = write(CompareMtWriter, tmp_path / "A.labels.gz", tagged())
    assert gzip.decompress(path.read_bytes()).startswith(b"pronouns no_tag\n")
    assert gzip.decompress((tmp_path / "A.tokens.gz").read_bytes()).startswith(b"tu dors\n")


# MuDA's JSON


def test_muda_json_holds_tokens_and_names_of_tags_only(tmp_path):
    path = write(MudaJsonWriter, tmp_path / "x.muda.json", tagged(id="a"), tagged(id="b"))
    one = [
        [{"token": "tu", "tags": ["pronouns"]}, {"token": "dors", "tags": []}],
        [],
        [{"token": "vous", "tags": ["formality"]}],
    ]
    assert path.read_text("utf-8") == json.dumps([one, one], indent=2)


def test_muda_json_names_a_tag_once_in_mudas_order(tmp_path):
    here = (TokenRef("target", 0, 0),)
    marks = tuple(
        Mark(phenomenon, label, 2, 0, (), here)
        for phenomenon, label in [
            ("connectives", "x"), ("pronouns", "a"), ("pronouns", "b"), ("ellipsis", "x"),
            ("lexical_cohesion", "x"), ("formality", "v"), ("verb_form", "x"),
        ]
    )  # fmt: skip
    path = write(MudaJsonWriter, tmp_path / "x.json", tagged(marks=marks))
    assert json.loads(path.read_text("utf-8"))[0][2][0]["tags"] == [
        "lexical_cohesion", "formality", "verb_form", "pronouns", "ellipsis", "connectives",
    ]  # fmt: skip


def test_no_documents_make_an_empty_array(tmp_path):
    path = write(MudaJsonWriter, tmp_path / "x.json")
    assert json.loads(path.read_text()) == []


# tables


def test_tsv_has_a_row_per_mark(tmp_path):
    path = write(TsvWriter, tmp_path / "x.tsv", tagged())
    with path.open(encoding="utf-8", newline="") as file:
        first, second, third = csv.DictReader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
    assert first == {
        "document": "talk", "domain": "news", "system": "ref", "role": "reference",
        "phenomenon": "formality", "label": "t", "segment": "0", "token": "0", "form": "tu",
        "start": "0", "end": "2", "source_tokens": "0", "evidence": "", "is_tag": "false",
        "is_unresolved": "false", "distance": "–", "span": "–",
    }  # fmt: skip
    assert second["is_unresolved"] == "true"
    assert (third["evidence"], third["distance"]) == ("target:0:0 source:0:0", "2")


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ("=1+2", "'=1+2"),
        ("+x", "'+x"),
        ("-x", "'-x"),
        ("@x", "'@x"),
        ("a=b", "a=b"),
        ("a\tb\nc\u2028d", "a b c d"),
        ("\t=x", "' =x"),
        ("", ""),
    ],
)
def test_a_spreadsheet_takes_no_text_for_a_formula(tmp_path, text, cell):
    mark = Mark("lexical_cohesion", text, 0, 0)
    path = write(TsvWriter, tmp_path / "x.tsv", tagged(["a"], ["b"], (mark,)))
    assert path.read_text("utf-8").split("\n")[1].split("\t")[5] == cell


def test_a_negative_distance_stays_a_number(tmp_path):
    mark = Mark("formality", "v", 0, 0, (), (TokenRef("target", 2, 0),))
    path = write(TsvWriter, tmp_path / "x.tsv", tagged(marks=(mark,)))
    assert path.read_text("utf-8").split("\n")[1].endswith("\t-2\t-2")


def read_table(path):
    pa = pytest.importorskip("pyarrow")
    if path.suffix == ".parquet":
        return pytest.importorskip("pyarrow.parquet").read_table(path)
    with pa.ipc.open_file(path) as file:
        return file.read_all()


@pytest.mark.parametrize("name", ["parquet", "arrow"])
def test_data_frames_get_a_row_per_mark(tmp_path, name):
    pytest.importorskip("pyarrow")
    writer = next(info for info in discotag_writers() if info.name == name).load()
    table = read_table(write(writer, tmp_path / f"x.{name}", tagged(), tagged(id="b", domain=None)))
    rows = table.to_pylist()
    assert [row["document"] for row in rows] == ["talk"] * 3 + ["b"] * 3
    assert (rows[0]["domain"], rows[3]["domain"]) == ("news", None)
    assert rows[2]["evidence"] == [
        {"side": "target", "segment": 0, "token": 0},
        {"side": "source", "segment": 0, "token": 0},
    ]
    assert (rows[0]["distance"], rows[0]["is_tag"], rows[2]["span"]) == (None, False, 2)


@pytest.mark.parametrize("name", ["parquet", "arrow"])
def test_a_table_without_marks_keeps_its_columns(tmp_path, name):
    pytest.importorskip("pyarrow")
    writer = next(info for info in discotag_writers() if info.name == name).load()
    full = read_table(write(writer, tmp_path / f"full.{name}", tagged()))
    for documents in ((), (tagged(marks=()),)):
        empty = read_table(write(writer, tmp_path / f"empty.{name}", *documents))
        assert empty.num_rows == 0
        assert empty.schema == full.schema


def test_many_rows_are_written_in_groups(tmp_path, monkeypatch):
    parquet = pytest.importorskip("pyarrow.parquet")
    from discotag.plugins.writers import arrow

    monkeypatch.setattr(arrow, "BATCH", 5)
    path = write(arrow.ParquetWriter, tmp_path / "x.parquet", *[tagged(id=str(n)) for n in "abcd"])
    assert parquet.ParquetFile(path).num_row_groups == 2
    assert read_table(path)["document"].to_pylist() == [*"aaabbbcccddd"]
