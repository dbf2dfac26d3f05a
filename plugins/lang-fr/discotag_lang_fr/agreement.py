"""French verbs agree with the pronoun next to them, whatever a model trained on newspapers says.

Second persons, questions and commands are rare in treebanks and are what dialogue is made of. Rules
correct the model: a verb takes person and number from its subject pronoun (`tu ne viens`,
`viens-tu`), an ending that allows one person alone decides (`-ez`), and a verb that opens its
clause without a subject is a command (`donne-moi`, `ne bouge pas`); where an ending is of one tense
alone, it shows the tense (`tense.py`). The word lists are the
pipeline's data. The package declares it to spaCy as the factory `discotag_agreement`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin import ud
from discotag.plugin.embedded import RuleComponent, normal, set_features
from discotag_lang_fr.tense import mood_and_tense

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

FACTORY = "discotag_agreement"
ENDS = frozenset({".", "!", "?", "…", "...", ":", "«", '"', "–", "—"})
MISTAKEN = frozenset({"NOUN", "ADJ", "PROPN", "ADP", "X", "SYM"})
LOOSE = frozenset({"elle", "elles", "nous", "vous", "t'"})
NOMINAL = frozenset({"Gender", "Voice", "Case", "PronType", "Definite", "Emph"})

Features = dict[str, str]


class Agreement(RuleComponent):
    """Corrects person, number and mood of French verbs, and the features of their pronouns.

    Data, forms in lower case: `closed` form → [part of speech, lemma, features]; `subjects` and
    `inverted` form → [person, number]; `clitics` that may be between subject and verb;
    `endings` ending → [person, number]; `command_clitics`, before which a word that is not one of
    `not_verbs` is a verb; `articles`, which never follow a noun at once; `commands` imperative
    forms → [person, number]; `not_commands` forms that never are; `openers` adverbs before a
    command; `moods` ending → [mood, tense] for verbs that the model did not see as finite.
    """

    def __init__(self) -> None:
        self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Store the rules' word lists."""
        self._data = data
        self._closed: dict[str, list[str]] = data.get("closed", {})
        self._subjects: dict[str, list[str]] = data.get("subjects", {})
        self._inverted: dict[str, list[str]] = data.get("inverted", {})
        self._clitics = frozenset(data.get("clitics", ()))
        self._endings: dict[str, list[str]] = data.get("endings", {})
        self._command_clitics = frozenset(data.get("command_clitics", ()))
        self._attached = (self._command_clitics | self._inverted.keys()) - {
            "-ce",
            "-la",
            "-le",
            "-y",
            "-en",
        }
        self._articles = frozenset(data.get("articles", ()))
        self._not_verbs = frozenset(data.get("not_verbs", ()))
        self._commands: dict[str, list[str]] = data.get("commands", {})
        self._not_commands = frozenset(data.get("not_commands", ()))
        self._openers = frozenset(data.get("openers", ()))
        self._moods: dict[str, list[str]] = data.get("moods", {})

    def __call__(self, doc: Doc) -> Doc:
        """Correct a document."""
        forms = [normal(token.text) for token in doc]
        for token, form in zip(doc, forms, strict=True):
            if form in self._closed:
                pos, lemma, feats = self._closed[form]
                token.pos_, token.lemma_ = pos, lemma
                set_features(token, feats)
        asks = _questions(forms)
        told = False
        for index, token in enumerate(doc):
            told = told and forms[index] not in ENDS
            if token.pos_ in MISTAKEN and (
                self._must_be_verb(index, forms) or self._orders(token, index, forms)
            ):
                token.pos_ = "VERB"
                set_features(token, "Mood=Imp|Number=Sing|Person=2|Tense=Pres|VerbForm=Fin")
                stated: Features = {}
                if self._left(index, forms) and self._finite(stated, forms[index]):
                    set_features(token, stated)
            if token.pos_ in ud.VERBAL:
                self._verb(token, index, forms, asks=asks[index], told=told)
                mood = token.morph.to_dict().get("Mood")
                told = mood != "Imp" if mood else told
                _correct_tense(token, forms[index])
        return doc

    def _verb(self, token: Token, index: int, forms: list[str], *, asks: bool, told: bool) -> None:
        """Correct one verb; `asks`: the line asks; `told`: its sentence states something."""
        feats = token.morph.to_dict()
        left = self._left(index, forms)
        opens = not told and self._opens(token, index, forms)
        behind = forms[index + 1] if index + 1 < len(forms) else ""
        right = self._inverted.get(behind)
        subject = left or right
        if subject is not None and feats.get("VerbForm") in {"Fin", "Part", None}:
            if feats.get("VerbForm") != "Fin" and not self._finite(feats, forms[index]):
                return
            invites = behind in self._command_clitics and not (left or asks)
            if feats.get("Mood") == "Imp" and not invites:
                feats["Mood"] = "Ind"
                feats.setdefault("Tense", "Pres")
            elif invites and feats.get("Tense") == "Pres" and opens:
                feats["Mood"] = "Imp"
            self._set(token, feats, subject)
            return
        if feats.get("VerbForm") != "Fin":
            return
        ending = self._ending(forms[index])
        command = self._command(token, index, forms, feats, asks=asks, opens=opens)
        if command is not None:
            self._set(token, {**feats, "Mood": "Imp", "Tense": "Pres"}, command)
        elif ending is not None:
            self._set(token, feats, ending)

    def _must_be_verb(self, index: int, forms: list[str]) -> bool:
        """Return whether a clitic pronoun next to it leaves a word no choice (*tu …*, *…-moi*)."""
        if forms[index] in self._not_verbs:
            return False
        if index + 1 < len(forms) and forms[index + 1] in self._attached:
            return True
        at = index - 1
        while at > 0 and forms[at] in self._clitics:
            at -= 1
        return (
            at >= 0
            and forms[at] in self._subjects
            and forms[at] in self._closed
            and forms[at] not in LOOSE
        )

    def _orders(self, token: Token, index: int, forms: list[str]) -> bool:
        """Return whether a supposed noun opens the sentence as a command (*Ferme la porte*)."""
        if token.pos_ not in ud.NOMINAL or not (index == 0 or forms[index - 1] in ENDS):
            return False
        form = forms[index]
        if form in self._commands:
            return True
        behind = forms[index + 1] if index + 1 < len(forms) else ""
        inflected = form.endswith(("e", "s", "ez", "ons")) and form not in self._not_verbs
        return inflected and behind in self._articles

    def _left(self, index: int, forms: list[str]) -> list[str] | None:
        """Return the person of the subject pronoun before a verb, clitics in between."""
        at = index - 1
        while at > 0 and forms[at] in self._clitics and not self._is_subject(at, index, forms):
            at -= 1
        return self._subjects[forms[at]] if at >= 0 and self._is_subject(at, index, forms) else None

    def _is_subject(self, at: int, verb: int, forms: list[str]) -> bool:
        person = self._subjects.get(forms[at])
        if person is None:
            return False
        if forms[at] not in self._clitics:
            return True
        if at and forms[at - 1] in self._subjects:
            return False
        return self._ending(forms[verb]) == person

    def _ending(self, form: str) -> list[str] | None:
        for size in range(len(form), 1, -1):
            found = self._endings.get(form[-size:])
            if found is not None:
                return found
        return None

    def _finite(self, feats: Features, form: str) -> bool:
        """Make a supposed participle's features those of a finite verb, where its ending allows."""
        for size in range(len(form), 0, -1):
            found = self._moods.get(form[-size:])
            if found:
                for name in NOMINAL.intersection(feats):
                    del feats[name]
                feats.update(VerbForm="Fin", Mood=found[0], Tense=found[1])
                return True
            if found is not None:
                return False
        return False

    def _command(
        self,
        token: Token,
        index: int,
        forms: list[str],
        feats: Features,
        *,
        asks: bool,
        opens: bool,
    ) -> list[str] | None:
        """Return the person of an imperative, or `None`."""
        form = forms[index]
        behind = forms[index + 1] if index + 1 < len(forms) else ""
        person = self._commands.get(form) or self._ending(form)
        has_subject = any(child.dep_.startswith("nsubj") for child in token.children)
        if form in self._not_commands or person == ["3", "Plur"]:
            return None
        if behind in self._command_clitics and not (asks and behind in self._inverted):
            return person or ["2", "Sing"]
        if has_subject:
            return None
        present = (
            feats.get("Mood") in {"Ind", "Imp", "Sub"} and feats.get("Tense", "Pres") == "Pres"
        )
        if not present:
            person = self._commands.get(form)
        elif person is None and form.endswith(("e", "s", "a")):
            person = ["2", "Sing"]
        return person if opens else None

    def _opens(self, token: Token, index: int, forms: list[str]) -> bool:
        at = index - 1
        while at >= 0 and forms[at] in self._clitics:
            at -= 1
        if (
            at >= 0
            and at < index - 1
            and "ne" not in forms[at:index]
            and "n'" not in forms[at:index]
        ):
            return False
        before = token.doc[at] if at >= 0 else None
        return before is None or before.pos_ in ud.OPENERS or forms[at] in self._openers

    def _set(self, token: Token, feats: Features, person: list[str]) -> None:
        feats.update(Person=person[0], Number=person[1])
        set_features(token, feats)


def _correct_tense(token: Token, form: str) -> None:
    """Give a finite verb the mood and tense that its ending shows."""
    feats = token.morph.to_dict()
    mood, tense = feats.get("Mood"), feats.get("Tense")
    if feats.get("VerbForm") != "Fin" or mood not in {"Ind", "Sub"} or tense is None:
        return
    found = mood_and_tense(form, str(token.lemma_), mood, tense)
    if found != (mood, tense):
        set_features(token, {**feats, "Mood": found[0], "Tense": found[1]})


def _questions(forms: list[str]) -> list[bool]:
    """Return for each word whether the sentence it is in ends with a question mark."""
    asks = False
    found = []
    for form in reversed(forms):
        asks = form == "?" if form in ENDS else asks
        found.append(asks)
    return found[::-1]


create_agreement = Agreement.registered(FACTORY, requires=("token.pos", "token.morph", "token.dep"))
