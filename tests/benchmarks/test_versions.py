"""Two versions beside each other: what is run, and which results differ."""

from __future__ import annotations

from pathlib import Path

import pytest

from benchmarks.versions import PHENOMENA, Texts, differences, jobs, used


def write(folder: Path, name: str, text: str) -> None:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text, encoding="utf-8")


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ('{"a": 0.5}\n', '{"a": 0.5}\n', "1 files are the same, byte for byte"),
        (
            '{"a": [0.5]}\n',
            '{"a": [0.5000001]}\n',
            "tags/x.jsonl differs in fractions, by less than 1e-06",
        ),
        ('{"a": [0.5]}\n', '{"a": [0.6]}\n', "tags/x.jsonl differs in more than fractions"),
        ('{"a": 1}\n', '{"a": 2}\n', "tags/x.jsonl differs in more than fractions"),
        ('{"a": 1}\n', "", "tags/x.jsonl differs in more than fractions"),
    ],
)
def test_differences_are_told(tmp_path, old, new, told):
    for side, text in (("old", old), ("new", new)):
        write(tmp_path / side, "tags/x.jsonl", text)
        write(tmp_path / side, "timings.json", side)
    assert differences(tmp_path / "old", tmp_path / "new") == told


def test_a_file_of_one_version_alone_is_told(tmp_path):
    write(tmp_path / "old", "tags/x.jsonl", "{}\n")
    (tmp_path / "new").mkdir()
    assert differences(tmp_path / "old", tmp_path / "new") == "tags/x.jsonl is in one alone"


def test_jobs_read_the_corpus_and_its_beginning(tmp_path):
    for name in ("en", "fr", "ids"):
        write(tmp_path, name, "".join(f"{number}\n" for number in range(300)))
    place = tmp_path / "place"
    place.mkdir()
    files = (tmp_path / "en", tmp_path / "fr", tmp_path / "ids")
    found = jobs(Texts(*files, {"A": tmp_path / "fr"}, ("en", "fr")), place)
    assert found["--help"] == ["--help"]
    assert f"A={tmp_path / 'fr'}" in found["run"]
    assert PHENOMENA in found["run"]
    linted = Path(found["lint"][found["lint"].index("--src") + 1])
    assert linted.read_text("utf-8").count("\n") == 100


def test_what_a_process_uses_is_its_own(tmp_path):
    found = used(["/bin/sh", "-c", "exit 7"], tmp_path)
    assert 0 <= found.cpu < 1
    assert 0 < found.peak < 100
    with pytest.raises(SystemExit, match="no such text"):
        used(["/bin/sh", "-c", "echo no such text >&2; exit 2"], tmp_path)
