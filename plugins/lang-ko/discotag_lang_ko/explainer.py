"""Why a Korean word has its speech level, or none."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from discotag_lang_ko.hangul import is_syllable, longest_end

if TYPE_CHECKING:
    from discotag.plugin import Token
    from discotag.plugin.language import StyleExplainer


class Answer(NamedTuple):
    """What a rule says of a word.

    Args:
        holds: whether the word has the rule's level.
        why: why or why not, with `{ending}` for the ending, `{tag}` for the last morpheme's tag.
        endings: those of which the word's is one.
        of: the words to explain where the rule does not hold: `all`, `verbs`, or `none`.
    """

    holds: bool
    why: str
    endings: tuple[str, ...] = ()
    of: str = "all"


POLITE_ENDING = "its ending {ending} is polite wherever it stands"
POLITE_AT_END = "its ending {ending} is polite at the end of a sentence"
PLAIN_AT_END = "its ending {ending} is plain at the end of a sentence"
PLAIN_BEFORE_COMMA = "its ending {ending} is plain before a comma, too"
PLAIN_BEFORE_STOP = "its ending {ending} ends a plain sentence, for a stop follows"
WITHOUT_STOP = "its ending {ending} ends a sentence only where a stop follows"
PLAIN_INSIDE = "its ending {ending} joins nothing, so a plain sentence ends behind it"
JOINS = "its ending {ending} joins clauses"

PARTICLE = Answer(True, "the particle 요 makes it polite")
NOUN = Answer(False, "it is a noun that merely ends in 요")
NO_PARTICLE = Answer(False, "its 요 is part of the word, of which {tag} is the last morpheme")
NO_POLITE_ENDING = Answer(False, "it has no polite ending", of="verbs")

LISTED = Answer(True, "it is listed as a plain predicate")
OPEN = Answer(True, "it ends a sentence in an open syllable, as plain predicates do")
BEFORE_OPENER = Answer(True, "behind the comma a new sentence begins, so it is plain")
EXCLAIMS = Answer(False, "at the beginning of a sentence it is an exclamation")
LISTED_OTHERWISE = Answer(False, "it is listed as a word that only looks like a predicate")
NO_PREDICATE = Answer(False, "by its analysis it is no predicate: its last morpheme is {tag}")
NO_PREDICATE_BEFORE_COMMA = NO_PREDICATE._replace(of="verbs")
EMBEDDED = Answer(False, "it ends an embedded question")
COMMA = Answer(False, "before a comma its ending may join clauses")
NO_PLAIN_ENDING = Answer(False, "it has no plain ending")
INSIDE = Answer(False, "{inside}", of="verbs")

HONORIFIC = Answer(True, "it holds -시-, which honours its subject")
LOOKS_HONORIFIC = Answer(False, "its 시 belongs to another word, such as 마시다")
NOT_HONORIFIC = Answer(False, "it does not hold -시-", of="none")

QUOTED = "it is quoted without a stop of its own"
FORMS = {
    "ETM": "it is an attribute of what follows, and has no level",
    "ETN": "it is nominal, and has no level",
    "EC": "its ending joins its clause to another, and no sentence ends behind it",
}
"""What an inflected word is inside a sentence, by the tag of its last morpheme."""
QUOTING = ("다고", "라고", "냐고", "자고")
QUOTES = "its ending {} quotes it, and what is quoted so has no level"
OTHER_FORM = "no sentence ends behind it, and clauses inside others have no level"


class Explainer:
    """Notes the reasons of one segment."""

    def __init__(self, notes: StyleExplainer) -> None:
        """Take what collects the reasons."""
        self._notes = notes
        self._tokens = notes.tokens

    def level(self, level: str, token: Token, word: str, answer: Answer) -> None:
        """Explain what the rule of a level says of a word."""
        rule = f"level {level}" if level != "honorific" else "-시-"
        tag = tags(token)[-1]
        ending = longest_end(word, answer.endings)
        why = answer.why.format(ending=ending, tag=tag, inside=_inside(tag, word))
        if answer.holds or _is_explained(token, answer):
            places = self._after(token) if answer is INSIDE else ()
            self._notes.rule(token.index, rule, why, places, is_marked=answer.holds)

    def quoted(self, token: Token, politeness: Answer) -> None:
        """Explain an inflected or polite word that it is quoted."""
        if _is_verb(token) or politeness.holds:
            places = self._after(token)
            self._notes.rule(token.index, "quotation", QUOTED, places, is_marked=False)

    def subject(self, token: int, why: str) -> None:
        """Explain whom -시- inside a sentence honours."""
        self._notes.rule(token, "subject of -시-", why, is_marked=True)

    def _after(self, token: Token) -> list[int]:
        """Return the next word that has letters, and the signs before it."""
        places = []
        for index in range(token.index + 1, len(self._tokens)):
            places.append(index)
            if any(letter.isalnum() for letter in self._tokens.forms[index]):
                break
        return places


def _inside(tag: str, word: str) -> str:
    """Return what an inflected word is inside a sentence."""
    if tag == "EC" and (ending := longest_end(word, QUOTING)):
        return QUOTES.format(ending)
    return FORMS.get(tag, OTHER_FORM)


def _is_explained(token: Token, answer: Answer) -> bool:
    has_letters = any(map(is_syllable, token.form))
    return has_letters and (answer.of == "all" or (answer.of == "verbs" and _is_verb(token)))


def _is_verb(token: Token) -> bool:
    """Return whether a word holds an inflected stem, whatever its ending."""
    return any(tag.startswith(("V", "XSV", "XSA")) for tag in tags(token))


def tags(token: Token) -> list[str]:
    """Return the tags of a word's morphemes."""
    return token.xpos.split("+")
