"""Arabic words by rule: closed classes, attached pronouns, second persons of the verb.

Newspapers hardly address anybody, so a model trained on them knows no أنت and takes تكتبون for a
noun or a third person. Three rules correct it: pronouns and demonstratives are what they are, with
particles before them as well; a preposition with a pronoun is that pronoun; and the person, gender
and number of an attached pronoun and of a verb in ـتم or تـ…ـون are those of their letters. The
package declares this to spaCy as the factory `discotag_arabic_words`.
"""

from __future__ import annotations

import json
import re
from typing import TYPE_CHECKING, Any, Self

from spacy.language import Language

if TYPE_CHECKING:
    from pathlib import Path

    from spacy.tokens import Doc, Token

FACTORY = "discotag_arabic_words"
FILE = "rules.json"
VOWELS = re.compile("[\u064b-\u0652\u0670\u0640]")
CONJUNCTIONS = ("و", "ف")
VERBAL = frozenset({"VERB", "AUX"})
LAYER = ("Gender", "Number", "Person")
SHORTEST = 2
"""Fewest letters before an attached pronoun."""

Features = dict[str, str]


class Words:
    """Corrects what letters decide better than a model of newspaper text.

    Data: `closed` word → [part of speech, lemma, features]; `prepositions` → the stem before a
    pronoun; `not_closed` words that only look so; `suffixes` attached pronoun → features; `second`
    [beginning, ending, features] of imperfect verbs; `past` ending → features of perfect verbs;
    `not_past` words with such an ending that are none.
    """

    def __init__(self) -> None:
        self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Set the word lists."""
        self._data = data
        self._suffixes: dict[str, str] = data.get("suffixes", {})
        self._by_length = sorted(self._suffixes, key=len, reverse=True)
        self._second: list[list[str]] = data.get("second", [])
        self._past: dict[str, str] = data.get("past", {})
        self._not_past = frozenset(data.get("not_past", ()))
        self._closed: dict[str, list[str]] = {}
        for form, (pos, lemma, feats) in data.get("closed", {}).items():
            self._closed[form] = [pos, lemma, feats]
        for preposition, stem in data.get("prepositions", {}).items():
            for suffix, feats in self._suffixes.items():
                self._closed.setdefault(
                    f"{stem}{suffix}", ["PRON", preposition, f"{feats}|PronType=Prs"]
                )
        self._not_closed = frozenset(data.get("not_closed", ()))

    def __call__(self, doc: Doc) -> Doc:
        """Correct a document."""
        for token in doc:
            form = VOWELS.sub("", token.text)
            known = self._known(form)
            if known is not None:
                token.pos_, token.lemma_ = known[0] or token.pos_, known[1]
                _set_morph(token, parsed(known[2]))
                continue
            feats = token.morph.to_dict()
            before = dict(feats)
            self._attached(form, feats)
            if token.pos_ in VERBAL:
                self._person(form, feats)
            if feats != before:
                _set_morph(token, feats)
        return doc

    def _known(self, form: str) -> list[str] | None:
        if form in self._not_closed:
            return None
        found = self._closed.get(form)
        if found is None and form.startswith(CONJUNCTIONS):
            found = self._closed.get(form[1:])
        return found

    def _attached(self, form: str, feats: Features) -> None:
        """Give an attached pronoun that the model saw the features of its letters, or none."""
        if "Person[clit]" not in feats:
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

    def to_disk(self, path: Path, *, exclude: tuple[str, ...] = ()) -> None:
        """Write the rules below a pipeline's directory."""
        del exclude
        path.mkdir(parents=True, exist_ok=True)
        text = json.dumps(self._data, ensure_ascii=False, sort_keys=True, indent=0)
        (path / FILE).write_text(text, encoding="utf-8")

    def from_disk(self, path: Path, *, exclude: tuple[str, ...] = ()) -> Self:
        """Read the rules of a pipeline's directory."""
        del exclude
        self.fill(json.loads((path / FILE).read_text(encoding="utf-8")))
        return self


def parsed(feats: str) -> Features:
    """Read a FEATS cell."""
    return dict(pair.split("=", 1) for pair in feats.split("|") if pair)


def _set_morph(token: Token, feats: Features) -> None:
    """Set a token's features; spaCy's type stubs lack the method."""
    changed: Any = token
    changed.set_morph("|".join(f"{name}={feats[name]}" for name in sorted(feats)))


@Language.factory(
    FACTORY,
    requires=["token.pos", "token.morph"],
    assigns=["token.pos", "token.morph", "token.lemma"],
)
def create_words(nlp: Language, name: str) -> Words:
    """Make the component without rules; `from_disk` fills it."""
    del nlp, name
    return Words()
