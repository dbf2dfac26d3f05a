"""Examples of each phenomenon in each language, from the packs' own, which their tests run."""

from __future__ import annotations

import html
import re
from collections import defaultdict
from functools import cache
from typing import TYPE_CHECKING

from discotag.core.discovery import discover
from discotag.core.registry import Registry
from discotag_dev.packs import pack_examples
from website.generated.markdown import cell, table

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag_dev.packs import Example

PLACE = re.compile(r"<!-- examples: (\w+) -->")
EACH = 3
"""Examples of a pair that are shown, those with tags first; the packs hold more."""


def filled(markdown: str) -> str:
    """Insert the examples where a page says `<!-- examples: PHENOMENON -->`."""
    return PLACE.sub(lambda match: "\n".join(_section(match[1])), markdown)


def _section(phenomenon: str) -> Iterator[str]:
    for pair, examples in sorted(_all()[phenomenon].items(), key=lambda item: item[0]):
        yield f"### {' → '.join(pair)}"
        rows = []
        for example in sorted(examples, key=lambda example: not example.tags)[:EACH]:
            rows.append((cell(example.about), _lines(example.source), _target(example)))
        yield from table(("what it shows", pair[0], pair[1]), rows)
        yield ""


def _lines(lines: tuple[str, ...]) -> str:
    return "<br>".join(html.escape(line).replace("|", "\\|") for line in lines)


def _target(example: Example) -> str:
    """Return the target lines; words that need context are bold, other marks in italics."""
    lines = [html.escape(line).replace("|", "\\|") for line in example.target]
    for mark in example.marks:
        segment, word, _ = mark.split(" ", 2)
        kind = "strong" if mark in example.tags else "em"
        place = int(segment)
        lines[place] = _wrapped(lines[place], html.escape(word), kind)
    return "<br>".join(lines)


def _wrapped(line: str, word: str, kind: str) -> str:
    """Mark the first such word that is not marked yet; as a whole word if there is one."""
    inside = r"(?![^<]*</(?:strong|em)>)"
    for pattern in (rf"(?<!\w){re.escape(word)}(?!\w){inside}", rf"{re.escape(word)}{inside}"):
        changed, count = re.subn(pattern, f"<{kind}>{word}</{kind}>", line, count=1)
        if count:
            return changed
    return line


@cache
def _all() -> dict[str, dict[tuple[str, str], list[Example]]]:
    found: dict[str, dict[tuple[str, str], list[Example]]] = defaultdict(lambda: defaultdict(list))
    registry = Registry(discover())
    for package in sorted({declared.info.package for declared in registry.languages}):
        for example in pack_examples(package).values():
            found[example.phenomenon][example.pair].append(example)
    return found
