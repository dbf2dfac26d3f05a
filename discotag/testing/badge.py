"""A badge: one line for a README that says what came of `discotag check`, as an SVG of its own."""

from __future__ import annotations

from typing import TYPE_CHECKING
from xml.sax.saxutils import escape

from discotag.core.text import count_noun

if TYPE_CHECKING:
    from discotag.testing.verdicts import Conformance

LABEL = "discotag check"
GREEN, YELLOW, RED = "#1a7f37", "#8a6100", "#b3261e"
"""Grounds on which white text has a contrast of 4.5 or more (WCAG 2.2, level AA)."""
LETTER = 6.6
"""Pixels that a letter takes; the text is stretched to fit, whatever font there is."""
MARGIN = 6


def badge(result: Conformance) -> str:
    """Return the badge of a check as the text of an SVG file."""
    counts = result.counts
    version = "" if len(result.plugins) != 1 else f"{result.plugins[0].version}: "
    if not result.is_sound:
        bad = [count_noun(counts[name], name) for name in ("error", "warning") if counts[name]]
        return drawn(LABEL, version + ", ".join(bad), RED)
    told = f"{version}{count_noun(result.verdicts['passed'], 'rule')} kept"
    if counts["warning"]:
        return drawn(LABEL, f"{told}, {count_noun(counts['warning'], 'warning')}", YELLOW)
    return drawn(LABEL, told, GREEN)


def drawn(label: str, message: str, colour: str) -> str:
    """Return an SVG of two fields: a label on dark grey, a message on a colour."""
    left, right = (round(len(text) * LETTER) + 2 * MARGIN for text in (label, message))
    whole = escape(f"{label}: {message}", {'"': "&quot;"})
    return f"""\
<svg xmlns="http://www.w3.org/2000/svg" width="{left + right}" height="20" role="img" \
aria-label="{whole}">
<title>{whole}</title>
<clipPath id="round"><rect width="{left + right}" height="20" rx="3"/></clipPath>
<g clip-path="url(#round)">
<rect width="{left}" height="20" fill="#444"/>
<rect x="{left}" width="{right}" height="20" fill="{colour}"/>
</g>
<g fill="#fff" font-family="Verdana,DejaVu Sans,sans-serif" font-size="11">
{_text(MARGIN, left, label)}
{_text(left + MARGIN, right, message)}
</g>
</svg>
"""


def _text(start: int, field: int, text: str) -> str:
    length = field - 2 * MARGIN
    return f'<text x="{start}" y="14" textLength="{length}">{escape(text)}</text>'
