"""One thread for matrix products: they are small, and runs are parallel by processes (`--jobs`)."""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

from threadpoolctl import ThreadpoolController

if TYPE_CHECKING:
    from collections.abc import Iterator


@cache
def _controller() -> ThreadpoolController:
    import numpy as np  # the library must be loaded to be found

    del np
    return ThreadpoolController()


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep the libraries for linear algebra that are loaded by the first use to one thread."""
    with _controller().limit(limits=1, user_api="blas"):
        yield
