"""Loading: lists, columns, data frames and files give the same corpus; bad input is told."""

from __future__ import annotations

import pytest

import discotag
from discotag.core.errors import InputError, LineCountError, UnknownNameError, UsageError

SOURCE, TARGET = ("a", "b", "c"), ("x", "y", "z")
IDS = ("one", "one", "two")
LANGUAGES = {"source_language": "en", "target_language": "fr"}


@pytest.fixture(autouse=True)
def _packs():
    pytest.importorskip("discotag_lang_en")
    pytest.importorskip("discotag_lang_fr")


def load(source=SOURCE, reference=TARGET, **more):
    return discotag.load(source, reference, **{**LANGUAGES, **more})


class Table:
    """A data frame as small as one can be."""

    def __init__(self, **columns):
        self._columns = columns
        self.columns = list(columns)

    def __getitem__(self, name):
        return self._columns[name]


def test_each_run_of_one_id_is_a_document():
    corpus = load(docids=IDS, systems={"S": TARGET})
    assert [(text.id, text.source) for text in corpus.texts] == [
        ("one", ("a", "b")),
        ("two", ("c",)),
    ]
    assert corpus.texts[1].hypotheses == {"S": ("z",)}
    assert (corpus.references, corpus.systems) == (("ref",), ("S",))


def test_without_ids_all_is_one_document():
    assert [text.id for text in load().texts] == ["all"]


def test_files_give_what_lists_give(tmp_path):
    for name, lines in (("a.en", SOURCE), ("a.fr", TARGET), ("ids", IDS)):
        (tmp_path / name).write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    corpus = load(tmp_path / "a.en", str(tmp_path / "a.fr"), docids=tmp_path / "ids")
    in_memory = load(docids=IDS).texts
    assert [(t.id, t.source, t.references) for t in corpus.texts] == [
        (t.id, t.source, t.references) for t in in_memory
    ]
    assert corpus.files == (str(tmp_path / "a.en"), str(tmp_path / "a.fr"))


def test_a_file_of_columns_holds_all(tmp_path):
    rows = [
        "docid\tsrc\tref\tS",
        *("\t".join(cells) for cells in zip(IDS, SOURCE, TARGET, TARGET, strict=True)),
    ]
    path = tmp_path / "all.tsv"
    path.write_text("\n".join(rows) + "\n", encoding="utf-8")
    corpus = load(path, None)
    assert (len(corpus), corpus.systems) == (2, ("S",))


def test_a_data_frame_holds_all():
    corpus = load(Table(docid=IDS, src=SOURCE, ref=TARGET, S=TARGET), None)
    assert corpus == load(docids=IDS, systems={"S": TARGET})


def test_a_list_of_dictionaries_is_a_table():
    rows = [
        {"docid": docid, "src": source, "ref": target, "S": target}
        for docid, source, target in zip(IDS, SOURCE, TARGET, strict=True)
    ]
    assert load(rows, None) == load(docids=IDS, systems={"S": TARGET})


def test_rows_of_hugging_face_hold_a_translation_by_language():
    rows = [
        {"id": "7", "translation": {"en": source, "fr": target}}
        for source, target in zip(SOURCE, TARGET, strict=True)
    ]
    assert load(iter(rows), None) == load()


def test_a_lazy_frame_is_collected():
    class Lazy:
        def collect_schema(self):
            raise AssertionError

        def collect(self):
            return Table(src=SOURCE, ref=TARGET)

    assert load(Lazy(), None) == load()


def test_a_row_with_other_columns_is_named():
    with pytest.raises(InputError, match="row 1: expected src, ref; found src"):
        load([{"src": "a", "ref": "x"}, {"src": "b"}], None)


def test_a_translation_without_the_language_names_those_that_are_there():
    with pytest.raises(UsageError, match=r"no column 'src'; columns: translation\.de"):
        load([{"translation": {"de": "a", "fr": "x"}}], None)


def test_a_dictionary_of_columns_is_a_data_frame():
    columns = {"docid": IDS, "src": SOURCE, "ref": TARGET, "S": TARGET}
    assert load(columns, None) == load(docids=IDS, systems={"S": TARGET})


def test_a_pandas_frame_and_its_columns_are_read():
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame({"docid": IDS, "src": SOURCE, "ref": TARGET})
    assert load(frame, None) == load(docids=IDS)
    assert load(frame["src"], frame["ref"], docids=frame["docid"]) == load(docids=IDS)
    numbered = frame.assign(docid=[1, 1, 2])
    assert [text.id for text in load(numbered, None).texts] == ["1", "2"]


def test_an_arrow_table_is_read():
    arrow = pytest.importorskip("pyarrow")
    table = arrow.table({"docid": IDS, "src": SOURCE, "ref": TARGET})
    columns = [table[name] for name in ("src", "ref", "docid")]
    assert load(columns[0], columns[1], docids=columns[2]) == load(docids=IDS)


@pytest.mark.parametrize(
    ("given", "error", "told"),
    [
        ({"reference": TARGET[:2]}, LineCountError, "ref has 2 segments, the source 3"),
        ({"docids": ("a", "b", "a")}, InputError, "row 2: document id 'a' comes back"),
        ({"docids": ("a", "", "a")}, InputError, "docids, row 1: '' is no text"),
        ({"reference": ("x", None, "z")}, InputError, "ref, row 1: None is no text"),
        ({"reference": ("x", float("nan"), "z")}, InputError, "ref, row 1: nan is no text"),
        ({"reference": "a.fr"}, UsageError, "some texts are files and some are in memory"),
        ({"systems": {"../S": TARGET}}, UsageError, "cannot be a file's name"),
        ({"systems": {"ref": TARGET}}, UsageError, "name two texts|two texts"),
        ({"reader": "tsv"}, UsageError, "a reader reads files"),
        ({"target_language": "elvish"}, UnknownNameError, "elvish"),
        ({"source": Table(text=SOURCE), "reference": None}, UsageError, "no column 'src'"),
        ({"source": Table(src=SOURCE)}, UsageError, "leave out the others"),
        ({"source": {"text": SOURCE}, "reference": None}, UsageError, "no column 'src'"),
    ],
    ids=["length", "ids", "empty id", "none", "nan", "mixed", "name", "twice", "reader", "language",
         "column", "frame", "dictionary"],
)  # fmt: skip
def test_bad_input_is_told(given, error, told):
    with pytest.raises(error, match=told):
        load(**given)
