"""Every table of accuracy and every blind judgement, from the figures in benchmarks/."""

from __future__ import annotations

from benchmarks import judgements, report


def page() -> str:
    """Return all figures with the commands that measured them."""
    return "\n\n".join(report.pages(*report.read())) + "\n"


def judgements_page() -> str:
    """Return every sheet of tags judged so far, in order."""
    plan, _ = report.read()
    sheets = judgements.history(judgements.read()).markdown()
    return f"{plan['history'].strip()}\n\n{sheets}\n"
