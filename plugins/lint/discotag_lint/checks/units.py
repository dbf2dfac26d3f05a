"""Units of amounts: their symbols, their kinds, and how much of the base unit each is."""

from __future__ import annotations

from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING

from discotag.plugin import FrozenModel, read_toml

if TYPE_CHECKING:
    from collections.abc import Mapping

SYMBOLS = Path(__file__).with_name("units.toml")


class Unit(FrozenModel):
    """A unit of `units.toml`.

    Args:
        amount: how much of the base unit of its kind it is; None = nobody can tell (money).
        zero: what is subtracted before.
        symbols: how it is written in all languages, in lower case.
    """

    amount: float | None = None
    zero: float = 0.0
    symbols: tuple[str, ...] = ()


@cache
def units() -> Mapping[str, Unit]:
    """Return every unit by name."""
    return {name: unit for kind in kinds().values() for name, unit in kind.items()}


@cache
def kinds() -> Mapping[str, Mapping[str, Unit]]:
    """Return the units of `units.toml` by kind; TableError where it is wrong."""
    data, _ = read_toml(SYMBOLS)
    return {
        kind: {name: Unit(**unit) for name, unit in found.items()}
        for kind, found in data.items()
        if isinstance(found, dict)
    }
