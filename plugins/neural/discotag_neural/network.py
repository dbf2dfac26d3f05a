"""No network while a model is loaded.

`local_files_only=True` is not enough: given a name of the hub, Transformers 5.23 asks the hub for
an adapter's settings nevertheless, and tries again for half a minute where there is none.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def no_network() -> Iterator[None]:
    """Switch the hub's library off for a while; what is asked of it fails at once."""
    from huggingface_hub import constants

    before = constants.HF_HUB_OFFLINE
    constants.HF_HUB_OFFLINE = True
    try:
        yield
    finally:
        constants.HF_HUB_OFFLINE = before
