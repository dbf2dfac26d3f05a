"""Second persons and commands by a table: what a word may be, and what speaks for it.

A model that has learned from newspapers hardly knows second persons and commands. The form says
what a word may be (readings); the model's analysis and the words around it say which of them it
is: a pronoun before it, the head of a clause, a question. Each reading has a score: what it shares
with the model's analysis, and the cues that hold. The best one replaces the model's.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from discotag.language import ud
from discotag.language.conjugation import Conjugation, Reading
from discotag.language.rules import RuleComponent, normal, opens_clause, set_features

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from spacy.tokens import Doc, Token

SENTENCE_ENDS = frozenset(".!?…") | {"..."}
WEIGHTS = {"VerbForm": 4.0, "Mood": 2.0, "Tense": 2.0, "Person": 2.0, "Number": 2.0, "Gender": 1.0}
STAYS = 10.0
"""The score of the model's analysis of a word that it does not take for a verb."""
NOTHING = Reading("", "", {})

Test = Callable[["Token", str], bool]


class Cue:
    """Something around a word that speaks for some of its readings, or against them.

    Args:
        row: `score`, and conditions that must all hold.
            Of the reading: `upos` (else `VERB`), `feats` (all of them), `lacks` (none
            of them), `kind`, `kind_not`, `attached` (whether a pronoun is), `lemma_ends`.
            Of the word: `forms`, `ends`, `capital` (does it have one), `model` (part of speech
            that the model gives it), `model_feats`.
            Of its neighbours: their forms `before`, `before_2`, `after` (`^`, `$`: edges), their
            parts of speech `before_pos`, `before_2_pos`, `after_pos`, `after_2_pos`; `within` (a
            form among the `reach` words before), `earlier` (features of any word before).
            Of its sentence: `opens` and `before_opens` (whether it, or the word before it, opens a
            clause), `asks`.
            All but those of the reading may end in `_not`.
        lists: name → words; `@name` in a row represents them.
    """

    def __init__(self, row: Mapping[str, Any], lists: Mapping[str, Iterable[str]]) -> None:
        self.score = float(row["score"])
        self.upos: str = row.get("upos", "VERB")
        self.features: str = row.get("feats", "")
        self._upos = frozenset(_split(self.upos))
        self._feats = [tuple(pair.split("=")) for pair in row.get("feats", "").split("|") if pair]
        self._lacks = [tuple(pair.split("=")) for pair in row.get("lacks", "").split("|") if pair]
        self._kind = frozenset(_split(row.get("kind", ())))
        self._kind_not = frozenset(_split(row.get("kind_not", ())))
        self._attached = row.get("attached")
        self._lemma_ends = tuple(_split(row.get("lemma_ends", ())))
        reach = row.get("reach", 0)
        self._tests: list[Test] = []
        for name, value in row.items():
            key = name.removesuffix("_not")
            if key in _TESTS:
                wanted = _words(value, lists) if isinstance(value, list | str) else value
                test = _TESTS[key](wanted, reach)
                self._tests.append(test if key == name else _negated(test))

    def holds(self, token: Token, form: str) -> bool:
        """Return whether word and neighbours are as the row says."""
        return all(test(token, form) for test in self._tests)

    def speaks_of(self, reading: Reading) -> bool:
        """Return whether a reading is one that the row says."""
        feats = reading.feats
        return (
            reading.upos in self._upos
            and all(feats.get(name) == value for name, value in self._feats)
            and not any(feats.get(name) == value for name, value in self._lacks)
            and (not self._kind or reading.kind in self._kind)
            and reading.kind not in self._kind_not
            and (self._attached is None or bool(reading.attached) == self._attached)
            and (not self._lemma_ends or reading.lemma.endswith(self._lemma_ends))
        )


