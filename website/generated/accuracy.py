"""Every table of accuracy and every blind judgement, from the figures in benchmarks/."""

from __future__ import annotations

from pathlib import Path

from benchmarks import judgements, report

RESULTS = Path(report.__file__).parent / "figures" / "results.md"


def page() -> str:
    """Return all figures with the commands that measured them."""
    return "\n\n".join(report.pages(*report.read())) + "\n"


def judgements_page() -> str:
    """Return every sheet of tags judged so far, in order."""
    plan, _ = report.read()
    sheets = judgements.history(judgements.read()).markdown()
    return f"{plan['history'].strip()}\n\n{sheets}\n"


def results_page() -> str:
    """Return the tables of the book of results on WMT and TED."""
    return RESULTS.read_text(encoding="utf-8")
