"""Italian words are what their forms allow, whatever a model trained on 55,000 words says.

Four rules correct the model: a word that can be one part of speech alone is that one; lemma and
features of nouns, adjectives and verbs are those that the form has, the model choosing among
several; *la, le, lo, gli, l'* before a verb may be pronouns (`clitics.py`); and *avere* and
*essere* before a participle are auxiliaries. The package declares it to spaCy as the
factory `discotag_italian_grammar`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from discotag.plugin import ud
from discotag.plugin.embedded import Conjugation, Reading, RuleComponent, set_features
from discotag_lang_it import words as nominal
from discotag_lang_it.clitics import (
    ADVERBS_BETWEEN,
    ARTICLES,
    BEFORE_VERB,
    CLITICS,
    PRONOUNS,
    Clitics,
)

if TYPE_CHECKING:
    from collections.abc import Sequence

    from spacy.tokens import Doc, Token

    from discotag_lang_it.words import Nominal

FACTORY = "discotag_italian_grammar"
OPEN = frozenset(
    {"NOUN", "ADJ", "VERB", "AUX", "ADV", "X", "PROPN", "INTJ", "PUNCT", "ADP", "PRON"}
)
OPENERS = frozenset({"PUNCT", "SPACE", "SYM"})
ACCENTS = {"a": "à", "e": "è", "i": "ì", "o": "ò", "u": "ù"}
ATTACHED = {
    "la": {"Gender": "Fem", "Number": "Sing", "Person": "3"},
    "lo": {"Gender": "Masc", "Number": "Sing", "Person": "3"},
    "le": {"Gender": "Fem", "Number": "Plur", "Person": "3"},
    "li": {"Gender": "Masc", "Number": "Plur", "Person": "3"},
    "gli": {"Gender": "Masc", "Number": "Sing", "Person": "3"},
    "mi": {"Number": "Sing", "Person": "1"},
    "ti": {"Number": "Sing", "Person": "2"},
    "ci": {"Number": "Plur", "Person": "1"},
    "vi": {"Number": "Plur", "Person": "2"},
    "si": {"Person": "3"},
    "ne": {"Person": "3"},
}
FUNCTION = re.compile(
    r"(?:quest|quell|altr|tutt|stess|nostr|vostr|alcun|nessun|molt|poch?|tropp|tant|quant|ciascun|un"
    r"|propri|medesim|cert|ta|qua|mi|tu|su|ognun|qualcun|divers|vari)(?:[oaei]|oi|uoi|iei|le|li|l)"
)
"""Determiners and pronouns that the list has as adjectives; the model distinguishes their uses."""
OBJECTS = frozenset({"lo", "la", "li", "le"})
WEIGHTS = {"VerbForm": 4, "Mood": 2, "Tense": 2, "Person": 2, "Number": 2, "Gender": 1}
PARTICIPLE = sum(WEIGHTS.values()) + 4
"""Weighs more than all that the model says of a participle."""
LENGTH_SEEN = 3
FULL = {"ad": "a", "ed": "e", "od": "o"}
BEHIND_MODIFIER = frozenset({"NOUN", "ADJ", "PROPN", "NUM", "X"})
AUXILIARIES = frozenset({"avere", "essere"})
CONJUNCTION_REACH = 4
CONJUNCTIONS = frozenset({
    "che", "affinché", "benché", "sebbene", "purché", "prima", "nonostante", "finché", "magari",
    "qualunque", "chiunque", "perché", "qualora", "non", "mi", "si", "ci", "lo", "la", "li", "le",
    "ne",
})  # fmt: skip
BEFORE_FINITE = frozenset({"non", "se", "quando", "mentre", "finché"})
AND_THEN = frozenset({"allora", "poi", "ora", "adesso", "quindi", "dunque", "domani", "oggi"})
"""Adverbs before a command: *allora consegnate i fogli*."""
OBJECTS_BEFORE = frozenset({"mi", "ci", "vi", "lo", "li"})
"""Unstressed objects, which precede a verb in a finite form (Serianni VII)."""
AGENTS = frozenset(
    {"da", "dal", "dalla", "dai", "dagli", "dalle", "dall'", "dallo", "in", "nel", "nella"}
)
HAVING = frozenset({
    "ho", "hai", "ha", "abbiamo", "avete", "hanno", "avevo", "avevi", "aveva", "avevamo", "avevate",
    "avevano", "avrò", "avrai", "avrà", "avremo", "avrete", "avranno", "avrei", "avresti",
    "avrebbe", "avremmo", "avreste", "avrebbero", "abbia", "abbiano", "avessi", "avesse",
    "avessero", "avendo", "aver", "avere",
})  # fmt: skip

Feats = dict[str, str]


class ItalianGrammar(RuleComponent):
    """Corrects parts of speech, lemmas and features of Italian.

    Data: `verbs` infinitives, `conjugation` the table of `Conjugation`; `openers` what a
    clause's first word commands with.
    """

    def __init__(self) -> None:
        self._words = nominal.load()
        self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Store the rules' word lists."""
        self._data = data
        self._openers = frozenset(data.get("openers", ()))
        infinitives = {lemma for lemma in data.get("verbs", ()) if lemma.endswith("re")}
        infinitives.update(self._words.listed("v") if infinitives else ())
        self._verbs = Conjugation(infinitives, data.get("conjugation", {}))
        self._clitics = Clitics(self._words, self._verbs, self._verb)

    def __call__(self, doc: Doc) -> Doc:
        """Correct a document."""
        forms = [_normal(token.text) for token in doc]
        for token in doc:
            if token.text.isalpha() or token.text[-1:] in "'’":
                self._word(token, forms)
        for token in doc:
            if forms[token.i] in PRONOUNS:
                self._clitics.correct(token, forms)
        for token in doc:
            if token.pos_ in ud.VERBAL:
                _auxiliary(token)
            elif token.pos_ in {"NOUN", "ADJ"}:
                self._modifier(token, forms)
            elif forms[token.i] in FULL:
                token.lemma_ = FULL[forms[token.i]]
        return doc

    def _modifier(self, token: Any, forms: Sequence[str]) -> None:
        """Distinguish noun from adjective, where a form may be both, by its neighbours."""
        others = self._words.readings(forms[token.i])
        allowed = {reading.upos for reading in others}
        if not allowed >= {"NOUN", "ADJ"} or not token.i:
            return
        before = token.nbor(-1).pos_
        after = token.nbor(1) if token.i + 1 < len(forms) else None
        if before not in {"DET", "NUM"} and "PronType=Art" not in token.nbor(-1).morph:
            return
        upos = token.pos_
        if after is not None and after.pos_ == "NOUN" and upos == "NOUN":
            if not self._words.letters(forms[after.i]).count("a"):
                upos = "ADJ"
        elif upos == "ADJ" and (after is None or after.pos_ not in BEHIND_MODIFIER):
            upos = "NOUN"
        if upos != token.pos_:
            token.pos_ = upos
            _nominal(token, [reading for reading in others if reading.upos == upos])

    def _word(self, token: Token, forms: Sequence[str]) -> None:
        """Correct one word by what its form may be."""
        form = forms[token.i]
        readings = self._verbs.readings(form)
        if "x" in self._words.letters(form) or form in ARTICLES or FUNCTION.fullmatch(form):
            if token.pos_ in ud.VERBAL and readings:
                self._verb(token, form, readings)
            return
        others = self._words.readings(form)
        allowed = {reading.upos for reading in others} | ({"VERB"} if readings else set())
        upos = "VERB" if token.pos_ == "AUX" else token.pos_
        if not allowed:
            return
        is_short = len(form) < LENGTH_SEEN and not _opens(token)
        if upos not in allowed and token.pos_ in OPEN and not is_short:
            if token.text[0].isupper() and not _opens(token):
                if token.pos_ in ud.VERBAL and not token.text.isupper():
                    token.pos_, token.lemma_ = "PROPN", token.text
                    set_features(token, {})
                return
            is_acronym = len(token.text) > 1 and token.text.isupper()
            is_name = "p" in self._words.letters(form) or _is_subject(token, others, readings)
            if token.text[0].isupper() and (is_acronym or is_name):
                return
            upos = _chosen(token, forms, allowed, readings)
            token.pos_ = upos
        if upos == "ADJ" and _is_verbal(token, forms) and _is_participle(readings):
            token.pos_ = upos = "VERB"
        if upos == "VERB" and readings:
            self._verb(token, form, readings)
        elif upos in allowed & {"NOUN", "ADJ"}:
            _nominal(token, [reading for reading in others if reading.upos == upos])
        elif upos == "ADV":
            token.lemma_ = form
            if set(token.morph.to_dict()) & {"VerbForm", "Mood", "Tense"}:
                set_features(token, {})

    def _verb(self, token: Token, form: str, readings: Sequence[Reading]) -> None:
        """Choose the reading of a verb nearest to what the model says, and set it."""
        told = token.morph.to_dict()
        best = max(readings, key=lambda reading: self._score(token, form, reading, told))
        feats = dict(best.feats)
        if best.attached:
            attached = ATTACHED[best.attached]
            feats = {**attached, "PronType": "Prs", **feats}
            if best.attached in OBJECTS:
                feats |= {f"{name}[clit]": attached[name] for name in ("Gender", "Number")}
        for name in ("Voice",):
            if name in told:
                feats[name] = told[name]
        token.lemma_ = best.lemma
        set_features(token, feats)

    def _score(self, token: Token, form: str, reading: Reading, told: Feats) -> float:
        feats = reading.feats
        score = float(
            sum(weight for name, weight in WEIGHTS.items() if feats.get(name) == told.get(name))
        )
        score += reading.lemma == token.lemma_
        if feats.get("Tense") == "Pres" and feats["VerbForm"] == "Part":
            score -= 1
        if feats.get("Mood") == "Sub" and feats["Number"] == "Sing":
            is_first = told.get("Person") == "1" and not _opens(token)
            score -= {"1": 0 if is_first else 4, "2": 4, "3": 0}[feats["Person"]]
        is_in_are = form.endswith("i") and reading.lemma.endswith("are")
        if is_in_are and (feats.get("Mood"), feats.get("Tense")) == ("Ind", "Pres"):
            score += 5 * _is_statement(token)  # parli: of tu, where nothing asks for another
        before = token.nbor(-1).text.lower() if token.i else ""
        score += _person_beside(before, feats)
        if feats["VerbForm"] == "Part" and form.endswith("te"):
            score -= PARTICIPLE * _is_addressed(token)
        if before and any(r.lemma in AUXILIARIES for r in self._verbs.readings(before)):
            score += 4 if feats["VerbForm"] == "Part" else -4
        if feats.get("Mood") == "Imp" and not reading.attached:
            is_command = _opens(token) and "?" not in token.doc.text
            is_told = form in self._openers or feats["Number"] == "Plur"
            if is_command and (
                (form.endswith("i") and feats["Person"] == "2")
                or (is_told and (not token.i or token.nbor(-1).text != ","))
            ):
                score += 6 if feats["Number"] == "Sing" else 2
            else:
                score -= 4
        return score


