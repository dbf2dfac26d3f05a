"""The network that weighs what a mention may belong to: one hidden layer over words' vectors.

A mention and a chain are compared through three projections of their vectors (as what refers, as
what was last said of the chain, as its last noun), multiplied unit by unit, with features that
are read off the texts. Belonging to nothing before has a network of its own; all choices share one
softmax (mention ranking: Denis and Baldridge 2008; with vectors: Lee et al. 2017).
"""

from __future__ import annotations

import hashlib
from dataclasses import dataclass
from functools import cache
from io import BytesIO
from math import log
from pathlib import Path
from typing import TYPE_CHECKING

import numpy as np

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from discotag.plugin import Mention, Resolution
    from discotag_e5.coref.chains import Chain
    from discotag_e5.coref.mentions import Phrase

    Floats = NDArray[np.float32]


COSINES = 5.0, -4.0
"""Factor and summand that spread the cosines of the model's states, which are all alike."""


@dataclass(frozen=True, slots=True)
class Seen:
    """A text's mentions as the networks see them: (networks, mentions, …).

    Args:
        phrases: the mentions, in text order.
        opinion: what another resolver says of them.
        shown: what each shows by itself, (mentions, features).
        unit: their vectors, of length 1, (mentions, width).
        referring: their vectors as what refers.
        latest: the same as what was last said of a chain.
        nominal: the same as a chain's last noun.
        as_referring: what each brings into the hidden units as what refers.
        as_latest: the same as what was last said of a chain.
        as_nominal: the same as a chain's last noun.
    """

    phrases: Sequence[Phrase]
    opinion: Opinion
    shown: Floats
    unit: Floats
    referring: Floats
    latest: Floats
    nominal: Floats
    as_referring: Floats
    as_latest: Floats
    as_nominal: Floats


class Ranker:
    """Weighs the chains that a mention may belong to: the mean of a few small networks.

    Args:
        arrays: the parameters by name, each (networks, …); matrices are (networks, out, in).
    """

    def __init__(self, arrays: Mapping[str, NDArray[np.floating]]) -> None:
        self._arrays = {name: array.astype(np.float32) for name, array in arrays.items()}
        self._temperature = float(self._arrays["temperature"].mean())

    def seen(
        self, phrases: Sequence[Phrase], vectors: Floats, opinion: Opinion | None = None
    ) -> Seen:
        """Return mentions as the networks see them.

        Args:
            phrases: of one text.
            vectors: of their heads, (mentions, width).
            opinion: what another resolver says of them, None without one.
        """
        opinion = Opinion(phrases, None) if opinion is None else opinion
        lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
        own = table([unary(phrase) for phrase in phrases], self._width("shown") - OWN)
        shown = np.concatenate([own, opinion.own], axis=1)
        referring, latest, nominal = (
            self._linear(name, vectors) for name in ("referring", "latest", "nominal")
        )
        return Seen(
            phrases,
            opinion,
            shown,
            vectors / (lengths + np.float32(1e-6)),
            referring,
            latest,
            nominal,
            self._product("own", referring) + self._product("shown", shown),
            self._product("last", latest) + self._product("shown_latest", shown),
            self._product("noun", nominal),
        )

    def shares(
        self, seen: Seen, place: int, candidates: Sequence[tuple[Chain, int]]
    ) -> NDArray[np.float64]:
        """Return the probability in 0-1 of each chain, and of none of them, which is last.

        Args:
            seen: the text's mentions.
            place: the number of the mention.
            candidates: chains, and how many were spoken of later.
        """
        totals = np.zeros(len(candidates) + 1)
        totals[:-1] = self._chains(seen, place, candidates)
        totals[-1] = self._nothing(seen, place, len(candidates))
        powers = np.exp((totals - totals.max()) / self._temperature)
        found: NDArray[np.float64] = powers / powers.sum()
        return found

    def _chains(self, seen: Seen, place: int, candidates: Sequence[tuple[Chain, int]]) -> Floats:
        phrase = seen.phrases[place]
        latest = np.array([chain.places[-1] for chain, _ in candidates])
        nouns = np.array([chain.noun_place for chain, _ in candidates])
        has_noun = (nouns >= 0).astype(np.float32)[:, None]
        rows = [pair(phrase, chain, nearer) for chain, nearer in candidates]
        shown = np.concatenate(
            [table(rows, self._width("pair") - PAIR), seen.opinion.pairs(place, candidates)], axis=1
        )
        own = seen.referring[:, place, None]
        cosines = np.stack(
            [
                seen.unit[latest] @ seen.unit[place],
                (seen.unit[nouns] @ seen.unit[place]) * has_noun[:, 0],
            ],
            axis=1,
        )
        hidden = self._linear("pair", shown)
        hidden += seen.as_referring[:, place, None] + seen.as_latest[:, latest]
        hidden += seen.as_nominal[:, nouns] * has_noun
        hidden += self._product("by_latest", own * seen.latest[:, latest])
        hidden += self._product("by_noun", own * (seen.nominal[:, nouns] * has_noun))
        hidden += self._product(
            "cosines", cosines * np.float32(COSINES[0]) + np.float32(COSINES[1])
        )
        np.maximum(hidden, 0, out=hidden)
        found: Floats = self._linear("total", hidden)[:, :, 0].mean(axis=0)
        return found

    def _nothing(self, seen: Seen, place: int, count: int) -> float:
        shown = np.append(seen.shown[place], np.float32(np.log1p(count)))[None]
        hidden = self._linear("nothing", shown)
        hidden += self._product("nothing_own", seen.referring[:, place, None])
        np.maximum(hidden, 0, out=hidden)
        return float(self._linear("nothing_total", hidden).mean())

    def _width(self, name: str) -> int:
        return int(self._arrays[name].shape[-1])

    def _linear(self, name: str, values: Floats) -> Floats:
        """Return what each network makes of values, (networks, values, out)."""
        found: Floats = self._product(name, values) + self._arrays[f"{name}_bias"][:, None]
        return found

    def _product(self, name: str, values: Floats) -> Floats:
        found: Floats = values @ self._arrays[name].transpose(0, 2, 1)
        return found


