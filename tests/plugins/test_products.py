"""Products in blocks: what BLAS gives, the same bits wherever a row stands."""

import platform

import numpy as np
import pytest
from thinc.api import NumpyOps

from discotag.language.threads import one_thread
from discotag.plugins.analyzers.embedded.products import ROWS, BlockOps, multiply_in_blocks


def matrices(rows: int, width: int = 288, outputs: int = 96) -> tuple[np.ndarray, np.ndarray]:
    numbers = np.random.default_rng(1)
    x = numbers.standard_normal((rows, width), dtype=np.float32)
    return x, numbers.standard_normal((outputs, width), dtype=np.float32)


@pytest.mark.parametrize("rows", [0, 1, ROWS - 1, ROWS, ROWS + 1, 5 * ROWS + 3])
def test_products_are_those_of_thinc(rows: int) -> None:
    x, y = matrices(rows)
    with one_thread():
        found = BlockOps().gemm(x, y, trans2=True)
    assert found.shape == (rows, 96)
    assert found.flags.c_contiguous
    np.testing.assert_allclose(found, x @ y.T, rtol=1e-4, atol=1e-4)


def test_a_product_goes_where_it_is_told():
    x, y = matrices(20)
    out = np.ones((20, 96), dtype=np.float32)
    assert BlockOps().gemm(x, y, out=out, trans2=True) is out
    np.testing.assert_allclose(out, x @ y.T, rtol=1e-4, atol=1e-4)


def test_other_products_are_thincs_own():
    x, y = matrices(20)
    np.testing.assert_array_equal(
        BlockOps().gemm(x, x, trans1=True), NumpyOps().gemm(x, x, trans1=True)
    )
    np.testing.assert_array_equal(
        BlockOps().gemm(y, np.ascontiguousarray(y.T)),
        NumpyOps().gemm(y, np.ascontiguousarray(y.T)),
    )


@pytest.mark.skipif(
    platform.machine() not in {"x86_64", "AMD64"}, reason="was seen on x86 processors alone"
)
@pytest.mark.parametrize(("width", "outputs"), [(288, 288), (672, 288), (96, 17), (96, 800)])
def test_a_row_has_the_same_bits_in_every_place(width: int, outputs: int) -> None:
    x, y = matrices(5 * ROWS + 3, width, outputs)
    order = np.random.default_rng(2).permutation(len(x))
    with one_thread():
        whole = BlockOps().gemm(x, y, trans2=True)
        moved = BlockOps().gemm(np.ascontiguousarray(x[order]), y, trans2=True)
        alone = [BlockOps().gemm(x[place : place + 1], y, trans2=True) for place in range(5)]
    np.testing.assert_array_equal(moved, whole[order])
    np.testing.assert_array_equal(np.concatenate(alone), whole[:5])


def test_all_models_of_a_pipeline_multiply_in_blocks(french):
    pipeline = french._nlp
    nodes = [
        node
        for _, part in pipeline.pipeline
        if hasattr(part, "model")
        for node in part.model.walk()
    ]
    assert nodes
    assert all(type(node.ops) is BlockOps for node in nodes)
    assert multiply_in_blocks(pipeline) is pipeline
