"""What the reader of the themes must know."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import count_noun
from discotag.plugin.statistics import LEAST_DOCUMENTS

if TYPE_CHECKING:
    from discotag_cxmi.themes.figures import Themes

COMMAND = "discotag new phenomenon"
"""The command that will take the examples."""


def notes_on(themes: Themes) -> list[str]:
    """Return the sentences that say what the figures mean and rest on."""
    what = (
        "P-CXMI of a word: how much more probable context makes it, summed over its subwords, in"
        f" nats; positive = context helps. Context size {themes.size} against none."
    )
    told = [what, "Ends of lines belong to no word."]
    if themes.documents < LEAST_DOCUMENTS:
        told.append(
            f"No intervals: {count_noun(themes.documents, 'document')}; "
            f"{LEAST_DOCUMENTS} are needed."
        )
    else:
        told.append(
            f"Intervals are 95 %, from drawing the documents again {themes.samples} times (seed"
            f" {themes.seed}); kinds in fewer than {LEAST_DOCUMENTS} documents have none."
        )
    told.append(
        f"Finer kinds, forms and labels with fewer than {themes.least} words are left out"
        f" ({count_noun(themes.left_out, 'form')}); the more kinds are looked at, the more of"
        " them stand out by chance: believe what comes back in another text."
    )
    joined = sum(mean.count for mean in themes.upos if "+" in mean.name)
    if joined > themes.words / 100:
        told.append(
            f"{100 * joined / themes.words:.0f} % of the words are several of the analyzer's"
            " tokens; discotag cxmi -t LANGUAGE measures the analyzer's own words."
        )
    if not themes.upos:
        told.append("No parts of speech: give -s and -t.")
    if themes.tags is None:
        told.append("No tags: discotag tag makes them, --tags joins them.")
    return told
