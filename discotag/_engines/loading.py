"""Loading models of Transformers without its bars and reports."""

from __future__ import annotations

import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterator


@contextmanager
def quiet() -> Iterator[None]:
    """Silence the bars and reports of Transformers for a while."""
    from transformers.utils import logging as of_transformers

    bars: Any = of_transformers  # its functions have no types
    level = bars.get_verbosity()
    had_bars = bars.is_progress_bar_enabled()
    bars.set_verbosity(logging.ERROR)
    bars.disable_progress_bar()
    try:
        yield
    finally:
        bars.set_verbosity(level)
        if had_bars:
            bars.enable_progress_bar()