def _normal(text: str) -> str:
    """Return a form in lower case; an apostrophe typed for an accent becomes one (*perche'*)."""
    form = text.lower().replace("’", "'")
    if len(form) > LENGTH_SEEN and form.endswith("'") and form[-2] in ACCENTS:
        return form[:-2] + ACCENTS[form[-2]]
    return form


def _opens(token: Token) -> bool:
    return token.i == 0 or token.nbor(-1).pos_ in OPENERS


def _person_beside(before: str, feats: Feats) -> int:
    """Weigh a subject pronoun before the verb."""
    told = {"io": ("1", "Sing"), "tu": ("2", "Sing"), "noi": ("1", "Plur"), "voi": ("2", "Plur")}
    if before not in told or feats.get("VerbForm") != "Fin":
        return 0
    return 4 if (feats["Person"], feats["Number"]) == told[before] else -4


def _is_addressed(token: Token) -> bool:
    """Return whether a form in -te, also a participle's, is a verb of voi: *se non capite*."""
    before = token.nbor(-1).lower_ if token.i else ""
    has_object = token.i + 1 < len(token.doc) and token.nbor(1).pos_ == "DET"
    if before in OBJECTS_BEFORE or (before in AND_THEN and has_object):
        return True
    return before in BEFORE_FINITE and not any(_is_feminine(word) for word in token.doc[: token.i])


