"""`discotag align sentences`: files, folders, formats, and what it refuses."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from xml.etree import ElementTree

import pytest

from discotag.testing.program import run_program

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path
    from subprocess import CompletedProcess

SOURCE = "The ship left at night. Nobody saw it.\nThe doctor wrote a letter & smiled."
TARGET = "Das Schiff fuhr nachts ab, und niemand sah es.\nDer Arzt schrieb einen Brief & lächelte."


@pytest.fixture
def files(tmp_path: Path) -> tuple[Path, Path]:
    source, target = tmp_path / "a.txt", tmp_path / "b.txt"
    source.write_text(SOURCE, encoding="utf-8")
    target.write_text(TARGET, encoding="utf-8")
    return source, target


def program(
    source: Path | str, target: Path | str, *more: str, stdin: bytes = b""
) -> CompletedProcess[str]:
    given = ("align", "sentences", "--src", source, "--tgt", target, "-s", "en", "-t", "de", *more)
    return run_program(*given, stdin=stdin)


def test_a_table_of_beads(files: tuple[Path, Path]) -> None:
    done = program(*files)
    header, first, second = done.stdout.splitlines()
    assert header.split("\t") == ["document", "kind", "score", "source", "target"]
    assert first.split("\t")[:2] == ["a", "2-1"]
    assert second.split("\t")[3] == "The doctor wrote a letter & smiled."
    assert "a: 3 and 2 sentences in 2 beads; 0 left out, 0 added" in done.stderr


def test_a_sentence_aligner_is_named(files: tuple[Path, Path]) -> None:
    for options in ((), ("--skip", "2.5")):
        named = program(*files, *options, "--sentence-aligner", "lexicon-beads")
        assert named.returncode == 0, named.stderr
        assert named.stdout == program(*files, *options).stdout
    assert program(*files, "--sentence-aligner", "lexicon-bead").returncode == 2


def test_settings_reach_the_sentence_aligner(files: tuple[Path, Path]) -> None:
    cheap = program(*files, "--set", "lexicon-beads.skip=0.1").stdout
    assert {line.split("\t")[1] for line in cheap.splitlines()[1:]} != {"2-1", "1-1"}
    table = program(*files, "--sentence-aligner", "lexicon-beads", "--table", "none.bin")
    assert table.returncode != 0
    assert "none.bin" in table.stderr


def test_quiet_tells_nothing(files: tuple[Path, Path]) -> None:
    assert program(*files, "--quiet").stderr == ""


def test_json_has_places_in_the_texts(files: tuple[Path, Path]) -> None:
    beads = [json.loads(line) for line in program(*files, "-f", "jsonl").stdout.splitlines()]
    assert [bead["kind"] for bead in beads] == ["2-1", "1-1"]
    spans = beads[0]["source_spans"]
    assert [SOURCE[begin:end] for begin, end in spans] == [
        "The ship left at night.",
        "Nobody saw it.",
    ]


def test_standard_input_is_a_document(files: tuple[Path, Path]) -> None:
    done = program("-", files[1], stdin=SOURCE.encode())
    assert done.stdout.splitlines()[1].split("\t")[1] == "2-1"
    assert program("-", "-", stdin=b"x").returncode == 2


def test_tmx_is_xml(files: tuple[Path, Path], tmp_path: Path) -> None:
    program(*files, "-f", "tmx", "-o", str(tmp_path / "out.tmx"))
    units = ElementTree.parse(tmp_path / "out.tmx").getroot().findall(".//tu")
    assert [segment.text for segment in units[1].iter("seg")] == [
        "The doctor wrote a letter & smiled.",
        "Der Arzt schrieb einen Brief & lächelte.",
    ]


def test_lines_are_what_a_run_reads(files: tuple[Path, Path], tmp_path: Path) -> None:
    assert program(*files, "-f", "lines").returncode == 2
    program(*files, "-f", "lines", "-o", str(tmp_path / "talk"))
    source, target, ids = (
        (tmp_path / f"talk.{suffix}").read_text("utf-8").splitlines()
        for suffix in ("en", "de", "docids")
    )
    assert source[0] == "The ship left at night. Nobody saw it."
    assert (len(source), len(target), ids) == (2, 2, ["a", "a"])


def test_subtitles_are_texts(files: tuple[Path, Path], tmp_path: Path) -> None:
    given = []
    for path in files:
        cues = (
            f"{number}\n00:00:0{number},000 --> 00:00:0{number},900\n{line}\n"
            for number, line in enumerate(path.read_text("utf-8").splitlines(), 1)
        )
        given.append(tmp_path / f"{path.stem}.srt")
        given[-1].write_text("\n".join(cues), encoding="utf-8")
    plain = program(*files).stdout
    assert program(*given).stdout == plain
    assert program(*given, "--reader", "documents").stdout == plain


def test_folders_hold_a_document_a_file(tmp_path: Path) -> None:
    for folder, text in (("en", SOURCE), ("de", TARGET)):
        (tmp_path / folder).mkdir()
        for name in ("one.txt", "two.txt"):
            (tmp_path / folder / name).write_text(text, encoding="utf-8")
    done = program(tmp_path / "en", tmp_path / "de")
    assert {line.split("\t")[0] for line in done.stdout.splitlines()[1:]} == {"one.txt", "two.txt"}
    (tmp_path / "de" / "two.txt").unlink()
    rest = program(tmp_path / "en", tmp_path / "de")
    assert {line.split("\t")[0] for line in rest.stdout.splitlines()[1:]} == {"one.txt"}
    assert "has no 'two.txt', left out" in rest.stderr
    (tmp_path / "de" / "one.txt").rename(tmp_path / "de" / "three.txt")
    refused = program(tmp_path / "en", tmp_path / "de")
    assert refused.returncode == 2
    assert "no file is in both" in refused.stderr


@pytest.mark.parametrize(
    ("text", "told"),
    [
        pytest.param("", "one side is empty", id="empty"),
        pytest.param("Die Steuern steigen. Es regnet. " * 20, "is this a translation", id="long"),
        pytest.param(SOURCE * 5, "does not look like German, but like English", id="untranslated"),
    ],
)
def test_a_document_that_does_not_fit_is_named_and_the_rest_goes_on(
    tmp_path: Path, text: str, told: str
) -> None:
    for folder, texts in (("en", (SOURCE * 5, SOURCE)), ("de", (text, TARGET))):
        (tmp_path / folder).mkdir()
        for name, own in zip(("bad.txt", "good.txt"), texts, strict=True):
            (tmp_path / folder / name).write_text(own, encoding="utf-8")
    done = program(tmp_path / "en", tmp_path / "de")
    assert done.returncode == 0
    bad, good = done.stderr.splitlines()
    assert bad.startswith("bad.txt: ")
    assert told in bad
    assert good.endswith("unsure")
    assert "good.txt\t1-1" in done.stdout


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda path: path.unlink(), "cannot be opened"),
        (lambda path: path.write_bytes(b""), "empty"),
        (lambda path: path.write_bytes(b"\xff\xfe\x00\x01abc"), "UTF"),
        (lambda path: path.write_text('{"a": "b"}\n', encoding="utf-8"), "JSON"),
    ],
)
def test_a_file_that_is_no_text_is_named(
    files: tuple[Path, Path], make: Callable[[Path], object], told: str
) -> None:
    make(files[1])
    refused = program(*files)
    assert refused.returncode != 0
    assert str(files[1]) in refused.stderr
    assert told in refused.stderr


def test_a_document_beyond_the_limit_is_named(
    files: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("DISCOTAG_MAX_SEGMENTS", "2")
    done = program(*files)
    assert done.returncode == 3
    assert "document 'a' has 3 sentences; a document may have 2" in done.stderr
    assert "DISCOTAG_MAX_SEGMENTS=3" in done.stderr


def test_a_splitter_is_named_for_a_side_or_both(files: tuple[Path, Path]) -> None:
    plain = program(*files).stdout
    assert program(*files, "--splitter", "source=sentence-rules").stdout == plain
    assert "did you mean 'sentence-rules'" in program(*files, "--splitter", "sentence-rule").stderr
    assert "side" in program(*files, "--splitter", "left=sentence-rules").stderr
