"""What all models that score have in common: their parts, and examples worked on pool by pool."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from discotag_cxmi.scoring.batching import budget, in_pools, width_of
from discotag_cxmi.scoring.concatenation import Concatenation
from discotag_cxmi.scoring.prompts import Prompts

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from discotag_cxmi.examples import Example
    from discotag_cxmi.formats import ContextFormat
    from discotag_cxmi.models import TargetScores
    from discotag_cxmi.scoring.options import ModelOptions

Rows = TypeVar("Rows", Concatenation, Prompts)


class ScoringModel(ABC, Generic[Rows]):
    """A model of Transformers that scores targets; see `ContextModel`.

    Args:
        model: in evaluation mode, on its device.
        tokenizer: its own, languages set.
        format: how it takes context.
        options: how to run it.
        name: for messages.
        digest: fingerprint of its files.
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        format: ContextFormat,
        options: ModelOptions,
        *,
        name: str,
        digest: str,
    ) -> None:
        self.model, self.tokenizer, self.format = model, tokenizer, format
        self.name, self.digest, self.options = name, digest, options
        self.rows: Rows = self._built_rows()
        self._device = next(model.parameters()).device
        self._tokens = budget(
            self._device, self._vocabulary(), options.batch_tokens, width=width_of(model.config)
        )

    @property
    def shortened(self) -> int:
        """How many examples had context left out since the model was loaded."""
        return self.rows.shortened

    def unknown_in(self, line: str) -> int:
        """Count the subwords of a target line that the vocabulary does not have."""
        return self.rows.target_lines.unknown_in(line)

    def score(self, examples: Iterable[Example]) -> Iterator[TargetScores]:
        """Score targets; see `ContextModel`."""
        return in_pools(examples, self._score_pool, self.name)

    @abstractmethod
    def _built_rows(self) -> Rows:
        """Return what builds the model's rows."""

    @abstractmethod
    def _vocabulary(self) -> int:
        """Return how many subwords the model's output layer knows."""

    @abstractmethod
    def _score_pool(self, pool: Sequence[Example]) -> Iterable[TargetScores]:
        """Score some targets."""
