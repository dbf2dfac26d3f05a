"""The gender of Ukrainian nouns: from the ending of the dictionary form.

A model that has met ten thousand words guesses gender by the form, where many cases look alike
(стін, столів). The lemma shows it better: nouns in a consonant are masculine, those in -а and -я
feminine, those in -о, -е and -ння neuter, but for listed ones. The package declares the component
to spaCy as the factory `discotag_ukrainian_genders`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin.embedded import RuleComponent, normal, set_features

if TYPE_CHECKING:
    from spacy.tokens import Doc

FACTORY = "discotag_ukrainian_genders"
LAST_PART = 5
"""Letters that a listed word must have to be known at the end of others (кінофестиваль)."""
VOWELS = frozenset("аеєиіїоуюя")
"""A word without any is an abbreviation, whose last letter shows nothing."""
GENDERS = {"m": "Masc", "f": "Fem", "n": "Neut"}


class UkrainianGenders(RuleComponent):
    """Sets the gender of nouns by their lemma.

    Data: `words` and `endings`, each by the letters of GENDERS; words below `none` may have two
    genders. May be left out: `excluded`, by letter, endings of forms that no noun of the gender
    has.
    """

    def __init__(self) -> None:
        self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Store words and endings."""
        self._data = data
        self._words = {w: letter for letter, ws in data.get("words", {}).items() for w in ws}
        self._endings = {e: letter for letter, es in data.get("endings", {}).items() for e in es}
        self._endings |= {w: letter for w, letter in self._words.items() if len(w) >= LAST_PART}
        self._excluded = {
            GENDERS[letter]: tuple(ends) for letter, ends in data.get("excluded", {}).items()
        }
        self._longest = max(map(len, self._endings), default=0)

    def __call__(self, doc: Doc) -> Doc:
        """Correct the gender of a document's nouns."""
        for token in doc:
            found = self.gender(token.lemma_) if token.pos_ == "NOUN" else None
            if found and found not in token.morph.get("Gender", []):
                is_other = normal(token.text) != normal(token.lemma_)
                if is_other and normal(token.text).endswith(self._excluded.get(found, ())):
                    continue  # the lemma is wrong
                set_features(token, token.morph.to_dict() | {"Gender": found})
            elif found == "":
                feats = token.morph.to_dict()
                feats.pop("Gender", None)
                set_features(token, feats)
        return doc

    def gender(self, lemma: str) -> str | None:
        """Return the gender of a noun as UD names it.

        "" is that of nouns that may have two; None where neither word nor end is known.
        """
        word = normal(lemma)
        if not word.replace("'", "").replace("-", "").isalpha():
            return None
        if word in self._words:
            return GENDERS.get(self._words[word], "")
        if not VOWELS.intersection(word):
            return None
        sizes = range(min(self._longest, len(word)), 0, -1)
        letters = (self._endings.get(word[-size:]) for size in sizes)
        letter = next(filter(None, letters), None)
        return GENDERS.get(letter, "") if letter else None


create_genders = UkrainianGenders.registered(FACTORY)