@cache
def shipped(*, is_heard: bool = False) -> tuple[Ranker, str]:
    """Read the networks, once; return them and the SHA-256 of their file.

    Args:
        is_heard: whether another resolver's opinion is weighed: `ranker_heard.npz`, learned with
            it, in place of `ranker.npz`.
    """
    name = "ranker_heard.npz" if is_heard else "ranker.npz"
    data = Path(__file__).with_name(name).read_bytes()
    with np.load(BytesIO(data), allow_pickle=False) as arrays:
        return Ranker(dict(arrays)), hashlib.sha256(data).hexdigest()


SORTS = ("third", "first", "second", "reflexive", "demonstrative", "noun", "name", "group")
RELATIONS = ("nsubj", "obj", "iobj", "obl", "nmod", "conj", "root", "appos", "det", "vocative")
DETERMINERS = ("Def", "Ind", "Dem", "Poss")
SEGMENTS = (0, 1, 2, 3, 5, 9, 17)
"""The first distance of each class, in segments."""
NEARER = (0, 1, 2, 3, 5, 8, 13, 21)
"""The same in chains that were spoken of later."""
SIZES = (1, 2, 3, 5, 9)
"""The same in mentions of a chain."""


def _one_of(value: str, values: Sequence[str]) -> Iterator[float]:
    for item in values:
        yield float(value == item)


def _class_of(value: int, firsts: Sequence[int]) -> Iterator[float]:
    """Yield 1 for the class that a number falls into, 0 for the others."""
    found = max((place for place, first in enumerate(firsts) if value >= first), default=0)
    for place in range(len(firsts)):
        yield float(place == found)


def unary(phrase: Phrase) -> list[float]:
    """Return what a mention shows by itself."""
    return [
        *_one_of(phrase.sort, SORTS),
        *_one_of(phrase.relation, RELATIONS),
        *_one_of(phrase.determiner, DETERMINERS),
        *_one_of(phrase.gender, ("Masc", "Fem", "Neut")),
        *_one_of(phrase.number, ("Sing", "Plur")),
        float(phrase.is_possessive),
        float(bool(phrase.modifiers)),
        float(phrase.mention.head == 0),
        min(phrase.depth, 5) / 5,
        min(phrase.mention.end - phrase.mention.start, 8) / 8,
    ]


def pair(phrase: Phrase, chain: Chain, nearer: int) -> list[float]:
    """Return what a mention and a chain before it show together.

    Args:
        phrase: the mention.
        chain: its latest mention precedes the phrase.
        nearer: how many chains were spoken of later than this one.
    """
    last, noun = chain.mentions[-1], chain.noun
    distance = phrase.mention.segment - last.mention.segment
    is_same = distance == 0
    to_noun = -1 if noun is None else phrase.mention.segment - noun.mention.segment
    return [
        *_class_of(distance, SEGMENTS),
        *_class_of(nearer, NEARER),
        *_class_of(len(chain.mentions), SIZES),
        float(noun is None),
        *_class_of(max(to_noun, 0), SEGMENTS),
        *_agreement(phrase.gender, chain.genders),
        *_agreement(phrase.number, chain.numbers),
        *_words(phrase, chain),
        float(is_same and last.governor == phrase.governor),
        float(is_same and last.governor == phrase.mention.head),
        float(is_same and phrase.governor == last.mention.head),
        float(last.relation == phrase.relation),
        float(last.is_possessive),
        float(phrase.sort == last.sort),
        min(chain.lately(phrase.mention.segment), 4) / 4,
    ]


def _agreement(value: str, values: frozenset[str]) -> Iterator[float]:
    """Yield whether two sides are known and agree, whether they are known and differ."""
    is_known = bool(value) and bool(values)
    yield float(is_known and value in values)
    yield float(is_known and value not in values)
    yield float(len(values) > 1)


