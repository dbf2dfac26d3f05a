"""Documents in two invented languages: in each topic, one target word needs the previous segment.

A topic is introduced (`du mora teki`, `la orum ekal`), and the next segment speaks of it by a
pronoun (`ze salu`). The source has one pronoun, the target two, `ra` and `ro`: which one is right
depends on the topic's class, a coin toss that nothing in the pronoun's own segment reveals.
All other words are translated one by one.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from discotag.plugin.files import atomic_write, output_errors

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from pathlib import Path


NOUNS = {
    "mora": "orum", "poni": "inop", "garu": "argo", "vedo": "dove", "lask": "kasel",
    "bost": "tosub", "hafe": "efah", "nimi": "miin", "tulo": "olut", "reka": "akere",
}  # fmt: skip
VERBS = {
    "teki": "ekal", "salu": "ulas", "domi": "imod", "bera": "areb", "fino": "onif",
    "kasu": "usak", "gole": "elog", "pita": "atip",
}  # fmt: skip
ADVERBS = {"neth": "then", "ovi": "ivo", "sabe": "ebas", "culm": "lumic", "dirr": "rid"}
WORDS = NOUNS | VERBS | ADVERBS
ARTICLE, ARTICLES = "du", ("la", "lo")
PRONOUN, PRONOUNS = "ze", ("ra", "ro")
PARTICLES = ("mi", "ta")
"""What shows a topic's class on the source side; not translated."""
HINTS = ("sim", "sun")
"""What hints at the class in the pronoun's own source segment; not translated."""
TOPICS = 4
"""Topics of a document: one introduction and one pronoun each."""
PLAIN_SHARE = 0.2
"""How often a plain segment precedes a topic."""


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

    @property
    def form(self) -> str:
        """The target word that needs the previous segment."""
        return self.target.split()[self.dependent or 0]


@dataclass(frozen=True, slots=True)
class InventedDocument:
    """A document: its name and its segments."""

    name: str
    segments: tuple[Segment, ...]

    @property
    def source(self) -> tuple[str, ...]:
        """The source lines."""
        return tuple(segment.source for segment in self.segments)

    @property
    def target(self) -> tuple[str, ...]:
        """The target lines."""
        return tuple(segment.target for segment in self.segments)

    def dependents(self) -> Iterator[tuple[int, Segment]]:
        """Yield the segments that need the one before them, with their indices."""
        return ((i, one) for i, one in enumerate(self.segments) if one.dependent is not None)


class Files(NamedTuple):
    """Where a corpus was written: texts, document ids, and the words that need context."""

    source: Path
    target: Path
    docids: Path
    words: Path


def documents(count: int, *, seed: int, hint: float | None = None) -> tuple[InventedDocument, ...]:
    """Make documents; the same arguments give the same ones.

    Args:
        count: how many.
        seed: of the random numbers.
        hint: how often a hint in the pronoun's own source segment is right (0.5-1); None = no hint.
            With one, a model may content itself with the hint and leave the context alone.
    """
    random = np.random.default_rng(seed)
    width = len(str(count))
    made = []
    for number in range(count):
        segments: list[Segment] = []
        for _ in range(TOPICS):
            kind = int(random.integers(2))
            if random.random() < PLAIN_SHARE:
                segments.append(_plain(random))
            segments += [_introduction(random, kind), _pronominal(random, kind, hint)]
        made.append(InventedDocument(f"d{number:0{width}}", tuple(segments)))
    return tuple(made)


def is_dependent(form: str) -> bool:
    """Return whether a target word is one of those that need the previous segment."""
    return form in PRONOUNS


def write_documents(given: Sequence[InventedDocument], folder: Path, stem: str) -> Files:
    """Write documents as lines: `STEM.src`, `STEM.tgt`, `STEM.docids`, and `STEM.words.jsonl`.

    The last lists, for each word that needs context, its document, segment, word index and form.
    """
    with output_errors(folder):
        folder.mkdir(parents=True, exist_ok=True)
    files = Files(*(folder / f"{stem}.{end}" for end in ("src", "tgt", "docids", "words.jsonl")))
    _write(files.source, (line for document in given for line in document.source))
    _write(files.target, (line for document in given for line in document.target))
    _write(files.docids, (document.name for document in given for _ in document.segments))
    words = (
        {"document": document.name, "segment": i, "word": one.dependent, "form": one.form}
        for document in given
        for i, one in document.dependents()
    )
    _write(files.words, map(json.dumps, words))
    return files


def write_contrasts(given: Sequence[InventedDocument], path: Path) -> None:
    """Write a set for `discotag cxmi contrast`: each pronoun in the right form, and in the other.

    Without context a model can only guess.
    """
    items = (_item(document, i, one) for document in given for i, one in document.dependents())
    _write(path, (json.dumps(item, ensure_ascii=False) for item in items))


def _item(document: InventedDocument, index: int, segment: Segment) -> dict[str, Any]:
    words = segment.target.split()
    words[segment.dependent or 0] = PRONOUNS[1 - PRONOUNS.index(segment.form)]
    before = document.segments[index - 1 : index]
    return {
        "id": f"{document.name}:{index}",
        "document": document.name,
        "source": segment.source,
        "source_context": [earlier.source for earlier in before],
        "target_context": [earlier.target for earlier in before],
        "right": segment.target,
        "wrong": [" ".join(words)],
        "distance": 1,
        "labels": {"pronoun": segment.form},
    }


def _write(path: Path, lines: Iterable[str]) -> None:
    with atomic_write(path) as write:
        write("".join(f"{line}\n" for line in lines))


def _introduction(random: np.random.Generator, kind: int) -> Segment:
    """Return a segment that introduces a topic of a class (0 or 1)."""
    noun, rest = _drawn(random, NOUNS), _predicate(random)
    source = (ARTICLE, PARTICLES[kind], noun, *rest)
    return Segment(" ".join(source), " ".join((ARTICLES[kind], *_translated(noun, *rest))))


def _pronominal(random: np.random.Generator, kind: int, hint: float | None) -> Segment:
    """Speak of the last topic, of a class, by a pronoun; `hint` is how often the hint is right."""
    before = (_drawn(random, ADVERBS),) if random.random() < 0.5 else ()
    rest = _predicate(random)
    hints: tuple[str, ...] = ()
    if hint is not None:
        hints = (HINTS[kind if random.random() < hint else 1 - kind],)
    source = (*before, PRONOUN, *hints, *rest)
    target = (*_translated(*before), PRONOUNS[kind], *_translated(*rest))
    return Segment(" ".join(source), " ".join(target), len(before))


def _plain(random: np.random.Generator) -> Segment:
    """Return a segment without a topic."""
    words = (_drawn(random, NOUNS), *_predicate(random))
    return Segment(" ".join(words), " ".join(_translated(*words)))


def _predicate(random: np.random.Generator) -> tuple[str, ...]:
    verb = _drawn(random, VERBS)
    return (verb, _drawn(random, ADVERBS)) if random.random() < 0.5 else (verb,)


def _drawn(random: np.random.Generator, words: dict[str, str]) -> str:
    return list(words)[random.integers(len(words))]


def _translated(*words: str) -> Iterator[str]:
    return (WORDS[word] for word in words)
