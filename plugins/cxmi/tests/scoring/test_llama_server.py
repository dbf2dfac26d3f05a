"""A real llama.cpp server gives what the model gives in this process, where one is at hand.

`llama-cpp-python` takes an hour to build, so it is no dependency of the tests:
`DISCOTAG_LLAMA_PYTHON=VENV/bin/python` names a Python that has it (with `[server]`) and `gguf`.
"""

from __future__ import annotations

import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

PYTHON = os.environ.get("DISCOTAG_LLAMA_PYTHON")
BENCHMARK = Path(__file__).parents[2] / "benchmarks" / "llama_server.py"


@pytest.mark.engine
@pytest.mark.skipif(PYTHON is None, reason="DISCOTAG_LLAMA_PYTHON names no llama-cpp-python")
def test_a_llama_cpp_server_agrees_to_a_thousandth_of_a_nat() -> None:
    pytest.importorskip("torch")
    command = [sys.executable, str(BENCHMARK), "--server-python", str(PYTHON)]
    done = subprocess.run(command, check=False, capture_output=True, text=True, timeout=600)
    assert done.returncode == 0, done.stderr
    found = dict(re.findall(r"cache in (\w+): (\S+) nats", done.stdout))
    assert float(found["float32"]) < 1e-3
    assert float(found["float16"]) < 1e-2
