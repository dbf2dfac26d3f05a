"""Invent English texts whose pronouns are known: things and persons in turn, and every empty *it*.

Real text shows each kind of trap only now and then. The sentences of `invented.toml` and
`invented_it.toml` are put together at random: two to four entities in turn, with sentences that
take up each, in one segment or several, plain or as a dialogue. Same seed, same texts.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass
from pathlib import Path
from random import Random
from typing import TYPE_CHECKING, Any

from benchmarks.tasks.coref_probes import Probe, probe

if TYPE_CHECKING:
    from collections.abc import Iterator

FORMS = {
    "it": ("it", "it", "its"),
    "he": ("he", "him", "his"),
    "she": ("she", "her", "her"),
    "they": ("they", "them", "their"),
}
SLOTS = {"it": 0, "its": 2, "he": 0, "him": 1, "his": 2, "they": 0, "them": 1, "their": 2}
KINDS = (
    *("thing",) * 8,
    *("name",) * 5,
    *("person",) * 3,
    *("animal", "things", "people"),
    *("mixed",) * 4,
    *("pair",) * 2,
)
PLURALS = frozenset({"things", "people"})


@dataclass
class Entity:
    """Somebody or something in an invented text.

    Args:
        noun: its word.
        pronoun: which pronoun takes it up.
        number: its number in the text.
    """

    noun: str
    pronoun: str
    number: int


class Inventor:
    """Draws texts.

    Args:
        folder: where the two tables are.
        seed: of the random numbers.
    """

    def __init__(self, folder: Path, seed: int) -> None:
        self._turns = tomllib.loads((folder / "invented.toml").read_text("utf-8"))
        self._its = tomllib.loads((folder / "invented_it.toml").read_text("utf-8"))
        self._random = Random(seed)

    def texts(self, turns: int, its: int) -> Iterator[Probe]:
        """Yield texts with entities in turn, then texts about *it*."""
        for number in range(turns):
            yield probe(f"turn-{number}", "in turn", self._in_turn())
        for number in range(its):
            yield probe(f"it-{number}", "it", self._about_it())

    def _in_turn(self) -> str:
        draw = self._random
        main = draw.choice(KINDS)
        sentences: list[str] = []
        taken: list[Entity] = []
        for number in range(draw.choice((1, 2, 2, 3, 3, 4))):
            kind = main if draw.random() < 0.75 else draw.choice(KINDS)
            sentences += self._block(kind, number, taken)
        is_dialogue = draw.random() < 0.12
        if is_dialogue:
            dash = draw.choice(("- ", "— ", "A: "))
            sentences = [(dash if number % 2 == 0 else dash.replace("A", "B")) + text
                         for number, text in enumerate(sentences)]  # fmt: skip
        return self._segmented(sentences)

    def _segmented(self, sentences: list[str]) -> str:
        """Join sentences to segments: mostly one each, sometimes two or more."""
        share = self._random.choice((0, 0, 0, 0.15, 0.4))
        text = sentences[0]
        for sentence in sentences[1:]:
            text += (" " if self._random.random() < share else " | ") + sentence
        return text

    def _block(self, kind: str, number: int, taken: list[Entity]) -> list[str]:
        draw, table = self._random, self._turns
        if kind == "mixed":
            thing = self._entity("thing", 2 * number + 1, taken)
            person = self._entity(draw.choice(("name", "name", "person")), 2 * number + 2, taken)
            pair = [thing, person]
        elif kind == "pair":
            first = self._entity("name", 2 * number + 1, taken)
            other = self._entity(
                "man" if first.pronoun == "she" else "woman", 2 * number + 2, taken
            )
            pair = [first, other]
        else:
            pair = [self._entity(kind, 2 * number + 1, taken)]
        taken += pair
        follows = table[kind]["follow"] or table["name"]["follow"]
        intro = self._linked(draw.choice(table[kind]["intro"]), number)
        used = draw.sample(follows, draw.choice((1, 1, 1, 2, 2, 3)))
        joins = table[kind].get("join", ())
        if joins and draw.random() < 0.25 and not intro.endswith("?"):
            intro += draw.choice(joins)
            used = used[: draw.choice((0, 1, 2))]
        found = [self._filled(text, pair) for text in (intro, *used)]
        if len(taken) > 1 and len(pair) == 1 and draw.random() < 0.12:
            old = draw.choice(taken)
            kinds = {"it": "thing", "they": "things"}
            again = table[kinds.get(old.pronoun, "person")]["again"]
            if self._is_name(old):
                again = table["name"]["again"]
            found.append(self._filled(draw.choice(again), [old]))
            more = [text for text in follows if text not in used]
            if old.pronoun == pair[0].pronoun:
                found.append(self._filled(draw.choice(more), [old]))
        return found

    def _is_name(self, entity: Entity) -> bool:
        return entity.noun[0].isupper()

    def _linked(self, text: str, number: int) -> str:
        links = self._turns["linkers"]["next" if number else "first"]
        link: str = self._random.choice(links)
        if not link or text.startswith(("[$", "($", "I ", "I'")):
            return link + text
        first = 1 if text[0] == "[" else 0
        return link + text[:first] + text[first].lower() + text[first + 1 :]

    def _entity(self, kind: str, number: int, taken: list[Entity]) -> Entity:
        draw, nouns = self._random, self._turns["nouns"]
        used = {item.noun for item in taken}
        if kind == "name":
            kind = draw.choice(("man", "woman"))
        elif kind == "person":
            kind = draw.choice(("person", "person", "he", "she"))
        word = draw.choice([noun for noun in nouns[kind] if noun not in used])
        either = draw.choice(("he", "she"))
        pronouns = {"man": "he", "he": "he", "woman": "she", "she": "she", "person": either}
        plural = "they" if kind in PLURALS else "it"
        return Entity(word, pronouns.get(kind, plural), number)

    def _filled(self, text: str, pair: list[Entity]) -> str:
        text = _nouns(text, pair)
        for marks, entity in (("{}", pair[0]), ("<>", pair[-1])):
            text = re.sub(
                rf"\{marks[0]}(\w+)\{marks[1]}",
                lambda found, entity=entity: _pronoun(found[1], entity),  # type: ignore[misc]
                text,
            )
        text = text[0].upper() + text[1:] if text[0] != "[" else "[" + text[1].upper() + text[2:]
        return text if text.endswith("?") else text + self._random.choice("......!")

    def _about_it(self) -> str:
        draw = self._random
        kind = draw.choice(("none", "none", "none", "event", "referring", "referring"))
        text = draw.choice(self._its[kind])
        number = 1 if kind == "referring" else 0
        if number and draw.random() < 0.2:
            text += " | " + draw.choice(self._its["follow"])
        text = re.sub(r"\{(\w+)\}", rf"[\1]{number}", text)
        before = draw.choice((0, 1, 1, 1, 2))
        found = [draw.choice(self._its["context"]) for _ in range(before)]
        ends = draw.choice((".", ".", ".", "!", "..."))
        sentences = [item if item[-1] in ".?!" else item + ends for item in text.split(" | ")]
        joined = " | ".join([*found, *sentences])
        text = re.sub(r"%([a-z]+2?)", lambda slot: self._slot(slot[1]), joined)
        text = re.sub(r"\[([^]]+)\](?!\d)", r"[\1]1", text)
        return _with_articles(re.sub(r"(?<=\| )[a-z]|^[a-z]", lambda item: item[0].upper(), text))

    def _slot(self, name: str) -> str:
        return str(self._random.choice(self._its["slots"][name]))


def _nouns(text: str, pair: list[Entity]) -> str:
    thing, person = pair[0], pair[-1]
    text = re.sub(r"\[([^]]*)\$\]", lambda found: f"[{found[1]}{thing.noun}]{thing.number}", text)
    article = "" if person.noun[0].isupper() else "the "
    text = text.replace("($)", f"[{article}{person.noun}]{person.number}")
    return _with_articles(text)


def _with_articles(text: str) -> str:
    return re.sub(r"\b([Aa]) (?=\[?[aeioAEIO])", r"\1n ", text)


def _pronoun(slot: str, entity: Entity) -> str:
    lower = slot.lower()
    case = SLOTS[lower]
    if lower == "it":
        return f"[{_cased(slot, FORMS[entity.pronoun][0])}]{entity.number}"
    return f"[{_cased(slot, FORMS[entity.pronoun][case])}]{entity.number}"


def _cased(like: str, word: str) -> str:
    return word[0].upper() + word[1:] if like[0].isupper() else word


def invented(turns: int, its: int, *, seed: int = 1) -> list[Probe]:
    """Return texts with entities in turn, and texts about *it*, drawn with a seed."""
    folder = Path(__file__).parent
    return list(Inventor(folder, seed).texts(turns, its))


def shown(found: Any) -> str:
    """Return a text as one line."""
    return " | ".join(found.document.side.segments)
