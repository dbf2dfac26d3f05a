"""Russian words have the analyses that the dictionary gives them; the trained model chooses.

A model that has met few words guesses aspect, mood and lemma by the ending, and takes commands for
nouns. Where the OpenCorpora dictionary of pymorphy3 knows a word, its analysis that agrees best
with the model's part of speech and features replaces the model's; a word that can only be a verb
becomes one, and so does one of a short list where it opens a clause (`дай`, `постой`). The package
declares it to spaCy as the factory `discotag_russian_dictionary`.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from discotag.plugin import ud
from discotag.plugin.embedded import RuleComponent, opens_clause, set_features

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

FACTORY = "discotag_russian_dictionary"
CYRILLIC = re.compile(r"[а-яё]+(?:-[а-яё]+)*", re.IGNORECASE)
NO_VERBS = frozenset({"NOUN", "ADJ", "ADV", "NUM"})
MISTAKEN = frozenset({"NOUN", "ADJ", "ADV", "INTJ", "X", "PROPN"})
NAMES = frozenset({"Name", "Surn", "Patr", "Geox", "Orgn", "Trad"})
NEVER = frozenset({"жаль", "мой", "три", "пусть", "вон"})
"""Forms that are hardly ever the verbs that the dictionary has for them."""
UNLIKELY = frozenset({"спасть", "жалить", "опор"})
"""Lemmas that share forms with frequent ones: спала is of спать."""
RARE = frozenset({"Abbr", "Init", "Infr"})
PARTS = {
    "NOUN": "NOUN",
    "ADJF": "ADJ",
    "ADJS": "ADJ",
    "COMP": "ADJ",
    "ADVB": "ADV",
    "VERB": "VERB",
    "INFN": "VERB",
    "PRTF": "VERB",
    "PRTS": "VERB",
    "GRND": "VERB",
}
FEATURES = {
    "nomn": "Case=Nom",
    "gent": "Case=Gen",
    "gen1": "Case=Gen",
    "gen2": "Case=Gen",
    "datv": "Case=Dat",
    "accs": "Case=Acc",
    "ablt": "Case=Ins",
    "loct": "Case=Loc",
    "loc1": "Case=Loc",
    "loc2": "Case=Loc",
    "sing": "Number=Sing",
    "plur": "Number=Plur",
    "masc": "Gender=Masc",
    "femn": "Gender=Fem",
    "neut": "Gender=Neut",
    "1per": "Person=1",
    "2per": "Person=2",
    "3per": "Person=3",
    "past": "Tense=Past",
    "pres": "Tense=Pres",
    "futr": "Tense=Fut",
    "indc": "Mood=Ind",
    "impr": "Mood=Imp",
    "perf": "Aspect=Perf",
    "impf": "Aspect=Imp",
    "pssv": "Voice=Pass",
}
FORMS = {
    "VERB": "VerbForm=Fin",
    "INFN": "VerbForm=Inf",
    "PRTF": "VerbForm=Part",
    "PRTS": "VerbForm=Part|Variant=Short",
    "GRND": "VerbForm=Conv",
    "ADJS": "Variant=Short",
}
WEIGHTY = {"VerbForm": 3.0, "Mood": 1.5}
"""What agreement in a feature counts; 1 for the others."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """One analysis of a form: UD part of speech and features, lemma, the dictionary's own score."""

    upos: str
    lemma: str
    feats: dict[str, str]
    score: float
    is_name: bool


