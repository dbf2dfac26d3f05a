"""Documents aligned sentence by sentence, and their beads as TSV, JSON Lines, TMX or lines."""

from __future__ import annotations

import json
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Self
from xml.sax.saxutils import escape, quoteattr

from discotag.core.errors import InputError
from discotag.files.text import SEGMENTS
from discotag.language.sentences import SentenceSplitter

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

    from discotag.core.document import Bead
    from discotag.core.interfaces import Splitter
    from discotag.core.language import LanguagePack


@dataclass(frozen=True)
class SplitText:
    """A text and its sentences.

    Args:
        text: the text.
        spans: begin and end of each sentence in characters.
        joint: what joins sentences that are in one bead: a space, or nothing.
    """

    text: str
    spans: tuple[tuple[int, int], ...]
    joint: str = " "

    @classmethod
    def of(cls, text: str, pack: LanguagePack, splitter: Splitter | None = None) -> Self:
        """Split a text of a pack's language, by a splitter or the pack's rules."""
        joint = " " if pack.writing.spaces else ""
        spans = (splitter or SentenceSplitter(pack)).spans(text)
        return cls(text, tuple(spans), joint)

    @cached_property
    def sentences(self) -> tuple[str, ...]:
        """The sentences."""
        return tuple(self.text[begin:end] for begin, end in self.spans)


@dataclass(frozen=True)
class AlignedDocument:
    """A document, its translation, and the beads of both.

    Args:
        name: of the document.
        source: its text.
        target: the translation.
        beads: in order; every sentence is in one.
    """

    name: str
    source: SplitText
    target: SplitText
    beads: tuple[Bead, ...]

    def texts(self, bead: Bead) -> tuple[str, str]:
        """Return the sentences of a bead, joined, of both sides."""
        source = self.source.joint.join(self.source.sentences[slice(*bead.source)])
        return source, self.target.joint.join(self.target.sentences[slice(*bead.target)])

    def is_sure(self, bead: Bead) -> bool:
        """Return whether the words of a bead say that its sides belong together."""
        return bead.is_sure


class DocumentAligner:
    """Splits and aligns documents of one pair of languages.

    Args:
        find: finds the beads of the sentences of both sides.
        source: the source language's pack.
        target: the target language's.
        splitters: of source and target; None = the packs' rules.
    """

    def __init__(
        self,
        find: Callable[[Sequence[str], Sequence[str]], Sequence[Bead]],
        source: LanguagePack,
        target: LanguagePack,
        *,
        splitters: tuple[Splitter | None, Splitter | None] = (None, None),
    ) -> None:
        self._packs = source, target
        self._splitters, self._find = splitters, find

    def align(self, name: str, source: str, target: str) -> AlignedDocument:
        """Align a document with its translation.

        Raises:
            InputError: it has more sentences than a document may have.
        """
        here, there = (
            SplitText.of(text, pack, splitter)
            for text, pack, splitter in zip(
                (source, target), self._packs, self._splitters, strict=True
            )
        )
        most, found = SEGMENTS.value(), max(len(here.spans), len(there.spans))
        if found > most:
            raise InputError(
                f"document {name!r} has {found:,} sentences; a document may have {most:,}, since it"
                f" is in memory as a whole. Cut it into chapters, or {SEGMENTS.cure(found)}"
            )
        beads = self._find(here.sentences, there.sentences)
        return AlignedDocument(name, here, there, tuple(beads))


NO_XML = dict.fromkeys((*range(9), 11, 12, *range(14, 32), 65534, 65535))
"""Characters that XML 1.0 cannot hold (section 2.2)."""
FIELDS = ("document", "kind", "score", "source", "target")


def tsv(documents: list[AlignedDocument]) -> Iterator[str]:
    """Yield a header and one line per bead; sentences of a side are in one cell."""
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
