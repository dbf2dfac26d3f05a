"""Parquet and Arrow files, and what datasets saves: a row is a segment."""

from __future__ import annotations

import json

import pytest

from discotag.core.errors import InputError, LineCountError, UsageError
from discotag.core.interfaces import CorpusRequest

pa = pytest.importorskip("pyarrow")
parquet = pytest.importorskip("pyarrow.parquet")

from discotag.plugins.readers.arrow import ArrowReader  # noqa: E402 - behind the check

TABLE = {
    "doc_id": ["a", "a", "b"],
    "domain": ["news", "news", "law"],
    "source": ["Hi.", "You?", "Bye."],
    "ref": ["Hallo.", "Du?", "Ade."],
    "mine": ["x", "y", "z"],
}


def stream(table, path):
    with pa.ipc.new_stream(str(path), table.schema) as out:
        out.write_table(table)


def ipc_file(table, path):
    with pa.ipc.new_file(str(path), table.schema) as out:
        out.write_table(table, max_chunksize=2)


WRITERS = {
    "parquet": lambda table, path: parquet.write_table(table, path, row_group_size=2),
    "arrow": ipc_file,
    "stream": stream,
}


def put(folder, kind="parquet", **changes):
    columns = {name: values for name, values in {**TABLE, **changes}.items() if values is not None}
    path = folder / "x.data"
    WRITERS[kind](pa.table(columns), path)
    return path


def saved(folder, *tables, **state):
    """Write a folder as save_to_disk does."""
    files = [{"filename": f"data-{n:05}-of-{len(tables):05}.arrow"} for n in range(len(tables))]
    folder.mkdir()
    for file, table in zip(files, tables, strict=True):
        stream(table, folder / file["filename"])
    (folder / "state.json").write_text(json.dumps({"_data_files": files} | state), "utf-8")
    return folder


def read(source, options=None, **request):
    return list(ArrowReader.create(options or {}).read(CorpusRequest(source=source, **request)))


@pytest.mark.parametrize("kind", WRITERS)
def test_usual_columns_are_found(tmp_path, kind):
    first, second = read(put(tmp_path, kind))
    assert (first.id, first.domain, second.domain) == ("a", "news", "law")
    assert first.source == ("Hi.", "You?")
    assert second.references == {"ref": ("Ade.",)}
    assert first.hypotheses == {}


def test_columns_can_be_named(tmp_path):
    path = put(tmp_path, doc_id=None, domain=None, text=["1", "2", "3"], film=[7, 7, 8])
    options = {
        "source": "text",
        "references": {"A": "ref", "B": "source"},
        "hypotheses": {"me": "mine"},
        "document": "film",
        "domain": "film",
    }
    first, second = read(path, options)
    assert (first.id, second.domain) == ("7", "8")
    assert first.source == ("1", "2")
    assert first.references == {"A": ("Hallo.", "Du?"), "B": ("Hi.", "You?")}
    assert second.hypotheses == {"me": ("z",)}


def test_without_ids_all_rows_are_one_document_or_a_files(tmp_path):
    path = put(tmp_path, doc_id=None, domain=None)
    (found,) = read(path)
    assert (found.id, len(found.source)) == ("all", 3)
    (tmp_path / "ids").write_text("x\ny\ny\n", "utf-8")
    assert [d.id for d in read(path, docids=tmp_path / "ids")] == ["x", "y"]
    with pytest.raises(UsageError, match=r"stand in 'doc_id'; leave out --docids"):
        read(put(tmp_path), docids=tmp_path / "ids")


def test_a_translation_column_holds_the_pair(tmp_path):
    texts = [{"en": a, "de": b, "fr": "…"} for a, b in zip("xyz", "uvw", strict=True)]
    path = put(tmp_path, source=None, ref=None, translation=texts)
    first, _ = read(path, source_language="en", target_language="de-at")
    assert (first.source, first.references) == (("x", "y"), {"ref": ("u", "v")})
    with pytest.raises(InputError, match="several source languages: de, en, fr"):
        read(path)
    with pytest.raises(InputError, match=r"translation.en, translation.de"):
        read(path, source_language="ru", target_language="it")


