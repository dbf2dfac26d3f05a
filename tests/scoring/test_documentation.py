"""The examples in docstrings hold, and listing scorers stays light."""

from __future__ import annotations

import doctest
import subprocess
import sys

import pytest

from discotag.plugins.scorers import word_f
from discotag.scoring import inference, signature


@pytest.mark.parametrize(
    "module",
    [word_f, signature, inference],
    ids=lambda module: module.__name__,
)
def test_examples_hold(module):
    result = doctest.testmod(module)
    assert result.attempted
    assert not result.failed


def test_importing_scoring_loads_neither_numpy_nor_sacrebleu():
    code = (
        "import discotag.scoring.table, discotag.scoring.signature, "
        "discotag.scoring.resampling, discotag.plugins.scorers.plugin, sys; "
        "sys.exit(' '.join({'numpy', 'sacrebleu'} & set(sys.modules)) or None)"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert done.stderr == ""
