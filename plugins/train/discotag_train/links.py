"""Gold word links from two passes over the same sentence pairs, and how far the passes agree.

A link that both passes hold sure is sure; one that either pass has is possible. The result is what
`benchmarks/accuracy.py alignment` of discotag reads: `enXX.src-tgt` (words, three bars, words) with
`enXX.gold` next to it (`i-j` sure, `ipj` possible, from 1).
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from discotag.plugin import InputError

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from pathlib import Path

Link = tuple[int, int]
BARS = " ||| "


class LinkedPair(BaseModel):
    """A line of a pass.

    Args:
        id: the same in both passes.
        source: English words with spaces between.
        target: words of the other language.
        sure: places of an English and another word, from 0.
        possible: those that are not sure.
    """

    model_config = ConfigDict(frozen=True, extra="ignore")

    id: str
    source: str
    target: str
    sure: tuple[Link, ...] = ()
    possible: tuple[Link, ...] = ()


@dataclass(frozen=True)
class Agreement:
    """How far two passes agree, in percent.

    Args:
        pairs: sentence pairs.
        sure: F1 of the sure links of one pass against those of the other.
        every: the same of all links.
    """

    pairs: int
    sure: float
    every: float


def read_pass(path: Path) -> list[LinkedPair]:
    """Read a pass, a JSON object a line.

    Raises:
        InputError: a line cannot be read, or links a word that is not there; names it.
    """
    try:
        lines = path.read_text(encoding="utf-8").splitlines()
    except (OSError, ValueError) as error:
        raise InputError(f"cannot be read: {error}", path=path) from error
    pairs = []
    for number, line in enumerate(lines, 1):
        try:
            pair = LinkedPair.model_validate(json.loads(line))
        except ValueError as error:
            raise InputError(f"is no pair with links: {error}", path=path, line=number) from error
        sizes = len(pair.source.split()), len(pair.target.split())
        for i, j in (*pair.sure, *pair.possible):
            if not (0 <= i < sizes[0] and 0 <= j < sizes[1]):
                raise InputError(f"link {i}-{j} has no such word", path=path, line=number)
        pairs.append(pair)
    return pairs


def make_gold(first: Path, second: Path, language: str, out: Path) -> Agreement:
    """Write the gold of two passes; return how far they agree.

    Raises:
        InputError: the passes are not over the same pairs in the same order; names the line.
    """
    passes = read_pass(first), read_pass(second)
    if len(passes[0]) != len(passes[1]):
        what = f"has {len(passes[1])} pairs, {first.name} {len(passes[0])}"
        raise InputError(what, path=second)
    texts, golds = [], []
    for number, (one, two) in enumerate(zip(*passes, strict=True), 1):
        if (one.id, one.source, one.target) != (two.id, two.source, two.target):
            raise InputError(f"is not the pair of {first.name}", path=second, line=number)
        texts.append(" ".join(one.source.split()) + BARS + " ".join(one.target.split()))
        golds.append(_gold(one, two))
    out.mkdir(parents=True, exist_ok=True)
    (out / f"en{language}.src-tgt").write_text("\n".join(texts) + "\n", encoding="utf-8")
    (out / f"en{language}.gold").write_text("\n".join(golds) + "\n", encoding="utf-8")
    return agreement(*passes)


def agreement(first: Sequence[LinkedPair], second: Sequence[LinkedPair]) -> Agreement:
    """Return how far two passes over the same pairs agree."""
    both = list(zip(first, second, strict=True))
    return Agreement(
        len(both),
        _f1([(set(one.sure), set(two.sure)) for one, two in both]),
        _f1([({*a.sure, *a.possible}, {*b.sure, *b.possible}) for a, b in both]),
    )


def _gold(one: LinkedPair, two: LinkedPair) -> str:
    sure = set(one.sure) & set(two.sure)
    possible = {*one.sure, *one.possible, *two.sure, *two.possible}
    return " ".join(f"{i + 1}{'-' if (i, j) in sure else 'p'}{j + 1}" for i, j in sorted(possible))


def _f1(pairs: Collection[tuple[set[Link], set[Link]]]) -> float:
    shared = sum(len(one & two) for one, two in pairs)
    size = sum(len(one) + len(two) for one, two in pairs)
    return 100 * 2 * shared / size if size else 100.0
