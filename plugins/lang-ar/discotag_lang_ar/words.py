"""Arabic words by rule: closed classes, attached pronouns, second persons of the verb.

Newspapers hardly address anybody, so a model trained on them knows no أنت and takes تكتبون for a
noun or a third person. Rules correct it: common verbs have their whole paradigm; pronouns and
demonstratives are what they are, with particles before them as well; a preposition with a pronoun
is that pronoun; and the person, gender and number of an attached pronoun and of a verb in ـتم or
تـ…ـون are those of their letters. The package declares this to spaCy as the factory
`discotag_arabic_words`.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

from discotag.plugin import ud
from discotag.plugin.embedded import RuleComponent, set_features

if TYPE_CHECKING:
    from collections.abc import Iterator

    from spacy.tokens import Doc, Token

FACTORY = "discotag_arabic_words"
VOWELS = re.compile("[\u064b-\u0652\u0670\u0640]")
CONJUNCTIONS = ("و", "ف")
LAYER = ("Gender", "Number", "Person")
PREFIXES = ("ي", "ت", "ن", "أ", "ا", "آ", "س", "ل", "ف", "و")
"""Letters that an imperfect, with a particle or without, begins with."""
OF_IMPERFECTS = frozenset(
    {"لم", "لن", "سوف", "ولم", "ولن", "وسوف", "فلم", "فلن", "فسوف", "لكي", "كي"}
)
LONG = 3
SHORTEST = 2
"""Fewest letters before an attached pronoun."""

UNSURE = frozenset({"PROPN", "X", "PUNCT", "ADV", "ADP", "INTJ"})
"""Parts of speech that the model gives to words it does not know."""
HOSTS = frozenset({"NOUN", "ADJ", "VERB", "AUX", "SCONJ", "CCONJ", "PART", "ADV", "ADP", "NUM"})
"""Words that an attached pronoun may follow; names have none."""
MISTAKEN = UNSURE | {"NOUN", "ADJ"}
PERFECT = (
    ("تم", "Gender=Masc|Number=Plur|Person=2|Voice=Act"),
    ("تما", "Number=Dual|Person=2|Voice=Act"),
)
"""Endings of the perfect that only verbs have."""
ALSO_NOUNS = (
    ("نا", "Number=Plur|Person=1|Voice=Act"),
    ("ت", "Number=Sing|Person=1|Voice=Act"),
)
"""Endings of the perfect that nouns have as well: عملنا, "we did" and "our work"."""
IMPERFECT = (
    ("أ", "", "Number=Sing|Person=1|Voice=Act"),
    ("ن", "", "Number=Plur|Person=1|Voice=Act"),
    ("ت", "", "Gender=Fem|Number=Sing|Person=3|Voice=Act"),
    ("ي", "", "Gender=Masc|Number=Sing|Person=3|Voice=Act"),
    ("ت", "ين", "Gender=Fem|Number=Sing|Person=2|Voice=Act"),
    ("ت", "ون", "Gender=Masc|Number=Plur|Person=2|Voice=Act"),
    ("ت", "وا", "Gender=Masc|Number=Plur|Person=2|Voice=Act"),
    ("ي", "ون", "Gender=Masc|Number=Plur|Person=3|Voice=Act"),
    ("ي", "وا", "Gender=Masc|Number=Plur|Person=3|Voice=Act"),
)
IMPERATIVE = (
    ("", "Gender=Masc|Number=Sing|Person=2|Voice=Act"),
    ("ي", "Gender=Fem|Number=Sing|Person=2|Voice=Act"),
    ("وا", "Gender=Masc|Number=Plur|Person=2|Voice=Act"),
)

Features = dict[str, str]
Inflected = tuple[str, str, bool]
UNMISTAKABLE = frozenset({"ك", "كم", "ني"})
"""Pronouns that may follow even the shortest verb forms, since few nouns look so."""


class Words(RuleComponent):
    """Corrects what letters decide better than a model of newspaper text.

    Data: `closed` word → [part of speech, lemma, features]; `prepositions` as they are written
    before a pronoun; `lemmas` person → lemma of such a word; `not_closed` words that only look so;
    `suffixes` attached pronoun → features; `paradigms` as that function takes; `not_verbs` nouns
    with the form of one; `nouns_with_y` beginnings of nouns in ي; `stems_in_h` ends of stems in ه;
    `second` [beginning, ending, features] of imperfect verbs; `past` ending → features of perfect
    verbs; `not_past` words with such an ending that are not verbs.
    """

    def __init__(self) -> None:
        self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Store the word lists."""
        self._data = data
        self._suffixes: dict[str, str] = data.get("suffixes", {})
        self._by_length = sorted(self._suffixes, key=len, reverse=True)
        self._second: list[list[str]] = data.get("second", [])
        self._past: dict[str, str] = data.get("past", {})
        self._not_past = frozenset(data.get("not_past", ()))
        self._stems_in_h = tuple(data.get("stems_in_h", ()))
        self._nouns_with_y = tuple(data.get("nouns_with_y", ()))
        self._not_verbs = frozenset(data.get("not_verbs", ()))
        self._verbs = paradigms(data.get("paradigms", {}), self._suffixes)
        self._closed: dict[str, list[str]] = {}
        for form, (pos, lemma, feats) in data.get("closed", {}).items():
            self._closed[form] = [pos, lemma, feats]
        lemmas: dict[str, str] = data.get("lemmas", {})
        for stem in data.get("prepositions", ()):
            for suffix, feats in self._suffixes.items():
                lemma = lemmas[parsed(feats)["Person"]]
                self._closed.setdefault(f"{stem}{suffix}", ["PRON", lemma, f"{feats}|PronType=Prs"])
        self._not_closed = frozenset(data.get("not_closed", ()))

    def __call__(self, doc: Doc) -> Doc:
        """Correct a document."""
        for token in doc:
            form = VOWELS.sub("", token.text)
            known = self._known(form)
            if known is not None:
                token.pos_, token.lemma_ = known[0] or token.pos_, known[1]
                set_features(token, parsed(known[2]))
                continue
            if token.pos_ in MISTAKEN and self._is_verb(token, form):
                continue
            feats = token.morph.to_dict()
            before = dict(feats)
            if token.pos_ == "PUNCT" and form[:1].isalpha():
                token.pos_ = "NOUN"
            if token.pos_ in MISTAKEN and self._begins_like_a_verb(token, feats):
                token.pos_, token.lemma_ = "VERB", token.lemma_[1:]
                feats.pop("Definite", None)
                feats.update(parsed("Aspect=Imp|Gender=Masc|Number=Sing|Person=3|Voice=Act"))
            if token.pos_ in HOSTS:
                self._attached(form, feats)
            if token.pos_ in ud.VERBAL:
                _aspect(form, token.nbor(-1).text if token.i else "", feats)
                self._inflected(token, form, feats)
                self._person(form, feats)
            if feats != before:
                set_features(token, feats)
        return doc

    def _known(self, form: str) -> list[str] | None:
        if form in self._not_closed:
            return None
        found = self._closed.get(form)
        if found is None and form.startswith(CONJUNCTIONS):
            found = self._closed.get(form[1:])
        return found

    def _is_verb(self, token: Token, form: str) -> bool:
        """Make a supposed noun the verb form that it is known to be."""
        found = self._paradigm(form)
        if found is None or form in self._not_verbs or _is_noun_here(token):
            return False
        lemma, feats, is_sure = found
        opens = token.i == 0 or token.nbor(-1).pos_ in {"PUNCT", "CCONJ", "INTJ"}
        if token.pos_ not in UNSURE and not (is_sure or ("Mood=Imp" in feats and opens)):
            return False
        token.pos_, token.lemma_ = "VERB", lemma
        set_features(token, parsed(feats))
        return True

    def _ends_in_pronoun(self, form: str) -> bool:
        """Return whether a word has ـه or ـها, which hardly belong to stems."""
        return (
            len(form) > LONG and form.endswith(("ه", "ها")) and not form.endswith(self._stems_in_h)
        )

    def _begins_like_a_verb(self, token: Token, feats: Features) -> bool:
        """Return whether a supposed noun with a pronoun after it has the ي of the imperfect."""
        return (
            "Person[clit]" in feats
            and len(token.lemma_) > LONG
            and token.lemma_.startswith("ي")
            and not token.lemma_.startswith(self._nouns_with_y)
        )

    def _paradigm(self, form: str) -> Inflected | None:
        found = self._verbs.get(form)
        if found is None and form.startswith(CONJUNCTIONS):
            found = self._verbs.get(form[1:])
        return found

    def _inflected(self, token: Token, form: str, feats: Features) -> None:
        """Give a verb of a known paradigm its first or second person.

        It gets its lemma, too, where the model's still has the prefix of the person.
        """
        lemma, told, _ = self._paradigm(form) or ("", "", False)
        stated = parsed(told)
        is_future = stated.get("Tense") == "Fut"
        if is_future or (
            stated.get("Person") in {"1", "2"} and stated.get("Aspect") == feats.get("Aspect")
        ):
            for name in LAYER:
                feats.pop(name, None)
            feats.update(stated)
        if lemma and token.lemma_[:1] == form[:1] and feats.get("Aspect") == "Imp":
            token.lemma_ = lemma

    def _attached(self, form: str, feats: Features) -> None:
        """Give an attached pronoun the features of its letters; ـه and ـها need no model."""
        if not ("Person[clit]" in feats or self._ends_in_pronoun(form)):
            return
        for name in LAYER:
            feats.pop(f"{name}[clit]", None)
        for suffix in self._by_length:
            if form.endswith(suffix) and len(form) - len(suffix) >= SHORTEST:
                for name, value in parsed(self._suffixes[suffix]).items():
                    feats[f"{name}[clit]"] = value
                return

    def _person(self, form: str, feats: Features) -> None:
        """Give a verb the second person where its letters leave no other."""
        stem = form[1:] if form.startswith(CONJUNCTIONS) else form
        if feats.get("Aspect") == "Perf" and form not in self._not_past:
            for ending, told in self._past.items():
                if form.endswith(ending) and len(form) - len(ending) >= SHORTEST:
                    feats.update(parsed(told))
                    return
        elif feats.get("Aspect") == "Imp":
            for beginning, ending, told in self._second:
                if stem.startswith(beginning) and stem.endswith(ending):
                    feats.pop("Gender", None)
                    feats.update(parsed(told))
                    return


