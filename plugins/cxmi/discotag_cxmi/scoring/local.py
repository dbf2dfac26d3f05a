"""Log-probabilities at the places that matter: vocabularies are large, and context is not scored.

The model's own forward pass runs, so whatever it does to its logits is done; only the rows that go
into its output layer are chosen, by a hook on that layer. With three lines of context that is a
quarter of the work of the layer that often does most of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Generic

from discotag_cxmi.scoring.base import Row, RowBuilder, Scorer
from discotag_cxmi.scoring.batching import POOL, POOL_ON_GPU, budget, width_of

if TYPE_CHECKING:
    from collections.abc import Sequence

    import torch
    from numpy.typing import NDArray

    from discotag_cxmi.formats import ContextFormat
    from discotag_cxmi.scoring.base import ModelOptions
    from discotag_cxmi.scoring.processes import Copies


CHUNK = 2**18
"""Logits whose softmax is taken at a time on a CPU, so that they stay in its cache."""


def logprobs_at(
    model: Any, inputs: dict[str, Any], places: NDArray[Any], labels: NDArray[Any]
) -> NDArray[Any]:
    """Run a model and give the log-probabilities of labels.

    Args:
        model: of Transformers, with an output layer over the vocabulary.
        inputs: its keyword arguments; `input_ids` or `decoder_input_ids` are (rows, columns).
        places: (n,), row times columns plus column: whose logits predict the label.
        labels: (n,), ids.

    Returns:
        (n,) in float32; the softmax is taken in float32, too.
    """
    import torch

    chosen, wanted = torch.from_numpy(places), torch.from_numpy(labels)
    head = model.get_output_embeddings()

    def choose(module: Any, given: tuple[Any, ...]) -> tuple[Any, ...]:
        del module
        states = given[0].flatten(0, 1)  # with several devices, the head may be on another
        return (states[chosen.to(states.device)][None], *given[1:])

    handle = head.register_forward_pre_hook(choose)
    try:
        logits = model(**inputs).logits
    finally:
        handle.remove()
    if logits.shape[:2] != (1, len(wanted)):  # the model goes round its output layer
        logits = logits.flatten(0, 1)[chosen.to(logits.device)][None]
    return _picked(logits[0], wanted.to(logits.device))


def _picked(logits: torch.Tensor, labels: torch.Tensor) -> NDArray[Any]:
    """Return the log-probabilities of labels (n,) under logits (n, vocabulary)."""
    import torch
    from torch.nn.functional import cross_entropy

    step = len(labels) if logits.is_cuda else max(CHUNK // logits.shape[-1], 8)
    parts = [
        -cross_entropy(rows.float(), wanted, reduction="none")
        for rows, wanted in zip(torch.split(logits, step), torch.split(labels, step), strict=True)
    ]
    found: NDArray[Any] = torch.cat(parts).cpu().numpy()
    return found


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
