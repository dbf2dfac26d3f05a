"""Lemmas from a lexicon: what was seen is looked up, what was not is guessed among real verbs.

The edit trees of a trained lemmatizer invent verbs (*prenons* → *prener*) and stumble over
capitals. This component knows the lemma of the forms its treebanks held, and for other verb forms
takes the ending rule whose result is a verb of the list. Where the data hold lists of words of
other parts of speech, these are guessed in the same way (Czech *statky* → *statek*). Importing
this module registers the spaCy factory `discotag_lexicon`.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING, Any, cast

from spacy.attrs import LEMMA, MORPH, ORTH, POS
from spacy.language import Language
from spacy.symbols import PUNCT

from discotag.language import ud
from discotag.language.rules import StoredData, normal, set_features

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping
    from pathlib import Path
    from typing import Self

    from spacy.tokens import Doc, MorphAnalysis, Token
    from spacy.vocab import Vocab

    _Made = tuple[int, int, MorphAnalysis, bool]
    """The corrected part of speech, lemma and features of a word; whether it is punctuation."""

FACTORY = "discotag_lexicon"
LONGEST_ENDING = 7
LONGEST_SHAPE = 4
KIND = (ORTH, POS, LEMMA, MORPH)
"""What decides, with a word's place at the beginning, what is corrected."""
MOST_WORDS = 200_000
"""The largest number of kinds of words that are kept; then all are dropped."""

Data = dict[str, Any]
"""`lemmas`: part of speech → form → lemma; `verbs`: known verb lemmas;
`endings`: form ending → lemma endings, best first; `lowered`: parts of speech in lower case;
`words`: part of speech → known lemmas; `changes`: part of speech → form ending → lemma endings;
`prefixes`: of forms, which their lemmas lack; `capitals`: whether lemmas of names are written with
a capital letter; `closed`: form → part of speech and lemma of a function word that is nothing else;
`features`: part of speech → feature → value → lemmas of words that always have it (the gender of
nouns, the aspect of verbs); `shapes`: part of speech → end of a form → features of forms that end
so: with these, a word that is not of its part of speech, but one of another, becomes that. The
last seven may be left out."""


