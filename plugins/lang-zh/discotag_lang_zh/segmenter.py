"""Cuts simplified Chinese into words: a linear-chain model over characters with hashed features.

Each character begins a word, is inside it, ends it or is one (B, M, E, S). Its features are the
characters, kinds and word-list entries around it, hashed into one table of small integers; the best
sequence of labels is found by the Viterbi algorithm (Lafferty, McCallum & Pereira 2001).
`training/pipelines/zh_segmenter.py` learns the weights.
"""

from __future__ import annotations

import hashlib
import re
from dataclasses import dataclass
from functools import cached_property
from itertools import pairwise
from typing import TYPE_CHECKING, Any, Self

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Collection, Iterator, Mapping, Sequence
    from pathlib import Path

    import numpy.typing as npt

LABELS = "BMES"
FOLLOWS = ((1, 2), (1, 2), (0, 3), (0, 3))
"""Label → the labels that may follow it."""
LONGEST = 6
"""Most characters of a word in the word list that is searched for."""
WEIGHTS, WORDS = "weights.npz", "words.txt"
TEMPLATES = (
    (-2,), (-1,), (0,), (1,), (2,),
    (-2, -1), (-1, 0), (0, 1), (1, 2), (-1, 1),
    (-2, -1, 0), (-1, 0, 1), (0, 1, 2),
)  # fmt: skip
KINDS = 3
"""Features besides the templates: kinds of characters, repetition, and word-list matches."""
FEATURES = len(TEMPLATES) + 2 + KINDS
PRONOUN = re.compile("[我你您妳他她它牠祂咱][们俩]?")
SHORT = 2
"""Longer words that are not listed may be names with 他 (阿他那修)."""
LETTER = re.compile(r"[^\W\d_]")
NUMERALS = frozenset("零〇一二三四五六七八九十百千万亿两")
ALIKE = str.maketrans(
    {chr(code + 0xFEE0): chr(code) for code in range(0x21, 0x7F)}
    | {"。": ".", "、": ",", "「": '"', "」": '"', "『": '"', "』": '"', "“": '"', "”": '"'}
)
"""Marks of full width → those that treebanks also write."""
_EDGE = 2


@dataclass(frozen=True)
class Segmenter:
    """The learned model.

    Args:
        weights: (buckets, 4) scores of hashed features for B, M, E, S, in units of `scale`.
        transitions: (4, 4) scores from label to label.
        scale: what an integer of `weights` represents.
        words: the word list: simplified word → its tag there.
        fingerprint: digest of the files.
    """

    weights: npt.NDArray[np.int8]
    transitions: npt.NDArray[np.float32]
    scale: float
    words: Mapping[str, str]
    fingerprint: str = ""

    @classmethod
    def load(cls, folder: Path) -> Self:
        """Read the model from its folder."""
        digest = hashlib.sha256()
        for name in (WEIGHTS, WORDS):
            digest.update((folder / name).read_bytes())
        lines = (folder / WORDS).read_text(encoding="utf-8").splitlines()
        words = {word: tag for word, _, tag in (line.partition(" ") for line in lines)}
        with np.load(folder / WEIGHTS) as data:
            return cls(
                data["weights"],
                data["transitions"],
                float(data["scale"]),
                words,
                digest.hexdigest(),
            )

    def lengths(self, text: str) -> list[int]:
        """Return the lengths of a text's words, in order; the text has no white space.

        Treebanks hold few pronouns of the second person, so a pronoun is a word of its own unless
        the word list has a word with it (他人, 自我).
        """
        if not text:
            return []
        rows = features(text, self.words, len(self.weights))
        scores = self.weights[rows].sum(axis=1, dtype=np.float32) * self.scale
        labels = self._best(scores.tolist())
        lengths, size = [], 0
        for label in labels:
            size += 1
            if label >= 2:  # E or S
                lengths.append(size)
                size = 0
        if size:
            lengths.append(size)
        return list(self._apart(text, lengths)) if PRONOUN.search(text) else lengths

    def _apart(self, text: str, lengths: list[int]) -> Iterator[int]:
        """Cut pronouns off from words that are not listed."""
        start = 0
        for length in lengths:
            word = text[start : start + length]
            start += length
            found = [match.span() for match in PRONOUN.finditer(word)]
            is_name = length > SHORT and not set(word) & set("我你您妳她它牠祂咱")
            if not found or word in self.words or is_name:
                yield length
                continue
            edges = sorted({0, length, *(edge for span in found for edge in span)})
            yield from (b - a for a, b in pairwise(edges))

    @cached_property
    def _steps(self) -> list[tuple[tuple[int, float], ...]]:
        """Label → the labels that may come before it, with their transition scores."""
        return [
            tuple((a, float(self.transitions[a, b])) for a in range(4) if b in FOLLOWS[a])
            for b in range(4)
        ]

    def _best(self, scores: list[list[float]]) -> list[int]:
        best = [scores[0][0], -1e9, -1e9, scores[0][3]]
        back: list[tuple[int, ...]] = []
        steps = self._steps
        for row in scores[1:]:
            now: list[float] = []
            came: list[int] = []
            for label in range(4):
                (a, x), (b, y) = steps[label]
                first, second = best[a] + x, best[b] + y
                if first >= second:
                    now.append(first + row[label])
                    came.append(a)
                else:
                    now.append(second + row[label])
                    came.append(b)
            best = now
            back.append(tuple(came))
        label = 2 if best[2] > best[3] else 3
        path = [label]
        for came_from in reversed(back):
            label = came_from[label]
            path.append(label)
        return path[::-1]


