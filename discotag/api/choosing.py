"""Choosing from Python: which of several translations agrees best with itself."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Unpack

from discotag.api.corpus import Corpus
from discotag.api.setup import Choices, names_in, planned, planned_for, registry
from discotag.api.tagged import Rows
from discotag.core.errors import UsageError
from discotag.core.text import count_noun
from discotag.pipeline.stages import Stages
from discotag.runs.choosing import TextObserver
from discotag.runs.workers import planned_scorers
from discotag.units.units import in_units

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping, Sequence

    from discotag.core.consistency import Choice
    from discotag.core.document import ParallelText
    from discotag.core.tags import TaggedDocument


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


@dataclass(frozen=True, slots=True, repr=False)
class Combined(Rows):
    """Texts that were put together from candidates, document by document.

    Args:
        documents: for each document its id, `cost`, `costs` of the texts of all first candidates,
            all second ones …, and `segments`: source, text, number of the candidate, reasons.
        notes: what the user should know.
    """

    documents: tuple[dict[str, Any], ...]
    notes: tuple[str, ...] = ()

    @property
    def texts(self) -> dict[str, list[str]]:
        """The chosen text of each document, segment by segment."""
        return {
            found["document"]: [segment["text"] for segment in found["segments"]]
            for found in self.documents
        }

    def to_dicts(self) -> list[dict[str, Any]]:
        """Return a row per segment: document, source, text, candidate (from 0), reasons."""
        return [
            {
                "document": found["document"],
                "segment": number,
                **segment,
                "reasons": [reason["told"] for reason in segment["reasons"]],
            }
            for found in self.documents
            for number, segment in enumerate(found["segments"])
        ]

    def __len__(self) -> int:
        """Count the documents."""
        return len(self.documents)

    def __iter__(self) -> Iterator[dict[str, Any]]:
        """Go over the documents."""
        return iter(self.documents)

    def __repr__(self) -> str:
        cost = sum(found["cost"] for found in self.documents)
        return f"<Combined: {count_noun(len(self), 'document')}; costs {cost:.2f}>"


def combine(
    candidates: Corpus | Iterable[Mapping[str, Any]],
    *,
    source_language: str = "",
    target_language: str = "",
    quality: float | None = None,
    by: str = "consistency",
    **choices: Unpack[Choices],
) -> Combined:
    """Choose a candidate for each segment, so that each document agrees with itself.

    Args:
        candidates: a corpus, whose systems are the candidates of each segment; or a dictionary for
            each segment with `source`, `candidates` (texts, or dictionaries with `text` and
            `score`, more is better) and perhaps `document`.
        source_language: code or English name; of a corpus it is known.
        target_language: likewise.
        quality: what it costs to take the worst candidate of an average segment, beside what
            changes cost; None = as `discotag choose` has it.
        by: a scorer that tells what speaks for and against a text, and combines.
        choices: as `Choices` has them.

    Raises:
        UsageError: a corpus of fewer than two systems, or no languages are given.
        DiscotagError: as `tag`; a row is no segment with candidates.
    """
    if isinstance(candidates, Corpus):
        if len(candidates.systems) < 2:
            raise UsageError("give two systems or more to combine: load(…, systems={…})")
        pair = candidates.source_language, candidates.target_language
        rows: Sequence[Mapping[str, Any]] = _rows(candidates)
    else:
        if not (source_language and target_language):
            raise UsageError("give source_language and target_language")
        pair, rows = (source_language, target_language), list(candidates)
    installed = registry()
    checks = () if choices.get("phenomena") else "*"
    wish = planned_for(pair, installed, scorers=(by,), checks=checks, **choices)
    [bound] = planned_scorers(wish)
    stages = Stages(wish, installed)

    def tag(text: ParallelText) -> Mapping[str, TaggedDocument]:
        [tagged] = stages.tag_batch([text])
        return tagged.hypotheses

    observer = TextObserver(stages, bound.observed)
    return Combined(tuple(bound.combined(rows, tag, observer.observed, quality)), wish.notes)


def _rows(corpus: Corpus) -> list[dict[str, Any]]:
    return [
        {
            "document": text.id,
            "source": source,
            "candidates": [text.hypotheses[name][number] for name in corpus.systems],
        }
        for text in corpus.texts
        for number, source in enumerate(text.source)
    ]


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
