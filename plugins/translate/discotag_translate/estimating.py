"""What a run will send, before anything is sent.

The same conversations are held with an engine that gives every text back: calls are counted whose
answer is not in the journal, as if every one were right at once.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING

from discotag_translate.calls import Answer
from discotag_translate.documents import ATTEMPTS, MOST_HALVINGS
from discotag_translate.driving import Driver

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag_services import Price, Unit
    from discotag_translate.calls import Call, ContextKind
    from discotag_translate.documents import Talk
    from discotag_translate.engines.engine import Engine
    from discotag_translate.journal import Journal
    from discotag_translate.markers import Style

BYTES_A_TOKEN = 4
"""A rule of thumb: a token has about four bytes of UTF-8 (OpenAI's own, for English)."""
AT_WORST = {True: 1 + MOST_HALVINGS + ATTEMPTS, False: 1 + ATTEMPTS}
"""How often a segment is sent at most: with its document, and by itself."""


@dataclass(frozen=True, slots=True)
class Estimate:
    """What a run will ask.

    Args:
        documents: how many there are.
        segments: all, blank ones too.
        blank: those with nothing to translate.
        calls: calls to make.
        known: calls whose answer is in the journal.
        characters: of the texts to send, markers too.
        instructions: of what is paid for beside them.
        tokens: of both, and of the answers if those are as long as the texts; rough.
        unit: what the engine is paid by.
        place: where it goes.
        at_worst: how many times as much it can become.
    """

    documents: int
    segments: int
    blank: int
    calls: int
    known: int
    characters: int
    instructions: int
    tokens: tuple[int, int]
    unit: Unit
    place: str
    at_worst: int

    def cost(self, price: Price) -> float:
        """Return what it costs if every call is right at once."""
        return price.of(self.characters, self.tokens)


class Counting:
    """An engine that gives texts back and counts them; in all else the one it stands for."""

    def __init__(self, engine: Engine) -> None:
        self.name, self.identity, self.limits = engine.name, engine.identity, engine.limits
        self.context: ContextKind = engine.context
        self.place, self.unit = engine.place, engine.unit
        self._engine = engine
        self._seen: set[Call] = set()
        self.calls = self.characters = self.instructed = self.sent = self.given = 0

    def style(self, segments: Sequence[str]) -> Style | None:
        """Return the markers."""
        return self._engine.style(segments)

    def instructions(self, call: Call) -> str:
        """Return what is sent beside the texts."""
        return self._engine.instructions(call)

    def answer(self, call: Call) -> Answer:
        """Count a call, the first time it is made, and give its texts back."""
        if call not in self._seen:
            self._seen.add(call)
            told = self.instructions(call)
            self.calls += 1
            self.characters += sum(map(len, call.texts))
            self.instructed += len(told)
            self.sent += sum(_tokens(text) for text in (told, *call.texts))
            self.given += sum(_tokens(text) for text in call.texts)
        return Answer(texts=call.texts)

    def stop(self) -> None:
        """Nothing is under way."""

    def close(self) -> None:
        """Nothing is open."""


def estimate(
    engine: Engine, journal: Journal, talks: Callable[[Engine], Sequence[Talk]]
) -> Estimate:
    """Count what a run will ask.

    Args:
        engine: who will be asked; it is not.
        journal: what was answered before; nothing is put into it.
        talks: gives the run's conversations with an engine, the language of answers not judged.
    """
    counting = Counting(engine)
    held = list(talks(counting))
    driver = Driver(counting, journal.to_look_at())
    made = driver.run(held)
    segments = [segment for document in made for segment in document]
    return Estimate(
        documents=len(held),
        segments=len(segments),
        blank=sum(segment.how == "blank" for segment in segments),
        calls=counting.calls,
        known=driver.told.found,
        characters=counting.characters,
        instructions=counting.instructed,
        tokens=(counting.sent, counting.given),
        unit=engine.unit,
        place=engine.place,
        at_worst=AT_WORST[any(talk.is_whole for talk in held)],
    )


def _tokens(text: str) -> int:
    return math.ceil(len(text.encode("utf-8", "surrogatepass")) / BYTES_A_TOKEN)
