"""Features of the order of a text's segments: what follows what, what opens and what closes it.

All are rates over pairs of segments, or say something of the first and last ones; the words alone
are looked at. A name stands long before it stands short, a thing has *a* before it has *the*
(Elsner and Charniak 2008, ACL), an answer follows its question.
"""

from __future__ import annotations

from collections import defaultdict
from itertools import combinations, pairwise
from typing import TYPE_CHECKING

from discotag_dip.coherence.sentences import STEM, read, words

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from discotag_dip.coherence.sentences import Sentence

OPENING = 3
"""Segments at the beginning that have features of their own."""
START = 6
"""Words of a segment in which something is taken up at once."""


def succession(
    texts: Sequence[str], *, has_begin: bool = True, has_end: bool = True
) -> Mapping[str, float]:
    """Compute the features of a text's order.

    Args:
        texts: its segments, at least two, none empty.
        has_begin: whether the first is the document's first; else its place tells nothing.
        has_end: whether the last is the document's last.
    """
    sentences = [read(text) for text in texts]
    steps = len(sentences) - 1
    found: defaultdict[str, float] = defaultdict(float)
    for before, after in pairwise(sentences):
        for name in _steps(before, after):
            found[f"next {name}"] += 1 / steps
    pairs = steps * (steps + 1) / 2
    for before, after in combinations(sentences, 2):
        for name in _precedence(before, after):
            found[f"before {name}"] += 1 / pairs
    if has_begin:
        for place, sentence in enumerate(sentences):
            for name in sentence.signs():
                found[f"place {name}"] += place / steps - 0.5
                if place < OPENING and place < max(1, steps):
                    found[f"place {place} {name}"] += 1
    if has_end:
        for name in sentences[-1].signs():
            found[f"last {name}"] += 1
    return dict(found)


def _steps(before: Sentence, after: Sentence) -> Iterator[str]:
    """Name what a segment and the one behind it have to do with each other."""
    shared = len(before.stems & after.stems)
    first = after.opening[0]
    is_plain = first in {"Capital", "Name", "word", "9", "-ly", "-ing"}
    yield f"shared {min(3, shared)}"
    yield f"names {min(2, len(before.names & after.names))}"
    yield f"long short {bool(before.long & after.short)}"
    yield f"short long {bool(before.short & (after.long - before.long))}"
    yield f"a the {bool(before.introduced & after.taken_up)}"
    yield f"the a {bool(before.taken_up & after.introduced)}"
    yield f"tense {_tenses(before, after)}"
    yield f"quotes {min(2, before.quotes)}{min(2, after.quotes)}"
    yield f"ends {before.end} begins {'-' if is_plain else first}"
    for person in sorted(after.early):
        yield f"early {person} names {min(2, before.name_count)}"
        yield f"early {person} again {person in before.persons}"
    for person in words().persons:
        yield f"{person} {person in before.persons}{person in after.persons}"
    if not is_plain:
        yield f"begins {first} shared {min(2, shared)}"
    start = {word[:STEM] for word in after.lower[:START]}
    yield f"taken up at once {bool(start & before.stems)}"
    yield f"size {before.size}{after.size}"


def _precedence(before: Sentence, after: Sentence) -> Iterator[str]:
    """Name what tells that a segment stands before another, however far."""
    yield f"long short {bool(before.long & after.short)}"
    yield f"short long {bool((before.short - before.long) & after.long)}"
    yield f"a the {bool(before.introduced & after.taken_up)}"
    yield f"the a {bool(before.taken_up & (after.introduced - before.introduced))}"
    for person in ("he", "she", "they"):
        is_named = bool(before.name_count) and person not in before.persons
        yield f"name {is_named} {person} {person in after.persons}"


def _tenses(before: Sentence, after: Sentence) -> str:
    return " ".join(
        f"{int(sentence.is_past)}{int(sentence.is_present)}" for sentence in (before, after)
    )
