"""Pairs of words that say the same: linked words, where the parts of one word are together."""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from discotag.core.tags import TokenRef
from discotag.core.tokens import present
from discotag.language import ud

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence


if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence

    from discotag.core.tokens import Tokens

    KeyedTokens = tuple[Tokens, list[str]]
    Grow = Callable[[Sequence[int]], Sequence[int]]


class Pair(NamedTuple):
    """A word of the translation with what it translates.

    Args:
        key: what counts as the same word, of the source and of the translation.
        place: the word of the translation; of several parts the first.
        sources: 0-based indices of its source tokens.
        doubt: why it may be no pair; "" if nothing speaks against it.
    """

    key: tuple[str, str]
    place: TokenRef
    sources: tuple[int, ...]
    doubt: str = ""


class Whole(NamedTuple):
    """What recognizes whole words.

    Args:
        source: adds to source words the parts that belong to them.
        target: likewise for the translation.
        doubt: says why source words and target words may not be a pair; "" if nothing does.
    """

    source: Grow
    target: Grow
    doubt: Callable[[Sequence[int], Sequence[int]], str]


def joined(
    segment: int,
    links: Iterable[tuple[int, int]],
    source: KeyedTokens,
    target: KeyedTokens,
    *,
    whole: Whole | None,
) -> list[Pair]:
    """Return the pairs of linked words, sorted by the translation's word.

    Source words with one key that are linked to one word are one pair.

    Args:
        segment: 0-based index of the segment.
        links: (source token, target token) of what counts.
        source: the source's tokens, and what counts as the same word for each.
        target: the translation's.
        whole: with it, parts of one word are one: adjacent source words of a compound that one word
            translates (*blood test* – *Bluttest*), words without a space between them that
            translate the same (葡萄|酒), and parts without a link that belong to them. None leaves
            all parts apart.
    """
    sources: dict[int, list[int]] = defaultdict(list)
    for i, j in links:
        sources[j].append(i)
    found: dict[tuple[int, tuple[str, str]], list[int]] = defaultdict(list)
    doubts: dict[tuple[int, tuple[str, str]], str] = {}
    for words in _runs(sources, target[0]) if whole else ([j] for j in sorted(sources)):
        grown = whole.target(words) if whole else words
        said = _key(target, grown)
        linked = sorted(sources[words[0]])
        for parts in _compounds(linked, source) if whole else ([i] for i in linked):
            whole_parts = whole.source(parts) if whole else parts
            place = words[0], (_key(source, whole_parts), said)
            found[place] += parts
            if whole:
                doubts[place] = doubts.get(place, "") or whole.doubt(whole_parts, grown)
    return [
        Pair(
            key,
            TokenRef("target", segment, token),
            tuple(parts),
            doubts.get((token, key), ""),
        )
        for (token, key), parts in sorted(found.items())
    ]


def _runs(sources: dict[int, list[int]], tokens: Tokens) -> Iterator[list[int]]:
    """Yield target words, those together that touch and are linked to the same source words."""
    run: list[int] = []
    for j in sorted(sources):
        if run and _touch(tokens, run[-1], j) and sorted(sources[run[0]]) == sorted(sources[j]):
            run.append(j)
            continue
        if run:
            yield run
        run = [j]
    if run:
        yield run


def _compounds(linked: Sequence[int], source: KeyedTokens) -> Iterator[list[int]]:
    """Yield the source words of one target word, those together that are parts of a compound."""
    tokens, keys = source
    classes = present(tokens.upos, "pos")
    run: list[int] = []
    for i in linked:
        is_next = bool(run) and i == run[-1] + 1 and keys[i] != keys[run[-1]]
        if is_next and (classes[i] in ud.NOMINAL or _touch(tokens, run[-1], i)):
            run.append(i)
            continue
        if run:
            yield run
        run = [i]
    if run:
        yield run


def _touch(tokens: Tokens, first: int, second: int) -> bool:
    return second == first + 1 and tokens.ends[first] == tokens.starts[second]


def _key(side: KeyedTokens, parts: Sequence[int]) -> str:
    """Return what counts as the same word; parts are separated as they are written."""
    tokens, keys = side
    said = [keys[index] or tokens.forms[index].casefold() for index in parts]
    text = said[0]
    for (before, index), key in zip(pairwise(parts), said[1:], strict=True):
        text += ("" if _touch(tokens, before, index) else " ") + key
    return text


if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping, Sequence

    from discotag.core.tokens import Tokens
    from discotag.plugins.phenomena.lexical_cohesion.words import StopWords

    Links = Mapping[int, Collection[int]]
    """Word → the other side's words that it is linked to; words without links may be missing."""

PARTS = frozenset({"NOUN", "PROPN", "PART"})
"""Classes of a part that may be taken in; PART is what treebanks call suffixes such as 病."""
TEARING = frozenset({"NOUN", "PROPN", "X"})
"""Classes of a neighbor without a link that leaves open how far a word goes."""
TEARING_BEHIND = TEARING | {"ADJ"}
"""Likewise after the word: 再生|可能 (renewable)."""
CONTENT = TEARING | {"NUM"}
"""Classes of a neighbor to which a word of one sign belongs: 回復|期 (convalescence), 36|人."""
LEAST = 4
"""Occurrences from which a word is known never to be alone."""
HYPHENS = frozenset({"-", "‐", "‑"})
DOT = "・"
"""Separates the parts of a foreign name or of a list that is read as one word."""


