"""Portuguese verbs say their person by their ending, whatever a model learned from newspapers.

The second person is rare in treebanks and is what dialogue is made of. Five rules correct the
model: a form that ends like a second person (`-s`, `-ste`) and has the stem of a known verb is one,
where its neighbours do not make it a noun; a word behind `se` or `não` or at the head of a question
may be a third person (`Gosta de ler?`); the vowel of a present tells its mood (`fala`, `fale`); a
word with a pronoun attached is a verb (`diz|-me`, `vê|-lo`); and an article before a finite verb is
a pronoun (`que o assusta`). The package declares it to spaCy as `discotag_portuguese_verbs`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any, NamedTuple

from discotag.plugin import ud
from discotag.plugin.embedded import RuleComponent, opens_clause, set_features
from discotag_lang_pt.endings import (
    AMBIGUOUS,
    PARTICIPLE,
    PASTS,
    SPELLINGS,
    STRONG,
    SURE,
    THIRD,
    WEAK,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Doc, Token

FACTORY = "discotag_portuguese_verbs"
DETERMINING = frozenset({"DET", "ADP", "ADJ", "NUM"})
ASKED = frozenset({"DET", "PRON", "ADV", "SCONJ", "VERB", "AUX"})
BEFORE = frozenset({"tu", "te", "não", "nunca", "me", "lhe", "lhes"})
BEFORE_THIRD = frozenset({"se", "te", "não", "nunca", "me", "lhe", "lhes", "você"})
ASKING = frozenset({"como", "onde", "quando", "porque"})
BEFORE_OBJECT = frozenset({
    "que", "não", "eu", "tu", "ele", "ela", "você", "nós", "eles", "elas", "vocês", "já", "nunca",
    "também", "quem", "se", "ainda", "só", "sempre", "quando", "onde", "porque",
})  # fmt: skip
BEFORE_INFINITIVES = frozenset({"de", "para", "por", "sem", "até"})
SENTENCE_ENDS = frozenset({".", "!", "?", "…", "..."})
INFINITIVES = frozenset({"-lo", "-la", "-los", "-las"})
OBJECTS = {
    "o": "Gender=Masc|Number=Sing|Person=3|PronType=Prs",
    "a": "Gender=Fem|Number=Sing|Person=3|PronType=Prs",
    "os": "Gender=Masc|Number=Plur|Person=3|PronType=Prs",
    "as": "Gender=Fem|Number=Plur|Person=3|PronType=Prs",
}
ENCLITIC = re.compile(r"-(?:me|te|se|nos|vos|lhes?|[mt]?[oa]s?|lh[oa]s?|[ln][oa]s?)")
COPULAS = frozenset({"ser", "estar", "ficar", "parecer", "continuar", "andar", "tá", "tô"})
GENDERS = {"o": "Masc", "a": "Fem"}
WITH = {
    "comigo": {"Number": "Sing", "Person": "1"},
    "contigo": {"Number": "Sing", "Person": "2"},
    "consigo": {"Person": "3"},
    "conosco": {"Number": "Plur", "Person": "1"},
    "connosco": {"Number": "Plur", "Person": "1"},
    "convosco": {"Number": "Plur", "Person": "2"},
}
"""Pronouns that *com* has grown together with (Cunha & Cintra, ch. 11)."""
CONDITION = frozenset({"se", "quando", "onde", "enquanto", "como", "quem"})


class Reading(NamedTuple):
    """A second person: lemma, mood (`Inf` = infinitive with a person), tense, how sure."""

    lemma: str
    mood: str
    tense: str
    is_sure: bool


class PortugueseVerbs(RuleComponent):
    """Corrects the person of Portuguese verbs.

    Data: `verbs` infinitives; `seconds` irregular form of the second person → infinitive, mood,
    tense; `openers` verbs that open a line though the model may call them nouns; `never`
    what is no verb in spite of its ending.
    """

    def __init__(self) -> None:
        self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Store the rules' word lists."""
        self._data = data
        self._verbs = frozenset(data.get("verbs", ()))
        self._openers = frozenset(data.get("openers", ()))
        self._never = frozenset(data.get("never", ()))
        self._seconds = {
            form: Reading._make([*cells, True]) for form, cells in data.get("seconds", {}).items()
        }

    def __call__(self, doc: Doc) -> Doc:
        """Correct a document."""
        for token in doc:
            form = token.text.lower()
            if self._is_predicate(token, form):
                _make_adjective(token, form)
                continue
            if form in WITH and token.pos_ not in {"PRON", "VERB"}:
                token.pos_, token.lemma_ = "PRON", form
                set_features(token, {**WITH[form], "PronType": "Prs"})
            self._no_infinitive(token, form)
            reading = self._reading(token, form)
            if reading is not None and self._is_verb(token, form, reading):
                _make(token, reading)
            elif _has_pronoun(token):
                _before_pronoun(token, form)
            elif token.pos_ not in ud.VERBAL:
                self._third(token, form)
            else:
                self._mood(token, form)
            if token.morph.to_dict().get("VerbForm") == "Fin" and token.i:
                _object(token.nbor(-1))
        return doc

    def _reading(self, token: Token, form: str) -> Reading | None:
        """Choose the reading of a form that may be a second person."""
        if form in self._never or not form.endswith(("s", "ste")):
            return None
        if form in self._seconds:
            return self._seconds[form]
        found = list(self._regular(form))
        if not found:
            return None
        mood = token.morph.to_dict().get("Mood")
        before = token.nbor(-1).text.lower() if token.i else ""
        if before == "não" and opens_clause(token.nbor(-1)):
            mood = mood or "Sub"
        return next((reading for reading in found if reading.mood == mood), found[0])

    def _regular(self, form: str) -> Iterator[Reading]:
        for table, is_sure in ((STRONG, True), (WEAK, False)):
            for ending, infinitive, mood, tense in table:
                lemma = form.removesuffix(ending) + infinitive
                if form.endswith(ending) and lemma in self._verbs:
                    yield Reading(lemma, mood, tense, is_sure)

    def _is_verb(self, token: Token, form: str, reading: Reading) -> bool:
        """Return whether a form that may be a second person is one where it stands."""
        before = token.nbor(-1) if token.i else None
        follows = before is not None and before.text.lower() in BEFORE
        if token.pos_ in ud.VERBAL:
            form_of = token.morph.to_dict().get("VerbForm")
            is_participle = form_of == "Part" and PARTICIPLE.search(form) is not None
            return follows or not (is_participle or form_of == "Ger")
        follows |= reading.is_sure and _is_object(token.doc, token.i - 1)  # já a abriste
        if follows or _has_pronoun(token):
            return True
        is_infinitive = reading.is_sure and reading.mood == "Inf"  # antes de saíres
        is_asked = before is not None and before.text.lower() in ASKING and _is_question(token)
        if before is not None and before.pos_ in DETERMINING and not is_asked:
            return is_infinitive and before.pos_ == "ADP"
        if token.pos_ == "PROPN" and not opens_clause(token):
            return False
        if reading.is_sure:
            return True
        is_question = (opens_clause(token) or is_asked) and _is_question(token)
        return (before is None or before.pos_ not in ud.NOMINAL) and (
            form in self._openers or (is_question and token.nbor(1).pos_ in ASKED)
        )

    def _is_predicate(self, token: Token, form: str) -> bool:
        """Return whether a verb that does not exist is an adjective: *ela ficou brava*."""
        if token.pos_ != "VERB" or form[-1:] not in GENDERS or not token.i:
            return False
        is_finite = token.morph.to_dict().get("VerbForm") == "Fin"
        before = token.nbor(-1)
        is_behind = not COPULAS.isdisjoint({before.lemma_.lower(), before.lower_})
        return is_finite and is_behind and token.lemma_.lower() not in self._verbs

    def _no_infinitive(self, token: Token, form: str) -> None:
        """Make a conjunctive of what is no infinitive of several: *parem*, of *parar*."""
        feats = token.morph.to_dict()
        is_told = feats.get("VerbForm") == "Inf" and feats.get("Number", "Plur") == "Plur"
        if token.pos_ not in ud.VERBAL or not is_told or not form.endswith(("em", "am")):
            return
        moods = self._moods(form.removesuffix("m"))
        if form.removesuffix("em") in self._verbs or len(moods) != 1:
            return
        feats = {"Mood": moods.pop(), "Number": "Plur", "Person": "3", "Tense": "Pres"}
        set_features(token, {**feats, "VerbForm": "Fin"})

    def _third(self, token: Token, form: str) -> None:
        """Make a verb of the third person of a word that stands where only a verb can."""
        before = token.nbor(-1).text.lower() if token.i else ""
        follows = before in BEFORE_THIRD and token.pos_ in {"NOUN", "ADJ", "PROPN", "X"}
        follows |= token.i == 1 and before in ASKING and token.doc[-1].text == "?"
        if not follows and not (form in self._openers and opens_clause(token)):
            return
        for ending, infinitives, mood, tense in THIRD:
            stem = form.removesuffix(ending)
            lemma = next((stem + end for end in infinitives if stem + end in self._verbs), None)
            if form.endswith(ending) and lemma is not None:
                token.pos_, token.lemma_ = "VERB", lemma
                feats = {"Mood": mood, "Number": "Sing", "Person": "3", "Tense": tense}
                set_features(token, {**feats, "VerbForm": "Fin"})
                return

    def _mood(self, token: Token, form: str) -> None:
        """Tell present indicative and conjunctive apart by the vowel: `fala`, `fale`."""
        feats = token.morph.to_dict()
        if feats.get("VerbForm") != "Fin":
            return
        if second := self._seconds.get(f"{form}s"):
            token.lemma_ = second.lemma
        if sure := self._sure(form):
            feats.pop("Tense", None)
            feats |= {"Mood": sure[0], "Tense": sure[1]} if sure[1] else {"Mood": sure[0]}
        if not sure and len(moods := self._moods(form.removesuffix("m"))) == 1:
            feats |= {"Mood": moods.pop(), "Tense": "Pres"}
        if (
            feats.get("Number") == "Sing"
            and feats.get("Person", "2") == "2"
            and not form.endswith(("s", "ste"))
        ):
            feats["Person"] = "3"
        set_features(token, feats)

    def _sure(self, form: str) -> tuple[str, str] | None:
        """Return mood and tense of an ending that has no other reading."""
        second = self._seconds.get(f"{form}s")
        if second is not None and second.mood == "Sub":
            return second.mood, second.tense
        for pattern, mood, tense in SURE:
            found = pattern.fullmatch(form)
            if found and (
                not found["infinitive"] or found["infinitive"] in self._verbs - AMBIGUOUS
            ):
                return mood, tense
        for ending, infinitives, mood, tense in PASTS:
            stem = form.removesuffix(ending)
            known = any(stem + end in self._verbs for end in infinitives)
            if form.endswith(ending) and known and form not in AMBIGUOUS:
                return mood, tense
        return None

    def _moods(self, form: str) -> set[str]:
        """Return the moods that a form in `-a` or `-e` has as a present."""
        stem, vowel = form[:-1], form[-1:]
        if vowel not in {"a", "e"}:
            return set()
        firsts, seconds = {stem + "ar"}, {stem + "er", stem + "ir"}
        own, other = (firsts, seconds) if vowel == "a" else (seconds, firsts)
        for ending, letter in SPELLINGS:
            if form.endswith(ending) and ending[-1] == vowel:
                base = form.removesuffix(ending) + letter
                other = {base + "ar"} if vowel == "e" else {base + "er", base + "ir"}
        found = (("Ind", own), ("Sub", other))
        return {mood for mood, lemmas in found if lemmas & self._verbs}


