"""Tokens: the syntactic words of one segment, and the layers an analyzer gives them.

A column that was not computed is `None` and reading it raises `MissingLayerError`: absent is not
empty. Token indices are 0-based; character offsets count code points of the untouched line.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import TYPE_CHECKING, TypeVar

from discotag.core.errors import MissingLayerError

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Value = TypeVar("Value")
ROOT = -1
"""Head of a token that depends on nothing."""
LAYERS = {
    "lemmas": "lemmas",
    "upos": "pos",
    "xpos": "pos",
    "feats": "morph",
    "heads": "deps",
    "deprels": "deps",
}
"""Column of `Tokens` → the layer that it belongs to; the other columns are always there."""
EVERY = frozenset(LAYERS.values())


@lru_cache(maxsize=65536)
def parse_feats(feats: str) -> Mapping[str, str]:
    """Read a UD FEATS cell (`Case=Nom|Number=Sing`, `_`) into a shared, unchanging mapping."""
    if feats in {"", "_"}:
        return {}
    return dict(pair.split("=", 1) for pair in feats.split("|"))


@dataclass(frozen=True, slots=True)
class Tokens:
    """The syntactic words of one segment, one tuple per column, all of the same length.

    The columns of a layer (`LAYERS`) that was not computed are `None`.

    Args:
        text: the segment, untouched.
        forms: surface forms; `text[starts[j]:ends[j]] == forms[j]` unless the analyzer splits a
            multi-word token.
        starts: character offset of each token's first character.
        ends: character offset after each token's last character.
        lemmas: dictionary forms.
        upos: Universal Dependencies part-of-speech tags.
        xpos: the treebank's own tags, where the analyzer has them.
        feats: UD features of each token.
        heads: index of each token's syntactic head in this segment, `ROOT` (-1) for a root.
        deprels: UD relation to the head, subtypes kept (`nsubj:pass`).
    """

    text: str
    forms: tuple[str, ...]
    starts: tuple[int, ...]
    ends: tuple[int, ...]
    lemmas: tuple[str, ...] | None = None
    upos: tuple[str, ...] | None = None
    xpos: tuple[str, ...] | None = None
    feats: tuple[Mapping[str, str], ...] | None = None
    heads: tuple[int, ...] | None = None
    deprels: tuple[str, ...] | None = None
    _children: dict[int, tuple[int, ...]] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """Head → its children, filled when they are first asked for."""
    _views: dict[frozenset[str], Tokens] = field(
        default_factory=dict, init=False, repr=False, compare=False
    )
    """Layers → these tokens with only these, filled when they are first asked for."""

    def __post_init__(self) -> None:
        """Check that columns agree in length and that offsets and heads are in range."""
        size = len(self.forms)
        for name in ("starts", "ends", "lemmas", "upos", "xpos", "feats", "heads", "deprels"):
            column = getattr(self, name)
            if column is not None and len(column) != size:
                raise ValueError(f"column {name} has {len(column)} values for {size} tokens")
        if self.starts and (min(self.starts) < 0 or max(self.ends) > len(self.text)):
            raise ValueError("a token's offsets lie outside its segment")
        if self.heads and (min(self.heads) < ROOT or max(self.heads) >= size):
            raise ValueError("a token's head lies outside its segment")

    def __len__(self) -> int:
        """Count the tokens."""
        return len(self.forms)

    def __iter__(self) -> Iterator[Token]:
        """Go over the tokens in order."""
        return (Token(self, index) for index in range(len(self.forms)))

    def __getitem__(self, index: int) -> Token:
        """Return the token at a non-negative `index`; IndexError outside the segment."""
        if not 0 <= index < len(self.forms):
            raise IndexError(f"token {index} of {len(self.forms)}")
        return Token(self, index)

    def children(self, head: int) -> tuple[int, ...]:
        """Return the indices of the tokens that depend on `head`, in order."""
        heads = present(self.heads, "deps")
        if not self._children:
            found: dict[int, list[int]] = {}
            for index, other in enumerate(heads):
                found.setdefault(other, []).append(index)
            self._children.update({other: tuple(group) for other, group in found.items()})
        return self._children.get(head, ())

    def subtree(self, head: int) -> tuple[int, ...]:
        """Return the indices of `head` and all that depends on it, in order."""
        found = {head}
        waiting = [head]
        while waiting:
            for child in self.children(waiting.pop()):
                if child not in found:
                    found.add(child)
                    waiting.append(child)
        return tuple(sorted(found))

    def restricted(self, layers: frozenset[str]) -> Tokens:
        """Return these tokens with only these layers (`tokens` always).

        Itself if it has no other, and always the same for the same layers.
        """
        if layers >= EVERY:
            return self
        found = self._views.get(layers)
        if found is None:
            found = self._with_only(layers)
            if found is not self:
                self._views[layers] = found
        return found

    def _with_only(self, layers: frozenset[str]) -> Tokens:
        columns = {name: getattr(self, name) for name in LAYERS}
        kept = {
            name: column if LAYERS[name] in layers else None for name, column in columns.items()
        }
        if all(kept[name] is column for name, column in columns.items()):
            return self
        return Tokens(self.text, self.forms, self.starts, self.ends, **kept)


def present(column: tuple[Value, ...] | None, layer: str) -> tuple[Value, ...]:
    """Return a column; MissingLayerError if it was not computed."""
    if column is None:
        raise MissingLayerError(layer)
    return column


BOUND = ("J", "E", "VCP", "XSV", "XSA")
"""Beginnings of Sejong tags: particles, endings, the copula, light verbs."""


@dataclass(frozen=True, slots=True)
class Token:
    """A view of one token; MissingLayerError where a column was not computed."""

    segment: Tokens
    index: int

    @property
    def form(self) -> str:
        """The surface form."""
        return self.segment.forms[self.index]

    @property
    def start(self) -> int:
        """Offset of the first character in the segment's text."""
        return self.segment.starts[self.index]

    @property
    def end(self) -> int:
        """Offset after the last character in the segment's text."""
        return self.segment.ends[self.index]

    @property
    def lemma(self) -> str:
        """The dictionary form."""
        return present(self.segment.lemmas, "lemmas")[self.index]

    @property
    def base(self) -> str:
        """The dictionary form without endings, where it is morphemes joined by `+` (Korean).

        The tag names the morphemes; particles, endings and light verbs are left out:
        `공부+하+었+다` (`NNG+XSV+EP+EF`) gives `공부`, `호수+가` (`NNG+JKS`) gives `호수`.
        """
        lemma = self.lemma
        xpos = self.segment.xpos[self.index] if self.segment.xpos is not None else ""
        if "+" not in xpos or "+" not in lemma.strip("+"):
            return lemma
        parts, tags = lemma.strip("+").split("+"), xpos.split("+")
        if len(parts) != len(tags):
            return parts[0]
        kept = [
            part
            for part, tag in zip(parts, tags, strict=True)
            if not tag.startswith(BOUND) and (part, tag) != ("들", "XSN")
        ]
        return "".join(kept) or parts[0]

    @property
    def upos(self) -> str:
        """The Universal Dependencies part of speech."""
        return present(self.segment.upos, "pos")[self.index]

    @property
    def xpos(self) -> str:
        """The treebank's own tag."""
        return present(self.segment.xpos, "pos")[self.index]

    @property
    def feats(self) -> Mapping[str, str]:
        """UD features, such as `{"Case": "Nom"}`."""
        return present(self.segment.feats, "morph")[self.index]

    @property
    def head(self) -> int:
        """Index of the syntactic head, `ROOT` for a root."""
        return present(self.segment.heads, "deps")[self.index]

    @property
    def deprel(self) -> str:
        """UD relation to the head."""
        return present(self.segment.deprels, "deps")[self.index]

    @property
    def children(self) -> tuple[Token, ...]:
        """The tokens that depend on this one, in order."""
        return tuple(Token(self.segment, index) for index in self.segment.children(self.index))
