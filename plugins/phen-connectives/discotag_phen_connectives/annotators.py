"""The annotators of the layer `connectives`: English by a trained model, others by lists.

A segment's value is a tuple of `Connective`, in text order: every listed word, those that are not
connectives with a low confidence, since some questions are about the words alone.
"""

from __future__ import annotations

import hashlib
import json
import math
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import chain, repeat
from pathlib import Path
from typing import TYPE_CHECKING, Self

from discotag.plugin import Annotator, Document, TableError, TokenContext
from discotag_phen_connectives.features import (
    features,
    for_senses,
    has_sentence_before,
    is_before,
    joins_clauses,
)
from discotag_phen_connectives.words import (
    LAYER,
    MODELLED,
    Connective,
    Group,
    Words,
    read_words,
    words_in,
    words_of,
)

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping, Sequence

    from discotag.plugin import Context, Side


SUBORDINATE = frozenset({"subordinator", "preposition"})


class ListedConnectives(Annotator):
    """Finds the connectives of a language by its list and the conditions in it.

    Args:
        words: the language's list.
    """

    def __init__(self, words: Words) -> None:
        self._words = words
        self.digest = words.digest

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the annotator with the list of the side's language; TableError if it is wrong."""
        table = context.tables.get("connectives")
        return cls(words_in(table) if table else read_words(context.pack.code))

    def annotate(self, documents: Sequence[Side]) -> Sequence[Sequence[tuple[Connective, ...]]]:
        """Return the listed words of each segment."""
        return [
            [self.of_segment(side, segment) for segment in range(len(side))] for side in documents
        ]

    def of_segment(self, side: Side, segment: int) -> tuple[Connective, ...]:
        """Return the listed words of one segment."""
        tokens = side[segment]
        both = Document("", side, side)
        found = []
        for word, span in self._words.find(tokens):
            groups = self._words.groups[word]
            site = TokenContext(both, "source", segment, span[0])
            group = next((group for group in groups if self._fits(group, site, span)), None)
            read = group or groups[0]
            is_subordinate = read.kind in SUBORDINATE
            found.append(
                Connective(
                    span,
                    word,
                    read.sense,
                    group.confidence if group else 0.0,
                    is_before(tokens, span, is_subordinate=is_subordinate),
                    read.kind,
                )
            )
        return tuple(found)

    @staticmethod
    def _fits(group: Group, site: TokenContext, span: Sequence[int]) -> bool:
        if group.joins_clauses and not joins_clauses(site.tokens, span):
            return False
        return group.when is None or group.when.matches(site)


class EnglishConnectives(Annotator):
    """Finds English connectives: listed words, of which a model shows which are used as such.

    Args:
        words: the English list.
        model: the learned weights.
    """

    def __init__(self, words: Words, model: Model) -> None:
        self._words = words
        self._model = model
        self.digest = f"{words.digest}-{model.digest}"

    @classmethod
    def create(cls, context: Context) -> Self:  # noqa: ARG003 - the model has no settings
        """Build the annotator; TableError if its files are damaged."""
        return cls(read_words(MODELLED), read_model())

    def annotate(self, documents: Sequence[Side]) -> Sequence[Sequence[tuple[Connective, ...]]]:
        """Return the listed words of each segment."""
        return [
            [self.of_segment(side, segment) for segment in range(len(side))] for side in documents
        ]

    def of_segment(self, side: Side, segment: int) -> tuple[Connective, ...]:
        """Return the listed words of one segment."""
        tokens = side[segment]
        found = []
        for word, span in self._words.find(tokens):
            kind = self._words.groups[word][0].kind
            names = features(tokens, span, word, kind)
            is_far = self._model.is_before(names) and not has_sentence_before(tokens, span[0])
            found.append(
                Connective(
                    span,
                    word,
                    self._model.sense(names),
                    round(self._model.confidence(names), 4),
                    is_far,
                    kind,
                )
            )
        return tuple(found)


class SourceConnectives:
    """The source side's connectives: its layer, or what is found where a plan did not ask for it.

    A tagger cannot need the layer of the source: it works from every source language, and not all
    have a list.
    """

    def __init__(self, finder: ListedConnectives | EnglishConnectives | None) -> None:
        self._finder = finder

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build for the source language of a context; TableError if its list is wrong."""
        if context.source.code == MODELLED:
            return cls(EnglishConnectives.create(context))
        words = words_of(context.source)
        return cls(ListedConnectives(words) if words else None)

    def of(self, side: Side) -> Sequence[Sequence[Connective]] | None:
        """Return the connectives of each segment; None where the language has no list."""
        if LAYER in side.annotations:
            return side.layer(LAYER)
        return self._finder.annotate([side])[0] if self._finder else None

    def at(self, side: Side, segment: int) -> Sequence[Connective]:
        """Return the connectives of one segment; none where the language has no list."""
        if LAYER in side.annotations:
            found: Sequence[Connective] = side.layer(LAYER)[segment]
            return found
        return self._finder.of_segment(side, segment) if self._finder else ()


PATH = Path(__file__).parent / "model" / "en.json"
Weights = dict[str, float]
BIAS = ""
"""The feature that every place has."""


@dataclass(frozen=True)
class Model:
    """The learned weights.

    Args:
        use: feature → weight for being a connective.
        before: feature → weight for joining to the text before the sentence.
        senses: sense → feature → weight; the highest sum wins.
        digest: of the file.
    """

    use: Weights
    before: Weights
    senses: Mapping[str, Weights]
    digest: str = ""

    def confidence(self, features: Iterable[str]) -> float:
        """Return the probability of a connective, 0-1."""
        return _probability(self.log_odds(features))

    def log_odds(self, features: Iterable[str]) -> float:
        """Return the same as log odds, unbounded."""
        return _total(self.use, features)

    def is_before(self, features: Iterable[str]) -> bool:
        """Return whether the connective joins its clause to the text before the sentence."""
        return _probability(_total(self.before, features)) >= 0.5

    def sense(self, features: Iterable[str]) -> str:
        """Return the most probable sense."""
        weights = self._by_feature
        known = (weights[name] for name in (BIAS, *for_senses(tuple(features))) if name in weights)
        sums = [sum(column) for column in zip(*known, strict=True)] or [0.0] * len(self.senses)
        return sorted(self.senses)[sums.index(max(sums))]

    @cached_property
    def _by_feature(self) -> dict[str, tuple[float, ...]]:
        """Feature → its weight for each sense, in alphabetical order of senses."""
        names = set(chain.from_iterable(self.senses.values()))
        return {
            name: tuple(self.senses[sense].get(name, 0.0) for sense in sorted(self.senses))
            for name in names
        }


def _total(weights: Weights, features: Iterable[str]) -> float:
    return weights.get(BIAS, 0.0) + sum(map(weights.get, features, repeat(0.0)))


def _probability(log_odds: float) -> float:
    return 1 / (1 + math.exp(-max(-30.0, min(30.0, log_odds))))


@lru_cache(maxsize=2)
def read_model(path: Path = PATH) -> Model:
    """Read the weights; TableError if the file is missing or damaged."""
    try:
        raw = path.read_bytes()
        data = json.loads(raw)
        return Model(
            data["use"], data["before"], data["senses"], hashlib.sha256(raw).hexdigest()[:12]
        )
    except (OSError, ValueError, KeyError) as error:
        raise TableError(
            f"the connectives' weights cannot be read ({error!r}); reinstall"
            " discotag-phen-connectives",
            path=path,
        ) from error
