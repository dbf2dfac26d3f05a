"""What the styles tell of a segment: why a predicate is polite, plain, or neither."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from discotag.plugin import TokenRef
from discotag_lang_ja.boundaries import SIGNS, Boundary, Inside

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from discotag.plugin import Token, Tokens, Trace

FINAL = "a predicate in a final form ends a {end}, and it is not polite"
ASKS = "a て-form of a verb that one can ask for ends a {end}"
COMMANDS = "a stem and な are a familiar command"
NOMINAL = "an adjective without copula ends a {end}"
COPULAR = "behind a noun this particle stands for a plain copula"
SENTENCE_ONLY = "the particle behind it ends sentences only, and here a clause ends"
BREAKS_OFF = "a て-form asks for something only before a stop or a particle such as よ"
NOT_FINAL = "its form ({form}) ends no {end}"
NO_COPULA = "an adjective without copula is plain only before a stop, and not before か"
NO_REQUEST = "a て-form of this word asks for nothing, and ends no {end}"
NO_PREDICATE = "it is no predicate, and no other ends the {end}"
EXCLAIMS = "an adjective that exclaims alone has no style"
CONNECTIVE = "at the beginning it is a connective, which has no style"
SET_PHRASE = "it belongs to set phrases of either style, or joins clauses"
ATTRIBUTIVE = "な without a particle behind it ends no sentence"
CASUAL = "clipped so, it is a particle of plain talk"
BEFORE_POLITE = "the polite word behind it shows the style"
MARKED = "its predicate is marked on another word"
JUDGED = "its predicate is judged by another word"
FOLLOWERS = (
    (("名詞", "代名詞", "接頭辞", "形状詞"), "it is an attribute of the noun behind it"),
    (("助詞-格助詞",), "the particle behind it makes it a part of its sentence"),
    (("助詞-接続助詞",), "the particle behind it joins its clause to another"),
)
"""Beginnings of the tag of the next word, and what a clause is before it."""
QUOTING = ("と", "助詞-格助詞")
QUOTES = "the particle behind it quotes it"


class Look(NamedTuple):
    """What was seen at the end of a sentence or clause.

    Args:
        token: the word that would show the style.
        is_plain: whether it is plain, unless its predicate is polite.
        told: why or why not.
        boundary: what ends.
        end: the token before which it ends.
    """

    token: int
    is_plain: bool
    told: str
    boundary: Boundary
    end: int


class Telling:
    """Notes the reasons of one segment."""

    def __init__(self, why: Trace, tokens: Tokens, segment: int) -> None:
        """Take who hears the reasons, and of what."""
        self._why = why
        self._tokens = tokens
        self._segment = segment
        self.seen: set[int] = set()
        """The words at an end, of which something was told."""

    def polite(self, index: int, styles: Mapping[int, str]) -> None:
        """Explain a polite word whether it bears its predicate's mark."""
        if index in styles:
            told = "it is polite wherever it stands"
            self._why.mark(self._place(index), "style polite", told)

    def not_polite(self, index: int, told: str) -> None:
        """Explain why a word that is mostly polite is not."""
        self._why.no(self._place(index), "style polite", told)

    def end(self, look: Look, *, is_polite: bool) -> None:
        """Explain a word at an end whether it is plain; `is_polite` = its predicate is polite."""
        token, places = self._tokens[look.token], self._places(range(look.token + 1, look.end + 1))
        is_noun = look.told is NO_PREDICATE
        if is_polite or (is_noun and not _ends_sentence(token, look.boundary)):
            return
        self.seen.add(look.token)
        form = token.feats.get("Inflection", "").partition(";")[2] or token.form
        told = look.told.format(end=look.boundary.value, form=form)
        note = self._why.mark if look.is_plain else self._why.no
        note(self._place(look.token), "style plain", told, places)

    def inside(self, index: int, found: Inside, end: int) -> None:
        """Explain why a predicate within a sentence has no style: no end before token `end`."""
        told = found.value
        if found is Inside.WORD:
            form, xpos = self._tokens[end].form, self._tokens[end].xpos
            told = next((text for tags, text in FOLLOWERS if xpos.startswith(tags)), told)
            told = QUOTES if (form, xpos) == QUOTING else told
        places = self._places(range(index + 1, end + 1))
        self._why.no(self._place(index), "style plain", told, places)

    def parts(self, words: Iterable[int], telling: Collection[int], told: str) -> None:
        """Explain a predicate's words that others tell of it."""
        for index in words:
            if index not in telling:
                places = self._places(sorted(telling))
                self._why.no(self._place(index), "predicate", told, places)

    def _place(self, index: int) -> TokenRef:
        return TokenRef("target", self._segment, index)

    def _places(self, indices: Iterable[int]) -> list[TokenRef]:
        return [self._place(index) for index in indices if index < len(self._tokens)]


def _ends_sentence(token: Token, boundary: Boundary) -> bool:
    """Return whether a word, no sign, stands at the end of a sentence rather than of a clause."""
    return boundary is not Boundary.CLAUSE and not token.xpos.startswith(SIGNS)
