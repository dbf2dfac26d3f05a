"""English commands look like nouns and infinitives, and treebanks of newspapers hold few of them.

Two rules correct the model (Quirk et al., A Comprehensive Grammar of the English Language, §§
11.24-30, on directives): what opens a sentence in the singular with a determiner, a number or an
object pronoun right behind it is a verb (*Peel the carrots*, *Chop two onions*, *Empty it*), and so
is what a conjunction adds to a command before an object pronoun (*and rinse it*); and a base form
without a subject that is coordinated with a command is one, too (*Wash them and dry them*). The
package declares it to spaCy as the factory `discotag_english_commands`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin.embedded import RuleComponent, set_features

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

FACTORY = "discotag_english_commands"
COMMAND = {"Mood": "Imp", "VerbForm": "Fin"}
IMPERATIVE = "Mood=Imp"
UNREAD = frozenset({"NOUN", "ADJ", "PROPN", "X"})
"""Parts of speech that the model gives commands by mistake."""
OBJECTS = frozenset({"it", "them", "him", "her", "me", "us", "yourself", "yourselves"})
POSSESSIVES = frozenset({"your", "its", "their", "his", "her", "my", "our"})
ARTICLES = frozenset({"the", "a", "an", "this", "these", "those", "any", "each"})
OPENERS = frozenset({".", "!", "?", "…", "...", ":", ";", "*", "•", '"', "“", "(", "«", "‘"})
DASHES = frozenset({"-", "–", "—"})
"""Openers where a space stands behind them; in *second-team* they open nothing."""
JOINING = frozenset({"and", "or", "then", ","})
FORBIDDING = frozenset({"nsubj", "nsubj:pass", "csubj", "expl", "aux", "aux:pass", "cop", "mark"})
NEGATION = frozenset({"do", "don't", "don’t"})


class EnglishCommands(RuleComponent):
    """Finds commands.

    Data: `never`, words that are none at the head of a sentence or beside a command.
    """

    def __init__(self) -> None:
        self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Store the word list."""
        self._data = data
        self._never = frozenset(data.get("never", ()))

    def __call__(self, doc: Doc) -> Doc:
        """Correct a document."""
        for token in doc:
            if self._is_unread(token):
                token.pos_, token.lemma_ = "VERB", token.lower_
                set_features(token, COMMAND)
            elif token.lower_ not in self._never and _continues(token):
                set_features(token, COMMAND)
        return doc

    def _is_unread(self, token: Token) -> bool:
        """Return whether a command was taken for a noun."""
        if token.pos_ not in UNREAD or token.i + 1 >= len(token.doc):
            return False
        if token.lower_ in self._never or "Number=Plur" in token.morph:
            return False
        behind = token.nbor(1)
        is_object = behind.lower_ in OBJECTS and behind.pos_ in {"PRON", "DET"}
        if _opens(token):
            return is_object or (_determines(behind) and _has_noun(behind)) or _counts(behind)
        return is_object and token.nbor(-1).lower_ in JOINING and _commanded(token)


def _opens(token: Token) -> bool:
    """Return whether a word opens its sentence, behind a list's number, a mark or *please*."""
    if token.i == 0:
        return True
    before = token.nbor(-1)
    is_dash = before.text in DASHES and bool(before.whitespace_)
    return is_dash or before.text in OPENERS or before.lower_ == "please" or _is_number(before)


def _is_number(token: Token) -> bool:
    """Return whether a word is the number of a list."""
    return token.text.endswith((".", ")")) and token.text[:-1].isdigit()


def _determines(token: Token) -> bool:
    return token.text in ARTICLES or token.text in POSSESSIVES


def _counts(token: Token) -> bool:
    """Return whether a word is a number in letters with a noun right behind it: *two onions*."""
    if token.pos_ != "NUM" or not (token.text.isalpha() and token.text.islower()):
        return False
    return token.i + 1 < len(token.doc) and token.nbor(1).pos_ == "NOUN"


def _has_noun(determiner: Token) -> bool:
    """Return whether a noun, not a name, follows a determiner (not so in *Peter the Great*)."""
    place = determiner.i + 1
    return place < len(determiner.doc) and determiner.doc[place].text[0].islower()


def _commanded(token: Token) -> bool:
    """Return whether a command stands before a word in its sentence."""
    for place in range(token.i - 1, -1, -1):
        other = token.doc[place]
        if IMPERATIVE in other.morph:
            return True
        if other.text in {".", "!", "?"}:
            break
    return False


def _continues(token: Token) -> bool:
    """Return whether a base form is coordinated with a command, and has no subject of its own."""
    if token.pos_ != "VERB" or token.dep_ != "conj" or token.lower_ != token.lemma_.lower():
        return False
    if token.lower_.endswith("ing"):
        return False
    if IMPERATIVE in token.morph or IMPERATIVE not in token.head.morph:
        return False
    return not any(
        child.dep_ in FORBIDDING and child.lower_ not in NEGATION for child in token.children
    )


create_commands = EnglishCommands.registered(
    FACTORY, requires=("token.pos", "token.morph", "token.dep")
)