def paradigms(verbs: dict[str, list[str]], suffixes: dict[str, str]) -> dict[str, Inflected]:
    """Inflect verbs: form → lemma, features, whether no noun has the form.

    Forms that several verbs have go to the first.

    Args:
        verbs: lemma → perfect before ـت, imperfect stems joined by `/`, masculine imperative.
        suffixes: attached pronoun → features.
    """
    found: dict[str, Inflected] = {}
    for lemma, (short, stems, command) in verbs.items():
        for form, feats, is_sure, is_long in _forms(short, stems.split("/"), command):
            if len(form) >= SHORTEST:
                found.setdefault(form, (lemma, feats, is_sure))
            for suffix, told in suffixes.items():
                if suffix in UNMISTAKABLE or (is_long and suffix != "ي"):
                    clitic = "|".join(f"{n}[clit]={v}" for n, v in parsed(told).items())
                    whole = _before_suffix(form) + suffix
                    found.setdefault(whole, (lemma, f"{feats}|{clitic}", is_sure))
    return found


def _forms(short: str, stems: list[str], command: str) -> Iterator[tuple[str, str, bool, bool]]:
    """Yield forms with features, whether they are sure and whether any pronoun may follow."""
    for ending, feats in PERFECT:
        yield short + ending, f"Aspect=Perf|{feats}", True, True
    for ending, feats in ALSO_NOUNS:
        yield short + ending, f"Aspect=Perf|{feats}", False, True
    for stem in stems:
        for prefix, ending, feats in IMPERFECT:
            form = prefix + stem + ending
            is_long = len(stem) > SHORTEST or bool(ending)
            yield form, f"Aspect=Imp|{feats}", True, is_long
            yield f"س{form}", f"Aspect=Imp|{feats}|Tense=Fut", True, True
    if command:
        for ending, feats in IMPERATIVE:
            yield command + ending, f"Mood=Imp|{feats}", bool(ending), True


def _before_suffix(form: str) -> str:
    if form.endswith("وا"):
        return form[:-1]
    return f"{form}و" if form.endswith("تم") else form


def _is_noun_here(token: Token) -> bool:
    """Return whether a preposition before it, or an adjective that agrees, shows a noun."""
    return bool(token.i) and token.nbor(-1).pos_ in {"ADP", "NUM"}


def _aspect(form: str, before: str, feats: Features) -> None:
    """Give a finite verb the aspect that its first letter or the particle before it leaves."""
    if feats.get("Mood") == "Imp":
        return
    stem = form[1:] if form.startswith(CONJUNCTIONS) and len(form) > LONG else form
    if before in OF_IMPERFECTS or stem.startswith("ي"):
        feats["Aspect"] = "Imp"
    elif stem.startswith("سي") and not stem.startswith("سيطر"):
        feats.update(Aspect="Imp", Tense="Fut")
    elif not stem.startswith(PREFIXES) and feats.get("Aspect") == "Imp":
        feats["Aspect"] = "Perf"
        feats.pop("Mood", None)


def parsed(feats: str) -> Features:
    """Read a FEATS cell."""
    return dict(pair.split("=", 1) for pair in feats.split("|") if pair)


create_words = Words.registered(FACTORY)
