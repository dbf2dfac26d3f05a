"""Heads of English sentences: what opens one, and what stands behind the word that does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from discotag.plugin import ud

if TYPE_CHECKING:
    from spacy.tokens import Token

IMPERATIVE = "Mood=Imp"
OPENERS = frozenset({".", "!", "?", "…", "...", ":", ";", "*", "•", '"', "“", "(", "«", "‘"})
DASHES = frozenset({"-", "–", "—"})
"""Openers where a space stands behind them; in *second-team* they open nothing."""
STOPS = frozenset({".", "!", "?", "…", "..."})
ENDS = frozenset({".", "!"})
DIVIDING = frozenset({",", ";", ":", "–", "—", "that", "what", "who", "which", "how", "where"})
PLACES = frozenset({"again", "now", "here", "there", "back", "away", "well", "twice", "together"})


def opens(token: Token) -> bool:
    """Return whether a word opens its sentence, behind a list's number, a mark or *please*."""
    if token.i == 0:
        return True
    before = token.nbor(-1)
    is_dash = before.text in DASHES and bool(before.whitespace_)
    return is_dash or before.text in OPENERS or before.lower_ == "please" or is_number(before)


def is_number(token: Token) -> bool:
    """Return whether a word is the number of a list."""
    return token.text.endswith((".", ")")) and token.text[:-1].isdigit()


def has_verb(behind: list[Token]) -> bool:
    """Return whether a finite verb stands in the clause that some words begin."""
    for word in behind:
        if word.text in STOPS or word.lower_ in DIVIDING or word.pos_ == "SCONJ":
            return False
        if word.pos_ in ud.VERBAL and "VerbForm=Fin" in word.morph:
            return IMPERATIVE not in word.morph
    return False


def completes(behind: list[Token]) -> bool:
    """Return whether some words complete a command: an adverb, a phrase, a plural."""
    first = behind[0]
    if any(word.text.istitle() for word in behind[:2]):
        return False  # Claim to Fame
    if first.pos_ == "ADP":
        return first.lower_ not in {"of", "for", "from", "by"}
    return is_adverb(first) or "Number=Plur" in first.morph


def is_adverb(token: Token) -> bool:
    """Return whether a word is an adverb that a verb alone has: *carefully*, *again*."""
    return token.pos_ == "ADV" and (token.lower_.endswith("ly") or token.lower_ in PLACES)


def is_titled(token: Token) -> bool:
    """Return whether a word is written as a name, a heading or part of a compound.

    So it is in capitals, before a colon or a hyphen, and in small letters behind an opening mark
    or a *please* inside a sentence: *told them to "run on it"*, *can you please send it*.
    """
    if token.text.isupper() or token.nbor(1).text == ":" or not is_apart(token):
        return True
    return token.i > 0 and token.text.islower() and not is_number(token.nbor(-1))


def is_apart(token: Token) -> bool:
    """Return whether a blank stands behind a word, or a mark that ends a sentence."""
    return bool(token.whitespace_) or token.nbor(1).text in STOPS