class AddressRules(RuleComponent):
    """Chooses among what the form of a word may be.

    Data, most of which may be left out:
        verbs: infinitives.
        conjugation: the table of `Conjugation`.
        cues: rows of `Cue`.
        lists: name → words that rows name; `never` are left alone unless the model has a verb.
        forms_of: name of a list → verbs whose irregular forms are in it.
        weights: feature → what agreement with the model counts.
        nonfinite: form of the verb → endings; the model's analysis stays where no reading has its
            form of the verb and the word ends so.
        finite_only: whether infinitives and participles that the model knows keep their features,
            and verbs keep a lemma that is a verb's.
        small_names: whether lemmas of names are written small.
        closed: form → [part of speech, lemma, features, parts of speech that it is mistaken for].
        objects: form → [lemma, features] of what looks like an article before a finite verb.
        objects_after: words after which that holds; without it, everywhere.
        sets: rows of conditions, with the `upos` and `feats` that such words have.
    """

    def __init__(self) -> None:
        self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Read the table."""
        self._data = data
        self.conjugation = Conjugation(data.get("verbs", ()), data.get("conjugation", {}))
        self.lists: dict[str, frozenset[str]] = {
            name: frozenset(_split(words)) for name, words in data.get("lists", {}).items()
        }
        for name, lemmas in data.get("forms_of", {}).items():
            self.lists[name] = self.conjugation.irregular_forms(frozenset(_split(lemmas)))
        self._cues = [Cue(row, self.lists) for row in data.get("cues", ())]
        self._sets = [Cue({"score": 0, **row}, self.lists) for row in data.get("sets", ())]
        self._weights: dict[str, float] = data.get("weights", WEIGHTS)
        self._closed: dict[str, list[Any]] = data.get("closed", {})
        self._objects: dict[str, list[str]] = data.get("objects", {})
        self._finite_only: bool = data.get("finite_only", False)
        self._nonfinite: dict[str, str] = data.get("nonfinite", {})
        self._small_names: bool = data.get("small_names", False)
        self._objects_after = _words(data.get("objects_after", []), self.lists)

    def __call__(self, doc: Doc) -> Doc:
        """Correct a document."""
        for token in doc:
            form = normal(token.text)
            if form in self._closed and token.pos_ in self._closed[form][3]:
                token.pos_, token.lemma_ = self._closed[form][:2]
                set_features(token, self._closed[form][2])
            elif form not in self.lists.get("never", ()) or token.pos_ in ud.VERBAL:
                self._choose(token, form)
            for row in self._sets:
                if row.holds(token, form):
                    token.pos_ = row.upos
                    set_features(token, row.features)
            if self._small_names and token.pos_ == "PROPN":
                token.lemma_ = token.lemma_.lower()
            if self._objects and token.i and token.morph.to_dict().get("VerbForm") == "Fin":
                self._object(token.nbor(-1))
        return doc

    def readings(self, form: str) -> Sequence[Reading]:
        """Return what a form may be; a subclass adds what it knows besides verbs."""
        return self.conjugation.readings(form)

    def _choose(self, token: Token, form: str) -> None:
        """Give a word the best of its readings."""
        found = self.readings(form)
        if not found:
            return
        feats = token.morph.to_dict()
        best, score, cues = self.best(token, form, found)
        if token.pos_ in ud.VERBAL:
            known = {reading.feats.get("VerbForm") for reading in found}
            is_of_lemma = token.lemma_ in {reading.lemma for reading in found}
            is_known = (
                feats.get("VerbForm", "Fin") in known
                or is_of_lemma
                or not self._is_nonfinite(form, feats.get("VerbForm", ""))
            )
            is_irregular = token.lemma_ in self.conjugation and not is_of_lemma  # vamos of ir
            stays = score < 0 or is_irregular or not is_known
        else:
            own = Reading(token.pos_, token.lemma_, feats)
            stays = score <= STAYS + sum(cue.score for cue in cues if cue.speaks_of(own))
        if not stays:
            self._set(token, best, feats)

    def _is_nonfinite(self, form: str, verb_form: str) -> bool:
        """Return whether a word ends as that form of a verb does.

        What is attached to an infinitive (*darme*) must leave a verb: *firme* is not from *fir*.
        """
        ends = (end for end in _split(self._nonfinite.get(verb_form, "")) if form.endswith(end))
        return any(
            verb_form != "Inf"
            or len(end) == 1
            or form[: len(form) - len(end) + 1] in self.conjugation
            for end in ends
        )

    def best(
        self, token: Token, form: str, readings: Sequence[Reading]
    ) -> tuple[Reading, float, list[Cue]]:
        """Return the best of some readings of a word, its score, and the cues that hold."""
        feats = token.morph.to_dict()
        cues = [cue for cue in self._cues if cue.holds(token, form)]
        scores = [
            self.agreement(reading, token, feats)
            + sum(cue.score for cue in cues if cue.speaks_of(reading))
            for reading in readings
        ]
        place = max(range(len(scores)), key=lambda index: (scores[index], -index))
        return readings[place], scores[place], cues

    def agreement(self, reading: Reading, token: Token, feats: Mapping[str, str]) -> float:
        """Return how much of a reading is as in the model."""
        shared = sum(
            weight
            for name, weight in self._weights.items()
            if reading.feats.get(name) == feats.get(name)
        )
        return shared + (reading.lemma == token.lemma_)

    def _set(self, token: Token, reading: Reading, feats: Mapping[str, str]) -> None:
        is_verb = token.pos_ in ud.VERBAL and not reading.attached
        if token.pos_ != reading.upos and not (token.pos_ == "AUX" and reading.upos == "VERB"):
            token.pos_ = reading.upos
        if not (self._finite_only and is_verb and token.lemma_ in self.conjugation):
            token.lemma_ = reading.lemma
        is_kept = (
            self._finite_only
            and is_verb
            and reading.feats["VerbForm"] != "Fin"
            and reading.feats["VerbForm"] == feats.get("VerbForm")
        )
        if not is_kept and not reading.feats.items() <= feats.items():
            kept = {name: feats[name] for name in ("Voice", "Reflex") if name in feats}
            set_features(token, {**kept, **reading.feats})

    def _object(self, token: Token) -> None:
        """Make an article before a finite verb the pronoun that it must be: *la vendí*."""
        found = self._objects.get(normal(token.text))
        if found is None or token.pos_ != "DET":
            return
        before = normal(token.nbor(-1).text) if token.i else "^"
        if not self._objects_after or before in self._objects_after:
            token.pos_, token.dep_, token.lemma_ = "PRON", "obj", found[0] or token.lemma_
            set_features(token, found[1])


def _split(words: Iterable[str] | str) -> Iterable[str]:
    return words.split() if isinstance(words, str) else words


def _words(value: Iterable[str] | str, lists: Mapping[str, Iterable[str]]) -> frozenset[str]:
    """Return the words of a condition, with those of the lists that it names."""
    found: set[str] = set()
    for word in _split(value):
        found.update(lists.get(word[1:], ()) if word.startswith("@") else (word,))
    return frozenset(found)


def _negated(test: Test) -> Test:
    return lambda token, form: not test(token, form)


def _neighbour(step: int) -> Callable[[frozenset[str], int], Test]:
    edge = "^" if step < 0 else "$"

    def make(words: frozenset[str], _reach: int) -> Test:
        def test(token: Token, _form: str) -> bool:
            place = token.i + step
            is_inside = 0 <= place < len(token.doc)
            return (normal(token.doc[place].text) if is_inside else edge) in words

        return test

    return make


def _neighbour_pos(step: int) -> Callable[[frozenset[str], int], Test]:
    edge = "^" if step < 0 else "$"

    def make(kinds: frozenset[str], _reach: int) -> Test:
        def test(token: Token, _form: str) -> bool:
            place = token.i + step
            return (token.doc[place].pos_ if 0 <= place < len(token.doc) else edge) in kinds

        return test

    return make


def _within(words: frozenset[str], reach: int) -> Test:
    return lambda token, _: any(
        normal(other.text) in words for other in token.doc[max(0, token.i - reach) : token.i]
    )


def _asks(token: Token) -> bool:
    """Return whether the next mark that ends a sentence is a question mark."""
    marks = (other.text for other in token.doc[token.i + 1 :] if other.text in SENTENCE_ENDS)
    return next(marks, "") == "?"


_TESTS: dict[str, Callable[[Any, int], Test]] = {
    "forms": lambda words, _: lambda _token, form: form in words,
    "ends": lambda ends, _: lambda _token, form: form.endswith(tuple(ends)),
    "capital": lambda wanted, _: lambda token, _form: token.text[:1].isupper() == wanted,
    "model": lambda kinds, _: lambda token, _form: token.pos_ in kinds,
    "model_feats": lambda feats, _: lambda token, _form: feats <= set(str(token.morph).split("|")),
    "before": _neighbour(-1),
    "before_2": _neighbour(-2),
    "after": _neighbour(1),
    "before_pos": _neighbour_pos(-1),
    "before_2_pos": _neighbour_pos(-2),
    "after_pos": _neighbour_pos(1),
    "after_2_pos": _neighbour_pos(2),
    "within": _within,
    "opens": lambda wanted, _: lambda token, _form: opens_clause(token) == wanted,
    "before_opens": lambda wanted, _: (
        lambda token, _form: (token.i > 0 and opens_clause(token.nbor(-1))) == wanted
    ),
    "earlier": lambda feats, _: (
        lambda token, _form: any(
            feats <= set(str(other.morph).split("|")) for other in token.doc[: token.i]
        )
    ),
    "asks": lambda wanted, _: lambda token, _form: _asks(token) == wanted,
}

create_address_rules = AddressRules.registered("discotag_address")
