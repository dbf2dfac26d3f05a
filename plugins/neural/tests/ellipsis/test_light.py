"""What doctor and listings read imports no engine."""

from __future__ import annotations

import subprocess
import sys

import pytest

pytest.importorskip("discotag_neural")


@pytest.mark.engine
@pytest.mark.parametrize(
    "module", ["ellipsis.plugin", "ellipsis.annotator", "ellipsis.command", "comet.scorer"]
)
def test_the_module_imports_no_engine(module):
    code = (
        f"import sys, discotag_neural.{module}; "
        "sys.exit(bool({'torch', 'transformers'} & set(sys.modules)))"
    )
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
