"""Italian nouns, adjectives and adverbs: what a form may be, read off a list of headwords.

The list shows gender and part of speech; the ending shows number, and the gender of adjectives
(Serianni, Grammatica italiana, ch. III and V). What no rule says (plurals like *uova, mani*) is in
`PLURALS`.
"""

from __future__ import annotations

from functools import cache, lru_cache
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

LIST = Path(__file__).with_name("lexicon") / "words.txt"
GENDERS = {"m": "Masc", "f": "Fem"}
PLURALS = {
    "uomini": ("uomo", "Masc"),
    "mani": ("mano", "Fem"),
    "uova": ("uovo", "Fem"),
    "dita": ("dito", "Fem"),
    "braccia": ("braccio", "Fem"),
    "ginocchia": ("ginocchio", "Fem"),
    "labbra": ("labbro", "Fem"),
    "ossa": ("osso", "Fem"),
    "paia": ("paio", "Fem"),
    "mura": ("muro", "Fem"),
    "lenzuola": ("lenzuolo", "Fem"),
    "grida": ("grido", "Fem"),
    "urla": ("urlo", "Fem"),
    "ciglia": ("ciglio", "Fem"),
    "miglia": ("miglio", "Fem"),
    "migliaia": ("migliaio", "Fem"),
    "centinaia": ("centinaio", "Fem"),
    "buoi": ("bue", "Masc"),
    "dei": ("dio", "Masc"),
    "templi": ("tempio", "Masc"),
    "ali": ("ala", "Fem"),
    "armi": ("arma", "Fem"),
    "mogli": ("moglie", "Fem"),
    "echi": ("eco", "Masc"),
}
CLIPPED = frozenset({"auto", "foto", "moto", "radio", "dinamo", "biro", "cinema", "metro", "euro"})
ENDINGS = {
    "a": (("o", "Fem", "Sing"),),
    "i": (("o", "Masc", "Plur"), ("io", "Masc", "Plur"), ("e", "", "Plur"), ("a", "Masc", "Plur")),
    "e": (("o", "Fem", "Plur"), ("a", "Fem", "Plur")),
}
"""Vowel of an adjective's form: that of its lemma, gender, number."""
ACCENTED = "àèéìòù"


class Nominal(NamedTuple):
    """What a form may be besides a verb; features that the form leaves open are ""."""

    upos: str
    lemma: str
    gender: str = ""
    number: str = ""


class Words:
    """Gives the readings of forms in lower case.

    Args:
        listed: word → letters of what it is: `m`, `f` nouns, `a` adjectives, `d` adverbs, `i`
            interjections, `v` infinitives, `x` function words, `p` names.
    """

    def __init__(self, listed: Mapping[str, str]) -> None:
        self._listed = listed
        self.readings = lru_cache(maxsize=20_000)(self._readings)

    def letters(self, form: str) -> str:
        """Return the letters of a listed word."""
        return self._listed.get(form, "")

    def listed(self, letter: str) -> Iterator[str]:
        """Return the words that have a letter."""
        return (word for word, letters in self._listed.items() if letter in letters)

    def _readings(self, form: str) -> tuple[Nominal, ...]:
        return tuple(
            dict.fromkeys((*self._nouns(form), *self._adjectives(form), *self._rest(form)))
        )

    def _rest(self, form: str) -> Iterator[Nominal]:
        letters = self.letters(form)
        if "d" in letters or (form.endswith("mente") and len(form) > len("amente") + 1):
            yield Nominal("ADV", form)
        if "i" in letters:
            yield Nominal("INTJ", form)

    def _nouns(self, form: str) -> Iterator[Nominal]:
        if form in PLURALS:
            yield Nominal("NOUN", *PLURALS[form], "Plur")
        for letter in self.letters(form):
            if letter in GENDERS:
                number = "" if _is_invariable(form) else "Sing"
                yield Nominal("NOUN", form, GENDERS[letter], number)
        for lemma, wanted in _singulars(form):
            for letter in self.letters(lemma):
                if letter in wanted and not _is_invariable(lemma) and lemma not in CLIPPED:
                    yield Nominal("NOUN", lemma, GENDERS[letter], "Plur")

    def _adjectives(self, form: str) -> Iterator[Nominal]:
        stem, vowel = form[:-1], form[-1:]
        if "a" in self.letters(form):
            gender = "Masc" if vowel == "o" else ""
            yield Nominal("ADJ", form, gender, "Sing" if vowel in {"o", "e", "a"} else "")
        hard = stem[:-1] if stem.endswith(("ch", "gh")) else stem
        for base in dict.fromkeys((stem, hard)):
            for ending, gender, number in ENDINGS.get(vowel, ()):
                lemma = base + ending
                if "a" in self.letters(lemma) and lemma != form:
                    yield Nominal("ADJ", lemma, gender, number)


def _is_invariable(lemma: str) -> bool:
    return lemma[-1] in ACCENTED or lemma[-1] not in "aeo" or lemma in CLIPPED or lemma[-2:] == "ie"


def _singulars(form: str) -> Iterator[tuple[str, str]]:
    """Yield the singulars that a plural may have, with the genders that allow it."""
    stem, vowel = form[:-1], form[-1:]
    if vowel == "i":
        yield stem + "o", "m"
        yield stem + "io", "m"
        yield stem + "e", "mf"
        yield stem + "a", "m"
        if stem.endswith(("ch", "gh")):
            yield stem[:-1] + "o", "m"
            yield stem[:-1] + "a", "m"
    elif vowel == "e":
        if stem.endswith(("ch", "gh")):
            yield stem[:-1] + "a", "f"
        elif stem.endswith(("c", "g")):
            yield stem + "ia", "f"
        yield stem + "a", "f"


@cache
def load() -> Words:
    """Read the pack's list, once."""
    lines = LIST.read_text(encoding="utf-8").splitlines()
    return Words(dict(line.split(" ") for line in lines))
