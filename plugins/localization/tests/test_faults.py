"""Bad files: named, with the line and what to do, and never more than they may cost."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

import pytest

from discotag.plugin import InputError
from discotag.testing.program import run_program
from discotag_localization import readers

if TYPE_CHECKING:
    from pathlib import Path

LAUGHS = (
    '<?xml version="1.0"?><!DOCTYPE {0} [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;">]>'
    "<{0}><string name='x'>&b;</string></{0}>"
)
OUTSIDE = (
    '<?xml version="1.0"?><!DOCTYPE {0} [<!ENTITY x SYSTEM "file:///etc/passwd">]>'
    "<{0}><string name='x'>&x;</string></{0}>"
)


def told(name: str, path: Path) -> str:
    with pytest.raises(InputError) as caught:
        getattr(readers, f"{name}Reader").create({}).languages(path)
    return str(caught.value)


@pytest.mark.parametrize(
    ("name", "content", "wanted"),
    [
        ("Json", b'{"a": "b",\n "c" "d"}', ":2: is not JSON: expecting ':' delimiter in column 6"),
        ("Json", b'["a"]', ":1: is JSON, but no object of texts"),
        ("Json", b'{"a": ' * 300 + b"1" + b"}" * 300, "nests objects more than 200 times"),
        ("Json", b'{"a": ' * 100_000, "nests objects more than 200 times"),
        ("Json", b'{"a": "caf\xe9"}', ":1: byte 10 (0xe9) is not UTF-8; convert the file: iconv"),
        ("Json", '{"a": "b"}'.encode("utf-16-le"), "looks like UTF-16 without a mark"),
        ("Arb", b"marhaban\n", "is no ARB: it does not begin with {"),
        ("Yaml", b"en:\n  a: 'x\n", "is not YAML: found unexpected end of stream"),
        ("Yaml", b"- a\n", ":1: is YAML, but no mapping of texts"),
        ("Yaml", b"[" * 100_000, ":1: nests mappings more than 100 times"),
        ("Yaml", b"a: " + b"[" * 90, "is not YAML"),
        ("Android", b"<resources><string name='a'>b</resources>", ":1: is no well-formed XML"),
        ("Android", LAUGHS.format("resources").encode(), "declares entities in its DOCTYPE"),
        ("Android", OUTSIDE.format("resources").encode(), "declares entities in its DOCTYPE"),
        ("Android", b"<root/>", "begins with <root> where <resources> is expected"),
        ("Android", b"<resources>&nbsp;</resources>", "is no well-formed XML (undefined entity)"),
        ("Android", b"<resources>" + b"<a>" * 9000, "nests elements more than 500 times"),
        ("Resx", LAUGHS.format("root").encode(), "declares entities in its DOCTYPE"),
        ("Resx", b"<?xml version='1.0' encoding='foo'?><root/>", "encoding is 'foo', which is unk"),
        ("Stringsdict", OUTSIDE.format("plist").encode(), "declares entities in its DOCTYPE"),
        ("Strings", b'"a\n' * 300, ":101: holds more than 100 lines that are not"),
        ("Csv", b"a;b\nc;d\n", ":1: has no column of the source and the target; columns: a, b"),
        ("Po", b"\xff\xfea", "is not UTF-16-LE"),
    ],
)  # fmt: skip
def test_a_bad_file_is_named_with_its_line(tmp_path, name, content, wanted):
    path = tmp_path / "bad"
    path.write_bytes(content)
    message = told(name, path)
    assert wanted in message
    assert message.startswith(str(path))


def test_a_file_beyond_the_limit_is_not_read(tmp_path, monkeypatch):
    path = tmp_path / "large.json"
    with path.open("wb") as file:
        file.truncate(100 * 2**20)
    assert "holds more than 33,554,432 bytes" in told("Json", path)
    assert "DISCOTAG_MAX_BYTES=" in told("Json", path)
    monkeypatch.setenv("DISCOTAG_MAX_BYTES", "3")
    path.write_text("{}  ", "utf-8")
    assert "holds more than 3 bytes" in told("Json", path)


def test_a_bad_file_among_others_is_named_and_the_others_are_checked(tmp_path):
    names = ["good", "broken", "laughs"]
    for name in names:
        for language, word in (("en", "Open the file."), ("fr", "Ouvrez le fichier.")):
            path = tmp_path / language / f"{name}.json"
            path.parent.mkdir(exist_ok=True)
            path.write_text(json.dumps({"a": word}), "utf-8")
    (tmp_path / "fr" / "broken.json").write_text('{"a": ', "utf-8")
    (tmp_path / "fr" / "laughs.json").write_text('{"a": "Ouvrez {', "utf-8")
    files = []
    for name in names:
        files += [
            "--src",
            tmp_path / "en" / f"{name}.json",
            "--tgt",
            tmp_path / "fr" / f"{name}.json",
        ]
    done = run_program("lint", *files, "-s", "en", "-t", "fr", "--no-cache")
    assert done.returncode == 3
    assert "fr/broken.json:1: is not JSON" in done.stderr
    assert "fr/laughs.json:1: is not JSON" in done.stderr
    assert "1 segment of 1 document" in done.stderr
    assert "2 files could not be read" in done.stderr


def test_json_beside_plain_lines_says_what_reads_it(tmp_path):
    (tmp_path / "a.en").write_text("Open.\n", "utf-8")
    (tmp_path / "fr.json").write_text('{"a": "Ouvrez."}\n', "utf-8")
    files = "--src", tmp_path / "a.en", "--tgt", tmp_path / "fr.json"
    done = run_program("lint", *files, "-s", "en", "-t", "fr")
    assert done.returncode == 3
    assert (
        "is JSON, where plain lines are expected; give source and translation both" in done.stderr
    )


def test_one_language_alone_is_told(tmp_path):
    path = tmp_path / "fr.json"
    path.write_text('{"a": "Ouvrez."}', "utf-8")
    done = run_program("lint", path)
    assert done.returncode == 2
    assert "holds one language; give source and translation: --src FILE --tgt FILE" in done.stderr


def test_without_the_package_its_name_is_told(tmp_path):
    endings = "po json arb yml properties strings stringsdict resx docx html csv"
    for ending in endings.split():
        path = tmp_path / f"fr.{ending}"
        path.write_text('{\n"a": "Ouvrez."}\n', "utf-8")
        done = run_program("lint", "--src", path, "--tgt", path, "-s", "en", "-t", "fr",
                           "--without", "discotag-localization")  # fmt: skip
        assert done.returncode == 3, ending
        assert "pip install discotag-localization" in done.stderr, ending
