"""An explanation: what the taggers say of the words of one segment, and as plain data."""

from __future__ import annotations

from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from discotag.core.causes import causes
from discotag.core.tags import TokenRef

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.causes import Cause
    from discotag.core.document import Document, Side
    from discotag.core.explanations import Reason
    from discotag.core.tags import Mark, TaggedDocument
    from discotag.core.tokens import Tokens

SCHEMA = "discotag-explanation/1"


@dataclass(frozen=True)
class Explanation:
    """What the taggers say of one segment of one text, or of some words of it.

    Args:
        tagged: the whole document, since reasons point into it.
        segment: 0-based.
        words: the words asked for, on one side; None = the whole segment.
        reasons: of these words, tagger by tagger; those of words elsewhere are left out.
        silent: names of taggers that ran but tell no reasons.
        phenomena: what was looked for.
    """

    tagged: TaggedDocument
    segment: int
    words: tuple[TokenRef, ...] | None
    reasons: tuple[Reason, ...]
    silent: tuple[str, ...]
    phenomena: tuple[str, ...]

    @property
    def document(self) -> Document:
        """The document."""
        return self.tagged.document

    @property
    def marks(self) -> tuple[Mark, ...]:
        """The marks of the words asked for, or of the segment."""
        of_segment = (mark for mark in self.tagged.marks if mark.segment == self.segment)
        return tuple(mark for mark in of_segment if self._is_asked(_place(mark)))

    @property
    def places(self) -> tuple[TokenRef, ...]:
        """The words to tell about: those asked for, or all that a rule considered; target first."""
        if self.words is not None:
            return self.words
        found = {_place(mark) for mark in self.marks} | {reason.place for reason in self.reasons}
        return tuple(sorted(found, key=lambda place: (place.side != "target", place.token)))

    @property
    def causes(self) -> tuple[Cause, ...]:
        """Why, in short: of each mark, and of each word that rules looked at in vain."""
        known = self.words if self.words is not None else self.places
        asked = (reason for reason in self.reasons if reason.place in known)
        return causes(asked, self.marks)

    def of(self, place: TokenRef) -> tuple[Reason, ...]:
        """Return the reasons of one word: those about it first, then those that went by it."""
        about = [reason for reason in self.reasons if reason.place == place]
        by_it = [reason for reason in self.reasons if place in reason.places]
        return tuple(dict.fromkeys(about if place.side == "target" else (*about, *by_it)))

    def data(self) -> dict[str, Any]:
        """Return it as plain data, as `discotag explain --json` prints it."""
        return {
            "schema": SCHEMA,
            "document": self.document.id,
            "system": self.document.system,
            "segment": self.segment,
            "phenomena": list(self.phenomena),
            "words": None if self.words is None else [self._data(place) for place in self.words],
            "source": _layers(self.document.source, self.segment),
            "target": _layers(self.document.target, self.segment),
            "links": _links(self.document, self.segment),
            "marks": [
                {**asdict(mark), "evidence": [self._data(place) for place in mark.evidence]}
                for mark in self.marks
            ],
            "reasons": [
                {
                    **asdict(reason),
                    "verdict": str(reason.verdict),
                    "place": self._data(reason.place),
                    "places": [self._data(place) for place in reason.places],
                }
                for reason in self.reasons
            ],
            "causes": [
                {
                    "place": self._data(cause.place),
                    "phenomenon": cause.phenomenon,
                    "outcome": str(cause.outcome),
                    "label": cause.label or None,
                    "cause": cause.key,
                    "text": None if cause.reason is None else cause.reason.text,
                }
                for cause in self.causes
            ],
            "silent": list(self.silent),
        }

    def form(self, place: TokenRef) -> str:
        """Return a word as it is written."""
        side = self.document.source if place.side == "source" else self.document.target
        return side[place.segment].forms[place.token]

    def _data(self, place: TokenRef) -> dict[str, Any]:
        return {**place._asdict(), "form": self.form(place)}

    def _is_asked(self, place: TokenRef) -> bool:
        return self.words is None or place in self.words


def _place(mark: Mark) -> TokenRef:
    return TokenRef("target", mark.segment, mark.token)


def _layers(side: Side, segment: int) -> dict[str, Any]:
    return {
        "language": side.language,
        "text": side.segments[segment],
        "tokens": list(token_rows(side[segment])),
        "coreference": [
            [asdict(mention) for mention in cluster.mentions]
            for cluster in side.clusters or ()
            if any(mention.segment == segment for mention in cluster.mentions)
        ]
        if side.clusters is not None
        else None,
    }


def token_rows(tokens: Tokens) -> Iterator[dict[str, Any]]:
    """Yield each token with its columns; None where one was not computed."""
    columns = {
        "form": tokens.forms,
        "lemma": tokens.lemmas,
        "upos": tokens.upos,
        "xpos": tokens.xpos,
        "feats": tokens.feats,
        "head": tokens.heads,
        "deprel": tokens.deprels,
    }
    for index in range(len(tokens)):
        values = {name: column and column[index] for name, column in columns.items()}
        yield {"token": index, **values}


def _links(document: Document, segment: int) -> list[list[int]] | None:
    if document.alignment is None:
        return None
    return [list(link) for link in document.links(segment).links]
