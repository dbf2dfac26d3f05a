"""How a document is translated: as a whole, in pieces, or segment by segment.

These are conversations with an engine that somebody else asks: each yields calls and is sent
replies, so nothing here knows of networks, journals or threads.
"""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING, Literal

from discotag_translate.engines.engine import Call, Refusal, Reply
from discotag_translate.markers import MarkerError, fault_among, fault_of, join, one_line, split

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from discotag_translate.content_check import ContentCheck, Doubt
    from discotag_translate.engines.engine import Engine
    from discotag_translate.markers import Languages, Style
    from discotag_translate.unmarked import Finder

MOST_HALVINGS = 3
"""How often a piece that fails is halved before its segments go one by one; so each segment is sent
at most 2 + MOST_HALVINGS times, and ATTEMPTS − 1 times more."""
ATTEMPTS = 2
"""How often a segment by itself is asked for, where its answer is of no use."""
How = Literal["document", "piece", "segment", "blank", "failed"]


@dataclass(frozen=True, slots=True)
class Segment:
    """What became of a segment.

    Args:
        text: its translation, one line; empty if it is blank or failed.
        how: with the whole document, in a piece of it, by itself; `blank` = there was nothing to
            translate; `failed` = it has no translation.
        size: how many segments were translated together.
        troubles: what went wrong before it was right, or for good.
        doubt: what still looks wrong with a translation that was kept; `""` = nothing.
        is_unaligned: whether it was not found in the translation of a text without markers.
    """

    text: str
    how: How
    size: int = 0
    troubles: tuple[str, ...] = ()
    doubt: str = ""
    is_unaligned: bool = False


Conversation = Generator[Call, Reply, list[Segment]]
Part = Generator[Call, Reply, None]


