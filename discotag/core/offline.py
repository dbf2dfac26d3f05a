"""Offline: one switch that keeps discotag and the libraries below it off the network.

A run never fetches anything, switch or no switch. The switch also refuses `discotag download` and
keeps libraries from asking their servers whether something newer is there.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from discotag.core.errors import UsageError

if TYPE_CHECKING:
    from collections.abc import Mapping, MutableMapping

SWITCH = "DISCOTAG_OFFLINE"
LIBRARIES = ("HF_HUB_OFFLINE", "TRANSFORMERS_OFFLINE", "HF_DATASETS_OFFLINE")
"""What the libraries of Hugging Face read, at their import."""


def is_offline(environ: Mapping[str, str] | None = None) -> bool:
    """Return whether `DISCOTAG_OFFLINE` is set to anything but 0."""
    environ = os.environ if environ is None else environ
    return environ.get(SWITCH, "") not in {"", "0"}


def go_offline(environ: MutableMapping[str, str] | None = None) -> None:
    """Turn the switch for this process and those it starts; before any engine is imported."""
    environ = os.environ if environ is None else environ
    environ.update(dict.fromkeys((SWITCH, *LIBRARIES), "1"))


def require_network(what: str) -> None:
    """Refuse what would fetch something; UsageError if offline."""
    if is_offline():
        raise UsageError(f"offline: {what} is not fetched; leave out --offline or unset {SWITCH}")
