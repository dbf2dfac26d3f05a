"""The steps and the configurations of `discotag reproduce dip`."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import pytest

from discotag_dip.reproduce import DIP, DipConfig, steps

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