def _make_adjective(token: Any, form: str) -> None:
    """Make a token an adjective in the singular, its gender that of its ending."""
    gender = GENDERS[form[-1]]
    token.pos_, token.lemma_ = "ADJ", form[:-1] + "o"
    set_features(token, {"Gender": gender, "Number": "Sing"})


def _make(token: Any, reading: Reading) -> None:
    """Make a token the verb of a reading."""
    if token.pos_ not in ud.VERBAL:
        token.pos_ = "VERB"
    token.lemma_ = reading.lemma
    feats = {"Number": "Sing", "Person": "2"}
    conditional = token.i > 0 and token.nbor(-1).text.lower() in CONDITION
    if reading.mood == "Inf" and conditional:
        feats |= {"VerbForm": "Fin", "Mood": "Sub", "Tense": "Fut"}
    elif reading.mood == "Inf":
        feats |= {"VerbForm": "Inf"}
    else:
        feats |= {"VerbForm": "Fin", "Mood": reading.mood}
        if reading.tense:
            feats["Tense"] = reading.tense
    set_features(token, feats)


def _has_pronoun(token: Token) -> bool:
    """Return whether a pronoun is attached behind a word."""
    if token.i + 1 >= len(token.doc) or token.whitespace_ or not token.is_alpha:
        return False
    return ENCLITIC.fullmatch(token.nbor(1).text.lower()) is not None


