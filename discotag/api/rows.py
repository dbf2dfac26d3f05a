"""Rows: what every result can be turned into – dictionaries, a data frame, a table in HTML."""

from __future__ import annotations

from abc import ABC, abstractmethod
from html import escape
from typing import TYPE_CHECKING, Any

from discotag.core.errors import UsageError
from discotag.core.text import count_noun

if TYPE_CHECKING:
    from collections.abc import Iterable

    import pandas as pd

SHOWN = 200
"""Rows of a table in a notebook; the rest is counted."""


class Rows(ABC):
    """A result with rows."""

    __slots__ = ()

    @abstractmethod
    def to_dicts(self) -> list[dict[str, Any]]:
        """Return plain rows, all with the same keys; what is undefined is None."""

    def to_pandas(self) -> pd.DataFrame:
        """Return the rows as a pandas data frame; UsageError where pandas is not installed.

        Polars takes the plain rows: `polars.DataFrame(result.to_dicts())`.
        """
        try:
            import pandas as pd
        except ImportError as error:
            raise UsageError("pandas is not installed: pip install pandas") from error
        return pd.DataFrame(self.to_dicts())

    def _repr_html_(self) -> str:
        """Show the rows in a notebook."""
        return table(self.to_dicts())


def table(rows: list[dict[str, Any]]) -> str:
    """Write rows as an HTML table, escaped; a dash stands for what is undefined."""
    if not rows:
        return "<p>nothing</p>"
    head = "".join(f"<th>{escape(name)}</th>" for name in rows[0])
    body = "".join(f"<tr>{_cells(row.values())}</tr>" for row in rows[:SHOWN])
    more = f"<p>… and {count_noun(len(rows) - SHOWN, 'more row')}</p>" if len(rows) > SHOWN else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cells(values: Iterable[Any]) -> str:
    return "".join(f"<td>{escape(shown(value))}</td>" for value in values)


def shown(value: Any) -> str:
    """Format a value: a dash for None, four decimals at most."""
    if value is None:
        return "–"
    return f"{value:.4g}" if isinstance(value, float) else str(value)
