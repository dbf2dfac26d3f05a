"""Test sets on disk: the same bytes from the same corpus, and nothing read that was changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError
from discotag_dip.building import build
from discotag_dip.scoring import of_files
from discotag_dip.testset import read_testset

if TYPE_CHECKING:
    from pathlib import Path


@pytest.fixture
def folder(tmp_path: Path, bundle: Any, corpus: Any, failing: Any, english: Any) -> Path:
    made = corpus(bundle(A=failing), bundle(id="clean", A=english), bundle(id="two", A=failing))
    build("lexical_consistency", made, tmp_path / "set")
    return tmp_path / "set"


def test_documents_without_items_are_not_to_be_translated(folder: Path) -> None:
    found = read_testset(folder)
    assert [text.id for text in found.texts] == ["doc", "two"]
    assert (folder / "source.txt").read_text(encoding="utf-8").count("\n") == 6
    assert found.manifest.corpus == {"documents": 3, "segments": 9}
    assert len({item.id for item in found.items}) == len(found.items) == 2


def test_a_second_build_gives_the_same_bytes(
    *, folder: Path, tmp_path: Path, bundle: Any, corpus: Any, failing: Any, english: Any
) -> None:
    made = corpus(bundle(A=failing), bundle(id="clean", A=english), bundle(id="two", A=failing))
    build("lexical_consistency", made, tmp_path / "again")
    for path in sorted(folder.iterdir()):
        assert (tmp_path / "again" / path.name).read_bytes() == path.read_bytes()


def test_another_system_only_adds_items(
    *, folder: Path, tmp_path: Path, bundle: Any, corpus: Any, failing: Any, english: Any
) -> None:
    made = corpus(
        bundle(A=failing, B=english),
        bundle(id="clean", A=english, B=failing),
        bundle(id="two", A=failing, B=english),
    )
    build("lexical_consistency", made, tmp_path / "more")
    before = [item.id for item in read_testset(folder).items]
    after = [item.id for item in read_testset(tmp_path / "more").items]
    assert [name for name in after if name in before] == before
    assert len(after) == 3


def test_a_changed_file_is_refused(folder: Path) -> None:
    (folder / "source.txt").write_text("x\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"source\.txt: is not the file that was built"):
        read_testset(folder)


def test_a_folder_without_a_set_is_told(tmp_path: Path) -> None:
    with pytest.raises(InputError, match="discotag dip build"):
        read_testset(tmp_path)


def test_a_translation_of_another_length_is_refused(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.en"
    path.write_text("one\ntwo\n", encoding="utf-8")
    with pytest.raises(InputError, match=r"has 2 lines where source\.txt has 6"):
        list(of_files(read_testset(folder), {"A": path}))


def test_translations_are_cut_into_documents(folder: Path, tmp_path: Path) -> None:
    path = tmp_path / "a.en"
    path.write_text("".join(f"{number}\n" for number in range(6)), encoding="utf-8")
    texts = list(of_files(read_testset(folder), {"A": path}))
    assert [text.hypotheses["A"] for text in texts] == [("0", "1", "2"), ("3", "4", "5")]


def test_a_corpus_in_which_nothing_fails_gives_no_set(
    tmp_path: Path, bundle: Any, corpus: Any, english: Any
) -> None:
    with pytest.raises(InputError, match="no item was found"):
        build("lexical_consistency", corpus(bundle(A=english)), tmp_path / "set")
    assert not (tmp_path / "set").exists()
