"""Words of a text as terms are compared with them: their letters, their dictionary forms.

Analyzers cut words in different ways (*COVID-19*, *e-mail*), so texts and terms are both cut here:
runs of letters and digits, single signs, and single characters where no spaces stand between words.
"""

from __future__ import annotations

import re
import unicodedata
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag.core.language import LanguagePack
    from discotag.core.tokens import Token, Tokens

_SPACED = re.compile(r"[^\W_]+(?:['’][^\W\d_]+)?|[^\w\s]|_")
_UNSPACED = re.compile(r"[0-9A-Za-zÀ-ɏ]+|\S")
_SIGNS = str.maketrans({"’": "'", "‘": "'", "“": '"', "”": '"', "„": '"', "«": '"', "»": '"',
                        "–": "-", "—": "-", "\u2011": "-"})  # fmt: skip
PARTICLE = "compound:prt"
LONG = 4
"""Letters from which a part of a word counts as the word: *Konto* in *Benutzerkonto*; 2 of those
that are as wide as high (계정)."""


class Word(NamedTuple):
    """A word of a segment.

    Args:
        raw: as it stands there.
        form: folded: no case, one kind of quotation mark and dash.
        start: offset of its first character.
        end: offset behind its last.
        tokens: the analyzer's tokens that it touches.
        bases: their dictionary forms, folded; nothing where a token holds more than this word.
        is_noun: whether one of them is a noun, name or adjective.
    """

    raw: str
    form: str
    start: int
    end: int
    tokens: tuple[int, ...] = ()
    bases: frozenset[str] = frozenset()
    is_noun: bool = False

    @property
    def is_letters(self) -> bool:
        """Whether it is a word, not a sign."""
        return self.form[:1].isalnum()


class Wording:
    """Cuts texts of one language into words.

    Args:
        pack: the language.
    """

    def __init__(self, pack: LanguagePack) -> None:
        self.has_spaces = pack.writing.spaces
        self._dotless = pack.writing.dotless_i
        self._has_separable_verbs = pack.terms.separable_verbs
        self._pattern = _SPACED if self.has_spaces else _UNSPACED

    def fold(self, text: str) -> str:
        """Return a text without case, and with one kind of quotation mark, dash and width."""
        if self._dotless:
            text = text.replace("İ", "i").replace("I", "ı")
        return unicodedata.normalize("NFKC", text).casefold().translate(_SIGNS)

    def cut(self, text: str) -> tuple[Word, ...]:
        """Return the words of a text that is not analysed, such as a term."""
        return tuple(
            Word(raw := found[0], self.fold(raw), found.start(), found.end())
            for found in self._pattern.finditer(text)
        )

    def of(self, tokens: Tokens) -> tuple[Word, ...]:
        """Return the words of an analysed segment."""
        return tuple(self._words(tokens))

    def _words(self, tokens: Tokens) -> Iterator[Word]:
        first = 0
        for word in self.cut(tokens.text):
            while first < len(tokens) and tokens.ends[first] <= word.start:
                first += 1
            touched, index = list[int](), first
            while index < len(tokens) and tokens.starts[index] < word.end:
                if tokens.ends[index] > word.start:
                    touched.append(index)
                index += 1
            inside = [
                tokens[index]
                for index in touched
                if tokens.starts[index] >= word.start and tokens.ends[index] <= word.end
            ]
            bases = frozenset(self.fold(each) for t in inside for each in self._bases(t))
            is_noun = any(token.upos in {"NOUN", "PROPN", "ADJ", "X"} for token in inside)
            yield word._replace(tokens=tuple(touched), bases=bases, is_noun=is_noun)

    def _bases(self, token: Token) -> Iterator[str]:
        """Yield the dictionary forms of a token; *melden … an* is *anmelden*, too."""
        yield from (token.lemma, token.base)
        is_verb = token.upos == "VERB" and token.segment.heads is not None
        for child in token.children if is_verb and self._has_separable_verbs else ():
            if child.deprel == PARTICLE:
                yield child.form + token.lemma


def is_inflected(one: str, other: str) -> bool:
    """Return whether two folded words may be forms of one: they differ in their ends alone."""
    if not (one.isalpha() and other.isalpha()):
        return False
    shared = next(
        (place for place, (a, b) in enumerate(zip(one, other, strict=False)) if a != b),
        min(len(one), len(other)),
    )
    rest = max(len(one), len(other)) - shared
    return (shared >= 4 and rest <= 3) or (shared == 3 and rest <= 2)


def is_part(part: str, whole: str) -> bool:
    """Return whether a folded word stands in a longer one: a compound, or with an article."""
    is_wide = unicodedata.east_asian_width(part[:1] or " ") in {"W", "F"}
    return len(part) >= (2 if is_wide else LONG) and part in whole


def same_case(wanted: str, found: str, *, is_first: bool) -> bool:
    """Return whether a word has the capitals that are wanted; a segment may begin with one."""
    size = min(len(wanted), len(found))
    shared = next(
        (place for place in range(size) if wanted[place].casefold() != found[place].casefold()),
        size,
    )
    if not shared:
        return True
    heads = wanted[:shared], found[:shared]
    return heads[0] == heads[1] or (is_first and heads[0][:1].upper() + heads[0][1:] == heads[1])
