"""Copies of a model in processes of their own: each computes a share of every pool's rows.

A copy has a GPU to itself where there are several, in turn; on a CPU it has its share of the
threads. It ends when the process that started it ends, however that ends.
"""

from __future__ import annotations

import signal
from multiprocessing import get_context
from typing import TYPE_CHECKING, Any

from discotag.plugin import ComponentError
from discotag_cxmi.scoring.batching import OWNER

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence
    from multiprocessing.connection import Connection

    from numpy.typing import NDArray

    from discotag_cxmi.scoring.base import ModelOptions

    Values = Sequence[NDArray[Any]]
    Load = Callable[[str, ModelOptions], Any]


class Copies:
    """Further processes that hold the same model.

    Args:
        load: loads a model by its name, in each of them.
        name: of the model, as it was given.
        options: how it is run here.
        count: how many.
    """

    def __init__(self, load: Load, name: str, options: ModelOptions, count: int) -> None:
        self._name = name
        self._pipes: list[Connection] = []
        context = get_context("spawn")
        for number in range(1, count + 1):
            here, there = context.Pipe()
            given = (there, load, name, options, number)
            context.Process(target=_work, args=given, daemon=True).start()
            there.close()  # else its end would not be told
            self._pipes.append(here)

    def values(self, rows: Sequence[Any], own: Callable[[Sequence[Any]], Values]) -> Values:
        """Return the values of rows, in order; `own` computes the share of this process.

        Raises:
            ComponentError: a process has died.
            Exception: whatever the model raised there.
        """
        shares = list(_shares(rows, len(self._pipes) + 1))
        asked = list(zip(self._pipes, shares[1:], strict=False))
        for pipe, share in asked:
            self._at(pipe.send, share)
        found = list(own(shares[0]))
        for pipe, _ in asked:
            answer = self._at(pipe.recv)
            if isinstance(answer, Exception):
                raise answer
            found += answer
        return found

    def _at(self, work: Callable[..., Any], *given: Any) -> Any:
        try:
            return work(*given)
        except (EOFError, OSError) as error:
            raise ComponentError(
                OWNER,
                f"model {self._name}",
                "one of its --processes has died, perhaps for want of memory; take fewer",
            ) from error


def _shares(rows: Sequence[Any], count: int) -> Iterator[Sequence[Any]]:
    """Cut rows into at most so many parts of equal length; neighbours share much, and stay."""
    size = max(-(-len(rows) // count), 1)
    for first in range(0, len(rows), size):
        yield rows[first : first + size]


def _work(pipe: Connection, load: Load, name: str, options: ModelOptions, number: int) -> None:
    """Compute what is asked for until nobody asks any more."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    try:
        here = {"processes": 1, "device": _device(options.device, number)}
        model = load(name, options.model_copy(update=here))
    except Exception as error:  # told when the first values are asked for
        pipe.send(error)
        return
    while True:
        try:
            rows = pipe.recv()
        except EOFError:
            return
        try:
            answer: Any = model._values(rows)
        except Exception as error:  # raised again where it was asked for
            answer = error
        pipe.send(answer)


def _device(asked: str, number: int) -> str:
    """Return the device of a copy: the GPUs in turn, unless one is named."""
    import torch

    count = torch.cuda.device_count()
    if asked in {"auto", "cuda"} and count:
        return f"cuda:{number % count}"
    return asked