def _words(phrase: Phrase, chain: Chain) -> Iterator[float]:
    is_pronoun, own = phrase.is_pronoun, set(phrase.words)
    yield float(is_pronoun and phrase.lemma in chain.pronouns)
    yield float(is_pronoun and phrase.form in chain.pronoun_forms)
    yield float(is_pronoun and bool(chain.pronouns) and phrase.lemma not in chain.pronouns)
    same = set() if is_pronoun else chain.modifiers.get(phrase.lemma, set())
    yield float(bool(same))
    yield float(bool(same) and phrase.words in chain.texts)
    yield float(phrase.modifiers in same)
    yield float(any(phrase.modifiers - other for other in same))
    yield float(not is_pronoun and not chain.lemmas.isdisjoint(own))
    yield float(not is_pronoun and phrase.lemma in chain.words)
    yield float(phrase.sort == "name" and "name" in chain.sorts and not same)
    yield float(phrase.sort == "group" and "group" in chain.sorts)


def table(rows: Sequence[Sequence[float]], width: int) -> NDArray[np.float32]:
    """Return rows of features as an array (rows, width), also where there are none."""
    return np.array(rows, dtype=np.float32).reshape(len(rows), width)


OWN, PAIR = 3, 4
"""How many features of a mention and of a pair there are."""
LEAST = 0.002
"""Shares are kept this far from 0 and 1 before they become log-odds."""
SPREAD = 6.0
"""What log-odds are divided by."""


class Opinion:
    """What a resolver says of the mentions of one text.

    Args:
        found: the mentions, in text order.
        resolution: what the resolver makes of them, None without one: then every feature is 0.

    Attributes:
        own: features of each mention, (mentions, `OWN`): whether the resolver weighed it, the
            probability that it refers to nothing that was weighed, whether it belongs to a
            mention before it.
    """

    def __init__(self, found: Sequence[Phrase], resolution: Resolution | None) -> None:
        self.own: Floats = np.zeros((len(found), OWN), dtype=np.float32)
        self._weighed: dict[int, list[tuple[set[int], float]]] = {}
        self._before: dict[int, int] = {}
        if resolution is None:
            return
        places = _places(found)
        for cluster in resolution.alternatives:
            *before, last = (_place(places, mention) for mention in cluster.mentions)
            if last is not None and cluster.scores:
                held = {place for place in before if place is not None}
                self._weighed.setdefault(last, []).append((held, cluster.scores[-1]))
        for cluster in resolution.clusters:
            known = [_place(places, mention) for mention in cluster.mentions]
            ordered = sorted({place for place in known if place is not None})
            self._before.update(zip(ordered[1:], ordered, strict=False))
        for place, weighed in self._weighed.items():
            none = 1 - sum(share for _, share in weighed)
            self.own[place, :2] = 1.0, min(max(none, 0.0), 1.0)
        self.own[list(self._before), 2] = 1.0

    def pairs(self, place: int, candidates: Sequence[tuple[Chain, int]]) -> Floats:
        """Return what the resolver says of a mention and chains, (candidates, `PAIR`).

        The probability of the chain, its log-odds, whether it is the likeliest, whether the
        resolver put the mention into one cluster with a mention of the chain.
        """
        shown = np.zeros((len(candidates), PAIR), dtype=np.float32)
        weighed, before = self._weighed.get(place), self._before.get(place)
        if weighed is None and before is None:
            return shown
        for row, (chain, _) in enumerate(candidates):
            if weighed is not None:
                share = min(_share(weighed, chain.places), 1 - LEAST)
                odds = log(max(share, LEAST) / (1 - max(share, LEAST)))
                shown[row, :2] = share, odds / SPREAD
            shown[row, 3] = before is not None and before in chain.places
        if weighed is not None and shown[:, 0].any():
            shown[shown[:, 0].argmax(), 2] = 1.0
        return shown


def _share(weighed: Iterable[tuple[set[int], float]], places: Sequence[int]) -> float:
    return sum(share for held, share in weighed if not held.isdisjoint(places))


def _places(found: Sequence[Phrase]) -> Mapping[tuple[int, int], list[tuple[int, int, int]]]:
    """Return the places of mentions by segment and head, each with start and end."""
    places: dict[tuple[int, int], list[tuple[int, int, int]]] = {}
    for place, phrase in enumerate(found):
        own = phrase.mention
        places.setdefault((own.segment, own.head), []).append((place, own.start, own.end))
    return places


def _place(
    places: Mapping[tuple[int, int], list[tuple[int, int, int]]], mention: Mention
) -> int | None:
    """Return the mention with the same head whose ends are nearest."""
    same = places.get((mention.segment, mention.head), ())
    nearest = min(
        same,
        key=lambda item: abs(item[1] - mention.start) + abs(item[2] - mention.end),
        default=None,
    )
    return None if nearest is None else nearest[0]