def _is_feminine(token: Token) -> bool:
    """Return whether a word may be what a participle in -te agrees with."""
    feats = token.morph.to_dict()
    plural = feats.get("Gender") == "Fem" and feats.get("Number") == "Plur"
    return plural and token.pos_ in {"NOUN", "PRON", "DET"}


def _is_statement(token: Token) -> bool:
    """Return whether a verb is neither a command nor in a clause that asks for a subjunctive."""
    if _opens(token):
        return "?" in token.doc.text
    near = token.doc[max(0, token.i - CONJUNCTION_REACH) : token.i]
    return not any(word.lower_ in CONJUNCTIONS for word in near)


def _chosen(
    token: Token, forms: Sequence[str], allowed: set[str], readings: Sequence[Reading]
) -> str:
    """Choose the part of speech of a word that the model took for something impossible."""
    if len(allowed) == 1:
        return next(iter(allowed))
    before = token.nbor(-1) if token.i else None
    word = forms[token.i - 1] if token.i else ""
    if "VERB" in allowed and (word in BEFORE_VERB or word in CLITICS):
        return "VERB"
    if before is not None and before.pos_ in {"DET", "NUM", "ADP"} and "NOUN" in allowed:
        return "NOUN"
    if before is not None and before.pos_ == "NOUN" and "ADJ" in allowed:
        return "ADJ"
    if token.pos_ == "ADJ" and any(r.feats["VerbForm"] == "Part" for r in readings):
        return "VERB"
    return next(upos for upos in ("NOUN", "ADJ", "VERB", "ADV", "INTJ") if upos in allowed)


