"""Loads the package SimAlign with a local model, quietly, and lets it see long sentences whole."""

from __future__ import annotations

import logging
from typing import TYPE_CHECKING, Any

import torch
from simalign import SentenceAligner
from torch.nn.utils.rnn import pad_sequence

from discotag.plugin import PluginError, UsageError
from discotag_neural.aligners.loading import USUAL_LAYER, position_count, special_ids
from discotag_neural.aligners.subwords import windows
from discotag_torch import first_line, quiet, usable_device

if TYPE_CHECKING:
    from pathlib import Path

PACKAGE_LOGGER = "simalign.simalign"


def load_package(
    folder: Path,
    *,
    layer: int | None,
    token_type: str,
    distortion: float,
    letter: str,
    device: str,
    component: str,
) -> tuple[Any, int]:
    """Return the package's aligner for a local model, and the layer it uses.

    Raises:
        UsageError: the model has no such layer, or there is no such device.
        PluginError: the folder holds no model that the package can use.
    """
    logging.getLogger(PACKAGE_LOGGER).setLevel(logging.WARNING)
    place = usable_device(device, component)
    with quiet():
        try:
            aligner = SentenceAligner(
                model=str(folder),
                token_type=token_type,
                distortion=distortion,
                matching_methods=letter,
                device=str(place),
                layer=USUAL_LAYER if layer is None else layer,
            )
        except Exception as error:
            raise PluginError(
                f"{component}: the model in {folder} cannot be loaded by SimAlign "
                f"({first_line(error)})"
            ) from error
    loader = aligner.embed_loader
    depth = int(loader.emb_model.config.num_hidden_layers)
    if layer is not None and layer > depth:
        raise UsageError(
            f"{component}: layer {layer} was asked for, but the model in {folder} has {depth}"
        )
    loader.layer = min(loader.layer, depth)
    aligner.embed_loader = WholeSentences(loader)
    return aligner, loader.layer


class WholeSentences:
    """Replaces the package's embedding loader, which cuts off what is too long.

    Sentences that fit are the package's own business; others are encoded in windows.

    Args:
        loader: the package's `EmbeddingLoader`.
    """

    def __init__(self, loader: Any) -> None:
        self._loader = loader
        self.tokenizer = loader.tokenizer
        self._prefix, self._suffix, _ = special_ids(self.tokenizer)
        model = loader.emb_model
        self._positions = position_count(model, model.config, self.tokenizer)
        self._positions -= len(self._prefix) + len(self._suffix)

    def get_embed_list(self, batch: list[list[str]]) -> torch.Tensor:
        """Return two sentences' hidden states, (2, subwords, width); the shorter is padded."""
        coded = self.tokenizer(
            batch, is_split_into_words=True, add_special_tokens=False, verbose=False
        )["input_ids"]
        if max(map(len, coded)) <= self._positions:
            states: torch.Tensor = self._loader.get_embed_list(batch)
            return states
        return pad_sequence([self._windowed(ids) for ids in coded], batch_first=True)

    def _windowed(self, ids: list[int]) -> torch.Tensor:
        parts = []
        for window in windows(len(ids), self._positions):
            row = [*self._prefix, *ids[window.start : window.end], *self._suffix]
            given = torch.tensor([row], device=self._loader.device)
            with torch.no_grad():
                states = self._loader.emb_model(input_ids=given)["hidden_states"]
            offset = len(self._prefix) - window.start
            kept = slice(offset + window.kept_start, offset + window.kept_end)
            parts.append(states[self._loader.layer][0, kept])
        return torch.cat(parts)
