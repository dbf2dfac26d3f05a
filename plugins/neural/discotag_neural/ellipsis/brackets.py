"""Bracketed trees of the Penn Treebank: read into nodes, errors with their line."""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discotag.plugin import InputError

if TYPE_CHECKING:
    from collections.abc import Iterator

PIECE = re.compile(r"[()]|[^\s()]+|\n")
EMPTY = "-NONE-"
"""Tag of what is no word: traces and other empty elements."""


@dataclass(slots=True)
class Node:
    """A constituent, or a leaf if it has a word.

    Args:
        label: category with function tags and indices (`NP-SBJ-1`), or the word's tag; may be empty
            at the top.
        children: in order.
        word: the leaf's word.
    """

    label: str
    children: list[Node] = field(default_factory=list)
    word: str | None = None

    @property
    def category(self) -> str:
        """The label without function tags and indices."""
        return re.split(r"[-=]", self.label, maxsplit=1)[0] or self.label

    def leaves(self) -> Iterator[Node]:
        """Go over the leaves, empty ones too, in order."""
        waiting = [self]
        while waiting:
            node = waiting.pop()
            if node.word is not None:
                yield node
            waiting.extend(reversed(node.children))


def read_trees(text: str, path: object) -> Iterator[Node]:
    """Yield the trees of a file.

    Raises:
        InputError: brackets that do not match, or a leaf with more than one word; names the line.
    """
    stack: list[Node] = []
    opened: list[int] = []
    line, is_fresh = 1, False
    for piece in PIECE.findall(text):
        if piece == "\n":
            line += 1
            continue
        if piece == "(":
            stack.append(Node(""))
            opened.append(line)
        elif not stack:
            raise InputError(f"{piece!r} stands outside any tree", path=path, line=line)
        elif piece == ")":
            node = stack.pop()
            opened.pop()
            if stack:
                stack[-1].children.append(node)
            else:
                yield node
        elif is_fresh:
            stack[-1].label = piece
        elif stack[-1].word is not None or stack[-1].children:
            told = f"{piece!r} is one word too many in ({stack[-1].label} …)"
            raise InputError(told, path=path, line=line)
        else:
            stack[-1].word = piece
        is_fresh = piece == "("
    if stack:
        raise InputError("a tree that begins here has no end", path=path, line=opened[0])
