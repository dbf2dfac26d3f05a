"""Models of torch: devices, memory, quiet loading, digests.

torch and Transformers are imported when a function that needs them is called.

Example:
    >>> from discotag_torch import is_out_of_memory
    >>> is_out_of_memory(MemoryError())
    True
"""

from __future__ import annotations

import hashlib
import logging
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TypeVar

from discotag.plugin import UsageError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from pathlib import Path

    import torch


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


def first_line(error: BaseException) -> str:
    """Return an error's class and the first line of what it says."""
    lines = str(error).strip().splitlines()
    return f"{type(error).__name__}: {lines[0]}" if lines else type(error).__name__


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


LOG = logging.getLogger(__name__)
Item = TypeVar("Item")
Result = TypeVar("Result")


def is_out_of_memory(error: BaseException) -> bool:
    """Return whether Python or torch ran out of memory (on a CPU torch says so in words alone)."""
    if isinstance(error, MemoryError):
        return True
    import torch

    if isinstance(error, torch.OutOfMemoryError):
        return True
    told = str(error).lower()
    return isinstance(error, RuntimeError) and (
        "out of memory" in told or "can't allocate memory" in told
    )


def in_halves(
    work: Callable[[Sequence[Item]], Sequence[Result]], items: Sequence[Item]
) -> list[Result]:
    """Do work on items, in order; what does not fit is split, down to single items.

    Raises:
        RuntimeError: a single item does not fit; or whatever else the work raises.
    """
    try:
        return list(work(items))
    except (RuntimeError, MemoryError) as error:
        if len(items) == 1 or not is_out_of_memory(error):
            raise
    free_memory()
    middle = len(items) // 2
    LOG.warning("out of memory with %d items; trying %d at once", len(items), middle)
    return [*in_halves(work, items[:middle]), *in_halves(work, items[middle:])]


def free_memory() -> None:
    """Release the GPU memory that torch keeps for later."""
    import torch

    if torch.cuda.is_available():
        torch.cuda.empty_cache()


SAFE_WEIGHTS = "*.safetensors"
OLD_WEIGHTS = "pytorch_model*.bin"
SHOWN = 12
"""Hexadecimal digits of a digest, as for tables."""


def model_digest(folder: Path, settings: Iterable[str], about: str = "") -> str:
    """Return the digest of a model: of a text about it, and of its settings and weights.

    What only people read (its card) does not count.

    Args:
        folder: the folder of a saved model.
        settings: glob patterns of the files of settings and vocabulary.
        about: what else decides what it gives, such as options.
    """
    total = hashlib.sha256(about.encode())
    weights = SAFE_WEIGHTS if any(folder.glob(SAFE_WEIGHTS)) else OLD_WEIGHTS
    found = {path for pattern in (*settings, weights) for path in folder.glob(pattern)}
    for path in sorted(found):
        total.update(path.name.encode())
        with path.open("rb") as stream:
            total.update(hashlib.file_digest(stream, "sha256").digest())
    return total.hexdigest()[:SHOWN]
