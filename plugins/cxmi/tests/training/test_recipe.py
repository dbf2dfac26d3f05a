"""Settings of a training: read from options, a scheme and a file."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import pytest

from discotag.plugin import InputError, UsageError
from discotag_cxmi.training.recipe import Recipe, read_recipe
from discotag_cxmi.training.train import ARCHITECTURES

if TYPE_CHECKING:
    from pathlib import Path


@pytest.mark.parametrize(
    ("given", "sizes"), [("0:3", (0, 3)), ("2", (2, 2)), (2, (2, 2)), ([1, 4], (1, 4))], ids=str
)
def test_sizes_are_a_range_or_one_number(given: Any, sizes: tuple[int, int]) -> None:
    assert read_recipe({"source_context": given}, None, None).source_context == sizes


def test_every_architecture_can_be_named() -> None:
    assert get_args(Recipe.model_fields["arch"].annotation) == tuple(ARCHITECTURES)


@pytest.mark.parametrize("given", ["3:1", "a", "1:", "-1", ":2", "1:2:3"])
def test_what_is_no_range_is_refused(given: str) -> None:
    with pytest.raises(UsageError, match="source_context"):
        read_recipe({"source_context": given}, None, None)


@pytest.mark.parametrize(
    ("scheme", "sizes"),
    [
        ("sentence", ((0, 0), (0, 0))),
        ("1-to-2", ((0, 0), (1, 1))),
        ("2-to-2", ((1, 1), (1, 1))),
    ],
)
def test_schemes_fix_the_context_of_both_sides(scheme: str, sizes: Any) -> None:
    recipe = read_recipe({}, None, scheme)
    assert (recipe.source_context, recipe.target_context) == sizes


def test_scheme_and_sizes_together_are_refused() -> None:
    with pytest.raises(UsageError, match="--scheme sets target_context already"):
        read_recipe({"target_context": "0:1"}, None, "sentence")


def test_unknown_scheme_is_named_with_those_there_are() -> None:
    with pytest.raises(UsageError, match="'3-to-1' is none of: sentence, 1-to-2, 2-to-2"):
        read_recipe({}, None, "3-to-1")


def test_options_go_before_the_file_and_its_paths_start_at_its_folder(tmp_path: Path) -> None:
    file = tmp_path / "train.toml"
    file.write_text('arch = "large"\nseed = 7\nstart = "base"\nsource_context = "0:2"\n')
    recipe = read_recipe({"seed": 9, "arch": None}, file, None)
    assert (recipe.arch, recipe.seed) == ("large", 9)
    assert recipe.start == str(tmp_path / "base")
    assert recipe.source_context == (0, 2)


def test_faulty_file_is_named(tmp_path: Path) -> None:
    file = tmp_path / "train.toml"
    file.write_text("arch = \n")
    with pytest.raises(InputError, match=r"train\.toml: cannot be read as TOML"):
        read_recipe({}, file, None)


def test_unknown_setting_in_a_file_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "train.toml"
    file.write_text("cowrd = 0.1\n")
    with pytest.raises(UsageError, match="cowrd"):
        read_recipe({}, file, None)


def test_coword_and_word_dropout_exclude_each_other() -> None:
    with pytest.raises(UsageError, match="exclude each other"):
        read_recipe({"coword": 0.1, "word_dropout": 0.1}, None, None)


def test_learning_rate_depends_on_where_training_starts() -> None:
    assert read_recipe({}, None, None).rate == 5e-4
    assert read_recipe({"start": "base"}, None, None).rate == 1e-4
    assert read_recipe({"learning_rate": 1e-3}, None, None).rate == 1e-3
