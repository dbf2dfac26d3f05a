"""Nouns that are joined to chains late, when every pronoun has its antecedent.

The networks say "nothing before" too often of nouns. Said less often as the text is read, it costs
pronouns (training/README.md), for chains that hold a wrong noun draw pronouns to it. So such nouns
wait, and their chains are joined at the end where no pronoun's noun is another one after that.
"""

from __future__ import annotations

from math import exp
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from discotag_e5.coref.chains import Chain
    from discotag_e5.coref.mentions import Phrase

    Members = list[tuple[int, Phrase, float]]

SORTS = frozenset({"noun", "name", "group"})
"""Sorts of mentions that wait."""
LENIENCE = 0.7
"""How much the log-odds of "nothing before" fall for them, in nats.

On GUM dev CoNLL is 58.1 with 0, 59.1 with 0.5, 60.1 with 1.0 and 60.4 with 1.4; on LitBank dev,
which annotates some sorts of things alone, 51.6, 51.6, 50.8 and 49.9.
"""


class Late(NamedTuple):
    """A noun that began a chain, but may belong to one before.

    Args:
        place: its number among all mentions of the text.
        own: the chain that it began.
        target: the likeliest chain before it.
        score: the probability of that chain, 0-1.
    """

    place: int
    own: Chain
    target: Chain
    score: float


def may_wait(phrase: Phrase, score: float, nothing: float) -> bool:
    """Return whether a mention without a chain may still join the likeliest one.

    Args:
        phrase: the mention.
        score: the probability of the likeliest chain, 0-1.
        nothing: that of "nothing before".
    """
    return phrase.sort in SORTS and score * exp(LENIENCE) > nothing


def joined(chains: Iterable[Chain], waiting: Sequence[Late]) -> list[Members]:
    """Return the mentions of each chain, with number and score, after late nouns were joined.

    Args:
        chains: all chains of the text.
        waiting: in text order.
    """
    members = {
        id(chain): list(zip(chain.places, chain.mentions, chain.scores, strict=True))
        for chain in chains
    }
    now = {key: key for key in members}
    for late in waiting:
        into, gone = _last(now, id(late.target)), _last(now, id(late.own))
        first, second = members[into], members[gone]
        both = sorted((*first, *second), key=lambda item: item[0])
        if into == gone or not _keeps(first, second, both):
            continue
        members[into] = [
            (place, phrase, late.score if place == late.place else score)
            for place, phrase, score in both
        ]
        del members[gone]
        now[gone] = into
    return list(members.values())


def _last(now: dict[int, int], key: int) -> int:
    while now[key] != key:
        key = now[key]
    return key


def _keeps(first: Members, second: Members, both: Members) -> bool:
    """Return whether each pronoun has a noun before it, and the same one as before."""
    old = _nouns(first) | _nouns(second)
    return None not in old.values() and _nouns(both) == old


def _nouns(members: Members) -> dict[int, int | None]:
    """Return for each pronoun the number of the nearest noun before it."""
    found, noun = dict[int, int | None](), None
    for place, phrase, _ in members:
        if phrase.is_pronoun:
            found[place] = noun
        else:
            noun = place
    return found
