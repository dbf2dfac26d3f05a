"""English commands look like nouns and infinitives, and treebanks of newspapers hold few of them.

These rules correct the model (Quirk et al., A Comprehensive Grammar of the English Language, §§
11.24-30, on directives). A word in the singular with a determiner, a number or an object pronoun
right after it is a command where it opens a sentence (*Peel the carrots*, *Chop two onions*,
*Empty it*) or is after the comma of a sentence that begins with a clause or a phrase (*If it
rings, silence the phone*), and where a conjunction adds it to a command (*and rinse it*). So is a
base form without a subject that opens a sentence (*Borrow a ladder*) or is coordinated with a
command (*Wash them and dry them*), and so are single words before it (*Peel, core and slice the
apples*). A listed verb that opens a sentence without a verb of its own is a command whatever is
after it (*Invite friends*), if it is a noun as well, before an adverb, a phrase or a plural
(*Season with salt.*). The package declares it to spaCy as the factory `discotag_english_commands`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin import ud
from discotag.plugin.embedded import RuleComponent, set_features

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token


IMPERATIVE = "Mood=Imp"
OPENERS = frozenset({".", "!", "?", "…", "...", ":", ";", "*", "•", '"', "“", "(", "«", "‘"})
DASHES = frozenset({"-", "–", "—"})
"""Openers where a space is after them; in *second-team* they open nothing."""
STOPS = frozenset({".", "!", "?", "…", "..."})
ENDS = frozenset({".", "!"})
DIVIDING = frozenset({",", ";", ":", "–", "—", "that", "what", "who", "which", "how", "where"})
PLACES = frozenset({"again", "now", "here", "there", "back", "away", "well", "twice", "together"})


def opens(token: Token) -> bool:
    """Return whether a word opens its sentence, after a list's number, a mark or *please*."""
    if token.i == 0:
        return True
    before = token.nbor(-1)
    is_dash = before.text in DASHES and bool(before.whitespace_)
    return is_dash or before.text in OPENERS or before.lower_ == "please" or is_number(before)


def is_number(token: Token) -> bool:
    """Return whether a word is the number of a list."""
    return token.text.endswith((".", ")")) and token.text[:-1].isdigit()


def has_verb(behind: list[Token]) -> bool:
    """Return whether a finite verb is in the clause that some words begin."""
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

    So it is in capitals, before a colon or a hyphen, and in small letters after an opening mark
    or a *please* inside a sentence: *told them to "run on it"*, *can you please send it*.
    """
    if token.text.isupper() or token.nbor(1).text == ":" or not is_apart(token):
        return True
    return token.i > 0 and token.text.islower() and not is_number(token.nbor(-1))


def is_apart(token: Token) -> bool:
    """Return whether a blank is after a word, or a mark that ends a sentence."""
    return bool(token.whitespace_) or token.nbor(1).text in STOPS


FACTORY = "discotag_english_commands"
COMMAND = {"Mood": "Imp", "VerbForm": "Fin"}
UNREAD = frozenset({"NOUN", "ADJ", "PROPN", "X"})
"""Parts of speech that the model gives commands by mistake."""
OBJECTS = frozenset({"it", "them", "him", "her", "me", "us", "yourself", "yourselves"})
POSSESSIVES = frozenset({"your", "its", "their", "his", "her", "my", "our"})
ARTICLES = frozenset({"the", "a", "an", "this", "these", "those", "any", "each"})
UNSURE = frozenset({"VERB", "ADV", "INTJ"})
ANSWERING = frozenset({"but", "and", "so"})
"""Conjunctions between a call and a command: *OK, so wait*."""
POINTED = frozenset({'"', "“", "«", "‘", "'", "left", "right", "up", "down"})
BARE = frozenset({
    "shut", "put", "set", "cut", "let", "hit", "spread", "split", "cast", "quit",
})  # fmt: skip
"""Verbs whose past is their base form (Quirk et al. ch. 3, irregular verbs)."""
PARTICLES = frozenset({"up", "down", "off", "out", "on", "in", "away", "back", "aside"})
JOINING = frozenset({"and", "or", "then", ","})
ADDING = frozenset({"and", "or", "then"})
BEGINNERS = frozenset({
    "if", "when", "once", "before", "after", "until", "unless", "whenever", "while", "as", "to",
    "for", "in", "on", "at", "with", "without", "from", "using", "then", "next", "first", "finally",
    "above", "by", "otherwise", "instead", "now", "so",
})  # fmt: skip
"""Words that begin a clause or phrase which a comma divides from the command after it."""
CONJUNCTIONS = frozenset({
    "if", "when", "once", "before", "after", "until", "unless", "whenever", "while", "as",
})  # fmt: skip
"""Those that begin a clause with a subject of its own."""
BEHIND = frozenset({"DET", "PRON", "ADP", "ADV", "NUM", "PART", "CCONJ"})
"""Classes of what a command has after it; a subject's verb may have others."""
CLAUSES = frozenset({"ROOT", "root", "parataxis", "conj"})
NOMINAL = frozenset({"NOUN", "PROPN", "NUM"})
SUBJECTS = frozenset({"nsubj", "nsubj:pass", "csubj", "expl"})
SUBORDINATE = frozenset({"ccomp", "advcl", "acl", "acl:relcl"})
FORBIDDING = frozenset({"nsubj", "nsubj:pass", "csubj", "expl", "aux", "aux:pass", "cop", "mark"})
NEGATION = frozenset({"do", "don't", "don’t"})


