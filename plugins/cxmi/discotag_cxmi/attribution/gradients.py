"""Input times gradient: how a word's log-probability changes with the embeddings of its context.

One forward and one backward pass for each word, where leave-one-out takes a forward pass for each
word of the context. Only for encoder–decoders with context in their rows, since only their rows say
where each line stands.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from discotag.plugin import UsageError
from discotag_cxmi.scoring.encoder_decoder import EncoderDecoder

if TYPE_CHECKING:
    from discotag_cxmi.attribution.segment_jobs import SegmentJob
    from discotag_cxmi.measure.words import Word
    from discotag_cxmi.models import ContextModel


def gradient_effects(model: ContextModel, job: SegmentJob, word: Word) -> list[float]:
    """Return the effect of each of a job's places on a word: the sum of its subwords' products."""
    if not isinstance(model, EncoderDecoder) or model.format.kind != "concatenation":
        raise UsageError(
            "gradients are for encoder–decoders in this process whose context stands in their rows;"
            " leave-one-out is for all models"
        )
    import torch

    row = model.rows.row(job.given)
    device = model.model.device
    layer = model.model.get_input_embeddings()
    decoder = (*row.prefix, *row.target.ids)
    sides = []
    for ids in (row.encoder, decoder):
        embedded = layer(torch.tensor([ids], device=device)).detach()
        sides.append(embedded.requires_grad_(requires_grad=True))
    with torch.enable_grad():
        logits = model.model(inputs_embeds=sides[0], decoder_inputs_embeds=sides[1]).logits[0]
        values = logits.float().log_softmax(-1)
        first = len(row.prefix) - 1
        total = torch.stack(
            [values[first + index, row.target.ids[index]] for index in word.subwords]
        ).sum()
        grads = torch.autograd.grad(total, sides)
    products: dict[str, Any] = {
        side: (given * grad)[0].sum(-1).tolist()
        for side, given, grad in zip(("source", "target"), sides, grads, strict=True)
    }
    return _by_place(model, job, products)


def _by_place(
    model: EncoderDecoder, job: SegmentJob, products: dict[str, list[float]]
) -> list[float]:
    """Add the products of the subwords up that overlap each place."""
    places = model.rows.context_places(job.given)
    found = []
    for place in job.places:
        index, _ = job.line(place)
        found.append(
            sum(
                products[place.side][at]
                for at, start, end in places[place.side, index]
                if start < place.end and place.start < end
            )
        )
    return found
