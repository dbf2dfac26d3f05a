"""Tagging from Python: documents with their marks, as rows and as HTML for notebooks."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import Counter
from dataclasses import dataclass
from html import escape
from itertools import islice
from typing import TYPE_CHECKING, Any

from discotag.core.errors import UsageError
from discotag.core.text import count_noun
from discotag.files.tags import rows

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    import pandas as pd

    from discotag.core.document import Document
    from discotag.core.tags import Mark, TaggedDocument, TokenRef


SHOWN = 200
"""Rows of a table in a notebook; the rest is counted."""


class Rows(ABC):
    """A result with rows."""

    __slots__ = ()

    @abstractmethod
    def to_dicts(self) -> list[dict[str, Any]]:
        """Return plain rows, all with the same keys; what is undefined is None."""

    def to_pandas(self) -> pd.DataFrame:
        """Return the rows as a pandas data frame; what is undefined is NaN in columns of numbers.

        UsageError where pandas is not installed. Polars takes the plain rows:
        `polars.DataFrame(result.to_dicts())`.
        """
        try:
            import pandas as pd
        except ImportError as error:
            raise UsageError("pandas is not installed: pip install pandas") from error
        frame = pd.DataFrame(self.to_dicts())
        for name in frame.columns:
            values = frame[name].dropna()
            if frame[name].dtype == object and all(isinstance(v, float | int) for v in values):
                frame[name] = frame[name].astype(float)
        return frame

    def _repr_html_(self) -> str:
        """Show the rows in a notebook."""
        return table(self.to_dicts())


def table(rows: list[dict[str, Any]]) -> str:
    """Write rows as an HTML table, escaped; a dash represents what is undefined."""
    if not rows:
        return "<p>nothing</p>"
    head = "".join(f"<th>{escape(name)}</th>" for name in rows[0])
    body = "".join(f"<tr>{_cells(row.values())}</tr>" for row in rows[:SHOWN])
    more = f"<p>… and {count_noun(len(rows) - SHOWN, 'more row')}</p>" if len(rows) > SHOWN else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{body}</tbody></table>{more}"


def _cells(values: Iterable[Any]) -> str:
    return "".join(f"<td>{escape(shown(value))}</td>" for value in values)


def shown(value: Any) -> str:
    """Format a value: a dash for None, four decimals at most."""
    if value is None:
        return "–"
    return f"{value:.4g}" if isinstance(value, float) else str(value)


@dataclass(frozen=True, slots=True, repr=False)
class Tagged(Rows):
    """Tagged documents; iterate over them for tokens, links, marks and evidence.

    Args:
        documents: a `TaggedDocument` for each document and each of its translations, in order.
        phenomena: what was searched for.
        notes: what the user should know.
    """

    documents: tuple[TaggedDocument, ...]
    phenomena: tuple[str, ...]
    notes: tuple[str, ...] = ()

    @property
    def failures(self) -> tuple[str, ...]:
        """What taggers failed at (`on_error="skip"`)."""
        return tuple(failure for tagged in self.documents for failure in tagged.failures)

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row per mark: document, system, phenomenon, label, place, word, evidence.

        Segments and tokens are 0-based; `start` and `end` are offsets in the segment;
        docs/formats.md describes the meaning of each.
        """
        return [row for tagged in self.documents for row in rows(tagged)]

    def counts(self) -> dict[str, int]:
        """Count the tags by phenomenon, over all documents and texts; 0 is a phenomenon without."""
        found = Counter(mark.phenomenon for tagged in self.documents for mark in tagged.tags)
        return {name: found[name] for name in self.phenomena}

    def __len__(self) -> int:
        """Count the documents, each translation for itself."""
        return len(self.documents)

    def __iter__(self) -> Iterator[TaggedDocument]:
        """Go over the documents."""
        return iter(self.documents)

    def __repr__(self) -> str:
        tags = ", ".join(f"{name} {count}" for name, count in self.counts().items())
        return f"<Tagged: {count_noun(len(self), 'document')}; tags: {tags}>"

    def _repr_html_(self) -> str:
        """Show the texts in a notebook: every mark in its place, with what decides it."""
        return page(self.documents)


SEGMENTS_SHOWN = 100
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

    A word with marks shows them as its title: phenomenon, label, and the words that decide it.
    """
    pieces = list(islice(_rows(documents), SEGMENTS_SHOWN + 1))
    total = sum(len(tagged.document) for tagged in documents)
    more = (
        f"<p>… and {count_noun(total - SEGMENTS_SHOWN, 'more segment')}</p>"
        if total > SEGMENTS_SHOWN
        else ""
    )
    body = "".join(pieces[:SEGMENTS_SHOWN])
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