def _before_pronoun(token: Any, form: str) -> None:
    """Make a verb of a word with a pronoun attached, an infinitive before `-lo`."""
    is_infinitive = token.nbor(1).text.lower() in INFINITIVES and form.endswith(
        ("á", "ê", "í", "ô")
    )
    if is_infinitive or (token.pos_ not in ud.VERBAL and form.endswith("r")):
        token.pos_ = "VERB"
        set_features(token, {"VerbForm": "Inf"})
    elif token.pos_ not in ud.VERBAL:
        token.pos_ = "VERB"
        set_features(token, {"VerbForm": "Fin"})


def _object(token: Token) -> None:
    """Make an article before a finite verb the pronoun that it must be: `que o assusta`."""
    feats = OBJECTS.get(token.text.lower())
    if feats is None or token.pos_ != "DET" or not token.i:
        return
    if token.nbor(-1).text.lower() in BEFORE_OBJECT:
        token.pos_, token.dep_ = "PRON", "obj"
        set_features(token, feats)


def _is_object(doc: Doc, place: int) -> bool:
    """Return whether what looks like an article stands where an object pronoun stands."""
    if place < 1 or doc[place].text.lower() not in OBJECTS:
        return False
    before = doc[place - 1]
    return before.text.lower() in BEFORE_OBJECT or before.text.lower() in BEFORE_INFINITIVES


def _is_question(token: Token) -> bool:
    """Return whether a word stands in a question, with another word behind it."""
    behind = [other.text for other in token.doc[token.i + 1 :]]
    ends = [text for text in behind if text in SENTENCE_ENDS]
    return len(behind) > 1 and behind[0] not in SENTENCE_ENDS and ends[:1] == ["?"]


create_verbs = PortugueseVerbs.registered(FACTORY)
