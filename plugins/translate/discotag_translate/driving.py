"""Holds conversations about documents: the journal first, then the engine, several at a time.

All bookkeeping is done in one thread; the others only ask. Whatever ends a run, answers under way
are waited for and kept, since they are paid for.
"""

from __future__ import annotations

from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from discotag.plugin import ComponentError, DiscotagError
from discotag_services import CallError, StoppedError, UnansweredError
from discotag_translate.calls import Answer, Refusal, Reply

if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from discotag_translate.calls import Call
    from discotag_translate.documents import Conversation, Segment, Talk
    from discotag_translate.engines.engine import Engine
    from discotag_translate.journal import Journal

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
        advanced: told how many segments of a finished document there are.
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
        """Wait for answers and go on with those who wait for them."""
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
                with suppress(Exception):  # the run ends for another reason, which is told
                    self._keep(asked, future.result())
