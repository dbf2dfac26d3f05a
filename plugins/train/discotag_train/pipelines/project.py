"""A treebank sentence projected on the tokens of the pipeline's own tokenizer.

`spacy convert` trains on tokens that the tokenizer never makes; here the text is tokenised as it
will be at run time and the gold annotation is carried over: exact match → copied; one token over
several words (French *du*) → the word that heads the group, features missing there filled in from
the others; several tokens for one unit → the longest carries the annotation, the rest hang on it as
`goeswith`, or as `punct` where they hold no letter.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from discotag.plugin.training import Word

Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Gold:
    """A token's annotation; `head` is a token index, -1 for a root, `None` without a tree."""

    upos: str
    lemma: str
    feats: str
    head: int | None
    deprel: str | None
    xpos: str = ""


def project(
    words: Sequence[Word],
    word_spans: Sequence[Span],
    token_spans: Sequence[Span],
    token_forms: Sequence[str] = (),
) -> list[Gold] | None:
    """Carry the words' annotation over to the tokens.

    Args:
        words: the sentence's syntactic words.
        word_spans: character span of each word; words of one multi-word token share it.
        token_spans: character spans of the tokenizer's tokens, in order.
        token_forms: the tokens themselves; pieces without a letter or digit become punctuation.

    Returns:
        One `Gold` per token, or `None` when some token covers no word at all.
    """
    groups = _groups(word_spans, token_spans)
    if any(not inside for inside, _ in groups):
        return None
    main: dict[int, int] = {}
    for inside, tokens in groups:
        longest = max(tokens, key=lambda t: token_spans[t][1] - token_spans[t][0])
        main.update(dict.fromkeys(inside, longest))
    gold: dict[int, Gold] = {}
    for inside, tokens in groups:
        carrier = main[inside[0]]
        gold[carrier] = _merged([words[i] for i in inside], inside, main, carrier)
        for token in tokens:
            if token != carrier:
                gold[token] = _piece(carrier, token_forms[token] if token_forms else "x")
    ordered = [gold[token] for token in range(len(token_spans))]
    whole = all(token.head is not None for token in ordered)
    return ordered if whole and _is_forest(ordered) else _without_tree(ordered)


def _groups(
    word_spans: Sequence[Span], token_spans: Sequence[Span]
) -> list[tuple[list[int], list[int]]]:
    """Return the connected components of the overlap between words and tokens."""
    groups: list[tuple[list[int], list[int]]] = []
    word = token = 0
    while token < len(token_spans):
        inside: list[int] = []
        tokens = [token]
        end = token_spans[token][1]
        token += 1
        grew = True
        while grew:
            grew = False
            while word < len(word_spans) and word_spans[word][0] < end:
                inside.append(word)
                end = max(end, word_spans[word][1])
                word += 1
                grew = True
            while token < len(token_spans) and token_spans[token][0] < end:
                tokens.append(token)
                end = max(end, token_spans[token][1])
                token += 1
                grew = True
        groups.append((inside, tokens))
    return groups


def _piece(carrier: int, form: str) -> Gold:
    if any(letter.isalnum() for letter in form):
        return Gold("X", "", "_", carrier, "goeswith")
    return Gold("PUNCT", form, "_", carrier, "punct")


def _merged(group: list[Word], inside: list[int], main: dict[int, int], carrier: int) -> Gold:
    own = set(inside)
    chief = next((w for w in group if w.head is None or w.head not in own), group[0])
    feats = dict(_pairs(chief.feats))
    for other in group:
        for name, value in _pairs(other.feats):
            feats.setdefault(name, value)
    head = chief.head
    if head is not None and head >= 0:
        head = main[head]
    if head == carrier:
        head = None
    return Gold(
        upos=chief.upos or "X",
        lemma=chief.lemma or "",
        feats="|".join(f"{name}={feats[name]}" for name in sorted(feats, key=str.lower)) or "_",
        head=head,
        deprel=chief.deprel,
        xpos=chief.xpos or "",
    )


def _pairs(feats: str) -> list[tuple[str, str]]:
    if feats == "_":
        return []
    return [(name, value) for name, _, value in (pair.partition("=") for pair in feats.split("|"))]


def _is_forest(gold: Sequence[Gold]) -> bool:
    for start in range(len(gold)):
        seen = set()
        at: int | None = start
        while at is not None and at >= 0:
            if at in seen:
                return False
            seen.add(at)
            at = gold[at].head
    return True


def _without_tree(gold: Sequence[Gold]) -> list[Gold]:
    return [Gold(g.upos, g.lemma, g.feats, None, None, g.xpos) for g in gold]
