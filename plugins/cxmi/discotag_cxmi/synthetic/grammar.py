"""Two invented languages: what a source segment is, and what its translation is.

A topic is introduced (`du mora teki`, `la orum ekal`), and the next segment speaks of it by a
pronoun (`ze salu`). The source has one pronoun, the target two, `ra` and `ro`: which one is right
depends on the topic's class, a coin toss that nothing in the pronoun's own segment tells.
All other words are translated one by one.
"""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    import numpy as np

NOUNS = {
    "mora": "orum", "poni": "inop", "garu": "argo", "vedo": "dove", "lask": "kasel",
    "bost": "tosub", "hafe": "efah", "nimi": "miin", "tulo": "olut", "reka": "akere",
}  # fmt: skip
VERBS = {
    "teki": "ekal", "salu": "ulas", "domi": "imod", "bera": "areb", "fino": "onif",
    "kasu": "usak", "gole": "elog", "pita": "atip",
}  # fmt: skip
ADVERBS = {"neth": "then", "ovi": "ivo", "sabe": "ebas", "culm": "lumic", "dirr": "rid"}
ARTICLE, ARTICLES, PLAIN_ARTICLE = "du", ("la", "lo"), "le"
PRONOUN, PRONOUNS = "ze", ("ra", "ro")
PARTICLES = ("mi", "ta")
"""What shows a topic's class on the source side; not translated."""
HINTS = ("sim", "sun")
"""What hints at the class in the pronoun's own source segment; not translated."""


class Clue(StrEnum):
    """On which side the previous segment tells the class."""

    SOURCE = "source"
    TARGET = "target"
    BOTH = "both"


@dataclass(frozen=True, slots=True)
class Segment:
    """A source segment with its translation.

    Args:
        source: the source line.
        target: the target line.
        dependent: index of the target word that needs the previous segment; None = there is none.
    """

    source: str
    target: str
    dependent: int | None = None


def introduction(random: np.random.Generator, kind: int, clue: Clue) -> Segment:
    """Introduce a topic of a class (0 or 1), which is shown where the clue is."""
    noun, rest = _drawn(random, NOUNS), _predicate(random)
    particle = () if clue is Clue.TARGET else (PARTICLES[kind],)
    article = PLAIN_ARTICLE if clue is Clue.SOURCE else ARTICLES[kind]
    source = (ARTICLE, *particle, noun, *rest)
    return Segment(" ".join(source), " ".join((article, NOUNS[noun], *map(_translated, rest))))


def pronominal(random: np.random.Generator, kind: int, hint: float | None) -> Segment:
    """Speak of the last topic by a pronoun.

    Args:
        random: where the words come from.
        kind: the topic's class.
        hint: how often the hint is right (0-1); None = no hint is given.
    """
    before = (_drawn(random, ADVERBS),) if random.random() < 0.5 else ()
    rest = _predicate(random)
    hints: tuple[str, ...] = ()
    if hint is not None:
        hints = (HINTS[kind if random.random() < hint else 1 - kind],)
    source = (*before, PRONOUN, *hints, *rest)
    target = (*map(_translated, before), PRONOUNS[kind], *map(_translated, rest))
    return Segment(" ".join(source), " ".join(target), len(before))


def plain(random: np.random.Generator) -> Segment:
    """Say something without a topic."""
    words = (_drawn(random, NOUNS), *_predicate(random))
    return Segment(" ".join(words), " ".join(map(_translated, words)))


def _predicate(random: np.random.Generator) -> tuple[str, ...]:
    verb = _drawn(random, VERBS)
    return (verb, _drawn(random, ADVERBS)) if random.random() < 0.5 else (verb,)


def _drawn(random: np.random.Generator, words: dict[str, str]) -> str:
    return list(words)[random.integers(len(words))]


def _translated(word: str) -> str:
    return (NOUNS | VERBS | ADVERBS)[word]
