"""Whole words: parts that a text never lets stand alone belong to the word that is linked.

An aligner links *power* of *power outage*, or 糖尿 of 糖尿病 (diabetes), and leaves the rest out;
the pair would name half a word. A part without any link is taken in if the text always writes the
two together, if a hyphen joins them (*by-election*), or if it is a sign written before a noun
(準決勝, semi-final) or behind one as a suffix (基因组, genome).
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from discotag.core.tokens import present

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from discotag.core.tokens import Tokens
    from discotag.plugins.lexical_cohesion.words import StopWords

PARTS = frozenset({"NOUN", "PROPN", "PART"})
"""Classes of a part that may be taken in; PART is what treebanks call suffixes such as 病."""
LEAST = 4
"""Occurrences from which a word is known never to stand alone."""
HYPHENS = frozenset({"-", "‐", "‑"})


class WholeWords:
    """Tells what belongs to a word of one side of a document.

    Args:
        texts: the segments of the side.
        stops: tells why a word is never a part; None if it may be one.
    """

    def __init__(self, texts: Iterable[Tokens], stops: StopWords) -> None:
        """Count what follows each word."""
        self._stops = stops
        followers: dict[str, Counter[str]] = defaultdict(Counter)
        for tokens in texts:
            folded = [form.casefold() for form in tokens.forms]
            for place, form in enumerate(folded):
                is_part = place + 1 < len(folded) and self._may_be_part(tokens, place + 1)
                followers[form][folded[place + 1] if is_part else ""] += 1
        self._always = {
            form: next(iter(counts))
            for form, counts in followers.items()
            if len(counts) == 1 and "" not in counts and counts.total() >= LEAST
        }

    def grown(self, tokens: Tokens, run: Sequence[int], linked: Collection[int]) -> list[int]:
        """Return the words of a run and the unlinked parts that belong to it, in order."""
        first, last = run[0], run[-1]
        known = self._always.get(tokens.forms[last].casefold())
        behind = last + 1
        is_free = behind < len(tokens) and behind not in linked
        if is_free and (known == _folded(tokens, behind) or self._is_suffix(tokens, behind)):
            return [*self._before(tokens, first, linked), *run, behind]
        return [*self._before(tokens, first, linked), *run]

    def _is_suffix(self, tokens: Tokens, place: int) -> bool:
        """Return whether a word is a sign that is written behind another: 组 of 基因组 (genome)."""
        return (
            len(tokens.forms[place]) == 1
            and present(tokens.upos, "pos")[place] == "PART"
            and tokens.ends[place - 1] == tokens.starts[place]
            and self._may_be_part(tokens, place)
        )

    def _before(self, tokens: Tokens, first: int, linked: Collection[int]) -> list[int]:
        before = first - 1
        if before < 0 or before in linked or tokens.ends[before] != tokens.starts[first]:
            return []
        part = before - 1
        if tokens.forms[before] in HYPHENS:
            is_part = (
                part >= 0
                and part not in linked
                and tokens.ends[part] == tokens.starts[before]
                and tokens.forms[part].isalpha()
            )
            return [part, before] if is_part else []
        is_sign = len(tokens.forms[before]) == 1 and self._may_be_part(tokens, before)
        return [before] if is_sign else []

    def _may_be_part(self, tokens: Tokens, place: int) -> bool:
        return (
            present(tokens.upos, "pos")[place] in PARTS
            and tokens.forms[place].isalpha()
            and self._stops(tokens[place]) is None
        )


def _folded(tokens: Tokens, place: int) -> str:
    return tokens.forms[place].casefold()
