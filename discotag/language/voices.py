"""Voices: who speaks at a place of a text, as far as marks, names and letters show.

Two people of one text may well address their hearers differently, so what is compared, and what
counts as context, must come from one mouth. A voice of its own is each quotation, each speaker who
is named before a colon more than once or whom the file names (subtitles), each letter within a
text, and what a mail or post cites after `>`. Taggers, checks and scorers ask here, so that they
agree.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from discotag.core.document import Places, place_at
from discotag.language.quotations import dialogues, quotations, speakers

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag.core.document import Document
    from discotag.core.language import LanguagePack
    from discotag.core.tags import TokenRef
    from discotag.language.quotations import Speaker

TWICE, OFTEN = 2, 3
"""How often a speaker must be named: one with a capital, a user name in small letters."""
SALUTATION = 8
"""Words of the longest salutation."""
TEXT, CITED, QUOTATION, LETTER, SPEAKER = "text", "cited", "quotation ", "letter ", "speaker "
Told = TypeVar("Told", str, bool)

_SPEAKER = re.compile(
    r"\s*(?:[-–—]\s*)?(?P<name>@?[^\W\d_][\w.'’ -]{0,30}?)\s?(?:[:：]\s|：|:(?=[^\x00-\x7f]))"
)
"""A name and a colon; scripts without spaces have none after it."""
_USER = re.compile(r"@?[^\W\d_]\w*[\d_]\w*|@\w+")


class SpeakerConventions(NamedTuple):
    """What a pack says of voices.

    Args:
        quotes: pairs of quotation marks, opening and closing in one string.
        salutations: beginnings of the first line of a letter, in lower case.
        closings: beginnings of the line that ends it.
    """

    quotes: tuple[str, ...] = ()
    salutations: tuple[str, ...] = ()
    closings: tuple[str, ...] = ()

    @classmethod
    def of(cls, pack: LanguagePack) -> SpeakerConventions:
        """Read them from a language's pack."""
        address = pack.address
        return cls(pack.writing.quotes, address.salutations, address.closings)


NO_CONVENTIONS = SpeakerConventions()
"""A language whose pack says nothing of voices."""


class Voices:
    """The voices of one side's segments."""

    def __init__(
        self,
        segments: Sequence[str],
        conventions: SpeakerConventions = NO_CONVENTIONS,
        places: Sequence[Places] = (),
        lines: Sequence[int] = (),
        told: Sequence[Speaker] = (),
        *,
        has_labels: bool = False,
    ) -> None:
        """Find quotations, speakers and letters.

        `places` may name speakers, too. `lines` has the line of the file that each segment begins
        on: what the beginning of a line shows holds for all sentences of it. `told` has who speaks
        in the quotations of each segment. With `has_labels` a word before a colon is a label
        (`Note:`) and names nobody.
        """
        self._places = places
        self._quoted = quotations(segments, conventions.quotes)
        self._talks = dialogues(segments, self._quoted, told)
        names = ["" if has_labels else _speaker(text) for text in segments]
        often = Counter(name for name in names if name)
        self._speakers = _carried(
            [
                name if name and often[name] >= (OFTEN if name[0].islower() else TWICE) else ""
                for name in names
            ],
            lines,
        )
        self._cited = _carried(
            [text.lstrip().startswith((">", "＞", "&gt;")) for text in segments], lines
        )
        self._letters = _letters(segments, conventions)

    def at(self, segment: int, offset: int) -> str:
        """Return the name of the voice at a character of a segment."""
        quotation = self._quotation(segment, offset)
        if quotation is not None:
            return f"{QUOTATION}{quotation}"
        if self._cited[segment]:
            return CITED
        if self._letters[segment]:
            return f"{LETTER}{self._letters[segment]}"
        speaker = self._told(segment, offset) or self._speakers[segment]
        return f"{SPEAKER}{speaker}" if speaker else TEXT

    def _told(self, segment: int, offset: int) -> str:
        """Return whom the file names as the speaker."""
        place = place_at(self._places[segment], offset) if self._places else None
        return place.speaker if place is not None else ""

    def talk(self, segment: int, offset: int) -> str:
        """Return the name of the voices whose words are context at a character of a segment.

        That is the voice itself; of quotations in segments that follow each other, all that may be
        of one mouth, or question and answer (`talks`).
        """
        quotation = self._quotation(segment, offset)
        if quotation is not None:
            return f"{QUOTATION}{self._talks[quotation]}"
        return self.at(segment, offset)

    def _quotation(self, segment: int, offset: int) -> int | None:
        for span in self._quoted[segment]:
            if span.start <= offset < span.end:
                return span.quotation
        return None


