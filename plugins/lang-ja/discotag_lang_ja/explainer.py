"""Why a Japanese predicate is polite, plain, or neither."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from discotag_lang_ja.boundaries import SIGNS, Boundary, Inside

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Mapping

    from discotag.plugin import Token
    from discotag.plugin.language import StyleExplainer

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


class SentenceEnd(NamedTuple):
    """What was seen at the end of a sentence or clause.

    Args:
        token: the word that would show the style.
        is_plain: whether it is plain, unless its predicate is polite.
        why: why or why not.
        boundary: what ends.
        end: the token before which it ends.
    """

    token: int
    is_plain: bool
    why: str
    boundary: Boundary
    end: int


class Explainer:
    """Notes the reasons of one segment."""

    def __init__(self, notes: StyleExplainer) -> None:
        """Take what collects the reasons."""
        self._notes = notes
        self._tokens = notes.tokens
        self.seen: set[int] = set()
        """The words at an end, of which something was said."""

    def polite(self, index: int, styles: Mapping[int, str]) -> None:
        """Explain a polite word if it has its predicate's mark."""
        if index in styles:
            why = "it is polite wherever it stands"
            self._notes.rule(index, "style polite", why, is_marked=True)

    def not_polite(self, index: int, why: str) -> None:
        """Explain why a word that is mostly polite is not."""
        self._notes.rule(index, "style polite", why, is_marked=False)

    def end(self, end: SentenceEnd, *, is_polite: bool) -> None:
        """Explain whether a word at an end is plain; `is_polite` = its predicate is polite."""
        token = self._tokens[end.token]
        is_noun = end.why is NO_PREDICATE
        if is_polite or (is_noun and not _ends_sentence(token, end.boundary)):
            return
        self.seen.add(end.token)
        form = token.feats.get("Inflection", "").partition(";")[2] or token.form
        why = end.why.format(end=end.boundary.value, form=form)
        after = range(end.token + 1, end.end + 1)
        self._notes.rule(end.token, "style plain", why, after, is_marked=end.is_plain)

    def inside(self, index: int, found: Inside, end: int) -> None:
        """Explain why a predicate within a sentence has no style: no end before token `end`."""
        why = found.value
        if found is Inside.WORD:
            form, xpos = self._tokens[end].form, self._tokens[end].xpos
            why = next((text for tags, text in FOLLOWERS if xpos.startswith(tags)), why)
            why = QUOTES if (form, xpos) == QUOTING else why
        self._notes.rule(index, "style plain", why, range(index + 1, end + 1), is_marked=False)

    def parts(self, words: Iterable[int], explained: Collection[int], why: str) -> None:
        """Explain a predicate's words by others, which have its mark or its reason."""
        for index in words:
            if index not in explained:
                self._notes.rule(index, "predicate", why, sorted(explained), is_marked=False)


def _ends_sentence(token: Token, boundary: Boundary) -> bool:
    """Return whether a word, no sign, is at the end of a sentence rather than of a clause."""
    return boundary is not Boundary.CLAUSE and not token.xpos.startswith(SIGNS)
