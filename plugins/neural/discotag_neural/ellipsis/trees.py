"""What the Penn Treebank says of ellipsis: the trace `*?*`, remnants `=1`, bare question words.

`*?*` is where a constituent is elided (Bies et al. 1995, section 4.6); what is over it
shows the kind. A remnant of gapping has the number of its counterpart (`NP-SBJ=1`; ibid.,
section 7.2.3). A clause that is only a question word ("nobody knows why") is a sluice. The MuDA
classifier took `*?*` alone (Fernandes et al. 2023, appendix F.4).
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from discotag.plugin import InputError
from discotag_neural.ellipsis.examples import ANY, NONE, Example

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence


PIECE = re.compile(r"[()]|[^\s()]+|\n")
EMPTY = "-NONE-"
"""Tag of what is not a word: traces and other empty elements."""


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


Span = tuple[Node, int, int]  # a constituent, its first word, and the word after its last
TRACE = "*?*"
CLAUSES = frozenset({"S", "SBAR", "SBARQ", "SQ", "SINV", "FRAG"})
GAPPED = re.compile(r"=\d+$")
AUXILIARY = re.compile(r"(MD|TO|AUX|VB[DGNPZ]?)$")
BESIDE_QUESTION = frozenset({"ADVP", "RB", "CC", ",", ".", ":", "``", "''"})
"""What may be next to the question word of a sluice: "why not", "when, exactly"."""
ESCAPES = {
    "-LRB-": "(", "-RRB-": ")", "-LSB-": "[", "-RSB-": "]", "-LCB-": "{", "-RCB-": "}",
    "``": '"', "''": '"',
}  # fmt: skip
NO_SPACE_BEFORE = re.compile(r" (?=n't\b|'[A-Za-z]{1,2}\b|''|' |'$|[,.?!;:%]|-R[RCS]B-)")
NO_SPACE_BEHIND = re.compile(r"((?:^|(?<= ))(?:``|`|-L[RCS]B-|[$#])) ")


def example_of(tree: Node, group: str, *, only_traces: bool) -> Example | None:
    """Make an example of a tree; None if it holds no word.

    Args:
        tree: a sentence.
        group: the file it comes from.
        only_traces: whether `*?*` alone counts, as in MuDA's classifier.
    """
    written = [leaf.word or "" for leaf in tree.leaves() if leaf.label != EMPTY]
    if not written:
        return None
    words = tuple(map(_plain, written))
    labels = [NONE] * len(words)
    for place, kind in _sites(tree, only_traces=only_traces):
        if labels[min(place, len(words) - 1)] == NONE:
            labels[min(place, len(words) - 1)] = kind
    label = ANY if any(kind != NONE for kind in labels) else NONE
    return Example(_joined(written), group, label, words, tuple(labels))


def _sites(tree: Node, *, only_traces: bool) -> Iterator[tuple[int, str]]:
    """Yield (word, kind) for what is elided, constituents before their parts."""
    waiting = [(tree, 0)]
    while waiting:
        node, place = waiting.pop()
        spans: list[Span] = []
        for child in node.children:
            end = place + _words(child)
            spans.append((child, place, end))
            place = end
        yield from _traces(spans)
        if not only_traces:
            yield from _remnants(node, spans)
        waiting.extend((child, first) for child, first, _ in reversed(spans))


def _words(node: Node) -> int:
    return sum(leaf.label != EMPTY for leaf in node.leaves())


def _traces(spans: Sequence[Span]) -> Iterator[tuple[int, str]]:
    for child, first, _ in spans:
        behind = first
        for part in child.children:
            if _is_trace(part):
                yield behind - 1 if behind > first else _licensor(spans, first), _kind(child)
            behind += _words(part)


def _remnants(node: Node, spans: Sequence[Span]) -> Iterator[tuple[int, str]]:
    ends = [end for child, first, end in spans if GAPPED.search(child.label) and end > first]
    if ends:
        yield ends[0] - 1, "gapping"
    if node.category not in CLAUSES:
        return
    questions = [end for child, first, end in spans if child.label.startswith("WH") and end > first]
    others = [
        child
        for child, _, _ in spans
        if not child.label.startswith("WH") and child.category not in BESIDE_QUESTION
    ]
    if questions and not others:
        yield questions[-1] - 1, "sluice"


def _is_trace(node: Node) -> bool:
    return node.label == EMPTY and (node.word or "").startswith(TRACE)


def _licensor(spans: Sequence[Span], place: int) -> int:
    """Return the word next to which something is missing: an auxiliary or *to*, or that before."""
    before = [
        first
        for child, first, end in spans
        if end <= place and child.word is not None and AUXILIARY.match(child.label)
    ]
    return before[-1] if before else max(place - 1, 0)


def _kind(node: Node) -> str:
    if node.category == "NP":
        return "np"
    return "sluice" if node.category in CLAUSES else "vp"


def _plain(word: str) -> str:
    return ESCAPES.get(word, word.replace(r"\/", "/").replace(r"\*", "*"))


def _joined(words: Iterable[str]) -> str:
    """Write words as people do, from the treebank's own, whose quotes show where they open."""
    text = NO_SPACE_BEHIND.sub(r"\1", NO_SPACE_BEFORE.sub("", " ".join(words)))
    for escape, sign in ESCAPES.items():
        text = text.replace(escape, sign)
    return text.replace(r"\/", "/").replace(r"\*", "*")
