"""Features of a text's coherence: entity grid, chains, openings, succession, likeness, steps.

The entity grid (Barzilay and Lapata 2008, Computational Linguistics 34:1) says for each entity and
pair of neighbouring segments in which role it is: subject, object, other, or not at all. Likeness
is the cosine of two segments' places in usage, as the classes of their content words do
(`weights.py`); after Foltz, Kintsch and Landauer 1998, Discourse Processes 25, who take it between
neighbours. All features are rates, so that long and short texts compare.
"""

from __future__ import annotations

from collections import Counter
from functools import lru_cache
from itertools import pairwise, product
from pathlib import Path
from statistics import fmean, pstdev
from typing import TYPE_CHECKING

import numpy as np

from discotag.plugin import ud
from discotag_dip.coherence.sentences import read, succession
from discotag_dip.weights import DIMENSIONS, Joining, class_of, read_arrays

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence
    from typing import Any

    from numpy.typing import NDArray

    from discotag.plugin import Token, Tokens

    Vectors = NDArray[np.float64]
    Floats = NDArray[np.float32]


OF_ORDER = ("next ", "before ", "place ", "first ", "last ")
"""How the names of features begin about where a segment is."""
ROLES = "SOX-"
CONTENT = ud.NOMINAL | {"VERB", "ADJ"}
SUBJECTS = frozenset({"nsubj", "csubj"})
OBJECTS = frozenset({"obj", "iobj"})
CHAINS = (
    ("words", CONTENT, None),
    ("names", frozenset({"PROPN"}), None),
    ("nouns", ud.NOMINAL, None),
    ("stems", CONTENT | {"ADV"}, 5),
)
"""Name, parts of speech and letters of what is followed."""
REACH = 3
"""Segments back over which a chain is followed."""
THIRD = frozenset({"he", "she", "it", "they", "him", "her", "them", "his", "its", "their"})
POINTING = frozenset({"this", "that", "these", "those", "such"})


def features(
    segments: Sequence[Tokens],
    *,
    has_begin: bool = True,
    has_end: bool = True,
    steps: Steps | None = None,
) -> dict[str, float]:
    """Compute the features of a text; one of fewer than two segments has none.

    Args:
        segments: its segments; need lemmas, pos and deps. Empty ones are passed over.
        has_begin: whether the first is the document's first.
        has_end: whether the last is the document's last.
        steps: what measures how well segments follow each other; None = what is shipped.
    """
    read = [tokens for tokens in segments if len(tokens)]
    if len(read) < 2:
        return {}
    texts = [tokens.text for tokens in read]
    return {
        **succession(texts, has_begin=has_begin, has_end=has_end),
        **_grid(read),
        **_chains(read),
        **dict(_openings(read, has_begin=has_begin, has_end=has_end)),
        **(_begins(read) if has_begin else {}),
        **dict(_continuity(read)),
        **dict(likeness(read, has_begin=has_begin, has_end=has_end)),
        **dict((steps or shipped()).features(read)),
    }


def _grid(read: Sequence[Tokens]) -> dict[str, float]:
    rows = [_roles(tokens) for tokens in read]
    times = Counter(entity for row in rows for entity in row)
    found: dict[str, float] = {}
    for group, least in (("all", 1), ("repeated", 2)):
        counts: Counter[str] = Counter()
        for entity, number in times.items():
            if number >= least:
                counts.update(
                    f"{group} {a.get(entity, '-')}{b.get(entity, '-')}" for a, b in pairwise(rows)
                )
        total = sum(counts.values())
        for a, b in product(ROLES, ROLES):
            name = f"{group} {a}{b}"
            found[name] = counts[name] / total if total else 0.0
    return found


def _roles(tokens: Tokens) -> dict[str, str]:
    """Return the most prominent role of each noun of a segment."""
    found: dict[str, str] = {}
    for token in tokens:
        if token.upos in ud.NOMINAL:
            role, lemma = _role(token), token.base.casefold()
            if ROLES.index(role) < ROLES.index(found.get(lemma, "-")):
                found[lemma] = role
    return found


def _role(token: Token) -> str:
    relation = ud.relation(token)
    return "S" if relation in SUBJECTS else "O" if relation in OBJECTS else "X"


