"""`discotag reproduce` as a user types it."""

from __future__ import annotations

from typing import TYPE_CHECKING

import pytest

from discotag.testing.program import run_program

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    Run = Callable[..., tuple[int, str, str]]

CONFIG = """
pairs = ["en-fr"]
[texts.test]
src = "test.{source}"
tgt = "test.{target}"
docids = "test.docids"
[systems.none]
file = "none.{target}"
[systems.context]
file = "context.{target}"
[scoring]
samples = 100
trials = 100
"""


@pytest.fixture
def discotag() -> Run:
    def run(*arguments: object) -> tuple[int, str, str]:
        done = run_program(*arguments)
        return done.returncode, done.stdout, done.stderr

    return run


@pytest.fixture
def config(tmp_path: Path) -> Path:
    path = tmp_path / "mine.toml"
    path.write_text(CONFIG)
    return path


def test_a_dry_run_lists_steps_and_missing_files_and_does_nothing(
    discotag: Run, config: Path, tmp_path: Path
) -> None:
    code, out, _ = discotag("reproduce", "muda", config, "--dry-run", "-o", tmp_path / "out")
    assert code == 0
    assert "[1/1] score/en-fr/systems (scoring): waits for files that are not there" in out
    assert "not there: 5 files\n" in out
    assert f"    {tmp_path}/context.fr (systems.context.file)\n" in out
    assert not (tmp_path / "out").exists()


def test_a_missing_file_names_its_key(discotag: Run, config: Path, tmp_path: Path) -> None:
    code, _, err = discotag("reproduce", "muda", config, "-o", tmp_path / "out")
    assert code == 3
    assert "test.en: is not there; it is named by texts.test.src" in err


def test_files_of_systems_become_a_table(discotag: Run, config: Path, tmp_path: Path) -> None:
    folder = tmp_path / "texts"
    assert discotag("reproduce", "texts", folder, "--documents", 2)[0] == 0
    for name in ("en", "docids", "fr"):
        lines = (folder / f"test.{name}").read_text("utf-8").splitlines()[: 12 * 12]
        (tmp_path / f"test.{name}").write_text("\n".join(lines) + "\n", "utf-8")
    right = (tmp_path / "test.fr").read_text("utf-8")
    (tmp_path / "context.fr").write_text(right, "utf-8")
    (tmp_path / "none.fr").write_text(right.replace("Elle ", "Il "), "utf-8")
    words = ("reproduce", "muda", config, "-o", tmp_path / "out", "-f", "markdown")
    code, out, err = discotag(*words)
    assert code == 0, err
    assert "| context | **100.00**\\* |" in out
    assert "| context | 1.000\\*▲ |" in out
    assert "[1/1] score/en-fr/systems" in err
    assert sorted(path.name for path in (tmp_path / "out").glob("tables.*")) == [
        "tables.json", "tables.md", "tables.tex", "tables.txt",
    ]  # fmt: skip
    code, again, err = discotag(*words)
    assert (code, again) == (0, out)
    assert "done before" in err


def test_a_configuration_to_begin_with_is_printed(discotag: Run) -> None:
    code, out, _ = discotag("reproduce", "cxmi", "full", "--show-config")
    assert code == 0
    assert out.startswith("# The CXMI experiment")


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (
            ("reproduce", "muda", "nowhere.toml"),
            "nowhere.toml: No such file or directory",
        ),
        (
            ("reproduce", "muda", "nowhere.toml", "--show-config"),
            "nowhere.toml: cannot be opened (No such file or directory)",
        ),
        (("reproduce", "texts", "x", "--pair", "fr-en"), "the invented texts are from English"),
        (("reproduce", "texts", "x", "--pair", "en-xx"), "unknown language of invented texts 'xx'"),
    ],
)
def test_what_cannot_be_done_is_told(
    discotag: Run, words: tuple[str, ...], message: str, tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:  # fmt: skip
    monkeypatch.chdir(tmp_path)
    code, _, err = discotag(*words)
    assert code in {2, 3}
    assert message in err


def test_without_a_name_the_experiments_are_listed(discotag: Run) -> None:
    code, out, _ = discotag("reproduce")
    assert code == 2
    assert "muda" in out
    assert "cxmi" in out