class WholeWords:
    """Decides what belongs to a word of one side of a document.

    Args:
        texts: the segments of the side.
        stops: says why a word is never a part; None if it may be one.
        suffixes: words that are parts of what they are written after, whatever `stops` says.
    """

    def __init__(
        self, texts: Iterable[Tokens], stops: StopWords, suffixes: Iterable[str] = ()
    ) -> None:
        """Count what follows each word."""
        self._stops = stops
        self._suffixes = frozenset(suffixes)
        followers: dict[str, Counter[str]] = defaultdict(Counter)
        for tokens in texts:
            folded = [form.casefold() for form in tokens.forms]
            for place, form in enumerate(folded):
                is_part = place + 1 < len(folded) and self._may_be_part(tokens, place + 1)
                followers[form][folded[place + 1] if is_part else ""] += 1
        self._always = {
            form: next(iter(counts))
            for form, counts in followers.items()
            if len(counts) == 1 and "" not in counts and counts.total() >= LEAST
        }

    def grown(self, tokens: Tokens, run: Sequence[int], links: Links) -> list[int]:
        """Return the words of a run and the parts that belong to it, in order.

        Parts are without links; a suffix may be linked to what the run is linked to.
        """
        own = {word for place in run for word in links.get(place, ())}
        first, last = run[0], run[-1]
        known = self._always.get(tokens.forms[last].casefold())
        behind = last + 1
        before = self._before(tokens, first, links)
        if behind < len(tokens) and (
            (not links.get(behind) and known == _folded(tokens, behind))
            or (own.issuperset(links.get(behind, ())) and self._is_suffix(tokens, behind))
        ):
            return [*before, *run, behind]
        return [*before, *run]

    def is_torn(self, tokens: Tokens, run: Sequence[int], links: Links) -> bool:
        """Return whether a run (`grown`) may be but a part of what is written as one word."""
        first, last = run[0], run[-1]
        beside = [
            (place, classes)
            for place, classes in ((first - 1, TEARING), (last + 1, TEARING_BEHIND))
            if 0 <= place < len(tokens)
            and _touch_whole_words(tokens, min(place, last), max(place, first))
        ]
        is_sign = first == last and len(tokens.forms[first]) == 1
        kinds = present(tokens.upos, "pos")
        return any(
            tokens.forms[place] == DOT
            or (is_sign and kinds[place] in CONTENT)
            or (
                not links.get(place)
                and kinds[place] in classes
                and tokens.forms[place].isalpha()
                and self._stops(tokens[place]) is None
            )
            for place, classes in beside
        )

    def _is_suffix(self, tokens: Tokens, place: int) -> bool:
        """Return whether a word is a sign that is written after another: 组 of 基因组 (genome)."""
        return _touch_whole_words(tokens, place - 1, place) and (
            tokens.forms[place] in self._suffixes
            or (
                len(tokens.forms[place]) == 1
                and present(tokens.upos, "pos")[place] == "PART"
                and self._may_be_part(tokens, place)
            )
        )

    def _before(self, tokens: Tokens, first: int, links: Links) -> list[int]:
        before = first - 1
        if before < 0 or links.get(before) or not _touch_whole_words(tokens, before, first):
            return []
        part = before - 1
        if tokens.forms[before] in HYPHENS:
            is_part = (
                part >= 0
                and not links.get(part)
                and _touch_whole_words(tokens, part, before)
                and tokens.forms[part].isalpha()
            )
            return [part, before] if is_part else []
        is_sign = len(tokens.forms[before]) == 1 and self._may_be_part(tokens, before)
        return [before] if is_sign else []

    def _may_be_part(self, tokens: Tokens, place: int) -> bool:
        return (
            present(tokens.upos, "pos")[place] in PARTS
            and tokens.forms[place].isalpha()
            and self._stops(tokens[place]) is None
        )


def _touch_whole_words(tokens: Tokens, first: int, second: int) -> bool:
    return tokens.ends[first] == tokens.starts[second]


def _folded(tokens: Tokens, place: int) -> str:
    return tokens.forms[place].casefold()


TORN = "it may be but a part of a longer word"
SHARED = "it translates other words as well, which make no compound"
REPEATED = "its source word is linked to the same word before it"


class Doubts:
    """The doubts about the pairs of one segment.

    Args:
        sides: tokens of source and translation, with what counts as the same word for each.
        wholes: what recognizes whole words on each side.
        links: (source token, target token) of what counts, and of names.
        linked: all links, seen from each side.
    """

    def __init__(
        self,
        sides: tuple[KeyedTokens, KeyedTokens],
        wholes: tuple[WholeWords, WholeWords],
        links: Iterable[tuple[int, int]],
        linked: tuple[Links, Links],
    ) -> None:
        """Collect the source words of content of each target word."""
        self._sides = sides
        self._wholes = wholes
        self._linked = linked
        self._content: dict[int, set[int]] = defaultdict(set)
        keys = sides[0][1]
        for i, j in links:
            if keys[i]:
                self._content[j].add(i)

    def of(self, parts: Sequence[int], words: Sequence[int]) -> str:
        """Return why source words and target words, each whole, may be no pair."""
        for (tokens, _), whole, run, links in zip(
            self._sides, self._wholes, (parts, words), self._linked, strict=True
        ):
            if whole.is_torn(tokens, run, links):
                return TORN
        content = {i for j in words for i in self._content.get(j, ())}
        keys = self._sides[0][1]
        if not {keys[i] for i in parts}.issuperset(keys[i] for i in content):
            return SHARED
        return REPEATED if self._is_repeated(content, words) else ""

    def _is_repeated(self, content: Collection[int], words: Sequence[int]) -> bool:
        """Return whether a like word before has these source words: *sanctions* … for *them*."""
        keys = self._sides[1][1]
        said = {keys[j] for j in words if keys[j]}
        return any(
            keys[j] in said and others and set(content).issuperset(others)
            for j, others in self._content.items()
            if j < words[0]
        )