class LexiconLemmatizer(StoredData):
    """Replaces lemmas where the lexicon knows better."""

    FILE = "lexicon.json"
    SEEN_FILE = "seen.json"
    """A file of its own, since a treebank's licence may be another one than the lexicon's."""
    IS_COMPACT = True

    def __init__(self) -> None:
        self.fill({"lemmas": {}, "verbs": [], "endings": {}})

    def fill(self, data: Data) -> None:
        """Store the lexicon's content."""
        self._data = data
        self._made: dict[tuple[tuple[int, ...], bool], _Made | None] = {}
        self._vocab: Vocab | None = None
        self._lemmas: Mapping[str, Mapping[str, str]] = data["lemmas"]
        self._lowered = frozenset(data.get("lowered", ()))
        self._verbs = frozenset(data["verbs"])
        self._endings: Mapping[str, list[str]] = data["endings"]
        self._words = {pos: frozenset(words) for pos, words in data.get("words", {}).items()}
        self._changes: Mapping[str, Mapping[str, list[str]]] = data.get("changes", {})
        self._prefixes: tuple[str, ...] = tuple(data.get("prefixes", ()))
        self._closed: Mapping[str, list[str]] = data.get("closed", {})
        self._shapes: Mapping[str, Mapping[str, str]] = data.get("shapes", {})
        self._features: dict[tuple[str, str], dict[str, str]] = {}
        for pos, features in data.get("features", {}).items():
            for name, values in features.items():
                for value, lemmas in values.items():
                    for lemma in lemmas:
                        self._features.setdefault((pos, lemma), {})[name] = value
        self._has_capitals: bool = data.get("capitals", False)
        self._seen: dict[str, frozenset[str]] = {}

    def see(self, forms: Mapping[str, Iterable[str]]) -> None:
        """Store the forms of parts of speech that words of the lexicon are taken for.

        Any other form becomes the only other part of speech that the lexicon knows.
        """
        self._seen = {pos: frozenset(own) for pos, own in forms.items()}

    def to_disk(self, path: Path, *, exclude: tuple[str, ...] = ()) -> None:
        """Write lexicon and seen forms below a pipeline's directory."""
        super().to_disk(path, exclude=exclude)
        if self._seen:
            forms = {pos: sorted(own) for pos, own in sorted(self._seen.items())}
            text = json.dumps(forms, ensure_ascii=False, separators=(",", ":"))
            (path / self.SEEN_FILE).write_text(text, encoding="utf-8")

    def from_disk(self, path: Path, *, exclude: tuple[str, ...] = ()) -> Self:
        """Read what `to_disk` wrote."""
        super().from_disk(path, exclude=exclude)
        seen = path / self.SEEN_FILE
        if seen.is_file():
            self.see(json.loads(seen.read_text(encoding="utf-8")))
        return self

    def __call__(self, doc: Doc) -> Doc:
        """Correct the lemmas of a document, and what the lexicon knows of words by their lemma."""
        if len(self._made) > MOST_WORDS or self._vocab is not doc.vocab:
            self._made.clear()
            self._vocab = doc.vocab
        is_first = True
        new: list[tuple[int, tuple[tuple[int, ...], bool], bool]] = []
        for index, kind in enumerate(_kinds(doc)):
            key = kind, is_first
            if key in self._made:
                made = self._made[key]
                if made is not None:
                    token = doc[index]
                    token.pos, token.lemma, token.morph = made[:3]
                stays_first = made[3] if made is not None else kind[1] == PUNCT
            else:
                token = doc[index]
                self._correct(token, is_first=is_first)
                stays_first = token.pos == PUNCT
                new.append((index, key, stays_first))
            is_first = is_first and stays_first
        if new:
            corrected = _kinds(doc)
            for index, key, is_mark in new:
                token = doc[index]
                self._made[key] = (
                    None
                    if corrected[index] == key[0]
                    else (token.pos, token.lemma, token.morph, is_mark)
                )
        return doc

    def _correct(self, token: Token, *, is_first: bool) -> None:
        """Correct one word; what becomes of it follows from its KIND and `is_first` alone."""
        closed = self._closed.get(normal(token.text)) if self._closed else None
        if closed is not None:
            token.pos_, lemma = closed
        else:
            self._reshape(token)
            lemma = self._lemma(token, is_first=is_first)
        if lemma != token.lemma_:
            token.lemma_ = lemma
        own = self._features.get((token.pos_, lemma))
        if own is not None:
            set_features(token, {**token.morph.to_dict(), **own})

    def _lemma(self, token: Token, *, is_first: bool) -> str:
        lemma: str = token.lemma_
        if token.pos_ == "PROPN":
            is_name = self._has_capitals and token.text[:1].isupper()
            return lemma[:1].upper() + lemma[1:] if is_name else lemma
        if token.text.isdigit():
            return str(token.text)
        form = normal(token.text)
        known = self._lemmas.get(token.pos_, {}).get(form) or self._guessed(form, token)
        if known is not None:
            return known
        if len(lemma) > 1 and (is_first or token.pos_ in self._lowered):
            return lemma.lower()
        return lemma

    def _guessed(self, form: str, token: Token) -> str | None:
        """Return the word that a form is of, where what the model says is not a known word."""
        lemma: str = token.lemma_
        if token.pos_ in ud.VERBAL and self._verbs and lemma not in self._verbs:
            return self._guess(form, self._endings, self._verbs) or lemma.lower()
        words = self._words.get(token.pos_)
        if words is None or lemma.lower() in words:
            return None
        return self._word(form, self._changes.get(token.pos_, {}), words)

    def _reshape(self, token: Token) -> None:
        """Give a word that no list of its part of speech has the only other one that fits."""
        form = normal(token.text)
        seen = self._seen.get(token.pos_)
        is_listed = token.pos_ not in self._shapes or self._is_known(token.pos_, form)
        if is_listed if seen is None else form in seen:
            return
        others = [
            (pos, shape)
            for pos in self._shapes
            if pos != token.pos_ and self._is_known(pos, form)
            for shape in (self._shape(pos, form),)
            if shape is not None
        ]
        if len(others) == 1:
            token.pos_ = others[0][0]
            feats = others[0][1].split("|") if others[0][1] else []
            set_features(token, dict(pair.split("=", 1) for pair in feats))

    def _is_known(self, pos: str, form: str) -> bool:
        if form in self._lemmas.get(pos, {}):
            return True
        return self._word(form, self._changes.get(pos, {}), self._words[pos]) is not None

    def _shape(self, pos: str, form: str) -> str | None:
        shapes = self._shapes[pos]
        ends = (form[-size:] for size in range(min(LONGEST_SHAPE, len(form)), 0, -1))
        return next((shapes[end] for end in ends if end in shapes), None)

    def _word(
        self, form: str, endings: Mapping[str, list[str]], words: frozenset[str]
    ) -> str | None:
        """Return the known word that a form is of, with a prefix of the form or without it."""
        whole = self._guess(form, endings, words)
        if whole is not None:
            return whole
        for prefix in self._prefixes:
            if form.startswith(prefix):
                found = self._guess(form.removeprefix(prefix), endings, words)
                if found is not None:
                    return found
        return None

    @staticmethod
    def _guess(form: str, endings: Mapping[str, list[str]], words: frozenset[str]) -> str | None:
        """Return the known word that an ending makes of the longest beginning of a form."""
        for size in range(min(LONGEST_ENDING, len(form) - 1) + 1):
            stem = form[: len(form) - size]
            for ending in endings.get(form[len(stem) :], ()):
                if stem + ending in words:
                    return stem + ending
        return None


def _kinds(doc: Doc) -> list[tuple[int, ...]]:
    """Return the KIND of every word."""
    table = doc.to_array(list(KIND)).reshape(-1, len(KIND))
    return list(map(tuple, cast("list[list[int]]", table.tolist())))


@Language.factory(
    FACTORY,
    requires=["token.pos", "token.lemma"],
    assigns=["token.pos", "token.lemma", "token.morph"],
)
def create_lexicon(nlp: Language, name: str) -> LexiconLemmatizer:
    """Make an empty lexicon; `from_disk` fills it."""
    del nlp, name
    return LexiconLemmatizer()
