"""Configurations of experiments: what all of them have, read and checked before anything runs."""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from discotag._experiments.steps import Given
from discotag.core.errors import InputError, UsageError
from discotag.core.parsing import faults, parse_toml
from discotag.core.text import is_file_name

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path

SHIPPED = ("small", "full")
"""The configurations that come along with an experiment."""


class Section(BaseModel):
    """A part of a configuration; misspelt keys are errors."""

    model_config = ConfigDict(frozen=True, extra="forbid")


Kind = TypeVar("Kind", bound=Section)


def read_config(path: Path, kind: type[Kind]) -> Kind:
    """Read a configuration, a TOML file.

    Raises:
        InputError: it cannot be read, or a value in it makes no sense; names the key.
    """
    try:
        data = parse_toml(path.read_text("utf-8"))
    except OSError as error:
        told = f"{error.strerror}; give a TOML file, or {' or '.join(SHIPPED)}"
        raise InputError(told, path=path) from error
    except ValueError as error:
        raise InputError(f"is no TOML: {error}", path=path) from error
    try:
        return kind.model_validate(data)
    except ValidationError as error:
        raise InputError(faults(error).replace("Value error, ", ""), path=path) from error


def filled(text: str, key: str, base: Path, names: Mapping[str, str]) -> Given:
    """Fill in the placeholders of a path, which starts at the configuration's folder.

    Args:
        text: such as `{pair}/test.{source}`.
        key: the key of the configuration that holds it.
        base: the configuration's folder.
        names: placeholder → what it stands for.

    Raises:
        UsageError: it has another placeholder; names the key.
    """
    try:
        path = text.format(**names)
    except (LookupError, ValueError, AttributeError) as error:
        known = ", ".join(f"{{{name}}}" for name in names)
        raise UsageError(f"{key}: {text!r} has another placeholder than {known}") from error
    return Given(base / path, key)


def check_known(key: str, kind: str, name: str, known: Iterable[str]) -> None:
    """Refuse a name that is none of the known; names the key."""
    if name not in known:
        raise ValueError(f"{key}: {name!r} is none of the {kind}: {', '.join(known) or 'none'}")


def check_files(*groups: Iterable[str]) -> None:
    """Refuse names that cannot be folders beside each other."""
    for names in groups:
        seen: dict[str, str] = {}
        for name in names:
            if not is_file_name(name):
                raise ValueError(f"{name!r} cannot be a folder's name")
            if name.casefold() in seen:
                raise ValueError(f"{name!r} and {seen[name.casefold()]!r} would share a folder")
            seen[name.casefold()] = name


def check_unique(values: Iterable[object], what: str) -> None:
    """Refuse values that come twice."""
    values = list(values)
    if len(set(values)) < len(values):
        raise ValueError(f"a {what} is named twice")
