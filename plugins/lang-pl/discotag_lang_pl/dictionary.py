"""Polish words have the analyses that the dictionary gives them; the trained model chooses.

A model that has met few words guesses gender, aspect and lemma by the ending. Where Morfeusz's
dictionary (SGJP) knows a word, its analysis that agrees best with the model's part of speech and
features replaces the model's; a word that has no analysis of the model's part of speech takes
another one. Movable endings belong to their word (*zrobił|em*). The package declares it to spaCy as
the factory `discotag_polish_dictionary`.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from discotag.plugin.embedded import RuleComponent, set_features

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

FACTORY = "discotag_polish_dictionary"
OPEN = frozenset({"NOUN", "PROPN", "ADJ", "ADV", "VERB", "X", "INTJ"})
PARTS = {
    "subst": "NOUN",
    "ger": "NOUN",
    "depr": "NOUN",
    "adj": "ADJ",
    "ppas": "ADJ",
    "pact": "ADJ",
    "adv": "ADV",
    "fin": "VERB",
    "praet": "VERB",
    "impt": "VERB",
    "inf": "VERB",
    "imps": "VERB",
    "pcon": "VERB",
    "pant": "VERB",
}
FORMS = {
    "fin": {"VerbForm": "Fin", "Mood": "Ind", "Voice": "Act"},
    "praet": {"VerbForm": "Fin", "Mood": "Ind", "Tense": "Past", "Voice": "Act"},
    "impt": {"VerbForm": "Fin", "Mood": "Imp", "Voice": "Act"},
    "imps": {"VerbForm": "Fin", "Mood": "Ind", "Tense": "Past", "Voice": "Act", "Person": "0"},
    "inf": {"VerbForm": "Inf", "Voice": "Act"},
    "pcon": {"VerbForm": "Conv", "Tense": "Pres", "Voice": "Act"},
    "pant": {"VerbForm": "Conv", "Tense": "Past", "Voice": "Act"},
    "ger": {"VerbForm": "Vnoun"},
    "ppas": {"VerbForm": "Part", "Voice": "Pass"},
    "pact": {"VerbForm": "Part", "Tense": "Pres", "Voice": "Act"},
}
VALUES = {
    "sg": ("Number", "Sing"),
    "pl": ("Number", "Plur"),
    "nom": ("Case", "Nom"),
    "gen": ("Case", "Gen"),
    "dat": ("Case", "Dat"),
    "acc": ("Case", "Acc"),
    "inst": ("Case", "Ins"),
    "loc": ("Case", "Loc"),
    "voc": ("Case", "Voc"),
    "m1": ("Gender", "Masc"),
    "m2": ("Gender", "Masc"),
    "m3": ("Gender", "Masc"),
    "f": ("Gender", "Fem"),
    "n": ("Gender", "Neut"),
    "pri": ("Person", "1"),
    "sec": ("Person", "2"),
    "ter": ("Person", "3"),
    "perf": ("Aspect", "Perf"),
    "imperf": ("Aspect", "Imp"),
    "neg": ("Polarity", "Neg"),
    "aff": ("Polarity", "Pos"),
}
WEIGHTY = {"VerbForm": 3.0, "Mood": 2.0}
"""What agreement in a feature counts; 1 for the others."""


@dataclass(frozen=True, slots=True)
class Analysis:
    """One analysis of a form: UD part of speech, lemma, feature → its possible values."""

    upos: str
    lemma: str
    feats: dict[str, tuple[str, ...]]


class PolishDictionary(RuleComponent):
    """Replaces analyses that the dictionary does not know by the likeliest of those it does.

    Data: `never`, pairs of a form and a lemma that it hardly ever has.
    """

    def __init__(self) -> None:
        self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Store the pairs."""
        self._data = data
        self._never = {(form, lemma) for form, lemma in data.get("never", ())}

    def __call__(self, doc: Doc) -> Doc:
        """Correct a document."""
        for token in doc:
            if token.is_alpha and token.pos_ in OPEN:
                self._correct(token)
        return doc

    def _correct(self, token: Token) -> None:
        form = token.text.lower()
        known = [a for a in analyses(token.text) if (form, a.lemma) not in self._never]
        upos = token.pos_
        fitting = [a for a in known if a.upos == upos]
        if not fitting and upos == "PROPN" and token.i == 0:
            fitting = [a for a in known if a.upos == "NOUN"]
        if not fitting and upos not in {"PROPN", "ADV"}:
            fitting = [a for a in known if a.upos]
        if not fitting or any(not a.upos for a in known if a not in fitting and upos == "X"):
            return
        feats = token.morph.to_dict()
        best = max(fitting, key=lambda a: (_agreement(a.feats, feats), -known.index(a)))
        token.lemma_ = best.lemma
        token.pos_ = best.upos
        if best.upos != "ADV":
            own = {name: _value(name, values, feats) for name, values in best.feats.items()}
            kept = {k: v for k, v in feats.items() if k in {"Person", "Mood"} and upos == "VERB"}
            if best.upos == "VERB" and own.get("Tense") == "Past":
                own = {**{k: v for k, v in kept.items() if k == "Person"}, **own}
                own["Mood"] = kept.get("Mood", "Ind")
            set_features(token, own)


