"""Matrix products in blocks of rows, by numpy's BLAS: faster than spaCy's own, and as repeatable.

A library for linear algebra rounds a row otherwise in a matrix of another size, so that a segment's
analysis could follow from its neighbours in the batch. In blocks of one small size it does not:
with each of seven x86 kernels of OpenBLAS that were tried, a row has the same bits in every place.
"""

from __future__ import annotations

from contextlib import contextmanager
from functools import cache
from typing import TYPE_CHECKING

import numpy as np
from thinc.api import NumpyOps
from threadpoolctl import ThreadpoolController

if TYPE_CHECKING:
    from collections.abc import Iterator

    from numpy.typing import NDArray
    from spacy.language import Language

ROWS = 16
"""Rows of a block: the largest number for which the above was seen to hold."""


class BlockOps(NumpyOps):  # type: ignore[misc]
    """thinc's operations, with products `x · yᵀ` block by block."""

    def gemm(
        self,
        x: NDArray[np.float32],
        y: NDArray[np.float32],
        out: NDArray[np.float32] | None = None,
        trans1: bool = False,
        trans2: bool = False,
    ) -> NDArray[np.float32]:
        """Multiply matrices of 32-bit floats; what is not `x · yᵀ` (training) goes to thinc."""
        if trans1 or not trans2:
            product: NDArray[np.float32] = super().gemm(x, y, out=out, trans1=trans1, trans2=trans2)
            return product
        size = len(x)
        blocks = np.zeros((-(-size // ROWS), ROWS, x.shape[1]), dtype=np.float32)
        blocks.reshape(-1, x.shape[1])[:size] = x
        products = np.matmul(y, blocks.swapaxes(1, 2)).swapaxes(1, 2)
        found = np.ascontiguousarray(products).reshape(-1, len(y))[:size]
        if out is None:
            return found
        out[:] = found
        return out


def multiply_in_blocks(nlp: Language) -> Language:
    """Let a pipeline's models multiply in blocks, where they would have used thinc on the CPU."""
    ops = BlockOps()
    for _, part in nlp.pipeline:
        model = getattr(part, "model", None)
        for node in () if model is None else model.walk():
            if type(node.ops) is NumpyOps:
                node.ops = ops
    return nlp


@cache
def _controller() -> ThreadpoolController:
    return ThreadpoolController()


@contextmanager
def one_thread() -> Iterator[None]:
    """Keep BLAS to one thread: blocks are small, and runs are parallel by processes (`--jobs`)."""
    with _controller().limit(limits=1, user_api="blas"):
        yield
