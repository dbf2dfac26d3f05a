"""The corpora whose runs are measured: whole documents under new ids."""

from __future__ import annotations

from benchmarks.scaling import Texts, write_corpus


def test_a_corpus_is_repeated_as_a_whole_under_new_ids(tmp_path):
    files = tuple(tmp_path / name for name in ("en", "fr", "docids"))
    for path, lines in zip(files, ("a\nb\n", "A\nB\n", "x\ny\n"), strict=True):
        path.write_text(lines, encoding="utf-8")
    folder = tmp_path / "made"
    assert write_corpus(folder, Texts(files, "en", "fr"), 3) == 4
    assert (folder / "src").read_text("utf-8") == "a\nb\na\nb\n"
    assert (folder / "ref").read_text("utf-8") == "A\nB\nA\nB\n"
    assert (folder / "ids").read_text("utf-8") == "x-1\ny-1\nx-2\ny-2\n"
