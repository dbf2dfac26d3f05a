"""Which languages have a list of connectives, and which one has the model, too."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parent / "data"
MODELLED = "en"
"""The language of the model; its list says what the model looks at, and decides nothing."""


def languages() -> frozenset[str]:
    """Return the languages that have a list."""
    return frozenset(path.stem for path in FOLDER.glob("*.toml"))
