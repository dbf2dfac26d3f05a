"""An experiment: what a plugin gives for `discotag reproduce` to run, and how it is run."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, TypeVar

from pydantic import BaseModel, ConfigDict, ValidationError

from discotag.plugin import InputError, UsageError, faults, is_file_name
from discotag.plugin.files import atomic_write, parse_toml
from discotag_experiments import tables
from discotag_experiments.steps import Given, keyed, run_steps

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence
    from pathlib import Path

    from discotag_experiments.steps import Keyed, Step


SHAPES = {"text": "txt", "markdown": "md", "latex": "tex", "json": "json"}
"""Shape of tables → ending of its file."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """An experiment, which `discotag_experiments.command.reproduce_command` makes a command.

    Args:
        name: such as `muda`.
        kind: what its configuration holds.
        configs: folder of the configurations that come along, `NAME-small.toml`, `NAME-full.toml`.
        steps: configuration, folder of the experiment, folder of the configuration → its steps.
        tables: configuration, folder of the experiment → its tables, once all steps are done.

    Example:
        >>> from discotag_experiments.experiment import Section
        >>> from discotag_experiments.steps import Step
        >>> from discotag_experiments.tables import Row, Table, number
        >>> class Plan(Section):
        ...     pairs: tuple[str, ...]
        >>> def steps(plan, out, base):
        ...     return [Step("languages", "pairs", ("languages",), ("log.txt",))]
        >>> def tables(plan, out):
        ...     rows = tuple(Row((pair,), (number(1.0, 2),)) for pair in plan.pairs)
        ...     return [Table("Pairs", ("pair",), ("value",), rows)]
        >>> experiment = Experiment("pairs", Plan, None, steps, tables)
        >>> experiment.tables(Plan(pairs=("en-fr",)), None)[0].rows[0].cells[0].text
        '1.00'
    """

    name: str
    kind: type[Section]
    configs: Path
    steps: Callable[[Any, Path, Path], Sequence[Step]]
    tables: Callable[[Any, Path], Sequence[tables.Table]]

    def path(self, config: str | Path) -> Path:
        """Return the path of a configuration: one that comes along, by its name, or a file."""
        from pathlib import Path

        return self.configs / f"{self.name}-{config}.toml" if config in SHIPPED else Path(config)

    def plan(self, path: Path, out: Path) -> tuple[Section, list[Keyed]]:
        """Read a configuration and work out the steps; nothing is run.

        Raises:
            InputError: it cannot be read, or a value makes no sense; names the key.
            UsageError: its parts make no sense together.
        """
        settings = read_config(path, self.kind)
        base = path.absolute().parent
        return settings, keyed(self.steps(settings, out, base), out, base)

    def run(self, path: Path, out: Path, *, tell: Callable[[str], None]) -> Mapping[str, str]:
        """Do the steps that are still to be done, and write the tables in every shape.

        Args:
            path: the configuration.
            out: the experiment's folder, absolute; `tables.txt`, `.md`, `.tex`, `.json` go there.
            tell: called for each step.

        Returns:
            Shape (`text`, `markdown`, `latex`, `json`) → the tables.

        Raises:
            DiscotagError: a step failed, or an input is not there; names the key.
        """
        settings, items = self.plan(path, out)
        run_steps(items, out, tell=tell)
        found = self.tables(settings, out)
        data = {"schema": "discotag-reproduce/1", "tables": tables.data(found)}
        shapes = {
            "text": tables.text(found),
            "markdown": tables.markdown(found),
            "latex": tables.latex(found),
            "json": json.dumps(data, ensure_ascii=False, indent=2, allow_nan=False) + "\n",
        }
        for shape, ending in SHAPES.items():
            with atomic_write(out / f"tables.{ending}") as write:
                write(shapes[shape])
        return shapes


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
        names: placeholder → its value.

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
    """Refuse a name that is not known; names the key."""
    if name not in known:
        raise ValueError(f"{key}: {name!r} is none of the {kind}: {', '.join(known) or 'none'}")


def check_files(*groups: Iterable[str]) -> None:
    """Refuse names that cannot be folders next to each other."""
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
