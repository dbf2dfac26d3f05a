"""The gender of Ukrainian nouns: from the ending of the dictionary form.

A model that has met ten thousand words guesses gender by the form, where many cases look alike
(стін, столів). The lemma tells it better: nouns in a consonant are masculine, those in -а and -я
feminine, those in -о, -е and -ння neuter, but for listed ones. The package declares the component
to spaCy as the factory `discotag_ukrainian_genders`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin.embedded import RuleComponent, normal, set_features

if TYPE_CHECKING:
    from spacy.tokens import Doc

FACTORY = "discotag_ukrainian_genders"
GENDERS = {"m": "Masc", "f": "Fem", "n": "Neut"}


class UkrainianGenders(RuleComponent):
    """Sets the gender of nouns by their lemma.

    Data: `words` and `endings`, each by the letters of GENDERS.
    """

    def __init__(self) -> None:
        self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Store words and endings."""
        self._data = data
        self._words = {w: letter for letter, ws in data.get("words", {}).items() for w in ws}
        self._endings = {e: letter for letter, es in data.get("endings", {}).items() for e in es}
        self._longest = max(map(len, self._endings), default=0)

    def __call__(self, doc: Doc) -> Doc:
        """Correct the gender of a document's nouns."""
        for token in doc:
            found = self.gender(token.lemma_) if token.pos_ == "NOUN" else None
            if found is not None and found not in token.morph.get("Gender", []):
                set_features(token, token.morph.to_dict() | {"Gender": found})
        return doc

    def gender(self, lemma: str) -> str | None:
        """Return the gender of a noun as UD names it; None where neither word nor end is known."""
        word = normal(lemma)
        if not word.replace("'", "").replace("-", "").isalpha():
            return None
        letter = self._words.get(word)
        for length in range(min(self._longest, len(word)), 0, -1):
            letter = letter or self._endings.get(word[-length:])
        return GENDERS[letter] if letter else None


create_genders = UkrainianGenders.registered(FACTORY)
