"""Article or pronoun: *la* in *la porta* and in *la uso*.

*La, le, lo, gli, l'* before a verb, not a noun to agree with, are pronouns, and the word
after them is that verb. The participle shows the gender of *l'* (*l'ho venduta*).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin import ud
from discotag.plugin.embedded import Reading, set_features

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from spacy.tokens import Token

    from discotag.plugin.embedded import Conjugation
    from discotag_lang_it.words import Words

ADVERBS_BETWEEN = 2
CLITICS = frozenset(
    {"mi", "ti", "ci", "vi", "me", "te", "ce", "ve", "ne", "glielo", "gliela", "si"}
)
BEFORE_VERB = frozenset({"non", "io", "tu", "lui", "lei", "noi", "voi", "mi", "ti", "ci", "vi"}) | {
    "me", "te", "ce", "ve", "chi", "chi?", "già", "mai",
}  # fmt: skip
ARTICLES = {
    "la": ("Fem", "Sing"),
    "le": ("Fem", "Plur"),
    "lo": ("Masc", "Sing"),
    "gli": ("Masc", "Plur"),
    "l'": ("", "Sing"),
}
PRONOUNS = {
    "la": "Clitic=Yes|Gender=Fem|Number=Sing|Person=3|PronType=Prs",
    "lo": "Clitic=Yes|Gender=Masc|Number=Sing|Person=3|PronType=Prs",
    "le": "Clitic=Yes|Gender=Fem|Number=Plur|Person=3|PronType=Prs",
    "li": "Clitic=Yes|Gender=Masc|Number=Plur|Person=3|PronType=Prs",
    "gli": "Clitic=Yes|Gender=Masc|Number=Sing|Person=3|PronType=Prs",
    "l'": "Clitic=Yes|Number=Sing|Person=3|PronType=Prs",
}
IMPURE = ("z", "gn", "ps", "x", "y", "pn")
NOMINAL = frozenset({"NOUN", "ADJ", "DET", "PROPN", "NUM", "ADV"})
VOWELS = "aeiouhàèéìòù"


class Clitics:
    """Distinguishes articles from pronouns.

    Args:
        words: nouns and adjectives.
        verbs: verb forms.
        choose: sets a token to the best of some readings of a verb.
    """

    def __init__(
        self,
        words: Words,
        verbs: Conjugation,
        choose: Callable[[Token, str, Sequence[Reading]], None],
    ) -> None:
        self._words = words
        self._verbs = verbs
        self._choose = choose

    def correct(self, token: Token, forms: Sequence[str]) -> None:
        """Distinguish an article from a pronoun by the word after it."""
        form = forms[token.i]
        if token.i + 1 >= len(forms):
            return
        after = token.nbor(1)
        behind = forms[token.i + 1]
        before = forms[token.i - 1] if token.i else ""
        finite = [r for r in self._verbs.readings(behind) if r.feats["VerbForm"] == "Fin"]
        finite = [r for r in finite if r.feats["Mood"] != "Imp" and not r.attached]
        if behind in CLITICS or (behind == "non" and form != "l'"):
            finite = finite or [Reading("VERB", "", {"VerbForm": "Fin"})]
        fits = form in ARTICLES and self._agrees(form, behind, after)
        is_name = after.text[:1].isupper() and not token.text.isupper()
        if form == "li" or (finite and not fits and not (is_name and form != "le")):
            self._pronoun(token, form, forms, finite)
        elif finite and fits and (before in BEFORE_VERB or after.pos_ in ud.VERBAL):
            if before in BEFORE_VERB or after.morph.to_dict().get("VerbForm") == "Fin":
                self._pronoun(token, form, forms, finite)
        elif not finite and fits and token.pos_ == "PRON" and after.pos_ in {"NOUN", "ADJ"}:
            token.pos_, token.lemma_ = "DET", "il"
            gender, number = ARTICLES[form]
            feats = {"Definite": "Def", "Number": number, "PronType": "Art"}
            set_features(token, feats | ({"Gender": gender} if gender else {}))

    def _agrees(self, article: str, form: str, token: Token) -> bool:
        """Return whether a word may follow an article as its noun or a modifier of it."""
        gender, number = ARTICLES[article]
        if not _may_begin(article, form):
            return False
        others, verbs = self._words.readings(form), self._verbs.readings(form)
        if not others and not verbs:
            return token.pos_ in NOMINAL
        if any(
            reading.upos in {"NOUN", "ADJ"}
            and (not gender or reading.gender in {gender, ""})
            and reading.number in {number, ""}
            for reading in others
        ):
            return True
        for verb in verbs:
            feats = verb.feats
            if feats["VerbForm"] == "Inf" and article in {"l'", "lo"}:
                return True
            is_participle = feats["VerbForm"] == "Part" and feats.get("Number") == number
            if is_participle and (not gender or feats.get("Gender", gender) == gender):
                return True
        return "x" in self._words.letters(form) and token.pos_ not in ud.VERBAL

    def _pronoun(
        self, token: Any, form: str, forms: Sequence[str], finite: Sequence[Reading]
    ) -> None:
        """Make an object pronoun of a word, and a verb of the one after it."""
        if token.pos_ != "PRON":
            token.pos_, token.dep_ = "PRON", "obj"
            token.lemma_ = "gli" if form == "gli" else "lo"
        feats = dict(pair.split("=") for pair in PRONOUNS[form].split("|"))
        after = token.nbor(1)
        behind = forms[token.i + 1]
        if finite and finite[0].lemma and after.pos_ not in ud.VERBAL:
            after.pos_ = "VERB"
            self._choose(after, behind, finite)
        if form == "l'" and finite and finite[0].lemma == "avere":
            gender = self._gender_behind(token.i + 2, forms)
            if gender:
                feats["Gender"] = gender
        set_features(token, feats)

    def _gender_behind(self, start: int, forms: Sequence[str]) -> str:
        """Return the gender of the participle that is after an auxiliary, adverbs between."""
        for at in range(start, min(start + ADVERBS_BETWEEN + 1, len(forms))):
            for reading in self._verbs.readings(forms[at]):
                if reading.feats["VerbForm"] == "Part" and reading.feats["Tense"] == "Past":
                    return reading.feats["Gender"] if reading.feats["Number"] == "Sing" else ""
        return ""


def _may_begin(article: str, form: str) -> bool:
    """Return whether the sounds of a word allow an article before it."""
    is_vowel = form[:1] in VOWELS
    is_impure = form.startswith(IMPURE) or (form[:1] == "s" and form[1:2] not in VOWELS)
    return {
        "l'": is_vowel,
        "lo": is_impure or form[:1] in {"i", "j"},
        "gli": is_vowel or is_impure,
        "la": not is_vowel or form[:1] in {"i", "h"},
        "le": True,
    }[article]