@lru_cache(maxsize=1)
def dictionary() -> Any:
    """Load Morfeusz with its dictionary, once."""
    import morfeusz2  # type: ignore[import-not-found, import-untyped, unused-ignore]

    return morfeusz2.Morfeusz(praet="split")


@lru_cache(maxsize=65536)
def analyses(form: str) -> tuple[Analysis, ...]:
    """Return the analyses of a form; none for one that the dictionary does not hold.

    One of a closed part of speech has "" as its part of speech.
    """
    found = dictionary().analyse(form)
    last = max((end for _, end, _ in found), default=0)
    behind = [tag for start, _, (_, _, tag, _, _) in found if start > 0]
    person = next((tag for tag in behind if tag.startswith("aglt")), None)
    kept = []
    for start, end, (_, lemma, tag, labels, _) in found:
        if start or tag == "ign" or (end != last and person is None):
            continue
        kept.append(_analysis(lemma.partition(":")[0], tag, labels, person))
    return tuple(kept)


def _analysis(lemma: str, tag: str, labels: Any, person: str | None) -> Analysis:
    name, *values = tag.split(":")
    upos = PARTS.get(name, "")
    is_name = upos == "NOUN" and (lemma[:1].isupper() or "imię" in labels or "nazwisko" in labels)
    feats: dict[str, tuple[str, ...]] = {k: (v,) for k, v in FORMS.get(name, {}).items()}
    for value in values:
        pairs = [VALUES[part] for part in value.split(".") if part in VALUES]
        if pairs:
            feats[pairs[0][0]] = tuple(dict.fromkeys(part for _, part in pairs))
    if name == "fin":
        feats["Tense"] = ("Fut",) if feats.get("Aspect") == ("Perf",) else ("Pres",)
    if name == "impt":
        feats.setdefault("Person", ("2",))
    if person is not None and name == "praet":
        feats["Person"] = ("1",) if ":pri" in person else ("2",)
    if name in {"ppas", "pact"}:
        feats.setdefault("Polarity", ("Pos",))
    return Analysis("PROPN" if is_name else upos, lemma, feats)


def _agreement(feats: dict[str, tuple[str, ...]], model: dict[str, str]) -> float:
    """Count the features that agree, less those that contradict each other."""
    return sum(
        WEIGHTY.get(name, 1.0) * (1 if model[name] in values else -1)
        for name, values in feats.items()
        if name in model
    )


def _value(name: str, values: tuple[str, ...], model: dict[str, str]) -> str:
    """Return the model's value of a feature where the dictionary has it, else the first."""
    return model[name] if model.get(name) in values else values[0]


create_dictionary = PolishDictionary.registered(FACTORY)
