"""Devices: what `auto` means here, and a GPU that is not there."""

from __future__ import annotations

from discotag.core.errors import PluginError


def device_of(name: str) -> str:
    """Give the device that a name means; PluginError for a GPU that is not there."""
    import torch

    has_gpu = torch.cuda.is_available()
    if name == "auto":
        return "cuda" if has_gpu else "cpu"
    if name.startswith("cuda") and not has_gpu:
        raise PluginError(
            f"device {name}: torch {torch.__version__} sees no GPU; take device=cpu, "
            "or install torch with CUDA (discotag doctor --gpu tells what it sees)"
        )
    return name
