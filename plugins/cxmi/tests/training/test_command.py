"""`discotag cxmi train` and `decode` as a user runs them, and what they say when misused."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, get_args

import pytest

from discotag.plugin import InputError, UsageError
from discotag.testing.program import run_program
from discotag_cxmi.reproduce.invented import documents, write_documents
from discotag_cxmi.training.recipe import Recipe, read_recipe
from discotag_cxmi.training.train import ARCHITECTURES

if TYPE_CHECKING:
    from pathlib import Path


FAST = ("--arch", "tiny", "--tokenizer-kind", "bpe", "--vocabulary", "120", "--max-length", "64",
        "--batch-tokens", "800", "--max-steps", "2", "--device", "cpu")  # fmt: skip


@pytest.fixture
def texts(tmp_path: Path) -> Any:
    return write_documents(documents(6, seed=1), tmp_path / "texts", "train")


def run(*words: object) -> Any:
    return run_program(*words)


def train(texts: Any, out: Path, *words: object) -> Any:
    files = ("--src", texts.source, "--tgt", texts.target, "--docids", texts.docids)
    return run("cxmi", "train", *files, "--out", out, *words)


@pytest.mark.engine
def test_training_then_decoding(tmp_path: Path, texts: Any) -> None:
    pytest.importorskip("accelerate")
    out = tmp_path / "model"
    config = tmp_path / "train.toml"
    config.write_text('seed = 3\ntarget_context = "0:2"\nheld_out = 0.3\n')
    done = train(texts, out, *FAST, "--config", config)
    assert "wrote" in done.stderr
    assert "dev: 2 documents" in done.stderr
    assert done.returncode == 0
    assert (out / "context.json").exists()
    assert not (out / "checkpoints").exists()

    lines = texts.source.read_text("utf-8").splitlines()
    texts.source.write_text("\n".join(["", *lines[1:]]) + "\n", "utf-8")
    hypothesis = tmp_path / "out.tgt"
    files = ("--src", texts.source, "--docids", texts.docids, "--out", hypothesis)
    done = run("cxmi", "decode", "--model", out, *files, "--beams", 1, "--device", "cpu")
    made = hypothesis.read_text("utf-8").split("\n")
    assert len(made) == len(lines) + 1
    assert made[0] == ""
    assert "context 0 source and 2 target lines (own)" in done.stderr
    done = run(
        "cxmi", "decode", "--model", out, *files, "--beams", 1, "--device", "cpu",
        "--context", "gold", "--ref", texts.target, "--target-context", 3,
    )  # fmt: skip
    assert "was trained with 0 to 2 target lines, not 3" in done.stderr


@pytest.mark.parametrize(
    ("words", "message"),
    [
        (("--source-context", "2:1"), "source_context: 2:1 is no range"),
        (("--coword", "1.5"), "coword"),
        (("--scheme", "4-to-4"), "none of: sentence, 1-to-2, 2-to-2"),
        (("--arch", "huge"), "arch: Input should be 'tiny', 'mini', 'small' or 'large'"),
        (("--dev-tgt", "x"), "belong to --dev-src"),
        (("--config", "none.toml"), "none.toml: cannot be read"),
    ],
    ids=lambda value: value[0] if isinstance(value, tuple) else None,
)
def test_wrong_options_are_told_before_any_work(
    tmp_path: Path, texts: Any, words: tuple[str, ...], message: str
) -> None:
    done = train(texts, tmp_path / "model", *words)
    assert done.returncode in {2, 3}
    assert message in done.stderr
    assert not (tmp_path / "model").exists()


def test_one_document_cannot_be_held_out(tmp_path: Path, texts: Any) -> None:
    done = run(
        "cxmi", "train", "--src", texts.source, "--tgt", texts.target, "--out", tmp_path / "m"
    )
    assert done.returncode == 2
    assert "one document, so none can be held out" in done.stderr


def test_a_text_without_translation_is_told(tmp_path: Path, texts: Any) -> None:
    done = run(
        "cxmi", "train", "--src", texts.source, "--docids", texts.docids, "--out", tmp_path / "m"
    )
    assert done.returncode == 3
    assert "training takes one: name its file with --tgt" in done.stderr


def test_gold_context_needs_a_reference(tmp_path: Path, texts: Any) -> None:
    done = run(
        "cxmi", "decode", "--model", "m", "--src", texts.source, "--out", "o", "--context", "gold"
    )
    assert done.returncode == 2
    assert "belong together" in done.stderr


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
