"""Corpora that are aligned line by line, by document: WMT, TICO-19, FLORES, talks."""

from __future__ import annotations

import json
from collections import defaultdict
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from pathlib import Path

IN_A_RUN = 30
"""Sentences of FLORES that are taken as a document: its articles have three in a row."""

Lines = tuple[list[str], list[str]]


def documents_of(folder: Path) -> Iterator[tuple[str, tuple[str, str], list[Lines]]]:
    """Yield the corpora below a folder: name, language codes, the lines of each document."""
    for path in sorted(folder.rglob("src.??")):
        ids = path.with_name("docids.txt")
        for other in sorted(path.parent.glob("ref.*.??")):
            names = ids.read_text(encoding="utf-8").splitlines() if ids.is_file() else None
            sides = [p.read_text(encoding="utf-8").splitlines() for p in (path, other)]
            codes = path.suffix[1:], other.suffix[1:]
            keys = [name.partition("\t")[0] for name in names] if names else [""] * len(sides[0])
            yield f"{path.parent.name} {other.name}", codes, _grouped(keys, *sides)
    for path in sorted(folder.rglob("all.en-*.tsv")):
        code = path.name.removeprefix("all.en-").removesuffix(".tsv")
        cells = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
        keys = [row[0].partition(":")[0] for row in cells]
        yield path.name, ("en", code), _grouped(keys, [r[1] for r in cells], [r[2] for r in cells])
    for path in sorted(folder.rglob("en-??/flores200-devtest.tsv")):
        cells = [line.split("\t") for line in path.read_text(encoding="utf-8").splitlines()]
        keys = [str(number // IN_A_RUN) for number in range(len(cells))]
        pair = "en", path.parent.name[3:]
        sides = [[row[side] for row in cells] for side in (0, 1)]
        yield f"FLORES {path.parent.name}", pair, _grouped(keys, *sides)
    talks: dict[Path, list[Lines]] = defaultdict(list)
    for path in sorted(folder.rglob("??-??/*.json")):
        systems = json.loads(path.read_text(encoding="utf-8")).get("systems")
        if systems:
            rows = next(iter(systems.values()))
            talks[path.parent].append(_clean([r["src"] for r in rows], [r["ref"] for r in rows]))
    for place, documents in talks.items():
        yield place.name, (place.name[:2], place.name[3:]), documents


def _grouped(keys: Sequence[str], source: Sequence[str], target: Sequence[str]) -> list[Lines]:
    documents: dict[str, Lines] = {}
    for key, one, other in zip(keys, source, target, strict=True):
        document = documents.setdefault(key, ([], []))
        document[0].append(one)
        document[1].append(other)
    return [_clean(*document) for document in documents.values()]


def _clean(source: Sequence[str], target: Sequence[str]) -> Lines:
    """Leave out pairs with an empty side, and line breaks within lines."""
    pairs = [
        (" ".join(a.split()), " ".join(b.split())) for a, b in zip(source, target, strict=True)
    ]
    pairs = [pair for pair in pairs if all(pair)]
    return [pair[0] for pair in pairs], [pair[1] for pair in pairs]
