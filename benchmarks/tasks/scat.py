"""Pronouns that translators marked as ambiguous, with the words that told them: SCAT, en-fr.

Each document has two segments, the context and the pronoun's (Yin et al. 2021, "Do context-aware
translation models pay the right attention?"). Taken are items with one marked pronoun on each side.
Evidence hits if one of its tokens, on either side, overlaps a word that the translators marked.
Where they marked words of the pronoun's own segment only, no tag is wanted; where of the context
only, one is.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Literal

from benchmarks.tasks.harness import (
    PUBLISHED,
    Figures,
    ratio,
    side_by_side,
    spread,
    tag,
    without_data,
)

if TYPE_CHECKING:
    import argparse
    from collections.abc import Iterator
    from pathlib import Path

    from discotag.core.tags import Mark, TaggedDocument, TokenRef
    from discotag.core.tokens import Tokens
    from discotag_cxmi.contrast.scat import Line

    Span = tuple[int, int]

LANGUAGES: tuple[Literal["en", "fr"], ...] = ("en", "fr")


SHARES = {
    "marked": ("marked", "gold"),
    "tagged": ("tagged", "gold"),
    "tagged, support in context only": ("tagged, context", "gold, context"),
    "tagged, support in own segment only": ("tagged, own", "gold, own"),
    "evidence hits": ("evidence hits", "evidence"),
}


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Add what only this task knows."""
    parser.add_argument("--part", default="valid", help="of `highlighted.PART.en`: train, valid")
    parser.add_argument("--number", type=int, help="only so many items, spread over all")


def measure(given: argparse.Namespace) -> list[Figures]:
    """Tag the items of every SCAT folder."""
    paths = sorted(given.folder.rglob(f"highlighted.{given.part}.en"))
    found = (item for path in paths for item in items(path.parent, given.part))
    taken = spread(found, given.number)
    if not taken:
        raise without_data(f"highlighted.{given.part}.en", given.folder)
    counts = {}
    for profile in ("discotag", PUBLISHED):
        lines = [
            [(e.text, f.text) for e, f in zip(*sides.values(), strict=True)] for sides in taken
        ]
        tagged = tag(lines, "fr", "pronouns", profile=profile)
        counts[profile] = Counter(
            name
            for document, sides in zip(tagged, taken, strict=True)
            for name in count(document, sides)
        )
    rows = []
    for name, (part, whole) in SHARES.items():
        ours, published = counts["discotag"], counts[PUBLISHED]
        shares = (ratio(ours[part], ours[whole]), ratio(published[part], published[whole]))
        rows.append((name, ours[part], ours[whole], *shares))
    columns = ("SCAT", "items", "of", "share", "published rule")
    return [Figures(f"SCAT {given.part}, {len(taken)} items", columns, tuple(rows))]


def items(folder: Path, part: str) -> Iterator[dict[str, tuple[Line, Line]]]:
    """Yield for each language the context and the segment, if one pronoun is marked in each."""
    from discotag_cxmi.contrast.scat import parsed

    files = [
        folder / f"highlighted.{part}{kind}.{code}"
        for code in LANGUAGES
        for kind in (".context", "")
    ]
    for _, lines in side_by_side(*files):
        context_en, english, context_fr, french = map(parsed, lines)
        if len(english.pronouns) == 1 == len(french.pronouns):
            yield {"en": (context_en, english), "fr": (context_fr, french)}


def token_at(tokens: Tokens, span: Span) -> int | None:
    """Return the token that overlaps a span of the text, the last of several."""
    found = [
        i for i in range(len(tokens)) if tokens.starts[i] < span[1] and span[0] < tokens.ends[i]
    ]
    return found[-1] if found else None


def hits(tagged: TaggedDocument, place: TokenRef, sides: dict[str, tuple[Line, Line]]) -> bool:
    """Return whether a place overlaps a supporting word."""
    is_source = place.side == "source"
    side = tagged.document.source if is_source else tagged.document.target
    tokens = side[place.segment]
    start, end = tokens.starts[place.token], tokens.ends[place.token]
    line = sides["en" if is_source else "fr"][place.segment]
    return any(start < last and first < end for first, last in line.support)


def count(tagged: TaggedDocument, sides: dict[str, tuple[Line, Line]]) -> Iterator[str]:
    """Name the counters that an item raises."""
    token = token_at(tagged.document.target[1], sides["fr"][1].pronouns[0])
    marks: list[Mark] = [m for m in tagged.marks if (m.segment, m.token) == (1, token)]
    outside = any(sides[code][0].support for code in LANGUAGES)
    inside = any(sides[code][1].support for code in LANGUAGES)
    where = {(True, False): "context", (False, True): "own"}.get((outside, inside), "other")
    yield "gold"
    yield f"gold, {where}"
    if marks:
        mark = marks[0]
        yield "marked"
        yield f"marked, {where}"
        if mark.is_tag:
            yield "tagged"
            yield f"tagged, {where}"
        if mark.evidence:
            yield "evidence"
            if any(hits(tagged, place, sides) for place in mark.evidence):
                yield "evidence hits"
