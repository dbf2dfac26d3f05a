"""Examples: sentences and what is elided in them, and the windows in which a model sees them."""

from __future__ import annotations

from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


NONE = "none"
ANY = "ellipsis"
KINDS = ("vp", "np", "gapping", "sluice")
LABELS = (NONE, ANY, *KINDS)
"""Every label that a model may give: nothing, something, or what is elided."""


class Level(StrEnum):
    """What gets a label: each token, so that sites are known, or the segment as a whole."""

    TOKEN = "token"
    SEGMENT = "segment"


@dataclass(frozen=True, slots=True)
class Example:
    """A sentence.

    Args:
        text: as people write it.
        group: the file or document it comes from; groups are never divided between training and
            evaluation.
        label: of the whole: `none`, `ellipsis`, or a kind.
        words: its tokens; empty if only the text is known.
        labels: one for each word, `none` or a kind; empty if only `label` is known.
    """

    text: str
    group: str
    label: str
    words: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()

    def __post_init__(self) -> None:
        """Check that labels fit the words."""
        if self.labels and len(self.labels) != len(self.words):
            raise ValueError(f"{len(self.labels)} labels for {len(self.words)} tokens")

    @property
    def is_elliptical(self) -> bool:
        """Whether something is elided."""
        return self.label != NONE

    def golds(self, level: Level) -> tuple[str, ...]:
        """Return the labels that a model of a level should find."""
        return (self.label,) if level is Level.SEGMENT else self.labels


def label_set(examples: Iterable[Example], level: Level) -> tuple[str, ...]:
    """Return the labels that are in the examples, in a fixed order, `none` always."""
    seen = {NONE, *_all(examples, level)}
    return tuple(label for label in LABELS if label in seen)


def _all(examples: Iterable[Example], level: Level) -> Iterator[str]:
    for example in examples:
        yield from example.golds(level)


OVERLAP = 4
"""A window shares this part (a fourth) of its tokens with the next."""
AT_ONCE = 1000
"""Segments in one call of the tokenizer, whose answers are bulky."""


@dataclass(frozen=True, slots=True)
class Window:
    """A part of a segment.

    Args:
        segment: the segment's index.
        ids: subword ids with special tokens.
        places: position → word, for the first subword of each word that this window answers for; of
            overlapping windows, that where the word is furthest from an edge. Empty if the segment
            as a whole is classified.
    """

    segment: int
    ids: tuple[int, ...]
    places: dict[int, int]


def longest(tokenizer: Any, model: Any, wanted: int) -> int:
    """Return the most subwords of a window, special ones counted."""
    from discotag_neural.aligners.loading import position_count

    return min(wanted, position_count(model, model.config, tokenizer))


def windows(
    tokenizer: Any, segments: Sequence[Sequence[str]], level: Level, length: int
) -> Iterator[Window]:
    """Yield the windows of segments, in order.

    Args:
        tokenizer: a fast tokenizer of Transformers.
        segments: the words of each; at the level of segments, its text as the only one.
        level: what is classified.
        length: the most subwords of a window.
    """
    for start in range(0, len(segments), AT_ONCE):
        part = segments[start : start + AT_ONCE]
        yield from _windows(tokenizer, part, level, length, start)


def _windows(
    tokenizer: Any, segments: Sequence[Sequence[str]], level: Level, length: int, start: int
) -> Iterator[Window]:
    is_words = level is Level.TOKEN
    given = [list(words) for words in segments] if is_words else [words[0] for words in segments]
    coded = tokenizer(
        given,
        is_split_into_words=is_words,
        truncation=True,
        max_length=length,
        stride=length // OVERLAP,
        return_overflowing_tokens=True,
    )
    parts: dict[int, list[int]] = {}
    for part, segment in enumerate(coded["overflow_to_sample_mapping"]):
        parts.setdefault(int(segment), []).append(part)
    for segment, of_segment in sorted(parts.items()):
        owned = _owned([coded.word_ids(part) for part in of_segment]) if is_words else {}
        for order, part in enumerate(of_segment):
            places = {place: word for word, (one, place) in owned.items() if one == order}
            yield Window(start + segment, tuple(coded["input_ids"][part]), places)


def _owned(parts: Sequence[Sequence[int | None]]) -> dict[int, tuple[int, int]]:
    """Return word → (window, position of its first subword there)."""
    best: dict[int, tuple[int, int]] = {}
    margins: dict[int, float] = {}
    for part, words in enumerate(parts):
        inside = [place for place, word in enumerate(words) if word is not None]
        seen: set[int] = set()
        for place in inside:
            word = words[place]
            if word is None or word in seen:
                continue
            seen.add(word)
            left = float("inf") if part == 0 else place - inside[0]
            right = float("inf") if part == len(parts) - 1 else inside[-1] - place
            if min(left, right) > margins.get(word, -1):
                best[word], margins[word] = (part, place), min(left, right)
    return best
