"""An engine by hand: it translates into capitals, or does as told."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discotag_translate.documents import Segment, Talk
from discotag_translate.driving import Driver, Journal
from discotag_translate.engines.engine import Answer, Call, ContextKind, Limits
from discotag_translate.markers import plain_style

if TYPE_CHECKING:
    from collections.abc import Callable

SOURCE = ("One.", "", "Two, then.", "Three.", "  ", "Four and so on.", "Five.")
LIMITS = Limits(10, 1000)
FULL = [place for place, text in enumerate(SOURCE) if text.strip()]


@dataclass
class Engine:
    """Translates into capitals, or does as told."""

    does: Callable[[Call], Answer] = lambda call: Answer(texts=tuple(map(str.upper, call.texts)))
    limits: Limits = LIMITS
    context: ContextKind = "pairs"
    calls: list[Call] = field(default_factory=list)
    name: str = "capitals"
    place: str = "here"
    unit: str = "characters"
    identity: dict = field(default_factory=dict)
    is_stopped: bool = False

    def style(self, segments):
        return plain_style(segments)

    def instructions(self, call):
        return ""

    def answer(self, call):
        self.calls.append(call)
        return self.does(call)

    def stop(self):
        self.is_stopped = True

    def close(self):
        """Nothing is open."""


def capitals(call: Call) -> Answer:
    return Answer(texts=tuple(text.upper() for text in call.texts))


def talk(engine: Engine, source=SOURCE, **wishes) -> list[Segment]:
    return Driver(engine, Journal(None, engine)).run([Talk(source, engine, **wishes)])[0]
