"""Connectives: the word lists of a language, each word with its sense and where it is one."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, Literal, NamedTuple, get_args

from pydantic import BaseModel, ConfigDict, Field

from discotag.plugin import Pattern, TableError, described, read_table

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from discotag.plugin import LanguagePack, Table, Tokens


OWNER = "phen-connectives"
LETTERS = str.maketrans({"\u2019": "'", "\u02bc": "'", "İ": "i"})
"""Apostrophes are one; the Turkish capital has a lower case of two letters in Unicode."""


class Group(BaseModel):
    """Words of one sense that are connectives under one condition.

    Args:
        sense: the sense that they mostly have.
        kind: how they are built in.
        words: word forms, lower-cased; one space between words.
        joins_clauses: whether they are connectives only between clauses, not between words ("bread
            and butter").
        when: condition on the first word's token; without `linked`.
        confidence: how sure it is that they are connectives where the condition holds, 0-1.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    sense: Sense
    kind: Kind
    words: tuple[str, ...] = Field(min_length=1)
    joins_clauses: bool = False
    when: Pattern | None = None
    confidence: float = Field(default=0.9, ge=0, le=1)


class ConnectiveTable(BaseModel):
    """One language's list; where a word is in several groups, the first that fits counts.

    Args:
        sources: grammars and lexicons in which the words can be looked up.
        never: phrases in which listed words are not connectives (*yet another*), as `words`.
        connective: the groups.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")

    sources: tuple[str, ...] = Field(min_length=1)
    never: tuple[str, ...] = ()
    connective: tuple[Group, ...] = Field(min_length=1)


@dataclass(frozen=True)
class Words:
    """A language's list, ready for searching.

    Args:
        groups: word → its groups in the table's order; what is never one has none.
        digest: of the table.
    """

    groups: dict[str, tuple[Group, ...]]
    digest: str
    _expression: re.Pattern[str]

    def find(self, tokens: Tokens) -> Iterator[tuple[str, tuple[int, ...]]]:
        """Yield (word, token indices) in text order, the longest first, without overlap.

        A word counts only where it begins and ends with tokens, so that the analyzer's cuts decide
        and not the spaces.
        """
        starts = _first_places(tokens.starts)
        ends = {end: index for index, end in enumerate(tokens.ends)}
        text = tokens.text.translate(LETTERS).lower()
        if len(text) != len(tokens.text):  # a letter that has no lower case of one letter
            text = "".join(
                letter.lower() if len(letter.lower()) == 1 else letter for letter in tokens.text
            )
        place = 0
        while hit := self._expression.search(text, place):
            end = self._fitting_end(hit, starts, ends)
            if end is None:
                place = hit.start() + 1
                continue
            word = re.sub(r"\s+", " ", text[hit.start() : end])
            if word in self.groups:
                yield word, tuple(range(starts[hit.start()], ends[end] + 1))
            place = end

    def _fitting_end(
        self, hit: re.Match[str], starts: dict[int, int], ends: dict[int, int]
    ) -> int | None:
        """Return the end of the longest listed word that begins here and consists of tokens."""
        if hit.start() not in starts:
            return None
        end = hit.end()
        while end not in ends or ends[end] < starts[hit.start()]:
            shorter = self._expression.match(hit.string, hit.start(), end - 1)
            if shorter is None:
                return None
            end = shorter.end()
        return end


def _first_places(starts: tuple[int, ...]) -> dict[int, int]:
    places: dict[int, int] = {}
    for index, start in enumerate(starts):
        places.setdefault(start, index)
    return places


@lru_cache(maxsize=16)
def read_words(language: str) -> Words:
    """Read a language's list; a variety (`zh-tw`) has that of its language.

    Raises:
        TableError: it is missing or breaks its schema.
    """
    path = FOLDER / f"{language.partition('-')[0]}.toml"
    return words_in(read_table(path, language=language, phenomenon="connectives", owner=OWNER))


def words_in(table: Table) -> Words:
    """Return the list of a table; TableError if it breaks the schema."""
    return compiled(table.validated(ConnectiveTable), table.digest, table.path)


def words_of(pack: LanguagePack) -> Words | None:
    """Return the list of a language, the pack's own or ours; None where neither has one.

    Raises:
        TableError: it breaks its schema.
    """
    path = pack.table_paths().get("connectives")
    if path is not None:
        return words_in(
            read_table(path, language=pack.code, phenomenon="connectives", owner=pack.package)
        )
    return read_words(pack.code) if pack.code.partition("-")[0] in languages() else None


def described_groups(words: Words, word: str) -> str:
    """Explain where a listed word is a connective."""
    groups = words.groups.get(word, ())
    told = (
        [
            *(["clauses on both sides"] if group.joins_clauses else []),
            *([described(group.when)] if group.when is not None else []),
        ]
        for group in groups
    )
    return "; or ".join(dict.fromkeys(", ".join(parts) for parts in told if parts))


def compiled(table: ConnectiveTable, digest: str = "", path: Path | None = None) -> Words:
    """Make a table ready; TableError for a word that could never be found."""
    groups: dict[str, tuple[Group, ...]] = {}
    for word in (*table.never, *(word for group in table.connective for word in group.words)):
        if word != " ".join(word.translate(LETTERS).lower().split()):
            raise TableError(
                f"{word!r}: write words in lower case, with ' and single spaces", path=path
            )
    for group in table.connective:
        for word in group.words:
            if group in groups.get(word, ()):
                raise TableError(f"{word!r} stands twice in one group", path=path)
            groups[word] = (*groups.get(word, ()), group)
    if both := groups.keys() & set(table.never):
        raise TableError(f"{min(both)!r} is a connective, and never one", path=path)
    longest_first = sorted({*groups, *table.never}, key=lambda word: (-len(word), word))
    listed = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in longest_first)
    return Words(groups, digest, re.compile(f"(?:{listed})"))


LAYER = "connectives"
LIKELY = 0.5
"""From this confidence a listed word counts as a connective."""
Sense = Literal[
    "synchronous", "asynchronous",
    "cause", "condition", "negative-condition", "purpose",
    "contrast", "concession", "similarity",
    "conjunction", "disjunction", "equivalence", "exception", "instantiation", "level-of-detail",
    "manner", "substitution",
]  # fmt: skip
SENSES: tuple[str, ...] = get_args(Sense)
"""The second level of senses of the Penn Discourse Treebank 3 (Webber et al. 2019, table 2)."""
Kind = Literal["coordinator", "subordinator", "adverb", "preposition"]


class Connective(NamedTuple):
    """A listed word at one place of a segment.

    Args:
        tokens: its 0-based token indices in the segment, neighbours.
        form: the listed word, lower-cased, one space between words.
        sense: one of `SENSES`.
        confidence: how sure it is that it is a connective here, 0-1; below `LIKELY` it is not one.
        is_before: whether what it joins its own clause to is before the segment.
        kind: how it is built in, such as `adverb`.
    """

    tokens: tuple[int, ...]
    form: str
    sense: str
    confidence: float
    is_before: bool
    kind: Kind

    @property
    def is_likely(self) -> bool:
        """Whether it counts as a connective."""
        return self.confidence >= LIKELY


def likely(found: Iterable[Connective], least: float = LIKELY) -> list[Connective]:
    """Return those of a segment that are connectives with at least this confidence."""
    return [item for item in found if item.confidence >= least]


FOLDER = Path(__file__).parent / "data"
MODELLED = "en"
"""The language of the model; its list says what the model reads, and decides nothing."""


def languages() -> frozenset[str]:
    """Return the languages that have a list."""
    return frozenset(path.stem for path in FOLDER.glob("*.toml"))
