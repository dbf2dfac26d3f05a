"""For plugins that bring an experiment: its configuration, steps and tables.

Example:
    >>> from discotag.plugin.experiments import number
    >>> number(0.5, 3).text
    '0.500'
"""

from __future__ import annotations

from discotag._experiments.configs import (
    Section,
    check_files,
    check_known,
    check_unique,
    filled,
    read_config,
)
from discotag._experiments.experiment import Experiment
from discotag._experiments.steps import Given, Step, folder_of
from discotag._experiments.tables import (
    INAPPLICABLE,
    UNAVAILABLE,
    UNDEFINED,
    Cell,
    Row,
    Table,
    latex,
    markdown,
    number,
    text,
)

__all__ = [
    "INAPPLICABLE",
    "UNAVAILABLE",
    "UNDEFINED",
    "Cell",
    "Experiment",
    "Given",
    "Row",
    "Section",
    "Step",
    "Table",
    "check_files",
    "check_known",
    "check_unique",
    "filled",
    "folder_of",
    "latex",
    "markdown",
    "number",
    "read_config",
    "text",
]
