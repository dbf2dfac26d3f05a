"""What the page's program reads: an index of the documents, and each document by itself.

Arrays are used for records, since there are many; `web/data.js` reads them back. Offsets count
UTF-16 code units, as the page's program does.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Any

from discotag.core.errors import PluginError
from discotag.core.language import direction
from discotag.core.results import Verdict
from discotag.rendering.text import utf16_offset

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag.core.document import Place, Side
    from discotag.core.results import DocumentView, Judgement, Results
    from discotag.core.tags import Mark, TaggedDocument

LETTERS = {
    Verdict.CORRECT: "c",
    Verdict.WRONG: "w",
    Verdict.MISSING: "m",
    Verdict.UNJUDGED: "u",
}
NO_VERDICT = "-"
"""The value where a scorer says nothing about a tag."""
SUPPORTED = {"state": "supported"}
"""What is taken of a phenomenon that has tags although the run does not name it."""

Span = tuple[int, int]


class Pages:
    """Turns documents into the page's records, one at a time, and keeps what the index needs.

    Args:
        results: the run.
    """

    def __init__(self, results: Results) -> None:
        self._texts = (*results.references, *results.systems)
        self._results = results
        self._phenomena = {name: place for place, name in enumerate(results.phenomena)}
        self._scorers: dict[str, int] = {}
        self._documents: list[dict[str, Any]] = []

    def index(self) -> dict[str, Any]:
        """Return the record of the whole: names, languages and the list of documents so far."""
        results = self._results
        return {
            "source": _language(results.source_language, results.directions),
            "target": _language(results.target_language, results.directions),
            "references": len(results.references),
            "texts": self._texts,
            "phenomena": list(self._phenomena),
            "looked": [self._is_looked_for(name) for name in self._phenomena],
            "scorers": list(self._scorers),
            "documents": self._documents,
        }

    def add(self, view: DocumentView) -> dict[str, Any]:
        """Return the record of one document, and take it into the index.

        Raises:
            PluginError: a scorer judged a tag that the first reference does not have.
        """
        labels: dict[str, int] = {}
        first = self._first(view)
        verdicts = {
            (self._scorer(scorer), self._texts.index(system)): _verdicts(
                view.id, scorer, first, told
            )
            for (scorer, system), told in view.judgements.items()
            if system in self._texts
        }
        self._documents.append(
            {
                "id": view.id,
                "domain": view.domain,
                "segments": len(view.source),
                "tags": len(first.tags) if first else 0,
                "wrong": [[*key, *_counts(letters)] for key, (letters, _) in verdicts.items()],
            }
        )
        tags = [
            self._tags(view.texts[name], labels) if name in view.texts else []
            for name in self._texts
        ]
        return {
            "source": view.source.segments,
            **_paragraphs(view.source),
            "targets": [_segments(view.texts.get(name)) for name in self._texts],
            "tags": tags,
            "labels": list(labels),
            "verdicts": [
                [*key, letters, _answers(view.texts[self._texts[key[1]]], first, spans)]
                for key, (letters, spans) in verdicts.items()
            ],
        }

    def _is_looked_for(self, phenomenon: str) -> bool:
        return bool(self._results.phenomena.get(phenomenon, SUPPORTED)["state"] == "supported")

    def _first(self, view: DocumentView) -> TaggedDocument | None:
        names = self._results.references or self._results.systems
        return view.texts.get(names[0]) if names else None

    def _scorer(self, name: str) -> int:
        return self._scorers.setdefault(name, len(self._scorers))

    def _tags(self, tagged: TaggedDocument, labels: dict[str, int]) -> list[list[Any]]:
        sides = {"source": tagged.document.source, "target": tagged.document.target}
        return [
            [
                self._phenomena.setdefault(tag.phenomenon, len(self._phenomena)),
                labels.setdefault(tag.label, len(labels)),
                tag.segment,
                *_span(sides["target"], tag.segment, tag.token),
                [_span(sides["source"], tag.segment, token) for token in tag.source_tokens],
                [
                    [
                        int(place.side == "target"),
                        place.segment,
                        *_span(sides[place.side], place.segment, place.token),
                    ]
                    for place in tag.evidence
                ],
                tag.distance,
                tag.span,
            ]
            for tag in tagged.tags
        ]


def _paragraphs(side: Side) -> dict[str, list[int]]:
    """Return the segments with which the file's paragraphs begin; nothing if each is one.

    A paragraph is what the file names so (`p[3]`, a cue), or a line of it.
    """
    begins = [0]
    before = side.places[0] if side.places else ()
    for segment, places in enumerate(side.places[1:], 1):
        if not places:
            continue
        if not before or _paragraph(before[-1]) != _paragraph(places[0]):
            begins.append(segment)
        before = places
    return {"paragraphs": begins} if side.places and len(begins) < len(side) else {}


def _paragraph(place: Place) -> str | int:
    return place.name or place.line


def _language(code: str, directions: Mapping[str, str]) -> dict[str, str]:
    return {"code": code, "direction": directions.get(code) or direction(code)}


def _segments(tagged: TaggedDocument | None) -> Sequence[str] | None:
    return None if tagged is None else tagged.document.target.segments


def _span(side: Side, segment: int, token: int) -> Span:
    tokens = side[segment]
    start, end = tokens.starts[token], tokens.ends[token]
    return utf16_offset(tokens.text, start), utf16_offset(tokens.text, end)


def _verdicts(
    document: str, scorer: str, first: TaggedDocument | None, told: Sequence[Judgement]
) -> tuple[str, Mapping[int, tuple[int, ...]]]:
    """Return one letter per tag, and the words by which a tag was judged."""
    places: dict[tuple[str, str, int, int], list[int]] = {}
    tags: tuple[Mark, ...] = first.tags if first else ()
    for place, tag in enumerate(tags):
        key = (tag.phenomenon, tag.label, tag.segment, tag.token)
        places.setdefault(key, []).append(place)
    letters = [NO_VERDICT] * len(tags)
    words: dict[int, tuple[int, ...]] = {}
    for item in told:
        waiting = places.get((item.phenomenon, item.label, item.segment, item.token))
        if not waiting:
            raise PluginError(
                f"scorer {scorer} judged a tag that the first reference does not have: document"
                f" {document!r}, segment {item.segment}, token {item.token}, {item.phenomenon}"
                f" {item.label!r}; leave the scorer out, and tell its authors"
            )
        place = waiting.pop(0)
        letters[place] = LETTERS[item.verdict]
        if item.tokens:
            words[place] = item.tokens
    return "".join(letters), words


def _answers(
    hypothesis: TaggedDocument,
    first: TaggedDocument | None,
    words: Mapping[int, tuple[int, ...]],
) -> list[list[Any]]:
    """Give, for each judged tag, the hypothesis' words by which it was judged."""
    if first is None:
        return []
    target, tags = hypothesis.document.target, first.tags
    return [
        [place, [_span(target, tags[place].segment, token) for token in tokens]]
        for place, tokens in words.items()
    ]


def _counts(letters: str) -> tuple[int, int, int]:
    """Count wrong, missing and all judged tags."""
    found = Counter(letters)
    return found["w"], found["m"], found["c"] + found["w"] + found["m"]
