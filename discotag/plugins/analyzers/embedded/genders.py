"""The gender of nouns: from a table of words and endings, and from the words before them.

A tagger trained on a few thousand sentences guesses the gender of a noun that it has not seen. A
dictionary knows it, and for the rest (compounds, derivations) the end of the word decides: German
nouns in *-ung* are feminine, and so is whatever ends in *hand*. Importing this module registers
the spaCy factory `discotag_genders`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from spacy.language import Language

from discotag.language import ud
from discotag.language.rules import StoredData, normal, set_features

if TYPE_CHECKING:
    from collections.abc import Mapping

    from spacy.tokens import Doc, Token

FACTORY = "discotag_genders"
START = "^"
"""Precedes a whole word in the table of endings."""
GENDERS = {"m": "Masc", "f": "Fem", "n": "Neut", "c": "Com"}
LETTERS = {name: letter for letter, name in GENDERS.items()}
BETWEEN = frozenset({"ADJ", "NUM", "ADV"})
"""What may be between a determiner and its noun."""
DETERMINERS = frozenset({"DET", "ADP", "PRON"})

Data = dict[str, Any]
"""`endings`: end of a word (`^` before a whole word) → its possible genders, letters of GENDERS,
the most usual first, or "" where the ending does not decide; `determiners`: form → genders that a
noun in the singular may have after it. May be left out: `nouns` and `noun_endings`, common nouns
and ends of words that no name has, `inflections`, endings that forms of these have,
`taken_for`, other parts of speech that nouns are taken for; `adjectives`, their last two letters →
genders of the noun after them without an article or with one of `bare`, which have no ending;
`singular`, determiners of singulars alone besides those that allow a neuter; `verbal`, the ending
of infinitives, which are neuter as nouns; `hyphen`, which joins the parts of compounds.
`lemmas`, dictionary form → gender, decides alone where it is given, but of `names`."""
LONGEST_NOUN_ENDING, LAST_PART = 7, 5
"""Letters of the longest of `noun_endings`; those that reveal a compound by its last part."""


class Genders(StoredData):
    """Sets the gender of nouns where the table or the determiner knows it."""

    FILE = "genders.json"
    IS_COMPACT = True

    def __init__(self) -> None:
        self.fill({"endings": {}, "determiners": {}})

    def fill(self, data: Data) -> None:
        """Store the tables."""
        self._data = data
        self._endings: Mapping[str, str] = data["endings"]
        self._determiners: Mapping[str, str] = data["determiners"]
        self._longest = max(map(len, self._endings), default=0)
        self._nouns = frozenset(data.get("nouns", ()))
        self._noun_endings = frozenset(data.get("noun_endings", ()))
        self._inflections = ("", *data.get("inflections", ()))
        self._lemmas: Mapping[str, str] = data.get("lemmas", {})
        self._names = frozenset(data.get("names", ()))
        self._adjectives: Mapping[str, str] = data.get("adjectives", {})
        self._singular = frozenset(data.get("singular", ()))
        self._bare = frozenset(data.get("bare", ()))
        self._verbal: str = data.get("verbal", "")
        self._hyphen: str = data.get("hyphen", "")
        self._parts = ud.NOMINAL.union(data.get("taken_for", ()))

    def __call__(self, doc: Doc) -> Doc:
        """Correct the gender of a document's nouns."""
        for token in doc:
            if token.pos_ not in self._parts:
                continue
            feats = token.morph.to_dict()
            found = self._gender(token, feats)
            if found is not None and found != feats.get("Gender"):
                kept = {name: value for name, value in feats.items() if name != "Gender"}
                set_features(token, kept | ({"Gender": found} if found else {}))
        return doc

    def genders(self, word: str) -> str:
        """Return a word's possible genders as letters, the most usual first; "" = unknown."""
        marked = START + normal(word)
        for begin in range(max(0, len(marked) - self._longest), len(marked)):
            known = self._endings.get(marked[begin:])
            if known is not None:
                return known
        return ""

    def _gender(self, token: Token, feats: Mapping[str, str]) -> str | None:
        """Return the gender known of a noun, "" for none, None to leave it as it is."""
        if self._lemmas:
            return self._by_lemma(token, feats.get("Gender", ""))
        own = self._own_gender(token, feats)
        chief = self._last_part(token)
        if chief is token:
            return own
        told = chief.morph.to_dict()
        found = self._own_gender(chief, told)
        whole = told.get("Gender", "") if found is None else found
        if not token.whitespace_ or len(token) == 1:
            return whole
        # with spaces it may also be a dash: then the noun is on its own
        is_same = (feats.get("Gender", "") if own is None else own) == whole
        return own if is_same or self._allowed(token)[0] else ""

    def _by_lemma(self, token: Token, given: str) -> str | None:
        """Return the gender that a noun has by its dictionary form, None where that shows none.

        A masculine one may be that of a feminine form, too (Hebrew kelev, kalba), so it shows the
        gender only of forms that end as it does. What has two genders keeps both.
        """
        lemma = normal(token.lemma_)
        letter = self._lemmas.get(lemma)
        is_name = token.pos_ == "PROPN" and lemma in self._names
        if letter is None or is_name or "," in given:
            return None
        return GENDERS[letter] if letter != "m" or normal(token.text).endswith(lemma) else None

    def _own_gender(self, token: Token, feats: Mapping[str, str]) -> str | None:
        """Return what `_gender` does, of a word that is not a part of a compound with hyphens."""
        given = feats.get("Gender")
        allowed, is_sure = ("", False) if feats.get("Number") == "Plur" else self._allowed(token)
        possible = self.genders(token.text)
        if not possible and normal(token.lemma_) != normal(token.text):
            possible = self.genders(token.lemma_)
        is_name = token.pos_ == "PROPN" and not allowed and not self._is_noun(token)
        if is_name:  # which the table does not know
            return (
                ""
                if given is not None and possible and LETTERS.get(given, "?") not in possible
                else None
            )
        form = normal(token.text)
        if not allowed and token.text.islower() and "n" in self._adjectives.get(form[-2:], ""):
            return GENDERS["n"]  # an adjective that is a noun: etwas anderes, vor kurzem
        left = _shared(possible, allowed) if allowed else possible
        if allowed and not left:
            left = self._settled(token, possible, allowed, is_sure=is_sure)
        if not left:
            return "" if possible and allowed else None
        names = [GENDERS[letter] for letter in left]
        if given in names:
            return given
        return names[0] if given is None or len(set(left)) == 1 else ""

    def _is_noun(self, token: Token) -> bool:
        """Return whether what was taken for a name is a noun of the list, and no part of a name."""
        doc, place = token.doc, token.i
        beside = (*doc[max(0, place - 1) : place], *doc[place + 1 : place + 2])
        if any(other.pos_ == "PROPN" and not self._may_be_noun(other) for other in beside):
            return False
        return self._may_be_noun(token)

    def _may_be_noun(self, token: Token) -> bool:
        """Return whether a form is one of a noun of the list."""
        form = normal(token.text)
        stems = (form.removesuffix(end) for end in self._inflections if form.endswith(end))
        return any(map(self._is_listed, stems))

    def _is_listed(self, word: str) -> bool:
        """Return whether a word is a common noun, ends like one, or is a compound with one."""
        sizes = range(1, min(LONGEST_NOUN_ENDING, len(word) - 1) + 1)
        return (
            word in self._nouns
            or any(word[-size:] in self._noun_endings for size in sizes)
            or any(word[at:] in self._nouns for at in range(1, len(word) - LAST_PART + 1))
        )

    def _last_part(self, token: Token) -> Token:
        """Return the last noun of a compound with hyphens (Preis-Leistungs-Verhältnis)."""
        doc, last = token.doc, token
        while (
            self._hyphen
            and last.i + 2 < len(doc)
            and doc[last.i + 1].text == self._hyphen
            and doc[last.i + 2].pos_ in ud.NOMINAL
        ):
            last = doc[last.i + 2]
        return last

    def _allowed(self, token: Token) -> tuple[str, bool]:
        """Return the genders that what is before a noun allows, "" for all of them.

        The second value is whether it cannot precede a plural (das, eine; not die, den).
        """
        doc = token.doc
        by_adjective = ""
        for place in range(token.i - 1, -1, -1):
            before = doc[place]
            form = normal(before.text)
            if form in self._determiners and before.pos_ in DETERMINERS:
                found = self._determiners[form]
                both = _shared(found, by_adjective) if form in self._bare else ""
                return both or found, "n" in found or form in self._singular
            if before.pos_ not in BETWEEN:
                break
            if place == token.i - 1 and before.pos_ == "ADJ":
                by_adjective = self._adjectives.get(form[-2:], "")
        return by_adjective, "n" in by_adjective

    def _settled(self, token: Token, possible: str, allowed: str, *, is_sure: bool) -> str:
        """Return the genders left where table and determiner share none, "" if none is sure.

        A determiner that is a plural's, too, says nothing against the table (die Zimmer).
        """
        lemma = _shared(self.genders(token.lemma_), allowed)
        if lemma or not possible:
            return lemma or allowed
        if not is_sure or len(allowed) == 1:
            return allowed if is_sure else possible
        is_verb = "n" in allowed and self._verbal and token.text.endswith(self._verbal)
        return "n" if is_verb else ""


def _shared(letters: str, others: str) -> str:
    """Return the letters that are among the others, in their order."""
    return "".join(letter for letter in letters if letter in others)


@Language.factory(FACTORY, requires=["token.pos", "token.morph"], assigns=["token.morph"])
def create_genders(nlp: Language, name: str) -> Genders:
    """Make a component without tables; `from_disk` fills it."""
    del nlp, name
    return Genders()
