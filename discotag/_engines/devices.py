"""Devices: what `auto` means here, and one that is not there."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag._engines.faults import first_line
from discotag.core.errors import UsageError

if TYPE_CHECKING:
    import torch

KNOWN = "auto (a GPU if there is one), cpu, cuda, cuda:1 …"


def usable_device(name: str, component: str) -> torch.device:
    """Return the device of a name: `auto` is a GPU if torch sees one, else the CPU.

    Raises:
        UsageError: there is no such device here; names the component that asks, and what to do.
    """
    import torch

    if name == "auto":
        return torch.device("cuda" if torch.cuda.is_available() else "cpu")
    try:
        device = torch.device(name)
    except RuntimeError as error:
        raise UsageError(f"{component}: there is no device {name!r}; known: {KNOWN}") from error
    try:
        torch.empty(1, device=device)
    except (RuntimeError, AssertionError, NotImplementedError) as error:
        raise UsageError(
            f"{component}: device {name!r} cannot be used here ({first_line(error)}); torch is "
            f"{torch.__version__}; take cpu, or auto, which takes a GPU if there is one "
            "(`discotag doctor --gpu` tells what torch sees)"
        ) from error
    return device
