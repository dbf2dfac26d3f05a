"""Terms: whether a text calls them alike, and as in a glossary; no reference is needed.

Without a glossary: of the terms that occur again in a document, how many uses have the name that is
most frequent there? With one: at how many of its terms does a name of the glossary occur, by form
alone, and with inflection and compounds? The consistency is then that of the glossary's terms.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING, Self

import numpy as np
from pydantic import Field

from discotag.plugin import Row, Scorer, Statistics
from discotag_lint.terminology.glossary import Glossary, GlossaryOptions
from discotag_lint.terminology.matching import SourceTerms, TargetNames, Wording, apart
from discotag_lint.terminology.uses import TermUses, Use, grouped_names

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence

    from numpy.typing import NDArray

    from discotag.plugin import Comparison, Context, Document
    from discotag_lint.terminology.matching import Occurrence, Place, Word


FOUND, BY_FORM, DEMANDED, USUAL, USES, SUPPORT = range(6)


class TermScorerOptions(GlossaryOptions):
    """Settings of the scorer.

    Args:
        least: how often a term must have a name in a document to be asked for its consistency.
    """

    least: int = Field(default=2, ge=2)


class TermScorer(Scorer):
    """Counts terms with the names that are demanded, and with those that are usual in a text."""

    def __init__(
        self,
        glossary: Glossary,
        uses: TermUses,
        wordings: tuple[Wording, Wording],
        *,
        least: int = 2,
    ) -> None:
        self.digest = glossary.digest
        self._has_glossary = bool(glossary.concepts)
        wanted = [concept for concept in glossary.concepts if concept.allowed]
        self._terms = SourceTerms(wanted, wordings[0])
        self._names = TargetNames(wordings[1])
        self._uses = uses
        self._least = least

    @classmethod
    def create(cls, context: Context) -> Self:
        """Build the scorer; InputError names file and line of a faulty glossary."""
        options = context.read_options(TermScorerOptions)
        return cls(
            Glossary.of(options, context.source, context.target),
            TermUses(context.source, context.target),
            (Wording(context.source), Wording(context.target)),
            least=options.least,
        )

    def statistics(self, comparisons: Iterable[Comparison]) -> Iterator[Statistics]:
        """Count each text; references are not checked."""
        for comparison in comparisons:
            document = comparison.hypothesis.document
            counts = [0.0] * 6
            uses = self._demanded(document, counts) if self._has_glossary else None
            self._consistency(self._uses.of(document) if uses is None else uses, counts)
            counts[SUPPORT] = counts[DEMANDED if self._has_glossary else USES]
            yield Statistics(document.id, {Row(): tuple(counts)} if counts[SUPPORT] else {})

    def measures(self, counts: NDArray[np.float64]) -> Mapping[str, NDArray[np.float64]]:
        """Compute, 0-1: accuracy by words and by forms alone (with a glossary), consistency."""
        consistency = _share(counts[..., USUAL], counts[..., USES])
        if not self._has_glossary:
            return {"consistency": consistency}
        return {
            "accuracy": _share(counts[..., FOUND], counts[..., DEMANDED]),
            "by form": _share(counts[..., BY_FORM], counts[..., DEMANDED]),
            "consistency": consistency,
        }

    def signature(self) -> str:
        """Return the glossary's digest, and from how many uses on consistency is asked for."""
        glossary = f"glossary:{self.digest[:8]}|" if self._has_glossary else ""
        return f"{glossary}least:{self._least}"

    def _demanded(self, document: Document, counts: list[float]) -> list[Use]:
        """Count the glossary's terms with a name of it; return the uses of all of them."""
        uses: list[Use] = []
        for segment, occurrences in enumerate(self._terms.occurrences(document)):
            words = self._names.wording.of(document.target[segment]) if occurrences else ()
            for concept in dict.fromkeys(each.concept for each in occurrences):
                own = [each for each in occurrences if each.concept == concept]
                found = _places(self._names.allowed, concept.allowed, words, case=concept.case)
                exact = _places(self._names.by_form, concept.allowed, words, case=concept.case)
                counts[DEMANDED] += len(own)
                counts[FOUND] += min(len(found), len(own))
                counts[BY_FORM] += min(len(exact), len(own))
                uses += self._named(document, segment, own, found, words)
        return uses

    def _named(
        self,
        document: Document,
        segment: int,
        occurrences: Sequence[Occurrence],
        found: Sequence[Place],
        words: Sequence[Word],
    ) -> Iterator[Use]:
        """Yield the uses of a term in a segment: by the names found there, else by links."""
        for place, each in enumerate(occurrences):
            key = each.concept.source
            if place < len(found):
                own = words[slice(*found[place])]
                name = "".join(word.form for word in own if word.is_letters)
                yield Use(key, key, False, segment, each.tokens, name, name)
            else:
                yield self._uses.at(document, segment, each.tokens, key)

    def _consistency(self, uses: Iterable[Use], counts: list[float]) -> None:
        by_term: dict[str, list[Use]] = {}
        for use in uses:
            if use.name_key:
                by_term.setdefault(use.key, []).append(use)
        for own in by_term.values():
            if len(own) >= self._least:
                heads = grouped_names(own)
                names = Counter(heads[use.name_key] for use in own)
                counts[USUAL] += names.most_common(1)[0][1]
                counts[USES] += len(own)


def _places(
    look: Callable[..., list[Place]],
    names: Sequence[str],
    words: Sequence[Word],
    *,
    case: bool,
) -> list[Place]:
    """Return where any of several names occurs; places that overlap count once."""
    return apart(place for name in names for place in look(name, words, case=case))


def _share(part: NDArray[np.float64], whole: NDArray[np.float64]) -> NDArray[np.float64]:
    shares = np.full(np.shape(whole), np.nan)
    np.divide(part, whole, out=shares, where=whole > 0)
    return shares