def _is_subject(token: Token, others: Sequence[Nominal], readings: Sequence[Reading]) -> bool:
    """Return whether a name only looks like a command with a pronoun: *Odile prese*."""
    is_command = not others and all(reading.attached for reading in readings)
    is_followed = token.i + 1 < len(token.doc) and token.nbor(1).pos_ in ud.VERBAL
    return is_command and is_followed and token.pos_ == "PROPN"


def _is_participle(readings: Sequence[Reading]) -> bool:
    return any(r.feats["VerbForm"] == "Part" and r.feats["Tense"] == "Past" for r in readings)


def _is_verbal(token: Token, forms: Sequence[str]) -> bool:
    """Return whether a participle is after *avere* or before what only a verb takes."""
    if token.i and forms[token.i - 1] in HAVING:
        return True
    after = forms[token.i + 1] if token.i + 1 < len(forms) else ""
    return after in AGENTS


def _nominal(token: Token, readings: Sequence[Nominal]) -> None:
    """Set lemma, gender and number of a noun or adjective."""
    told = token.morph.to_dict()
    beside: Feats = {}
    if token.i and token.nbor(-1).pos_ in {"DET", "ADP"}:
        beside = token.nbor(-1).morph.to_dict()

    def score(reading: Nominal) -> int:
        return (
            2 * (reading.gender == told.get("Gender"))
            + 2 * (reading.number == told.get("Number"))
            + 3 * (reading.gender == beside.get("Gender", ""))
            + 3 * (reading.number == beside.get("Number", ""))
            + (reading.lemma == token.lemma_)
        )

    best = max(readings, key=score)
    token.lemma_ = best.lemma
    feats = {name: value for name, value in told.items() if name not in {"VerbForm", "Mood"}}
    if token.pos_ == "NOUN":
        feats = {name: told[name] for name in ("Gender", "Number") if name in told}
    if best.number:
        feats["Number"] = best.number
    elif "Number" in beside:
        feats["Number"] = beside["Number"]
    if best.gender:
        feats["Gender"] = best.gender
    elif "Gender" in beside:
        feats["Gender"] = beside["Gender"]
    for name in ("Tense", "Person"):
        if token.pos_ == "ADJ" and "Poss" not in feats:
            feats.pop(name, None)
    set_features(token, feats)


def _auxiliary(token: Any) -> None:
    """Make an auxiliary of *avere* and *essere* before a participle."""
    if token.lemma_ not in AUXILIARIES or token.pos_ == "AUX":
        return
    for step in range(1, ADVERBS_BETWEEN + 2):
        if token.i + step >= len(token.doc):
            return
        other = token.nbor(step)
        feats = other.morph.to_dict()
        if other.pos_ in ud.VERBAL:
            if feats.get("VerbForm") == "Part" and feats.get("Tense") == "Past":
                token.pos_ = "AUX"
            return
        if other.pos_ not in {"ADV", "PRON"}:
            return


create_grammar = ItalianGrammar.registered(FACTORY)
