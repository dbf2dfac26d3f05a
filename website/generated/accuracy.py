"""Pages of measured figures: accuracy, blind judgements and the tables in benchmarks/figures/."""

from __future__ import annotations

from pathlib import Path

from benchmarks import judgements, report

FOLDER = Path(report.__file__).parent / "figures"


def page() -> str:
    """Return all figures with the commands that measured them."""
    return "\n\n".join(report.pages(*report.read())) + "\n"


def judgements_page() -> str:
    """Return every sheet of tags judged so far, in order."""
    plan, _ = report.read()
    sheets = judgements.history(judgements.read()).markdown()
    return f"{plan['history'].strip()}\n\n{sheets}\n"


def tables() -> dict[str, str]:
    """Return each page of tables: its address on the site → its text."""
    return {
        f"reference/{path.name}": path.read_text(encoding="utf-8")
        for path in sorted(FOLDER.glob("*.md"))
    }
