"""The aligner `pharaoh` hands out a file's links and refuses what does not fit."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag.core.document import Alignment
from discotag.core.errors import InputError, LineCountError
from discotag.plugins.aligners.pharaoh import PharaohAligner
from discotag.testing.builders import tokens

if TYPE_CHECKING:
    from pathlib import Path

PAIR = (tokens("a b c"), tokens("x y"))


@pytest.fixture
def write(tmp_path: Path):
    def _write(content: str | bytes) -> Path:
        path = tmp_path / "ref.align"
        path.write_bytes(content.encode() if isinstance(content, str) else content)
        return path

    return _write


def test_links_come_in_the_order_of_the_file_over_several_calls(write):
    aligner = PharaohAligner(write("1-0 0-1\n\n2-1:0.5 0-0:1\n"))
    assert aligner.align([PAIR, PAIR]) == (Alignment(((0, 1), (1, 0))), Alignment())
    assert aligner.align([PAIR]) == (Alignment(((0, 0), (2, 1)), (1.0, 0.5)),)
    aligner.finish()


def test_other_links_have_another_digest(write):
    one = PharaohAligner(write("0-0\n")).digest
    assert PharaohAligner(write("0-1\n")).digest != one
    assert PharaohAligner(write("0-0\n")).digest == one


def test_windows_line_ends_and_a_byte_order_mark_are_read(write):
    aligner = PharaohAligner(write(b"\xef\xbb\xbf0-0\r\n1-1\r\n"))
    assert aligner.align([PAIR, PAIR])[1].links == ((1, 1),)


@pytest.mark.parametrize(
    ("content", "message"),
    [
        pytest.param("0-0\n1:1\n", r"ref\.align:2: '1:1' is not a link", id="malformed"),
        pytest.param("-1-0\n", r"ref\.align:1: '-1-0' is not a link", id="negative"),
        pytest.param("0-0:1.5\n", r"ref\.align:1: the score", id="score"),
        pytest.param("0-0:1 1-1\n", r"ref\.align:1: some links", id="mixed"),
        pytest.param(b"0-0\n\xff\n", r"ref\.align:2: is not UTF-8", id="encoding"),
    ],
)
def test_a_line_that_is_not_pharaoh_is_named(write, content, message):
    with pytest.raises(InputError, match=message):
        PharaohAligner(write(content))


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(InputError, match=r"absent\.align: cannot be read"):
        PharaohAligner(tmp_path / "absent.align")


def test_a_link_outside_its_segment_is_named_with_its_line(write):
    aligner = PharaohAligner(write("0-0\n0-2\n"))
    with pytest.raises(InputError, match=r"ref\.align:2: link 0-2 points outside"):
        aligner.align([PAIR, PAIR])


def test_too_few_lines_are_refused(write):
    aligner = PharaohAligner(write("0-0\n"))
    with pytest.raises(LineCountError, match="links for 1 segment, but segment 2"):
        aligner.align([PAIR, PAIR])


def test_too_many_lines_are_refused_at_the_end(write):
    aligner = PharaohAligner(write("0-0\n0-0\n"))
    aligner.align([PAIR])
    with pytest.raises(LineCountError, match="2 segments, but the text has 1"):
        aligner.finish()
