"""For plugins that run models of torch: devices, memory, quiet loading, digests.

torch and Transformers are imported when a function that needs them is called.

Example:
    >>> from discotag.plugin.models import is_out_of_memory
    >>> is_out_of_memory(MemoryError())
    True
"""

from __future__ import annotations

from discotag._engines.devices import usable_device
from discotag._engines.faults import first_line
from discotag._engines.loading import quiet
from discotag._engines.memory import free_memory, in_halves, is_out_of_memory
from discotag._engines.weights import OLD_WEIGHTS, SAFE_WEIGHTS, model_digest

__all__ = [
    "OLD_WEIGHTS",
    "SAFE_WEIGHTS",
    "first_line",
    "free_memory",
    "in_halves",
    "is_out_of_memory",
    "model_digest",
    "quiet",
    "usable_device",
]
