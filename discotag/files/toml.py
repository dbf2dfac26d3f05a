"""TOML files that users write, read with the fault and its file named."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError
from discotag.core.parsing import parse_toml

if TYPE_CHECKING:
    from pathlib import Path


def read_toml(path: Path) -> dict[str, Any]:
    """Return a file's table; InputError where it cannot be read, or is no TOML in UTF-8."""
    try:
        return parse_toml(path.read_text("utf-8"))
    except OSError as error:
        raise InputError(f"cannot be read: {error.strerror}", path=path) from error
    except ValueError as error:  # no TOML, or no UTF-8
        raise InputError(f"is not TOML: {error}", path=path) from error
