"""Quotations: where a text quotes, who speaks, and which quotations belong to one dialogue.

*"Don't fall for it," a third wrote* introduces somebody new; *he added* continues with a known
speaker. The source shows it: names are written as they are known, and articles mark who is new.
Quotations in successive segments are one dialogue unless the words around them introduce somebody
else.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING, NamedTuple

from discotag.language import ud

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence

    from discotag.core.document import Document
    from discotag.core.tokens import Token, Tokens


OPENING, CLOSING, EITHER = frozenset("„‟「『«“"), frozenset("”」』»"), frozenset('"«»“”')
FAMILIES = {sign: family for family in ("„‟“”", "«»", "「」", "『』", '"') for sign in family}
"""Each mark with those that belong to it: one within a quotation in others is part of it."""
LONGEST = 5
"""Segments that a quotation may run on."""


class Span(NamedTuple):
    """A part of a segment that is in a quotation: character offsets, half-open."""

    start: int
    end: int
    quotation: int


def quotations(segments: Sequence[str], quotes: Sequence[str] = ()) -> list[list[Span]]:
    """Return the quoted parts of each segment.

    A quotation that is not closed in its segment runs on to the segment that closes it, if that is
    near and opens none before; otherwise it ends with its segment. One that is only closed begins
    with its segment. `quotes` are the language's pairs of marks.
    """
    events = [_marks(text, quotes) for text in segments]
    found: list[list[Span]] = []
    running, number = False, 0
    for segment, text in enumerate(segments):
        spans: list[Span] = []
        start: int | None = 0 if running else None
        inner: list[str] = []
        for place, opens in events[segment]:
            family = FAMILIES[text[place]]
            if opens and start is None:
                number, start = number + 1, place
                inner = [family]
            elif opens:
                if family not in inner:
                    inner.append(family)
            elif len(inner) > 1 and inner[-1] == family:
                inner.pop()
            else:
                number += start is None
                spans.append(Span(start or 0, place + 1, number))
                start = None
        running = start is not None and _is_closed(events[segment + 1 : segment + 1 + LONGEST])
        if start is not None:
            spans.append(Span(start, len(text), number))
        found.append(spans)
    return found


def _is_closed(ahead: Sequence[list[tuple[int, bool]]]) -> bool:
    first = next((events[0] for events in ahead if events), None)
    return first is not None and not first[1]


def _marks(text: str, quotes: Sequence[str]) -> list[tuple[int, bool]]:
    """Return the quotation marks of a segment: place, and whether it opens."""
    found: list[tuple[int, bool]] = []
    for place, sign in enumerate(text):
        if sign in FAMILIES:
            is_open = bool(found) and found[-1][1]
            found.append((place, _opens(text, place, quotes, is_open=is_open)))
    return found


def _opens(text: str, place: int, quotes: Sequence[str], *, is_open: bool) -> bool:
    """Return whether a mark opens; „…“, «…», »…« and “…” use the same marks both ways.

    What is next to it decides first, then the language's own marks.
    """
    sign = text[place]
    if sign not in EITHER:
        return sign in OPENING
    before = text[place - 1] if place else " "
    behind = text[place + 1] if place + 1 < len(text) else " "
    is_behind_space, is_before_space = before.isspace() or before in "([—–-:", behind.isspace()
    if is_behind_space != is_before_space:
        return is_behind_space
    begins, ends = (any(pair[at] == sign for pair in quotes) for at in (0, -1))
    if begins != ends:
        return begins
    return not is_open if sign == '"' else sign in OPENING


NAME = "PROPN"
SUBJECT = "nsubj"
OF_A_NAME = frozenset({"flat", "compound", "appos", "name"})
"""Relations within a name and its title: *spokeswoman Dana Whitfield*."""
DETERMINERS = frozenset({"det", "nummod"})


class Speaker(NamedTuple):
    """Who speaks in the quotations of a segment, according to its other words.

    Args:
        names: parts of names of the subjects, in lower case.
        is_new: whether a subject is somebody who was not mentioned before: *a third*, *another*.
        is_known: whether a subject is a pronoun for somebody who was: *he*, *she*.
    """

    names: frozenset[str] = frozenset()
    is_new: bool = False
    is_known: bool = False


NOBODY = Speaker()
"""A segment whose words outside its quotations name nobody."""


def speakers(document: Document, quoted: Sequence[Sequence[Span]]) -> tuple[Speaker, ...]:
    """Return who speaks in each segment of a document's source.

    Args:
        document: its source needs parts of speech and a parse; without them nobody is found.
        quoted: the quoted parts of the source's segments.
    """
    return tuple(
        _teller(tokens, spans) for tokens, spans in zip(document.source, quoted, strict=True)
    )


def _teller(tokens: Tokens, spans: Sequence[Span]) -> Speaker:
    if tokens.upos is None or tokens.deprels is None:
        return NOBODY
    subjects = list(_subjects(tokens, spans))
    return Speaker(
        frozenset(name for subject in subjects for name in _names(subject)),
        any(_is_new(subject) for subject in subjects),
        any(_is_known(subject) for subject in subjects),
    )


def _subjects(tokens: Tokens, spans: Sequence[Span]) -> Iterator[Token]:
    """Yield the subjects outside the quotations."""
    for token in tokens:
        if ud.relation(token) == SUBJECT:
            start = tokens.starts[token.index]
            if not any(span.start <= start < span.end for span in spans):
                yield token


def _names(subject: Token) -> Iterator[str]:
    """Yield the names that a subject is made of."""
    if subject.upos == NAME:
        yield subject.form.casefold()
    for child in subject.children:
        if ud.relation(child) in OF_A_NAME:
            yield from _names(child)


def _is_new(subject: Token) -> bool:
    """Return whether a subject is indefinite: *another*, *a third*, *one reader*."""
    words = [subject, *(c for c in subject.children if ud.relation(c) in DETERMINERS)]
    return any(
        word.feats.get("Definite") == "Ind"
        or word.feats.get("PronType") == "Ind"
        or (word is not subject and word.feats.get("NumType") == "Card")
        for word in words
    )


def _is_known(subject: Token) -> bool:
    return subject.upos == "PRON" and subject.feats.get("PronType") == "Prs"


ASKING = frozenset("?？;؟")
"""Marks that end a question; what follows it answers."""


@dataclass
class _Row:
    """Quotations of segments that follow each other.

    Args:
        talk: the talk of the last of them.
        last: their last segment.
        speaker: who spoke last.
        people: part of a name → the talk of whom it names.
    """

    talk: int
    last: int
    speaker: Speaker
    people: dict[str, int] = field(default_factory=dict)


def dialogues(
    segments: Sequence[str], quoted: Sequence[Sequence[Span]], told: Sequence[Speaker] = ()
) -> dict[int, int]:
    """Return for each quotation the first one of its talk.

    Args:
        segments: the text.
        quoted: its quotations, as `quotations` gives them.
        told: who speaks in each segment; `()` if nothing shows it.
    """
    found: dict[int, int] = {}
    row: _Row | None = None
    for segment, spans in enumerate(quoted):
        if not spans:
            continue
        first, speaker = spans[0], told[segment] if told else NOBODY
        if row is None or row.last < segment - 1:
            before = told[segment - 1] if told and segment else NOBODY
            row = _Row(first.quotation, segment, speaker)
            row.people.update(dict.fromkeys(() if speaker.names else before.names, row.talk))
        elif first.quotation not in found:
            is_answer = _asks(segments[row.last], quoted[row.last]) and first.start == 0
            row.talk = _next_talk(row, speaker, first.quotation, is_answer=is_answer)
            row.speaker = speaker if speaker != NOBODY else row.speaker
        row.people.update(dict.fromkeys(speaker.names, row.talk))
        row.last = segment
        for span in spans:
            found.setdefault(span.quotation, row.talk)
    return found


def _next_talk(row: _Row, speaker: Speaker, quotation: int, *, is_answer: bool) -> int:
    """Return the dialogue of a quotation after others, which begins one if somebody else speaks."""
    known = next((row.people[name] for name in sorted(speaker.names) if name in row.people), None)
    if known is not None:
        return known
    is_other = speaker.is_new or (speaker.names and (row.people or row.speaker.is_known))
    return quotation if is_other and not is_answer else row.talk


def _asks(text: str, spans: Sequence[Span]) -> bool:
    """Return whether a question is quoted."""
    return any(not ASKING.isdisjoint(text[span.start : span.end]) for span in spans)
