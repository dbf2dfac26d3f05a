"""A device is named by the user; what is not there is told in the name of who asked."""

import pytest

from discotag.plugin import UsageError
from discotag_torch import is_out_of_memory, usable_device

torch = pytest.importorskip("torch")


def test_auto_is_a_gpu_if_there_is_one():
    expected = "cuda" if torch.cuda.is_available() else "cpu"
    assert usable_device("auto", "aligner transformer").type == expected


def test_a_name_that_is_no_device_gets_those_that_are():
    with pytest.raises(UsageError, match=r"coref x: there is no device 'gpu'; known: auto .*cuda"):
        usable_device("gpu", "coref x")


def test_a_device_that_this_machine_lacks_is_told_with_the_cure():
    with pytest.raises(UsageError, match=r"coref x: device 'cuda:77' cannot be used .*take cpu"):
        usable_device("cuda:77", "coref x")


@pytest.mark.parametrize(
    ("error", "is_one"),
    [
        (MemoryError(), True),
        (torch.OutOfMemoryError("CUDA"), True),
        (RuntimeError("DefaultCPUAllocator: can't allocate memory"), True),
        (RuntimeError("shapes do not fit"), False),
        (ValueError("out of memory"), False),
    ],
    ids=["python", "gpu", "cpu", "another fault", "another kind"],
)
def test_lack_of_memory_is_known_from_other_faults(error, is_one):
    assert is_out_of_memory(error) is is_one