def _chains(read: Sequence[Tokens]) -> dict[str, float]:
    """Return the share of a segment's words that an earlier one has, by distance and class."""
    found: dict[str, float] = {}
    for name, classes, letters in CHAINS:
        bags = [
            {token.base.casefold()[:letters] for token in tokens if token.upos in classes}
            for tokens in read
        ]
        for distance in range(1, REACH + 1):
            shares = [
                len(bag & bags[place - distance]) / len(bag)
                for place, bag in enumerate(bags)
                if bag and place >= distance
            ]
            found[f"{name} {distance} back"] = _mean(shares)
        half = len(bags) // 2
        first, second = set().union(*bags[:half]), set().union(*bags[half:])
        found[f"{name} of both halves"] = len(first & second) / max(1, len(first | second))
        found[f"{name} new at first"] = len(bags[0]) / max(1.0, _mean([len(bag) for bag in bags]))
        known: set[str] = set()
        fresh = []
        for bag in bags:
            if bag:
                fresh.append(len(bag - known) / len(bag))
            known |= bag
        found[f"{name} new in the second half"] = _mean(fresh[len(fresh) // 2 :])
        found[f"{name} new in the first half"] = _mean(fresh[: len(fresh) // 2])
    return found


def _openings(
    read: Sequence[Tokens], *, has_begin: bool, has_end: bool
) -> Iterator[tuple[str, float]]:
    """Yield how segments begin, and how often pronouns find what they take up."""
    places = {"first": read[:1], "other": read[1:], "last": read[-1:]}
    for place, chosen in places.items():
        if (place == "last" and not has_end) or (place != "last" and not has_begin):
            continue
        words = [[token.form.casefold() for token in tokens] for tokens in chosen]
        yield f"{place} has third person", _mean([bool(THIRD & set(form)) for form in words])
        yield f"{place} points", _mean([bool(POINTING & set(form[:3])) for form in words])
        yield f"{place} begins with CCONJ", _mean([t[0].upos in {"CCONJ", "SCONJ"} for t in chosen])
        yield f"{place} begins with ADV", _mean([t[0].upos == "ADV" for t in chosen])
        yield f"{place} has a verb", _mean([_has(t, "VERB") for t in chosen])
        yield f"{place} asks", _mean([bool(form) and form[-1] == "?" for form in words])
        yield f"{place} is short", _mean([len(form) < 8 for form in words])
    yield "pronoun finds a name or noun before", _mean(list(_antecedents(read)))
    yield "definite first mentions", _mean(list(_definites(read)))
    lengths = [len(tokens) for tokens in read]
    if has_begin:
        yield "first is longer", lengths[0] / (lengths[0] + _mean(lengths[1:]))
    if has_end:
        yield "last is longer", lengths[-1] / (lengths[-1] + _mean(lengths[:-1]))


def _begins(read: Sequence[Tokens]) -> dict[str, float]:
    """Return how the first segment begins."""
    return {f"first begins {_beginning(read[0][0])}": 1.0}


def _beginning(token: Token) -> str:
    form = token.form.casefold()
    if form in THIRD:
        return "he or it"
    if form in POINTING:
        return "this"
    if form in {"the", "a", "an", "i", "you", "we", "there", "but", "and", "so", "if", "when"}:
        return form
    return token.upos


def _continuity(read: Sequence[Tokens]) -> Iterator[tuple[str, float]]:
    """Yield how often neighbours agree in person, tense and pronouns, and how names shorten."""
    rows = [_signs(tokens) for tokens in read]
    for sign in SIGNS:
        yield f"both {sign}", _mean([sign in a and sign in b for a, b in pairwise(rows)])
        yield f"{sign} anew", _mean([sign not in a and sign in b for a, b in pairwise(rows)])
        places = [place for place, row in enumerate(rows) if sign in row]
        yield f"{sign} at", _mean(places) / len(read) if places else 0.5
    yield "question answered", _mean([_asks(a) and not _asks(b) for a, b in pairwise(read)])
    yield "long names first", _mean(list(_shortened(read)))
    first: dict[str, bool] = {}
    later = []
    for tokens in read:
        for token in tokens:
            if token.upos == "NOUN":
                lemma = token.base.casefold()
                is_definite = any(child.form.casefold() == "the" for child in token.children)
                if lemma in first:
                    later.append(is_definite and not first[lemma])
                first.setdefault(lemma, is_definite)
    yield "definite after indefinite", _mean(later)


SIGNS = ("i", "you", "we", "he", "she", "it", "they", "past", "present", "number", "quote")


def _signs(tokens: Tokens) -> frozenset[str]:
    found = {PERSONS[form] for token in tokens if (form := token.form.casefold()) in PERSONS}
    for token in tokens:
        if token.form.casefold() in {"was", "were", "had", "did"} or token.form.endswith("ed"):
            found.add("past")
        if token.form.casefold() in {"is", "are", "has", "have", "do", "does", "will"}:
            found.add("present")
        if token.upos == "NUM":
            found.add("number")
        if token.form in {'"', "“", "”"}:
            found.add("quote")
    return frozenset(found)


PERSONS = {
    **dict.fromkeys(("i", "me", "my"), "i"),
    **dict.fromkeys(("you", "your"), "you"),
    **dict.fromkeys(("we", "us", "our"), "we"),
    **dict.fromkeys(("he", "him", "his"), "he"),
    **dict.fromkeys(("she", "her"), "she"),
    **dict.fromkeys(("it", "its"), "it"),
    **dict.fromkeys(("they", "them", "their"), "they"),
}


def _asks(tokens: Tokens) -> bool:
    return tokens.forms[-1] == "?"


def _shortened(read: Sequence[Tokens]) -> Iterator[bool]:
    """Return of each repeated name whether it is longer at first (*Anna Berg*, then *Berg*)."""
    longest: dict[str, int] = {}
    for tokens in read:
        length = 0
        for token in tokens:
            length = length + 1 if token.upos == "PROPN" else 0
            if length:
                form = token.form.casefold()
                if form in longest and length != longest[form]:
                    yield length < longest[form]
                longest.setdefault(form, length)


def _antecedents(read: Sequence[Tokens]) -> Iterator[bool]:
    for before, tokens in pairwise(read):
        subjects = [token for token in tokens if _role(token) == "S"]
        if subjects and subjects[0].form.casefold() in THIRD:
            yield any(token.upos in ud.NOMINAL and _role(token) == "S" for token in before)


def _definites(read: Sequence[Tokens]) -> Iterator[bool]:
    """Return of each noun's first mention whether it has a definite article."""
    seen: set[str] = set()
    for tokens in read:
        for token in tokens:
            if token.upos == "NOUN" and (lemma := token.base.casefold()) not in seen:
                seen.add(lemma)
                yield any(child.form.casefold() == "the" for child in token.children)


def _has(tokens: Tokens, upos: str) -> bool:
    return any(token.upos == upos for token in tokens)


def _mean(values: Sequence[float]) -> float:
    return sum(values) / len(values) if values else 0.0


def vector(found: Mapping[str, float], names: Sequence[str]) -> list[float]:
    """Return the features in a fixed order; absent ones are 0."""
    return [found.get(name, 0.0) for name in names]


MARK = "wording "
"""How the names of these features begin."""
LEXICAL = frozenset({"NOUN", "PROPN", "NUM", "VERB", "ADJ", "X", "SYM"})
"""Parts of speech whose words say what a text is about."""
EDGE = "-"
"""What replaces the missing neighbour of a segment's first or last word."""


def wording(segments: Sequence[Tokens]) -> dict[str, float]:
    """Compute the features of a text; one without words has none.

    Args:
        segments: its segments; need pos and deps.
    """
    tokens = [token for segment in segments for token in segment]
    if not tokens:
        return {}
    counts: Counter[str] = Counter()
    for segment in segments:
        tags = [EDGE, *(token.upos for token in segment), EDGE] if len(segment) else []
        counts.update(f"tags {one} {other}" for one, other in pairwise(tags))
    counts.update(f"relation {token.deprel}" for token in tokens)
    forms = [token.form.casefold() for token in tokens]
    counts.update(
        f"word {form}"
        for form, token in zip(forms, tokens, strict=True)
        if token.upos not in LEXICAL
    )
    lengths = [len(segment) for segment in segments if len(segment)]
    sizes = {
        "words of a segment": fmean(lengths),
        "spread of them": pstdev(lengths),
        "letters of a word": fmean(map(len, forms)),
        "different words": len(set(forms)) / len(forms),
    }
    rates = {name: number / len(tokens) for name, number in counts.items()}
    return {f"{MARK}{name}": value for name, value in (rates | sizes).items()}


"""Segments back at which likeness is measured."""
CLOSE, FAR = 0.5, 0.2
"""Likenesses from which, and below which, two segments count as near and as strange."""
TINY = 1e-9


def likeness(
    read: Sequence[Tokens], *, has_begin: bool = True, has_end: bool = True
) -> Iterator[tuple[str, float]]:
    """Yield the features of a text.

    Args:
        read: its segments, at least two; need lemmas and pos.
        has_begin: whether the first is the document's first.
        has_end: whether the last is the document's last.
    """
    words = [_directions(tokens) for tokens in read]
    places = np.array([_unit(directions.sum(axis=0)) for directions in words])
    table = places @ places.T
    for distance in range(1, min(REACH, len(read) - 1) + 1):
        found = np.diagonal(table, distance)
        yield f"like {distance} back", float(found.mean())
        yield f"near {distance} back", float((found > CLOSE).mean())
        yield f"strange {distance} back", float((found < FAR).mean())
    best = [
        float((after @ before.T).max(axis=1).mean())
        for before, after in pairwise(words)
        if len(before) and len(after)
    ]
    yield "words like those before", sum(best) / max(1, len(best))
    sums = np.cumsum(places, axis=0)[:-1]
    so_far = sums / (np.linalg.norm(sums, axis=1, keepdims=True) + TINY)
    yield "like all before", float((so_far * places[1:]).sum(axis=1).mean())
    half = len(places) // 2
    yield "like halves", float(places[:half].mean(axis=0) @ places[half:].mean(axis=0))
    if has_begin:
        yield "first is like the others", float(table[0, 1:].mean())
    if has_end:
        yield "last is like the others", float(table[-1, :-1].mean())


def place(tokens: Tokens) -> Vectors:
    """Return a segment's place in usage, of length 1, or 0 if nothing of it is known."""
    return _unit(_directions(tokens).sum(axis=0))


def _directions(tokens: Tokens) -> Vectors:
    """Return the directions of a segment's content words: (words, DIMENSIONS)."""
    known = (
        class_of(token.form.casefold()) or class_of(token.base.casefold())
        for token in tokens
        if token.upos in CONTENT
    )
    rows = [one.direction for one in known if one is not None]
    return np.array(rows).reshape(len(rows), DIMENSIONS)


def _unit(vector: Vectors) -> Vectors:
    unit: Vectors = vector / (np.linalg.norm(vector) + TINY)
    return unit


PATH = Path(__file__).with_name("steps.npz")
STRETCH = 3.0
"""A segment's place in usage, of length 1, counts so much against a sign, which is 0 or 1."""


class Steps:
    """The learned weights.

    Args:
        arrays: those of `Joining`; `mean`, `spread` (width,) of the segments' vectors; `signs`,
            the names of those that are used.
        digest: of the file; not used, for the file is part of the package.
    """

    def __init__(self, arrays: Mapping[str, NDArray[Any]], digest: str = "") -> None:
        self._joining = Joining(arrays)
        self._mean, self._spread = (arrays[name].astype(np.float32) for name in ("mean", "spread"))
        self._signs = {str(name): number for number, name in enumerate(arrays["signs"])}
        self.digest = digest

    def features(self, segments: Sequence[Tokens]) -> Iterator[tuple[str, float]]:
        """Yield the features of a text of at least two segments."""
        rows = np.array([segment_vector(tokens, self._signs) for tokens in segments], np.float32)
        left, right = self._joining.sides((rows - self._mean) / self._spread)
        size = len(rows)
        before, after = np.triu_indices(size, 1)
        onward = self._joining.follows(left[before], right[after])
        back = self._joining.follows(left[after], right[before])
        steps = onward[after - before == 1]
        yield "next follows", float(steps.mean())
        yield "next follows, worst", float(steps.min())
        if size > 2:
            yield "next follows, second", float(onward[after - before == 2].mean())
        yield "before follows", float((onward - back).mean())


def segment_vector(tokens: Tokens, signs: Mapping[str, int]) -> Floats:
    """Return what is used of a segment: its place in usage, then its signs.

    Args:
        tokens: needs lemmas and pos.
        signs: name → place of each that is used.
    """
    found = np.zeros(len(signs), np.float32)
    for name in read(tokens.text).signs():
        if name in signs:
            found[signs[name]] = 1
    return np.concatenate([STRETCH * place(tokens), found])


@lru_cache(maxsize=1)
def shipped() -> Steps:
    """Read the weights of the package, once; TableError if the file is missing or damaged."""
    return read_arrays(PATH, Steps)
