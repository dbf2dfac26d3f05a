"""Choosing from Python: which of several translations agrees best with itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from discotag._api.installed import registry
from discotag._api.rows import Rows
from discotag._api.setup import Choices, names_in, planned
from discotag._pipeline.stages import Stages
from discotag._pipeline.units import in_units
from discotag._runs.choosing import TextObserver
from discotag._runs.scorers import planned_scorers
from discotag.core.errors import UsageError
from discotag.core.wording import count_noun

if TYPE_CHECKING:
    from collections.abc import Iterator

    from discotag._api.corpus import Corpus
    from discotag.core.consistency import Choice


@dataclass(frozen=True, slots=True, repr=False)
class Chosen(Rows):
    """What was chosen, document by document.

    Args:
        documents: a choice per document, with all reasons.
        notes: what the user should know.
    """

    documents: tuple[Choice, ...]
    notes: tuple[str, ...] = ()

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row per document and text: its cost, whether it is among the best, by how much.

        `cost` is the sum of all that speaks against the text, less what speaks for it; `margin`,
        how much more the next text costs than the best, 0 where several are best.
        """
        return [
            {
                "document": choice.document,
                "text": name,
                "cost": found.cost,
                "is_best": name in choice.best,
                "margin": choice.margin,
                "reasons": [item.told for item in found.observations],
            }
            for choice in self.documents
            for name, found in choice.texts.items()
        ]

    def wins(self) -> dict[str, int]:
        """Return in how many documents each text is best alone."""
        counts = Counter(choice.best[0] for choice in self.documents if len(choice.best) == 1)
        return {name: counts[name] for name in self.documents[0].texts}

    def costs(self) -> dict[str, float]:
        """Return the sum of each text's costs."""
        return {
            name: round(sum(choice.texts[name].cost for choice in self.documents), 6)
            for name in self.documents[0].texts
        }

    def __len__(self) -> int:
        """Count the documents."""
        return len(self.documents)

    def __iter__(self) -> Iterator[Choice]:
        """Go over the documents."""
        return iter(self.documents)

    def __repr__(self) -> str:
        told = ", ".join(f"{name} {cost:.2f}" for name, cost in self.costs().items())
        return f"<Chosen: {count_noun(len(self), 'document')}; costs: {told}>"


def choose(corpus: Corpus, *, by: str = "consistency", **choices: Unpack[Choices]) -> Chosen:
    """Choose among the translations of each document, without a reference.

    Args:
        corpus: the documents, each with two translations or more; references are among them.
        by: a scorer that tells what speaks for and against a text.
        choices: as `Choices` has them.

    Raises:
        UsageError: the corpus holds fewer than two translations, or the scorer judges no texts.
        DiscotagError: as `tag`.
    """
    names = names_in(corpus)
    if len(names) < 2:
        raise UsageError(f"there is one translation ({names[0]}); give two or more to choose from")
    checks = () if choices.get("phenomena") else "*"  # they read what tells a text's consistency
    units = in_units(planned(corpus, scorers=(by,), checks=checks, **choices), corpus.texts)
    [bound] = planned_scorers(units.plan)
    observer = TextObserver(Stages(units.plan, registry()), bound.observed)
    found = tuple(observer.choices(units.texts))
    return Chosen(found, (*units.plan.notes, *units.notes(), *corpus.notes))
