"""Every test that docs/muda-defects.md names exists, and every defect has a row."""

from __future__ import annotations

import re
from pathlib import Path

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "muda-defects.md"


def test_every_named_test_exists():
    named = set(re.findall(r"`(test_\w+)`", PAGE.read_text(encoding="utf-8")))
    globs = ("tests/**/test_*.py", "plugins/*/tests/test_*.py", "plugins/dev/discotag_dev/*.py")
    files = [file for pattern in globs for file in ROOT.glob(pattern)]
    defined = {
        name for file in files for name in re.findall(r"def (test_\w+)", file.read_text("utf-8"))
    }
    assert named
    assert named - defined == set()


def test_every_defect_has_a_row_with_a_test_or_a_reason():
    rows = re.findall(r"^\| (\d+) \| [^|]+ \| ([^|]+) \|$", PAGE.read_text("utf-8"), re.MULTILINE)
    assert [int(number) for number, _ in rows] == list(range(1, 29))
    assert all("`test_" in cure or "cannot occur" in cure for _, cure in rows)
