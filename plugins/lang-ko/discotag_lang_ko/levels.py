"""The speech level of Korean predicates, recognized by their endings and by where they are.

Polite endings (해요체, 합쇼체, 하오체) are polite wherever they are. A predicate is plain
(해체, 해라체, 하게체) only where it could have been polite and is not: at the end of a sentence.
Clauses inside others have no level, nor has what is quoted without a stop of its own
('가고 싶어'라고 했어요).
"""

from __future__ import annotations

import unicodedata
from typing import TYPE_CHECKING

from discotag_lang_ko import explainer
from discotag_lang_ko.explainer import Answer, Explainer, tags
from discotag_lang_ko.hangul import ends, final, vowel

if TYPE_CHECKING:
    from discotag.plugin import Token, Tokens
    from discotag_lang_ko.table import SpeechLevels

PREDICATE = ("V", "XSV", "XSA")
INFLECTED = ("EF", "EC")
HONORIFIC = frozenset("시셔셨세십신실심싶")
PICTURES = frozenset({"So", "Sk", "Mn", "Cf"})
"""Unicode categories of emoji, their colours and joiners."""
OPEN_VOWELS = frozenset("ㅏㅐㅑㅓㅔㅕㅖㅘㅙㅝㅞ")


class Levels:
    """Finds the predicates of a segment that are polite or plain, and those with -시-."""

    def __init__(self, table: SpeechLevels) -> None:
        """Take the words of the table."""
        self._polite, self._plain, self._signs = table.polite, table.plain, table.boundary

    def of(self, tokens: Tokens, tell: Explainer | None = None) -> dict[int, str]:
        """Return `polite`, `plain` or `honorific` (-시- inside a sentence) by token index.

        `tell` notes the reasons.
        """
        found = {}
        for token in tokens:
            level = self._level(tokens, token, tell)
            if level:
                found[token.index] = level
        return found

    def _level(self, tokens: Tokens, token: Token, tell: Explainer | None) -> str | None:
        word = token.form.rstrip(self._signs.laughter)
        if not word:
            return None
        if self._is_quoted(tokens, token.index):
            if tell is not None:
                tell.quoted(token, self._politeness(token, word))
            return None
        answer = self._politeness(token, word)
        stop = self._stop(tokens, token.index)
        if not answer.holds and stop and is_predicate(token) and ends(word, self._polite.final):
            answer = Answer(True, explainer.POLITE_AT_END, self._polite.final)
        if tell is not None:
            tell.level("polite", token, word, answer)
        if answer.holds:
            return "polite"
        answer = self._plainness(tokens, token, word, stop)
        if tell is not None:
            tell.level("plain", token, word, answer)
        if answer.holds:
            return "plain"
        answer = self._honour(token, word)
        if tell is not None:
            tell.level("honorific", token, word, answer)
        return "honorific" if answer.holds else None

    def _honour(self, token: Token, word: str) -> Answer:
        """Return whether a word holds -시-, by its analysis or its ending."""
        polite = self._polite
        is_attribute = tags(token)[-1] == "ETM" and ends(word[1:], polite.attributes)
        is_stem = not polite.honorific_stems.isdisjoint(stems(token))
        looks = has_honorific(token) or is_attribute or ends(word, polite.honorific)
        if not (is_stem or looks):
            return explainer.NOT_HONORIFIC
        is_other = any(letters in word for letters in polite.not_honorific)
        return explainer.LOOKS_HONORIFIC if is_other and not is_stem else explainer.HONORIFIC

    def _politeness(self, token: Token, word: str) -> Answer:
        if ends(word, self._polite.endings):
            return Answer(True, explainer.POLITE_ENDING, self._polite.endings)
        particle = self._polite.particle
        if not word.endswith(particle) or word == particle:
            return explainer.NO_POLITE_ENDING
        if word in self._polite.nouns and not is_predicate(token):
            return explainer.NOUN
        if tags(token)[-1] in {"EF", "EC", "JX"} or word[-2] in self._polite.before_particle:
            return explainer.PARTICLE
        return explainer.NO_PARTICLE

    def _plainness(self, tokens: Tokens, token: Token, word: str, stop: str) -> Answer:
        plain = self._plain
        if not stop:
            is_end = is_predicate(token) and ends(word, plain.inside)
            return (
                Answer(True, explainer.PLAIN_INSIDE, plain.inside) if is_end else explainer.INSIDE
            )
        listed = self._listed(tokens, token, word, stop)
        if listed is not None:
            return listed
        if stop == ",":
            return self._before_comma(tokens, token, word)
        if ends(word, plain.certain):
            return Answer(True, explainer.PLAIN_AT_END, plain.certain)
        if ends(word, plain.at_stop) and not ends(word, plain.nouns):
            return Answer(True, explainer.PLAIN_AT_END, plain.at_stop)
        is_verb = is_predicate(token)
        return self._of_predicate(token, word, stop) if is_verb else explainer.NO_PREDICATE

    def _listed(self, tokens: Tokens, token: Token, word: str, stop: str) -> Answer | None:
        """Return whether a word that is listed as a whole is plain before a stop or a comma."""
        plain = self._plain
        if stop.strip(", ") and word in plain.words_at_stop:
            return explainer.LISTED
        if word in plain.not_predicates:
            return explainer.LISTED_OTHERWISE
        if word in plain.exclamations and self._is_first(tokens, token.index):
            return explainer.EXCLAIMS
        return explainer.LISTED if word in plain.words else None

    def _before_comma(self, tokens: Tokens, token: Token, word: str) -> Answer:
        """Return whether a word before a comma is plain: ends that do not join (왔어, …)."""
        plain = self._plain
        is_verb = is_predicate(token)
        told = Answer(True, explainer.PLAIN_BEFORE_COMMA, plain.before_comma)
        if not is_verb:
            is_plain = ends(word, plain.certain) and ends(word, plain.before_comma)
            return told if is_plain else explainer.NO_PREDICATE_BEFORE_COMMA
        answer = self._of_predicate(token, word, ",")
        opens = not plain.openers.isdisjoint(tokens.forms[token.index + 2 : token.index + 3])
        is_end = answer is explainer.COMMA and opens and _ends_in_eo(token, word)
        return explainer.BEFORE_OPENER if is_end else answer

    def _of_predicate(self, token: Token, word: str, stop: str) -> Answer:
        """Return whether a predicate before a stop, a comma or the end of a line is plain."""
        plain = self._plain
        if ends(word, plain.joining):
            return Answer(False, explainer.JOINS, plain.joining)
        if _is_embedded(token):
            return explainer.EMBEDDED
        if stop != ",":
            return self._at_end(word, stop)
        if ends(word, plain.before_comma):
            return Answer(True, explainer.PLAIN_BEFORE_COMMA, plain.before_comma)
        return explainer.COMMA

    def _at_end(self, word: str, stop: str) -> Answer:
        """Return whether a predicate at the end of a sentence is plain."""
        plain = self._plain
        if ends(word, plain.endings):
            return Answer(True, explainer.PLAIN_AT_END, plain.endings)
        if ends(word, plain.clauses):
            has_stop = bool(stop.strip())
            told = explainer.PLAIN_BEFORE_STOP if has_stop else explainer.WITHOUT_STOP
            return Answer(has_stop, told, plain.clauses)
        return explainer.OPEN if _is_open(word) else explainer.NO_PLAIN_ENDING

    def _is_first(self, tokens: Tokens, index: int) -> bool:
        """Return whether a word begins a sentence."""
        before = tokens.forms[index - 1] if index else ""
        return not before or before in self._signs.stops or not any(map(str.isalnum, before))

    def _stop(self, tokens: Tokens, index: int) -> str:
        """Return the sign after a sentence that ends here, a blank at a line's end, else empty."""
        behind = index + 1
        forms = tokens.forms
        while behind < len(forms) and forms[behind] in self._signs.closing:
            behind += 1
        if behind == len(forms):
            return " "
        sign = forms[behind]
        if sign in self._signs.stops:
            return sign
        if not sign.strip(self._signs.laughter) or _is_picture(sign):
            return " "
        return "," if sign == "," and behind == index + 1 else ""

    def _is_quoted(self, tokens: Tokens, index: int) -> bool:
        """Return whether a quotation without a stop ends here, or a quotative follows."""
        behind = index + 1
        forms = tokens.forms
        while behind < len(forms) and forms[behind] in self._signs.closing:
            behind += 1
        return behind < len(forms) and forms[behind] in self._signs.quotatives


