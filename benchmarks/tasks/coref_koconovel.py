"""Gold coreference of Korean stories: KoCoNovel's JSON lines, one part of a story a line.

`{"doc_id": "9_0", "omniscent_separate": [[["541", "542", "그", "A"], …], …], …}`: a list of chains;
a mention is begin, end, words and the characters' letters (`A+C` for two). Of its four readings
this takes `omniscent_separate`: all that the reader will know, a plural apart from its members. The
file holds no text: it must stand beside it as `DOC_ID.txt`, and a part without one is left out.
Segments are the sentences of the text; a mention across their borders is left out.
"""

from __future__ import annotations

from bisect import bisect_right
from typing import TYPE_CHECKING

from pydantic import BaseModel

from benchmarks.tasks.coref_gold import GoldDocument, GoldMention, in_order
from benchmarks.tasks.gold import at
from discotag.core.document import Side
from discotag.files.json import records
from discotag.files.text import Notes
from discotag.language.sentences import SentenceSplitter

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from discotag.core.language import LanguagePack

MARK = '"omniscent_separate"'
"""What a line of this format holds (the corpus spells it so)."""


class StoryPart(BaseModel):
    """A line of the file, as far as it is read."""

    doc_id: str
    omniscent_separate: list[list[tuple[int, int, str, str]]]


def without_text(path: Path) -> list[str]:
    """Return the parts of a file that no text stands beside."""
    return [item.doc_id for _, item in records(path, StoryPart, Notes()) if not _text(path, item)]


def read_koconovel(path: Path, pack: LanguagePack) -> Iterator[GoldDocument]:
    """Yield the parts whose text stands beside the file.

    Raises:
        InputError: a line that is not of the format, or whose words are not where it says.
    """
    for number, item in records(path, StoryPart, Notes()):
        if words := _text(path, item):
            with at(words, None, "a text in UTF-8"):
                text = words.read_bytes().decode("utf-8")
            with at(path, number, f"words and places of {words.name}"):
                yield _document(item, text, pack)


def _text(path: Path, item: StoryPart) -> Path | None:
    place = path.parent / f"{item.doc_id}.txt"
    return place if place.is_file() and place.parent == path.parent else None


def _document(item: StoryPart, text: str, pack: LanguagePack) -> GoldDocument:
    segments = SentenceSplitter(pack).spans(text)
    begins = [begin for begin, _ in segments]
    mentions = []
    for chain, places in enumerate(item.omniscent_separate):
        for begin, end, words, letters in places:
            if not words or text[begin:end] != words:
                raise ValueError(words)
            segment = bisect_right(begins, begin) - 1
            if segment >= 0 and end <= segments[segment][1]:
                start = segments[segment][0]
                mentions.append(
                    GoldMention(segment, begin - start, end - start, str(chain), etype=letters)
                )
    side = Side(pack.code, tuple(text[begin:end] for begin, end in segments))
    return GoldDocument(item.doc_id, side, in_order(mentions), "story")
