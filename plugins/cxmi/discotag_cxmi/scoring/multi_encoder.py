"""The multi-encoder: context lines have an encoder of their own, and the decoder attends to both.

The input is that of a concatenation model: context lines, each followed by the separator, then the
current source. All up to the last separator goes to the context encoder, the rest to the
source encoder; neither sees the other, and positions start at 0 again. The decoder's
cross-attention goes over the states of both (flat combination, Libovický and Helcl 2017; Fernandes
et al. 2021, App. C, have a separate encoder with shared embeddings and cross-attention to it).
Since shapes and masks are those of a concatenation model, it is scored, trained and decoded by the
same code.
"""

from __future__ import annotations

from typing import Any

import torch
from transformers import AutoConfig, AutoModelForSeq2SeqLM, MarianConfig, MarianMTModel
from transformers.modeling_outputs import BaseModelOutput
from transformers.models.marian.modeling_marian import MarianEncoder

MODEL_TYPE = "discotag-multi-encoder"


class MultiEncoderConfig(MarianConfig):  # type: ignore[no-untyped-call] # of Transformers
    """Marian's settings, and the id of the token that ends a context line."""

    model_type = MODEL_TYPE
    separator_token_id: int | None = None


class DualEncoder(MarianEncoder):  # type: ignore[no-untyped-call]
    """The source encoder, with the context encoder inside."""

    def __init__(self, config: MultiEncoderConfig) -> None:
        super().__init__(config)
        self.context = MarianEncoder(config)

    def forward(
        self,
        input_ids: torch.Tensor | None = None,
        attention_mask: torch.Tensor | None = None,
        **others: Any,
    ) -> BaseModelOutput:
        """Encode both parts; states are where their tokens were.

        Args:
            input_ids: (batch, length), padded on the right.
            attention_mask: (batch, length), 1 for tokens; None = there is no padding.
            others: refused where they would change the states.

        Returns:
            `last_hidden_state`: (batch, length, width); zeros for padding.
        """
        if input_ids is None:
            raise ValueError("the multi-encoder takes token ids, and no embeddings")
        del others
        mask = torch.ones_like(input_ids) if attention_mask is None else attention_mask
        place = torch.arange(input_ids.shape[1], device=input_ids.device)[None]
        ends = mask.sum(dim=1, keepdim=True)
        separators = (input_ids == self.config.separator_token_id) & (place < ends)
        starts = torch.where(separators, place + 1, 0).amax(dim=1, keepdim=True)
        in_context, in_source = place < starts, (place >= starts) & (place < ends)

        source = input_ids.gather(1, (place + starts) % input_ids.shape[1])
        length = int((ends - starts).amax())
        is_source = (place < ends - starts)[:, :length]
        encoded = super().forward(source[:, :length], is_source.long()).last_hidden_state
        states = encoded.new_zeros((*input_ids.shape, encoded.shape[-1]))
        states[in_source] = encoded[is_source]
        rows = (starts > 0).squeeze(1)
        if bool(rows.any()):
            length = int(starts.amax())
            is_context = in_context[rows][:, :length]
            given = self.context(input_ids[rows][:, :length], is_context.long()).last_hidden_state
            states[in_context] = given[is_context].to(states.dtype)
        return BaseModelOutput(last_hidden_state=states)


class MultiEncoderModel(MarianMTModel):  # type: ignore[no-untyped-call]
    """A Marian model with a second encoder for context; embeddings are shared by all three."""

    config_class = MultiEncoderConfig
    _keys_to_ignore_on_load_missing = [  # noqa: RUF012 - as in Transformers
        *(MarianMTModel._keys_to_ignore_on_load_missing or ()),
        "model.encoder.context.embed_positions.weight",
    ]
    _keys_to_ignore_on_save = [  # noqa: RUF012
        *(MarianMTModel._keys_to_ignore_on_save or ()),
        "model.encoder.context.embed_positions.weight",
    ]

    def __init__(self, config: MultiEncoderConfig) -> None:
        super().__init__(config)
        self.model.encoder = DualEncoder(config)
        self._tied_weights_keys = {
            **(self._tied_weights_keys or {}),
            "model.encoder.context.embed_tokens.weight": "model.shared.weight",
        }
        self.post_init()  # type: ignore[no-untyped-call]

    def copy_encoder(self) -> None:
        """Start the context encoder from the source encoder's weights."""
        encoder = self.model.encoder
        encoder.context.layers.load_state_dict(encoder.layers.state_dict())


AutoConfig.register(MODEL_TYPE, MultiEncoderConfig)
AutoModelForSeq2SeqLM.register(MultiEncoderConfig, MultiEncoderModel)
