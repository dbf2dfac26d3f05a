"""An experiment: what a plugin gives for `discotag reproduce` to run, and how it is run."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from discotag._experiments import tables
from discotag._experiments.configs import SHIPPED, Section, read_config
from discotag._experiments.running import run_steps
from discotag._experiments.steps import keyed
from discotag.files.output import atomic_write

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence
    from pathlib import Path

    from discotag._experiments.steps import Keyed, Step

SHAPES = {"text": "txt", "markdown": "md", "latex": "tex", "json": "json"}
"""Shape of tables → ending of its file."""


@dataclass(frozen=True, slots=True)
class Experiment:
    """What a plugin's hook `discotag_experiments` names.

    Args:
        name: such as `muda`.
        kind: what its configuration holds.
        configs: folder of the configurations that come along, `NAME-small.toml`, `NAME-full.toml`.
        steps: configuration, folder of the experiment, folder of the configuration → its steps.
        tables: configuration, folder of the experiment → its tables, once all steps are done.

    Example:
        >>> from discotag._experiments.configs import Section
        >>> from discotag._experiments.steps import Step
        >>> from discotag._experiments.tables import Row, Table, number
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
            tell: is told of each step.

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
