"""A dictionary that supports a model: it says what a form may be, and the model chooses.

A model that has met few words guesses gender, aspect, mood and lemma by the ending. Where the
dictionary of a language knows a word, its analysis that agrees best with the model's features
replaces the model's.
"""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING, Any

from discotag.language.rules import RuleComponent

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from spacy.tokens import Doc, Token


@dataclass(frozen=True, slots=True)
class Analysis:
    """One analysis of a form.

    Args:
        upos: its part of speech in Universal Dependencies; empty for one of a closed class.
        lemma: its dictionary form.
        feats: feature → its possible values.
        score: how likely the dictionary itself finds it.
        is_name: whether it is a name.
    """

    upos: str
    lemma: str
    feats: Mapping[str, tuple[str, ...]]
    score: float = 0.0
    is_name: bool = False

    def chosen(self, model: Mapping[str, str]) -> dict[str, str]:
        """Return the features, of several values the model's where it is one of them."""
        return {
            name: model[name] if model.get(name) in values else values[0]
            for name, values in self.feats.items()
        }


class DictionaryRules(RuleComponent):
    """Replaces analyses by the likeliest of those that a dictionary knows.

    Data: `parts` the dictionary's part of speech → UD's; `forms` the same → features; `features`
    the dictionary's label → `Name=Value`; `weights` feature → what agreement in it counts, 1 for
    the others. A subclass says more.
    """

    def __init__(self) -> None:
        self.analyses = lru_cache(maxsize=65536)(self.look_up)
        self.fill({})

    def fill(self, data: dict[str, Any]) -> None:
        """Read the tables."""
        self._data = data
        self.parts: dict[str, str] = data.get("parts", {})
        self.forms = {name: read_features(feats) for name, feats in data.get("forms", {}).items()}
        self.features: dict[str, tuple[str, str]] = {
            label: (pair.partition("=")[0], pair.partition("=")[2])
            for label, pair in data.get("features", {}).items()
        }
        self._weights: dict[str, float] = data.get("weights", {})
        self.analyses.cache_clear()

    def __call__(self, doc: Doc) -> Doc:
        """Correct a document."""
        for token in doc:
            fitting = self.fitting(token)
            if fitting:
                model = self.model_features(token)
                best = max(fitting, key=lambda one: (self._agreement(one, model), one.lemma))
                self.use(token, best, model)
        return doc

    @abstractmethod
    def look_up(self, form: str) -> tuple[Analysis, ...]:
        """Return the analyses of a form; none for one that the dictionary does not hold."""

    @abstractmethod
    def fitting(self, token: Token) -> Sequence[Analysis]:
        """Return the analyses that a token may have, given the model's part of speech."""

    @abstractmethod
    def use(self, token: Token, best: Analysis, model: Mapping[str, str]) -> None:
        """Give a token an analysis."""

    def model_features(self, token: Token) -> dict[str, str]:
        """Return the features that the model gives a token."""
        return dict(token.morph.to_dict())

    def _agreement(self, one: Analysis, model: Mapping[str, str]) -> float:
        """Count the features that agree, less those that contradict each other."""
        agreeing = sum(
            self._weights.get(name, 1.0) * (1 if model[name] in values else -1)
            for name, values in one.feats.items()
            if name in model
        )
        return agreeing + one.score


def read_features(cell: str) -> dict[str, tuple[str, ...]]:
    """Read a FEATS cell."""
    pairs = (pair.partition("=") for pair in cell.split("|") if pair)
    return {name: (value,) for name, _, value in pairs}
