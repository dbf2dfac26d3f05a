"""Holds conversations about documents: the journal first, then the engine, several at a time.

All bookkeeping is done in one thread; the others only ask. Whatever ends a run, answers under way
are waited for and kept, since they are paid for.
"""

from __future__ import annotations

import json
import math
import time
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import contextmanager, suppress
from dataclasses import asdict, dataclass, field, replace
from typing import TYPE_CHECKING

from pydantic import ValidationError

from discotag.plugin import ComponentError, DiscotagError, UsageError, note_on_interrupt
from discotag.plugin.files import Store, StoreBusyError, key_of
from discotag_services import CallError, StoppedError, UnansweredError
from discotag_translate.documents import ATTEMPTS, MOST_HALVINGS
from discotag_translate.engines.engine import Answer, Refusal, Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Mapping, Sequence
    from pathlib import Path

    from discotag_services import Price, Unit
    from discotag_translate.documents import Conversation, Segment, Talk
    from discotag_translate.engines.engine import Call, ContextKind, Engine
    from discotag_translate.markers import Style


PATIENCE = 5
"""So many calls in a row that nobody answers end the run: the service does not work today."""
REFUSALS = 20
"""So many refused calls end a run in which none was ever answered: something is wrong with all."""


@dataclass(slots=True)
class Told:
    """What a run asked for.

    Args:
        asked: calls that the engine answered.
        found: calls whose answer was in the journal.
        refused: calls without an answer.
        characters: billed characters, as far as the service says.
        tokens_in: tokens sent, likewise.
        tokens_out: tokens answered, likewise.
        models: names of the models that say they answered.
    """

    asked: int = 0
    found: int = 0
    refused: int = 0
    characters: int = 0
    tokens_in: int = 0
    tokens_out: int = 0
    models: set[str] = field(default_factory=set)

    def add(self, answer: Answer) -> None:
        """Count an answer of the engine."""
        self.asked += 1
        self.characters += answer.usage.characters or 0
        self.tokens_in += answer.usage.tokens_in or 0
        self.tokens_out += answer.usage.tokens_out or 0


class Driver:
    """Translates documents.

    Args:
        engine: who is asked.
        journal: what was answered before.
        jobs: calls at a time.
        advanced: called with how many segments of a finished document there are.
    """

    def __init__(
        self,
        engine: Engine,
        journal: Journal,
        *,
        jobs: int = 1,
        advanced: Callable[[int], None] = lambda _: None,
    ) -> None:
        self._engine, self._journal = engine, journal
        self._jobs, self._advanced = jobs, advanced
        self.told = Told()
        self._in_a_row = 0
        self._asked: dict[Future[Answer], Call] = {}
        self._waiting: dict[Call, list[tuple[int, Call, dict[str, Answer]]]] = {}
        self._talks: dict[int, Conversation] = {}
        self._made: dict[int, list[Segment]] = {}

    def run(self, talks: Sequence[Talk]) -> list[list[Segment]]:
        """Return each document's segments, in order.

        Raises:
            StoppedError: the engine answers no more; what it did answer is in the journal.
        """
        pool = ThreadPoolExecutor(self._jobs, thread_name_prefix="translate")
        try:
            for number, talk in enumerate(talks):
                self._talks[number] = talk.hold()
                self._go_on(number, None, pool)
                while len(self._talks) >= self._jobs:
                    self._take(pool)
            while self._talks:
                self._take(pool)
        finally:
            self._end(pool)
        return [self._made[number] for number in range(len(talks))]

    def _go_on(self, number: int, reply: Reply | None, pool: ThreadPoolExecutor) -> None:
        """Go on with a conversation until it waits for the engine, or is over."""
        talk = self._talks[number]
        while True:
            try:
                call = next(talk) if reply is None else talk.send(reply)
            except StopIteration as done:
                self._made[number] = done.value
                del self._talks[number]
                self._advanced(len(done.value))
                return
            known = self._journal.find(call)
            if len(known) == len(set(call.texts)):
                self.told.found += 1
                reply = self._together(call, known)
                continue
            rest = dict.fromkeys(text for text in call.texts if text not in known)
            asked = replace(call, texts=tuple(rest))
            if asked not in self._waiting:  # else another document asks the same just now
                self._asked[pool.submit(self._engine.answer, asked)] = asked
            self._waiting.setdefault(asked, []).append((number, call, known))
            return

    def _take(self, pool: ThreadPoolExecutor) -> None:
        """Wait for answers and continue with those who wait for them."""
        done, _ = wait(self._asked, return_when=FIRST_COMPLETED)
        for future in done:
            asked = self._asked.pop(future)
            reply = self._reply(future, asked)
            for number, call, known in self._waiting.pop(asked):
                if isinstance(reply, Refusal):
                    self._go_on(number, reply, pool)
                    continue
                new = {
                    text: reply.model_copy(update={"texts": (given,)})
                    for text, given in zip(asked.texts, reply.texts, strict=True)
                }
                self._go_on(number, self._together(call, known | new), pool)

    def _together(self, call: Call, known: Mapping[str, Answer]) -> Answer:
        """Join the answers of a call's texts."""
        answers = [known[text] for text in call.texts]
        self.told.models.update(answer.model for answer in answers if answer.model)
        return Answer(
            texts=tuple(answer.texts[0] for answer in answers),
            cut=next((answer.cut for answer in answers if answer.cut), None),
        )

    def _reply(self, future: Future[Answer], asked: Call) -> Reply:
        try:
            answer = future.result()
            if len(answer.texts) != len(asked.texts):
                count = f"{len(answer.texts)} answers to {len(asked.texts)} texts"
                raise CallError(f"{self._engine.place}: {count}")
        except CallError as error:
            self.told.refused += 1
            self._in_a_row = self._in_a_row + 1 if isinstance(error, UnansweredError) else 0
            if self._in_a_row >= PATIENCE:
                why = f"{PATIENCE} calls in a row got no answer"
                raise StoppedError(f"{why}; the last: {error}") from error
            if self.told.refused >= REFUSALS and not self.told.asked + self.told.found:
                why = f"all of {REFUSALS} calls were refused"
                raise StoppedError(f"{why}; the last: {error}") from error
            return Refusal(str(error))
        except DiscotagError:
            raise
        except Exception as error:
            component = f"engine {self._engine.name}"
            told = f"{type(error).__name__}: {str(error).partition(chr(10))[0]}"
            raise ComponentError("translate", component, told) from error
        self._in_a_row = 0
        self._keep(asked, answer)
        return answer

    def _keep(self, asked: Call, answer: Answer) -> None:
        self._journal.keep(asked, answer)
        self.told.add(answer)

    def _end(self, pool: ThreadPoolExecutor) -> None:
        """Keep what is still answered, and ask for nothing more."""
        for future in self._asked:
            future.cancel()
        if self._asked:
            self._engine.stop()
        pool.shutdown(wait=True)
        for future, asked in self._asked.items():
            if not future.cancelled() and future.exception() is None:
                with suppress(Exception):  # the run ends for another reason, which is reported
                    self._keep(asked, future.result())


