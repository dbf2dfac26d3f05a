"""Matrix products in blocks of rows, by numpy's BLAS: faster than spaCy's own, and as repeatable.

A library for linear algebra rounds a row otherwise in a matrix of another size, so that a segment's
analysis could follow from its neighbours in the batch. In blocks of one small size it does not:
with each of seven x86 kernels of OpenBLAS that were tried, a row has the same bits in every place.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import numpy as np
from thinc.api import NumpyOps

if TYPE_CHECKING:
    from numpy.typing import NDArray
    from spacy.language import Language

ROWS = 16
"""Rows of a block: the largest number for which the above was seen to hold."""
AT_ONCE = 32 * ROWS
"""Rows whose product is put in order before the next ones are computed: it stays in the cache."""


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
        if out is None:
            out = np.empty((len(x), len(y)), dtype=np.float32)
        for start in range(0, len(x), AT_ONCE):
            rows = x[start : start + AT_ONCE]
            found, into = in_blocks(rows, y), out[start : start + AT_ONCE]
            whole = len(rows) - len(rows) % ROWS
            into[:whole].reshape(-1, ROWS, len(y))[:] = found[: whole // ROWS].swapaxes(1, 2)
            if whole < len(rows):
                into[whole:] = found[-1].T[: len(rows) - whole]
        return out


def in_blocks(x: NDArray[np.float32], y: NDArray[np.float32]) -> NDArray[np.float32]:
    """Return `y · xᵀ` for each block of rows of `x`, the last filled up with zeros.

    Shape: blocks × rows of `y` × ROWS; what belongs to one row of `x` is in one column.
    """
    blocks, rest = divmod(len(x), ROWS)
    width = x.shape[1]
    products = np.empty((blocks + (rest > 0), len(y), ROWS), dtype=np.float32)
    whole = x[: blocks * ROWS].reshape(blocks, ROWS, width)
    np.matmul(y, whole.swapaxes(1, 2), out=products[:blocks])
    if rest:
        last = np.zeros((ROWS, width), dtype=np.float32)
        last[:rest] = x[blocks * ROWS :]
        np.matmul(y, last.T, out=products[blocks])
    return products


def multiply_in_blocks(nlp: Language) -> Language:
    """Let a pipeline's models multiply in blocks, where they would have used thinc on the CPU."""
    ops = BlockOps()
    for _, part in nlp.pipeline:
        model = getattr(part, "model", None)
        for node in () if model is None else model.walk():
            if type(node.ops) is NumpyOps:
                node.ops = ops
    return nlp