class EnglishCommands(RuleComponent):
    """Finds commands.

    Data: `never`, words that never are at the head of a sentence or next to a command; `pointing`,
    those that are commands before a label in quotation marks or a direction: *tap "Next"*;
    `phrasal`, words that command with one of their particles: *slow down*; `adverbs`, those that
    command before an object, though they may be adverbs: *lower the heat*; `verbs`, those that
    command where they open a sentence; `nouns_too`, those that do where what is after them and
    the end show it: *Season with salt.*; `adjectives_too`, those that do before an adverb.
    """

    def __init__(self) -> None:
        self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Store the word list."""
        self._data = data
        self._never = frozenset(data.get("never", ()))
        self._pointing = frozenset(data.get("pointing", ()))
        self._verbs = frozenset(data.get("verbs", ()))
        self._adjectives_too = frozenset(data.get("adjectives_too", ()))
        self._nouns_too = frozenset(data.get("nouns_too", ()))
        self._adverbs = frozenset(data.get("adverbs", ()))
        self._phrasal = {word: frozenset(own) for word, own in data.get("phrasal", {}).items()}

    def __call__(self, doc: Doc) -> Doc:
        """Correct a document."""
        for token in doc:
            is_out = token.lower_ in self._never
            listed = [] if is_out or not opens(token) else self._listed(token)
            is_listed = self._is_unread(token) or self._is_phrasal(token) or self._is_known(token)
            if is_listed or (not is_out and _is_base_command(token)):
                _command(token)
            for word in listed:
                _command(word)
        return doc

    def _is_unread(self, token: Token) -> bool:
        """Return whether a command was taken for a noun."""
        is_unread = token.pos_ in UNREAD or (token.pos_ == "ADV" and token.lower_ in self._adverbs)
        if not is_unread or token.i + 1 >= len(token.doc):
            return False
        is_plural = "Number=Plur" in token.morph and not self._is_listed(token)
        if token.lower_ in self._never or is_plural:
            return False
        behind = token.nbor(1)
        is_object = behind.lower_ in OBJECTS and behind.pos_ in {"PRON", "DET"}
        has_object = is_object or (_determines(behind) and _has_noun(behind)) or _counts(behind)
        has_object |= token.lower_ in self._pointing and behind.lower_ in POINTED
        if opens(token):
            return has_object
        before = token.nbor(-1).lower_
        if before == "," and _begins(token.nbor(-1)):
            return has_object
        if before in ADDING:
            return has_object and _commanded(token)
        return is_object and before in JOINING and _commanded(token)

    def _is_listed(self, token: Token) -> bool:
        """Return whether a word is the base form of a listed verb."""
        return any(
            token.lower_ in words for words in (self._verbs, self._nouns_too, self._adjectives_too)
        )

    def _is_known(self, token: Token) -> bool:
        """Return whether a listed verb opens a sentence that has no other verb of its own."""
        if not self._is_listed(token) or IMPERATIVE in token.morph:
            return False
        if not opens(token):
            is_added = token.i > 0 and token.nbor(-1).lower_ in ADDING
            is_verb = token.lower_ in self._verbs and token.pos_ in UNREAD
            return is_added and is_verb and _commanded(token, is_near=True)
        is_open = token.pos_ in UNREAD | UNSURE and token.i + 1 < len(token.doc)
        return is_open and not is_titled(token) and self._stands_alone(token)

    def _stands_alone(self, token: Token) -> bool:
        """Return whether what is after a listed verb that opens its sentence lets it command."""
        behind = list(token.doc[token.i + 1 :])
        end = next((word.text for word in behind if word.text in STOPS), "")
        if end == "?" or has_verb(behind):
            return False
        if token.lower_ in self._verbs:
            return True
        if token.lower_ in self._nouns_too:
            return end in ENDS and completes(behind)
        is_aside = len(behind) > 1 and behind[1].text == ","  # Put together, it …
        return end in ENDS and is_adverb(behind[0]) and not is_aside

    def _is_phrasal(self, token: Token) -> bool:
        """Return whether a word commands with its particle: *Slow down*, *Hand in your sheets*."""
        particles = self._phrasal.get(token.lower_, frozenset())
        if not particles or token.pos_ == "VERB" or not opens(token):
            return False
        behind = [word.lower_ for word in token.doc[token.i + 1 : token.i + 3]]
        return behind[:1] != [] and behind[0] in particles and behind[1:] != [token.lower_]

    def _listed(self, first: Token) -> list[Token]:
        """Return commands that are as single words, with the base form that ends their list.

        *Peel, core and slice the apples*, *Stir well, cover, and leave to cool*.
        """
        words: list[Token] = []
        place, size = first.i, len(first.doc)
        if first.lower_.endswith("ed") or (first.i and first.nbor(-1).lower_ == "please"):
            return []  # *can you please print and …* asks
        while place + 1 < size:
            word = first.doc[place]
            if not word.is_alpha or word.lower_ in self._never or "Number=Plur" in word.morph:
                return []
            words.append(word)
            place += 1
            if len(words) > 1 and first.doc[place - 2].lower_ in {"and", "or"}:
                return words if _is_base(word) else []
            if first.doc[place].pos_ == "ADV" and place + 1 < size:
                place += 1
            start = place
            while place < size and first.doc[place].lower_ in {",", "and", "or"}:
                place += 1
            if place == start:
                return []
        return []


def _is_base_command(token: Token) -> bool:
    """Return whether the base form of a verb commands where it is."""
    return (
        _continues(token)
        or _is_indicative(token)
        or _follows(token)
        or _is_past_or_base(token)
        or _opens_late(token)
    )


def _command(token: Token) -> None:
    token.pos_, token.lemma_ = "VERB", token.lower_
    set_features(token, COMMAND)


def _determines(token: Token) -> bool:
    return token.text in ARTICLES or token.text in POSSESSIVES


def _counts(token: Token) -> bool:
    """Return whether a word is a number in letters with a noun right after it: *two onions*."""
    if token.pos_ != "NUM" or not (token.text.isalpha() and token.text.islower()):
        return False
    return token.i + 1 < len(token.doc) and token.nbor(1).pos_ == "NOUN"


def _has_noun(determiner: Token) -> bool:
    """Return whether a noun, not a name, follows a determiner (not so in *Peter the Great*)."""
    place = determiner.i + 1
    return place < len(determiner.doc) and determiner.doc[place].text[0].islower()


def _commanded(token: Token, *, is_near: bool = False) -> bool:
    """Return whether a command is before a word in its sentence.

    With `is_near`, no subject of a main clause may be between.
    """
    for place in range(token.i - 1, -1, -1):
        other = token.doc[place]
        if IMPERATIVE in other.morph:
            return True
        is_main = other.dep_ in SUBJECTS and other.head.dep_ not in SUBORDINATE
        if other.text in {".", "!", "?"} or (is_near and is_main):
            break
    return False


def _begins(comma: Token) -> bool:
    """Return whether a comma ends the clause or phrase that begins its sentence."""
    place = comma.i
    while place > 0 and not opens(comma.doc[place]):
        place -= 1
        if comma.doc[place].text == ",":
            return False
    first = comma.doc[place].lower_
    return first in CONJUNCTIONS or (
        first in BEGINNERS and not any(map(_tells_of_somebody, comma.doc[place : comma.i]))
    )


def _tells_of_somebody(token: Token) -> bool:
    """Return whether a word is a finite verb, or a pronoun that is a subject."""
    is_subject = token.dep_ in SUBJECTS and token.pos_ == "PRON"
    return is_subject or (token.pos_ in ud.VERBAL and "VerbForm=Fin" in token.morph)


def _is_base(token: Token) -> bool:
    """Return whether a word is a verb's base form that has no subject and no auxiliary."""
    if token.pos_ != "VERB" or token.lower_ != token.lemma_.lower():
        return False
    return not token.lower_.endswith("ing") and not any(
        child.dep_ in FORBIDDING and child.lower_ not in NEGATION and IMPERATIVE not in child.morph
        for child in token.children
    )


