"""The leaderboard: results of a folder, one board per test set, as one page of HTML."""

from __future__ import annotations

from dataclasses import dataclass
from importlib.resources import files
from typing import TYPE_CHECKING

from pydantic import ValidationError

from discotag.plugin import InputError
from discotag.plugin.pages import page_policy, page_templates
from discotag_dip.items import TASKS
from discotag_dip.results import MEASURES, TaskResult, interval_of, sort_key, value_of
from discotag_dip.testset import TITLES

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

    from discotag_dip.items import Task
    from discotag_dip.results import SystemResult


@dataclass(frozen=True, slots=True)
class Place:
    """A system's place on a board."""

    rank: int
    result: SystemResult


@dataclass(frozen=True, slots=True)
class Board:
    """All systems that were scored on one test set in one way.

    Args:
        about: task, pair, test set and setup, as any of its results tells them.
        places: by rank; equal figures share one.
    """

    about: TaskResult
    places: tuple[Place, ...]


def read_results(folder: Path) -> tuple[TaskResult, ...]:
    """Read every result below a folder, by path; other JSON files are passed over.

    Raises:
        InputError: there is none, or one is broken.
    """
    found = []
    for path in sorted(folder.rglob("*.json")):
        data = path.read_bytes()
        if b'"discotag-dip-result/' not in data:
            continue
        try:
            found.append(TaskResult.model_validate_json(data))
        except ValidationError as error:
            fault = error.errors(include_url=False)[0]
            place = ".".join(map(str, fault["loc"]))
            raise InputError(f"{place}: {fault['msg']}; score again", path=path) from error
    if not found:
        raise InputError(
            "holds no result of discotag dip score; write them there with --out", path=folder
        )
    return tuple(found)


def boards(results: Sequence[TaskResult]) -> Iterator[Board]:
    """Yield a board per test set and setup: by task, pair and number of items.

    Raises:
        InputError: two results of one board name a system alike and differ.
    """
    groups: dict[tuple[Task, str, str, str], list[TaskResult]] = {}
    for result in results:
        key = (result.task, result.pair, result.testset, result.setup)
        groups.setdefault(key, []).append(result)
    for key in sorted(groups, key=lambda key: (TASKS.index(key[0]), *key[1:])):
        systems: dict[str, SystemResult] = {}
        for result in groups[key]:
            for system in result.systems:
                other = systems.setdefault(system.system, system)
                if other.verdicts != system.verdicts:
                    raise InputError(
                        f"two results for {key[0]}, {key[1]} name a system {system.system!r} and"
                        " differ; rename one"
                    )
        yield Board(groups[key][0], tuple(_ranked(key[0], list(systems.values()))))


def _ranked(task: Task, systems: Sequence[SystemResult]) -> Iterator[Place]:
    keys = {system.system: sort_key(task, system.measures) for system in systems}
    for system in sorted(systems, key=lambda item: (keys[item.system], item.system)):
        own = keys[system.system]
        yield Place(1 + sum(key < own for key in keys.values()), system)


def page(boards: Sequence[Board]) -> str:
    """Write the page; all names are escaped, and the same results give the same bytes."""
    from markupsafe import Markup

    style = (files("discotag_dip") / "web" / "page.css").read_text(encoding="utf-8")
    templates = page_templates("discotag_dip", value_of=value_of, interval_of=interval_of)
    return templates.get_template("page.html.j2").render(
        boards=boards,
        titles=TITLES,
        measures=MEASURES,
        kinds=[
            sorted({kind for place in board.places for kind in place.result.kinds})
            for board in boards
        ],
        policy=page_policy(style),
        style=Markup(style),
    )
