"""The steps and the configurations of `discotag reproduce dip`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag.plugin import InputError
from discotag.plugin.files import write_json
from discotag_dip.building import build
from discotag_dip.items import Verdict
from discotag_dip.reproduce import DIP, DipConfig, result_file, set_folder, steps, tables
from discotag_dip.results import TaskResult, ranked
from discotag_experiments.tables import markdown, text
from discotag_experiments.testing import in_this_process, run_steps

if TYPE_CHECKING:
    from pathlib import Path


CORPUS = {
    "source": "de",
    "target": "en",
    "src": "{corpus}/src.{source}",
    "references": {"A": "ref.{target}"},
    "systems": {"S": "s.en", "T": "t.en"},
}


def config(*, corpus: dict[str, Any] | None = None, **parts: Any) -> DipConfig:
    return DipConfig.model_validate({"corpora": {"news": {**CORPUS, **(corpus or {})}}, **parts})


def arguments(made: DipConfig, tmp_path: Path) -> dict[str, list[str]]:
    return {step.name: step.arguments for step in steps(made, tmp_path / "out", tmp_path)}


@pytest.mark.parametrize("name", ["small", "full"])
def test_the_configurations_that_come_along_make_steps(name: str, tmp_path: Path) -> None:
    _, items = DIP.plan(DIP.path(name), tmp_path)
    assert len({item.step.name for item in items}) == len(items)
    assert (name == "small") == (not any(item.missing for item in items))


def test_a_corpus_is_run_once_and_each_task_built_and_scored(tmp_path: Path) -> None:
    found = arguments(config(tasks=["anaphora", "connectives"]), tmp_path)
    assert list(found) == [
        "run/news",
        "build/news/anaphora",
        "score/news/anaphora",
        "build/news/connectives",
        "score/news/connectives",
    ]
    assert f"{tmp_path}/news/src.de" in found["run/news"]
    assert "lexical_cohesion,pronouns" in found["run/news"]
    assert f"A={tmp_path}/ref.en" in found["run/news"]


def test_only_anaphora_needs_pronouns(tmp_path: Path) -> None:
    found = arguments(config(corpus={"tasks": ["lexical_consistency"]}), tmp_path)
    assert "lexical_cohesion" in found["run/news"]


def test_systems_may_be_ranked_without_being_behind_the_set(tmp_path: Path) -> None:
    found = arguments(config(corpus={"behind": ["T"]}), tmp_path)
    assert found["build/news/anaphora"][-2:] == ["--system", "T"]
    assert "S=" in " ".join(found["run/news"])


def test_the_name_of_a_ranker_is_no_path(tmp_path: Path) -> None:
    found = arguments(config(rankers={"coherence": "e5"}), tmp_path)
    given = [words[words.index("--ranker") + 1] for words in found.values() if "--ranker" in words]
    assert set(given) == {"e5"}


def test_rankers_of_ones_own_are_given_where_they_belong(tmp_path: Path) -> None:
    found = arguments(config(rankers={"coherence": "mine.json"}), tmp_path)
    ranker = ["--ranker", f"{tmp_path}/mine.json"]
    assert found["build/news/coherence"][-2:] == ranker
    assert found["score/news/coherence"][-2:] == ranker
    assert "--ranker" not in found["score/news/anaphora"]


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"tasks": ["cohesion"]}, "tasks.0"),
        ({"tasks": ["anaphora", "anaphora"]}, "a task is named twice"),
        ({"corpus": {"behind": ["U"]}}, "behind: 'U' is none of the systems: S, T"),
        ({"rankers": {"words": "x"}}, "rankers: 'words' is none of the rankers"),
        ({"corpora": {}}, "corpora"),
    ],
)
def test_a_wrong_configuration_names_the_key(parts: dict[str, Any], message: str) -> None:
    with pytest.raises(ValueError, match=r".") as caught:
        config(**parts)
    assert message in str(caught.value)


TASK = "lexical_consistency"
CONFIG = DipConfig.model_validate(
    {"tasks": [TASK], "corpora": {"news": {"source": "de", "target": "en", "src": "x"}}}
)


@pytest.fixture
def out(tmp_path: Path, bundle: Any, corpus: Any, failing: Any) -> Path:
    build(TASK, corpus(bundle(A=failing)), set_folder(tmp_path, "news", TASK))
    path = result_file(tmp_path, "news", TASK)
    path.parent.mkdir(parents=True)

    def verdicts(name: str) -> list[Verdict]:
        values = {"unforced": float(name == "B"), "another": 0.0}
        kind = None if name == "B" else "synonym"
        return [Verdict(item="i", document="d", values=values, kind=kind)]

    result = TaskResult(
        task=TASK, pair="de-en", testset="0", items=1, documents=1, setup="s", samples=1, seed=1,
        systems=ranked(TASK, {name: verdicts(name) for name in ("A", "B")}),
    )  # fmt: skip
    write_json(path, result.model_dump(by_alias=True))
    return tmp_path


def test_sizes_and_ranks(out: Path) -> None:
    sizes, ranking = tables(CONFIG, out)
    assert [cell.value for cell in sizes.rows[0].cells] == [1, 1]
    assert ranking.rows[0].labels == ("news, 1 items",)
    assert [row.labels for row in ranking.rows[1:]] == [("1", "B"), ("2", "A†")]
    assert ranking.columns == ("unforced", "nouns", "accuracy", "another", "synonym %")
    best, worst = (row.cells for row in ranking.rows[1:])
    assert (best[0].text, best[0].is_best) == ("100.0 [–]", True)
    assert [cell.text for cell in worst] == ["0.0 [–]", "–", "–", "0.0 [–]", "100"]
    assert "| 1 | B | **100.0 \\[–\\]** |" in markdown([ranking])
    assert "† = its failures" in text([ranking])


def test_a_missing_result_is_named(out: Path) -> None:
    path = result_file(out, "news", TASK)
    path.unlink()
    with pytest.raises(InputError, match=r"result\.json: holds no result"):
        tables(CONFIG, out)


RUN_CONFIG = """
tasks = ["lexical_consistency"]
[corpora.lamps]
source = "de"
target = "en"
src = "{source}.txt"
docids = "docids.txt"
references.A = "en.txt"
behind = ["varies"]
[corpora.lamps.systems]
varies = "varies.txt"
same = "en.txt"
"""
TEXTS = {
    "de": ("Die Lampe leuchtet.", "Sie war teuer.", "Die Lampe fiel um."),
    "en": ("The lamp shines.", "It was dear.", "The lamp fell over."),
    "varies": ("The lamp shines.", "It was dear.", "The luminaire fell over."),
    "docids": ("one",) * 3,
}


def test_from_texts_to_tables(tmp_path: Path) -> None:
    for name, lines in TEXTS.items():
        (tmp_path / f"{name}.txt").write_text("".join(f"{line}\n" for line in lines), "utf-8")
    path, out = tmp_path / "config.toml", tmp_path / "out"
    path.write_text(RUN_CONFIG, "utf-8")
    config, items = DIP.plan(path, out)
    run_steps(items, out, tell=lambda _: None, runner=in_this_process)
    sizes, ranking = tables(config, out)  # type: ignore[arg-type]
    assert [cell.value for cell in sizes.rows[0].cells] == [1, 1]
    assert [row.labels for row in ranking.rows[1:]] == [("1", "same"), ("2", "varies†")]
    assert [row.cells[1].value for row in ranking.rows[1:]] == [100, 0]
