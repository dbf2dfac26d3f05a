"""Log-probabilities at the places that matter: vocabularies are large, and context is not scored.

The model's own forward pass runs, so whatever it does to its logits is done; only the rows that go
into its output layer are chosen, by a hook on that layer. With three lines of context that is a
quarter of the work of the layer that often does most of it.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import torch
    from numpy.typing import NDArray

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