def _opens_late(token: Token) -> bool:
    """Return whether a base form follows a conjunction that begins its sentence: *And bring tea*.

    A call may be before that: *Sure, but hurry*.
    """
    if IMPERATIVE in token.morph or not token.i or token.nbor(-1).lower_ not in ANSWERING:
        return False
    place = token.i - 1
    while place > 0 and token.doc[place - 1].text not in STOPS:
        place -= 1
        if token.doc[place].pos_ not in {"INTJ", "PUNCT", "CCONJ"}:
            return False
    return _is_base(token)


def _is_past_or_base(token: Token) -> bool:
    """Return whether a verb whose past is its base form opens a command: *Shut the door*."""
    if token.lower_ not in BARE or token.pos_ != "VERB" or IMPERATIVE in token.morph:
        return False
    if not opens(token) or token.dep_ not in {"ROOT", "root"}:
        return False
    behind = list(token.doc[token.i + 1 : token.i + 3])
    if len(behind) > 1 and behind[0].lower_ in PARTICLES:
        return behind[1].pos_ in {"DET", "PRON", "CCONJ", "PUNCT"}
    return bool(behind) and (behind[0].lower_ in OBJECTS or _determines(behind[0]))


def _continues(token: Token) -> bool:
    """Return whether a base form is coordinated with a command, or with a non-verb after one.

    *Wash them and dry them*; *Cross the bridge, turn left*; *Put it in the oven and bake it*, where
    the parse adds it to *oven*.
    """
    if IMPERATIVE in token.morph or not _is_base(token):
        return False
    if _has_command_for_subject(token):
        return True
    if token.dep_ in {"parataxis", "advcl"}:
        return token.i > 0 and token.nbor(-1).text == "," and _commanded(token, is_near=True)
    if token.dep_ == "conj" and IMPERATIVE in token.head.morph:
        return True
    head = token.head
    is_complement = head.pos_ == "ADJ" and head.dep_ in {"xcomp", "obl"}
    return (
        token.dep_ == "conj"
        and (head.pos_ in NOMINAL or is_complement)
        and token.i > 0
        and token.nbor(-1).lower_ in JOINING
        and _commanded(token, is_near=True)
    )


