"""The packages of this repository, installed or not, and the one that holds a name.

What is installed is found by entry point; this list only serves hints, the extras and the docs.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.metadata import distributions
from pathlib import Path
from typing import TYPE_CHECKING, Any

from discotag.core.errors import DiscotagError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping

    from discotag.core.errors import Unknown

FILE = Path(__file__).parents[1] / "packages.toml"
ENGINES = ("analyzers", "aligners", "corefs", "annotators", "scorers")
"""Roles whose components `discotag download` calls engines."""
PLURALS = {"phenomenon": "phenomena"}


@dataclass(frozen=True, slots=True)
class Package:
    """A package of this repository.

    Args:
        name: of the distribution, such as `discotag-cxmi`.
        summary: what it is for, a line of Markdown; `""` for a library.
        adds: plural of a role (`commands`, `readers`) → the names that it adds.
        extras: name of a component or command → the extra of the package that it needs.
    """

    name: str
    summary: str
    adds: Mapping[str, tuple[str, ...]]
    extras: Mapping[str, str]

    def requirement(self, name: str = "") -> str:
        """Return what to install for a component: the package, with the extra that it needs."""
        extra = self.extras.get(name)
        return f"{self.name}[{extra}]" if extra else self.name


@cache
def packages() -> Mapping[str, Package]:
    """Return all packages by name."""
    return {
        name: Package(
            name,
            facts.pop("summary", ""),
            extras=facts.pop("extras", {}),
            adds={role: tuple(names) for role, names in facts.items()},
        )
        for name, facts in _content()["packages"].items()
    }


def group_summary(group: str) -> str | None:
    """Return the line of help of a group of commands; None for a group of somebody else."""
    summary: str | None = _content()["groups"].get(group)
    return summary


def hint(kind: str, name: str) -> str | None:
    """Say what to install for a name that is not there; None where this repository has no answer.

    Args:
        kind: what the name is of: a role (`reader`, `command`), `phenomenon` or `engine`.
        name: the unknown name; of a command also `cxmi.train`, or the group `cxmi`.
    """
    if kind == "language":
        return _language_hint(name)
    roles = ENGINES if kind == "engine" else (PLURALS.get(kind, f"{kind.replace(' ', '_')}s"),)
    found = [
        package.requirement(name)
        for package in packages().values()
        if not is_installed(package.name)
        and any(
            name == item or (kind == "command" and name == item.partition(".")[0])
            for role in roles
            for item in package.adds.get(role, ())
        )
    ]
    if not found:
        return None
    shown = name.replace(".", " ") if kind == "command" else name
    holders = " and ".join(item.partition("[")[0] for item in found)
    return f"{shown} is in {holders}: {' or '.join(map(_install, found))}"


def hints(unknown: Iterable[Unknown]) -> Iterator[str]:
    """Yield the hints for unknown names, each once."""
    found = (hint(kind, name) for kind, name in unknown)
    yield from dict.fromkeys(text for text in found if text is not None)


def hints_for(error: BaseException) -> tuple[str, ...]:
    """Return what to install, for an error about unknown names; `()` where nothing helps."""
    return tuple(hints(unknown_names(error)))


def unknown_names(error: BaseException | None) -> Iterator[Unknown]:
    """Yield the unknown names of an error and of the errors that it was raised from."""
    while error is not None:
        if isinstance(error, DiscotagError):
            yield from error.unknown
        error = error.__cause__


def is_installed(package: str) -> bool:
    """Return whether a distribution is installed."""
    return any(True for _ in distributions(name=package))


def _language_hint(code: str) -> str | None:
    base = code.partition("-")[0]
    for package in packages().values():
        if base in package.adds.get("languages", ()):
            if is_installed(package.name):
                return None  # the error itself says that there is no such variety
            return f"{base} is in {package.name}: {_install(package.name)}"
    if re.fullmatch(r"[a-z]{2,3}", base):
        return (
            f"discotag has no pack for {base!r}; create your own with: discotag new language {base}"
        )
    return None


def _install(requirement: str) -> str:
    return f"pip install {requirement!r}" if "[" in requirement else f"pip install {requirement}"


@cache
def _content() -> dict[str, Any]:
    return tomllib.loads(FILE.read_text(encoding="utf-8"))
