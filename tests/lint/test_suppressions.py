"""Suppressions name what is accepted and why; a file of them says what is wrong with it."""

from __future__ import annotations

import pytest

from discotag.core.errors import InputError, UnknownNameError
from discotag_lint.suppressions import Suppression, read_suppressions, write_suppressions

CODES = {"XX101", "XX102"}


def read(tmp_path, text):
    path = tmp_path / "accepted.toml"
    path.write_text(text, "utf-8")
    return read_suppressions(path, CODES)


def test_an_entry_may_name_code_document_and_fingerprint(tmp_path):
    text = '[[suppress]]\ncode = "XX101"\ndocument = "talk-*"\nreason = "two speakers"\n'
    assert read(tmp_path, text) == (
        Suppression(code="XX101", document="talk-*", reason="two speakers"),
    )
    assert read(tmp_path, "# nothing yet\n") == ()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ('[[suppress]]\ncode = "XX101"\n', "suppress.0.reason: Field required"),
        ('[[suppress]]\ncode = "XX101"\nreason = " "\n', "suppress.0.reason"),
        ('[[suppress]]\ncode = "XX101"\nreason = "r"\nline = "x"\n', "suppress.0.line"),
        ("[[suppress]\n", "is not TOML"),
    ],
    ids=["no reason", "an empty reason", "an unknown key", "no TOML"],
)
def test_a_faulty_file_is_refused_with_the_place(tmp_path, text, message):
    with pytest.raises(InputError, match=f"accepted.toml: .*{message}"):
        read(tmp_path, text)


def test_an_unknown_code_is_an_error_that_names_the_entry(tmp_path):
    entry = '[[suppress]]\ncode = "{}"\nreason = "r"\n'
    with pytest.raises(UnknownNameError, match=r"unknown code 'XX1'.*entry 2"):
        read(tmp_path, entry.format("XX101") + entry.format("XX1"))


def test_a_missing_file_is_an_error(tmp_path):
    with pytest.raises(InputError, match="cannot be read"):
        read_suppressions(tmp_path / "none.toml", CODES)


@pytest.mark.parametrize("name", ["one", 'a "b" \\c', "x[1]*?", "é\x7f🙂"])
def test_what_is_written_accepts_what_was_found(loud, make_text, tmp_path, name):
    texts = make_text(name, "A", "B"), make_text("other", "A", "B")
    kept = Suppression(code="XX102", reason="kept")
    path = tmp_path / "accepted.toml"
    assert write_suppressions(path, [kept], loud(*texts).findings) == 3
    entries = read_suppressions(path, CODES)
    assert entries[0] == kept
    again = loud(*texts, suppressions=entries)
    assert again.findings == ()
    assert len(again.suppressed) == 2
    assert again.unused == (kept,)
