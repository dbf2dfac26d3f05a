"""How much of two texts is linked word by word, by what the packs of two languages hold."""

from __future__ import annotations

from dataclasses import dataclass
from functools import partial
from typing import TYPE_CHECKING

from discotag.plugin import ParallelText, PlanError, UnknownNameError
from discotag.plugin.runs import RunConfig, Stages, plan

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from discotag.plugin import Alignment, Registry, Tokens

LAYERS = frozenset({"source.tokens", "target.tokens", "alignment"})
TEXT = "translation"


@dataclass(frozen=True, slots=True)
class LinkedPair:
    """A segment, its translation, and the words of both that have a link.

    Args:
        source: the source's tokens.
        target: the translation's.
        linked: indices of the source's and of the translation's tokens that have a link.
    """

    source: Tokens
    target: Tokens
    linked: tuple[frozenset[int], frozenset[int]]

    @property
    def count(self) -> int:
        """How many words, of both sides, have a link."""
        return sum(map(len, self.linked))

    @property
    def share(self) -> float:
        """The share of all words, of both sides, that have a link."""
        words = len(self.source) + len(self.target)
        return self.count / words if words else 1.0

    @property
    def source_words(self) -> int:
        """How many words the source has."""
        return len(_words(self.source, 0, len(self.source.text)))

    def of_target(self, start: int, end: int) -> tuple[int, int]:
        """Return how many words stand between two offsets, and how many of them have a link."""
        words = _words(self.target, start, end)
        return len(words), sum(word in self.linked[1] for word in words)

    def of_source_end(self) -> tuple[int, int]:
        """Return how many words the last third of the source has, and how many have a link."""
        words = _words(self.source, 0, len(self.source.text))
        last = words[-(len(words) // 3) :] if len(words) >= 3 else []
        return len(last), sum(word in self.linked[0] for word in last)


class Links:
    """Links words of a pair's texts with the pair's default analyzers and aligner.

    Args:
        stages: makes these components, when the first text comes.
    """

    def __init__(self, stages: Callable[[], Stages]) -> None:
        self._make = stages
        self._made: Stages | None = None

    @classmethod
    def find(cls, registry: Registry, source: str, target: str) -> Links | None:
        """Return what links the words of a pair; None where nothing installed does."""
        config = RunConfig(source_language=source, target_language=target, scorers=())
        try:
            planned = plan(config, registry, layers=LAYERS)
        except (PlanError, UnknownNameError):
            return None
        return cls(partial(Stages, planned, registry))

    def of(self, sources: Sequence[str], targets: Sequence[str]) -> list[LinkedPair]:
        """Return each pair of texts with its links; neither may be blank."""
        text = ParallelText(
            id=TEXT,
            source=tuple(sources),
            references={},
            hypotheses={TEXT: tuple(targets)},
            lines=tuple(range(1, len(sources) + 1)),
        )
        self._made = self._made or self._make()
        (tagged,) = self._made.tag_batch([text])
        document = tagged.hypotheses[TEXT].document
        return [
            LinkedPair(source, target, _linked(alignment))
            for source, target, alignment in zip(
                document.source, document.target, document.alignment or (), strict=True
            )
        ]


def _linked(alignment: Alignment) -> tuple[frozenset[int], frozenset[int]]:
    links = alignment.links
    return frozenset(source for source, _ in links), frozenset(target for _, target in links)


def _words(tokens: Tokens, start: int, end: int) -> list[int]:
    """Return the tokens between two offsets that hold a letter or a digit."""
    return [
        index
        for index, form in enumerate(tokens.forms)
        if start <= tokens.starts[index] < end and any(map(str.isalnum, form))
    ]