def voice_names(
    document: Document, conventions: SpeakerConventions | None
) -> Callable[[TokenRef], str]:
    """Return what names the voices that are context for a place of a document's target.

    Without conventions there is but one voice.
    """
    if conventions is None:
        return lambda _: TEXT
    voices, target = voices_of_document(document, conventions), document.target
    return lambda place: voices.talk(place.segment, target[place.segment].starts[place.token])


def is_quoted(voice: str) -> bool:
    """Return whether a voice is a quotation, a letter within a text, or what a mail cites."""
    return voice == CITED or voice.startswith((QUOTATION, LETTER))


def is_speaker(voice: str) -> bool:
    """Return whether a voice is that of a speaker who is named."""
    return voice.startswith(SPEAKER)


def voices_of_document(document: Document, conventions: SpeakerConventions) -> Voices:
    """Return the voices of a document's target; taggers, checks and scorers share them."""
    target = document.target
    lines = tuple(places[0].line if places else 0 for places in target.places)
    told = _told(document, conventions)
    return voices_of(
        target.segments, conventions, _speaking(document), lines, told, has_labels=document.is_app
    )


@lru_cache(maxsize=8)
def voices_of(
    segments: tuple[str, ...],
    conventions: SpeakerConventions,
    places: tuple[Places, ...] = (),
    lines: tuple[int, ...] = (),
    told: tuple[Speaker, ...] = (),
    *,
    has_labels: bool = False,
) -> Voices:
    """Return the voices of a text."""
    return Voices(segments, conventions, places, lines, told, has_labels=has_labels)


def _told(document: Document, conventions: SpeakerConventions) -> tuple[Speaker, ...]:
    """Return who speaks in the quotations of each segment; `()` if the text has none."""
    target = document.target.segments
    if not any(quotations(target, conventions.quotes)):
        return ()
    return speakers(document, quotations(document.source.segments, conventions.quotes))


def _speaking(document: Document) -> tuple[Places, ...]:
    """Return places that show who speaks in the target; `()` if nobody is named.

    Where the translation's file names nobody, the source's does, for segments of one speaker.
    """
    target, source = document.target.places, document.source.places
    if _tells(target):
        return target
    if not _tells(source):
        return ()
    return tuple(
        places[:1] if len({place.speaker for place in places}) == 1 else () for places in source
    )


def _tells(texts: Sequence[Places]) -> bool:
    return any(place.speaker for places in texts for place in places)


def _carried(told: Sequence[Told], lines: Sequence[int]) -> list[Told]:
    """Return what is known of each segment, or else of the segment before it on its line."""
    found = list(told)
    for segment in range(1, len(lines)):
        if lines[segment] == lines[segment - 1]:
            found[segment] = found[segment] or found[segment - 1]
    return found


def is_speaker_name(text: str, offset: int) -> bool:
    """Return whether what is at an offset names the speaker, *Ann* in *Ann: Yes*."""
    found = _SPEAKER.match(text)
    return found is not None and found.start("name") <= offset < found.end("name")


def _speaker(text: str) -> str:
    """Return whom a segment names as its speaker; empty if nobody."""
    found = _SPEAKER.match(text)
    name = found["name"] if found else ""
    return name if not name[:1].islower() or _USER.fullmatch(name) else ""


def _letters(segments: Sequence[str], conventions: SpeakerConventions) -> list[int]:
    """Return the number of the letter that each segment belongs to; 0 where it belongs to none.

    A letter runs from its salutation to its closing. One that opens the text, or is never closed,
    is the text itself.
    """
    found = [0] * len(segments)
    begin, number = 0, 0
    for segment, text in enumerate(segments if conventions.salutations else ()):
        line = text.strip().casefold()
        if _begins(line, conventions.salutations) and len(line.split()) <= SALUTATION:
            begin = segment
        elif begin and _begins(line, conventions.closings):
            number += 1
            found[begin : segment + 1] = [number] * (segment + 1 - begin)
            begin = 0
    return found


def _begins(line: str, beginnings: Sequence[str]) -> bool:
    return any(
        line.startswith(one) and not line[len(one) : len(one) + 1].isalpha() for one in beginnings
    )
