"""Features of a text's wording: rates that the order of its segments leaves as they are.

Grammatical words, neighbouring parts of speech and relations tell translations from other texts
(Baroni and Bernardini 2006, Literary and Linguistic Computing 21:3; Volansky, Ordan and Wintner
2015, Digital Scholarship in the Humanities 30:1), and references from outputs. Only weights that
are learned from outputs have them.
"""

from __future__ import annotations

from collections import Counter
from itertools import pairwise
from statistics import fmean, pstdev
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin import Tokens

MARK = "wording "
"""How the names of these features begin."""
LEXICAL = frozenset({"NOUN", "PROPN", "NUM", "VERB", "ADJ", "X", "SYM"})
"""Parts of speech whose words say what a text is about."""
EDGE = "-"
"""What stands for the neighbour of a segment's first or last word."""


def wording(segments: Sequence[Tokens]) -> dict[str, float]:
    """Compute the features of a text; one without words has none.

    Args:
        segments: its segments; need pos and deps.
    """
    tokens = [token for segment in segments for token in segment]
    if not tokens:
        return {}
    counts: Counter[str] = Counter()
    for segment in segments:
        tags = [EDGE, *(token.upos for token in segment), EDGE] if len(segment) else []
        counts.update(f"tags {one} {other}" for one, other in pairwise(tags))
    counts.update(f"relation {token.deprel}" for token in tokens)
    forms = [token.form.casefold() for token in tokens]
    counts.update(
        f"word {form}"
        for form, token in zip(forms, tokens, strict=True)
        if token.upos not in LEXICAL
    )
    lengths = [len(segment) for segment in segments if len(segment)]
    sizes = {
        "words of a segment": fmean(lengths),
        "spread of them": pstdev(lengths),
        "letters of a word": fmean(map(len, forms)),
        "different words": len(set(forms)) / len(forms),
    }
    rates = {name: number / len(tokens) for name, number in counts.items()}
    return {f"{MARK}{name}": value for name, value in (rates | sizes).items()}
