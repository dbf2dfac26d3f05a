"""What the resolver has to choose among in gold text: candidates, features, which are right."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING, Literal

from benchmarks.tasks.coref_gap import NONE as NOT_MEANT
from benchmarks.tasks.coref_gold import Span
from benchmarks.tasks.coref_measures import GoldIndex
from benchmarks.tasks.coref_probes import NOTHING
from benchmarks.tasks.coref_sides import with_heads
from discotag_lang_en.coref.mentions import Phrase, phrases
from discotag_lang_en.coref.resolver import Discourse, RuleOptions
from discotag_lang_en.coref.salience import CLASSES, Candidate

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence

    from benchmarks.tasks.coref_gold import GoldDocument, GoldMention
    from discotag.core.document import Side
    from discotag_lang_en.coref.mentions import Entity

    Chooser = Callable[[Phrase, Sequence[Candidate], Sequence[str]], tuple[int | None, float]]

ANY = "any"
"""The entity of a pronoun that stands for something, nobody says for what."""
VAGUE = 0.3
"""How much such a pronoun counts beside others of its source."""
Wanted = tuple[tuple[int, ...], float]
"""Rows that mean the same, and the probability 0-1 that they should have together."""
Scheme = Literal["full", "persons", "marked"]
"""How much of a text is annotated: everything, some sorts of things, or only what is marked."""


@dataclass(frozen=True, slots=True)
class Choice:
    """A pronoun's candidates.

    Args:
        rows: the features of every candidate and of "none", which stands last.
        wanted: which of them mean the same, and how much of the probability these should have.
        weight: how much it counts.
    """

    rows: tuple[tuple[str, ...], ...]
    wanted: tuple[Wanted, ...]
    weight: float


@dataclass(frozen=True, slots=True)
class Source:
    """Analysed gold documents of one kind.

    Args:
        documents: gold and analysed side.
        scheme: how much is annotated.
        weight: how much a choice of theirs counts.
    """

    documents: Sequence[tuple[GoldDocument, Side]]
    scheme: Scheme
    weight: float = 1.0


class Watcher:
    """A chooser that notes every choice, and decides as gold or as a model does.

    Args:
        index: the document's gold mentions.
        side: its analysed side.
        source: how it is annotated.
        chooser: what decides where gold does not; None = the nearest.
        follows_gold: whether gold decides.
    """

    def __init__(
        self,
        index: GoldIndex,
        side: Side,
        source: Source,
        chooser: Chooser | None,
        *,
        follows_gold: bool,
    ) -> None:
        self.index, self.side, self.source = index, side, source
        self.chooser, self.follows_gold = chooser, follows_gold
        self.choices: dict[str, list[Choice]] = defaultdict(list)

    def __call__(
        self, pronoun: Phrase, candidates: Sequence[Candidate], none: Sequence[str]
    ) -> tuple[int | None, float]:
        """Note the choice, then choose."""
        right = self._right(pronoun, candidates)
        if right is not None and pronoun.pronoun is not None and candidates:
            rows = (*(item.features for item in candidates), tuple(none))
            found = (*right, not any(right))
            weight = self.source.weight * (VAGUE if self._wanted(pronoun) == ANY else 1.0)
            wanted = tuple(row for row, is_right in enumerate(found) if is_right), 1.0
            self.choices[CLASSES[pronoun.pronoun]].append(Choice(rows, (wanted,), weight))
        is_told = right is not None and self._wanted(pronoun) != ANY
        if is_told and right is not None and self.follows_gold:
            return (right.index(True), 1.0) if any(right) else (None, 0.0)
        if self.chooser is None:
            return (0, 1.0) if candidates else (None, 0.0)
        return self.chooser(pronoun, candidates, none)

    def _right(self, pronoun: Phrase, candidates: Sequence[Candidate]) -> list[bool] | None:
        """Return which candidates are right; None where gold does not tell."""
        wanted = self._wanted(pronoun)
        if wanted == ANY:
            return [True] * len(candidates) or None
        if wanted is None:
            return None if self.source.scheme == "persons" else [False] * len(candidates)
        if wanted == NOTHING and self.source.scheme == "marked":
            return [False] * len(candidates)
        right = [self._is_right(item, wanted) for item in candidates]
        if self.source.scheme == "marked" and not any(right):
            return None
        return right

    def _wanted(self, pronoun: Phrase) -> str | None:
        gold = self._gold(pronoun)
        if gold is None:
            return None
        return None if gold.is_expletive else gold.entity

    def _is_right(self, candidate: Candidate, wanted: str) -> bool:
        entity = candidate.entity
        if entity is None:
            return self._entity(candidate.mention) == wanted
        if self.source.scheme == "marked":
            return any(self._entity(phrase) == wanted for phrase, _ in entity.mentions)
        named = self._named(entity)
        return (named or self._entity(candidate.mention)) == wanted

    def _named(self, entity: Entity) -> str | None:
        return self._entity(entity.nominal) if entity.nominal is not None else None

    def _entity(self, phrase: Phrase) -> str | None:
        found = self._gold(phrase)
        return found.entity if found and not found.is_expletive else None

    def _gold(self, phrase: Phrase) -> GoldMention | None:
        tokens, mention = self.side[phrase.segment], phrase.mention
        return self.index.find(
            Span(
                mention.segment,
                tokens.starts[mention.start],
                tokens.ends[mention.end - 1],
                tokens.starts[mention.head],
                mention.kind == "pronoun",
            )
        )


class _Told(Watcher):
    """A watcher of texts where only some pronouns are marked: the others are not counted."""

    def _right(self, pronoun: Phrase, candidates: Sequence[Candidate]) -> list[bool] | None:
        gold = self._gold(pronoun)
        if gold is None or gold.entity.startswith(NOT_MEANT):
            return None
        return super()._right(pronoun, candidates)


def collect(
    sources: Iterable[Source],
    options: RuleOptions,
    chooser: Chooser | None,
    *,
    follows_gold: bool,
) -> dict[str, list[Choice]]:
    """Run the resolver over documents and return the choices it met, by class of pronoun."""
    choices: dict[str, list[Choice]] = defaultdict(list)
    for source in sources:
        kind = _Told if source.scheme == "marked" else Watcher
        for document, side in source.documents:
            index = GoldIndex(with_heads(document, side))
            watcher = kind(index, side, source, chooser, follows_gold=follows_gold)
            discourse = Discourse(options, watcher)
            for segment, tokens in enumerate(side):
                discourse.read(phrases(segment, tokens))
            for name, items in watcher.choices.items():
                choices[name].extend(items)
    return choices
