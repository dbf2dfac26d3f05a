r"""For plugins that write tables for papers: Markdown, LaTeX and numbers.

Example:
    >>> from discotag.plugin import markup
    >>> markup.latex("50 % of_all")
    '50 \\% of\\_all'
"""

from __future__ import annotations

from discotag.rendering.text import (
    ABSENT,
    MINUS,
    latex,
    latex_row,
    markdown,
    markdown_row,
    markdown_rule,
)

__all__ = [
    "ABSENT",
    "MINUS",
    "latex",
    "latex_row",
    "markdown",
    "markdown_row",
    "markdown_rule",
]
