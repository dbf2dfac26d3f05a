"""Tagged documents as HTML for notebooks: self-contained, escaped, without a script."""

from __future__ import annotations

from html import escape
from itertools import islice
from typing import TYPE_CHECKING

from discotag.core.text import count_noun

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.document import Document
    from discotag.core.tags import Mark, TaggedDocument, TokenRef

SHOWN = 100
"""Segments shown in all; the rest is counted."""
STYLE = (
    "<style>.discotag td{text-align:start;vertical-align:top;padding:.2em .6em}"
    ".discotag b{border-bottom:2px solid #b35900;background:#b3590022}"
    ".discotag i{border-bottom:1px dotted #888;font-style:normal}"
    ".discotag small{color:#888}</style>"
)
"""Tags stand out, marks that need no context are dotted; both show in light and dark pages."""


def page(documents: Sequence[TaggedDocument]) -> str:
    """Show documents one below the other, a row per segment with source and translation.

    A word with marks tells them as its title: phenomenon, label, and the words that decide it.
    """
    pieces = list(islice(_rows(documents), SHOWN + 1))
    total = sum(len(tagged.document) for tagged in documents)
    more = f"<p>… and {count_noun(total - SHOWN, 'more segment')}</p>" if total > SHOWN else ""
    body = "".join(pieces[:SHOWN])
    return f'{STYLE}<div class="discotag"><table><tbody>{body}</tbody></table>{more}</div>'


def _rows(documents: Sequence[TaggedDocument]) -> Iterator[str]:
    for tagged in documents:
        document = tagged.document
        marks = tagged.marks_by_token()
        title = escape(f"{document.id} – {document.system}")
        source = f'lang="{escape(document.source.language)}" dir="auto"'
        target = f'lang="{escape(document.target.language)}" dir="auto"'
        for segment in range(len(document)):
            head = f'<tr><th colspan="3">{title}</th></tr>' if segment == 0 else ""
            of_segment = {token: found for (at, token), found in marks.items() if at == segment}
            yield (
                f"{head}<tr><td><small>{segment}</small></td>"
                f"<td {source}>{escape(document.source.segments[segment])}</td>"
                f"<td {target}>{_marked(document, segment, of_segment)}</td></tr>"
            )


def _marked(document: Document, segment: int, marks: dict[int, list[Mark]]) -> str:
    """Write a target segment with its marked words; the text itself is untouched."""
    tokens = document.target[segment]
    pieces, done = [], 0
    for token in sorted(marks):
        start, end = tokens.starts[token], tokens.ends[token]
        if start < done:  # the second part of a word that holds two tokens
            continue
        name = "b" if any(mark.is_tag for mark in marks[token]) else "i"
        told = escape("; ".join(_told(document, mark) for mark in marks[token]))
        pieces.append(escape(tokens.text[done:start]))
        pieces.append(f'<{name} title="{told}">{escape(tokens.text[start:end])}</{name}>')
        done = end
    return "".join(pieces) + escape(tokens.text[done:])


def _told(document: Document, mark: Mark) -> str:
    if mark.evidence:
        words = ", ".join(_word(document, place) for place in mark.evidence)
        return f"{mark.phenomenon}: {mark.label}, decided by {words}"
    unknown = ", decided by context that was not found" if mark.is_unresolved else ""
    return f"{mark.phenomenon}: {mark.label}{unknown}"


def _word(document: Document, place: TokenRef) -> str:
    side = document.source if place.side == "source" else document.target
    return f'"{side[place.segment].forms[place.token]}" ({place.side} {place.segment})'
