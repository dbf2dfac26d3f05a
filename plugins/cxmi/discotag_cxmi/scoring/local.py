"""Models of Transformers that run in this process: weights, device, and size of batches."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from discotag_cxmi.scoring.base import Row, RowBuilder, Scorer
from discotag_cxmi.scoring.batching import POOL, POOL_ON_GPU, budget, width_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    from numpy.typing import NDArray

    from discotag_cxmi.formats import ContextFormat
    from discotag_cxmi.scoring.options import ModelOptions
    from discotag_cxmi.scoring.processes import Copies


class LocalModel(Scorer[Row], Generic[Row]):
    """A model of Transformers; see `Scorer`.

    Args:
        model: in evaluation mode, on its device.
        tokenizer: its own, languages set.
        rows: builds its rows.
        format: how it takes context.
        options: how to run it.
        name: for messages.
        digest: fingerprint of its files.
    """

    def __init__(
        self,
        model: Any,
        tokenizer: Any,
        rows: RowBuilder[Row],
        format: ContextFormat,
        options: ModelOptions,
        *,
        name: str,
        digest: str,
    ) -> None:
        super().__init__(rows, format, options, name=name, digest=digest)
        self.model, self.tokenizer = model, tokenizer
        self._device = model.get_input_embeddings().weight.device
        self._tokens = budget(
            self._device, self._vocabulary(), options.batch_tokens, width=width_of(model.config)
        )
        self.pool = POOL if self._device.type == "cpu" else POOL_ON_GPU
        self.pool *= options.processes
        self._copies: Copies | None = None

    def share_with(self, copies: Copies) -> None:
        """Leave a share of every pool's rows to copies of the model."""
        self._copies = copies

    @property
    def identity(self) -> dict[str, Any]:
        """See `Scorer`; sizes of batches and threads decide the last digits."""
        import torch
        import transformers

        return {
            "digest": self.digest,
            "kind": self.format.kind,
            **self.options.weights(),
            "device": self._device.type,
            "tokens": self._tokens,
            "threads": torch.get_num_threads(),
            "processes": self.options.processes,
            "torch": torch.__version__,
            "transformers": transformers.__version__,
        }

    def _computed(self, rows: Sequence[Row]) -> Sequence[NDArray[Any]]:
        return (
            self._values(rows) if self._copies is None else self._copies.values(rows, self._values)
        )

    def _vocabulary(self) -> int:
        """Return how many subwords the model's output layer knows."""
        return int(self.model.get_output_embeddings().weight.shape[0])
