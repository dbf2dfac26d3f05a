"""The baseline "last agreeing noun": every third-person pronoun means the last that agrees.

In English phrases, agreement and empty *it* are those of the rules. Elsewhere a noun is a NOUN or
PROPN with its modifiers, agreement is that of Gender and Number where both words show them (of a
possessive the owner's), and expletives (`expl`) have no antecedent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from benchmarks.tasks.coref_pronouns import is_noun, kind_of
from discotag.core.document import Cluster, Mention
from discotag_lang_en.coref.expletive import is_expletive
from discotag_lang_en.coref.mentions import phrases

if TYPE_CHECKING:
    from collections.abc import Iterable

    from discotag.core.document import MentionKind, Side
    from discotag.core.tokens import Tokens

NOUNS = frozenset({"NOUN", "PROPN"})
PARTS = frozenset({"flat", "compound", "fixed", "goeswith", "case", "clf"})
"""Relations of nouns that are part of another noun's phrase."""
MODIFIERS = PARTS - {"case"} | {"det", "amod", "nummod", "nmod"}
"""Relations of what belongs to a noun's phrase."""
AGREEING = ("Gender", "Number")


def last_agreeing_noun(side: Side) -> tuple[Cluster, ...]:
    """Link every third-person pronoun of an analysed side to the last noun phrase that agrees."""
    pairs = _english(side) if side.language == "en" else _by_features(side)
    groups: dict[Mention, list[Mention]] = {}
    for noun, pronoun in pairs:
        groups.setdefault(noun, [noun]).append(pronoun)
    return tuple(Cluster(tuple(sorted(group))) for group in groups.values())


def _english(side: Side) -> Iterable[tuple[Mention, Mention]]:
    """Find pairs in English; empty *it* stands apart."""
    earlier = []
    for segment, tokens in enumerate(side):
        for phrase in phrases(segment, tokens):
            if phrase.pronoun is None:
                earlier.append(phrase)
            elif phrase.pronoun != "demonstrative" and not is_expletive(phrase.syntax, phrase.head):
                for other in reversed(earlier):
                    holds = other.segment == segment and other.mention.end > phrase.head
                    if not holds and other.traits.agrees(phrase.traits):
                        yield other.mention, phrase.mention
                        break


def _by_features(side: Side) -> Iterable[tuple[Mention, Mention]]:
    earlier = list[tuple[Mention, dict[str, set[str]]]]()
    for segment, tokens in enumerate(side):
        for index in range(len(tokens)):
            if kind_of(tokens, index, side.language) == "third":
                if (tokens.deprels or ())[index].startswith("expl"):
                    continue
                wanted = _traits(tokens, index)
                for noun, traits in reversed(earlier):
                    holds = noun.segment == segment and noun.end > index
                    if not holds and _agree(traits, wanted):
                        yield noun, Mention(segment, index, index + 1, index, "pronoun")
                        break
            elif _is_head(tokens, index, side.language):
                earlier.append((_phrase(segment, tokens, index), _traits(tokens, index)))


def _is_head(tokens: Tokens, index: int, language: str) -> bool:
    """Return whether a token heads a noun phrase that is no part of another."""
    upos = (tokens.upos or ())[index]
    is_nominal = upos in NOUNS or (language == "ko" and is_noun(tokens, index, language))
    return is_nominal and (tokens.deprels or ())[index].split(":")[0] not in PARTS


def _phrase(segment: int, tokens: Tokens, head: int) -> Mention:
    """Return a noun with the words that modify it, as far as they stand beside each other."""
    heads, relations = tokens.heads or (), tokens.deprels or ()
    found, waiting = {head}, [head]
    while waiting:
        governor = waiting.pop()
        for index, own in enumerate(heads):
            if own == governor and relations[index].split(":")[0] in MODIFIERS:
                found.add(index)
                waiting.append(index)
    start, end = head, head + 1
    while start - 1 in found:
        start -= 1
    while end in found:
        end += 1
    kind: MentionKind = "name" if (tokens.upos or ())[head] == "PROPN" else "noun"
    return Mention(segment, start, end, head, kind)


def _traits(tokens: Tokens, index: int) -> dict[str, set[str]]:
    """Return the values of gender and number; of a possessive those of the owner."""
    feats = (tokens.feats or ())[index]
    is_owned = feats.get("Poss") == "Yes" or (tokens.upos or ())[index] == "DET"
    layer = "[psor]" if is_owned else ""
    return {name: set(feats[name + layer].split(",")) for name in AGREEING if name + layer in feats}


def _agree(noun: dict[str, set[str]], pronoun: dict[str, set[str]]) -> bool:
    return all(noun[name] & values for name, values in pronoun.items() if name in noun)
