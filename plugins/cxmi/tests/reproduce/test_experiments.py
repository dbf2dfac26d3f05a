"""`discotag reproduce`: configurations, what is said of wrong ones, and the steps they make."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError, UsageError
from discotag.testing.program import run_program
from discotag_cxmi.reproduce import coword
from discotag_cxmi.reproduce.coword import CXMI
from discotag_cxmi.reproduce.muda import MUDA
from discotag_cxmi.reproduce.settings import MudaConfig, context_of
from discotag_experiments.experiment import read_config

from .builders import cxmi, muda

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
    code, out, err = discotag("reproduce")
    assert code == 0
    assert "muda" in out + err
    assert "cxmi" in out + err


DOCUMENT = {"document": {"settings": {"arch": "tiny"}}}


@pytest.mark.parametrize("name", ["small", "full"])
@pytest.mark.parametrize("experiment", [MUDA, CXMI], ids=lambda item: item.name)
def test_the_configurations_that_come_along_make_steps(
    experiment: Any, name: str, tmp_path: Path
) -> None:
    _, made = experiment.plan(experiment.path(name), tmp_path)
    folders = [item.step.name for item in made]
    assert len(folders) == len(set(folders))
    assert not any(a != b and b.startswith(f"{a}/") for a in folders for b in folders)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"pairs": ["english"]}, "'english' is no language pair such as en-fr"),
        ({"pairs": ["en-fr", "en-fr"]}, "a pair is named twice"),
        ({"texts": {}}, "texts.test is missing"),
        ({"systems": {"A": {"model": "b"}}}, "systems.A: 'b' is none of the models: none"),
        ({"systems": {"A": {"model": "b", "file": "c"}}}, "give model or file, not both"),
        ({"systems": {"A": {"against": "B"}}}, "systems.A: 'B' is none of the systems: A"),
        ({"systems": {"A": {"pairs": ["en-de"]}}}, "'en-de' is none of the pairs: en-fr"),
        ({"systems": {"a/b": {}}}, "'a/b' cannot be a folder's name"),
        ({"systems": {"a": {}, "A": {}}}, "would share a folder"),
        ({"systems": {"A": {"colour": "red"}}}, "systems.A.colour"),
        ({"models": {"m": {"folder": "x", "from": "y"}}}, "a folder is taken as it is"),
        ({"models": {"m": {"train": "news"}}}, "models.m: 'news' is none of the texts"),
        ({"scoring": {"trials": 5}}, "scoring.trials"),
    ],
)
def test_a_wrong_configuration_names_the_key(
    parts: dict[str, Any], message: str, tmp_path: Path
) -> None:
    import tomllib

    with pytest.raises(ValueError, match=r".") as caught:
        muda(**parts)
    assert message in str(caught.value)
    path = tmp_path / "config.toml"
    path.write_text('pairs = ["english"]\n[texts]\n[systems.A]\n')
    assert tomllib.loads(path.read_text("utf-8"))
    with pytest.raises(InputError, match=r"config\.toml: pairs: 'english' is no language pair"):
        read_config(path, MudaConfig)


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"seeds": [1, 1]}, "a seed is named twice"),
        ({"dropout": [0.1, 0.1]}, "a dropout of formats.flat is named twice"),
        ({"formats": {"a": {"measures": ["contrast"]}}}, "formats.a measures contrast"),
        ({"formats": {"a": {"measures": ["speed"]}}}, "formats.a.measures.0"),
        ({"train": "news"}, "'news' is none of the texts: train, test"),
        ({"suites": {"s": {"files": ["f"], "pairs": ["en-de"]}}}, "suites.s: 'en-de' is none"),
    ],
)
def test_a_wrong_configuration_of_cxmi_names_the_key(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        cxmi(**parts)
    assert message in str(caught.value)


@pytest.mark.parametrize(
    ("content", "message"),
    [(None, "No such file or directory; give a TOML file, or small or full"), ("pairs =", "is no")],
)
def test_a_file_that_is_no_configuration(content: str | None, message: str, tmp_path: Path) -> None:
    path = tmp_path / "config.toml"
    if content is not None:
        path.write_text(content)
    with pytest.raises(InputError, match=message):
        read_config(path, MudaConfig)


@pytest.mark.parametrize(
    ("settings", "message"),
    [
        ({"scheme": "3-to-3"}, "models.m: scheme '3-to-3' is none of: sentence"),
        ({"coword": 2}, "models.m: coword"),
        ({"layers": 3}, "models.m: layers"),
        ({"scheme": "sentence", "coword": 2}, "models.m: coword"),
        ({"scheme": "1-to-2", "target_context": 1}, "scheme sets target_context already"),
    ],
)
def test_settings_of_a_training_are_checked_first(settings: dict[str, Any], message: str) -> None:
    with pytest.raises(UsageError, match=message):
        context_of("models.m", settings)


def words(step: Any) -> str:
    return " ".join(step.arguments)


def steps(tmp_path: Path, **parts: Any) -> dict[str, Any]:
    made = MUDA.steps(muda(**parts), tmp_path / "out", tmp_path)
    return {step.name: step for step in made}


def test_a_model_is_trained_once_for_all_systems_that_use_it(tmp_path: Path) -> None:
    systems = {"own": {"model": "document"}, "gold": {"model": "document", "context": "gold"}}
    made = steps(tmp_path, models=DOCUMENT, systems=systems)
    assert list(made) == [
        "train/en-fr/document", "decode/en-fr/own", "decode/en-fr/gold", "score/en-fr/systems",
    ]  # fmt: skip
    assert "--arch tiny" in words(made["train/en-fr/document"])
    assert f"--ref {tmp_path}/en-fr/test.fr" in words(made["decode/en-fr/gold"])
    assert "--ref" not in words(made["decode/en-fr/own"])
    run = words(made["score/en-fr/systems"])
    assert f"--hyp own={tmp_path}/out/steps/decode/en-fr/own/hypothesis.txt" in run
    assert "--baseline own" in run


def test_a_model_goes_on_from_another(tmp_path: Path) -> None:
    models = {"base": {}, "tuned": {"from": "base"}}
    made = steps(tmp_path, models=models, systems={"A": {"model": "tuned"}})
    assert list(made)[:2] == ["train/en-fr/base", "train/en-fr/tuned"]
    start = f"--from {tmp_path}/out/steps/train/en-fr/base/model"
    assert start in words(made["train/en-fr/tuned"])


def test_models_that_go_on_from_each_other_are_refused(tmp_path: Path) -> None:
    models = {"a": {"from": "b"}, "b": {"from": "a"}}
    with pytest.raises(UsageError, match=r"models\.a\.from: goes round in a circle: a → b"):
        steps(tmp_path, models=models, systems={"A": {"model": "a"}})


@pytest.mark.parametrize("file", ["{name}.txt", "{pair.x}", "{0}", "{pair", "{pair:d}"])
def test_another_placeholder_is_refused(file: str, tmp_path: Path) -> None:
    with pytest.raises(UsageError, match=r"systems\.A\.file: '.*' has another placeholder"):
        steps(tmp_path, systems={"A": {"file": file}})


def test_a_system_is_compared_with_the_one_it_names(tmp_path: Path) -> None:
    systems = {
        "Google": {"file": "g"},
        "sentences": {"file": "s"},
        "documents": {"file": "d", "against": "sentences"},
    }
    made = steps(tmp_path, systems=systems)
    assert list(made)[-1] == "compare/en-fr/sentences"
    assert "--baseline sentences --format json" in words(made["compare/en-fr/sentences"])


def test_systems_inside_the_test_texts_need_no_file(tmp_path: Path) -> None:
    texts = {"test": {"src": "wmt.{pair}.xml", "reader": "wmt-xml"}}
    made = steps(tmp_path, texts=texts, systems={"ONLINE-A": {}})
    run = words(made["score/en-fr/systems"])
    assert f"--src {tmp_path}/wmt.en-fr.xml --reader wmt-xml" in run
    assert "--hyp" not in run


def test_gold_context_needs_a_file_of_lines(tmp_path: Path) -> None:
    texts = {"train": {"src": "t"}, "test": {"src": "wmt.{pair}.xml"}}
    systems = {"A": {"model": "document", "context": "gold"}}
    with pytest.raises(UsageError, match=r"systems\.A\.context: gold context needs texts\.test"):
        steps(tmp_path, texts=texts, models=DOCUMENT, systems=systems)


def test_a_sentence_model_is_judged_without_context_and_has_no_cxmi(tmp_path: Path) -> None:
    suites = {"pronouns": {"files": ["p.jsonl"]}}
    flat = {"flat": {"settings": {"scheme": "sentence"}, "measures": ["contrast"]}}
    made = coword.steps(cxmi(formats=flat, suites=suites), tmp_path / "out", tmp_path)
    judged = next(step for step in made if step.name.startswith("contrast/"))
    assert "--source-context 0 --target-context 0" in words(judged)
    flat["flat"]["measures"] = ["cxmi"]
    with pytest.raises(UsageError, match=r"formats\.flat\.measures: cxmi and correlation need"):
        coword.steps(cxmi(formats=flat), tmp_path / "out", tmp_path)
