"""Sentences said again to somebody: second persons, which treebanks of news hardly hold.

Where a language drops its subjects, or their place may be taken by a pronoun, a verb of the third
person is one of the second with another ending (Czech *dělá*, *děláš*, *děláte*). The recipe tells
the endings; the sentence keeps its tree.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from pydantic import BaseModel, ConfigDict

from discotag.plugin import ud
from discotag_train.pipelines.harmonise import join, parse

if TYPE_CHECKING:
    import random
    from collections.abc import Iterator, Sequence

    from discotag_train.pipelines.lines import Line

SUBJECTS = frozenset({"nsubj", "nsubj:pass", "csubj", "csubj:pass", "expl"})


class Person(BaseModel):
    """How a verb of one person becomes one of the second.

    Args:
        feats: the features that a verb must have.
        endings: end of its form → end of the new one; the first that fits counts.
        words: form → new form, for verbs that go their own way; before the endings.
        becomes: the features that change.
        pronoun: the subject, where there was one of one word; it has the verb's person and number.
        lemma: of the pronoun.
        share: of the sentences that can be said so, how many are.
    """

    model_config = ConfigDict(frozen=True, extra="forbid")
    feats: dict[str, str]
    endings: tuple[tuple[str, str], ...] = ()
    words: dict[str, str] = {}
    becomes: dict[str, str]
    pronoun: str
    lemma: str
    share: float = 0.5

    def form(self, form: str) -> str | None:
        """Return the form of the second person, in lower case; None where no rule fits."""
        low = form.lower()
        if low in self.words:
            return self.words[low]
        for end, new in self.endings:
            if low.endswith(end) and len(low) > len(end):
                return low[: len(low) - len(end)] + new
        return None


def addressed(
    lines: Sequence[Line], persons: Sequence[Person], chance: random.Random
) -> Iterator[Line]:
    """Yield the lines that can be said to somebody, said so: each by a share of the rules."""
    for line in lines:
        for person in persons:
            said = _said(line, person) if line.has_tree else None
            if said is not None and chance.random() < person.share:
                yield said


def _said(line: Line, person: Person) -> Line | None:
    """Return a line with its first fitting verb in the second person; None where there is none."""
    for place, token in enumerate(line.gold):
        feats = parse(token.feats)
        if token.upos not in ud.VERBAL or not person.feats.items() <= feats.items():
            continue
        form = person.form(line.words[place])
        whose = place if token.deprel == "root" or token.upos == "VERB" else token.head
        subjects = [
            j for j, other in enumerate(line.gold)
            if other.head == whose and other.deprel in SUBJECTS
        ]  # fmt: skip
        if form is None or len(subjects) > 1 or not all(_is_alone(line, j) for j in subjects):
            continue
        words, gold = list(line.words), list(line.gold)
        words[place] = _cased(form, words[place])
        gold[place] = replace(token, feats=join(feats | person.becomes))
        for j in subjects:
            words[j] = _cased(person.pronoun, words[j] if j == 0 else "")
            told = {"Case": "Nom", "PronType": "Prs", "Person": "2"}
            told |= {k: v for k, v in person.becomes.items() if k == "Number"}
            told.setdefault("Number", feats.get("Number", "Sing"))
            gold[j] = replace(gold[j], upos="PRON", lemma=person.lemma, feats=join(told))
        return replace(line, words=tuple(words), gold=tuple(gold))
    return None


def _is_alone(line: Line, place: int) -> bool:
    """Return whether a subject is one word without dependents."""
    is_leaf = all(token.head != place for token in line.gold)
    return is_leaf and line.gold[place].upos in {"NOUN", "PROPN", "PRON"}


def _cased(form: str, like: str) -> str:
    return form[:1].upper() + form[1:] if like[:1].isupper() else form