def _has_command_for_subject(token: Token) -> bool:
    """Return whether the parse has a command for a verb's subject: *Peel them and boil them*."""
    is_added = token.i > 0 and token.nbor(-1).lower_ in ADDING and token.dep_ in CLAUSES
    return is_added and any(
        child.dep_ == "nsubj" and IMPERATIVE in child.morph for child in token.lefts
    )


def _is_indicative(token: Token) -> bool:
    """Return whether a verb of no subject was taken for a statement's: *Borrow a ladder*.

    It opens the sentence, or follows from another one: *It smudges, so use paper*.
    """
    before = [token.nbor(-k).lower_ for k in (1, 2) if token.i >= k]
    is_clause = before[:1] == ["so"] and before[1:] not in ([], ["and"]) and token.dep_ in CLAUSES
    return (
        ("Mood=Ind" in token.morph or (is_clause and IMPERATIVE not in token.morph))
        and "Tense=Past" not in token.morph
        and (not token.lower_.endswith("s") or token.lower_.endswith("ss"))
        and (opens(token) or is_clause)
        and _is_base(token)
        and not token.doc[-1].text.endswith("?")
    )


def _follows(token: Token) -> bool:
    """Return whether a base form follows the comma that ends an opening: *If so, wipe it*."""
    return (
        token.i > 0
        and token.nbor(-1).text == ","
        and IMPERATIVE not in token.morph
        and token.pos_ == "VERB"
        and token.lower_ == token.lemma_.lower()
        and not (token.dep_ == "conj" and token.head.pos_ in ud.VERBAL)
        and token.i + 1 < len(token.doc)
        and (token.nbor(1).pos_ in BEHIND or (token.nbor(1).text in ENDS and _is_base(token)))
        and _begins(token.nbor(-1))
    )


create_commands = EnglishCommands.registered(
    FACTORY, requires=("token.pos", "token.morph", "token.dep")
)
