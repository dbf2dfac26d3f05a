"""Beads as text: TSV, JSON Lines, TMX, line-aligned files."""

from __future__ import annotations

import json
from typing import TYPE_CHECKING
from xml.sax.saxutils import escape, quoteattr

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.plugins.aligners.sentences.documents import AlignedDocument

NO_XML = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535))
"""Characters that XML 1.0 cannot hold (section 2.2)."""
FIELDS = ("document", "kind", "score", "source", "target")


def tsv(documents: list[AlignedDocument]) -> Iterator[str]:
    """Yield a header and one line per bead; sentences of a side stand in one cell."""
    yield "\t".join(FIELDS) + "\n"
    for document in documents:
        for bead in document.beads:
            source, target = document.texts(bead)
            cells = (document.name, bead.kind, f"{bead.score:.4f}", source, target)
            yield "\t".join(" ".join(cell.split()) for cell in cells) + "\n"


def json_lines(documents: list[AlignedDocument]) -> Iterator[str]:
    """Yield one JSON object per bead; ranges are in characters of the texts."""
    for document in documents:
        for bead in document.beads:
            source, target = document.texts(bead)
            data = {
                "document": document.name,
                "kind": bead.kind,
                "score": bead.score,
                "is_sure": document.is_sure(bead),
                "source": source,
                "target": target,
                "source_spans": document.source.spans[slice(*bead.source)],
                "target_spans": document.target.spans[slice(*bead.target)],
            }
            yield json.dumps(data, ensure_ascii=False) + "\n"


def aligned_lines(
    documents: list[AlignedDocument], source: str, target: str
) -> dict[str, list[str]]:
    """Return the lines of three files by their endings: both sides and document ids.

    A bead is a line on both sides, empty where it has no sentence there.
    """
    found: dict[str, list[str]] = {source: [], target: [], "docids": []}
    for document in documents:
        for bead in document.beads:
            sides = zip((source, target), document.texts(bead), strict=True)
            for name, text in (*sides, ("docids", document.name)):
                found[name].append(" ".join(text.split()) + "\n")
    return found


def tmx(documents: list[AlignedDocument], source: str, target: str) -> Iterator[str]:
    """Yield a TMX 1.4 file of the beads that have both sides."""
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n<tmx version="1.4">\n'
        f'<header creationtool="discotag" creationtoolversion="1" segtype="sentence" '
        f'o-tmf="plain" adminlang="en" srclang={quoteattr(source)} datatype="plaintext"/>\n<body>\n'
    )
    for document in documents:
        for bead in document.beads:
            if bead.is_linked:
                sides = zip((source, target), document.texts(bead), strict=True)
                yield f"<tu>{''.join(_variant(code, text) for code, text in sides)}</tu>\n"
    yield "</body>\n</tmx>\n"


def _variant(code: str, text: str) -> str:
    segment = escape(text.translate(NO_XML))
    return f"<tuv xml:lang={quoteattr(code)}><seg>{segment}</seg></tuv>"