@dataclass(slots=True)
class Talk:
    """A conversation about one document.

    Args:
        source: its segments.
        engine: who will be asked.
        most_characters: most characters of a call; None = what the engine takes.
        context: how many earlier segments go with a call.
        languages: what judges the language of translations.
        content: what judges whether a translation is that of its segment.
        is_whole: whether segments go together.
        finder: finds segments that go together without markers; None = they have markers.
    """

    source: Sequence[str]
    engine: Engine
    is_whole: bool = True
    most_characters: int | None = None
    context: int = 0
    languages: Languages | None = None
    content: ContentCheck | None = None
    finder: Finder | None = None
    unaligned: set[int] = field(default_factory=set)
    made: dict[int, Segment] = field(default_factory=dict)
    troubles: dict[int, list[str]] = field(default_factory=dict)

    def hold(self) -> Conversation:
        """Yield calls, take replies; give a Segment for each segment."""
        places = []
        for place, text in enumerate(self.source):
            if text.strip():
                places.append(place)
            else:
                self.made[place] = Segment("", "blank")
        for piece in self._pieces(places):
            yield from self._together(piece, MOST_HALVINGS) if self.is_whole else self._apart(piece)
        return [
            replace(self.made[place], is_unaligned=place in self.unaligned)
            for place in range(len(self.source))
        ]

    def _pieces(self, places: Sequence[int]) -> list[list[int]]:
        """Split segments into runs that fit into a call; one that is too long goes by itself."""
        limits = self.engine.limits
        most = self.most_characters or limits.characters
        if self.is_whole:
            count = len(places)
        else:
            count = 1 if self.context and self.engine.context != "none" else limits.texts
        pieces: list[list[int]] = []
        room = -1
        for place in places:
            size = self._size(place)
            if room < size or len(pieces[-1]) >= count:
                pieces.append([])
                room = most
            pieces[-1].append(place)
            room -= size
        return pieces

    def _size(self, place: int) -> int:
        """Return the characters of a segment within a text, its marker among them."""
        text = self.source[place]
        if not self.is_whole or self.finder is not None:
            return len(text) + self.is_whole
        style = self.engine.style([text])
        number = len(self.source)
        return len(style.written(text)) + len(style.mark(number)) + 2 if style else len(text)

    def _together(self, piece: list[int], halvings: int) -> Part:
        """Translate segments as one text; what fails goes in halves, and at last one by one."""
        sources = [self.source[place] for place in piece]
        style = self.engine.style(sources) if self.finder is None else None
        if len(piece) == 1 or (style is None and self.finder is None):
            for place in piece:
                yield from self._alone(place)
            return
        if style is None:
            call = Call(("\n".join(map(one_line, sources)),), self._before(piece[0]))
        else:
            call = Call((join(sources, style),), self._before(piece[0]), style.example)
        parts, trouble = self._parts((yield call), sources, style)
        if not trouble:
            known = [place for place, part in zip(piece, parts, strict=True) if part is not None]
            texts = [part for part in parts if part is not None]
            fault = fault_among(texts, self.languages)
            doubts = self._doubts(known, texts) if fault is None else {}
            if fault is None and (len(doubts) <= 1 or 2 * len(doubts) <= len(piece)):
                lost = sorted(set(piece).difference(known))
                yield from self._keep_but(known, texts, doubts, lost, len(piece))
                return
            trouble = fault or next(iter(doubts.values())).told
        self._note(piece, f"{len(piece)} segments together: {trouble}")
        if halvings == 0:
            for place in piece:
                yield from self._alone(place)
            return
        middle = (len(piece) + 1) // 2
        for half in (piece[:middle], piece[middle:]):
            yield from self._together(half, halvings - 1)

    def _parts(
        self, reply: Reply, sources: Sequence[str], style: Style | None
    ) -> tuple[Sequence[str | None], str]:
        """Return the segments of an answer, and what is wrong with it as a whole; "" = nothing."""
        if isinstance(reply, Refusal):
            return (), reply.reason
        if reply.cut:
            return (), f"the answer is not complete ({reply.cut})"
        if self.finder is not None:
            parts = self.finder.parts(sources, reply.texts[0])
            lost = sum(part is None for part in parts)
            is_poor = 2 * lost > len(parts)
            return parts, f"{lost} of {len(parts)} could not be aligned" if is_poor else ""
        try:
            return (split(reply.texts[0], len(sources), style) if style else ()), ""
        except MarkerError as error:
            return (), str(error)

    def _apart(self, piece: list[int]) -> Part:
        """Translate segments each by itself, several in a call."""
        if len(piece) == 1:
            yield from self._alone(piece[0])
            return
        reply = yield Call(tuple(self.source[place] for place in piece))
        if isinstance(reply, Refusal) or reply.cut:
            why = reply.reason if isinstance(reply, Refusal) else reply.cut
            self._note(piece, f"in a call with others: {why}")
            for place in piece:
                yield from self._alone(place)
            return
        for place, text in zip(piece, reply.texts, strict=True):
            if fault := fault_of(text, self.languages):
                self._note([place], fault)
                yield from self._alone(place)
            else:
                yield from self._keep_but([place], [text], self._doubts([place], [text]))

    def _keep_but(
        self,
        piece: Sequence[int],
        parts: Sequence[str],
        doubts: Mapping[int, Doubt],
        lost: Sequence[int] = (),
        together: int = 0,
    ) -> Part:
        """Keep what came but for doubtful parts, each of which is asked for by itself.

        Args:
            piece: the segments that came.
            parts: their translations.
            doubts: what looks wrong with some.
            lost: segments that went with them and could not be aligned with the response.
            together: how many segments went together; 0 = these.
        """
        self._keep(piece, parts, together)
        for place in sorted({*doubts, *lost}):
            if doubt := doubts.get(place):
                kept = self.made.pop(place)
                self._note([place], f"in a call with others: {doubt.told}")
                yield from self._alone(place, kept, doubt)
            else:
                self.unaligned.add(place)
                self._note([place], f"{together} segments together: could not be aligned")
                yield from self._alone(place)

    def _alone(self, place: int, kept: Segment | None = None, doubt: Doubt | None = None) -> Part:
        """Translate one segment; where that fails for good, say so.

        Args:
            place: the segment's.
            kept: what is there already of it, doubtful.
            doubt: why.
        """
        for attempt in range(ATTEMPTS):
            reply = yield Call((self.source[place],), self._before(place), attempt=attempt)
            if isinstance(reply, Refusal):
                self._note([place], reply.reason)
                break
            text = reply.texts[0]
            fault = fault_of(text, self.languages, may_break=False)
            if reply.cut:
                fault = f"the answer is not complete ({reply.cut})"
            found = None if fault else self._doubts([place], [text]).get(place)
            if fault is None and found is None:
                self._keep([place], [text])
                return
            self._note([place], fault or (found.told if found else ""))
            if found is not None and (doubt is None or found.kind != doubt.kind):
                # What has the same fault together and alone is kept as it came with the others.
                self._keep([place], [text])
                kept, doubt = self.made.pop(place), found
        troubles = tuple(self.troubles[place])
        if kept is None or doubt is None or doubt.kind == "lines":
            self.made[place] = Segment("", "failed", 1, troubles)
        else:
            self.made[place] = replace(kept, troubles=troubles, doubt=doubt.told)

    def _doubts(self, piece: Sequence[int], parts: Sequence[str]) -> dict[int, Doubt]:
        """Return what looks wrong with the translations of segments, by place."""
        if self.content is None:
            return {}
        before = [
            (self.source[place], made.text)
            for place, made in self.made.items()
            if made.text and place < piece[0]
        ]
        found = self.content.doubts([self.source[place] for place in piece], parts, before)
        return {piece[index]: doubt for index, doubt in found.items()}

    def _before(self, place: int) -> tuple[tuple[str, str], ...]:
        """Return the segments before that go with a call: those that have a translation."""
        if not self.context or self.engine.context == "none":
            return ()
        pairs: list[tuple[str, str]] = []
        for at in reversed(range(place)):
            if len(pairs) == self.context:
                break
            if self.made[at].how not in {"blank", "failed"}:
                pairs.insert(0, (self.source[at], self.made[at].text))
        # What an engine does not read is not a part of what is asked.
        return tuple((one, two if self.engine.context == "pairs" else "") for one, two in pairs)

    def _keep(self, piece: Sequence[int], texts: Sequence[str], together: int = 0) -> None:
        size = together or len(piece)
        how: How = "segment" if size == 1 or not self.is_whole else "piece"
        if how == "piece" and size == sum(bool(text.strip()) for text in self.source):
            how = "document"
        for place, text in zip(piece, texts, strict=True):
            troubles = tuple(self.troubles.get(place, ()))
            self.made[place] = Segment(one_line(text), how, size, troubles)

    def _note(self, piece: Sequence[int], trouble: str) -> None:
        for place in piece:
            self.troubles.setdefault(place, []).append(trouble)
