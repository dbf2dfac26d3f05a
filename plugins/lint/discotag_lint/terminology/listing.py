"""Lists of terms with their names and places, in the formats of `discotag terms`."""

from __future__ import annotations

import csv
import io
import json
from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple
from xml.sax.saxutils import escape, quoteattr

from discotag.plugin.files import guarded_cell
from discotag_lint.terminology.uses import grouped_names

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag_lint.terminology.uses import Use

LEAST = 2
"""How often a term must occur to be listed."""


class Spot(NamedTuple):
    """A place: text, document, segment from 0."""

    text: str
    document: str
    segment: int

    def __str__(self) -> str:
        return f"{self.document}:{self.segment}"


@dataclass(frozen=True, slots=True)
class Variant:
    """One name of a term.

    Args:
        name: as written most often.
        places: where, in the order of the texts.
    """

    name: str
    places: tuple[Spot, ...]


@dataclass(frozen=True, slots=True)
class Term:
    """A term of the source and its names.

    Args:
        source: as written most often.
        is_name: whether it is mostly a name.
        variants: from the most frequent name to the rarest; maybe none.
        unlinked: places where no word is linked to it.
    """

    source: str
    is_name: bool
    variants: tuple[Variant, ...]
    unlinked: tuple[Spot, ...]

    @property
    def count(self) -> int:
        """How often it occurs."""
        return len(self.unlinked) + sum(len(variant.places) for variant in self.variants)


class TermList:
    """Collects the uses of terms in as many documents and texts as there are."""

    def __init__(self) -> None:
        self._uses: dict[str, list[tuple[Use, Spot]]] = {}

    def add(self, text: str, document: str, uses: Iterable[Use]) -> None:
        """Take in the terms of one document of a text."""
        for use in uses:
            spot = Spot(text, document, use.segment)
            self._uses.setdefault(use.key, []).append((use, spot))

    def terms(self, least: int = LEAST, text: str | None = None) -> tuple[Term, ...]:
        """Return the terms that occur so often, of one text or of all, most frequent first."""
        found = []
        for uses in self._uses.values():
            own = [(use, spot) for use, spot in uses if text in {None, spot.text}]
            if len(own) >= least:
                found.append(_term(own))
        return tuple(sorted(found, key=lambda term: (-term.count, term.source.casefold())))


def _term(uses: list[tuple[Use, Spot]]) -> Term:
    groups = grouped_names([use for use, _ in uses])
    spots: dict[str, list[tuple[Use, Spot]]] = {}
    for use, spot in uses:
        if use.name_key:
            spots.setdefault(groups[use.name_key], []).append((use, spot))
    variants = [
        Variant(_usual(use.name for use, _ in own), tuple(spot for _, spot in own))
        for own in spots.values()
    ]
    return Term(
        _usual(use.form for use, _ in uses),
        2 * sum(use.is_name for use, _ in uses) > len(uses),
        tuple(sorted(variants, key=lambda variant: -len(variant.places))),
        tuple(spot for use, spot in uses if not use.name_key),
    )


def _usual(forms: Iterable[str]) -> str:
    """Return the most frequent form; of several the shortest, then the first."""
    counts = Counter(forms)
    most = max(counts.values())
    return min((form for form, count in counts.items() if count == most), key=len)


NO_XML = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535))
"""Characters that XML 1.0 cannot hold (section 2.2)."""
STATES = {"preferred": "preferredTerm-admn-sts", "admitted": "admittedTerm-admn-sts"}
FIELDS = ("source", "target", "status", "count", "text", "kind", "places")
PROMPT = "Translate these terms as follows, everywhere in the text:"


def statuses(term: Term) -> Iterator[tuple[Variant, str]]:
    """Yield each name of a term with its status: the most frequent is preferred."""
    for place, variant in enumerate(term.variants):
        yield variant, "admitted" if place else "preferred"


def csv_lines(lists: Mapping[str, Sequence[Term]]) -> Iterator[str]:
    """Yield a table with a line per name, which `--glossary` reads; no cell is a formula."""
    buffer = io.StringIO()
    writer = csv.writer(buffer, lineterminator="\n")
    writer.writerow(FIELDS)
    for text, terms in lists.items():
        for term in terms:
            for variant, status in statuses(term):
                places = " ".join(map(str, variant.places))
                count = len(variant.places)
                row = (term.source, variant.name, status, count, text, _kind(term), places)
                writer.writerow([guarded_cell(str(value)) for value in row])
        yield buffer.getvalue()
        buffer.seek(0)
        buffer.truncate()


def tbx(terms: Sequence[Term], source: str, target: str) -> Iterator[str]:
    """Yield TBX-Basic of version 2 (ISO 30042:2008)."""
    yield (
        '<?xml version="1.0" encoding="UTF-8"?>\n'
        f'<martif type="TBX-Basic" xml:lang={quoteattr(source)}>\n'
        "<martifHeader><fileDesc><sourceDesc><p>discotag terms</p></sourceDesc></fileDesc>"
        "</martifHeader>\n<text><body>\n"
    )
    for number, term in enumerate((term for term in terms if term.variants), 1):
        names = "".join(
            f"<tig>{_element(variant.name)}"
            f'<termNote type="administrativeStatus">{STATES[status]}</termNote></tig>'
            for variant, status in statuses(term)
        )
        yield (
            f'<termEntry id="t{number}">'
            f"<langSet xml:lang={quoteattr(source)}><tig>{_element(term.source)}</tig></langSet>"
            f"<langSet xml:lang={quoteattr(target)}>{names}</langSet></termEntry>\n"
        )
    yield "</body></text>\n</martif>\n"


def _element(text: str) -> str:
    return f"<term>{escape(text.translate(NO_XML))}</term>"


def prompt(terms: Sequence[Term]) -> Iterator[str]:
    """Yield lines that show a model what terms are called: the most frequent name of each."""
    yield f"{PROMPT}\n"
    for term in terms:
        if term.variants:
            yield f"- {_on_one_line(term.source)} → {_on_one_line(term.variants[0].name)}\n"


def _on_one_line(text: str) -> str:
    return " ".join(text.split())


def json_data(lists: Mapping[str, Sequence[Term]]) -> dict[str, Any]:
    """Return the lists of all texts as plain data."""
    return {text: [_data(term) for term in terms] for text, terms in lists.items()}


def json_lines(lists: Mapping[str, Sequence[Term]]) -> Iterator[str]:
    """Yield the JSON of the lists of all texts."""
    yield json.dumps(json_data(lists), ensure_ascii=False, indent=1) + "\n"


def _data(term: Term) -> dict[str, Any]:
    return {
        "source": term.source,
        "kind": _kind(term),
        "count": term.count,
        "names": [
            {
                "name": variant.name,
                "count": len(variant.places),
                "places": [
                    {"document": spot.document, "segment": spot.segment} for spot in variant.places
                ],
            }
            for variant in term.variants
        ],
        "unlinked": [
            {"document": spot.document, "segment": spot.segment} for spot in term.unlinked
        ],
    }


def _kind(term: Term) -> str:
    return "name" if term.is_name else "term"