def _is_picture(sign: str) -> bool:
    """Return whether a token is made of emoji alone."""
    return all(unicodedata.category(letter) in PICTURES for letter in sign)


def is_predicate(token: Token) -> bool:
    """Return whether a word is an inflected verb, adjective or copula."""
    own = tags(token)
    return own[-1] in INFLECTED and any(tag.startswith(PREDICATE) for tag in own)


def has_honorific(token: Token) -> bool:
    """Return whether a word holds -시-, by its analysis and its letters."""
    parts = zip(token.lemma.split("+"), tags(token), strict=False)
    return any(tag == "EP" and part in {"시", "으시"} for part, tag in parts) and bool(
        HONORIFIC.intersection(token.form[1:])
    )


def stems(token: Token) -> set[str]:
    """Return the verbal stems of a word."""
    parts = zip(token.lemma.split("+"), tags(token), strict=False)
    return {part for part, tag in parts if tag.startswith("V")}


def _is_open(word: str) -> bool:
    """Return whether a word ends as 해체 does, in an open syllable."""
    return not final(word[-1]) and vowel(word[-1]) in OPEN_VOWELS


def _ends_in_eo(token: Token, word: str) -> bool:
    """Return whether a word ends in 어 or 아, also fused with its stem (생각해)."""
    return _is_open(word) and token.lemma.rpartition("+")[2] in {"어", "아", "여"}


def _is_embedded(token: Token) -> bool:
    """Return whether a word ends an embedded question (는지, 을지)."""
    return token.lemma.rpartition("+")[2] in {
        "는지",
        "은지",
        "ㄴ지",
        "을지",
        "ㄹ지",
        "던지",
        "든지",
    }
