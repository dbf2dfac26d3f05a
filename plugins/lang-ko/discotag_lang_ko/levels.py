"""The speech level of Korean predicates, told by their endings and by where they stand.

Polite endings (해요체, 합쇼체, 하오체) are polite wherever they stand. A predicate is plain
(해체, 해라체, 하게체) only where it could have been polite and is not: at the end of a sentence.
Clauses inside others have no level, nor has what is quoted without a stop of its own
('가고 싶어'라고 했어요).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from discotag_lang_ko.hangul import ends, final, vowel

if TYPE_CHECKING:
    from discotag.core.tokens import Token, Tokens

PREDICATE = ("V", "XSV", "XSA")
INFLECTED = ("EF", "EC")
HONORIFIC = frozenset("시셔셨세십신실심싶")
OPEN_VOWELS = frozenset("ㅏㅐㅑㅓㅔㅕㅖㅘㅙㅝㅞ")
Words = tuple[str, ...]


class _Words(BaseModel):
    model_config = ConfigDict(frozen=True, extra="forbid")


class PoliteEndings(_Words):
    """Endings of the polite levels.

    Args:
        endings: those that are nothing else.
        particle: the particle that makes any word polite (요).
        nouns: nouns that merely end in it.
        before_particle: syllables that tell the particle in what the analysis takes for a noun.
        final: endings that are polite at the end of a sentence only (하오체).
        honorific: endings that hold -시-.
        not_honorific: letters in words that end likewise without it.
    """

    endings: Words
    particle: str
    nouns: frozenset[str]
    before_particle: frozenset[str]
    final: Words
    honorific: Words
    not_honorific: Words


class PlainEndings(_Words):
    """Endings of the plain levels.

    Args:
        endings: those that end a sentence.
        certain: those of them that are nothing else, whatever the analysis says.
        before_comma: those that also stand before a comma.
        clauses: endings of clauses that end a plain sentence if a stop follows.
        joining: endings that never end one, whatever the analysis says.
        words: whole predicates that the analysis may not know as such.
        not_predicates: words that end likewise.
    """

    endings: Words
    certain: Words
    before_comma: Words
    clauses: Words
    joining: Words
    words: frozenset[str]
    not_predicates: frozenset[str]


class BoundarySigns(_Words):
    """What stands behind a sentence.

    Args:
        stops: signs that end a sentence.
        closing: quotes and brackets.
        quotatives: what follows a quotation.
        laughter: letters that stand for laughter or tears.
    """

    stops: frozenset[str]
    closing: frozenset[str]
    quotatives: frozenset[str]
    laughter: str


class SpeechLevels(_Words):
    """The schema of `speech_levels.toml`."""

    source: str
    polite: PoliteEndings
    plain: PlainEndings
    boundary: BoundarySigns


class Levels:
    """Finds the predicates of a segment that are polite or plain, and those with -시-."""

    def __init__(self, table: SpeechLevels) -> None:
        """Take the words of the table."""
        self._polite, self._plain, self._signs = table.polite, table.plain, table.boundary

    def of(self, tokens: Tokens) -> dict[int, str]:
        """Give `polite`, `plain` or `honorific` (-시- inside a sentence) by token index."""
        found = {}
        for token in tokens:
            level = self._level(tokens, token)
            if level:
                found[token.index] = level
        return found

    def _level(self, tokens: Tokens, token: Token) -> str | None:
        word = token.form.rstrip(self._signs.laughter)
        if not word or self._is_quoted(tokens, token.index):
            return None
        if self._is_polite(token, word):
            return "polite"
        stop = self._stop(tokens, token.index)
        if stop and is_predicate(token) and ends(word, self._polite.final):
            return "polite"
        if stop and self._is_plain(token, word, stop):
            return "plain"
        return "honorific" if self._is_honorific(token, word) else None

    def _is_honorific(self, token: Token, word: str) -> bool:
        """Tell whether a word holds -시-, by its analysis or its ending."""
        if any(letters in word for letters in self._polite.not_honorific):
            return False
        return has_honorific(token) or ends(word, self._polite.honorific)

    def _is_polite(self, token: Token, word: str) -> bool:
        if ends(word, self._polite.endings):
            return True
        particle = self._polite.particle
        if not word.endswith(particle) or word == particle:
            return False
        if word in self._polite.nouns and not is_predicate(token):
            return False
        return tags(token)[-1] in {"EF", "EC", "JX"} or word[-2] in self._polite.before_particle

    def _is_plain(self, token: Token, word: str, stop: str) -> bool:
        plain = self._plain
        if word in plain.not_predicates:
            return False
        if word in plain.words or (stop != "," and ends(word, plain.certain)):
            return True
        if not is_predicate(token) or ends(word, plain.joining) or _is_embedded(token):
            return False
        if stop == ",":
            return ends(word, plain.before_comma)
        is_open = not final(word[-1]) and vowel(word[-1]) in OPEN_VOWELS
        if ends(word, plain.endings) or (is_open and not ends(word, plain.clauses)):
            return True
        return bool(stop.strip()) and ends(word, plain.clauses)

    def _stop(self, tokens: Tokens, index: int) -> str:
        """Give the sign behind a sentence that ends here, a blank at a line's end, else nothing."""
        behind = index + 1
        forms = tokens.forms
        while behind < len(forms) and forms[behind] in self._signs.closing:
            behind += 1
        if behind == len(forms):
            return " "
        sign = forms[behind]
        if sign in self._signs.stops:
            return sign
        if not sign.strip(self._signs.laughter):
            return " "
        return "," if sign == "," and behind == index + 1 else ""

    def _is_quoted(self, tokens: Tokens, index: int) -> bool:
        """Tell whether a quotation without a stop ends here, or a quotative follows."""
        behind = index + 1
        forms = tokens.forms
        while behind < len(forms) and forms[behind] in self._signs.closing:
            behind += 1
        return behind < len(forms) and forms[behind] in self._signs.quotatives


def tags(token: Token) -> list[str]:
    """Give the tags of a word's morphemes."""
    return token.xpos.split("+")


def is_predicate(token: Token) -> bool:
    """Tell whether a word is an inflected verb, adjective or copula."""
    own = tags(token)
    return own[-1] in INFLECTED and any(tag.startswith(PREDICATE) for tag in own)


def has_honorific(token: Token) -> bool:
    """Tell whether a word holds -시-, by its analysis and its letters."""
    parts = zip(token.lemma.split("+"), tags(token), strict=False)
    return any(tag == "EP" and part in {"시", "으시"} for part, tag in parts) and bool(
        HONORIFIC.intersection(token.form[1:])
    )


def _is_embedded(token: Token) -> bool:
    """Tell whether a word ends an embedded question (는지, 을지)."""
    return token.lemma.rpartition("+")[2] in {
        "는지",
        "은지",
        "ㄴ지",
        "을지",
        "ㄹ지",
        "던지",
        "든지",
    }
