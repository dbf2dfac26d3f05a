"""Training lines, and the ways in which they are varied.

Lines of dialogue are not treebank sentences: they hold two sentences, lack the full stop, or use
the typographic apostrophe. A seeded share of the lines is varied in just these ways.
"""

from __future__ import annotations

from dataclasses import dataclass, replace
from typing import TYPE_CHECKING

from discotag_train.pipelines.project import Gold

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

JOINED, UNSTOPPED, CURLED, CAPITALISED, BARE = 0.12, 0.08, 0.25, 0.5, 0.2
FINAL = frozenset({".", "!", "?", "…", "...", "。"})


@dataclass(frozen=True, slots=True)
class Line:
    """Tokens with their annotation; `spaces[j]`: a space follows token j."""

    words: tuple[str, ...]
    spaces: tuple[bool, ...]
    gold: tuple[Gold, ...]

    @property
    def has_tree(self) -> bool:
        """Whether the treebank gave heads."""
        return all(token.head is not None for token in self.gold)


def varied(lines: Sequence[Line], chance: random.Random, *, spoken: bool) -> Iterator[Line]:
    """Vary a share of the lines; every sentence is given once, alone or joined to the next."""
    waiting: Line | None = None
    for original in lines:
        line = original
        if spoken and chance.random() < CAPITALISED:
            line = stopped(capitalised(line))
        elif spoken and chance.random() < BARE:
            line = bare(line)
        elif chance.random() < UNSTOPPED:
            line = unstopped(line)
        if chance.random() < CURLED:
            line = replace(line, words=tuple(word.replace("'", "’") for word in line.words))
        if waiting is not None and line.has_tree:
            yield joined(waiting, line)
            waiting = None
        elif chance.random() < JOINED and line.has_tree:
            waiting = line
        else:
            yield line
    if waiting is not None:
        yield waiting


def joined(first: Line, second: Line) -> Line:
    """Put two sentences on one line; the second's root hangs on the first's as `parataxis`."""
    shift = len(first.words)
    root = next((j for j, token in enumerate(first.gold) if token.head == -1), 0)
    moved = [
        replace(token, head=root, deprel="parataxis")
        if token.head == -1
        else replace(token, head=(token.head or 0) + shift)
        for token in second.gold
    ]
    return Line(
        first.words + second.words,
        (*first.spaces[:-1], True, *second.spaces),
        (*first.gold, *moved),
    )


def capitalised(line: Line) -> Line:
    """Begin with a capital letter."""
    return replace(line, words=(line.words[0][:1].upper() + line.words[0][1:], *line.words[1:]))


def stopped(line: Line) -> Line:
    """End with a full stop."""
    if line.words[-1] in FINAL or not line.has_tree:
        return line
    root = next((j for j, token in enumerate(line.gold) if token.head == -1), 0)
    return Line(
        (*line.words, "."),
        (*line.spaces[:-1], False, False),
        (*line.gold, Gold("PUNCT", ".", "_", root, "punct")),
    )


def unstopped(line: Line) -> Line:
    """Take the final full stop away."""
    last = len(line.words) - 1
    if last < 1 or line.words[-1] != "." or any(token.head == last for token in line.gold):
        return line
    return Line(line.words[:-1], line.spaces[:-1], line.gold[:-1])


def bare(line: Line) -> Line:
    """Take all punctuation away, as in unedited subtitles."""
    keep = [j for j, token in enumerate(line.gold) if token.upos != "PUNCT"]
    place = {old: new for new, old in enumerate(keep)}
    place[-1] = -1
    if not keep or any(line.gold[j].head not in place for j in keep):
        return line
    spaces = [
        line.spaces[j] or any(line.spaces[j:after])
        for j, after in zip(keep, [*keep[1:], len(line.words)], strict=True)
    ]
    gold = tuple(
        replace(line.gold[j], head=place[line.gold[j].head or 0 if line.gold[j].head != -1 else -1])
        for j in keep
    )
    return Line(tuple(line.words[j] for j in keep), tuple(spaces), gold)
