"""Russian words have the analyses that the dictionary gives them; the trained model chooses.

The OpenCorpora dictionary of pymorphy3 corrects aspect, mood and lemma. A word that can only be a
verb becomes one, and so does one of a short list where it opens a clause (`дай`, `постой`). The
package declares it to spaCy as the factory `discotag_russian_dictionary`.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from discotag.plugin import ud
from discotag.plugin.embedded import (
    Analysis,
    DictionaryRules,
    opens_clause,
    set_features,
)

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spacy.tokens import Token

FACTORY = "discotag_russian_dictionary"
CYRILLIC = re.compile(r"[а-яё]+(?:-[а-яё]+)*", re.IGNORECASE)
NO_VERBS = frozenset({"NOUN", "ADJ", "ADV", "NUM"})
MISTAKEN = frozenset({"NOUN", "ADJ", "ADV", "INTJ", "X", "PROPN"})
NAMES = frozenset({"Name", "Surn", "Patr", "Geox", "Orgn", "Trad"})
RARE = frozenset({"Abbr", "Init", "Infr"})


class RussianDictionary(DictionaryRules):
    """Chooses among the analyses of OpenCorpora.

    Data besides: `openers`, forms that are commands where they open a clause, though they may be
    nouns; `not_verbs`, forms that are hardly ever verbs; `unlikely`, lemmas that are left out.
    """

    def fill(self, data: dict[str, Any]) -> None:
        """Read the tables."""
        super().fill(data)
        self._openers = frozenset(data.get("openers", ()))
        self._not_verbs = frozenset(data.get("not_verbs", ()))
        self._unlikely = frozenset(data.get("unlikely", ()))

    def model_features(self, token: Token) -> dict[str, str]:
        """Return the model's features; what asks does not command: *Хотите кофе?*."""
        feats = super().model_features(token)
        if feats.get("Mood") == "Imp" and _is_asked(token):
            feats["Mood"] = "Ind"
        return feats

    def fitting(self, token: Token) -> Sequence[Analysis]:
        """Return the analyses that a token may have, given the model's part of speech."""
        upos, form = token.pos_, token.text.lower()
        if upos not in ud.VERBAL | MISTAKEN or not CYRILLIC.fullmatch(token.text):
            return ()
        known = self.analyses(form)
        verbs = [one for one in known if one.upos == "VERB" and form not in self._not_verbs]
        if upos in ud.VERBAL:
            return verbs or [one for one in known if upos == "VERB" and one.upos in NO_VERBS]
        if form in self._openers and upos in MISTAKEN and opens_clause(token):
            return [one for one in verbs if one.feats.get("Mood") == ("Imp",)]
        if upos == "PROPN":
            fitting = [one for one in known if one.is_name]
            if not fitting and opens_clause(token):
                fitting = [one for one in known if one.upos == "NOUN"]
        else:
            fitting = [one for one in known if one.upos == upos]
        if not fitting and all(one.feats.get("Variant") == ("Short",) for one in known):
            return known  # готовы, осторожна: no noun
        is_mistaken = upos in MISTAKEN and (upos != "PROPN" or opens_clause(token))
        if fitting or not is_mistaken or len(verbs) < len(known):
            return fitting
        return [one for one in verbs if one.feats["VerbForm"] != ("Part",)]

    def use(self, token: Token, best: Analysis, model: Mapping[str, str]) -> None:
        """Give a token an analysis; names stay names, and auxiliaries auxiliaries."""
        is_name = token.pos_ == "PROPN" and best.is_name
        token.lemma_ = best.lemma[:1].upper() + best.lemma[1:] if is_name else best.lemma
        if not is_name and not (token.pos_ == "AUX" and best.upos == "VERB"):
            token.pos_ = best.upos
        if best.upos == "ADV":
            return
        feats = best.chosen(model)
        if feats.get("Voice") == "Mid" and model.get("Voice") == "Pass":
            feats["Voice"] = "Pass"
        if feats.get("Number") == "Plur" and best.upos != "NOUN":
            feats.pop("Gender", None)
        set_features(token, feats)

    def look_up(self, form: str) -> tuple[Analysis, ...]:
        """Return the analyses of a form in small letters."""
        found = []
        for parse in opencorpora().parse(form):
            tag = parse.tag
            part = self.parts.get(str(tag.POS))
            if not parse.is_known:
                return ()
            if not RARE.isdisjoint(tag.grammemes) or parse.normal_form in self._unlikely:
                continue
            if part is None or "Apro" in tag:
                closed = "NUM" if tag.POS == "NUMR" else ""
                found.append(Analysis(closed, parse.normal_form, {}, parse.score))
                continue
            if "incl" in tag and not form.endswith("те"):
                continue  # пойдём: the future does as well
            labels = (self.features.get(str(grammeme)) for grammeme in tag.grammemes)
            feats: dict[str, tuple[str, ...]] = {pair[0]: (pair[1],) for pair in labels if pair}
            feats |= self.forms.get(str(tag.POS), {})
            if feats.get("Mood") == ("Imp",):
                feats["Person"] = ("1",) if "incl" in tag else ("2",)
                feats.pop("Tense", None)
            if part == "VERB" and "Voice" not in feats:
                feats["Voice"] = ("Mid",) if form.endswith(("ся", "сь")) else ("Act",)
            lemma = parse.normal_form.replace("ё", "е")
            is_name = not NAMES.isdisjoint(tag.grammemes)
            found.append(Analysis(part, lemma, feats, parse.score, is_name))
        return tuple(found)


@lru_cache(maxsize=1)
def opencorpora() -> Any:
    """Load pymorphy3's dictionary, once."""
    from pymorphy3 import MorphAnalyzer  # type: ignore[import-untyped]  # ships no types

    return MorphAnalyzer(lang="ru")


def _is_asked(token: Token) -> bool:
    """Return whether the next mark that ends a sentence asks."""
    marks = (other.text for other in token.doc[token.i + 1 :] if other.text[0] in ".!?…")
    return next(marks, "").startswith("?")


create_dictionary = RussianDictionary.registered(FACTORY)