class RussianDictionary(RuleComponent):
    """Replaces analyses that the dictionary does not know by the likeliest of those it does.

    Data: `openers`, forms that are commands where they open a clause, though they may be nouns.
    """

    def __init__(self) -> None:
        self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Store the word lists."""
        self._data = data
        self._openers = frozenset(data.get("openers", ()))

    def __call__(self, doc: Doc) -> Doc:
        """Correct a document."""
        for token in doc:
            if CYRILLIC.fullmatch(token.text):
                self._correct(token)
        return doc

    def _correct(self, token: Token) -> None:
        form = token.text.lower()
        feats = token.morph.to_dict()
        fitting = self._fitting(token, analyses(form))
        if not fitting:
            return
        if feats.get("Mood") == "Imp" and _is_asked(token):  # Хотите кофе?
            feats["Mood"] = "Ind"
        best = max(fitting, key=lambda a: (_agreement(a.feats, feats) + a.score, a.lemma))
        is_name = token.pos_ == "PROPN" and best.is_name
        token.lemma_ = best.lemma[:1].upper() + best.lemma[1:] if is_name else best.lemma
        if not is_name and not (token.pos_ == "AUX" and best.upos == "VERB"):
            token.pos_ = best.upos
        if best.upos != "ADV":
            _set(token, best, feats)

    def _fitting(self, token: Token, known: tuple[Analysis, ...]) -> list[Analysis]:
        """Return the analyses that a token may have, given the model's part of speech."""
        upos, form = token.pos_, token.text.lower()
        if upos not in ud.VERBAL | MISTAKEN:
            return []
        verbs = [a for a in known if a.upos == "VERB" and form not in NEVER]
        if upos in ud.VERBAL:
            return verbs or [a for a in known if upos == "VERB" and a.upos in NO_VERBS]
        if form in self._openers and upos in MISTAKEN and opens_clause(token):
            return [a for a in verbs if a.feats.get("Mood") == "Imp"]
        if upos == "PROPN":
            fitting = [a for a in known if a.is_name]
            if not fitting and opens_clause(token):
                fitting = [a for a in known if a.upos == "NOUN"]
        else:
            fitting = [a for a in known if a.upos == upos]
        if not fitting and all(a.feats.get("Variant") == "Short" for a in known):
            return list(known)  # готовы, осторожна: no noun
        is_mistaken = upos in MISTAKEN and (upos != "PROPN" or opens_clause(token))
        if fitting or not is_mistaken or len(verbs) < len(known):
            return fitting
        return [a for a in verbs if a.feats["VerbForm"] != "Part"]


@lru_cache(maxsize=1)
def dictionary() -> Any:
    """Load pymorphy3's dictionary, once."""
    from pymorphy3 import MorphAnalyzer  # type: ignore[import-untyped]  # ships no types

    return MorphAnalyzer(lang="ru")


@lru_cache(maxsize=65536)
def analyses(form: str) -> tuple[Analysis, ...]:
    """Return the analyses of a lower-case form; none for one that the dictionary does not hold."""
    found = []
    for parse in dictionary().parse(form):
        tag = parse.tag
        part = PARTS.get(str(tag.POS))
        if not parse.is_known:
            return ()
        if not RARE.isdisjoint(tag.grammemes) or parse.normal_form in UNLIKELY:
            continue
        if part is None or "Apro" in tag:
            closed = "NUM" if tag.POS == "NUMR" else ""
            found.append(Analysis(closed, parse.normal_form, {}, parse.score, is_name=False))
            continue
        if "incl" in tag and not form.endswith("те"):
            continue  # пойдём: the future does as well
        feats = dict(
            pair.split("=")
            for grammeme in tag.grammemes
            for pair in (FEATURES.get(str(grammeme)),)
            if pair
        )
        feats |= dict(pair.split("=") for pair in FORMS.get(str(tag.POS), "").split("|") if pair)
        if feats.get("Mood") == "Imp":
            feats["Person"] = "2"
            feats.pop("Tense", None)
            if "incl" in tag:
                feats["Person"] = "1"
        if part == "VERB" and "Voice" not in feats:
            feats["Voice"] = "Mid" if form.endswith(("ся", "сь")) else "Act"
        lemma = parse.normal_form.replace("ё", "е")
        found.append(Analysis(part, lemma, feats, parse.score, not NAMES.isdisjoint(tag.grammemes)))
    return tuple(found)


def _agreement(feats: dict[str, str], model: dict[str, str]) -> float:
    """Count the features that agree, less those that contradict each other."""
    return sum(
        WEIGHTY.get(name, 1.0) * (1 if model[name] == value else -1)
        for name, value in feats.items()
        if name in model
    )


def _is_asked(token: Token) -> bool:
    """Return whether the next mark that ends a sentence asks."""
    marks = (other.text for other in token.doc[token.i + 1 :] if other.text[0] in ".!?…")
    return next(marks, "").startswith("?")


def _set(token: Any, best: Analysis, model: dict[str, str]) -> None:
    """Copy an analysis's features to a token, where the model does not disagree."""
    feats = dict(best.feats)
    if feats.get("Voice") == "Mid" and model.get("Voice") == "Pass":
        feats["Voice"] = "Pass"
    if feats.get("Number") == "Plur" and best.upos != "NOUN":
        feats.pop("Gender", None)
    set_features(token, feats)


create_dictionary = RussianDictionary.registered(FACTORY)
