"""Pages of measured tables: the Markdown files of benchmarks/figures/."""

from __future__ import annotations

from pathlib import Path

FOLDER = Path(__file__).parents[2] / "benchmarks" / "figures"


def pages() -> dict[str, str]:
    """Return each page of tables: its address on the site → its text."""
    return {
        f"reference/{path.name}": path.read_text(encoding="utf-8")
        for path in sorted(FOLDER.glob("*.md"))
    }