def features(text: str, words: Collection[str], buckets: int) -> npt.NDArray[np.int64]:
    """Return each character's hashed features: (characters, `FEATURES`), below `buckets`.

    Args:
        text: simplified characters without white space.
        words: the word list.
        buckets: size of the table, a power of two.
    """
    size = len(text)
    text = text.translate(ALIKE)
    kinds = [_kind(letter) for letter in text]
    shown = [
        ord(letter) if kind in {0, 3, 4} else kind for letter, kind in zip(text, kinds, strict=True)
    ]
    codes = _padded(shown)
    columns = [_mixed(number, [codes[_EDGE + k : _EDGE + k + size] for k in template])
               for number, template in enumerate(TEMPLATES)]  # fmt: skip
    kind = _padded([value + 11 for value in kinds])
    number = len(TEMPLATES)
    columns.append(_mixed(number, [kind[_EDGE + k : _EDGE + k + size] for k in (-1, 0, 1)]))
    here = codes[_EDGE : _EDGE + size]
    same = sum(
        (here == codes[_EDGE + k : _EDGE + k + size]).astype(np.uint64) * np.uint64(2**bit)
        for bit, k in enumerate((-2, -1, 1, 2))
    ) + np.uint64(1)
    columns.append(_mixed(number + 1, [same]))
    columns += [
        _mixed(number + 2 + k, [np.array(values, dtype=np.uint64)])
        for k, values in enumerate(_matches(text, words))
    ]
    rows: npt.NDArray[np.int64] = (np.stack(columns, axis=1) & np.uint64(buckets - 1)).astype(
        np.int64
    )
    return rows


def _matches(text: str, words: Collection[str]) -> tuple[list[int], list[int], list[int]]:
    """Return the longest listed word that begins, ends and goes through at each place."""
    size = len(text)
    begin, end, within = [1] * size, [1] * size, [1] * size
    for i in range(size):
        for length in range(2, min(LONGEST, size - i) + 1):
            if text[i : i + length] in words:
                begin[i] = length
                end[i + length - 1] = max(end[i + length - 1], length)
                for j in range(i + 1, i + length - 1):
                    within[j] = max(within[j], length)
    both = [a * 8 + b for a, b in zip(begin, end, strict=True)]
    return begin, both, [a * 64 + b for a, b in zip(within, both, strict=True)]


def _kind(letter: str) -> int:
    """Classify Han (0), digits (1), other letters (2), marks (3) and Chinese numerals (4)."""
    if letter in NUMERALS:
        return 4
    if "\u3400" <= letter <= "\u9fff":
        return 0
    if letter.isdigit():
        return 1
    return 2 if LETTER.match(letter) else 3


def _padded(values: Sequence[int]) -> npt.NDArray[np.uint64]:
    return np.array([7] * _EDGE + list(values) + [7] * _EDGE, dtype=np.uint64)


def _mixed(number: int, parts: Sequence[Any]) -> npt.NDArray[np.uint64]:
    """Hash one feature of all characters."""
    found = np.full(len(parts[0]), (number + 1) * 0x9E3779B97F4A7C15 % 2**64, dtype=np.uint64)
    for part in parts:
        found = (found ^ part) * np.uint64(0xFF51AFD7ED558CCD)
        found ^= found >> np.uint64(32)
    return found