KIND = "discotag-translate/1"
"""Raised when calls are put into words in another way."""


class Journal:
    """Answers by text, and all that was asked with it.

    Args:
        store: where they are; None = nowhere.
        engine: who answers.
    """

    def __init__(self, store: Store | None, engine: Engine, *, is_only_read: bool = False) -> None:
        self._store, self._engine, self._is_only_read = store, engine, is_only_read
        self._identity = json.dumps(engine.identity, sort_keys=True, default=str)

    def find(self, call: Call) -> dict[str, Answer]:
        """Return the texts of a call that were answered before, each with its answer."""
        if self._store is None:
            return {}
        keys = {self._key(call, text): text for text in call.texts}
        found = self._store.get(list(keys))
        answers = {keys[key]: _read(data) for key, data in found.items()}
        return {text: answer for text, answer in answers.items() if answer is not None}

    def keep(self, call: Call, answer: Answer) -> None:
        """Keep an answer, text by text, on disk before anything else happens.

        Of several texts whose answer was cut nobody knows which it was: they are asked for again.
        """
        if self._store is None or self._is_only_read or (answer.cut and len(call.texts) > 1):
            return
        values = {
            self._key(call, text): answer.model_copy(update={"texts": (given,)})
            for text, given in zip(call.texts, answer.texts, strict=True)
        }
        data = {
            key: value.model_dump_json().encode("utf-8", "surrogatepass")
            for key, value in values.items()
        }
        self._store.put(data, now=time.time())

    def _key(self, call: Call, text: str) -> bytes:
        """Return the key of a text: engine, its options, and all that goes with the text."""
        alone = asdict(replace(call, texts=(text,)))
        return key_of(KIND, self._identity, json.dumps(alone, ensure_ascii=False, sort_keys=True))

    def to_look_at(self) -> Journal:
        """Return the same journal, into which nothing is put."""
        return Journal(self._store, self._engine, is_only_read=True)


@contextmanager
def opened_journal(path: Path, engine: Engine) -> Iterator[Journal]:
    """Open a journal for a run, for itself alone.

    Raises:
        UsageError: another run is at work in it.
        DiscotagError: it cannot be written, or is broken.
    """
    try:
        store = Store(path, is_own=True)
    except StoreBusyError as error:
        raise UsageError(
            f"{path}: another run is at work; wait for it, or name another --journal"
        ) from error
    note = f"kept in {path}: the answers so far; the same command goes on and asks for none again"
    with store, note_on_interrupt(lambda: note if store.count()[0] else None):
        yield Journal(store, engine)


@contextmanager
def looked_into(path: Path, engine: Engine) -> Iterator[Journal]:
    """Open a journal to see what is there already; nothing is made where there is none."""
    if not path.exists():
        yield Journal(None, engine)
        return
    with opened_journal(path, engine) as journal:
        yield journal


def _read(data: bytes) -> Answer | None:
    """Read an answer; None for one of another version."""
    try:
        return Answer.model_validate_json(data)
    except ValidationError:
        return None


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
        instructions: of what is paid for besides them.
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
    """An engine that returns texts unchanged and counts them; otherwise as its original."""

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
        """Return what is sent besides the texts."""
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
