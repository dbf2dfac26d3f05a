"""Whole words: parts that belong to the word that is linked, and words that stay torn.

An aligner links *power* of *power outage*, or 糖尿 of 糖尿病 (diabetes), and leaves the rest out;
the pair would name half a word. A part that no other word explains is taken in if the text always
writes the two together, if a hyphen joins them (*by-election*), or if it is a sign written before a
noun (準決勝, semi-final) or behind one as a suffix (基因组, genome). Where another noun without a
link touches the word (首脳会談, summit meeting), nobody knows how far the word goes: it is torn.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from typing import TYPE_CHECKING

from discotag.core.tokens import present

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from discotag.core.tokens import Tokens
    from discotag.plugins.phenomena.lexical_cohesion.words import StopWords

    Links = Mapping[int, Collection[int]]
    """Word → the other side's words that it is linked to; words without links may be missing."""

PARTS = frozenset({"NOUN", "PROPN", "PART"})
"""Classes of a part that may be taken in; PART is what treebanks call suffixes such as 病."""
TEARING = frozenset({"NOUN", "PROPN", "X"})
"""Classes of a neighbor without a link that leaves open how far a word goes."""
TEARING_BEHIND = TEARING | {"ADJ"}
"""Likewise behind the word: 再生|可能 (renewable)."""
CONTENT = TEARING | {"NUM"}
"""Classes of a neighbor to which a word of one sign belongs: 回復|期 (convalescence), 36|人."""
LEAST = 4
"""Occurrences from which a word is known never to stand alone."""
HYPHENS = frozenset({"-", "‐", "‑"})
DOT = "・"
"""Stands between the parts of a foreign name or of a list that is read as one word."""


class WholeWords:
    """Tells what belongs to a word of one side of a document.

    Args:
        texts: the segments of the side.
        stops: tells why a word is never a part; None if it may be one.
        suffixes: words that are parts of what they are written behind, whatever `stops` says.
    """

    def __init__(
        self, texts: Iterable[Tokens], stops: StopWords, suffixes: Iterable[str] = ()
    ) -> None:
        """Count what follows each word."""
        self._stops = stops
        self._suffixes = frozenset(suffixes)
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

    def grown(self, tokens: Tokens, run: Sequence[int], links: Links) -> list[int]:
        """Return the words of a run and the parts that belong to it, in order.

        Parts are without links; a suffix may be linked to what the run is linked to.
        """
        own = {word for place in run for word in links.get(place, ())}
        first, last = run[0], run[-1]
        known = self._always.get(tokens.forms[last].casefold())
        behind = last + 1
        before = self._before(tokens, first, links)
        if behind < len(tokens) and (
            (not links.get(behind) and known == _folded(tokens, behind))
            or (own.issuperset(links.get(behind, ())) and self._is_suffix(tokens, behind))
        ):
            return [*before, *run, behind]
        return [*before, *run]

    def is_torn(self, tokens: Tokens, run: Sequence[int], links: Links) -> bool:
        """Return whether a run (`grown`) may be but a part of what is written as one word."""
        first, last = run[0], run[-1]
        beside = [
            (place, classes)
            for place, classes in ((first - 1, TEARING), (last + 1, TEARING_BEHIND))
            if 0 <= place < len(tokens) and _touch(tokens, min(place, last), max(place, first))
        ]
        is_sign = first == last and len(tokens.forms[first]) == 1
        kinds = present(tokens.upos, "pos")
        return any(
            tokens.forms[place] == DOT
            or (is_sign and kinds[place] in CONTENT)
            or (
                not links.get(place)
                and kinds[place] in classes
                and tokens.forms[place].isalpha()
                and self._stops(tokens[place]) is None
            )
            for place, classes in beside
        )

    def _is_suffix(self, tokens: Tokens, place: int) -> bool:
        """Return whether a word is a sign that is written behind another: 组 of 基因组 (genome)."""
        return _touch(tokens, place - 1, place) and (
            tokens.forms[place] in self._suffixes
            or (
                len(tokens.forms[place]) == 1
                and present(tokens.upos, "pos")[place] == "PART"
                and self._may_be_part(tokens, place)
            )
        )

    def _before(self, tokens: Tokens, first: int, links: Links) -> list[int]:
        before = first - 1
        if before < 0 or links.get(before) or not _touch(tokens, before, first):
            return []
        part = before - 1
        if tokens.forms[before] in HYPHENS:
            is_part = (
                part >= 0
                and not links.get(part)
                and _touch(tokens, part, before)
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


def _touch(tokens: Tokens, first: int, second: int) -> bool:
    return tokens.ends[first] == tokens.starts[second]


def _folded(tokens: Tokens, place: int) -> str:
    return tokens.forms[place].casefold()