def test_a_saved_folder_is_read_shard_by_shard(tmp_path):
    table = pa.table(TABLE)
    folder = saved(tmp_path / "set", table.slice(0, 1), table.slice(1))
    assert read(folder) == read(put(tmp_path))


def test_a_folder_of_splits_names_them(tmp_path):
    for name in ("train", "test"):
        (tmp_path / "sets").mkdir(exist_ok=True)
        saved(tmp_path / "sets" / name, pa.table(TABLE))
    (tmp_path / "sets" / "dataset_dict.json").write_text("{}", "utf-8")
    with pytest.raises(InputError, match=r"several splits; name one: .*sets/test, .*sets/train"):
        read(tmp_path / "sets")


@pytest.mark.parametrize("state", [{"_data_files": []}, {"_indices_files": [{"filename": "i"}]}])
def test_rows_that_are_not_stored_in_order_are_refused(tmp_path, state):
    with pytest.raises(InputError, match="no rows, or rows in another order"):
        read(saved(tmp_path / "set", pa.table(TABLE), **state))


@pytest.mark.parametrize("data", [b"", b"text\n", b"PAR1", b"ARROW1\0\0"], ids=str)
def test_another_kind_of_file_is_refused(tmp_path, data):
    path = tmp_path / "x.parquet"
    path.write_bytes(data)
    with pytest.raises(InputError, match=r"x.parquet: is no Parquet or Arrow file"):
        read(path)


@pytest.mark.parametrize("kind", WRITERS)
def test_a_truncated_file_is_refused(tmp_path, kind):
    many = {name: values * 2000 for name, values in TABLE.items()}
    path = tmp_path / "x"
    WRITERS[kind](pa.table(many), path)
    path.write_bytes(path.read_bytes()[: -path.stat().st_size // 3])
    with pytest.raises(InputError, match=r"x: (is no Parquet|cannot be read to its end)"):
        read(path)


@pytest.mark.parametrize("name", ["gone.parquet", ""])
def test_a_missing_file_and_another_folder_are_named(tmp_path, name):
    with pytest.raises(InputError, match=r"(is no Parquet|is no folder that datasets)"):
        read(tmp_path / name if name else tmp_path)


@pytest.mark.parametrize(
    ("changes", "options", "message"),
    [
        ({"source": None}, {}, r"has no column 'source', only doc_id, .*reader.source=COLUMN"),
        ({}, {"references": {"A": "nope"}}, r"has no column 'nope'"),
        ({"ref": ["a", None, "b"]}, {}, r"row 2: column 'ref' is null"),
        ({"source": ["a", "b\nc", "d"]}, {}, r"row 2: column 'source' holds a line end"),
        ({"source": [1, 2, 3]}, {}, r"row 1: column 'source' is int"),
        ({"doc_id": ["a", None, "b"]}, {}, r"row 2: column 'doc_id' is null"),
        ({"doc_id": [1.5, 2.5, 3.5]}, {}, r"row 1: column 'doc_id' is float"),
    ],
    ids=["source", "reference", "null", "line end", "number", "no id", "odd id"],
)
def test_faults_name_row_and_column(tmp_path, changes, options, message):
    with pytest.raises(InputError, match=rf"x.data: {message}"):
        read(put(tmp_path, **changes), options)


def test_a_table_without_rows_is_refused(tmp_path):
    path = tmp_path / "x.parquet"
    parquet.write_table(pa.table(TABLE).slice(0, 0), path)
    with pytest.raises(InputError, match="holds no row"):
        read(path)


def test_systems_stand_in_line_files(tmp_path):
    lines = tmp_path / "a"
    lines.write_text("1\n2\n3\n", "utf-8")
    first, _ = read(put(tmp_path), {"hypotheses": {"me": "mine"}}, hypotheses={"A": lines})
    assert first.hypotheses == {"me": ("x", "y"), "A": ("1", "2")}
    lines.write_text("1\n2\n", "utf-8")
    with pytest.raises(LineCountError, match="hypothesis A: ends after 2 lines, before row 3"):
        read(put(tmp_path), hypotheses={"A": lines})
    with pytest.raises(UsageError, match="holds a text named 'ref' itself"):
        read(put(tmp_path), references={"ref": lines})
