"""Files that would take too much memory or time are refused before that."""

from __future__ import annotations

import io
import zipfile
from pathlib import Path
from time import process_time

import pytest

from discotag.plugin import InputError
from discotag.plugin.files import Notes
from discotag_localization.formats import documents, html_pages, table

PATH = Path("a")


def docx(parts: dict[str, str]) -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, text in parts.items():
            archive.writestr(f"word/{name}.xml", f"<d>{text}</d>")
    return packed.getvalue()


@pytest.mark.parametrize(
    ("part", "error"),
    [("<p/>" * 300_000, "tags; a file may have 1,000,000"), (" " * 2**24, "bytes of XML")],
)
def test_the_parts_of_a_document_are_limited_together(part: str, error: str) -> None:
    data = docx({"document": part, **{f"header{number}": part for number in range(4)}})
    with pytest.raises(InputError, match=error):
        documents.Docx().parsed(data, PATH)


@pytest.mark.parametrize("text", ["<a ", "x <", "<a title='", "<!--", "</"])
def test_tags_that_are_never_closed_take_no_long_time(text: str) -> None:
    page = html_pages.Html()
    content = page.parsed(f"<p>x</p>{text * 20_000}".encode(), PATH)
    begin = process_time()
    with pytest.raises(InputError, match="too many <"):
        page.scan(content, Notes())
    assert process_time() - begin < 1


def test_a_cell_of_a_table_is_limited() -> None:
    read = table.Table({})
    content = read.parsed(f'id,en,fr\n1,a,"{"b" * 500_000}"\n'.encode(), PATH)
    with pytest.raises(InputError, match="a:2: a cell has more than 400,000 characters"):
        read.scan(content, Notes())
