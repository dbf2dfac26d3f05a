"""An explanation: what the taggers say of the words of one segment, and as plain data."""

from __future__ import annotations

import re
from dataclasses import asdict, dataclass
from typing import TYPE_CHECKING, Any

from discotag.core.errors import InputError, UsageError
from discotag.core.explanations import causes
from discotag.core.tags import TokenRef
from discotag.pipeline.stages import Stages

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.core.document import Document, ParallelText, Side, SideName
    from discotag.core.explanations import Cause, Reason
    from discotag.core.registry import Registry
    from discotag.core.tags import Mark, TaggedDocument
    from discotag.core.tokens import Tokens
    from discotag.pipeline.plans import Plan


SCHEMA = "discotag-explanation/1"


@dataclass(frozen=True)
class Explanation:
    """What the taggers say of one segment of one text, or of some words of it.

    Args:
        tagged: the whole document, since reasons point into it.
        segment: 0-based.
        words: the words asked for, on one side; None = the whole segment.
        reasons: of these words, tagger by tagger; those of words elsewhere are left out.
        silent: names of taggers that ran but give no reasons.
        phenomena: what was searched for.
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
        """The words to explain: those asked for, or all that a rule considered; target first."""
        if self.words is not None:
            return self.words
        found = {_place(mark) for mark in self.marks} | {reason.place for reason in self.reasons}
        return tuple(sorted(found, key=lambda place: (place.side != "target", place.token)))

    @property
    def causes(self) -> tuple[Cause, ...]:
        """Why, in short: of each mark, and of each word that rules examined in vain."""
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


AT = re.compile(r"([0-9]{1,9})(?::(.+))?")
COLON = re.compile(":")
SHOWN = 5
"""Documents that a message names."""


def locate(texts: Iterable[ParallelText], at: str) -> tuple[ParallelText, int, str | None]:
    """Find `DOC:SEGMENT[:WORD]` in a corpus; `DOC:` may be left out before the first document.

    Documents are searched for first, so that `7:3` is segment 3 of document `7` where there is one.

    Returns:
        The document, the segment's 0-based index, and the word (or its token index) if one is
        named.

    Raises:
        UsageError: it is not of this form, no document of the corpus is meant, or several are.
        InputError: the document has no such segment.
    """
    text, match = _meant(texts, at)
    segment = int(match[1])
    if segment >= len(text.source):
        raise InputError(
            f"--at {at}: document {text.id!r} has segments 0 to {len(text.source) - 1}"
        )
    return text, segment, match[2]


def _meant(texts: Iterable[ParallelText], at: str) -> tuple[ParallelText, re.Match[str]]:
    """Find the document that is meant, and what follows its id; errors as `locate`."""
    wanted = {
        at[: sign.start()]: match
        for sign in COLON.finditer(at)
        if (match := AT.fullmatch(at, sign.end()))
    }
    known: list[str] = []
    found: list[tuple[ParallelText, re.Match[str]]] = []
    first: ParallelText | None = None
    for text in texts:
        first = first or text
        known.append(text.id)
        if text.id in wanted:
            found.append((text, wanted.pop(text.id)))
        if not wanted:
            break
    if len(found) > 1:
        told = " or ".join(f"segment {match[1]} of document {text.id!r}" for text, match in found)
        raise UsageError(f"--at {at!r} may be {told}; rename one of the documents")
    if found:
        return found[0]
    match = AT.fullmatch(at)
    are_numbers = any(name.isdecimal() for name in known)
    if first is None or match is None or (match[2] and are_numbers):
        shown = ", ".join(map(repr, known[:SHOWN])) + (" …" if len(known) > SHOWN else "")
        told = "give DOC:SEGMENT or DOC:SEGMENT:WORD, both counted from 0"
        raise UsageError(f"--at {at!r}: {told}; documents: {shown}")
    return first, match


def words_at(document: Document, segment: int, word: str) -> tuple[TokenRef, ...]:
    """Find a word by its index or its form, in the target or else in the source."""
    if word.isdecimal() and int(word) < len(document.target[segment]):
        return (TokenRef("target", segment, int(word)),)
    wanted = word.casefold()
    sides: tuple[tuple[SideName, Side], ...] = (
        ("target", document.target),
        ("source", document.source),
    )
    for name, side in sides:
        forms = side[segment].forms
        found = [index for index, form in enumerate(forms) if form.casefold() == wanted]
        if found:
            return tuple(TokenRef(name, segment, index) for index in found)
    return ()


def explain(
    plan: Plan, registry: Registry, text: ParallelText, segment: int, word: str | None = None
) -> tuple[Explanation, ...]:
    """Return why the words of a segment were tagged or not, for each target text.

    Args:
        plan: what to run.
        registry: where its components were found.
        text: the whole document, since earlier segments decide.
        segment: 0-based.
        word: a word of the target, or else of the source, compared without case; or the 0-based
            index of a target token; None = the whole segment.

    Raises:
        InputError: there is no such segment, or no text of the document has such a word there.
        DiscotagError: a component that failed.
    """
    if not 0 <= segment < len(text.source):
        raise InputError(f"document {text.id!r} has no segment {segment}")
    stages = Stages(plan, registry)
    found = []
    for tagged_text in stages.tag_batch([text]):
        for tagged in (*tagged_text.references.values(), *tagged_text.hypotheses.values()):
            words = None if word is None else words_at(tagged.document, segment, word)
            if words == ():
                continue
            told = list(stages.reasons(tagged.document))
            kept = (
                reason
                for _, of_tagger in told
                for reason in of_tagger or ()
                if _concerns(reason, segment, words)
            )
            silent = tuple(choice.info.name for choice, of_tagger in told if of_tagger is None)
            found.append(Explanation(tagged, segment, words, tuple(kept), silent, plan.phenomena))
    if not found:
        raise InputError(f"document {text.id!r}, segment {segment}: there is no word {word!r}")
    return tuple(found)


def _concerns(reason: Reason, segment: int, words: tuple[TokenRef, ...] | None) -> bool:
    if words is None:
        return reason.place.segment == segment
    sources = [place for place in words if place.side == "source"]
    return reason.place in words or any(place in reason.places for place in sources)
