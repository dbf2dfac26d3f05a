"""The codes of `discotag lint`, from the checks that declare them."""

from __future__ import annotations

from discotag.core.discovery import discover
from discotag.core.registry import Registry
from discotag_lint.hookspecs import CHECKS
from website.generated.markdown import cell, table


def page() -> str:
    """Return the page of lint codes."""
    rows = sorted(
        (
            code,
            cell(f"[{code}](../lint-codes.md#{code.lower()}-{meaning.name})"),
            meaning.name,
            str(meaning.severity),
            cell(meaning.summary),
            cell(meaning.advice),
            f"`{check.info.name}`",
            check.owner.distribution,
        )
        for check in Registry(discover()).role(CHECKS)
        for code, meaning in check.info.codes.items()
    )
    header = ("code", "name", "severity", "meaning", "advice", "check", "package")
    return "\n".join(
        ["# Lint codes", "", INTRODUCTION, *table(header, [row[1:] for row in rows]), ""]
    )


INTRODUCTION = (
    "The codes of the installed checks, as `discotag lint --list` prints them. Codes never change"
    " their meaning. [What each code reports](../lint-codes.md) has examples and the exceptions;"
    " `--set CHECK.OPTION=VALUE` configures a check."
)
