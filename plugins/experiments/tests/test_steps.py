"""What a step depends on, and what a change does to the others."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag_experiments import steps as steps_module
from discotag_experiments.steps import Given, Step, digest_of, folder_of, keyed

if TYPE_CHECKING:
    from pathlib import Path


def chain(tmp_path: Path, *, beams: str = "5") -> list[Step]:
    """Make a training, a translation that needs it, and one of another model."""
    out = tmp_path / "out"
    made = folder_of(out, "train/a") / "model"
    return [
        Step("train/a", "models.a", ("train", Given(tmp_path / "text", "texts.train.src")), ()),
        Step("decode/a", "systems.a", ("decode", Given(made, "models.a"), "--beams", beams), ()),
        Step("decode/b", "systems.b", ("decode", Given(tmp_path / "other", "models.b")), ()),
    ]


def digests(tmp_path: Path, **options: str) -> list[str | None]:
    items = keyed(chain(tmp_path, **options), tmp_path / "out", tmp_path)
    return [item.digest for item in items]


@pytest.fixture(autouse=True)
def _files(tmp_path: Path) -> None:
    (tmp_path / "text").write_text("a\n")
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "weights").write_text("1")


def test_a_changed_text_changes_what_depends_on_it_alone(tmp_path: Path) -> None:
    before = digests(tmp_path)
    (tmp_path / "text").write_text("b\n")
    after = digests(tmp_path)
    assert before[0] != after[0]
    assert before[1] != after[1]
    assert before[2] == after[2]


def test_a_changed_argument_leaves_earlier_steps_alone(tmp_path: Path) -> None:
    before, after = digests(tmp_path), digests(tmp_path, beams="2")
    assert before[0] == after[0]
    assert before[1] != after[1]


def test_any_file_of_a_folder_counts_and_so_does_its_name(tmp_path: Path) -> None:
    folder = tmp_path / "other"
    first = digest_of(folder)
    (folder / "weights").rename(folder / "weight")
    second = digest_of(folder)
    (folder / "weight").write_text("2")
    assert len({first, second, digest_of(folder)}) == 3


def test_a_missing_file_is_told_and_what_waits_for_it_has_no_digest(tmp_path: Path) -> None:
    (tmp_path / "text").unlink()
    items = keyed(chain(tmp_path), tmp_path / "out", tmp_path)
    assert [given.key for given in items[0].missing] == ["texts.train.src"]
    assert [item.digest is None for item in items] == [True, True, False]


def test_an_experiment_may_move_with_its_files(tmp_path: Path) -> None:
    before = digests(tmp_path)
    moved = tmp_path.with_name(f"{tmp_path.name}-moved")
    tmp_path.rename(moved)
    try:
        assert digests(moved) == before
    finally:
        moved.rename(tmp_path)


def test_what_stands_before_a_path_is_part_of_the_argument(tmp_path: Path) -> None:
    given = Given(tmp_path / "text", "systems.A.file", before="A=")
    step = Step("score", "scoring", ("run", given), ())
    other = Step("score", "scoring", ("run", Given(given.path, given.key, before="B=")), ())
    assert step.arguments == ["run", f"A={tmp_path / 'text'}"]
    [one], [two] = (keyed([item], tmp_path / "out", tmp_path) for item in (step, other))
    assert one.digest != two.digest


def test_another_version_of_a_language_pack_redoes_all(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert any(name.startswith("discotag-cxmi ") for name in steps_module.versions())
    before = digests(tmp_path)
    monkeypatch.setattr(steps_module, "versions", lambda: ["discotag-lang-fr 9"])
    after = digests(tmp_path)
    assert not set(before) & set(after)


def test_a_plugin_by_another_name_counts_like_one_of_ours(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = steps_module.versions()
    info = tmp_path / "stranger-2.0.dist-info"
    info.mkdir()
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: stranger\nVersion: 2.0\n")
    monkeypatch.syspath_prepend(tmp_path)
    assert steps_module.versions() == before
    (info / "entry_points.txt").write_text("[discotag]\nmine = stranger\n")
    assert set(steps_module.versions()) - set(before) == {"stranger 2.0"}
