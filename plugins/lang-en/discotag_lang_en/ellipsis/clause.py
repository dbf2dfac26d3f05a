"""A clause and its boundaries, and the lists of words that the rules for ellipsis go by."""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from importlib.resources import files
from pathlib import Path
from typing import TYPE_CHECKING, Literal

from pydantic import BaseModel, ConfigDict

from discotag.plugin import read_table, ud

if TYPE_CHECKING:
    from discotag.plugin import Tokens


WordSet = frozenset[str]


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class VerbWords(_Words):
    """Auxiliaries and what may be around them."""

    do: WordSet
    have: WordSet
    be: WordSet
    modals: WordSet
    negated: WordSet
    negations: WordSet
    adverbs: WordSet
    adverbs_of_be: WordSet
    inverting: WordSet
    comparing: WordSet
    fronted: WordSet
    fronted_of_be: WordSet
    relative_heads: WordSet
    times: WordSet
    before_to: WordSet


class NounWords(_Words):
    """What may replace a whole noun phrase."""

    possessives: WordSet
    quantifiers: WordSet
    adjectives: WordSet
    relations: WordSet


class RemnantWords(_Words):
    """What may be left of a clause."""

    questions: WordSet
    prepositions: WordSet
    embedding: WordSet
    idioms: tuple[str, ...]
    adverbs: WordSet


class EllipsisWords(_Words):
    """The whole table."""

    schema_version: Literal[1]
    sources: tuple[str, ...]
    verbs: VerbWords
    nouns: NounWords
    remnants: RemnantWords


@lru_cache(maxsize=1)
def read_words() -> EllipsisWords:
    """Read the table of this pack."""
    path = Path(str(files("discotag_lang_en"))) / "data" / "ellipsis_rules.toml"
    table = read_table(path, language="en", phenomenon="ellipsis_rules", owner="lang-en")
    return table.validated(EllipsisWords)


Boundary = Literal["strong", "weak"]
DOTS = frozenset({"...", "....", "..", "…"})
STRONG = frozenset(".!?;") | {"?!", "!!", "??", "!?", "♪", "...?"} | DOTS
QUOTES = frozenset("\"'“”‘’«»*_") | {"''", "``"}
DASHES = frozenset("-–—") | {"--", "---"}
NOMINAL = frozenset({"PRON", "NOUN", "PROPN", "DET", "NUM", "ADJ"})
ADDRESS = frozenset({"NOUN", "PROPN", "ADJ", "DET", "INTJ", "X"})
LONGEST_ADDRESS = 4


@dataclass(frozen=True)
class Clause:
    """The tokens of one segment with plain forms (lower case, straight apostrophes)."""

    tokens: Tokens
    forms: tuple[str, ...]

    @classmethod
    def of(cls, tokens: Tokens) -> Clause:
        """Wrap a segment."""
        return cls(tokens, tuple(form.casefold().replace("’", "'") for form in tokens.forms))

    def form(self, index: int) -> str:
        """Return a plain form; the empty string outside the segment."""
        return self.forms[index] if 0 <= index < len(self.forms) else ""

    def upos(self, index: int) -> str:
        """Return a part of speech; the empty string outside the segment."""
        if not 0 <= index < len(self.forms):
            return ""
        column = self.tokens.upos
        return self.tokens[index].upos if column is None else column[index]

    def boundary(self, index: int) -> Boundary | None:
        """Return whether a clause ends before this token: surely, perhaps, or not at all."""
        while self.form(index) in QUOTES and index < len(self.forms):
            index += 1
        if index >= len(self.forms) or self.form(index) in STRONG:
            return "strong"
        if self.form(index) in {":", "like", "as"}:
            return None
        if self.form(index) == "," and (self._is_address(index + 1) or self._is_tag(index + 1)):
            return "strong"
        if (
            self.upos(index) in {"PUNCT", "SYM", "CCONJ", "SCONJ", "INTJ"}
            and self.form(index) != "-"
        ):
            return "weak"
        return None

    def _is_address(self, index: int) -> bool:
        """Return whether only a name or title is between this token and the sentence's end."""
        end = index + 1
        while self.upos(end) in ADDRESS and end - index < LONGEST_ADDRESS:
            end += 1
        return end >= len(self.forms) or self.form(end) in STRONG

    def _is_tag(self, index: int) -> bool:
        """Return whether a question tag begins here: "will you?", "don't they?"."""
        words = self.forms[index : index + 4]
        return "?" in words[2:] and self.upos(index) in {"AUX", "VERB", "X"}

    def is_interrupted(self, index: int) -> bool:
        """Return whether a dash, or dots and more words, break off here (nothing was elided)."""
        is_dots = self.form(index) in DOTS and index + 1 < len(self.forms)
        return is_dots or self.form(index) in DASHES

    def sentence_start(self, index: int) -> int:
        """Return the first token of the sentence that holds a token; a segment may hold several."""
        while index > 0 and self.form(index - 1) not in STRONG:
            index -= 1
        return index

    def clause_start(self, index: int) -> int:
        """Return the first token after the last punctuation or conjunction before a token."""
        while index > 0 and (
            self.upos(index - 1) not in {"PUNCT", "CCONJ", "SYM"}
            or self.form(index - 1) in {"both", "either"}
        ):
            index -= 1
        return index

    def has_verb(self, start: int, end: int) -> bool:
        """Return whether a verb or auxiliary is between two tokens."""
        return any(self.upos(index) in ud.VERBAL for index in range(start, end))

    def has_antecedent(self, site: int, classes: frozenset[str] = frozenset({"VERB"})) -> bool:
        """Return whether a word before the site, in its segment, may be the antecedent.

        A verb that governs the site by way of a complement clause cannot be ("I *know* he does").
        """
        governors = set()
        token = self.tokens[site]
        while token.head >= 0 and token.head not in governors:
            if ud.relation(token) in {"ccomp", "xcomp", "csubj", "parataxis"}:
                governors.add(token.head)
            token = self.tokens[token.head]
        return any(self.upos(index) in classes and index not in governors for index in range(site))
