"""Polish words have the analyses that the dictionary gives them; the trained model chooses.

Morfeusz's dictionary (SGJP) corrects gender, aspect and lemma; a word that has no analysis of the
model's part of speech takes another one. Movable endings belong to their word (*zrobił|em*). The
package declares it to spaCy as the factory `discotag_polish_dictionary`.
"""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any

from discotag.plugin.embedded import Analysis, DictionaryRules, set_features

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spacy.tokens import Token

FACTORY = "discotag_polish_dictionary"
OPEN = frozenset({"NOUN", "PROPN", "ADJ", "ADV", "VERB", "X", "INTJ"})
NAME_LABELS = frozenset({"imię", "nazwisko"})


class PolishDictionary(DictionaryRules):
    """Chooses among the analyses of Morfeusz.

    Data besides: `never`, pairs of a form and a lemma that it hardly ever has.
    """

    def fill(self, data: dict[str, Any]) -> None:
        """Read the tables."""
        super().fill(data)
        self._never = {(form, lemma) for form, lemma in data.get("never", ())}

    def fitting(self, token: Token) -> Sequence[Analysis]:
        """Return the analyses that a token may have, given the model's part of speech."""
        upos, form = token.pos_, token.text.lower()
        if not token.is_alpha or upos not in OPEN:
            return ()
        known = [one for one in self.analyses(token.text) if (form, one.lemma) not in self._never]
        fitting = [one for one in known if one.upos == upos]
        if not fitting and upos == "PROPN" and token.i == 0:
            fitting = [one for one in known if one.upos == "NOUN"]
        if not fitting and upos not in {"PROPN", "ADV"}:
            fitting = [one for one in known if one.upos]
        is_closed = upos == "X" and any(not one.upos for one in known)
        return () if is_closed else fitting

    def use(self, token: Token, best: Analysis, model: Mapping[str, str]) -> None:
        """Give a token an analysis; a past keeps the person that the model gives it."""
        was_verb = token.pos_ == "VERB"
        token.lemma_, token.pos_ = best.lemma, best.upos
        if best.upos == "ADV":
            return
        feats = best.chosen(model)
        if best.upos == "VERB" and feats.get("Tense") == "Past":
            if was_verb and "Person" in model:
                feats.setdefault("Person", model["Person"])
            feats["Mood"] = model.get("Mood", "Ind") if was_verb else "Ind"
        set_features(token, feats)

    def look_up(self, form: str) -> tuple[Analysis, ...]:
        """Return the analyses of a form, the dictionary's first one first."""
        found = morfeusz().analyse(form)
        last = max((end for _, end, _ in found), default=0)
        after = [tag for start, _, (_, _, tag, _, _) in found if start > 0]
        person = next((tag for tag in after if tag.startswith("aglt")), None)
        kept: list[Analysis] = []
        for start, end, (_, lemma, tag, labels, _) in found:
            if not (start or tag == "ign" or (end != last and person is None)):
                order = -len(kept) / 1000
                kept.append(self._analysis(lemma.partition(":")[0], tag, labels, person, order))
        return tuple(kept)

    def _analysis(
        self, lemma: str, tag: str, labels: Any, person: str | None, order: float
    ) -> Analysis:
        name, *values = tag.split(":")
        upos = self.parts.get(name, "")
        feats = dict(self.forms.get(name, {}))
        for value in values:
            pairs = [self.features[part] for part in value.split(".") if part in self.features]
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
        is_name = lemma[:1].isupper() or not NAME_LABELS.isdisjoint(labels)
        kind = "PROPN" if upos == "NOUN" and is_name else upos
        return Analysis(kind, lemma, feats, order)


@lru_cache(maxsize=1)
def morfeusz() -> Any:
    """Load Morfeusz with its dictionary, once."""
    import morfeusz2  # type: ignore[import-not-found, import-untyped, unused-ignore]

    return morfeusz2.Morfeusz(praet="split")


create_dictionary = PolishDictionary.registered(FACTORY)
