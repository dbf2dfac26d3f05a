"""Pronouns that translators marked as ambiguous, with the words that told them: SCAT, en-fr.

python benchmarks/scat.py lines SCAT OUT [--part train] [--number 3000]    writes OUT.en, .fr, .ids
discotag tag --src OUT.en --tgt OUT.fr --docids OUT.ids -s en -t fr -p pronouns --out TAGS.jsonl
python benchmarks/scat.py score SCAT TAGS.jsonl                            scores the tags

SCAT is the folder of the corpus (Yin et al. 2021, "Do context-aware translation models pay the
right attention?"). Each document has two segments, the context and the pronoun's. Evidence hits if
one of its tokens, on either side, overlaps a word that the translators marked. Where they marked
words of the pronoun's own segment only, no tag is wanted; where of the context only, one is.
"""

from __future__ import annotations

import argparse
import json
import re
import sys
from collections import Counter
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from discotag.files.tags import read_tags

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.tags import Mark, Place, TaggedDocument
    from discotag.core.tokens import Tokens

    Span = tuple[int, int]

MARKS = re.compile(r"(<hon>|<hoff>|</hon>|<p>|</p>)")
LANGUAGES: tuple[Literal["en", "fr"], ...] = ("en", "fr")


@dataclass(frozen=True)
class Line:
    """A line without its marks: the text, the marked pronouns and the supporting words."""

    text: str
    pronouns: tuple[Span, ...]
    support: tuple[Span, ...]


def parsed(line: str) -> Line:
    """Take the marks out of a line."""
    text, opened = "", -1
    found: dict[str, list[Span]] = {"p": [], "hon": []}
    for part in MARKS.split(line.strip()):
        if part in {"<hon>", "<p>"}:
            opened = len(text)
        elif part in {"<hoff>", "</hon>", "</p>"}:
            if opened >= 0 and text[opened:].strip():
                found["p" if part == "</p>" else "hon"].append((opened, len(text)))
            opened = -1
        else:
            spaced = re.sub(r"\s+", " ", part)
            text += spaced.lstrip() if not text or text.endswith(" ") else spaced
    return Line(text.rstrip(), tuple(found["p"]), tuple(found["hon"]))


def items(folder: Path, part: str) -> Iterator[tuple[str, dict[str, tuple[Line, Line]]]]:
    """Yield an id, and for each language the context and the segment, if one pronoun is marked."""
    texts = [
        [
            parsed(line)
            for line in (folder / f"highlighted.{part}{kind}.{code}").open(encoding="utf-8")
        ]
        for code in LANGUAGES
        for kind in (".context", "")
    ]
    for index, (context_en, english, context_fr, french) in enumerate(zip(*texts, strict=True)):
        if len(english.pronouns) == 1 == len(french.pronouns):
            yield f"{part}:{index}", {"en": (context_en, english), "fr": (context_fr, french)}


def write(folder: Path, part: str, number: int, out: Path) -> None:
    """Write the lines to be tagged."""
    taken = [item for _, item in zip(range(number), items(folder, part), strict=False)]
    for code in LANGUAGES:
        lines = [f"{line.text}\n" for _, sides in taken for line in sides[code]]
        out.with_name(f"{out.name}.{code}").write_text("".join(lines), "utf-8")
    ids = "".join(f"{name}\n" * 2 for name, _ in taken)
    out.with_name(f"{out.name}.ids").write_text(ids, "utf-8")


def token_at(tokens: Tokens, span: Span) -> int | None:
    """Give the token that overlaps a span of the text, the last of several."""
    found = [
        i for i in range(len(tokens)) if tokens.starts[i] < span[1] and span[0] < tokens.ends[i]
    ]
    return found[-1] if found else None


def hits(tagged: TaggedDocument, place: Place, sides: dict[str, tuple[Line, Line]]) -> bool:
    """Tell whether a place overlaps a supporting word."""
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


def score(folder: Path, path: Path) -> None:
    """Print the shares of a tags file."""
    gold = {name: sides for part in ("valid", "train") for name, sides in items(folder, part)}
    counts = Counter(
        name for tagged in read_tags(path) for name in count(tagged, gold[tagged.document.id])
    )
    shares = {
        "marked": ("marked", "gold"),
        "tagged": ("tagged", "gold"),
        "tagged, support in context only": ("tagged, context", "gold, context"),
        "tagged, support in own segment only": ("tagged, own", "gold, own"),
        "evidence hits": ("evidence hits", "evidence"),
    }
    report = {
        name: f"{counts[part]} of {counts[whole]} = {counts[part] / max(1, counts[whole]):.1%}"
        for name, (part, whole) in shares.items()
    }
    json.dump(report, sys.stdout, indent=1)
    sys.stdout.write("\n")


def main() -> None:
    """Read the command line."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    commands = parser.add_subparsers(dest="command", required=True)
    lines = commands.add_parser("lines")
    lines.add_argument("scat", type=Path)
    lines.add_argument("out", type=Path)
    lines.add_argument("--part", default="train", choices=("train", "valid"))
    lines.add_argument("--number", type=int, default=3000)
    scoring = commands.add_parser("score")
    scoring.add_argument("scat", type=Path)
    scoring.add_argument("tags", type=Path)
    given = parser.parse_args()
    if given.command == "lines":
        write(given.scat, given.part, given.number, given.out)
    else:
        score(given.scat, given.tags)


if __name__ == "__main__":
    main()
