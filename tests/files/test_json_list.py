"""A JSON list is read item by item, and every fault is told with its line."""

from __future__ import annotations

import pytest
from pydantic import BaseModel

from discotag.core.errors import InputError
from discotag.files.json import items
from discotag.files.text import Notes


class Item(BaseModel):
    n: int


def read(folder, text):
    path = folder / "x.json"
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return [(line, item.n) for line, item in items(path, Item, Notes())]


@pytest.mark.parametrize(
    ("text", "found"),
    [
        ('[{"n": 1}]', [(1, 1)]),
        ('[\n {"n": 1},\n\n {\n  "n": 2}\n]\n', [(2, 1), (4, 2)]),
        ('\r\n[{"n": 1},{"n": 2}]', [(2, 1), (2, 2)]),
    ],
)
def test_items_come_with_their_lines(tmp_path, text, found):
    assert read(tmp_path, text) == found


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('{"n": 1}', r"x.json:1: no JSON list: a JSON list begins with \["),
        ("[]", r"x.json: is an empty list"),
        ('[\n{"n": 1}\n{"n": 2}]', r"x.json:3: .*a comma or \] is missing"),
        ('[{"n": 1},\n{"n": ]', r"x.json:2: no JSON: Expecting value"),
        ('[{"n": 1},\n', r"x.json:\d: no JSON: Expecting value"),
        ('[{"n": 1}\n', r"x.json:\d: .*a comma or \] is missing"),
        ('[{"n": 1}]\nmore', r"x.json:2: the list ends here, but the file goes on"),
        ('[{"n": 1},\n{"n": "x"}]', r"x.json:2: n: .*integer"),
        ("[\n3]", r"x.json:2: all of it: Input should be a table"),
        (b"[\n\xff]", r"x.json:2: byte 2 .* is not UTF-8"),
        ("", "x.json: the file is empty"),
        ("[" * 100_000, "x.json: nested too deeply"),
    ],
    ids=[
        "object", "empty list", "comma", "syntax", "cut", "cut late", "more", "schema", "number",
        "encoding", "empty", "deep",
    ],
)  # fmt: skip
def test_faults_name_file_and_line(tmp_path, text, message):
    with pytest.raises(InputError, match=message):
        read(tmp_path, text)
